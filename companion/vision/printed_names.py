"""Reads pieces without tags by the names that are printed on them, where an OCR engine is installed.

No picture of a piece need be learnt first. The engine finds lines of text anywhere in a photo; those that
stand below each other, in one direction and size, are one text, and a text that is a piece's name places the
piece. A name that is only a part of a text names nothing: it may be another piece's. What was read with a
wrong letter, or in another size than the other names, is named as unsure, for a person to confirm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract.looks import Looks, Title
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.looks import SeenFront, without_overlaps

WHOLE_SIDE_PX = 2000
"""The engine looks at no more pixels a side: a larger photo is read in parts, too."""
PART = 0.56
"""A part's share of each side: two of them, with what lies on their border in both."""
MIN_SCORE = 0.6
"""The engine's, below which a line is left out."""
MIN_LETTERS = 3
"""A shorter line is an icon or a figure."""
ALIKE_HEIGHT = 1.45
"""Names in one photo differ by less from their median."""
ALIKE_LINES = 1.75
"""Lines of one text differ by less: where the engine draws their borders varies."""
PARALLEL = 0.95
"""The cosine of the angle between lines of one text, at least."""
LETTERS_A_SLIP = 5
"""A name may be read with one wrong letter for each so many; then it is unsure."""
MIN_AGREEING = 3
"""Names whose size shows how large names are in this photo."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A line of text in a photo. box: its corners, clockwise from the upper left one; which of its long sides
    is the upper one is only known after `_right_way_up`."""

    letters: str
    box: Vector
    score: float

    @property
    def middle(self) -> Vector:
        return np.asarray(self.box.mean(axis=0))

    @property
    def along(self) -> Vector:
        """A unit vector in reading direction."""
        a, b, c, d = self.box
        return _unit(b + c - a - d)

    @property
    def down(self) -> Vector:
        a, b, c, d = self.box
        return _unit(c + d - a - b)

    @property
    def width(self) -> float:
        a, b, c, d = self.box
        return float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2

    @property
    def height(self) -> float:
        a, b, c, d = self.box
        return float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2


def _unit(vector: Vector) -> Vector:
    return np.asarray(vector / np.linalg.norm(vector))


@dataclass(frozen=True, slots=True)
class _Named:
    """A name that was read. slips: its letters that were read differently."""

    front: str
    slips: int
    lines: tuple[_Line, ...]

    @property
    def height(self) -> float:
        return median(line.height for line in self.lines)


def letters_of(text: str) -> str:
    """What is compared: letters and digits without spaces, capital."""
    return "".join(one for one in text.upper() if one.isalnum())


class NameReader:
    """Names the fronts of `looks` in photos by what is printed on them. For any number of threads."""

    def __init__(self, looks: Looks, title: Title) -> None:
        self._names = {front.id: letters_of(front.name) for front in looks.fronts}
        self._size = looks.width_mm, looks.height_mm
        self._title = title

    def read(self, photo: Image) -> tuple[SeenFront, ...]:
        """The fronts whose name could be read, the surest first; none where no engine is installed."""
        lines = _lines(photo)
        names = [_right_way_up(photo, line) for line in lines if self._may_be_named(line)]
        lines = [line for line in lines if not any(_is_same(line, other) for other in names)] + names
        texts = {_text_around(line, lines) for line in names}
        named = [one for text in texts if (one := self._named(text)) is not None]
        if not named:
            return ()
        usual = median(one.height for one in named)
        seen = []
        for one in named:
            off = max(one.height / usual, usual / one.height)
            sure = not one.slips and len(named) >= MIN_AGREEING and off < ALIKE_HEIGHT
            score = min(line.score for line in one.lines)
            height = usual if sure else one.height
            seen.append(((sure, one.height, score), self._placed(one, height, sure)))
        seen.sort(key=lambda each: each[0], reverse=True)
        return without_overlaps([front for _order, front in seen])

    def _may_be_named(self, line: _Line) -> bool:
        """Whether the line may be a name or a part of one."""
        allowed = len(line.letters) // LETTERS_A_SLIP
        return any(_slips(line.letters, name, inside=True) <= allowed for name in self._names.values())

    def _named(self, text: tuple[_Line, ...]) -> _Named | None:
        """The piece whose name the whole text is, if no other name is nearly as like."""
        letters = "".join(line.letters for line in text)
        slips = sorted((_slips(letters, name), front) for front, name in self._names.items())
        (least, front), others = slips[0], slips[1:]
        if least > len(letters) // LETTERS_A_SLIP or (others and others[0][0] < least + 2):
            return None
        return _Named(front, least, text)

    def _placed(self, one: _Named, height: float, sure: bool) -> SeenFront:
        px_per_mm = height / self._title.line_mm
        along, down = (sum(getattr(line, way) for line in one.lines) for way in ("along", "down"))
        along, down = along / np.linalg.norm(along), down / np.linalg.norm(down)
        middle = sum(line.middle for line in one.lines) / len(one.lines)
        corner = middle - (along * self._title.x_mm + down * self._title.y_mm) * px_per_mm
        across, high = along * self._size[0] * px_per_mm, down * self._size[1] * px_per_mm
        places = (corner, corner + across, corner + across + high, corner + high)
        return SeenFront(one.front, tuple((float(x), float(y)) for x, y in places), 0, sure)


