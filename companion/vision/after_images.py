"""Tells a tag's after-image from the tag. In a dim room cameras mix each picture with those before to take
noise out, so a tile that was carried elsewhere fades where it lay, and is read in both places for a while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from companion.vision.camera import Image
from companion.vision.sightings import Sighting
from companion.vision.tags import Tag

FADED = 0.88
"""A tag that is read twice lies where its contrast is no less than this part of what it had there."""
FOLLOWED = 0.1
"""The part by which the remembered contrast follows a lower one: slower than pictures that are mixed fade."""
SAME_PLACE_MODULES = 3.0
"""Modules from where a tag was read last, within which it has stayed."""


class AfterImages:
    """What one camera remembers of the contrast of tags where they lie."""

    def __init__(self) -> None:
        self._known: dict[Tag, tuple[Sighting, float]] = {}
        self.count = 0
        """After-images that were read so far."""

    def without(self, image: Image, found: Sequence[Sighting]) -> list[Sighting]:
        """The tags without those that fade where they lay while the same tag is read elsewhere. A tag that is
        there twice fades nowhere, and stays twice."""
        counts = Counter(s.tag for s in found)
        kept = []
        for s in found:
            last, before = self._known.get(s.tag, (s, 0.0))
            has_stayed = abs(s.x - last.x) + abs(s.y - last.y) < SAME_PLACE_MODULES * s.module
            if counts[s.tag] > 1:
                if has_stayed and contrast(image, s) < FADED * before:
                    self.count += 1
                else:
                    kept.append(s)
                continue
            now = contrast(image, s)
            followed = now if not has_stayed or now >= before else before + (now - before) * FOLLOWED
            self._known[s.tag] = (s, followed)
            kept.append(s)
        return kept


def contrast(image: Image, s: Sighting) -> float:
    """How far black and white in a tag lie apart, as a part of both together: a shadow changes it little."""
    xs, ys = zip(*s.corners, strict=True)
    left, top, right, low = min(xs), min(ys), max(xs), max(ys)
    green = image[:, :, 1] if image.ndim == 3 else image
    part = green[max(0, int(top)) : int(low) + 1, max(0, int(left)) : int(right) + 1]
    if not part.size:
        return 0.0
    values = np.sort(part[::3, ::3], axis=None)  # np.percentile takes ten times as long for so few
    dark, bright = (float(values[round(share * (len(values) - 1))]) for share in (0.1, 0.9))
    return (bright - dark) / max(bright + dark, 1.0)
