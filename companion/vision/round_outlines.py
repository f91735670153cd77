"""Finds round pieces that lie apart on a plain ground: each by the square around it as it is seen.

Where a piece is as dark as its ground a mask bites into it. So an outline that is only nearly round is the
beginning of a search: along rays from its middle the edges are looked for that lie on one ellipse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from companion.vision.fronts_on_plane import Floats
from companion.vision.outline_edges import MAX_OFF_PX, REACHES, clearest_edges, lab_of
from companion.vision.piece_outlines import Quad, in_rows, masks

MIN_ROUND_PART, MAX_ROUND_PART = 0.97, 1.03
"""The part of the ellipse along it that the outline of a round piece fills."""
MIN_NEARLY_PART, MAX_NEARLY_PART = 0.65, 1.35
"""And that of one which is worth a search along rays."""
MIN_SLANT = 0.75
"""How narrow a round piece may look, seen at a slant."""
RAYS, MIN_ON_ELLIPSE = 120, 0.75
"""Rays, and on which part of them there must be an edge that lies on the ellipse: of pieces that were found
it was 0.89 at least, of what was half a piece and half its picture 0.61 at most."""

Ellipse = tuple[Any, Any, float]
"""Middle, width and height, and turn in degrees, as OpenCV has it."""


def round_pieces(small: Any, least: float, most: float) -> list[Quad]:
    """The square around each round piece as it is seen, row by row. least, most: the part of the photo that
    one covers; small: of SEARCH_SIDE_PX."""
    kept: list[Quad] = []
    for quad in sorted(_outlines(small, least, most), key=lambda quad: -cv2.contourArea(quad)):
        x, y = map(float, quad.mean(axis=0))
        if all(cv2.pointPolygonTest(other, (x, y), False) < 0 for other in kept):
            kept.append(quad)
    return in_rows(kept)


def _outlines(small: Any, least: float, most: float) -> Iterator[Quad]:
    lab = lab_of(small)
    nearly: list[Ellipse] = []
    clear: list[Quad] = []
    for mask in masks(small):
        contours, _nested = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 60:
                continue
            hull = cv2.convexHull(contour)
            area = float(cv2.contourArea(hull))
            if len(hull) < 5 or not least <= area / (small.shape[0] * small.shape[1]) <= most:
                continue
            ellipse = cv2.fitEllipse(hull)
            across, along = ellipse[1]
            filled = area / max(np.pi / 4 * across * along, 1.0)
            if across / along < MIN_SLANT:
                continue
            if MIN_ROUND_PART <= filled <= MAX_ROUND_PART:
                clear.append(_square_around(ellipse))
            elif MIN_NEARLY_PART <= filled <= MAX_NEARLY_PART:
                nearly.append(ellipse)
    yield from clear
    for ellipse in nearly:
        if any(cv2.pointPolygonTest(quad, ellipse[0], False) >= 0 for quad in clear):
            continue
        found = _by_rays(lab, ellipse)
        if found is not None:
            clear.append(_square_around(found))
            yield clear[-1]


def _by_rays(lab: Floats, ellipse: Ellipse) -> Ellipse | None:
    """The ellipse near this one on which edges lie; None: too few do."""
    before = ellipse
    for reach in REACHES:
        edges, there = _edges(lab, ellipse, reach)
        near = edges[there]
        for _again in range(2):
            if len(near) < RAYS // 3:
                return None
            ellipse = cv2.fitEllipseDirect(near.astype(np.float32))
            off = _off_px(edges, ellipse)
            near = edges[there & (off <= max(MAX_OFF_PX, float(np.median(off[there]))))]
    edges, there = _edges(lab, ellipse, REACHES[-1])
    on = there & (_off_px(edges, ellipse) <= MAX_OFF_PX)
    across, along = ellipse[1]
    alike = 0.8 < across * along / (before[1][0] * before[1][1]) < 1.25
    return ellipse if alike and across / along >= MIN_SLANT and on.mean() >= MIN_ON_ELLIPSE else None


def _edges(lab: Floats, ellipse: Ellipse, reach: float) -> tuple[Floats, Any]:
    """On each ray the clearest edge so near to the ellipse, and whether it is one."""
    rim = _rim(ellipse)
    ways = rim - ellipse[0]
    far = np.hypot(*ways.T)
    return clearest_edges(lab, rim, ways / far[:, None], reach * float(far.mean()))


def _rim(ellipse: Ellipse) -> Floats:
    """Points along it, clockwise."""
    (x, y), (wide, high), turn = ellipse
    turns, aslant = np.arange(RAYS) * 2 * np.pi / RAYS, np.radians(turn)
    along = np.stack([np.cos(turns) * wide / 2, np.sin(turns) * high / 2], axis=1)
    way = np.array([[np.cos(aslant), np.sin(aslant)], [-np.sin(aslant), np.cos(aslant)]])
    return np.asarray(along @ way + (x, y))


def _off_px(points: Floats, ellipse: Ellipse) -> Floats:
    """About how far each point lies from the ellipse."""
    (x, y), (wide, high), turn = ellipse
    aslant = np.radians(turn)
    way = np.array([[np.cos(aslant), -np.sin(aslant)], [np.sin(aslant), np.cos(aslant)]])
    radii = np.hypot(*((points - (x, y)) @ way / (wide / 2, high / 2)).T)
    return np.asarray(np.abs(radii - 1) * (wide + high) / 4)


def _square_around(ellipse: Ellipse) -> Quad:
    """Corners of the upright square around a circle that is seen as this ellipse: squeezed across, not
    turned."""
    middle, (across, along), degrees = ellipse
    turn = float(np.radians(degrees))
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    seen = way @ np.diag([across / 2, along / 2]) @ way.T
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    return np.asarray(corners @ seen.T + middle, np.float32)
