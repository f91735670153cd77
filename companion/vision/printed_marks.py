"""Reads what is printed on a tile that was cut out upright: lines of text, numbers in outlines, coloured
discs and small figures. What they mean is the game's to say.

Outlines are found by brightness at many thresholds: one that stays the same shape at several of them is a
mark, not art. Text is read by the OCR engine (`ocr`), where one is installed; digits also without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract.box_proposals import SeenDisc, SeenFace, SeenLine, SeenNumber
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM, CutOut
from companion.vision.digit_reader import read_digit

WORK_PX_PER_MM = 6.0
"""Pixels a millimetre of the picture in which outlines are looked for."""
THRESHOLDS = range(30, 235, 12)
NUMBER_MM = (4.0, 13.0)
"""How wide an outline with a number is."""
MAX_DIAMOND_MM = 15.5
"""And one that stands on its point."""
DISC_MM = (7.5, 15.0)
FIGURE_MM = (2.2, 5.5)
MIN_FILLED = 0.93
"""The part of its hull that an outline fills."""
SAME_MM = 1.0
"""Outlines whose middles lie nearer are of one mark."""
MAX_MARKS = 14
"""Marks a tile that are read, those found most often first."""
MAX_HEXAGON_PART = 0.885
"""The part of the smallest circle around it that an outline fills: a hexagon 0.83."""
MIN_DIAMOND_PART = 0.86
"""The part of the narrowest rectangle around it that a diamond fills; a circle 0.79, a hexagon 0.75. Its part
of the circle, 0.64, is a hexagon's where its corners are blurred: a cost was read as VP."""
DIGITS = {"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "？": "?", "D": "0", "Z": "2", "S": "5"}
MIN_ALONE, MIN_IN_OUTLINE = 0.75, 0.5
"""How surely a character that was not read with the text must be seen."""
INNER_EDGE = 0.66
"""From this part of an outline's width on, one within it is its inner edge, not a digit."""
PALE_LEVELS = tuple((colour, bright) for colour in (40, 60, 80) for bright in (140, 160, 180, 200, 215))
"""Levels of how colourless and how bright a figure must be; what is seen at most of them is one."""
MIN_ALIKE = 2
"""Figures count when they are seen at more levels than this."""
RED_RIM = 0.75
"""From this part of its rim on a mark is red."""
HALO_DIFFERENCE, HALO_PART = 45.0, 0.36
"""How far apart the colours of a ring and its inside are; in dim light a part of its brightness."""

STICKER_TO_SYMBOL = 25 / 21
"""Ratio of a sticker's side to its symbol's: the symbol has two white modules on each side."""


@dataclass(frozen=True, slots=True)
class _Outline:
    x: float
    y: float
    width: float
    filled: float
    """Of the smallest circle around it."""
    boxed: float
    """Of the narrowest rectangle around it."""

    @property
    def is_diamond(self) -> bool:
        return self.boxed >= MIN_DIAMOND_PART


def read_cut_out(cut: CutOut, size_mm: float) -> SeenFace:
    """What a tile shows that was cut out by its tag. size_mm: the tile's."""
    return read_face(cut.picture, (cut.tag_x, cut.tag_y, cut.symbol_mm * STICKER_TO_SYMBOL), size_mm)


def read_face(picture: Image, tag: tuple[float, float, float], size_mm: float) -> SeenFace:
    """What a cut-out shows. tag: its middle in millimetres from the tile's, and the side of its sticker."""
    even = _in_white_light(picture, tag, size_mm)
    marks = _marks(even, tag, size_mm)
    figures = _figures(even, size_mm)
    lines = _lines(picture, tag, size_mm)
    numbers: list[SeenNumber] = []
    discs: list[SeenDisc] = []
    for mark, clear in marks:
        widest = MAX_DIAMOND_MM if mark.is_diamond else NUMBER_MM[1]
        if NUMBER_MM[0] <= mark.width <= widest:
            number = _number(even, mark, clear, size_mm, lines, figures)
            if number is not None:
                numbers.append(number)
                continue
        if DISC_MM[0] <= mark.width <= DISC_MM[1] and mark.filled > MAX_HEXAGON_PART:
            discs.append(_disc(even, mark, clear, size_mm))
    return SeenFace(tuple(lines), tuple(numbers), tuple(discs), ocr.installed())


# --- light ----------------------------------------------------------------------------------------------


def _in_white_light(picture: Image, tag: tuple[float, float, float], size_mm: float) -> Image:
    """With the sticker's paper white."""
    x, y, side = tag
    middle = np.array([x, y]) + size_mm / 2 + MARGIN_MM
    low, high = (
        ((middle - side * 0.6) * PX_PER_MM).astype(int),
        ((middle + side * 0.6) * PX_PER_MM).astype(int),
    )
    around = picture[max(0, low[1]) : high[1], max(0, low[0]) : high[0]].reshape(-1, 3)
    if not len(around):
        return picture
    paper = np.percentile(around, 85, axis=0)
    return np.asarray(np.clip(picture * (240.0 / np.maximum(paper, 60.0)), 0, 255), np.uint8)


# --- outlines -------------------------------------------------------------------------------------------


def _marks(picture: Image, tag: tuple[float, float, float], size_mm: float) -> list[tuple[_Outline, float]]:
    """Outlines that are found at several thresholds, each with the part of the thresholds at which it was
    found."""
    groups: list[list[_Outline]] = []
    for one in _outlines(picture, size_mm):
        if abs(one.x - tag[0]) < tag[2] * 0.62 and abs(one.y - tag[1]) < tag[2] * 0.62:
            continue
        for group in groups:
            if abs(group[0].x - one.x) < SAME_MM and abs(group[0].y - one.y) < SAME_MM:
                group.append(one)
                break
        else:
            groups.append([one])
    groups.sort(key=len, reverse=True)
    found = []
    for group in groups[:MAX_MARKS]:
        if len(group) < 3:
            continue
        outer = max(one.width for one in group)
        rim = [one for one in group if one.width > outer * 0.86]
        # What touches an outline from outside makes it less round there, but not its inner edge.
        inner = [one for one in group if outer * INNER_EDGE < one.width <= outer * 0.86]
        filled = float(np.quantile([one.filled for one in rim], 0.7))
        if len(inner) >= 3 and (rounder := float(np.median([one.filled for one in inner]))) > filled:
            filled, rim = rounder, inner
            outer = min(outer, max(one.width for one in inner) * 1.15)
        x, y = float(np.median([one.x for one in rim])), float(np.median([one.y for one in rim]))
        boxed = float(np.median([one.boxed for one in rim]))
        found.append((_Outline(x, y, outer, filled, boxed), min(1.0, len(group) / len(THRESHOLDS))))
    return found


def _outlines(picture: Image, size_mm: float) -> Iterator[_Outline]:
    part = WORK_PX_PER_MM / PX_PER_MM
    small: Any = cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 0.8)
    planes = [
        cv2.cvtColor(small, cv2.COLOR_BGR2GRAY),
        cv2.cvtColor(small, cv2.COLOR_BGR2HSV)[:, :, 1],
        small[:, :, 2],
    ]
    middle = (size_mm / 2 + MARGIN_MM) * WORK_PX_PER_MM
    least, most = NUMBER_MM[0] * WORK_PX_PER_MM, MAX_DIAMOND_MM * WORK_PX_PER_MM
    for plane in planes:
        for threshold in THRESHOLDS:
            mask = (plane > threshold).astype(np.uint8)
            contours, _nested = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            for contour in contours:
                _x, _y, wide, high = cv2.boundingRect(contour)
                if not (least <= wide <= most and 0.8 < wide / high < 1.25):
                    continue
                hull = cv2.convexHull(contour)
                area = cv2.contourArea(hull)
                if cv2.contourArea(contour) < MIN_FILLED * area:
                    continue
                (x, y), radius = cv2.minEnclosingCircle(hull)
                filled = area / (np.pi * radius**2)
                if filled > 0.58:
                    x, y, width = (v / WORK_PX_PER_MM for v in (x - middle, y - middle, 2 * radius))
                    box = cv2.minAreaRect(hull)[1]
                    yield _Outline(x, y, width, filled, area / max(box[0] * box[1], 1.0))


