"""Cards of an expansion in an owner's box: as a box file holds them, and read from it.

Tables [[world]] and [[development]]: id ("X01"), name, cost or defense, vp (a number, or "?"), kind and good,
rebel and alien, powers as lines, bonus as lines of what a "?" counts; untold: the facts that nobody told yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from companion.games.contract import Illegal, Json, name_problem
from companion.games.contract.box import BoxTile, Understood
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.catalogue import (
    BONUS,
    FIELDS_BY_FACT,
    KIND,
    MARKS,
    PRICE,
    VP,
    Card,
)
from companion.games.race_for_the_galaxy.cards.power_lines import (
    any_power,
    bonus_line,
    condition_of,
    line_of,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS, Written
from companion.games.race_for_the_galaxy.drawing.card_svg import card_svg
from companion.games.race_for_the_galaxy.rules.told_cards import QUESTION_MARK, facts_of
from companion.translation import _

TYPES = ("world", "development")
_ID = re.compile("X[0-9]{2,4}")
MAX_COST, MAX_LINES = 9, 12
_FIELDS = (
    "id",
    "name",
    "cost",
    "defense",
    "vp",
    "bonus",
    "kind",
    "good",
    "rebel",
    "alien",
    "powers",
    "untold",
    "told",
    "source",
    "assumed",
)


_TOGETHER = {
    PRICE: ("cost", "defense"),
    MARKS: ("rebel", "alien"),
    KIND: ("kind", "good"),
    VP: ("vp", "bonus"),
    "powers": ("powers",),
}
"""The fields that say a fact together."""


def is_id(id: object) -> bool:
    return isinstance(id, str) and _ID.fullmatch(id) is not None


def as_tile(card: Card) -> BoxTile:
    """The card's fields as a box file holds them; those of what is untold are left out."""
    fields: dict[str, Json] = {"id": card.id, "name": card.name}
    if PRICE not in card.untold:
        fields["defense" if card.military else "cost"] = card.cost
    if VP not in card.untold:
        fields["vp"] = QUESTION_MARK if card.variable else card.vp
    if card.conditions:
        fields["bonus"] = [bonus_line(one) for one in card.conditions]
    if card.kind is not None:
        fields |= {"kind": card.kind, "good": "windfall" if card.windfall else "production"}
    fields |= {name: True for name, has in (("rebel", card.rebel), ("alien", card.alien)) if has}
    if card.powers:
        fields["powers"] = [line_of(power) for power in card.powers]
    if card.untold:
        fields["untold"] = list(card.untold)
    if card.told:
        fields["told"] = list(card.told)
    return BoxTile("world" if card.world else "development", fields)


def as_card(tile: BoxTile, known: Iterable[Card]) -> Card:
    """The card that these fields say. known: the other cards; one with the same name is a copy. Raises
    Illegal."""
    fields, world = tile.fields, tile.type == "world"
    unknown = [name for name in fields if name not in _FIELDS]
    if unknown:
        raise Illegal(_("A card has no field {field}.", field=f"{unknown[0]!r:.40}"))
    id, name = fields.get("id"), fields.get("name")
    if not isinstance(id, str) or not is_id(id):
        raise Illegal(_("{id} is no card of an expansion: these are X01 and so on.", id=f"{id!r:.40}"))
    others = [card for card in known if card.id != id]
    key = _key(id, tile.type, name if isinstance(name, str) else "", others)
    untold = _untold(fields, tile.type)
    military = "defense" in fields
    if PRICE not in untold and (military == ("cost" in fields) or (military and not world)):
        raise Illegal(_("Tap its cost, or the defense of a military world."))
    kind, good = fields.get("kind"), fields.get("good")
    if (kind is None) != (good is None) or kind not in (None, *KINDS) or (kind and not world):
        raise Illegal(_("Tap its kind, or gray."))
    if good not in (None, "production", "windfall"):
        raise Illegal(_("Tap its kind, or gray."))
    vp = fields.get("vp")
    conditions = tuple(map(condition_of, _lines(fields, "bonus")))
    question_mark = vp == QUESTION_MARK and not world
    return Card(
        id,
        key,
        str(name),
        world,
        0 if PRICE in untold else _number(fields, "defense" if military else "cost"),
        0 if VP in untold or question_mark else _number(fields, "vp"),
        kind,
        good == "windfall",
        military,
        fields.get("rebel") is True,
        fields.get("alien") is True,
        tuple(map(any_power, _lines(fields, "powers"))),
        conditions if question_mark else (),
        further=True,
        untold=(*untold, *((BONUS,) if question_mark and not conditions and BONUS not in untold else ())),
        told=_lines(fields, "told"),
    )


