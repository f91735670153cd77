"""The course of a game as a drawing: a line for each player, with its shape at the end of every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.plays.play import RoundTotals
from companion.web.live.views import SeatLabel

WIDTH, HEIGHT = 480, 280
LEFT_MARGIN, RIGHT_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 38, 116, 14, 32
MIN_NAME_GAP = 18.0
"""Minimum distance of two names at the ends of their lines."""
DASHES = ("", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3")
"""Each line has a pattern of its own beside its colour and its shape."""
MAX_NAME_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's line. points: for a polyline; marks: where the shapes stand; name: where the name begins."""

    seat: SeatLabel
    points: str
    marks: tuple[tuple[float, float], ...]
    dash: str
    name: tuple[float, float]
    label: str


@dataclass(frozen=True, slots=True)
class Lines:
    """A drawing of lines. numbers, steps: the grid across and upwards, (place, number) each."""

    curves: tuple[Curve, ...]
    numbers: tuple[tuple[float, int], ...]
    steps: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT_MARGIN
    right: int = WIDTH - RIGHT_MARGIN
    bottom: int = HEIGHT - BOTTOM_MARGIN


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing, and rows: (round, totals), the same as a table."""

    lines: Lines
    rows: tuple[RoundTotals, ...]


def grid_steps(least: int, most: int) -> tuple[int, int, tuple[int, ...]]:
    """The lowest and the highest place of a grid for numbers from `least` to `most`, and the numbers of its
    lines, seven at most."""
    least = min(0, least)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if (most - least) / s <= 6)
    top = max(least + step, -(-most // step) * step)
    return least, top, tuple(s for s in range(least // step * step, top + 1, step) if s >= least)


def chart(course: Sequence[RoundTotals], seats: Sequence[SeatLabel]) -> Chart | None:
    """The drawing; None for fewer than two rounds."""
    if len(course) < 2:
        return None
    least, top, numbers = grid_steps(min(min(c.totals) for c in course), max(max(c.totals) for c in course))
    across = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / (len(course) - 1)
    up = (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) / (top - least)

    def at(index: int, total: int) -> tuple[float, float]:
        return round(LEFT_MARGIN + across * index, 1), round(HEIGHT - BOTTOM_MARGIN - up * (total - least), 1)

    ends = spread_apart([at(0, course[-1].totals[seat.number])[1] for seat in seats])
    curves = []
    for seat in seats:
        marks = tuple(at(n, c.totals[seat.number]) for n, c in enumerate(course))
        name = seat.name if len(seat.name) <= MAX_NAME_LETTERS else seat.name[: MAX_NAME_LETTERS - 1] + "…"
        curves.append(
            Curve(
                seat,
                " ".join(f"{x},{y}" for x, y in marks),
                marks,
                DASHES[seat.number % len(DASHES)],
                (WIDTH - RIGHT_MARGIN + 14, ends[seat.number]),
                name,
            )
        )
    every = -(-len(course) // 12)
    rounds = tuple((at(n, 0)[0], c.round) for n, c in enumerate(course) if n % every == 0)
    steps = tuple((at(0, total)[1], total) for total in numbers)
    return Chart(Lines(tuple(curves), rounds, steps), tuple(course))


def spread_apart(heights: Sequence[float]) -> list[float]:
    """The heights moved apart, in the same order, within the drawing."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = list(heights)
    lowest = HEIGHT - BOTTOM_MARGIN - MIN_NAME_GAP * (len(order) - 1)
    before = TOP_MARGIN - MIN_NAME_GAP
    for place, n in enumerate(order):
        placed[n] = max(before + MIN_NAME_GAP, min(placed[n], lowest + MIN_NAME_GAP * place))
        before = placed[n]
    return [round(y, 1) for y in placed]
