"""Tells which of the known tags stands at three corner squares, also where a decoder could not, and where
some of the tag is hidden.

Level H tags differ in about half their modules, so the right one stands out though hardly any module could be
read for certain. Two comparisons: of a whole tag, by correlation with all 21 by 21 modules and the white
around; and of a tag of which a part is hidden (a cube on a corner, glare, a shadow), by the modules in which
tags differ, each against its own neighbourhood.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from companion.vision import tag_looks as looks
from companion.vision.burnt_tags import burnt_part, correlations_of_the_rest, distinct_of_the_rest
from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, CornerTriple, CornerTriples, Floats
from companion.vision.tag_samples import (
    best_and_lead,
    crop_around,
    outer_corners,
    rough_distinct,
    tag_samples,
)
from companion.vision.tags import MODULES

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
SURE_PARTIAL_CORRELATION, SURE_PARTIAL_LEAD = 0.47, 0.2
"""Correlation of the distinct modules that a hidden tag must have, and its lead: right ones that are half
hidden have 0.5 and 0.28, places without a tag 0.42 or a lead of 0.19, never both."""
MIN_GUESS_CORRELATION, MIN_GUESS_LEAD = 0.36, 0.13
"""The same for asking a person whether it is that tag."""
OTHER_NAMES = 2
"""So many other tags are named to a person beside the likest one."""
MIN_ROUGH_PARTIAL_CORRELATION = 0.22
"""Correlation of the distinct modules with one sample each, from which a finer comparison is worth it."""
MIN_PARTIAL_CORRELATION = 0.16
"""Correlation of the distinct modules below which there is nothing to refine."""
SURE_REST_CORRELATION, SURE_REST_LEAD, MIN_REST = 0.65, 0.18, 0.3
"""The same of a tag of which a part is burnt, by the rest alone, and how much of it the rest must be: the
fewer samples are compared, the more tags are alike in them by chance."""
MIN_GUESS_REST_CORRELATION, MIN_GUESS_REST_LEAD = 0.55, 0.1
"""The same for asking a person, and for a tag where it lay."""
MAX_SAMPLED = 1000
"""Places that are sampled at a time: OpenCV's remap takes 32,767 rows at most, and a place has 23."""
_ECC_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 1e-3)


@dataclass(frozen=True, eq=False, slots=True)
class PartialMatch:
    """corners: the tag's in pixels, clockwise in print from the upper left; like: a correlation, of 1.
    others: the next likeliest tags, where it is not sure."""

    text: str
    corners: Floats
    correlation: float
    sure: bool
    others: tuple[str, ...] = ()


