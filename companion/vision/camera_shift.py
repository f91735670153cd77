"""A push of the camera, told by tiles that lie at rest: all at once they seem to lie elsewhere, in one way.

Place tags tell a push by themselves (`Zones.observe`). Where none are in view, because a person marked the
table's corners, only what lies on the table can tell it. A hand moves one tile, or a mat with what is on it;
a push moves everything that is read: one tile that stayed where it was says that there was none, unless the
picture turned or grew about just that one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Point

LEAST = 3
"""Tiles at rest that must have been read; two may be pushed by two hands alike."""
MOST_LEFT = 0.25
"""The part of the tiles at rest that may stay unread: those under an arm."""
FITS_MM = 1.0
"""How far a tile may lie from where the push would have brought it."""
STAYED_MM = 1.2
"""A tile that seems to lie within this of its place has stayed."""
SPREAD_MM, WIDE_MM = 120.0, 250.0
"""How far apart the tiles that moved must lie, so that a turn can be told; and so that a tile that stayed may
be the point that all turned or grew about: then they are no mat pushed with what lies on it."""
STRANGE = 0.2
"""The part of them that may have gone another way: hands were at work too."""
BENDING = 6
"""Tiles from which a push may also lean the picture; fewer tell a shift, a turn and a zoom."""

Pair = tuple[Point, Point]
"""Where a tile seems to lie now, and where it lay at rest; mm."""


def push(pairs: Sequence[Pair], resting: int) -> NDArray[np.float64] | None:
    """The way from where things seem to lie to where they lie (3 by 3, mm), when the camera was pushed; else
    None. pairs: the tiles at rest that were read in this picture; resting: how many there are."""
    if len(pairs) < LEAST or len(pairs) < (1 - MOST_LEFT) * resting:
        return None
    seen, lay = (np.array(side, dtype=np.float64) for side in zip(*pairs, strict=True))
    off = np.hypot(*(seen - lay).T)
    stayed = off <= STAYED_MM
    if np.median(off) <= STAYED_MM:
        return None
    if np.hypot(*np.ptp(lay[~stayed], axis=0)) < (WIDE_MM if stayed.any() else SPREAD_MM):
        return None
    fit = cv2.estimateAffine2D if len(pairs) >= BENDING else cv2.estimateAffinePartial2D
    flat, _ = fit(seen, lay, method=cv2.RANSAC, ransacReprojThreshold=FITS_MM)
    if flat is None or abs(np.linalg.det(flat[:, :2]) - 1) > 0.5:
        return None
    wrong = np.hypot(*(seen @ flat[:, :2].T + flat[:, 2] - lay).T) > FITS_MM
    if wrong.mean() > STRANGE or (wrong & stayed).any():
        return None
    return np.vstack([flat, [0.0, 0.0, 1.0]])