def _number(
    picture: Image,
    mark: _Outline,
    clear: float,
    size_mm: float,
    lines: list[SeenLine],
    figures: list[NDArray[np.float64]],
) -> SeenNumber | None:
    """The digit in an outline: by the small network and as it was read with the other text; where they differ
    it is unsure."""
    whole = _around(picture, mark, size_mm, 0.5)
    if whole is None:
        return None
    text, sure = read_digit(whole)
    inside = [
        it for it in lines if _digit(it.text) and np.hypot(it.x - mark.x, it.y - mark.y) < mark.width * 0.3
    ]
    if inside and _digit(inside[0].text) == text:
        sure = 1 - (1 - sure) * (1 - inside[0].sure)
    elif inside:
        text, sure = (text, sure / 2) if sure > MIN_ALONE and text else (_digit(inside[0].text), 0.5)
    # Art is easily read as a 0; a hexagon or a diamond is no art.
    elif not text or sure < (MIN_ALONE if mark.filled > MAX_HEXAGON_PART else MIN_IN_OUTLINE):
        return None
    around = _around(picture, mark, size_mm, 0.54)
    red = around is not None and _red_part(around) > RED_RIM
    below, alike = _figures_below(figures, mark)
    return SeenNumber(text, _shape(mark), red, mark.x, mark.y, sure, clear, below, alike)


def _shape(mark: _Outline) -> str:
    if mark.is_diamond:
        return "diamond"
    return "hexagon" if mark.filled < MAX_HEXAGON_PART else "circle"


def _digit(text: str) -> str:
    """The digit or "?" that a text is read as; "" for another."""
    text = DIGITS.get(text.strip(), text.strip())
    return text if len(text) == 1 and text in "0123456789?" else ""