def _lines(photo: Image) -> list[_Line]:
    """The lines of a photo, each once."""
    high, wide = photo.shape[:2]
    found = _lines_in(photo, 0, 0)
    if max(high, wide) > WHOLE_SIDE_PX:
        tall, broad = round(high * PART), round(wide * PART)
        for top in (0, high - tall):
            for left in (0, wide - broad):
                part = photo[top : top + tall, left : left + broad]
                found += _lines_in(part, left, top)
    kept: list[_Line] = []
    for line in sorted(found, key=lambda it: (-len(it.letters), -it.score)):
        if len(line.letters) >= MIN_LETTERS and not any(_is_same(line, other) for other in kept):
            kept.append(line)
    return kept


def _lines_in(part: Image, left: int, top: int) -> list[_Line]:
    """Those that no edge of the part cuts. left, top: where the part lies in its photo."""
    lines = []
    high, wide = part.shape[:2]
    for box, text, score in ocr.lines_of(part):
        whole = bool((box >= 3).all() and (box <= (wide - 4, high - 4)).all())
        if score >= MIN_SCORE and whole:
            sides = np.linalg.norm(np.roll(box, -1, axis=0) - box, axis=1)
            lying = sides[0] + sides[2] >= sides[1] + sides[3]
            box = box if lying else np.roll(box, -1, axis=0)
            lines.append(_Line(letters_of(text), box + np.array((left, top)), score))
    return lines


def _is_same(line: _Line, other: _Line) -> bool:
    """Whether both were read in one place."""
    apart = line.middle - other.middle
    return bool(
        abs(apart @ other.down) < 0.5 * max(line.height, other.height)
        and abs(apart @ other.along) < 0.5 * max(line.width, other.width)
    )


def _right_way_up(photo: Image, line: _Line) -> _Line:
    """The line with its upper side known: the engine turns what stands upright or on its head without saying
    so, therefore it is read once more both ways."""
    size = max(1, round(line.width)), max(1, round(line.height))
    to = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    ways = []
    for box in (line.box, np.roll(line.box, 2, axis=0)):
        way = cv2.getPerspectiveTransform(box.astype(np.float32), to)
        text, score = ocr.line_in(
            np.asarray(cv2.warpPerspective(photo, way, size, flags=cv2.INTER_CUBIC), np.uint8)
        )
        ways.append((score, text, box))
    score, text, box = max(ways, key=lambda way: way[0])
    return _Line(letters_of(text), box, score) if score > line.score else replace(line, box=box)


def _text_around(line: _Line, lines: Sequence[_Line]) -> tuple[_Line, ...]:
    """The line, with those that stand above and below it, from the first to the last."""
    text = [line]
    for step in (-1, 1):
        while True:
            last = text[0] if step < 0 else text[-1]
            left = [other for other in lines if other not in text]
            near = next((other for other in left if _stands_below(last, other, step * line.down)), None)
            if near is None:
                break
            text.insert(0 if step < 0 else len(text), near)
    return tuple(text)


def _stands_below(line: _Line, other: _Line, down: Vector) -> bool:
    if abs(line.along @ other.along) < PARALLEL:
        return False
    if max(line.height / other.height, other.height / line.height) > ALIKE_LINES:
        return False
    apart = other.middle - line.middle
    beside, under = abs(apart @ line.along), apart @ down
    return bool(0.5 * line.height < under < 1.6 * line.height and beside < 0.5 * max(line.width, other.width))


def _slips(one: str, other: str, inside: bool = False) -> int:
    """Letters to change, add or leave out to make one of the other (Levenshtein's distance). inside: of the
    part of `other` that is most like it."""
    row = [0] * (len(other) + 1) if inside else list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, row[0] = row[0], n
        for m, wanted in enumerate(other, 1):
            before, row[m] = row[m], min(row[m] + 1, row[m - 1] + 1, before + (letter != wanted))
    return min(row) if inside else row[-1]
