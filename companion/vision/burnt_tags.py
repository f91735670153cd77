"""Finds the part of a tag that a lamp's image hides (gloss on a sleeve): the rest can be compared alone.

There black is as white as paper, so what is burnt looks like a large white part, which hardly any tag has.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import Floats
from companion.vision.tag_looks import DISTINCT_SAMPLES, SAMPLES, local_contrasts

MIN_WHITE_GRAY = 246
"""What is burnt is at least so bright; most paper is not, so most tags need no closer look."""
WHITE_SPREAD = 7.0
"""Gray values below the brightest within which a sample is white."""
MIN_BURNT_MODULES = 3
"""What is white for fewer modules each way is paper."""
MIN_BURNT_PART, MAX_BURNT_PART = 0.03, 0.62
"""The part of a tag that is burnt where it is worth looking at the rest, and at most."""


def burnt_part(samples: Floats) -> NDArray[np.bool_] | None:
    """Which samples of a tag (without its margin, side by side) are burnt or beside what is; None: hardly
    any, or nearly all."""
    white = float(samples.max())
    if white < MIN_WHITE_GRAY:
        return None
    bright = (samples >= white - WHITE_SPREAD).astype(np.uint8)
    side = MIN_BURNT_MODULES * SAMPLES
    patches = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    part = float(patches.mean())
    if not MIN_BURNT_PART <= part <= MAX_BURNT_PART:
        return None
    return cv2.dilate(patches, np.ones((2 * SAMPLES + 1,) * 2, np.uint8)).astype(np.bool_)


def distinct_of_the_rest(samples: Floats, burnt: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """The distinct samples of a tag against their neighbourhood, and which of them are not burnt."""
    filled = np.where(burnt, samples[~burnt].mean(), samples).astype(np.float32)
    return local_contrasts(filled[None])[0][DISTINCT_SAMPLES], ~burnt[DISTINCT_SAMPLES]


def correlations_of_the_rest(row: Floats, kept: NDArray[np.bool_], tags: Floats) -> Floats:
    """The correlation of a look with each of these tags (number by samples) in the samples that are kept."""
    seen, known = row[kept], tags[:, kept]
    seen = seen - seen.mean()
    known = known - known.mean(axis=1, keepdims=True)
    strength = np.sqrt((known * known).sum(axis=1) * (seen @ seen)) + np.float32(1e-6)
    return np.asarray(known @ seen / strength, np.float32)