def _around(picture: Image, mark: _Outline, size_mm: float, part: float) -> Image | None:
    """The square around a mark. part: half of its side, as a part of the mark's width."""
    x, y = ((v + size_mm / 2 + MARGIN_MM) * PX_PER_MM for v in (mark.x, mark.y))
    half = mark.width * part * PX_PER_MM
    if min(x, y) < half or max(x, y) + half > picture.shape[0]:
        return None
    return picture[round(y - half) : round(y + half), round(x - half) : round(x + half)]


def _red_part(cut: Image) -> float:
    """In how many directions from the middle a mark's rim is red. The art around it is not the mark's."""
    hsv = cv2.cvtColor(cv2.resize(cut, (96, 96), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2HSV)
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    reach = np.linspace(0.62, 0.96, 12)[:, None] * 47.5
    x, y = (47.5 + reach * np.cos(turns)).astype(int), (47.5 + reach * np.sin(turns)).astype(int)
    hue, strong, bright = hsv[y, x, 0], hsv[y, x, 1] > 90, hsv[y, x, 2] > 60
    return float((((hue < 9) | (hue > 170)) & strong & bright).any(axis=0).mean())


def _disc(picture: Image, mark: _Outline, clear: float, size_mm: float) -> SeenDisc:
    middle = size_mm / 2 + MARGIN_MM
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)

    def along(part: float) -> NDArray[np.float64]:
        r = mark.width / 2 * part
        x = np.clip((mark.x + middle + r * np.cos(turns)) * PX_PER_MM, 0, picture.shape[1] - 1).astype(int)
        y = np.clip((mark.y + middle + r * np.sin(turns)) * PX_PER_MM, 0, picture.shape[0] - 1).astype(int)
        return np.asarray(np.median(picture[y, x], axis=0))

    # A ring may be as narrow as a seventh of the disc, so the strongest colour near the rim is taken for the
    # ring's.
    rim = max((along(part) for part in (0.76, 0.8, 0.84, 0.88)), key=lambda colour: float(np.ptp(colour)))
    inside = np.median([along(0.45), along(0.52), along(0.58)], axis=0)
    halo = float(np.linalg.norm(rim - inside)) > min(HALO_DIFFERENCE, HALO_PART * float(rim.max()))
    blue, green, red = (int(v) for v in rim)
    return SeenDisc(f"#{red:02x}{green:02x}{blue:02x}", halo, mark.x, mark.y, mark.width / 2, clear)


def _figures(picture: Image, size_mm: float) -> list[NDArray[np.float64]]:
    """Small pale figures at each of PALE_LEVELS: x and y of their middles in millimetres from the tile's, and
    how high they are."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    found = []
    for colour, bright in PALE_LEVELS:
        pale: Any = ((hsv[:, :, 1] < colour) & (hsv[:, :, 2] > bright)).astype(np.uint8)
        pale = cv2.morphologyEx(pale, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _count, _labels, about, middles = cv2.connectedComponentsWithStats(pale)
        wide, high = (about[1:, column] / PX_PER_MM for column in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT))
        some = np.column_stack([middles[1:] / PX_PER_MM - size_mm / 2 - MARGIN_MM, high])
        small = (FIGURE_MM[0] <= high) & (high <= FIGURE_MM[1]) & (wide >= 1.2) & (wide <= 3.4)
        found.append(np.asarray(some[small], np.float64))
    return found


def _figures_below(figures: list[NDArray[np.float64]], mark: _Outline) -> tuple[int, float]:
    """How many figures stand in a row below a number, and the part of the levels at which just so many were
    seen."""
    seen = [_most_in_a_row(some - (mark.x, mark.y, 0.0)) for some in figures]
    # A figure is easily lost in its ground; art that looks like one at two levels or fewer is none.
    count = max((n for n in set(seen) if n and sum(it >= n for it in seen) > MIN_ALIKE), default=0)
    return count, seen.count(count) / len(seen)


def _most_in_a_row(figures: NDArray[np.float64]) -> int:
    """How many figures of one size stand in a row below a number. figures: from its middle."""
    x, y, _high = figures.T
    near = figures[(y > 3) & (y < 11) & (np.abs(x) < 9)]
    apart = np.abs(near[:, None] - near[None])
    return int(((apart[..., 1] < 1) & (apart[..., 2] < 0.7)).sum(axis=1).max(initial=0))


# --- text -----------------------------------------------------------------------------------------------


def _lines(picture: Image, tag: tuple[float, float, float], size_mm: float) -> list[SeenLine]:
    """The lines of text, from above; those on the sticker left out."""
    found = []
    for corners, text, sure in ocr.lines_of(picture):
        x, y = corners.mean(axis=0) / PX_PER_MM - size_mm / 2 - MARGIN_MM
        # Its caption stands below a sticker; the last line of a text may end just above one.
        if abs(x - tag[0]) < tag[2] * 0.6 and -tag[2] * 0.5 < y - tag[1] < tag[2] * 0.72:
            continue
        found.append(SeenLine(text, float(x), float(y), sure))
    return sorted(found, key=lambda line: (round(line.y), line.x))
