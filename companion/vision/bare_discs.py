"""Round tiles that lie on a table and that neither a tag nor their look names, cut out of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.cut_outs import MARGIN_MM
from companion.vision.cut_outs import PX_PER_MM as CUT_OUT_PX_PER_MM
from companion.vision.discs import PX_PER_MM, EdgeMap
from companion.vision.plane import Plane, view_from_above
from companion.vision.preparation import gray

MIN_EDGE_PART = 0.6
"""The part of its outline that must be an edge."""
MIN_SHOWN_PART = 0.97
"""The part of its outline that must be in the picture: a face is learnt whole."""
NEAR_PART = 0.8
"""A tile that lies nearer than this part of its size to one that is known would lie on it: it is that one."""


@dataclass(frozen=True, eq=False, slots=True)
class BareDisc:
    """Where its middle lies, in mm on the table; picture: of it, as a cut-out is (`cut_outs.py`), but turned
    as it lies."""

    x_mm: float
    y_mm: float
    picture: Image


def bare_discs(
    image: Image, plane: Plane, table_mm: Point, size_mm: float, known: Iterable[Point]
) -> list[BareDisc]:
    """The round tiles of this size at none of the places that are known (mm). table_mm: how large the table
    is."""
    places = list(known)
    view = view_from_above(gray(image), plane, PX_PER_MM, (0.0, 0.0, *table_mm))
    found = []
    for disc in EdgeMap(view).discs(size_mm / 2, MIN_EDGE_PART):
        free = all(math.dist((disc.x, disc.y), place) > NEAR_PART * size_mm for place in places)
        if free and disc.shown_part >= MIN_SHOWN_PART:
            places.append((disc.x, disc.y))
            found.append(BareDisc(disc.x, disc.y, _cut_out(image, plane, disc.x, disc.y, size_mm)))
    return found


def _cut_out(image: Image, plane: Plane, x_mm: float, y_mm: float, size_mm: float) -> Image:
    wide = size_mm + 2 * MARGIN_MM
    side, fine = round(wide * CUT_OUT_PX_PER_MM), CUT_OUT_PX_PER_MM
    from_table = np.array(
        [[fine, 0, (wide / 2 - x_mm) * fine], [0, fine, (wide / 2 - y_mm) * fine], [0, 0, 1]]
    )
    cut = cv2.warpPerspective(
        image, from_table @ plane.to_mm, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)
