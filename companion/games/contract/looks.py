"""The fronts of pieces that have no tag and are told apart by what is printed on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Front:
    """What is printed on a piece, and on all its copies. id: what `Untracked.part` calls it."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Title:
    """Where a front's name is printed: its middle, from the front's upper left corner, and the height of one
    line of it."""

    x_mm: float
    y_mm: float
    line_mm: float


@dataclass(frozen=True, slots=True)
class Looks:
    """The fronts of a game, in the order in which a person goes through them, all of one size. title: where
    each has its name printed; None: they have none."""

    fronts: tuple[Front, ...]
    width_mm: float
    height_mm: float
    title: Title | None = None

    @property
    def ratio(self) -> float:
        """A front's height to its width."""
        return self.height_mm / self.width_mm
