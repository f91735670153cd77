"""The powers of tiles, each in one class: its line in the tile language, what it says, and its words.

The next power of a kind is defined beside its like, and box files, forms, photos and pages have it; the
actions execute powers, and scoring counts with them. `power_lines.py` reads the lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.new_frontiers.tiles.amounts import NOTHING, Gain, Goods, chips
from companion.games.new_frontiers.tiles.counted import Count
from companion.games.new_frontiers.tiles.effect import Effect, Signed, Some
from companion.games.new_frontiers.wording.names import a_long_good, long_kind_name
from companion.translation import _, marked, plural, signed

# --- Explore and Develop --------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExploreDraw(Effect, type="Explore"):
    forms = ("draw <worlds> worlds?",)
    worlds: Some

    def words(self) -> str:
        return plural(
            "draw {number} more world from the bag and keep it",
            "draw {number} more worlds from the bag and keep them",
            self.worlds,
        )


@dataclass(frozen=True)
class ExploreGain(Effect, type="Explore"):
    forms = ("<gain>",)
    says = marked("gain {gain}")
    gain: Gain


@dataclass(frozen=True)
class DevelopDiscount(Effect, type="Develop"):
    forms = ("- <amount> cost(?P<large> of 9 - cost(?: developments?)?)?",)
    amount: int
    large: bool = False

    def words(self) -> str:
        if self.large:
            return _("9-cost developments cost {amount} less", amount=self.amount)
        return _("developments cost {amount} less", amount=self.amount)


@dataclass(frozen=True)
class AfterDevelop(Effect, type="Develop"):
    forms = ("after you develop , <gain>",)
    says = marked("gain {gain} after buying a development")
    gain: Gain


# --- Settle ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Military(Effect, type="Settle"):
    """Specialized when a keyword or kind is named: then only against such military worlds."""

    forms = ("<amount> military(?: vs (?:<keyword>|<kind>))?",)
    amount: Signed
    keyword: str | None = None
    kind: str | None = None

    def words(self) -> str:
        amount = signed(self.amount)
        if self.keyword:
            return _(
                "{amount} Military against {keyword}-keyword military worlds only",
                amount=amount,
                keyword=self.keyword,
            )
        if self.kind:
            kind = long_kind_name(self.kind)
            return _("{amount} Military against {kind} military worlds only", amount=amount, kind=kind)
        return _("{amount} Military", amount=amount)


@dataclass(frozen=True)
class SpendForMilitary(Effect, type="Settle"):
    forms = (r"spend <goods> for \+ <amount> military",)
    optional = True
    goods: Goods
    amount: int

    def words(self) -> str:
        return _(
            "give {goods} for +{military} Military until the action ends",
            goods=self.goods.words(),
            military=self.amount,
        )


@dataclass(frozen=True)
class SettleDiscount(Effect, type="Settle"):
    forms = ("- <amount> cost(?: of <kind> worlds?)?",)
    amount: int
    kind: str | None = None

    def words(self) -> str:
        if self.kind:
            kind = long_kind_name(self.kind)
            return _("{kind} worlds you pay for cost {amount} less", kind=kind, amount=self.amount)
        return _("worlds you pay for cost {amount} less", amount=self.amount)


@dataclass(frozen=True)
class PayForMilitary(Effect, type="Settle"):
    """Contact Specialist: a non-Alien military world for credits, its defense less `discount`."""

    forms = ("pay for a non - alien military world at - <discount> cost",)
    says = marked("pay for a non-Alien military world: credits equal to its defense less {discount}")
    optional = True
    discount: int


@dataclass(frozen=True)
class SettleTwice(Effect, type="Settle"):
    """Improved Logistics."""

    forms = ("settle 2 worlds",)
    says = marked("settle two worlds")
    optional = True


@dataclass(frozen=True)
class AfterSettle(Effect, type="Settle"):
    forms = ("after you settle , <gain>", r"after you settle , (?:<gain> \+ )?draw <worlds> worlds?")
    gain: Gain = NOTHING
    worlds: Some = 0

    def words(self) -> str:
        if not self.worlds:
            return _("gain {gain} after settling a world", gain=self.gain.words())
        if self.gain == NOTHING:
            return plural(
                "draw {number} world from the bag after settling a world",
                "draw {number} worlds from the bag after settling a world",
                self.worlds,
            )
        return plural(
            "gain {gain} and draw {number} world from the bag after settling a world",
            "gain {gain} and draw {number} worlds from the bag after settling a world",
            self.worlds,
            gain=self.gain.words(),
        )


@dataclass(frozen=True)
class ReplaceColony(Effect, type="Settle"):
    """Terraforming Engineers: printed cost from equal to `up_to` higher."""

    forms = ("replace a non - military colony , same kind , cost 0 - <up_to> higher",)
    optional = True
    up_to: int

    def words(self) -> str:
        return _(
            "replace a non-military colony by a non-military world of its kind that costs the same or up "
            "to {most} more",
            most=self.up_to,
        )


@dataclass(frozen=True)
class ReplaceThis(Effect, type="Settle"):
    """Doomed Colony."""

    forms = ("replace this by settling a world",)
    says = marked("replace this colony by the world you settle")
    optional = True


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


@dataclass(frozen=True)
class ProduceGainHere(Effect, type="Produce"):
    """Only if a good was really placed on this tile."""

    forms = ("<gain> when this produces",)
    says = marked("gain {gain} when a good is produced on this colony")
    gain: Gain


@dataclass(frozen=True)
class ProduceGainMost(Effect, type="Produce"):
    """More `kind` goods really produced in this action than every other player."""

    forms = ("<gain> if you produced the most <kind> goods?",)
    says = marked("gain {gain} for producing more {kind} goods than anyone else")
    gain: Gain
    kind: str


@dataclass(frozen=True)
class WindfallGood(Effect, type="Produce"):
    """A good on `number` windfall colonies (of this kind) that have none."""

    forms = ("good on <number> (?:<kind> )?windfalls?(?: colony| colonies| worlds?)?",)
    kind: str | None = None
    number: Some = 1

    def words(self) -> str:
        if self.kind is None:
            return plural(
                "produce a good on {number} windfall colony without one",
                "produce a good on {number} windfall colonies without one",
                self.number,
            )
        return plural(
            "produce a good on {number} {kind} windfall colony without one",
            "produce a good on {number} {kind} windfall colonies without one",
            self.number,
            kind=long_kind_name(self.kind),
        )


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


@dataclass(frozen=True)
class ConsumeGoods(Effect, type="Consume"):
    """up_to: used once, to the full, `gain` for each good; else all of `goods` for one `gain`."""

    forms = ("<goods> -> <gain>", "(?P<up_to>up to) (?!all)<goods> -> <gain> each")
    goods: Goods
    gain: Gain
    up_to: bool = False

    def words(self) -> str:
        said = {"goods": self.goods.words(), "gain": self.gain.words()}
        return (
            _("give up to {goods} for {gain} each", **said)
            if self.up_to
            else _("give {goods} for {gain}", **said)
        )


@dataclass(frozen=True)
class ConsumeForPrice(Effect, type="Consume"):
    """Credits at the printed price, without Trade powers."""

    forms = ("<goods> -> trade price",)
    says = marked("give {goods} for the printed trade price")
    goods: Goods


@dataclass(frozen=True)
class ConsumeNothing(Effect, type="Consume"):
    """Galactic Salon: takes no good."""

    forms = ("<gain>",)
    says = marked("gain {gain}")
    gain: Gain


@dataclass(frozen=True)
class ConsumeBonus(Effect, type="Consume"):
    """Prosperous Economy: `vp` for each good consumed, and `extra` once if its owner has `name`."""

    forms = (r"\+ <vp> vps? per good consumed",)
    vp: int
    extra: int = 0
    name: str | None = None

    def words(self) -> str:
        words = plural(
            "gain {number} more VP chip for each good consumed",
            "gain {number} more VP chips for each good consumed",
            self.vp,
        )
        if not self.name:
            return words
        return _(
            "{words}, and {chips} if you have {tile}", words=words, chips=chips(self.extra), tile=self.name
        )


@dataclass(frozen=True)
class Manual(Effect):
    """A line the language does not know, kept word for word: shown in its action, applied by hand."""
