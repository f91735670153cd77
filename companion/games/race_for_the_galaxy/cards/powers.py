"""The forms that card powers take (rulebook p. 9 to 11), each a frozen dataclass with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

KINDS = ("novelty", "rare", "gene", "alien")
"""The kinds of goods, by rising price (p. 6)."""

PRICES = {"novelty": 2, "rare": 3, "gene": 4, "alien": 5}
"""Cards drawn for selling a good of each kind (p. 6)."""


@dataclass(frozen=True, slots=True)
class ExploreMore:
    """Draw and keep more cards in Explore."""

    draw: int = 0
    keep: int = 0


@dataclass(frozen=True, slots=True)
class DevelopDraw:
    """Draw at the start of the Develop phase."""

    cards: int


@dataclass(frozen=True, slots=True)
class DevelopReduce:
    """Developments cost less."""

    amount: int


@dataclass(frozen=True, slots=True)
class DevelopDrawAfter:
    """Draw after placing a development."""

    cards: int


@dataclass(frozen=True, slots=True)
class SettleReduce:
    """Non-military worlds cost less; kind: only those of this kind."""

    amount: int
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Military:
    """Military towards conquest. against: a kind or "rebel" where it is specialized."""

    amount: int
    against: str | None = None


@dataclass(frozen=True, slots=True)
class DiscardForMilitary:
    """May discard this card for Military until the end of the Settle phase."""

    amount: int


@dataclass(frozen=True, slots=True)
class DiscardForCostZero:
    """May discard this card to place a non-military world, not an Alien one, at no cost."""


@dataclass(frozen=True, slots=True)
class PayForMilitary:
    """May pay for a military world, not an Alien one: its defense less `discount`."""

    discount: int


@dataclass(frozen=True, slots=True)
class SettleDrawAfter:
    """Draw after placing a world."""

    cards: int


@dataclass(frozen=True, slots=True)
class TradeMore:
    """More cards for a sale. kind: only for goods of this kind; here: only for the good of this world."""

    cards: int
    kind: str | None = None
    here: bool = False


@dataclass(frozen=True, slots=True)
class ConsumeGoods:
    """Discard goods for VP and cards, each time `goods` of `kind` (None: of any).

    different: each of another kind. up_to: how many times at most; it must be used as often as it can be.
    """

    goods: int
    kind: str | None
    up_to: int
    vp: int
    cards: int
    different: bool = False


@dataclass(frozen=True, slots=True)
class ConsumeAll:
    """Discard all goods for VP, one less than their number."""


@dataclass(frozen=True, slots=True)
class ConsumeForPrice:
    """Discard a good for cards at its trade price. with_powers: Trade powers add to it."""

    with_powers: bool


@dataclass(frozen=True, slots=True)
class ConsumeDraw:
    """Draw in the Consume phase, for nothing."""

    cards: int


@dataclass(frozen=True, slots=True)
class DrawIfLucky:
    """Name a number, turn up the top card, keep it if its cost or defense is that number."""


@dataclass(frozen=True, slots=True)
class DiscardForVP:
    """May discard up to `up_to` cards from the hand for VP each; never doubled."""

    up_to: int
    vp: int


@dataclass(frozen=True, slots=True)
class Produce:
    """Produce a good on this world."""


@dataclass(frozen=True, slots=True)
class ProduceWindfall:
    """Produce a good on a windfall world without one. kind: only of this kind; discard: may, for a card."""

    kind: str | None = None
    discard: bool = False


@dataclass(frozen=True, slots=True)
class DrawIfProduced:
    """Draw when a good was produced on this world."""

    cards: int


@dataclass(frozen=True, slots=True)
class ProduceDraw:
    """Draw in the Produce phase, for nothing."""

    cards: int


@dataclass(frozen=True, slots=True)
class DrawForKind:
    """Draw for each good of this kind produced in the phase."""

    kind: str
    cards: int


@dataclass(frozen=True, slots=True)
class DrawForMost:
    """Draw when more goods of this kind were produced than by any other player."""

    kind: str
    cards: int


@dataclass(frozen=True, slots=True)
class DrawForDifferent:
    """Draw for each different kind of good produced in the phase."""

    cards: int


@dataclass(frozen=True, slots=True)
class DrawForWorlds:
    """Draw for each production or windfall world of this kind in the tableau."""

    kind: str
    cards: int


@dataclass(frozen=True, slots=True)
class Written:
    """A power of an expansion that no rule here knows, as it was written: hands do it. phase: of PHASES."""

    phase: str
    text: str


Form = (
    ExploreMore
    | DevelopDraw
    | DevelopReduce
    | DevelopDrawAfter
    | SettleReduce
    | Military
    | DiscardForMilitary
    | DiscardForCostZero
    | PayForMilitary
    | SettleDrawAfter
    | TradeMore
    | ConsumeGoods
    | ConsumeAll
    | ConsumeForPrice
    | ConsumeDraw
    | DrawIfLucky
    | DiscardForVP
    | Produce
    | ProduceWindfall
    | DrawIfProduced
    | ProduceDraw
    | DrawForKind
    | DrawForMost
    | DrawForDifferent
    | DrawForWorlds
    | Written
)

EXPLORE = (ExploreMore,)
DEVELOP = (DevelopDraw, DevelopReduce, DevelopDrawAfter)
SETTLE = (
    SettleReduce,
    Military,
    DiscardForMilitary,
    DiscardForCostZero,
    PayForMilitary,
    SettleDrawAfter,
)
TRADE = (TradeMore,)
CONSUME = (ConsumeGoods, ConsumeAll, ConsumeForPrice, ConsumeDraw, DrawIfLucky, DiscardForVP)
"""Trade powers are not among the Consume powers (p. 12); selling by a consume power is one (p. 10)."""
PRODUCE = (
    Produce,
    ProduceWindfall,
    DrawIfProduced,
    ProduceDraw,
    DrawForKind,
    DrawForMost,
    DrawForDifferent,
    DrawForWorlds,
)
PHASES: Mapping[str, tuple[type, ...]] = {
    "explore": EXPLORE,
    "develop": DEVELOP,
    "settle": SETTLE,
    "trade": TRADE,
    "consume": CONSUME,
    "produce": PRODUCE,
}
