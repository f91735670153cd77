"""What a page draws over a photo: every tile outlined and named, every doubt called out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.contract.untracked import FinalBook
from companion.scan import doubts
from companion.scan.found import PhotoContents
from companion.vision.camera import Point
from companion.vision.drawing import in_two_lines

CERTAIN, NOT_COUNTED, DOUBTFUL = "#78dc8c", "#bec8d7", "#ffbe3c"
OUTLINE_SCALE = 1.7
"""How much wider than its tag a tile's outline is drawn."""
WIDEST_LETTERS = 0.6
"""Of their height."""
Points = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Outline:
    """line: its points as SVG has them, in pixels of the photo, "" draws none; dashed: it is in doubt; words:
    below it, in lines, whose middle is at x and whose letters are `letters` high."""

    colour: str
    line: str
    dashed: bool
    words: list[str]
    x: float
    y: float
    letters: float


def outlines(read: PhotoContents, book: FinalBook) -> Iterator[Outline]:
    """A sure tile has a whole line and its name, a doubtful one a dashed line and its name with "?", and a
    place where something may be missing a dashed line and a number: that of its doubt in `read`, from 1."""
    for found in read.found:
        x, y = found.middle
        points = [(x + (a - x) * OUTLINE_SCALE, y + (b - y) * OUTLINE_SCALE) for a, b in found.corners]
        role, name = book.roles[found.role], book.name(found.id)
        aside = bool(found.role) and not role.scores
        words = f"{name} ({book.title(found.role)})" if aside else name
        if found.sure:
            yield _outline(read, NOT_COUNTED if aside else CERTAIN, points, words)
        else:
            yield _outline(read, DOUBTFUL, points, f"{words} ?", dashed=True)
    for number, doubt in enumerate(read.doubts, start=1):
        if doubt.kind == doubts.GOOD and doubt.outline:
            # The tile itself is in no doubt: only the number, above it.
            up = 1.4 * abs(doubt.outline[2][1] - doubt.outline[0][1])
            yield _outline(read, DOUBTFUL, [(x, y - up) for x, y in doubt.outline], f"{number}?", line=False)
        elif doubt.outline:
            yield _outline(read, DOUBTFUL, doubt.outline, f"{number}?", dashed=True)


def _outline(
    read: PhotoContents, colour: str, points: Points, words: str, dashed: bool = False, line: bool = True
) -> Outline:
    """Its words within the picture, and in two lines: they cover less of the neighbours than a long one."""
    xs, ys = zip(*points, strict=True)
    wide, high = read.size
    unit, lines = max(read.size) / 1600, in_two_lines(words, 12)
    letters = min(24 * unit, max(12 * unit, (max(xs) - min(xs)) / 5))
    half = max(map(len, lines)) * letters * WIDEST_LETTERS / 2
    x = max(half, min(sum(xs) / len(xs), wide - half))
    y = max(0.0, min(max(ys) + 3 * unit, high - 1.2 * letters * len(lines)))
    drawn = " ".join(f"{x:.0f},{y:.0f}" for x, y in points) if line else ""
    return Outline(colour, drawn, dashed, lines, round(x), round(y), round(letters))
