"""The powers of Explore, Develop and Settle, each in one class: its line, its words and what it does.

The next power of a kind is defined beside its like (of goods: in `powers_of_goods.py`), and box files, forms,
photos, pages and rules have it. `effect.py` says what rules ask of it, `power_lines.py` reads the lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.new_frontiers.tiles.amounts import NOTHING, Gain, Goods
from companion.games.new_frontiers.tiles.effect import Effect, Signed, Some, World
from companion.games.new_frontiers.wording.names import kind_name, long_kind_name
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

    def less_for_development(self, large: bool) -> int:
        return self.amount if large or not self.large else 0


@dataclass(frozen=True)
class AfterDevelop(Effect, type="Develop"):
    forms = ("after you develop , <gain>",)
    says = marked("gain {gain} after buying a development")
    gain: Gain


# --- Settle ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Military(Effect, type="Settle"):
    """Specialized when a keyword or kind is named: then only against such military worlds."""

    forms = ("<military> military(?: vs (?:<keyword>|<kind>))?",)
    military: Signed
    keyword: str | None = None
    kind: str | None = None

    def words(self) -> str:
        amount = signed(self.military)
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

    def foe(self) -> str:
        return self.keyword or (kind_name(self.kind) if self.kind else "")

    def is_against(self, world: World) -> bool:
        if self.keyword is None and self.kind is None:
            return True
        return self.keyword in world.keywords or (self.kind is not None and self.kind == world.kind)


@dataclass(frozen=True)
class SpendForMilitary(Effect, type="Settle"):
    forms = (r"spend <goods> for \+ <temporary> military",)
    optional = True
    goods: Goods
    temporary: int

    def words(self) -> str:
        return _(
            "give {goods} for +{military} Military until the action ends",
            goods=self.goods.words(),
            military=self.temporary,
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

    def minds_kinds(self) -> bool:
        return self.kind is not None

    def less_for_world(self, kind: str | None) -> int:
        return self.amount if self.kind in (None, kind) else 0


@dataclass(frozen=True)
class PayForMilitary(Effect, type="Settle"):
    """Contact Specialist: a non-Alien military world for credits, its defense less `discount`."""

    forms = ("pay for a non - alien military world at - <discount> cost",)
    says = marked("pay for a non-Alien military world: credits equal to its defense less {discount}")
    optional = True
    discount: int

    def pays_for(self, world: World) -> bool:
        return not world.is_alien


@dataclass(frozen=True)
class SettleTwice(Effect, type="Settle"):
    """Improved Logistics."""

    forms = ("settle 2 worlds",)
    says = marked("settle two worlds")
    optional = True
    more_worlds = 1


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
    """Terraforming Engineers: printed cost from equal to `rise` higher."""

    forms = ("replace a non - military colony , same kind , cost 0 - <rise> higher",)
    optional = True
    rise: int

    def words(self) -> str:
        return _(
            "replace a non-military colony by a non-military world of its kind that costs the same or up "
            "to {most} more",
            most=self.rise,
        )


@dataclass(frozen=True)
class ReplaceThis(Effect, type="Settle"):
    """Doomed Colony."""

    forms = ("replace this by settling a world",)
    says = marked("replace this colony by the world you settle")
    optional = True
    gives_way = True


@dataclass(frozen=True)
class Manual(Effect):
    """A line the language does not know, kept word for word: shown in its action, applied by hand."""
