"""How tags look as a camera sees them: templates to compare pictures with, and where their samples lie.

A tag's samples lie on a grid of SAMPLES a module each way, with a ring of QUIET modules of white around it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import LEG, Floats
from companion.vision.tags import MODULES, modules

SAMPLES = 2
QUIET = 1
RINGED = MODULES + 2 * QUIET
"""Modules along a side with the white around."""
SIDE = RINGED * SAMPLES
NEIGHBOURS = 3.0
"""Modules: how far the neighbourhood reaches that a sample is held against by `even`."""


def strangers(known: Collection[str]) -> list[str]:
    """Tags that are not known and compete with those that are. A new tag is likest to some known one, and
    among few may lead by chance; among many of its own kind none leads by more than 0.06."""
    prefix = next(iter(known))[:2]
    texts = [f"{prefix}:{kind}{n}{face}" for n in range(97, 60, -1) for kind in "WDHGTXY" for face in "AB"]
    texts = [text for text in texts if text not in known]
    return texts[: max(60, 200 - len(known))]


def look(text: str) -> Floats:
    """A tag with its white, SIDE by SIDE samples, through a small blur; 0 dark, 1 white."""
    whole = np.ones((RINGED, RINGED), np.float32)
    whole[QUIET:-QUIET, QUIET:-QUIET] = ~modules(text)
    large = cv2.resize(whole, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 0.5 * SAMPLES), dtype=np.float32)


def rough(tag: Floats) -> NDArray[Any]:
    """A tag's look with one sample a module, as a row."""
    return tag.reshape(RINGED, SAMPLES, RINGED, SAMPLES).mean(axis=(1, 3)).ravel()


def inner(tag: Floats) -> Floats:
    """The samples without the white around."""
    ring = QUIET * SAMPLES
    return tag[ring:-ring, ring:-ring]


def even(part: Floats, samples: int = SAMPLES) -> Floats:
    """Each sample against its neighbourhood: about -1 dark to 1 bright. samples: a module."""
    mean = cv2.GaussianBlur(part, (0, 0), NEIGHBOURS * samples)
    off = part - mean
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), NEIGHBOURS * samples))
    return np.asarray(np.clip(off / (spread + 1e-3 + 0.02 * float(np.ptp(part))), -1.5, 1.5), np.float32)


def normal(rows: NDArray[Any]) -> Floats:
    """Each row with a mean of 0 and a length of 1."""
    plain = rows.astype(np.float32)
    plain -= plain.mean(axis=1, keepdims=True)
    plain /= np.sqrt((plain * plain).sum(axis=1, keepdims=True)) + np.float32(1e-6)
    return plain


def placed(points: Floats, at: Floats) -> Floats:
    """Where places of tags are in the picture. points: tags by 3 by 2, corner squares' middles; at: places by
    2, in modules from the first of them. Gives tags by places by 2."""
    first = points[:, :1]
    right, low = (points[:, 1:2] - first) / np.float32(LEG), (points[:, 2:] - first) / np.float32(LEG)
    return np.asarray(first + at[:, :1] * right + at[:, 1:] * low, dtype=np.float32)


def _distinct(samples: int) -> NDArray[np.bool_]:
    """Where tags differ: all but the corner squares with their white, and the timing lines."""
    differ = np.ones((MODULES, MODULES), bool)
    differ[:8, :8] = differ[:8, -8:] = differ[-8:, :8] = False
    differ[6, :] = differ[:, 6] = False
    return np.repeat(np.repeat(differ, samples, axis=0), samples, axis=1)


DISTINCT = _distinct(SAMPLES)
ROUGH_DISTINCT = _distinct(1)


def _sample(x: float, y: float) -> tuple[float, float]:
    """A point of a tag, in modules from its upper left corner, among its samples."""
    return (x + QUIET) * SAMPLES - 0.5, (y + QUIET) * SAMPLES - 0.5


MIDDLES = np.array([_sample(3.5, 3.5), _sample(17.5, 3.5), _sample(3.5, 17.5)], dtype=np.float32)
"""The corner squares' middles among the samples."""
OUTER = np.array(
    [_sample(0, 0), _sample(MODULES, 0), _sample(MODULES, MODULES), _sample(0, MODULES)], dtype=np.float32
)
"""A tag's corners among the samples, clockwise from the upper left."""
_MODULE = np.arange(RINGED, dtype=np.float32) - QUIET - 3
GRID = np.stack(np.meshgrid(_MODULE, _MODULE), axis=-1).reshape(-1, 2)
"""Modules' middles with the white around, in modules from the middle of the upper left corner square."""
OUTER_MODULES = np.array([(0, 0), (21, 0), (21, 21), (0, 21)], dtype=np.float32) - np.float32(3.5)
"""A tag's corners, the same way."""
