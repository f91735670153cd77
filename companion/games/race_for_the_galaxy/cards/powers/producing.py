"""The powers of Produce, and what they draw (rulebook p. 7, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from companion.games.race_for_the_galaxy.cards.powers.power import Power, kind_after
from companion.games.race_for_the_galaxy.wording.names import cards, kind_name
from companion.translation import _


class Placed(Protocol):
    """What powers look at of a card in the tableau."""

    @property
    def kind(self) -> str | None: ...


class ProducePower(Power):
    """What a power may do in Produce. draws_here: cards when a good is produced on its world."""

    draws_here: int = 0

    def draws_for_most(self, produced: Sequence[str], others: Sequence[Sequence[str]]) -> int:
        """Cards at the end of the phase. produced, others: the kinds of all goods produced by its player, and
        by each of the others."""
        return 0


@dataclass(frozen=True)
class Produce(ProducePower, phase="produce"):
    """Produce a good on this world."""

    here = produces = True

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls() if codes == ["produce"] else None

    def words(self) -> str:
        return _("a good on this world")


class FillsWindfalls(ProducePower):
    """Produces a good on a windfall world without one. discard: may, for a card."""

    discard: bool = False

    def fits(self, kind: str | None) -> bool:
        """A windfall world of this kind."""
        return True


@dataclass(frozen=True)
class ProduceWindfall(FillsWindfalls, phase="produce"):
    """Produce a good on a windfall world without one. kind: only of this kind; discard: may, for a card."""

    kind: str | None = None
    discard: bool = False

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        if codes in (["windfall_any"], ["discard", "windfall_any"]):
            return cls(discard=len(codes) == 2)
        return cls(kind) if (kind := kind_after("windfall", codes)) else None

    def words(self) -> str:
        if self.kind is not None:
            return _("a good on a windfall world: {kind}", kind=kind_name(self.kind))
        if self.discard:
            return _("may discard 1 card from hand for a good on a windfall world")
        return _("a good on a windfall world")

    def fits(self, kind: str | None) -> bool:
        return self.kind is None or self.kind == kind


WINDFALL_BONUS = ProduceWindfall()
"""What those have who chose Produce (p. 7)."""


@dataclass(frozen=True)
class DrawIfProduced(ProducePower, phase="produce", code="draw_if"):
    """Draw when a good was produced on this world."""

    here = True

    draws_here: int

    def words(self) -> str:
        return _("draw {cards} when a good is produced here", cards=cards(self.draws_here))


# --- draws when all of a player's goods are produced ----------------------------------------------------


class DrawsAtEnd(ProducePower):
    """Draws when all goods of the player are produced."""

    def drawn(self, produced: Sequence[str], tableau: Sequence[Placed]) -> int:
        """Cards. produced: the kind of each good."""
        raise NotImplementedError


@dataclass(frozen=True)
class ProduceDraw(DrawsAtEnd, phase="produce", code="draw"):
    """Draw in the Produce phase, for nothing."""

    cards: int

    def words(self) -> str:
        return _("draw {cards}", cards=cards(self.cards))

    def drawn(self, produced: Sequence[str], tableau: Sequence[Placed]) -> int:
        return self.cards


@dataclass(frozen=True)
class DrawForDifferent(DrawsAtEnd, phase="produce", code="draw_different"):
    """Draw for each different kind of good produced in the phase."""

    cards: int

    def words(self) -> str:
        return _("draw {cards} for each kind of good produced", cards=cards(self.cards))

    def drawn(self, produced: Sequence[str], tableau: Sequence[Placed]) -> int:
        return self.cards * len(set(produced))


@dataclass(frozen=True)
class _OfKind(ProducePower):
    """Draws by one kind of good; its code is followed by the kind."""

    kind: str
    cards: int

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls(kind, value) if (kind := kind_after(cls.code, codes)) else None


@dataclass(frozen=True)
class DrawForKind(_OfKind, DrawsAtEnd, phase="produce", code="draw_each"):
    """Draw for each good of this kind produced in the phase."""

    def words(self) -> str:
        return _(
            "draw {cards} for each good produced: {kind}", cards=cards(self.cards), kind=kind_name(self.kind)
        )

    def drawn(self, produced: Sequence[str], tableau: Sequence[Placed]) -> int:
        return self.cards * produced.count(self.kind)


@dataclass(frozen=True)
class DrawForMost(_OfKind, phase="produce", code="draw_most"):
    """Draw at the end of the phase, for more goods of this kind than any other player produced."""

    def words(self) -> str:
        return _(
            "draw {cards} for producing the most: {kind}", cards=cards(self.cards), kind=kind_name(self.kind)
        )

    def draws_for_most(self, produced: Sequence[str], others: Sequence[Sequence[str]]) -> int:
        own = produced.count(self.kind)
        return self.cards if all(own > other.count(self.kind) for other in others) else 0


@dataclass(frozen=True)
class DrawForWorlds(_OfKind, DrawsAtEnd, phase="produce", code="draw_world"):
    """Draw for each production or windfall world of this kind in the tableau."""

    def words(self) -> str:
        kind = kind_name(self.kind)
        return _("draw {cards} for each world: {kind}", cards=cards(self.cards), kind=kind)

    def drawn(self, produced: Sequence[str], tableau: Sequence[Placed]) -> int:
        return self.cards * sum(card.kind == self.kind for card in tableau)
