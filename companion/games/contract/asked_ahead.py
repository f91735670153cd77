"""What a newcomer is asked one tap ahead, to find out before being told (docs/lessons.md)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.reasons import Tally
from companion.translation import _, figure, listed, signed


@dataclass(frozen=True, slots=True)
class AskedAhead:
    """id: of what it teaches, the same in every game of this kind ("produce"). answers: three, of which that
    at `right` is the rules' own; why: one sentence; page: of the rulebook."""

    id: str
    words: str
    answers: tuple[str, str, str]
    right: int
    why: str
    page: int


def three_numbers(number: int, step: int = 1) -> tuple[tuple[str, str, str], int]:
    """Answers among which the number is, and where: the place follows from the number, so that a page drawn
    again has the same."""
    place = min(number // step, number * 7 % 3)
    first = number - place * step
    return (str(first), str(first + step), str(first + 2 * step)), place


def because(tally: Tally) -> str:
    """A number with its reasons, as a sentence."""
    first, *rest = tally.terms
    parts = [f"{first.label} {figure(first.value)}", *(f"{it.label} {signed(it.value)}" for it in rest)]
    return _("{total}: {reasons}.", total=tally.total, reasons=listed(parts))
