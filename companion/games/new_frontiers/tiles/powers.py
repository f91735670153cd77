"""The powers of tiles, as values: the meanings that the tile language's lines have.

`language.py` reads and writes them; the actions execute them; scoring counts with them.
"""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("Novelty", "Rare", "Genes", "Alien")
KEYWORDS = ("Imperium", "Rebel", "Uplift", "Alien", "Terraforming")
POWER_TYPES = ("Explore", "Develop", "Settle", "Produce", "Trade", "Consume")


@dataclass(frozen=True, slots=True)
class Gain:
    """VP chips, credits and colonists from the supply."""

    vp: int = 0
    credits: int = 0
    colonists: int = 0


@dataclass(frozen=True, slots=True)
class Goods:
    """Goods to give. number None: all of them. kind None: any. different: no two of one kind."""

    number: int | None
    kind: str | None = None
    different: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """The X of "per X": what is counted.

    what: "colony" (world is the same), "development", "tile" (either), "name" (the tile called `name`), or a
    count that is no tile: "Military", "chips" (one per `size` VP), "good", "colonist", "credits" (one per
    `size`), "colony kind", "power type", "keyword"; and in Produce only "good produced", "kind produced".
    The other fields narrow it; None leaves open. power: has a power of this type.
    """

    what: str
    military: bool | None = None
    good: str | None = None
    gray: bool = False
    kind: str | None = None
    keyword: str | None = None
    large: bool = False
    power: str | None = None
    name: str | None = None
    size: int = 1


# --- the forms of powers, by action ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExploreDraw:
    worlds: int


@dataclass(frozen=True, slots=True)
class ExploreGain:
    gain: Gain


@dataclass(frozen=True, slots=True)
class DevelopDiscount:
    amount: int
    large: bool = False


@dataclass(frozen=True, slots=True)
class AfterDevelop:
    gain: Gain


@dataclass(frozen=True, slots=True)
class Military:
    """Specialized when a keyword or kind is named: then only against such military worlds."""

    amount: int
    keyword: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class SpendForMilitary:
    goods: Goods
    amount: int


@dataclass(frozen=True, slots=True)
class SettleDiscount:
    amount: int
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class PayForMilitary:
    """Contact Specialist: a non-Alien military world for credits, its defense less `discount`."""

    discount: int


@dataclass(frozen=True, slots=True)
class SettleTwice:
    """Improved Logistics."""


@dataclass(frozen=True, slots=True)
class AfterSettle:
    gain: Gain = Gain()
    worlds: int = 0


@dataclass(frozen=True, slots=True)
class ReplaceColony:
    """Terraforming Engineers: printed cost from equal to `up_to` higher."""

    up_to: int


@dataclass(frozen=True, slots=True)
class ReplaceThis:
    """Doomed Colony."""


@dataclass(frozen=True, slots=True)
class ProduceGain:
    """per None: once. Else once per what is counted, at its time."""

    gain: Gain
    per: Count | None = None


@dataclass(frozen=True, slots=True)
class ProduceGainHere:
    """Only if a good was really placed on this tile."""

    gain: Gain


@dataclass(frozen=True, slots=True)
class ProduceGainMost:
    """More `kind` goods really produced in this action than every other player."""

    gain: Gain
    kind: str


@dataclass(frozen=True, slots=True)
class WindfallGood:
    """A good on `number` windfall colonies (of this kind) that have none."""

    kind: str | None = None
    number: int = 1


@dataclass(frozen=True, slots=True)
class TradeBonus:
    """this: only for the good that lies on this tile."""

    amount: int
    kind: str | None = None
    this: bool = False


@dataclass(frozen=True, slots=True)
class ConsumeGoods:
    """up_to: used once, to the full, `gain` for each good; else all of `goods` for one `gain`."""

    goods: Goods
    gain: Gain
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class ConsumeForPrice:
    """Credits at the printed price, without Trade powers."""

    goods: Goods


@dataclass(frozen=True, slots=True)
class ConsumeNothing:
    """Galactic Salon: takes no good."""

    gain: Gain


@dataclass(frozen=True, slots=True)
class ConsumeBonus:
    """Prosperous Economy: `vp` for each good consumed, and `extra` once if its owner has `name`."""

    vp: int
    extra: int = 0
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Manual:
    """A line the language does not know, kept word for word: shown in its action, applied by hand."""


Effect = (
    ExploreDraw
    | ExploreGain
    | DevelopDiscount
    | AfterDevelop
    | Military
    | SpendForMilitary
    | SettleDiscount
    | PayForMilitary
    | SettleTwice
    | AfterSettle
    | ReplaceColony
    | ReplaceThis
    | ProduceGain
    | ProduceGainHere
    | ProduceGainMost
    | WindfallGood
    | TradeBonus
    | ConsumeGoods
    | ConsumeForPrice
    | ConsumeNothing
    | ConsumeBonus
    | Manual
)


@dataclass(frozen=True, slots=True)
class Power:
    """One printed power. type: of POWER_TYPES ("" only for a Manual line that names none).

    may: its owner chooses; everything else must be used if it can be (rulebook p. 5). text: the line as
    it was written.
    """

    type: str
    effect: Effect
    may: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A "?": (VP, Count) pairs; each tile scores for one of them only, the best for its owner (p. 10).

    with_this: False when the line ends in "not this". text: the line as it was written; pairs are empty
    when the language does not know it (a manual bonus: `Empire.by_hand` says what it gives).
    """

    pairs: tuple[tuple[int, Count], ...]
    with_this: bool = True
    text: str = ""
