"""Tells arms from what else reaches in from the table's edge: wandering light, and things that lie there.

Works on the cells of companion.vision.motion; positions and lengths here are counted in cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

MIN_ARM_TILES = 2.5
"""An arm covers at least the area of this many tiles; a single tile at the edge covers less."""
MAX_STILL_ARM_SECONDS = 5.0
"""An arm moves now and then. Something that has not moved for so many seconds is a thing that lies there."""
MAX_VISIT_SECONDS = 4.0
"""What reaches in over the edge of a table in view came so few seconds ago: people's arms come and go, and
the sun's light, which crosses that edge as well, stays."""
MAX_STILL_IN_LIGHT_SECONDS = 1.5
"""The same inside what is taken for light: an arm may be in it, and only what moved just now is one."""
MIN_TAGS_IN_LIGHT = 2
"""So many tags are read within light at least; one may be read between two fingers."""

CellMask = NDArray[np.bool_]


def find_arms(
    differing: CellMask,
    differs_since: NDArray[np.float64],
    last_moved_at: NDArray[np.float64],
    now: float,
    tile_cells: float,
    tags: Iterable[tuple[float, float, bool]],
    table_edge: CellMask,
) -> CellMask:
    """The cells that are under an arm.

    differing, differs_since: the cells that differ from how the table looks, and the second at which each
    began to; last_moved_at: seconds at which each cell last moved; tile_cells: a tile's side; tags: column
    and row of each tag that is known to lie there, and whether it was read since anything moved on it;
    table_edge: see `cells_at_table_edge`.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(differing.astype(np.uint8), connectivity=8)
    arms = np.zeros_like(differing)
    high, wide = differing.shape
    known = list(tags)
    for n in range(1, count):
        x, y, w, h, area = stats[n]
        if area < MIN_ARM_TILES * tile_cells**2:
            continue
        blob = labels == n
        at_picture_edge = x == 0 or y == 0 or x + w == wide or y + h == high
        if not at_picture_edge and not (
            table_edge[blob].any() and now - float(np.median(differs_since[blob])) <= MAX_VISIT_SECONDS
        ):
            continue
        if now - float(last_moved_at[blob].max()) >= MAX_STILL_ARM_SECONDS:
            continue
        if _is_light(blob, tile_cells, known):
            blob &= now - last_moved_at < MAX_STILL_IN_LIGHT_SECONDS
        arms |= blob
    return arms


def cells_at_table_edge(shape: tuple[int, int], outline: Sequence[tuple[float, float]]) -> CellMask:
    """The cells at the table's edge and beyond it. A camera that sees more than the table also sees people's
    bodies, and an arm then begins at a body, not at the picture's edge.

    shape: rows and columns; outline: column and row of each corner of the table; empty: not known."""
    if len(outline) < 3:
        return np.zeros(shape, dtype=np.bool_)
    beyond = np.ones(shape, dtype=np.uint8)
    cv2.fillPoly(beyond, [np.floor(np.asarray(outline)).astype(np.int32)], 0)
    return cv2.dilate(beyond, np.ones((3, 3), np.uint8)).astype(np.bool_)


def _is_light(blob: CellMask, tile_cells: float, tags: list[tuple[float, float, bool]]) -> bool:
    """Whether the tags in the midst of what differs are mostly read: under an arm they are not."""
    # A tag that is read is taken for background, so it is a gap in what differs.
    side = 2 * round(tile_cells) + 1
    margin = side + 1
    padded = np.pad(blob.astype(np.uint8), margin)
    closed = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    high, wide = blob.shape
    read = hidden = 0
    for column, row, was_read in tags:
        x, y = int(column), int(row)
        if 0 <= x < wide and 0 <= y < high and closed[y + margin, x + margin]:
            read, hidden = read + was_read, hidden + (not was_read)
    return read >= MIN_TAGS_IN_LIGHT and read > hidden
