"""Registering the six further start worlds as an owner's cards have them: the box capability and its form.

Cards of an expansion are registered with them. `card_fields.py` and `further.py` read and write the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from companion.games.contract import Decision, Illegal, Json
from companion.games.contract.box import BoxTile, PrintedFace, SeenWord, Understood
from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.piece_form import FormsByRows
from companion.games.race_for_the_galaxy.box import further
from companion.games.race_for_the_galaxy.box.card_fields import (
    CARD_TYPE,
    FIELD_WORDS,
    as_card,
    as_tile,
    open_card,
    open_ids,
    with_box,
)
from companion.games.race_for_the_galaxy.box.count_check import check, further_lines
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.power_lines import (
    PHASE_WORDS,
    known_power,
    power_lines,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS
from companion.games.race_for_the_galaxy.drawing.card_svg import card_svg
from companion.games.race_for_the_galaxy.rules.meeting import answer_with, sort_now
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.told_cards import ALIEN, REBEL, SORTS, newly_named
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _, marked

HEADINGS = (marked("Starts"),)
"""What pages make of the type's name."""


def _understood_line(line: str) -> tuple[str, str, bool]:
    power = known_power(line)
    return (line, line if power is None else power.words(), power is not None)


@dataclass(frozen=True)
class Report:
    """What does not hold of the counts on pages 10 and 11, and cards that nobody has confirmed."""

    catalogue: Catalogue

    @property
    def ok(self) -> bool:
        return check(self.catalogue).ok and not self.catalogue.unread

    def lines(self) -> tuple[str, ...]:
        report = check(self.catalogue)
        file = _("the box file")
        found = [
            _("cannot be read: {problem}", problem=problem.words(file)) for problem in self.catalogue.unread
        ]
        for count in report.differing:
            placeholders = {"what": count.words, "number": count.number, "there": count.there}
            if count.there < count.number:
                found.append(_("missing: {what}: {number} printed, {there} known", **placeholders))
            else:
                found.append(_("too many: {what}: {number} printed, {there} known", **placeholders))
        found += further_lines(report.further)
        return (*found, *(_("missing: the printed card of {card}", card=card) for card in report.unverified))


class CardBook(FormsByRows[Card]):
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
                {"line": line, "type": line.split(":")[0], "words": power.words(), "of": []}
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
