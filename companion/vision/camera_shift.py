"""A push of the camera, told by tiles that lie at rest: all at once they seem to lie elsewhere, in one way.

Place tags tell a push by themselves (`Zones.observe`). Where none are in view, because a person marked the
table's corners, only what lies on the table can tell it. A hand moves one tile, or a mat with what is on it;
a push moves everything that is read: a single tile that stayed where it was rules a push out, unless the
picture turned or grew around just that tile.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Point

MIN_TILES = 3
"""Tiles at rest that must have been read; two may be pushed by two hands alike."""
MAX_UNREAD_PART = 0.25
"""The part of the tiles at rest that may stay unread: those under an arm."""
FIT_TOLERANCE_MM = 1.0
"""How far a tile may lie from where the push would have brought it."""
STAYED_TOLERANCE_MM = 1.2
"""A tile that seems to lie within this of its place has stayed."""
MIN_SPREAD_MM, MIN_SPREAD_AROUND_FIXED_MM = 120.0, 250.0
"""How far apart the tiles that moved must lie. Closer together they do not tell a turn, and may be a mat that
was pushed with what lies on it."""
MAX_OUTLIER_PART = 0.2
"""The part of them that may have gone another way: hands were at work too."""
MIN_TILES_FOR_AFFINE = 6
"""From so many tiles on a push is fitted with a tilt too; from fewer only a shift, a turn and a zoom."""

PositionPair = tuple[Point, Point]
"""Where a tile seems to lie now, and where it lay at rest; mm."""


def find_shift(pairs: Sequence[PositionPair], steady_count: int) -> NDArray[np.float64] | None:
    """The transform (3 by 3, mm) from where things seem to lie to where they lie, if the camera was pushed;
    else None. pairs: the tiles at rest that were read in this picture; resting: how many tiles are at
    rest."""
    if len(pairs) < MIN_TILES or len(pairs) < (1 - MAX_UNREAD_PART) * steady_count:
        return None
    apparent, at_rest = (np.array(side, dtype=np.float64) for side in zip(*pairs, strict=True))
    offsets = np.hypot(*(apparent - at_rest).T)
    stayed = offsets <= STAYED_TOLERANCE_MM
    if np.median(offsets) <= STAYED_TOLERANCE_MM:
        return None
    if np.hypot(*np.ptp(at_rest[~stayed], axis=0)) < (
        MIN_SPREAD_AROUND_FIXED_MM if stayed.any() else MIN_SPREAD_MM
    ):
        return None
    estimate = cv2.estimateAffine2D if len(pairs) >= MIN_TILES_FOR_AFFINE else cv2.estimateAffinePartial2D
    transform, _ = estimate(apparent, at_rest, method=cv2.RANSAC, ransacReprojThreshold=FIT_TOLERANCE_MM)
    if transform is None or abs(np.linalg.det(transform[:, :2]) - 1) > 0.5:
        return None
    outliers = np.hypot(*(apparent @ transform[:, :2].T + transform[:, 2] - at_rest).T) > FIT_TOLERANCE_MM
    if outliers.mean() > MAX_OUTLIER_PART or (outliers & stayed).any():
        return None
    return np.vstack([transform, [0.0, 0.0, 1.0]])
