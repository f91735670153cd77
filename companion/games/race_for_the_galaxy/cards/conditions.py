"""What 6-cost developments give VP for (rulebook p. 12): their codes, words and what fulfils them.

A condition counts cards, each of which counts for one condition only; the card with a name; or, by a number,
chips, Military or goods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.contract.piece_names import plain_name
from companion.translation import _, marked, plural

Card = Any
"""One of the catalogue, which knows conditions."""


NAME, THREE_VP, TOTAL_MILITARY, GOOD = "name", "three_vp", "total_military", "good"
"""The card with a name, and the conditions that count no card: chips by three, Military, goods."""


def _production(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.production and card.kind == kind


def _windfall(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.windfall and card.kind == kind


def _power(phase: str, *, world: bool) -> Callable[[Card], bool]:
    return lambda card: card.world == world and card.has_power(phase)


ON_CARDS: dict[str, tuple[str, Callable[[Card], bool]]] = {
    "alien_production": (marked("Alien technology production world"), _production("alien")),
    "alien_windfall": (marked("Alien technology windfall world"), _windfall("alien")),
    "gene_production": (marked("Genes production world"), _production("gene")),
    "gene_windfall": (marked("Genes windfall world"), _windfall("gene")),
    "rare_production": (marked("Rare elements production world"), _production("rare")),
    "rare_windfall": (marked("Rare elements windfall world"), _windfall("rare")),
    "novelty_production": (marked("Novelty production world"), _production("novelty")),
    "novelty_windfall": (marked("Novelty windfall world"), _windfall("novelty")),
    "alien_flag": (marked("ALIEN card"), lambda card: card.alien),
    "six_devel": (marked("6-cost development"), lambda card: card.development and card.cost == 6),
    "devel": (marked("other development"), lambda card: card.development),
    "world": (marked("other world"), lambda card: card.world),
    "military": (marked("other military world"), lambda card: card.military),
    "rebel_military": (marked("Rebel military world"), lambda card: card.military and card.rebel),
    "devel_explore": (marked("development with an Explore power"), _power("explore", world=False)),
    "world_explore": (marked("world with an Explore power"), _power("explore", world=True)),
    "devel_consume": (marked("development with a Consume power"), _power("consume", world=False)),
    "world_consume": (marked("world with a Consume power"), _power("consume", world=True)),
    "devel_trade": (marked("development with a Trade power"), _power("trade", world=False)),
    "world_trade": (marked("world with a Trade power"), _power("trade", world=True)),
}
"""What a card fulfils by what it is."""
COUNTED = (*ON_CARDS, THREE_VP, TOTAL_MILITARY, GOOD)
"""The conditions that need no name, in the order of forms."""


@dataclass(frozen=True, slots=True)
class Condition:
    """vp: for each; per: of COUNTED, or NAME; name: the card it names."""

    vp: int
    per: str
    name: str = ""

    @property
    def on_cards(self) -> bool:
        """It counts cards."""
        return self.per in ON_CARDS or self.per == NAME

    def fits(self, card: Card) -> bool:
        """A card counts for it, where it counts cards."""
        if self.per == NAME:
            return plain_name(card.name) == plain_name(self.name)
        return ON_CARDS[self.per][1](card)

    def assigned(self, card: Card) -> str:
        """A card that counts for it: "Spice World: Novelty production world"."""
        said = _("named on the card") if self.per == NAME else self.one_counted()
        return _("{card}: {condition}", card=card.name, condition=said)

    def counted_words(self, number: int) -> str:
        """With its number, where it counts no cards."""
        if self.per == THREE_VP:
            return _("{vp} VP for every three of {number} VP in chips", vp=self.vp, number=number)
        if self.per == TOTAL_MILITARY:
            return _("total Military of {number}", number=number)
        return plural("{vp} VP for {number} good", "{vp} VP for each of {number} goods", number, vp=self.vp)

    def one_counted(self) -> str:
        """One of the things that it counts."""
        match self.per:
            case "name":
                return self.name
            case "three_vp":
                return _("three VP in chips")
            case "total_military":
                return _("total Military")
        return _(ON_CARDS[self.per][0]) if self.per in ON_CARDS else _("good on a world")
