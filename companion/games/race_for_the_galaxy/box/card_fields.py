"""The six further start worlds in an owner's box: as a box file holds them, and read from it.

Their facts are known; a printing may have others, and files are from when nobody knew them. A box file has a
table [[start]] for each: id, name, cost or defense, vp, kind and good ("production" or "windfall") where it
has one, and powers as the form offers them: each power of the known cards in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.contract import Illegal, Json
from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import Problem, rows_in
from companion.games.race_for_the_galaxy.box import further
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.power_lines import (
    known_power,
    line_of,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS, Power
from companion.translation import _, marked

CARD_TYPE = "start"
MAX_NUMBER = 9
CARD_FIELDS = ("id", "name", "cost", "defense", "vp", "kind", "good", "powers", "source", "assumed")
FIELD_WORDS = {
    "name": marked("name"),
    "cost": marked("cost"),
    "defense": marked("defense"),
    "vp": marked("VP"),
    "kind": marked("kind"),
    "good": marked("good"),
    "powers": marked("powers"),
}
"""What a person calls each field."""


def as_tile(card: Card) -> BoxTile:
    """The card's fields as a box file holds them."""
    if card.further:
        return further.as_tile(card)
    fields: dict[str, Json] = {"id": card.id, "name": card.name}
    fields["defense" if card.military else "cost"] = card.cost
    fields["vp"] = card.vp
    if card.kind is not None:
        fields |= {"kind": card.kind, "good": "windfall" if card.windfall else "production"}
    fields["powers"] = [line_of(power) for power in card.powers]
    if not card.verified:
        fields["source"] = "stand-in"
    elif card == load.catalogue()[card.id]:
        fields["source"] = "shipped"
    return BoxTile(CARD_TYPE, fields)


def as_card(before: Card, tile: BoxTile) -> Card:
    """The start world that these fields say, in the place of `before`. Raises Illegal."""
    fields = tile.fields
    unknown = [name for name in fields if name not in CARD_FIELDS]
    if tile.type != CARD_TYPE or unknown:
        raise Illegal(_("A start world has no field {field}.", field=f"{(unknown or [tile.type])[0]!r:.40}"))
    name = fields.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > 60:
        raise Illegal(_("Give the card its name."))
    military = "defense" in fields
    if military == ("cost" in fields):
        raise Illegal(_("Tap its cost, or the defense of a military world."))
    kind, good = fields.get("kind"), fields.get("good")
    if (kind is not None and kind not in KINDS) or (kind is None) != (good is None):
        raise Illegal(_("Tap its kind, or gray."))
    if good not in (None, "production", "windfall"):
        raise Illegal(_("Tap its kind, or gray."))
    known = load.catalogue().by_name.get(name.strip().casefold())
    # A tag may be on another of the six than ours; a stand-in's number is one of its own.
    number = known[0].number if before.verified and known is not None else before.number
    given = fields.get("powers", [])
    if not isinstance(given, list | tuple):
        raise Illegal(_("The powers of {card} must be a list of lines.", card=name))
    return Card(
        before.id,
        before.key,
        name.strip(),
        True,
        _number(fields, "defense" if military else "cost"),
        _number(fields, "vp"),
        kind,
        good == "windfall",
        military,
        powers=tuple(_power(line) for line in given),
        number=number,
        copies=before.copies,
        verified=not fields.get("assumed") and fields.get("source", "owner") == "owner",
    )


def _number(fields: Mapping[str, Json], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        what = _(FIELD_WORDS[name])
        raise Illegal(_("{field}: a whole number from 0 to {highest}.", field=what, highest=MAX_NUMBER))
    return value


def _power(line: Json) -> Power:
    found = known_power(line) if isinstance(line, str) else None
    if found is None:
        raise Illegal(
            _("No known card has this power: {power}. Choose one that is offered.", power=f"{line!r:.60}")
        )
    return found


def with_box(base: Catalogue, text: str) -> Catalogue:
    """The cards with an owner's, TOML, over them. What of it cannot be read is said (`Catalogue.unread`), and
    the rest stands."""
    rows, problems = rows_in(text)
    unread = list(problems)
    own: dict[str, Card] = {}
    for row in rows:
        tile = BoxTile(row.kind, row.fields)
        try:
            if row.kind in further.TYPES and further.is_id(row.fields.get("id")):
                card, wrong = further.readable(tile, (*base, *own.values()))
                unread += [Problem(row.line_of(field), sentence) for field, sentence in wrong]
            else:
                card = as_card(open_card(base, row.fields.get("id")), tile)
        except Illegal as refused:
            unread.append(Problem(row.line, refused.sentence))
        else:
            own[card.id] = card
    found = base.with_cards(own.values())
    found.unread = tuple(unread)
    return found


def open_card(catalogue: Catalogue, id: Json) -> Card:
    """One of the six further start worlds. Raises Illegal, also where this box has none."""
    if not isinstance(id, str) or id not in open_ids() or id not in catalogue:
        raise Illegal(
            _(
                "{id} is none of the start worlds {first} to {last}, which alone are registered.",
                id=f"{id!r:.40}",
                first=open_ids()[0],
                last=open_ids()[-1],
            )
        )
    return catalogue[id]


@cache
def open_ids() -> tuple[str, ...]:
    basic = load.BASIC_NUMBERS
    return tuple(card.id for card in load.catalogue().starts if card.number not in basic)
