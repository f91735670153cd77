"""The powers of Produce, Trade and Consume, each in one class, as in `powers.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.new_frontiers.tiles.amounts import NOTHING, PRICES, Gain, Goods, chips
from companion.games.new_frontiers.tiles.counted import Count
from companion.games.new_frontiers.tiles.effect import Effect, Some
from companion.games.new_frontiers.wording.names import a_long_good, long_kind_name
from companion.translation import _, marked, plural

# --- Produce --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProduceGain(Effect, type="Produce"):
    """per None: once. Else once per what is counted, at its time."""

    forms = ("<gain>(?: per <per>)?",)
    gain: Gain
    per: Count | None = None

    def words(self) -> str:
        gain = self.gain.words()
        if self.per is None:
            return _("gain {gain}", gain=gain)
        return _("gain {gain} for each {counted}", gain=gain, counted=self.per.words())

    def minds_kinds(self) -> bool:
        return self.per is not None and self.per.minds_kinds

    def times(self, here: bool, count: Callable[[Count], int]) -> int:
        return 1 if self.per is None else count(self.per)


@dataclass(frozen=True)
class ProduceGainHere(Effect, type="Produce"):
    """Only if a good was really placed on this tile."""

    forms = ("<gain> when this produces",)
    says = marked("gain {gain} when a good is produced on this colony")
    gain: Gain

    def times(self, here: bool, count: Callable[[Count], int]) -> int:
        return int(here)


@dataclass(frozen=True)
class ProduceGainMost(Effect, type="Produce"):
    """More `kind` goods really produced in this action than every other player."""

    forms = ("<gain> if you produced the most <kind> goods?",)
    says = marked("gain {gain} for producing more {kind} goods than anyone else")
    gain: Gain
    kind: str

    def is_for_most(self, mine: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
        return mine.count(self.kind) > max(other.count(self.kind) for other in others)


@dataclass(frozen=True)
class WindfallGood(Effect, type="Produce"):
    """A good on `windfalls` windfall colonies (of this kind) that have none."""

    forms = ("good on <windfalls> (?:<kind> )?windfalls?(?: colony| colonies| worlds?)?",)
    kind: str | None = None
    windfalls: Some = 1

    def words(self) -> str:
        if self.kind is None:
            return plural(
                "produce a good on {number} windfall colony without one",
                "produce a good on {number} windfall colonies without one",
                self.windfalls,
            )
        return plural(
            "produce a good on {number} {kind} windfall colony without one",
            "produce a good on {number} {kind} windfall colonies without one",
            self.windfalls,
            kind=long_kind_name(self.kind),
        )

    def fills(self, kind: str) -> bool:
        return self.kind in (None, kind)


# --- Trade and Consume ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TradeBonus(Effect, type="Trade"):
    """this: only for the good that lies on this tile."""

    forms = (r"\+ <amount>(?: (?:<kind>|(?P<this>this)))?",)
    amount: int
    kind: str | None = None
    this: bool = False

    def words(self) -> str:
        if self.this:
            return plural(
                "{number} more credit for selling the good from this colony",
                "{number} more credits for selling the good from this colony",
                self.amount,
            )
        if self.kind:
            return plural(
                "{number} more credit for selling {good}",
                "{number} more credits for selling {good}",
                self.amount,
                good=a_long_good(self.kind),
            )
        return plural(
            "{number} more credit for selling a good", "{number} more credits for selling a good", self.amount
        )

    def more_for(self, kind: str, here: bool) -> int:
        return self.amount if self.kind in (None, kind) and (here or not self.this) else 0


@dataclass(frozen=True)
class ConsumeGoods(Effect, type="Consume"):
    """up_to: used once, to the full, `gain` for each good; else all of `goods` for one `gain`."""

    forms = ("<goods> -> <gain>", "(?P<up_to>up to) (?!all)<goods> -> <gain> each")
    converts = True
    goods: Goods
    gain: Gain
    up_to: bool = False

    def words(self) -> str:
        said = {"goods": self.goods.words(), "gain": self.gain.words()}
        if self.up_to:
            return _("give up to {goods} for {gain} each", **said)
        return _("give {goods} for {gain}", **said)

    def gain_for(self, kinds: Sequence[str]) -> Gain:
        return self.gain * len(kinds) if self.up_to else self.gain


@dataclass(frozen=True)
class ConsumeForPrice(Effect, type="Consume"):
    """Credits at the printed price, without Trade powers."""

    forms = ("<goods> -> trade price",)
    says = marked("give {goods} for the printed trade price")
    converts = True
    goods: Goods

    def gain_for(self, kinds: Sequence[str]) -> Gain:
        return Gain(credits=sum(PRICES[kind] for kind in kinds))


@dataclass(frozen=True)
class ConsumeNothing(Effect, type="Consume"):
    """Galactic Salon: takes no good."""

    forms = ("<gain>",)
    says = marked("gain {gain}")
    converts = True
    gain: Gain


@dataclass(frozen=True)
class ConsumeBonus(Effect, type="Consume"):
    """Prosperous Economy: `per_good` for each good consumed, and `extra` once if its owner has `name`."""

    forms = (r"\+ <per_good> vps? per good consumed",)
    per_good: int
    extra: int = 0
    name: str | None = None

    def words(self) -> str:
        words = plural(
            "gain {number} more VP chip for each good consumed",
            "gain {number} more VP chips for each good consumed",
            self.per_good,
        )
        if not self.name:
            return words
        return _(
            "{words}, and {chips} if you have {tile}", words=words, chips=chips(self.extra), tile=self.name
        )

    def first_gain(self, has: Callable[[str], bool]) -> Gain:
        return Gain(vp=self.extra) if self.name and has(self.name) else NOTHING