def readable(tile: BoxTile, known: Iterable[Card]) -> tuple[Card, tuple[tuple[str, str], ...]]:
    """The card with those of its facts that can be read, the others untold; and a (field, sentence) of each
    that cannot. Raises Illegal: it has no id or name that it may have."""
    known = tuple(known)
    try:
        return as_card(tile, known), ()
    except Illegal:
        pass
    every = (*facts_of(tile.type), BONUS)
    left = _listed(tile.fields, every)
    kept: dict[str, Json] = {name: tile.fields[name] for name in ("id", "name") if name in tile.fields}
    wrong = []
    try:
        _untold(tile.fields, tile.type)
    except Illegal as refused:
        wrong.append(("untold", refused.sentence))
    for name, fields in _one_by_one(tile):
        facts = [fact for fact in every if name in (fact, fact.partition("/")[0])]
        others = [fact for fact in every if fact not in facts or fact in left]
        try:
            as_card(BoxTile(tile.type, {**kept, **fields, "untold": others}), known)
        except Illegal as refused:
            wrong.append((next(iter(fields), ""), refused.sentence))
            left |= {*facts}
            kept |= {field: _readable_lines(lines) for field, lines in fields.items() if field == "powers"}
        else:
            kept |= fields
    # Raises where the id or the name is the trouble.
    return as_card(BoxTile(tile.type, {**kept, "untold": sorted(left)}), known), tuple(wrong)


def _readable_lines(lines: Json) -> list[Json]:
    found: list[Json] = []
    for line in lines[:MAX_LINES] if isinstance(lines, list | tuple) else ():
        try:
            any_power(line if isinstance(line, str) else "")
        except Illegal:
            continue
        found.append(line)
    return found


def _listed(fields: Mapping[str, Json], facts: tuple[str, ...]) -> set[str]:
    """Of these facts those that the file lists as untold."""
    listed = fields.get("untold", ())
    return {fact for fact in facts if isinstance(listed, list | tuple) and fact in listed}


def _one_by_one(tile: BoxTile) -> Iterator[tuple[str, dict[str, Json]]]:
    """What a card's table says, in the smallest parts that say something: (fact, fields). "": no fact."""
    fields = tile.fields
    said = {name for names in _TOGETHER.values() for name in names}
    for fact, names in _TOGETHER.items():
        own = {name: fields[name] for name in names if name in fields}
        if own or fact in (PRICE, VP):
            yield fact, own
    for name in fields:
        if name not in said and name not in ("id", "name", "untold"):
            yield "", {name: fields[name]}


def _key(id: str, type: str, name: str, others: Iterable[Card]) -> str:
    """Its own, or that of the card of which it is another copy. Raises Illegal."""
    alike = [card for card in others if card.name.casefold() == name.casefold()]
    copies = [card for card in alike if card.further and card.development and type == "development"]
    if wrong := name_problem(name, frozenset(card.name.casefold() for card in alike if card not in copies)):
        raise Illegal(wrong)
    return min((card.key for card in copies), default=id) if id not in {c.key for c in copies} else id


def _untold(fields: Mapping[str, Json], type: str) -> tuple[str, ...]:
    told = fields.get("untold", ())
    allowed = (*facts_of(type), BONUS)
    if not isinstance(told, list | tuple) or not all(fact in allowed for fact in told):
        raise Illegal(_("What is untold of a card is one of: {facts}.", facts=", ".join(allowed)))
    return tuple(fact for fact in FIELDS_BY_FACT if fact in told)


def _lines(fields: Mapping[str, Json], name: str) -> tuple[str, ...]:
    given = fields.get(name, [])
    if not isinstance(given, list | tuple) or not all(isinstance(line, str) for line in given):
        raise Illegal(_("{field} must be a list of lines.", field=name))
    if name != "told" and len(given) > MAX_LINES:
        raise Illegal(_("A card has at most {number} lines of {field}.", number=MAX_LINES, field=name))
    return tuple(given)


def _number(fields: Mapping[str, Json], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int or not 0 <= value <= MAX_COST:
        raise Illegal(_("{field}: a whole number from 0 to {highest}.", field=name, highest=MAX_COST))
    return value


def understood(tile: BoxTile, known: Iterable[Card]) -> Understood:
    """The card as typed so far."""
    lines = []
    for line in tile.fields.get("powers", []):
        try:
            power = any_power(str(line))
        except Illegal:
            lines.append((str(line), str(line), False))
        else:
            lines.append((str(line), power.words(), not isinstance(power, Written)))
    try:
        card = as_card(tile, known)
    except Illegal as missing:
        return Understood((), "", tuple(lines), missing.sentence)
    return Understood((card_svg(card, False),), caption(card), tuple(lines))
