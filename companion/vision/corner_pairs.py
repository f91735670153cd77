"""Finds tags of which only two corner squares are seen: these two say where the third must be.

Only for a picture straightened to the table's plane, where lengths are known. A lens that bends makes tags
near the edge of the picture up to a sixth larger or smaller than the plane says, and askew; so the tags that
were read around a place say how long a tag's sides and how wide its right angles look there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import CORNER_DISTANCE, CornerSquares, Floats, neighbours
from companion.vision.tags import MODULES

DISTANCE_TOLERANCE = 0.1
"""How far two corner squares' distance may be off a tag's, as a part of it."""
BEND_TOLERANCE = 0.2
"""How much larger or smaller than the plane says tags may seem at a place."""
MIN_PAIR_CORRELATION = 0.9
"""Correlations that the two must have together."""
MAX_PAIRS = 60
MAX_MEASURED = 1500
"""Pairs that are measured by the tags around them, the likeliest first: a patterned cloth has thousands."""
SHAPE_REACH_MODULES = 30.0
"""A tag read at this distance counts half as much for the shape of tags at a place as one that lies there."""


def corner_pairs(squares: CornerSquares, read: NDArray[np.float64]) -> Floats:
    """Where a tag's three squares may be, where two of the three are among these: number by 3 by 2, the
    likeliest pairs first. read: the outer corners of the tags that were read, in the same picture, number by
    4 by 2."""
    points, correlation = squares.points, squares.correlation
    threes, scores = [np.zeros((0, 3, 2), np.float32)], [np.zeros(0, np.float32)]
    # The others are too faint: even paired with the clearest one they would stay below MIN_PAIR_CORRELATION.
    clear = np.flatnonzero(correlation > MIN_PAIR_CORRELATION - correlation.max(initial=0.0))
    spots = points[clear] / np.float32(squares.module)
    reach = BEND_TOLERANCE if len(read) else DISTANCE_TOLERANCE
    for length in (CORNER_DISTANCE, CORNER_DISTANCE * math.sqrt(2)):
        at, to, _ = neighbours(spots, length * (1 - reach), length * (1 + reach))
        at, to = clear[at], clear[to]
        both = correlation[at] + correlation[to]
        likely = np.flatnonzero((at < to) & (both > MIN_PAIR_CORRELATION))
        if len(likely) > MAX_MEASURED:
            likely = likely[np.argpartition(-both[likely], MAX_MEASURED)[:MAX_MEASURED]]
        at, to, both = at[likely], to[likely], both[likely]
        shapes = _local_shapes((points[at] + points[to]) * np.float32(0.5), read, squares.module)
        turned = _quarter_turns(points[to] - points[at], shapes)
        off = np.abs(_lengths(points[to] - points[at], shapes) / length - 1)
        best = np.flatnonzero(off < DISTANCE_TOLERANCE)
        best = best[np.argsort(-both[best], kind="stable")][:MAX_PAIRS]
        three = _third_corners(points[at[best]], points[to[best]], turned[best], length == CORNER_DISTANCE)
        threes.append(three.reshape(-1, 3, 2))
        scores.append(np.repeat(both[best], three.shape[1]))
    order = np.argsort(-np.concatenate(scores), kind="stable")[: 4 * MAX_PAIRS]
    return np.asarray(np.concatenate(threes)[order], np.float32)


def _local_shapes(places: Floats, read: NDArray[np.float64], module: float) -> Floats:
    """The shape of tags at each place, as a symmetric matrix (number by 2 by 2, square pixels): the product
    of the matrix whose columns are a tag's two sides a module with its own transpose, which no turn
    changes."""
    if not len(read):
        return np.broadcast_to(np.eye(2, dtype=np.float32) * np.float32(module**2), (len(places), 2, 2))
    a, b, c, d = (read[:, n] for n in range(4))
    sides = np.stack([b - a + c - d, d - a + c - b], axis=2) / (2 * MODULES)
    shapes = sides @ sides.transpose(0, 2, 1)
    apart = ((places[:, None] - read.mean(axis=1)[None]) ** 2).sum(axis=2)
    weights = 1 / (1 + apart / (SHAPE_REACH_MODULES * module) ** 2) ** 2
    weights /= weights.sum(axis=1, keepdims=True)
    return np.asarray(np.tensordot(weights, shapes, axes=1), np.float32)


def _quarter_turns(legs: Floats, shapes: Floats) -> Floats:
    """Each leg turned clockwise by a right angle of a tag's print there."""
    turned = np.stack([-legs[:, 1], legs[:, 0]], axis=1)
    roots = np.sqrt(np.linalg.det(shapes))
    return np.asarray((shapes @ turned[:, :, None])[:, :, 0] / roots[:, None], np.float32)


def _lengths(legs: Floats, shapes: Floats) -> Floats:
    """The length of each leg in modules of the tags there."""
    turned = _quarter_turns(legs, shapes)
    cross = legs[:, 0] * turned[:, 1] - legs[:, 1] * turned[:, 0]
    return np.asarray(np.sqrt(cross / np.sqrt(np.linalg.det(shapes))), np.float32)


def _third_corners(p: Floats, q: Floats, turned: Floats, along: bool) -> Floats:
    """For each pair of known corner squares, where all three may be: pairs by ways by upper left, upper
    right, lower left. turned: the way from p to q, turned; along: the two lie along a side of the tag, not
    across it."""
    ways = []
    for one, other, turn in ((p, q, turned), (q, p, -turned)):
        if along:
            ways += [np.stack([one, other, one + turn], axis=1)]
            ways += [np.stack([one, one - turn, other], axis=1)]
        else:
            ways.append(np.stack([(one + other) / 2 + turn / 2, one, other], axis=1))
    return np.stack(ways, axis=1)
