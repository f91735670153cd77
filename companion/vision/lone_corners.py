"""Finds where tags may be of which a single corner square is seen, under a thing or under a lamp's image.

Only for a picture straightened to the table's plane: there a tag's size is known, and the square itself says
how it is turned, but for a quarter turn.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.burnt_tags import MIN_WHITE_GRAY, burnt_middles, correlations_of_the_rest
from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, CornerSquares, Floats

MIN_CORRELATION = 0.36
"""Correlation that a corner square must have where it is alone."""
MAX_CLEAR = 200
"""Such squares, the likest ones, that are held against what is burnt."""
MAX_BURNT = 4000
"""Where more than so many places of three modules are burnt, the whole picture is too bright."""
PATCH_REACH_MODULES = 20.0
"""Modules from a corner square within which something is burnt if its own tag is."""
REACH_MODULES, SAMPLES_A_MODULE = 5.0, 2
"""How far from its middle a corner square is looked at, and how closely."""
TURN_STEP, TURNS_KEPT = 3.0, 3
"""Degrees between turns that are compared, and how many of them are kept, which lie side by side or not."""


def corners_beside_burnt(squares: CornerSquares, gray: Image) -> CornerSquares:
    """Those squares near which something is burnt, the likest first. gray: the straightened picture."""
    clear = squares.filtered(np.flatnonzero(squares.correlation > MIN_CORRELATION)[:MAX_CLEAR])
    burnt = burnt_middles(gray, clear.module) if len(clear.points) else np.zeros((0, 2), np.float32)
    if not 0 < len(burnt) <= MAX_BURNT:
        return clear.filtered(np.zeros(len(clear.points), np.bool_))
    apart = np.abs(clear.points[:, None] - burnt[None]).max(axis=2).min(axis=1)
    return clear.filtered(apart < PATCH_REACH_MODULES * clear.module)


def samples_around(corners: CornerSquares) -> Floats:
    """Where each of these is looked at: corners by samples by 2."""
    return np.asarray(corners.points[:, None] + _AROUND * np.float32(corners.module), np.float32)


def threes_around(corners: CornerSquares, picture: Image, samples: Floats | None = None) -> Floats:
    """Where all three squares of a tag may be, for each of these: corners by ways by 3 by 2. picture: that of
    the corners, or another, finer one in which their `samples_around` are these."""
    if not len(corners.points):
        return np.zeros((0, 0, 3, 2), np.float32)
    at = samples_around(corners) if samples is None else samples
    xs, ys = (np.ascontiguousarray(at[..., n]) for n in (0, 1))
    seen = cv2.remap(picture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    leg = CORNER_DISTANCE * corners.module
    rows = np.asarray(seen, np.float32)
    like = correlations_of_the_rest(rows, rows < MIN_WHITE_GRAY, _TURNED_SQUARES)
    turns = _TURNS[np.argsort(-like, axis=1)[:, :TURNS_KEPT]]
    turns = turns[:, :, None] + np.arange(4, dtype=np.float32) * np.float32(np.pi / 2)
    right = np.stack([np.cos(turns), np.sin(turns)], axis=-1).reshape(len(rows), -1, 2) * leg
    down = np.stack([-right[..., 1], right[..., 0]], axis=-1)
    middles = np.broadcast_to(corners.points[:, None], right.shape)
    # It may be the upper left one, the upper right one or the lower left one.
    firsts = (middles, middles - right, middles - down)
    ways = [np.stack([first, first + right, first + down], axis=2) for first in firsts]
    return np.concatenate(ways, axis=1).astype(np.float32)


def _around() -> Floats:
    axis = np.arange(-REACH_MODULES, REACH_MODULES + 0.01, 1 / SAMPLES_A_MODULE, dtype=np.float32)
    x, y = np.meshgrid(axis, axis)
    around = np.stack([x.ravel(), y.ravel()], axis=1)
    return around[np.hypot(*around.T) <= REACH_MODULES]


_AROUND = _around()
_TURNS = np.deg2rad(np.arange(0, 90, TURN_STEP)).astype(np.float32)


def _turned_squares() -> Floats:
    """The samples of a corner square at each turn: what stands around it is not known, so 0.5."""
    x, y = _AROUND.T
    rows = []
    for turn in _TURNS:
        c, s = np.cos(turn), np.sin(turn)
        out = np.maximum(np.abs(c * x + s * y), np.abs(c * y - s * x))
        edges = [np.clip((edge - out) * 1.6 + 0.5, 0, 1) for edge in (1.5, 2.5, 3.5, 4.5)]
        rows.append(-edges[0] + edges[1] - edges[2] + 0.75 * edges[3])
    return np.stack(rows).astype(np.float32)


_TURNED_SQUARES = _turned_squares()
