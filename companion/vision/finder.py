"""Finds tags that are too small or too blurred for a decoder, and tells which of the known tags each is.

A decoder has to get every bit from its own few pixels. We know more: what the corner squares of a tag look
like, and which few hundred tags there are. So a corner square is found by correlation with its picture
averaged over all turns; three that stand as a tag's do give place, turn and tilt; and the 21 by 21 modules
there are correlated with each known tag's. Level H tags differ in about half their modules, so the right one
stands out though hardly any module could be read for certain. What stands out too little is no tag.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.tags import MODULES, modules

Floats = NDArray[np.float32]

FINE = 1.2
"""Pixels a module at which corner squares are searched: finer finds few more, and costs the square of it."""
CORNER = 0.35
"""Correlation, of 1, from which something may be a corner square."""
FAINT = 4.0
"""Standard deviation of gray values around a corner square, below which nothing is looked for."""
MOST = 900
"""Corner squares considered, the likest first: a picture of print may have thousands."""
LEG = 14.0
"""Modules from one corner square's middle to the next."""
FINER = 2
"""Samples a module, each way, when a tag is told from the others."""
QUIET = 1
"""Modules of the white around a tag that are compared too."""
LIKE = 0.6
"""Correlation that a tag must have with what lies there, and by how much more than any other tag."""
AHEAD = 0.085
COMMON = 0.3
"""Correlation with what all tags have in common, below which a place is not looked at further."""
HOPE = 0.45
"""Below this there is nothing to refine."""
SURE, SURE_AHEAD = 0.7, 0.1
"""From these on, no refinement is tried."""
PLAIN, PLAIN_AHEAD = 0.75, 0.15
"""The same at a first look with one sample a module: from these on it is the last look too."""
GLANCE = 0.35
"""Correlation at that look below which there is no other."""
ROUGH = MODULES + 2 * QUIET
SIDE = ROUGH * FINER


@dataclass(frozen=True, slots=True)
class Corners:
    """Three corner squares' middles in pixels: upper left, upper right and lower left in print."""

    points: Floats
    like: float


def find_corners(plain: Image, module: float) -> list[Corners]:
    """Where three corner squares stand as a tag's do. module: pixels a module, an eighth more or less."""
    small, scale = _brought_down(plain, FINE / module)
    if min(small.shape) < _SQUARE.shape[0]:
        return []
    fits = cv2.filter2D(small.astype(np.float32), -1, _FILTER, borderType=cv2.BORDER_REPLICATE)
    reach = 2 * round(2.5 * FINE) + 1
    peaks = cv2.compare(fits, cv2.dilate(fits, np.ones((reach, reach), np.uint8)), cv2.CMP_GE)
    strong = cv2.compare(fits, CORNER * FAINT, cv2.CMP_GT)  # type: ignore[call-overload]  # takes a number too
    found = cv2.findNonZero(cv2.bitwise_and(peaks, strong))
    if found is None:
        return []
    xs, ys = found.reshape(-1, 2).T  # OpenCV 4 and 5 shape it differently
    # The correlation is the filter's answer in parts of the contrast around: that is needed at peaks only.
    side = _SQUARE.shape
    mean = cv2.boxFilter(small, cv2.CV_32F, side, borderType=cv2.BORDER_REPLICATE)[ys, xs]
    square = cv2.sqrBoxFilter(small, cv2.CV_32F, side, borderType=cv2.BORDER_REPLICATE)[ys, xs]
    values = fits[ys, xs] / np.sqrt(np.maximum(square - mean * mean, 1.0))
    best = np.argsort(-values)[:MOST]
    best = best[values[best] > CORNER]
    xs, ys, values = xs[best], ys[best], values[best]
    top, right, low = fits[ys, xs], fits.shape[1] - 1, fits.shape[0] - 1
    x = xs + _between(fits[ys, np.maximum(xs - 1, 0)], top, fits[ys, np.minimum(xs + 1, right)])
    y = ys + _between(fits[np.maximum(ys - 1, 0), xs], top, fits[np.minimum(ys + 1, low), xs])
    points = (np.stack([x, y], axis=1) + 0.5) * scale - 0.5
    return _threes(points, values, module)


