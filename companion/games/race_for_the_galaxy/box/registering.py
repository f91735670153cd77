"""Registering the six further start worlds as an owner's cards have them: the box capability and its form.

Their facts are known; a printing may have others, and files are from when nobody knew them. A box file has a
table [[start]] for each: id, name, cost or defense, vp, kind and good ("production" or "windfall") where it
has one, and powers as the form offers them: each power of the known cards in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Generic, Protocol, TypeVar

from companion.games.contract import Correction, Decision, Illegal, Json
from companion.games.contract.box import TILE, BoxTile, PrintedFace, SeenWord, Understood
from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.race_for_the_galaxy.box import further
from companion.games.race_for_the_galaxy.box.count_check import check, further_lines
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.catalogue import PRICE, VP, Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import KINDS, Form
from companion.games.race_for_the_galaxy.drawing.card_svg import card_svg
from companion.games.race_for_the_galaxy.rules import telling
from companion.games.race_for_the_galaxy.rules.meeting import answer_with, sort_now, with_card
from companion.games.race_for_the_galaxy.rules.state import State, ToldState
from companion.games.race_for_the_galaxy.rules.told_cards import ALIEN, REBEL, SORTS, newly_named
from companion.games.race_for_the_galaxy.wording.card_words import caption, words
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.games.race_for_the_galaxy.wording.power_lines import (
    PHASE_WORDS,
    known_power,
    line_of,
    power_lines,
)
from companion.translation import _, marked
from companion.untrusted_text import UnreadableText, read_toml

CARD_TYPE = "start"
MAX_CARD_CHARACTERS = 8_000
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
HEADINGS = (marked("Starts"),)
"""What pages make of the type's name."""


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


def _understood_line(line: str) -> tuple[str, str, bool]:
    power = known_power(line)
    return (line, line if power is None else words(power), power is not None)


def _power(line: Json) -> Form:
    found = known_power(line) if isinstance(line, str) else None
    if found is None:
        raise Illegal(
            _("No known card has this power: {power}. Choose one that is offered.", power=f"{line!r:.60}")
        )
    return found


def with_box(base: Catalogue, text: str) -> Catalogue:
    """The cards with an owner's start worlds, TOML, over them. Raises Illegal."""
    try:
        tables = read_toml(text)
    except UnreadableText as wrong:
        raise Illegal(_("The box file cannot be read: {why}", why=wrong.sentence)) from None
    own: dict[str, Card] = {}
    for type, rows in tables.items():
        for fields in rows if isinstance(rows, list) else [rows]:
            if not isinstance(fields, Mapping):
                raise Illegal(_("A start world has no field {field}.", field=f"{type!r:.40}"))
            if type in further.TYPES and further.is_id(fields.get("id")):
                card = further.as_card(BoxTile(type, fields), (*base, *own.values()))
            else:
                card = as_card(open_card(base, fields.get("id")), BoxTile(type, fields))
            own[card.id] = card
    return base.with_cards(own.values())


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


@dataclass(frozen=True)
class Report:
    """What does not hold of the counts on pages 10 and 11, and cards that nobody has confirmed."""

    catalogue: Catalogue

    @property
    def ok(self) -> bool:
        return check(self.catalogue).ok

    def lines(self) -> tuple[str, ...]:
        report = check(self.catalogue)
        found = []
        for count in report.differing:
            placeholders = {"what": count.words, "number": count.number, "there": count.there}
            if count.there < count.number:
                found.append(_("missing: {what}: {number} printed, {there} known", **placeholders))
            else:
                found.append(_("too many: {what}: {number} printed, {there} known", **placeholders))
        found += further_lines(report.further)
        return (*found, *(_("missing: the printed card of {card}", card=card) for card in report.unverified))


class CardBook:
    """The start worlds to be registered (companion.games.contract.TileBook)."""

    together: tuple[tuple[str, ...], ...] = (("cost", "defense"), ("kind", "good"))

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def tiles(self) -> tuple[BoxTile, ...]:
        starts = tuple(as_tile(self._catalogue[id]) for id in open_ids() if id in self._catalogue)
        return (*starts, *(as_tile(card) for card in self._catalogue if card.further))

    def tile(self, id: str) -> BoxTile | None:
        card = self._catalogue.cards.get(id)
        return as_tile(card) if card is not None and (card.further or id in open_ids()) else None

    def blank(self, id: str) -> BoxTile:
        if further.is_id(id):
            return BoxTile("world", {"id": id})
        return BoxTile(CARD_TYPE, {"id": open_card(self._catalogue, id).id})

    def start(self, known: BoxTile) -> BoxTile:
        return self.blank(known.id) if known.fields.get("source") == "stand-in" else known

    def to_verify(self) -> tuple[BoxTile, ...]:
        return self.tiles()

    def read(self, tile: BoxTile) -> BoxTile:
        if tile.type in further.TYPES:
            return further.as_tile(further.as_card(tile, self._catalogue))
        made = as_tile(as_card(open_card(self._catalogue, tile.fields.get("id")), tile))
        fields = {name: value for name, value in made.fields.items() if name != "source"}
        kept = {name: tile.fields[name] for name in ("source", "assumed") if name in tile.fields}
        return BoxTile(CARD_TYPE, fields | kept)

    def understood(self, tile: BoxTile) -> Understood:
        if tile.type in further.TYPES:
            return further.understood(tile, self._catalogue)
        before = open_card(self._catalogue, tile.fields.get("id"))
        lines = tuple(_understood_line(str(line)) for line in tile.fields.get("powers", []))
        try:
            card = as_card(before, tile)
        except Illegal as missing:
            return Understood((), "", lines, missing.sentence)
        return Understood((card_svg(card, False),), caption(card), lines)

    def owned(self, tag: str) -> str:
        return tag.removesuffix("A")

    def printed(self, tag: str) -> PrintedFace:
        raise Illegal(_("The cards of Race for the Galaxy are not printed here."))

    def proposals(self, known: BoxTile, seen: SeenFace) -> tuple[FieldProposal, ...]:
        return ()

    def read_off(self, seen: tuple[SeenWord, ...]) -> dict[str, Json]:
        return {}

    def guide(self) -> tuple[str, ...]:
        return (_("One tag on the front of each sleeve, in a corner that hides no number and no power."),)

    def form(self) -> Mapping[str, object]:
        return {
            "kinds": KINDS,
            "marks": {
                (rebel, alien): ", ".join([REBEL] * rebel + [ALIEN] * alien)
                for rebel in (False, True)
                for alien in (False, True)
            },
            "called": {kind: kind_name(kind) for kind in KINDS},
            "words": {field: _(label) for field, label in FIELD_WORDS.items()},
            "actions": tuple(PHASE_WORDS.values()),
            "lines": [
                {"line": line, "type": line.split(":")[0], "words": words(power), "of": []}
                for line, power in power_lines().items()
            ],
        }


