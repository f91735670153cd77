"""Tells which of the known tags stands whole at three corner squares, also where a decoder could not.

Level H tags differ in about half their modules, so the right one stands out though hardly any module could be
read for certain. It is compared by correlation with all 21 by 21 modules and the white around; one of which a
part is hidden by `part_matcher`, one of which a part is burnt by `burnt_tags`.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from companion.vision import tag_looks as looks
from companion.vision.burnt_tags import BurntMatcher
from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, CornerTriple, CornerTriples, Floats
from companion.vision.tag_samples import (
    best_and_lead,
    crop_around,
    outer_corners,
    sample_tags,
    tag_samples,
)
from companion.vision.tag_templates import TagTemplates

# A product of 50 tags with 300 looks takes less than the threads that BLAS would start for it: they spin on
# every core for as long again (a pass over 1080p: 38 ms of the processor's time with them, 22 without).
threadpool_limits(1, "blas")

MIN_WHOLE_CORRELATION, MIN_WHOLE_LEAD = 0.6, 0.085
"""Correlation that a whole tag must have with what lies there, and by how much more than any other tag."""
MIN_COMMON_CORRELATION = 0.3
"""Correlation with what all tags have in common, below which a place is not looked at further."""
MIN_REFINABLE_CORRELATION = 0.45
"""Below this correlation there is nothing to refine."""
CLEAR_CORRELATION, CLEAR_LEAD = 0.7, 0.1
"""From these values on the tag is sure, and its place is not refined."""
ROUGH_CLEAR_CORRELATION, ROUGH_CLEAR_LEAD = 0.75, 0.15
"""The same for one sample a module: from these values on no finer comparison follows."""
MIN_ROUGH_CORRELATION = 0.35
"""Correlation with one sample a module, below which there is no finer comparison."""
MAX_REFINED = 160
"""Places in one picture that are compared finely, the likest first: a patterned cloth may have thousands."""


class WholeMatcher:
    """Tells tags apart that are seen whole, or but for what is burnt."""

    def __init__(self, templates: TagTemplates, burnt: BurntMatcher) -> None:
        self._known, self._burnt = templates, burnt
        self._texts = templates.texts

    def match_all(
        self, plain: Image, triples: CornerTriples
    ) -> tuple[list[tuple[str, Floats]], CornerTriples]:
        """The tags at these corners with their outer corners, as by `match_at`, and the corners at which no
        known tag stands out. A first comparison of all at once, with one sample a module, decides the
        plain cases; only doubtful ones are compared singly."""
        if not self._texts or not len(triples):
            return [], triples
        best, correlation, lead = self._first_comparison(plain, triples)
        is_clear = (
            (correlation > ROUGH_CLEAR_CORRELATION) & (lead > ROUGH_CLEAR_LEAD) & (best < len(self._texts))
        )
        outer = looks.picture_points(triples.points, looks.OUTER_CORNERS_MODULES)
        middles = (triples.points[:, 1] + triples.points[:, 2]) / 2
        reach = 9 * triples.module
        named: list[tuple[str, Floats]] = []
        unnamed: list[int] = []
        settled = np.zeros(len(triples), np.bool_)
        refined = 0
        for n in np.argsort(-correlation).tolist():
            if settled[n]:
                continue  # three squares of a tag that has its name
            name = (self._texts[best[n]], outer[n]) if is_clear[n] else None
            if name is None and correlation[n] > MIN_ROUGH_CORRELATION and refined < MAX_REFINED:
                refined += 1
                name = self.match_at(plain, triples[n])
            if name is None:
                unnamed.append(n)
            else:
                named.append(name)
                settled |= np.abs(middles - middles[n]).sum(axis=1) < reach[n]
        return named, triples.filtered(np.array(unnamed, np.intp))

    def _first_comparison(
        self, plain: Image, triples: CornerTriples
    ) -> tuple[NDArray[np.int64], Floats, Floats]:
        """For each place the most similar tag, its correlation and its lead over the next, by one sample a
        module."""
        seen = sample_tags(plain, triples.points, float(np.median(triples.module)), looks.MODULE_GRID)
        flat = looks.normalised_rows(seen)
        best = np.zeros(len(triples), np.int64)
        correlation, lead = np.zeros(len(triples), np.float32), np.zeros(len(triples), np.float32)
        candidates = np.flatnonzero(flat @ self._known.rough_common > MIN_COMMON_CORRELATION)
        if len(candidates):
            best[candidates], correlation[candidates], lead[candidates] = best_and_lead(
                flat[candidates] @ self._known.rough
            )
        return best, correlation, lead

    def match_at(self, plain: Image, triple: CornerTriple) -> tuple[str, Floats] | None:
        """Which tag stands at these corners, and its four outer corners in pixels (clockwise in print from
        the upper left); None where no known tag stands out."""
        if not self._texts:
            return None
        crop, offset = crop_around(plain, triple.points, 12 / CORNER_DISTANCE)
        if not crop.size:
            return None
        transform = cv2.getAffineTransform(looks.CORNER_SQUARE_MIDDLES, triple.points - offset).astype(
            np.float32
        )
        best, correlation, lead = self._compare(crop, transform)
        placed = transform
        if correlation < MIN_REFINABLE_CORRELATION:
            return self._match_burnt(crop, offset, transform)
        if not (correlation > CLEAR_CORRELATION and lead > CLEAR_LEAD):
            refined = self._known.refined(best, crop, transform)
            again = self._compare(crop, refined)
            if again[1] > correlation:
                (best, correlation, lead), placed = again, refined
        if correlation < MIN_WHOLE_CORRELATION or lead < MIN_WHOLE_LEAD or best >= len(self._texts):
            return self._match_burnt(crop, offset, transform)
        return self._texts[best], outer_corners(placed, offset)

    def _match_burnt(self, crop: Image, offset: Floats, transform: Floats) -> tuple[str, Floats] | None:
        burnt = self._burnt.match(crop, offset, transform)
        return None if burnt is None else (burnt.text, burnt.corners)

    def _compare(self, crop: Image, transform: Floats) -> tuple[int, float, float]:
        """The known tag that is likest to the modules there, its correlation, and its lead over the next."""
        flat = tag_samples(crop, transform).ravel()
        flat -= flat.sum() / flat.size
        flat /= math.sqrt(float(flat @ flat)) + 1e-6
        if float(self._known.common @ flat) < MIN_COMMON_CORRELATION:
            return 0, 0.0, 0.0
        best, correlation, lead = best_and_lead((self._known.whole @ flat)[None])
        return int(best[0]), float(correlation[0]), float(lead[0])
