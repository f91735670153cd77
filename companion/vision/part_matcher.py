"""Tells which of the known tags stands at a place where some of it is hidden: by a cube on a corner, glare, a
shadow.

Only the modules in which tags differ are compared, each against its own neighbourhood.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision import tag_looks as looks
from companion.vision.burnt_tags import OTHER_NAMES, BurntMatcher
from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, Floats
from companion.vision.tag_samples import (
    PartialMatch,
    best_and_lead,
    crop_around,
    outer_corners,
    rough_distinct,
    sample_tags,
    tag_samples,
)
from companion.vision.tag_templates import TagTemplates
from companion.vision.tags import MODULES

SURE_CORRELATION, SURE_LEAD = 0.47, 0.2
"""Correlation of the distinct modules that a hidden tag must have, and its lead: right ones that are half
hidden have 0.5 and 0.28, places without a tag 0.42 or a lead of 0.19, never both."""
MIN_GUESS_CORRELATION, MIN_GUESS_LEAD = 0.36, 0.13
"""The same for asking a person whether it is that tag."""
MIN_ROUGH_CORRELATION = 0.22
"""Correlation of the distinct modules with one sample each, from which a finer comparison is worth it."""
MIN_CORRELATION = 0.16
"""Correlation of the distinct modules below which there is nothing to refine."""


class PartMatcher:
    """Tells tags apart of which a part is seen."""

    def __init__(self, templates: TagTemplates, burnt: BurntMatcher) -> None:
        self._known, self._burnt = templates, burnt
        self._texts = templates.texts

    def match(self, image: Image, points: Floats, refined: bool = True) -> PartialMatch | None:
        """The tag whose upper left, upper right and lower left squares have their middles at these points
        (pixels; seen or not), moved so that it fits best; None where none can even be guessed. refined:
        whether it is moved too where it is sure as it is."""
        if not self._texts:
            return None
        crop, offset = crop_around(image, points, 1.0)
        if min(crop.shape, default=0) < MODULES:
            return None
        transform = np.asarray(
            cv2.getAffineTransform(looks.CORNER_SQUARE_MIDDLES, (points - offset).astype(np.float32)),
            np.float32,
        )
        best, correlation, lead = self._compare(crop, transform)
        is_sure = correlation >= SURE_CORRELATION and lead >= SURE_LEAD
        if not is_sure and (rest := self._burnt.match(crop, offset, transform, guessed=True)) is not None:
            return rest
        if correlation < MIN_CORRELATION:
            return None
        if refined or not is_sure:
            moved = self._known.refined(best, crop, transform)
            again = self._compare(crop, moved)
            if again[1] > correlation:
                (best, correlation, lead), transform = again, moved
        if best >= len(self._texts) or correlation < MIN_GUESS_CORRELATION or lead < MIN_GUESS_LEAD:
            return None
        sure = correlation >= SURE_CORRELATION and lead >= SURE_LEAD
        others = () if sure else self._runners_up(crop, transform, best)
        return PartialMatch(self._texts[best], outer_corners(transform, offset), correlation, sure, others)

    def _runners_up(self, crop: Image, transform: Floats, best: int) -> tuple[str, ...]:
        likest = np.argsort(-self._correlations(crop, transform)[: len(self._texts)])
        return tuple(self._texts[n] for n in likest[: OTHER_NAMES + 1].tolist() if n != best)[:OTHER_NAMES]

    def rank(self, image: Image, points: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The places (of number by 3 by 2) at which `match` is worth its time, the likeliest first,
        and how likely each is, by one sample a module."""
        if not self._texts or not len(points):
            return np.zeros(0, np.intp), np.zeros(0, np.float32)
        module = float(np.median(np.linalg.norm(points[:, 1] - points[:, 0], axis=1))) / CORNER_DISTANCE
        seen = sample_tags(image, points, module, looks.MODULE_GRID)
        rows = rough_distinct(seen) - self._known.mean_rough_distinct
        best, correlation, lead = best_and_lead(looks.normalised_rows(rows) @ self._known.rough_distinct)
        score = correlation + lead
        likely = np.flatnonzero((correlation > MIN_ROUGH_CORRELATION) & (best < len(self._texts)))
        likely = likely[np.argsort(-score[likely])]
        return likely, score[likely]

    def _correlations(self, crop: Image, transform: Floats) -> Floats:
        seen = looks.local_contrasts(looks.without_margin(tag_samples(crop, transform))[None])
        row = looks.normalised_rows(seen[:, looks.DISTINCT_SAMPLES] - self._known.mean_distinct)
        return np.asarray((row @ self._known.distinct.T)[0], np.float32)

    def _compare(self, crop: Image, transform: Floats) -> tuple[int, float, float]:
        best, correlation, lead = best_and_lead(self._correlations(crop, transform)[None])
        return int(best[0]), float(correlation[0]), float(lead[0])