class PlayedWith(Protocol):
    """A game with its cards."""

    @property
    def catalogue(self) -> Catalogue: ...


G = TypeVar("G", bound=PlayedWith)


class Box(Generic[G]):
    """The box capability: the owner's start worlds over those shipped. made: the game with other cards."""

    def __init__(self, game: G, made: Callable[[Catalogue], G]) -> None:
        self._game, self._made = game, made

    def check_box(self, text: str | None) -> Report:
        shipped = self._game.catalogue
        return Report(shipped if text is None else with_box(shipped, text))

    def with_box(self, text: str) -> G:
        return self._made(with_box(self._game.catalogue, text))

    def without(self, pieces: tuple[str, ...]) -> G:
        return self._made(self._game.catalogue.without(pieces))

    def at(self, state: State) -> G:
        cards = state.catalogue.shown
        return self._game if cards is self._game.catalogue else self._made(cards)

    def book(self) -> CardBook:
        return CardBook(self._game.catalogue)

    def sorts(self) -> tuple[tuple[str, str], ...]:
        return tuple((sort, _(words)) for sort, words in SORTS.items())

    def newly_named(self, sort: str, name: str, state: State | None = None) -> BoxTile:
        catalogue = self._game.catalogue if state is None else state.catalogue
        return as_tile(newly_named(catalogue, sort, name))

    def newly_tagged(self, tag: str, name: str, state: State) -> BoxTile:
        id = self.book().owned(tag)
        if not further.is_id(id) or id in state.catalogue:
            raise Illegal(_("{id} is no card of an expansion: these are X01 and so on.", id=id[:20]))
        if state.phase not in ("develop", "settle"):
            raise Illegal(_("A card of an expansion is entered when it is placed, in Develop or Settle."))
        card = newly_named(state.catalogue, sort_now(state), name if name.strip() else id)
        return as_tile(replace(card, id=id, key=id if card.key == card.id else card.key))

    def named_in_answer(self, sort: str, name: str, state: State, player: int) -> Decision | None:
        return answer_with(state, player, sort, name)

    def told_by_photo(self, piece: str, seen: SeenFace) -> tuple[str, ...]:
        return ()

    def told_tiles(self, begun: State, state: State) -> Mapping[str, BoxTile]:
        before = begun.catalogue.shown.cards
        return {
            card.id: as_tile(card)
            for card in state.catalogue.shown
            if card.further and card is not before.get(card.id)
        }


# --- a card taught in play ---


def is_taught(correction: Correction) -> bool:
    return correction.path.startswith(f"{TILE}/")


def taught(state: State, correction: Correction) -> State:
    """The state with the card that the correction's text says. Raises Illegal."""
    card = _taught(state.catalogue.shown, correction)
    if card.further:
        if not isinstance(state, ToldState):
            raise Illegal(_("This table began before cards of expansions could be met: begin a new one."))
        return telling.go_on(with_card(state.changed(asks=None, moves=()), card))
    return state.changed(catalogue=state.catalogue.with_cards((card,)), moves=())


def _taught(catalogue: Catalogue, correction: Correction) -> Card:
    text, id = correction.value, correction.path.partition("/")[2]
    if not isinstance(text, str) or len(text) > MAX_CARD_CHARACTERS:
        raise Illegal(_("A card is taught as the text of a box file."))
    if not further.is_id(id):
        open_card(catalogue, id)
    after = with_box(catalogue, text)
    changed = [card.id for card in after if card is not catalogue.cards.get(card.id)]
    if changed != [id]:
        raise Illegal(_("The text must define the card {id} alone.", id=f"{id!r:.20}"))
    return after[id]


def taught_words(catalogue: Catalogue, correction: Correction) -> str:
    """ "Card S07 is Old Mars: World, cost 2, 1 VP". Raises Illegal."""
    card = _taught(catalogue.shown, correction)
    if {PRICE, VP} <= {*card.untold}:
        return _("{name} is in this box, as {id}", id=card.id, name=card.name)
    return _("Card {id} is {name}: {what}", id=card.id, name=card.name, what=caption(card))