def _brought_down(plain: Image, shrink: float) -> tuple[Image, NDArray[np.float64]]:
    """The picture at `shrink` of its size, and how many of its pixels one of the small one's is, in x and y.
    Whole steps of halving take a tenth of the time that one odd step takes."""
    wide, high = plain.shape[1], plain.shape[0]
    size = (round(wide * shrink), round(high * shrink))
    if min(size) < 1:
        return plain[:0, :0], np.ones(2)
    halves = 1.0
    while shrink * halves <= 0.5:
        plain = plain[: plain.shape[0] // 2 * 2, : plain.shape[1] // 2 * 2]
        half = (plain.shape[1] // 2, plain.shape[0] // 2)
        plain = np.asarray(cv2.resize(plain, half, interpolation=cv2.INTER_AREA))
        halves *= 2
    size = (round(plain.shape[1] * shrink * halves), round(plain.shape[0] * shrink * halves))
    scale = np.array([plain.shape[1] / size[0], plain.shape[0] / size[1]]) * halves
    return np.asarray(cv2.resize(plain, size, interpolation=cv2.INTER_LINEAR)), scale


def _between(before: Floats, top: Floats, after: Floats) -> Floats:
    """Where a peak lies between samples, -0.5 to 0.5: the top of the parabola through three of them."""
    bend = np.maximum(2 * top - before - after, 1e-6)
    return np.asarray(np.clip((after - before) / (2 * bend), -0.5, 0.5), dtype=np.float32)


def _threes(points: NDArray[np.float64], like: Floats, module: float) -> list[Corners]:
    """Of all corner squares, those that stand at a right angle with two legs of a tag's length."""
    spots = points.astype(np.float32) / np.float32(module)
    x, y = spots[:, 0], spots[:, 1]
    apart = (x[None] - x[:, None]) ** 2 + (y[None] - y[:, None]) ** 2
    at, to = np.nonzero((apart > (LEG * 0.72) ** 2) & (apart < (LEG * 1.3) ** 2))
    legs = spots[to] - spots[at]
    length = np.sqrt(apart[at, to])
    found = []
    # The legs stand in order of the square they start from: each is held against the next, the next but one
    # and so on, as long as any two of them start from the same.
    for step in range(1, len(at)):
        same = np.flatnonzero(at[:-step] == at[step:])
        if not len(same):
            break
        u, v = legs[same], legs[same + step]
        dot = np.abs((u * v).sum(axis=1))
        same = same[dot < 0.24 * length[same] * length[same + step]]
        turn = legs[same, 0] * legs[same + step, 1] - legs[same, 1] * legs[same + step, 0]
        for i, j, k, clockwise in zip(at[same], to[same], to[same + step], turn > 0, strict=True):
            # In print the upper right comes clockwise before the lower left (y goes down).
            right, low = (j, k) if clockwise else (k, j)
            three = np.stack([points[i], points[right], points[low]]).astype(np.float32)
            found.append(Corners(three, float(like[i] + like[j] + like[k])))
    return sorted(found, key=lambda c: -c.like)


def _corner_square() -> Image:
    """A tag's corner square with its white, seen through a small blur, averaged over every turn."""
    side = round(9.4 * FINE) | 1
    fine = 8
    axis = ((np.arange(side * fine) + 0.5) / fine - side / 2) / FINE
    x, y = np.meshgrid(axis, axis)
    total = np.zeros((side, side), np.float32)
    for degrees in np.arange(0, 90, 7.5):
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        out = np.maximum(np.abs(c * x - s * y), np.abs(s * x + c * y))
        rings = np.select([out < 1.5, out < 2.5, out < 3.5, out < 4.5], [0.0, 1.0, 0.0, 1.0], 0.5)
        total += cv2.resize(rings.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(total / total.max(), (0, 0), 0.4 * FINE)
    return np.asarray(np.clip(soft * 255, 0, 255), dtype=np.uint8)


_SQUARE = _corner_square()
_FILTER = _SQUARE.astype(np.float32) - np.float32(_SQUARE.mean())
_FILTER /= np.float32(np.linalg.norm(_FILTER) * math.sqrt(_FILTER.size))


class KnownTags:
    """Tells tags apart by correlation. texts: every tag that may be there."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(dict.fromkeys(texts))
        strangers = _strangers(self.texts) if self.texts else []
        self._looks = [_look(text) for text in (*self.texts, *strangers)]
        flat = np.stack([look.ravel() for look in self._looks]) if self._looks else np.zeros((0, SIDE * SIDE))
        flat = flat - flat.mean(axis=1, keepdims=True)
        self._flat = np.asarray(flat / np.linalg.norm(flat, axis=1, keepdims=True), dtype=np.float32)
        # In parts: a product of all rows at once starts threads, which spin longer than they work.
        self._parts = [self._flat[n : n + 128] for n in range(0, len(self._flat), 128)]
        common = self._flat.sum(axis=0)
        self._common = common / (float(np.linalg.norm(common)) + 1e-6)
        rough = _normal(np.stack([_rough(look) for look in self._looks] or [np.zeros(ROUGH**2)]))
        self._rough = [rough[n : n + 64].T.copy() for n in range(0, len(rough), 64)]
        self._rough_common = _normal(rough.sum(axis=0)[None])[0]

    def names(
        self, plain: Image, found: Sequence[Corners], module: float
    ) -> tuple[list[tuple[str, Floats]], list[Corners]]:
        """What stands at these corners: names with their outer corners, as `name` gives them, and the
        corners at which no known tag stands out. A first look with a sample a module, for all at once,
        settles what is plain and what is nothing; only what is in doubt is looked at by itself."""
        if not self.texts or not found:
            return [], list(found)
        which, like, ahead = self._glance(plain, found, module)
        named: list[tuple[str, Floats]] = []
        unnamed: list[Corners] = []
        middles: list[tuple[float, float]] = []
        for n in np.argsort(-like):
            corners = found[n]
            x, y = ((corners.points[1] + corners.points[2]) / 2).tolist()
            if any(abs(x - mx) + abs(y - my) < 9 * module for mx, my in middles):
                continue  # three squares of a tag that has its name
            name = None
            if like[n] > PLAIN and ahead[n] > PLAIN_AHEAD and which[n] < len(self.texts):
                way = cv2.getAffineTransform(_MIDDLES, corners.points)
                name = self.texts[which[n]], np.asarray(_OUTER @ way[:, :2].T + way[:, 2], np.float32)
            elif like[n] > GLANCE:
                name = self.name(plain, corners, module)
            if name is None:
                unnamed.append(corners)
            else:
                named.append(name)
                middles.append((x, y))
        return named, unnamed

    def _glance(
        self, plain: Image, found: Sequence[Corners], module: float
    ) -> tuple[NDArray[np.int64], Floats, Floats]:
        """For each corners the likest tag, its correlation and its lead, by one sample a module."""
        scale = 1.0
        while module / scale >= 3.0:
            scale *= 2
            plain = plain[: plain.shape[0] // 2 * 2, : plain.shape[1] // 2 * 2]
            half = (plain.shape[1] // 2, plain.shape[0] // 2)
            plain = np.asarray(cv2.resize(plain, half, interpolation=cv2.INTER_AREA))
        points = (np.stack([corners.points for corners in found]) + 0.5) / scale - 0.5
        at, right, low = (
            points[:, 0],
            (points[:, 1] - points[:, 0]) / LEG,
            (points[:, 2] - points[:, 0]) / LEG,
        )
        spots = at[:, None] + _GRID[:, :1] * right[:, None] + _GRID[:, 1:] * low[:, None]
        spots = spots.reshape(len(found), ROUGH, ROUGH, 2).reshape(-1, ROUGH, 2).astype(np.float32)
        seen = cv2.remap(
            plain, spots[:, :, 0], spots[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        flat = _normal(seen.reshape(len(found), -1))
        which = np.zeros(len(found), np.int64)
        like, ahead = np.zeros(len(found), np.float32), np.zeros(len(found), np.float32)
        worth = np.flatnonzero(flat @ self._rough_common > COMMON)
        for n in range(0, len(worth), 16):
            some = worth[n : n + 16]
            all_likes = np.hstack([flat[some] @ part for part in self._rough])
            two = np.argpartition(all_likes, -2, axis=1)[:, -2:]
            values = np.take_along_axis(all_likes, two, axis=1)
            first = values.argmax(axis=1)
            rows = np.arange(len(some))
            which[some], like[some] = two[rows, first], values[rows, first]
            ahead[some] = values[rows, first] - values[rows, 1 - first]
        return which, like, ahead

    def name(self, plain: Image, corners: Corners, module: float) -> tuple[str, Floats] | None:
        """Which tag stands at these corners, and its four outer corners in pixels (clockwise in print from
        the upper left); None where no known tag stands out."""
        if not self.texts:
            return None
        (ax, ay), (bx, by), (cx, cy) = corners.points.tolist()
        reach = 12 * module
        left, top = max(0, int(min(ax, bx, cx) - reach)), max(0, int(min(ay, by, cy) - reach))
        part = plain[top : int(max(ay, by, cy) + reach) + 1, left : int(max(ax, bx, cx) + reach) + 1]
        low = np.array([left, top], dtype=np.float32)
        way = cv2.getAffineTransform(_MIDDLES, corners.points - low).astype(np.float32)
        which, like, ahead = self._compare(part, way)
        if like < HOPE:
            return None
        if not (like > SURE and ahead > SURE_AHEAD):
            better = _refined(self._looks[which], part, way)
            again = self._compare(part, better)
            if again[1] > like:
                (which, like, ahead), way = again, better
        if like < LIKE or ahead < AHEAD or which >= len(self.texts):
            return None
        outer = _OUTER @ way[:, :2].T + way[:, 2] + low
        return self.texts[which], np.asarray(outer, dtype=np.float32)

    def _compare(self, part: Image, way: Floats) -> tuple[int, float, float]:
        """The known tag that is likest to the modules there, its correlation, and its lead over the next."""
        seen = cv2.warpAffine(
            part,
            way,
            (SIDE, SIDE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        flat = seen.astype(np.float32).ravel()
        flat -= flat.sum() / flat.size
        flat /= math.sqrt(float(flat @ flat)) + 1e-6
        if float(self._common @ flat) < COMMON:
            return 0, 0.0, 0.0
        like = np.concatenate([part @ flat for part in self._parts])
        second, first = np.argpartition(like, -2)[-2:]
        if like[second] > like[first]:
            first, second = second, first
        return int(first), float(like[first]), float(like[first] - like[second])


def _strangers(known: Collection[str]) -> list[str]:
    """Tags that are not known, to be led as well. A new tag is likest to some known one, and among few may
    lead by chance; among many of its own kind none leads by more than 0.06."""
    prefix = next(iter(known))[:2]
    texts = [
        f"{prefix}:{kind}{n}{face}" for n in range(97, 60, -1) for kind in "WDHGTX" for face in ("A", "B")
    ]
    texts = [text for text in texts if text not in known]
    return texts[: max(60, 200 - len(known))]


def _refined(look: Floats, part: Image, way: Floats) -> Floats:
    """The way from a tag's samples to the picture, moved so that the tag fits best; or as it was."""
    mask = np.full_like(part, 255)
    try:
        _, better = cv2.findTransformECC(
            look, part.astype(np.float32), way.copy(), cv2.MOTION_AFFINE, _STEPS, mask, 3
        )
    except cv2.error:  # it does not converge on what is no tag
        return way
    return np.asarray(better, dtype=np.float32)


def _normal(rows: NDArray[Any]) -> Floats:
    """Each row with a mean of 0 and a length of 1."""
    plain = rows.astype(np.float32)
    plain -= plain.mean(axis=1, keepdims=True)
    plain /= np.sqrt((plain * plain).sum(axis=1, keepdims=True)) + np.float32(1e-6)
    return plain


def _look(text: str) -> Floats:
    """A tag with its white as it is compared, through a small blur; 0 dark, 1 white."""
    whole = np.ones((MODULES + 2 * QUIET,) * 2, np.float32)
    whole[QUIET:-QUIET, QUIET:-QUIET] = ~modules(text)
    large = cv2.resize(whole, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 0.5 * FINER), dtype=np.float32)


def _rough(look: Floats) -> NDArray[Any]:
    """A tag's look with one sample a module."""
    return look.reshape(ROUGH, FINER, ROUGH, FINER).mean(axis=(1, 3)).ravel()


def _sample(x: float, y: float) -> tuple[float, float]:
    """A point of a tag, in modules from its upper left corner, where it is compared."""
    return (x + QUIET) * FINER - 0.5, (y + QUIET) * FINER - 0.5


_MIDDLES = np.array([_sample(3.5, 3.5), _sample(17.5, 3.5), _sample(3.5, 17.5)], dtype=np.float32)
_OUTER = np.array(
    [_sample(0, 0), _sample(MODULES, 0), _sample(MODULES, MODULES), _sample(0, MODULES)], dtype=np.float32
)
_GRID = np.stack(
    np.meshgrid(np.arange(ROUGH) - QUIET - 3.0, np.arange(ROUGH) - QUIET - 3.0), axis=-1
).reshape(-1, 2)
"""Modules' middles, in modules from the middle of the upper left corner square."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 1e-3)
