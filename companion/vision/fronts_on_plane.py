"""Names further fronts once those that were named with many votes have told the table's plane. All fronts are
of one size and lie flat, so on the straightened table only a front's place and turn must be found. Two votes
give both, so a few votes that agree there prove as much as many that agree on a free perspective view. Fronts
that are mostly covered or under glare are found this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import fit_plane, transformed

Floats = NDArray[Any]

MIN_FRONTS_FOR_PLANE, MIN_VOTES_FOR_PLANE = 3, 15
"""Fronts that a plane is fitted to, and the votes that each must have."""
MAX_PLANE_ERROR = 0.01
"""How far off, as a part of a front's width, these may be in the mean: more, and they lie on no plane."""
MIN_VOTES_ON_PLANE = 6
"""Votes that must agree on a place and a turn on the table. The frame that all cards share gave a wrong front
at most four, where cards lay that nobody had photographed (BENCHMARKS.md)."""
MAX_OFF = 1 / 60
"""How far off an agreeing vote may be, as a part of a front's width."""
MIN_SPREAD = 1 / 3
"""How far apart, as a part of a front's width, the agreeing votes must reach: closer together they show one
printed mark, which several fronts may have."""
MIN_ALIKE = 10
"""Spots of the front that must look in the photo as they do in its picture, where it would lie."""
MAX_ALIKE_DISTANCE = 0.4
"""How far apart the descriptors of such a spot may be."""
SPOT = 1 / 25
"""Votes closer than this part of a front's width are one witness."""
PLANE_STEPS = 6


def plane_of_fronts(views: Sequence[tuple[Floats, Floats]], width: float, height: float) -> Floats | None:
    """The way (3 by 3) from a photo's pixels to the table, on which every front is as large as its learnt
    picture. views: for each front, the places of its votes in that picture (number by 2) and in the photo.
    None where they are too few, or do not lie on one plane."""
    views = [view for view in views if len(view[0]) >= MIN_VOTES_FOR_PLANE]
    if len(views) < MIN_FRONTS_FOR_PLANE:
        return None
    half, middle = width / 2, (width / 2, height / 2)
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + middle
    quads = []
    for ours, theirs in views:
        way, _used = cv2.findHomography(ours, theirs, 0)
        if way is None:
            return None
        quads.append([tuple(point) for point in transformed(way, square).tolist()])
    plane = fit_plane(quads, width)
    if plane is None:
        return None
    seen = np.vstack([theirs for _ours, theirs in views]).astype(np.float64)
    to_table = plane.to_mm
    laid = seen
    for _ in range(PLANE_STEPS):
        laid = np.vstack(
            [_moved(ours, *rigid(ours, transformed(to_table, theirs))) for ours, theirs in views]
        )
        better, _used = cv2.findHomography(seen, laid, 0)
        if better is None:
            return None
        to_table = np.asarray(better, np.float64)
    off = np.sqrt(((transformed(to_table, seen) - laid) ** 2).sum(axis=1).mean())
    return to_table if off <= MAX_PLANE_ERROR * width else None


def place_on_table(ours: Floats, laid: Floats, width: float) -> tuple[Floats, int] | None:
    """Where a front lies whose votes are at `ours` in its picture and at `laid` on the table: the way (2 by
    3) from its picture to the table, and the votes that agree on it. None where too few do."""
    one, other = np.triu_indices(len(ours), 1)
    across, over = ours[other] - ours[one], laid[other] - laid[one]
    far, seen_far = np.hypot(*across.T), np.hypot(*over.T)
    fits = (far > width / 10) & (np.abs(far - seen_far) < 2 * MAX_OFF * width)
    if not fits.any():
        return None
    one, other, across, over = one[fits], other[fits], across[fits], over[fits]
    turn = np.arctan2(across[:, 0] * over[:, 1] - across[:, 1] * over[:, 0], (across * over).sum(axis=1))
    cos, sin = np.cos(turn), np.sin(turn)
    turns = np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
    shifts = ((laid[one] + laid[other]) - np.einsum("kab,kb->ka", turns, ours[one] + ours[other])) / 2
    off = np.einsum("kab,nb->kna", turns, ours) + shifts[:, None] - laid[None]
    agreeing = np.hypot(off[..., 0], off[..., 1]) < MAX_OFF * width
    best = agreeing[agreeing.sum(axis=1).argmax()]
    turned, shift = rigid(ours[best], laid[best])
    best = np.hypot(*(_moved(ours, turned, shift) - laid).T) < MAX_OFF * width
    votes = len(np.unique(np.round(laid[best] / (SPOT * width)), axis=0))
    if votes < MIN_VOTES_ON_PLANE or np.ptp(laid[best], axis=0).max() < MIN_SPREAD * width:
        return None
    turned, shift = rigid(ours[best], laid[best])
    return np.column_stack([turned, shift]), votes


def alike_spots(
    ours: Floats, our_looks: Floats, laid: Floats, looks: Floats, way: Floats, width: float
) -> int:
    """How many spots look alike in a front's picture, at `ours`, and on the table, at `laid`, when the front
    lies there by `way`. our_looks, looks: the descriptors at those places."""
    there = _moved(ours, way[:, :2], way[:, 2])
    reach = MAX_OFF * width
    near = ((laid > there.min(axis=0) - reach) & (laid < there.max(axis=0) + reach)).all(axis=1)
    laid, looks = laid[near], looks[near]
    one, other = np.nonzero(np.hypot(*(there[:, None] - laid[None]).transpose(2, 0, 1)) < reach)
    alike = np.linalg.norm(our_looks[one] - looks[other], axis=1) < MAX_ALIKE_DISTANCE
    return len(np.unique(np.round(laid[other[alike]] / (SPOT * width)), axis=0))


def rigid(points: Floats, targets: Floats) -> tuple[Floats, Floats]:
    """The turn and the shift that bring the points nearest to the targets."""
    middle, target = points.mean(axis=0), targets.mean(axis=0)
    a, b = points - middle, targets - target
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.array([[cos, -sin], [sin, cos]])
    return turned, target - turned @ middle


def _moved(points: Floats, turned: Floats, shift: Floats) -> Floats:
    return np.asarray(points @ turned.T + shift)
