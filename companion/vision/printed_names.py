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

WHOLE_SIDE_PX = 1000
"""Pixels of a side to which a photo of more than twice as many is brought down to find its largest lines; the
others are found in parts of it."""
PART = 0.56
"""A part's share of each side: two of them, with what lies on their border in both."""
MIN_SCORE = 0.6
"""The engine's, below which a line is left out."""
CLEAR_SCORE, MAX_MORE_SLIPS, MARGINS = 0.9, 2, (0.16, -0.06)
"""A line below this score, of so many wrong letters too many for a name, is read again with these margins, in
parts of its height."""
MIN_LENGTH = 1.2
"""How much longer than high a line of MIN_LETTERS is at least."""
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
        lines = [self._read_again(photo, line) for line in _lines(photo)]
        names = [_right_way_up(photo, line) for line in lines if self._slips_too_many(line) <= 0]
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

    def _slips_too_many(self, line: _Line) -> int:
        """How many fewer letters would have to be wrong for the line to be a name or a part of one: 0 or less
        where it may be."""
        least = min(_slips(line.letters, name, inside=True) for name in self._names.values())
        return least - len(line.letters) // LETTERS_A_SLIP

    def _read_again(self, photo: Image, line: _Line) -> _Line:
        """The line; one that is hardly legible and nearly a name as it reads best with a little more or a
        little less around it."""
        if line.score >= CLEAR_SCORE or not 0 < self._slips_too_many(line) <= MAX_MORE_SLIPS:
            return line
        return max((line, *(_read(photo, line, margin) for margin in MARGINS)), key=lambda it: it.score)

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
    """The lines of a photo, each once. Those of a large photo are found in parts of it, and in the whole made
    small only what is too large for a part; each is then read once, with all of the photo's pixels."""
    high, wide = photo.shape[:2]
    share = WHOLE_SIDE_PX / max(high, wide)
    if share >= 0.5:
        boxes = _boxes_in(photo, 0, 0)
    else:
        small = cv2.resize(photo, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        boxes = [box / share for box in _boxes_in(np.asarray(small, np.uint8), 0, 0)]
        tall, broad = round(high * PART), round(wide * PART)
        for top in (0, high - tall):
            for left in (0, wide - broad):
                boxes += _boxes_in(photo[top : top + tall, left : left + broad], left, top)
    kept: list[_Line] = []
    for place in sorted((_Line("", box, 0.0) for box in boxes), key=lambda it: -it.width):
        if place.width < MIN_LENGTH * place.height or any(_is_same(place, other) for other in kept):
            continue
        line = _read(photo, place)
        if line.score >= MIN_SCORE and len(line.letters) >= MIN_LETTERS:
            kept.append(line)
    return kept


def _boxes_in(part: Image, left: int, top: int) -> list[Vector]:
    """The corners of the lines that no edge of the part cuts, a long side first. left, top: where the part
    lies in its photo."""
    high, wide = part.shape[:2]
    boxes = []
    for box in ocr.boxes_of(part):
        if (box >= 3).all() and (box <= (wide - 4, high - 4)).all():
            sides = np.linalg.norm(np.roll(box, -1, axis=0) - box, axis=1)
            lying = sides[0] + sides[2] >= sides[1] + sides[3]
            boxes.append((box if lying else np.roll(box, -1, axis=0)) + np.array((left, top)))
    return boxes


def _read(photo: Image, place: _Line, margin: float = 0.0) -> _Line:
    """The line with its letters. margin: how much more around it is looked at, in parts of its height."""
    along, down = place.along * place.height * margin, place.down * place.height * margin
    wider = place.box + np.array([-along - down, along - down, along + down, down - along])
    text, score = ocr.line_in(_cut_out(photo, wider), turned=True)
    return replace(place, letters=letters_of(text), score=score)


def _cut_out(photo: Image, box: Vector) -> Image:
    """What lies within these corners, the first side on top."""
    size = (
        max(1, round(float(np.linalg.norm(box[1] - box[0])))),
        max(1, round(float(np.linalg.norm(box[3] - box[0])))),
    )
    to = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    way = cv2.getPerspectiveTransform(box.astype(np.float32), to)
    return np.asarray(cv2.warpPerspective(photo, way, size, flags=cv2.INTER_CUBIC), np.uint8)


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
    ways = []
    for box in (line.box, np.roll(line.box, 2, axis=0)):
        text, score = ocr.line_in(_cut_out(photo, box))
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
