"""The powers of Explore, Develop and Settle (rulebook p. 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from companion.games.race_for_the_galaxy.cards.powers.power import KINDS, Power
from companion.games.race_for_the_galaxy.wording.names import cards, kind_name
from companion.translation import _, signed


class World(Protocol):
    """What powers look at of a world that is placed."""

    @property
    def kind(self) -> str | None: ...
    @property
    def rebel(self) -> bool: ...


NOT_PLACED = "alien"
"""Powers for a cost of 0 and for paying for military worlds do not place worlds of this kind (p. 9)."""


class ExplorePower(Power):
    """What a power may do in Explore. draw, keep: so many cards more."""

    draw: int = 0
    keep: int = 0


@dataclass(frozen=True)
class ExploreMore(ExplorePower, phase="explore"):
    """Draw and keep more cards in Explore."""

    draw: int
    keep: int

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        draws = codes == ["draw"]
        return cls(value if draws else 0, 0 if draws else value) if draws or codes == ["keep"] else None

    def words(self) -> str:
        if not self.draw:
            return _("keep {number} more", number=self.keep)
        return _("draw {number} more to choose from", number=self.draw)


# --- Develop --------------------------------------------------------------------------------------------


class DevelopPower(Power):
    """What a power may do in Develop. draws_first: cards when it begins; draws_after: cards after placing a
    development; less: cards that developments cost less."""

    draws_first: int = 0
    draws_after: int = 0
    less: int = 0


@dataclass(frozen=True)
class DevelopDraw(DevelopPower, phase="develop", code="draw"):
    """Draw at the start of the Develop phase."""

    draws_first: int

    def words(self) -> str:
        return _("draw {cards} first", cards=cards(self.draws_first))


@dataclass(frozen=True)
class DevelopReduce(DevelopPower, phase="develop", code="reduce"):
    """Developments cost less."""

    less: int

    def words(self) -> str:
        return _("developments cost {number} less", number=self.less)


@dataclass(frozen=True)
class DevelopDrawAfter(DevelopPower, phase="develop", code="draw_after"):
    """Draw after placing a development."""

    draws_after: int

    def words(self) -> str:
        return _("draw {cards} after placing a development", cards=cards(self.draws_after))


# --- Settle ---------------------------------------------------------------------------------------------


class SettlePower(Power):
    """What a power may do in Settle. draws_after: cards after placing a world; minds_rebels: it matters to it
    whether a world is a Rebel one, which nobody is asked without need."""

    draws_after: int = 0

    @property
    def minds_rebels(self) -> bool:
        return False

    def less_for(self, kind: str | None) -> int:
        """Cards that worlds of this kind cost less."""
        return 0

    def military_against(self, world: World) -> int:
        return 0

    def general_military(self) -> int:
        """What of it counts against every world."""
        return 0


@dataclass(frozen=True)
class SettleReduce(SettlePower, phase="settle"):
    """Non-military worlds cost less; kind: only those of this kind."""

    amount: int
    kind: str | None = None

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        match codes:
            case ["reduce"]:
                return cls(value)
            case ["reduce", kind] if kind in KINDS:
                return cls(value, kind)
        return None

    def words(self) -> str:
        if self.kind is None:
            return _("non-military worlds cost {number} less", number=self.amount)
        return _("{kind} worlds cost {number} less", kind=kind_name(self.kind), number=self.amount)

    def less_for(self, kind: str | None) -> int:
        return self.amount if self.kind in (None, kind) else 0


@dataclass(frozen=True)
class Military(SettlePower, phase="settle"):
    """Military towards conquest. against: a kind or "rebel" where it is specialized."""

    amount: int
    against: str | None = None

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        match codes:
            case ["extra_military"]:
                return cls(value)
            case ["extra_military", "against_rebel"]:
                return cls(value, "rebel")
            case ["extra_military", kind] if kind in KINDS:
                return cls(value, kind)
        return None

    def words(self) -> str:
        amount = signed(self.amount)
        if self.against is None:
            return _("{amount} Military", amount=amount)
        if self.against == "rebel":
            return _("{amount} Military against Rebel worlds", amount=amount)
        return _("{amount} Military against {kind} worlds", amount=amount, kind=kind_name(self.against))

    @property
    def minds_rebels(self) -> bool:
        return self.against == "rebel"

    def military_against(self, world: World) -> int:
        counts = self.against in (None, world.kind) or (self.minds_rebels and world.rebel)
        return self.amount if counts else 0

    def general_military(self) -> int:
        return self.amount if self.against is None else 0


class OtherWay(SettlePower):
    """A way for a world to come besides its cost and the Military in force. temporary: Military until the end
    of the phase, for discarding its card; discount: cards less than its defense for a world that it pays for.
    """

    temporary: int = 0
    discount: int = 0

    def frees(self, world: World) -> bool:
        """Whether its card may be discarded to place this world at no cost."""
        return False

    def pays_for(self, world: World) -> bool:
        """Whether this military world may be paid for by it."""
        return False


@dataclass(frozen=True)
class DiscardForMilitary(OtherWay, phase="settle"):
    """May discard this card for Military until the end of the Settle phase."""

    temporary: int

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls(value) if codes == ["discard", "extra_military"] else None

    def words(self) -> str:
        return _("may be discarded for {amount} Military in this phase", amount=signed(self.temporary))


@dataclass(frozen=True)
class DiscardForCostZero(OtherWay, phase="settle"):
    """May discard this card to place a non-military world, not an Alien one, at no cost."""

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls() if codes == ["discard", "reduce_zero"] else None

    def words(self) -> str:
        return _("may be discarded to place a world for nothing, not an Alien one")

    def frees(self, world: World) -> bool:
        return world.kind != NOT_PLACED


@dataclass(frozen=True)
class PayForMilitary(OtherWay, phase="settle", code="pay_military"):
    """May pay for a military world, not an Alien one: its defense less `discount`."""

    discount: int

    def words(self) -> str:
        return _(
            "may pay for a military world, not an Alien one: its defense less {number}", number=self.discount
        )

    def pays_for(self, world: World) -> bool:
        return world.kind != NOT_PLACED


@dataclass(frozen=True)
class SettleDrawAfter(SettlePower, phase="settle", code="draw_after"):
    """Draw after placing a world."""

    draws_after: int

    def words(self) -> str:
        return _("draw {cards} after placing a world", cards=cards(self.draws_after))
