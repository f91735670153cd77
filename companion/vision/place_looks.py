"""How a tile's place looked when its tag was last read, and whether it still does or a lamp hides it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

OVEREXPOSED_GRAY, MAX_OVEREXPOSED_PART = 247, 0.25
"""A pixel is burnt out from this gray value on; where this part of a place is burnt out, it hides what lies
there."""
MIN_GLARE_GAIN, MIN_GLARE_PART, MAX_DARKER_PART = 8.0, 0.05, 0.06
"""A lamp's image is brighter by so much than the tag's paper and the bright parts of the table, in this part
of a tag's place or of what is around it, whatever a camera's white is; and it makes hardly any of the place
darker."""
MIN_SAME_CORRELATION = 0.55
"""A place looks as it did when the patches' correlation is at least this."""


@dataclass(slots=True)
class PlaceLook:
    """How a tile's place looked when its tag was last read there."""

    box: tuple[int, int, int, int]
    pixels: NDArray[np.float32]
    time: float
    table_white: float
    """How bright the bright parts of the whole picture were then."""
    since: float
    """Since when the tag has been read there."""
    around_box: tuple[int, int, int, int]
    around: NDArray[np.float32]
    """The place with its surroundings, some seconds before where the tag was read there then."""

    def resembles(self, pixels: NDArray[np.float32]) -> bool:
        """Whether the place looks as it did; pixels: of `box`, now."""
        return _correlation(self.pixels, pixels) >= MIN_SAME_CORRELATION


def _overexposed_part(part: NDArray[np.float32]) -> float:
    """The part of the pixels that are burnt out."""
    return float((part > OVEREXPOSED_GRAY).mean())


def is_hidden_by_light(patch: PlaceLook, image: NDArray[np.float32]) -> bool:
    """Whether a lamp's image has come there, which hides whatever is under it. Paper that is as bright as the
    camera can show grows no brighter, but what is around it does. A white cloth that shows where a tile was
    taken away is no brighter than the rest of the cloth."""
    (x0, y0, x1, y1), (left, top, right, low) = patch.box, patch.around_box
    now, place = image[y0:y1, x0:x1], patch.around[y0 - top : y1 - top, x0 - left : x1 - left]
    if _overexposed_part(now) > MAX_OVEREXPOSED_PART > _overexposed_part(place):
        return True
    if float((now < place - MIN_GLARE_GAIN).mean()) > MAX_DARKER_PART:
        return False
    ring = np.ones(patch.around.shape, np.bool_)
    grown = (x1 - x0) // 5  # the white around the tag
    ring[max(0, y0 - top - grown) : y1 - top + grown, max(0, x0 - left - grown) : x1 - left + grown] = False
    bright = patch.table_white
    if ring.any():
        bright = max(bright, float(np.percentile(patch.around[ring], 93)))
        around = image[top:low, left:right][ring]
        if float((around > bright + MIN_GLARE_GAIN).mean()) >= MIN_GLARE_PART:
            return True
    # About half of a tag is paper; a part of that may have been under the lamp already.
    bright = max(float(np.percentile(place, 70)), bright) + MIN_GLARE_GAIN
    return float((now > bright).mean()) >= MIN_GLARE_PART


def _correlation(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Correlation of two patches, -1 to 1; a flat one is like nothing."""
    a, b = a - a.mean(), b - b.mean()
    both = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / both if both > 1e-3 else 0.0
