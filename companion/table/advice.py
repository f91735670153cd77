"""What the coach says of the questions that are open at a moment of a table: values, without words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Decision

SHADES = GOOD, FAIR, POOR = "good", "fair", "poor"
"""Of an answer: about as good as the best; worse; surely much worse."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer that was tried. behind: by how many VP it does worse than the best. likelier: where the game
    judges chances to win, by how much likelier this one wins (-1 to 1): the recommended answer than the mean
    of the others, any other than the best; a VP of `behind` then stands for two games of 100. None: it
    counts in VP.

    causes: (source of points, VP), the largest first, that make the difference: of the recommended answer to
    the mean of the others, of any other answer to the recommended one. steps: how many of them it takes to
    say why. ends_behind: the game ends by it, and not by others, while this player is behind.
    """

    decision: Decision
    shade: str
    behind: float
    causes: tuple[tuple[str, float], ...] = ()
    steps: int = 0
    ends_behind: bool = False
    likelier: float | None = None


@dataclass(frozen=True, slots=True)
class SeatAdvice:
    """Of one open question: the answers that were tried, the recommended one first."""

    seat: int
    kind: str
    graded: tuple[Graded, ...]

    def of(self, decision: Decision) -> Graded | None:
        return next((one for one in self.graded if one.decision == decision), None)


@dataclass(frozen=True, slots=True)
class Advice:
    """number: the entry after which it holds. own: for a seat's own page, from what this seat may know.
    open: for what all may see, the table's page and the lamps, from what everybody may know."""

    number: int
    own: tuple[SeatAdvice, ...] = ()
    open: tuple[SeatAdvice, ...] = ()

    def with_found(self, found: SeatAdvice, own: bool, open: bool) -> Advice:
        return Advice(self.number, self.own + (found,) * own, self.open + (found,) * open)

    def find(self, seat: int | None, kind: str, viewer: int | None) -> SeatAdvice | None:
        """For a page: viewer None is the table's; another seat's gets none."""
        if viewer not in (None, seat):
            return None
        where = self.open if viewer is None else self.own
        return next((one for one in where if (one.seat, one.kind) == (seat, kind)), None)
