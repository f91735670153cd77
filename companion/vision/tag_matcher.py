"""Tells which of the known tags stands at three corner squares, where a decoder could not.

A decoder has to get every bit from its own few pixels. We know which few hundred tags there are: the 21 by
21 modules are correlated with each known tag's. Level H tags differ in about half their modules, so the right
one stands out though hardly any module could be read for certain. What stands out too little is no tag.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.finder import LEG, Corners, Floats, Threes
from companion.vision.tags import MODULES, modules

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
        self, plain: Image, found: Threes, module: float
    ) -> tuple[list[tuple[str, Floats]], list[Corners]]:
        """What stands at these corners: names with their outer corners, as `name` gives them, and the
        corners at which no known tag stands out. A first look with a sample a module, for all at once,
        settles what is plain and what is nothing; only what is in doubt is looked at by itself."""
        if not self.texts or not len(found):
            return [], list(found)
        which, like, ahead = self._glance(plain, found, module)
        plainly = (like > PLAIN) & (ahead > PLAIN_AHEAD) & (which < len(self.texts))
        outer = _spots(found.points, _OUTER_MODULES)
        middles = (found.points[:, 1] + found.points[:, 2]) / 2
        named: list[tuple[str, Floats]] = []
        unnamed: list[Corners] = []
        done = np.zeros(len(found), np.bool_)
        for n in np.argsort(-like).tolist():
            if done[n]:
                continue  # three squares of a tag that has its name
            name = (self.texts[which[n]], outer[n]) if plainly[n] else None
            if name is None and like[n] > GLANCE:
                name = self.name(plain, found[n], module)
            if name is None:
                unnamed.append(found[n])
            else:
                named.append(name)
                done |= np.abs(middles - middles[n]).sum(axis=1) < 9 * module
        return named, unnamed

    def _glance(self, plain: Image, found: Threes, module: float) -> tuple[NDArray[np.int64], Floats, Floats]:
        """For each corners the likest tag, its correlation and its lead, by one sample a module."""
        scale = 1.0
        while module / scale >= 3.0:
            scale *= 2
            plain = plain[: plain.shape[0] // 2 * 2, : plain.shape[1] // 2 * 2]
            half = (plain.shape[1] // 2, plain.shape[0] // 2)
            plain = np.asarray(cv2.resize(plain, half, interpolation=cv2.INTER_AREA))
        spots = _spots((found.points + 0.5) / scale - 0.5, _GRID).reshape(-1, ROUGH, 2)
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


def _spots(points: Floats, at: Floats) -> Floats:
    """Where places of tags are in the picture. points: tags by 3 by 2, corner squares' middles; at: places by
    2, in modules from the first of them. Gives tags by places by 2."""
    first = points[:, :1]
    right, low = (points[:, 1:2] - first) / np.float32(LEG), (points[:, 2:] - first) / np.float32(LEG)
    return np.asarray(first + at[:, :1] * right + at[:, 1:] * low, dtype=np.float32)


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
_MODULE = np.arange(ROUGH, dtype=np.float32) - QUIET - 3
_GRID = np.stack(np.meshgrid(_MODULE, _MODULE), axis=-1).reshape(-1, 2)
"""Modules' middles, in modules from the middle of the upper left corner square."""
_OUTER_MODULES = np.array([(0, 0), (21, 0), (21, 21), (0, 21)], dtype=np.float32) - np.float32(3.5)
"""A tag's corners, the same way."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 1e-3)
