"""The tracking capability: tagged sleeves, one front tag a card, in the tableaus of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import (
    MIDDLE,
    Decision,
    Difference,
    Explanation,
    Shape,
    Spot,
    TablePlan,
    TileInfo,
    Zone,
    seat_zone,
)
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.drawing.card_svg import DIAMOND, KIND_COLOURS, NEUTRAL, card_svg
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.tracking import explain
from companion.translation import _

FRONT = "A"
"""The face of a card's tag: only its front has one, so a card face down is a card without a tag."""
CARD_MM = (63.0, 88.0)


@dataclass(frozen=True)
class Tracking:
    """See `companion.games.contract.Tracking`. Goods are cards face down: they follow from the rules."""

    catalogue: Catalogue

    def plan(self, players: int) -> TablePlan:
        seats = tuple(
            Zone(seat_zone(seat), _("Seat {number}", number=seat + 1), seat) for seat in range(players)
        )
        return TablePlan(
            zones=(Zone(MIDDLE, _("The supply and the discards")), *seats),
            shapes=(Shape("card", "rectangle", *CARD_MM),),
            size_mm=(1200.0, 900.0),
            draws_in_sight=False,
        )

    def layout(self, state: State) -> Mapping[str, Spot]:
        return {
            held.card: Spot(seat_zone(seat), FRONT)
            for seat, empire in enumerate(state.empires)
            for held in empire.tableau
        }

    def goods(self, state: State) -> Mapping[str, str | None]:
        return {}

    def slid(self, state: State) -> Mapping[str, bool]:
        return {}

    def slides(self, decision: Decision) -> str:
        return ""

    def copies(self, state: State) -> Mapping[str, frozenset[str]]:
        return {}  # each card has a tag of its own

    def explain(self, state: State, differences: tuple[Difference, ...]) -> Explanation:
        return explain.explain(state, differences)

    def tile(self, tile: str) -> TileInfo | None:
        card = self.catalogue.cards.get(tile)
        return None if card is None else tile_info(card)

    def tiles(self) -> tuple[TileInfo, ...]:
        return tuple(tile_info(card) for card in self.catalogue)

    def drawing(self, tile: str, face: str) -> str:
        card = self.catalogue.cards.get(tile)
        return "" if card is None else card_svg(card)


def tile_info(card: Card) -> TileInfo:
    """A card as a tile. Nobody has confirmed anything of a stand-in."""
    colour = KIND_COLOURS.get(card.kind or "", NEUTRAL if card.world else DIAMOND)
    unverified = () if card.verified else ("name", "vp", "kind", "powers")
    words = caption(card)
    return TileInfo(card.id, card.name, FRONT, (colour,), words, False, int(CARD_MM[0]), unverified)