class TagMatcher:
    """Tells tags apart. texts: every tag that may be there; others compete too (`tag_looks.strangers`)."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(dict.fromkeys(texts))
        others = looks.decoy_tags(self.texts) if self.texts else []
        self._templates = [looks.template(text) for text in (*self.texts, *others)]
        if not self._templates:
            return
        whole = looks.normalised_rows(np.stack([look.ravel() for look in self._templates]))
        self._whole = whole
        self._common = looks.normalised_rows(whole.sum(axis=0)[None])[0]
        rough = looks.normalised_rows(np.stack([looks.coarse_row(look) for look in self._templates]))
        self._rough = rough.T.copy()
        self._rough_common = looks.normalised_rows(rough.sum(axis=0)[None])[0]
        plain_tags = np.stack([looks.without_margin(look) for look in self._templates])
        distinct = self._distinct_looks = looks.local_contrasts(plain_tags)[:, looks.DISTINCT_SAMPLES]
        self._mean_distinct = distinct.mean(axis=0)
        self._distinct = looks.normalised_rows(distinct - self._mean_distinct)
        rows = rough_distinct(np.stack([looks.coarse_row(look) for look in self._templates]))
        self._mean_rough_distinct = rows.mean(axis=0)
        self._rough_distinct = looks.normalised_rows(rows - self._mean_rough_distinct).T.copy()

    # --- whole tags

    def match_all(
        self, plain: Image, triples: CornerTriples
    ) -> tuple[list[tuple[str, Floats]], CornerTriples]:
        """The tags at these corners with their outer corners, as `name` gives them, and the corners at which
        no known tag stands out. A first comparison of all at once, with one sample a module, decides the
        plain cases; only doubtful ones are compared singly."""
        if not self.texts or not len(triples):
            return [], triples
        best, correlation, lead = self._first_comparison(plain, triples)
        is_clear = (
            (correlation > ROUGH_CLEAR_CORRELATION) & (lead > ROUGH_CLEAR_LEAD) & (best < len(self.texts))
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
            name = (self.texts[best[n]], outer[n]) if is_clear[n] else None
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
        seen = self._sample_tags(plain, triples.points, float(np.median(triples.module)), looks.MODULE_GRID)
        flat = looks.normalised_rows(seen)
        best = np.zeros(len(triples), np.int64)
        correlation, lead = np.zeros(len(triples), np.float32), np.zeros(len(triples), np.float32)
        candidates = np.flatnonzero(flat @ self._rough_common > MIN_COMMON_CORRELATION)
        if len(candidates):
            best[candidates], correlation[candidates], lead[candidates] = best_and_lead(
                flat[candidates] @ self._rough
            )
        return best, correlation, lead

    @staticmethod
    def _sample_tags(plain: Image, points: Floats, module: float, grid: Floats) -> NDArray[np.uint8]:
        """The picture at the places `grid` (modules) of each of these tags: tags by places."""
        scale = 1.0
        while module / scale >= 3.0:
            scale *= 2
            plain = plain[: plain.shape[0] // 2 * 2, : plain.shape[1] // 2 * 2]
            half = (plain.shape[1] // 2, plain.shape[0] // 2)
            plain = np.asarray(cv2.resize(plain, half, interpolation=cv2.INTER_AREA))
        wide = math.isqrt(len(grid))
        rows = []
        for n in range(0, len(points), MAX_SAMPLED):
            xs, ys = looks.picture_maps((points[n : n + MAX_SAMPLED] + 0.5) / scale - 0.5, grid)
            seen = cv2.remap(
                plain,
                xs.reshape(-1, wide),
                ys.reshape(-1, wide),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            rows.append(seen.reshape(-1, len(grid)))
        return np.asarray(np.concatenate(rows), np.uint8)

    def match_at(self, plain: Image, triple: CornerTriple) -> tuple[str, Floats] | None:
        """Which tag stands at these corners, and its four outer corners in pixels (clockwise in print from
        the upper left); None where no known tag stands out."""
        if not self.texts:
            return None
        crop, offset = crop_around(plain, triple.points, 12 / CORNER_DISTANCE)
        if not crop.size:
            return None
        transform = cv2.getAffineTransform(looks.CORNER_SQUARE_MIDDLES, triple.points - offset).astype(
            np.float32
        )
        best, correlation, lead = self._compare(crop, transform)
        if correlation < MIN_REFINABLE_CORRELATION:
            burnt = self._match_burnt(crop, offset, transform)
            return None if burnt is None else (burnt.text, burnt.corners)
        if not (correlation > CLEAR_CORRELATION and lead > CLEAR_LEAD):
            refined = self._refined(best, crop, transform)
            again = self._compare(crop, refined)
            if again[1] > correlation:
                (best, correlation, lead), transform = again, refined
        if correlation < MIN_WHOLE_CORRELATION or lead < MIN_WHOLE_LEAD or best >= len(self.texts):
            burnt = self._match_burnt(crop, offset, transform)
            return None if burnt is None else (burnt.text, burnt.corners)
        return self.texts[best], outer_corners(transform, offset)

    # --- tags of which a part is burnt

    def _match_burnt(
        self, crop: Image, offset: Floats, transform: Floats, guessed: bool = False
    ) -> PartialMatch | None:
        """Which tag stands there by what a lamp's image leaves of it; None: nothing is burnt, or none stands
        out. guessed: also one that a person should be asked about."""
        found = self._compare_rest(crop, transform)
        if found is None:
            return None
        if not _is_sure_rest(found) and found[1] >= MIN_REFINABLE_CORRELATION:
            moved = self._refined(found[0], crop, transform)
            again = self._compare_rest(crop, moved)
            if again is not None and again[1] > found[1]:
                found, transform = again, moved
        best, correlation, lead = found
        sure = _is_sure_rest(found)
        if best >= len(self.texts) or not (
            sure or (guessed and correlation >= MIN_GUESS_REST_CORRELATION and lead >= MIN_GUESS_REST_LEAD)
        ):
            return None
        others = () if sure else self._runners_up(crop, transform, best)
        return PartialMatch(self.texts[best], outer_corners(transform, offset), correlation, sure, others)

    def _compare_rest(self, crop: Image, transform: Floats) -> tuple[int, float, float] | None:
        """As `_compare`, by the distinct samples that are not burnt; None: none is burnt, or nearly all."""
        samples = _samples_of(crop, transform)
        burnt = burnt_part(samples)
        if burnt is None:
            return None
        row, kept = distinct_of_the_rest(samples, burnt)
        if float(kept.mean()) < MIN_REST:
            return None
        like = correlations_of_the_rest(row, kept, self._distinct_looks)
        best, correlation, lead = best_and_lead(like[None])
        return int(best[0]), float(correlation[0]), float(lead[0])

    def _compare(self, crop: Image, transform: Floats) -> tuple[int, float, float]:
        """The known tag that is likest to the modules there, its correlation, and its lead over the next."""
        flat = tag_samples(crop, transform).ravel()
        flat -= flat.sum() / flat.size
        flat /= math.sqrt(float(flat @ flat)) + 1e-6
        if float(self._common @ flat) < MIN_COMMON_CORRELATION:
            return 0, 0.0, 0.0
        best, correlation, lead = best_and_lead((self._whole @ flat)[None])
        return int(best[0]), float(correlation[0]), float(lead[0])

    def _refined(self, tag: int, crop: Image, transform: Floats) -> Floats:
        """The way from samples to the picture, moved so that the tag fits best; or as it was."""
        mask = np.full_like(crop, 255)
        try:
            _, refined = cv2.findTransformECC(
                self._templates[tag],
                crop.astype(np.float32),
                transform.copy(),
                cv2.MOTION_AFFINE,
                _ECC_CRITERIA,
                mask,
                3,
            )
        except cv2.error:  # it does not converge on what is no tag
            return transform
        return np.asarray(refined, dtype=np.float32)

    # --- tags of which a part is hidden

    def match_partial(self, image: Image, points: Floats, refined: bool = True) -> PartialMatch | None:
        """The tag whose upper left, upper right and lower left squares have their middles at these points
        (pixels; seen or not), moved so that it fits best; None where none can even be guessed. refined:
        whether it is moved too where it is sure as it is."""
        if not self.texts:
            return None
        crop, offset = crop_around(image, points, 1.0)
        if min(crop.shape, default=0) < MODULES:
            return None
        transform = np.asarray(
            cv2.getAffineTransform(looks.CORNER_SQUARE_MIDDLES, (points - offset).astype(np.float32)),
            np.float32,
        )
        best, correlation, lead = self._compare_distinct(crop, transform)
        if correlation < MIN_PARTIAL_CORRELATION and burnt_part(_samples_of(crop, transform)) is None:
            return None
        if refined or correlation < SURE_PARTIAL_CORRELATION or lead < SURE_PARTIAL_LEAD:
            moved = self._refined(best, crop, transform)
            again = self._compare_distinct(crop, moved)
            if again[1] > correlation:
                (best, correlation, lead), transform = again, moved
        if correlation < SURE_PARTIAL_CORRELATION or lead < SURE_PARTIAL_LEAD:
            rest = self._match_burnt(crop, offset, transform, guessed=True)
            if rest is not None:
                return rest
        if best >= len(self.texts) or correlation < MIN_GUESS_CORRELATION or lead < MIN_GUESS_LEAD:
            return None
        sure = correlation >= SURE_PARTIAL_CORRELATION and lead >= SURE_PARTIAL_LEAD
        others = () if sure else self._runners_up(crop, transform, best)
        return PartialMatch(self.texts[best], outer_corners(transform, offset), correlation, sure, others)

    def _runners_up(self, crop: Image, transform: Floats, best: int) -> tuple[str, ...]:
        likest = np.argsort(-self._distinct_correlations(crop, transform)[: len(self.texts)])
        return tuple(self.texts[n] for n in likest[: OTHER_NAMES + 1].tolist() if n != best)[:OTHER_NAMES]

    def rank_partial(self, image: Image, points: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The places (of number by 3 by 2) at which `match_partial` is worth its time, the likeliest first,
        and how likely each is, by one sample a module."""
        if not self.texts or not len(points):
            return np.zeros(0, np.intp), np.zeros(0, np.float32)
        module = float(np.median(np.linalg.norm(points[:, 1] - points[:, 0], axis=1))) / CORNER_DISTANCE
        seen = self._sample_tags(image, points, module, looks.MODULE_GRID)
        rows = rough_distinct(seen) - self._mean_rough_distinct
        best, correlation, lead = best_and_lead(looks.normalised_rows(rows) @ self._rough_distinct)
        score = correlation + lead
        likely = np.flatnonzero((correlation > MIN_ROUGH_PARTIAL_CORRELATION) & (best < len(self.texts)))
        likely = likely[np.argsort(-score[likely])]
        return likely, score[likely]

    def match_around_corner(
        self, image: Image, corner: tuple[float, float], leg: float
    ) -> PartialMatch | None:
        """The same where only one corner square is seen: its middle, and the pixels from one square to the
        next. Every turn is tried, and each of the three that it may be."""
        tried: list[tuple[float, Floats]] = []
        middle = np.array(corner, np.float32)
        crop, offset = crop_around(image, middle[None], 0.0, 2.2 * leg + 4)
        if not self.texts or min(crop.shape, default=0) < MODULES:
            return None
        for turn in np.arange(0, 2 * np.pi, np.deg2rad(3)):
            right = np.array([np.cos(turn), np.sin(turn)], np.float32) * leg
            down = np.array([-right[1], right[0]])
            for first in (middle, middle - right, middle - down):
                points = np.stack([first, first + right, first + down]).astype(np.float32) - offset
                transform = np.asarray(
                    cv2.getAffineTransform(looks.CORNER_SQUARE_MIDDLES, points), np.float32
                )
                tried.append((self._compare_distinct(crop, transform)[1], points + offset))
        tried.sort(key=lambda one: -one[0])
        matches = [
            match for _, points in tried[:4] if (match := self.match_partial(image, points)) is not None
        ]
        return max(matches, key=lambda match: (match.sure, match.correlation), default=None)

    def _distinct_correlations(self, crop: Image, transform: Floats) -> Floats:
        seen = looks.local_contrasts(_samples_of(crop, transform)[None])
        row = looks.normalised_rows(seen[:, looks.DISTINCT_SAMPLES] - self._mean_distinct)
        return np.asarray((row @ self._distinct.T)[0], np.float32)

    def _compare_distinct(self, crop: Image, transform: Floats) -> tuple[int, float, float]:
        best, correlation, lead = best_and_lead(self._distinct_correlations(crop, transform)[None])
        return int(best[0]), float(correlation[0]), float(lead[0])


def _samples_of(crop: Image, transform: Floats) -> Floats:
    """A tag's samples without the white around."""
    return looks.without_margin(tag_samples(crop, transform))


def _is_sure_rest(found: tuple[int, float, float]) -> bool:
    _best, correlation, lead = found
    return correlation >= SURE_REST_CORRELATION and lead >= SURE_REST_LEAD
