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


@dataclass(frozen=True)
class ExploreMore(Power, phase="explore"):
    """Draw and keep more cards in Explore."""

    draw: int = 0
    keep: int = 0

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls(**{codes[0]: value}) if codes in (["draw"], ["keep"]) else None

    def words(self) -> str:
        if not self.draw:
            return _("keep {number} more", number=self.keep)
        return _("draw {number} more to choose from", number=self.draw)


# --- Develop --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DevelopDraw(Power, phase="develop", code="draw"):
    """Draw at the start of the Develop phase."""

    cards: int

    def words(self) -> str:
        return _("draw {cards} first", cards=cards(self.cards))


@dataclass(frozen=True)
class DevelopReduce(Power, phase="develop", code="reduce"):
    """Developments cost less."""

    amount: int

    def words(self) -> str:
        return _("developments cost {number} less", number=self.amount)


@dataclass(frozen=True)
class DevelopDrawAfter(Power, phase="develop", code="draw_after"):
    """Draw after placing a development."""

    cards: int

    def words(self) -> str:
        return _("draw {cards} after placing a development", cards=cards(self.cards))


# --- Settle ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SettleReduce(Power, phase="settle"):
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

    def applies(self, kind: str | None) -> bool:
        """To a world of this kind."""
        return self.kind is None or self.kind == kind


@dataclass(frozen=True)
class Military(Power, phase="settle"):
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

    def counts_against(self, world: World) -> bool:
        return self.against in (None, world.kind) or (self.against == "rebel" and world.rebel)


@dataclass(frozen=True)
class DiscardForMilitary(Power, phase="settle"):
    """May discard this card for Military until the end of the Settle phase."""

    amount: int

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls(value) if codes == ["discard", "extra_military"] else None

    def words(self) -> str:
        return _("may be discarded for {amount} Military in this phase", amount=signed(self.amount))


@dataclass(frozen=True)
class DiscardForCostZero(Power, phase="settle"):
    """May discard this card to place a non-military world, not an Alien one, at no cost."""

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls() if codes == ["discard", "reduce_zero"] else None

    def words(self) -> str:
        return _("may be discarded to place a world for nothing, not an Alien one")


@dataclass(frozen=True)
class PayForMilitary(Power, phase="settle", code="pay_military"):
    """May pay for a military world, not an Alien one: its defense less `discount`."""

    discount: int

    def words(self) -> str:
        return _(
            "may pay for a military world, not an Alien one: its defense less {number}", number=self.discount
        )


@dataclass(frozen=True)
class SettleDrawAfter(Power, phase="settle", code="draw_after"):
    """Draw after placing a world."""

    cards: int

    def words(self) -> str:
        return _("draw {cards} after placing a world", cards=cards(self.cards))
