"""Tells tags of which a lamp's image hides a part (gloss on a sleeve), by the rest alone.

There black is as white as paper, so what is burnt looks like a large white part, which hardly any tag has.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, Floats
from companion.vision.tag_looks import (
    DISTINCT_MODULES,
    DISTINCT_SAMPLES,
    MARGIN_MODULES,
    MODULE_GRID,
    MODULES_WITH_MARGIN,
    SAMPLES,
    local_contrasts,
    without_margin,
)
from companion.vision.tag_samples import (
    PartialMatch,
    best_and_lead,
    outer_corners,
    sample_tags,
    tag_samples,
)
from companion.vision.tag_templates import TagTemplates
from companion.vision.tags import MODULES

MIN_WHITE_GRAY = 246
"""What is burnt is at least so bright; most paper is not, so most tags need no closer look."""
WHITE_SPREAD = 7.0
"""Gray values below the brightest within which a sample is white."""
MIN_BURNT_MODULES = 3
"""What is white for fewer modules each way is paper."""
MIN_BURNT_PART, MAX_BURNT_PART = 0.03, 0.62
"""The part of a tag that is burnt where it is worth looking at the rest, and at most."""
SURE_CORRELATION, SURE_LEAD, MIN_REST = 0.65, 0.16, 0.3
"""The correlation and the lead that a tag must have by the rest alone, and how much of it the rest must be:
the fewer samples are compared, the more tags are alike in them by chance. A tag that nobody knows leads by
0.13 at most."""
MIN_GUESS_CORRELATION, MIN_GUESS_LEAD = 0.55, 0.1
"""The same for asking a person, and for a tag where it lay."""
MIN_REFINED_CORRELATION = 0.4
"""Below this correlation there is nothing to refine."""
OTHER_NAMES = 2
"""So many other tags are named to a person beside the likest one."""


def burnt_patches(gray: Image | Floats, module: float) -> NDArray[np.uint8]:
    """1 where a picture is white for MIN_BURNT_MODULES each way, else 0. module: its pixels a module."""
    bright = _bright(gray)
    return np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, _square_of(module)), np.uint8)


def burnt_middles(gray: Image, module: float) -> Floats:
    """The middles of such parts, one in each cell of MIN_BURNT_MODULES at most: number by 2, pixels."""
    bright = _bright(gray)
    if not cv2.countNonZero(bright):
        return np.zeros((0, 2), np.float32)
    cell = max(1, round(MIN_BURNT_MODULES * module))
    inside = cv2.erode(bright, _square_of(module))
    cells = cv2.dilate(inside, np.ones((cell, cell), np.uint8), anchor=(0, 0))[::cell, ::cell]
    return np.asarray(np.argwhere(cells)[:, ::-1] * cell, np.float32)


def _bright(gray: Image | Floats) -> Image:
    white = float(gray.max())
    if white < MIN_WHITE_GRAY:
        return np.zeros(gray.shape, np.uint8)
    return np.asarray(cv2.threshold(gray, white - WHITE_SPREAD - 0.5, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _square_of(module: float) -> NDArray[np.uint8]:
    return np.ones((max(3, round(MIN_BURNT_MODULES * module)),) * 2, np.uint8)


def beside(patches: NDArray[np.uint8], module: float) -> NDArray[np.bool_]:
    """The patches and what lies within a module of them, which is blurred with them."""
    reach = 2 * round(module) + 1
    return cv2.dilate(patches, np.ones((reach, reach), np.uint8)).astype(np.bool_)


def burnt_part(samples: Floats, a_module: int = SAMPLES) -> NDArray[np.bool_] | None:
    """Which samples of a tag (without its margin, side by side) are burnt or beside what is; None: hardly
    any, or nearly all. a_module: how many samples a module has each way."""
    patches = burnt_patches(samples, a_module)
    part = float(patches.mean())
    return beside(patches, a_module) if MIN_BURNT_PART <= part <= MAX_BURNT_PART else None


class BurntMatcher:
    """Tells which of the known tags stands at a place by what a lamp's image leaves of it."""

    def __init__(self, templates: TagTemplates) -> None:
        self._known = templates

    def match(
        self, crop: Image, offset: Floats, transform: Floats, guessed: bool = False
    ) -> PartialMatch | None:
        """None: nothing is burnt, or no tag stands out. crop, offset: a part of the picture and its upper
        left corner; transform: from samples to it. guessed: also one that a person should be asked about."""
        like = self._correlations(crop, transform)
        if like is None:
            return None
        if not _is_sure(like) and like.max() >= MIN_REFINED_CORRELATION:
            for _ in range(2):  # what is burnt lies otherwise in the tag once that is moved
                moved = self._known.refined(int(like.argmax()), crop, transform, _seen_of(crop, transform))
                again = self._correlations(crop, moved)
                if again is None or again.max() <= like.max():
                    break
                like, transform = again, moved
        (best,), (correlation,), (lead,) = best_and_lead(like[None])
        sure = _is_sure(like)
        texts = self._known.texts
        if best >= len(texts) or not (
            sure or (guessed and correlation >= MIN_GUESS_CORRELATION and lead >= MIN_GUESS_LEAD)
        ):
            return None
        likest = np.argsort(-like[: len(texts)])[1 : OTHER_NAMES + 1].tolist()
        others = () if sure else tuple(texts[n] for n in likest)
        return PartialMatch(texts[best], outer_corners(transform, offset), float(correlation), sure, others)

    def _correlations(self, crop: Image, transform: Floats) -> Floats | None:
        """Of each look with the distinct samples that are not burnt; None: none is burnt, or nearly all."""
        samples = without_margin(tag_samples(crop, transform))
        burnt = burnt_part(samples)
        if burnt is None:
            return None
        kept = ~burnt[DISTINCT_SAMPLES]
        if float(kept.mean()) < MIN_REST:
            return None
        row = local_contrasts(_filled(samples, burnt)[None])[:, DISTINCT_SAMPLES]
        return correlations_of_the_rest(row, kept[None], self._known.distinct_looks)[0]

    def rank(self, plain: Image, points: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The places (of number by 3 by 2) that are burnt in part and may be a tag, the likeliest first, and
        how likely each is, by one sample a module."""
        if not self._known.texts or not len(points):
            return np.zeros(0, np.intp), np.zeros(0, np.float32)
        module = float(np.median(np.linalg.norm(points[:, 1] - points[:, 0], axis=1))) / CORNER_DISTANCE
        seen = sample_tags(plain, points, module, MODULE_GRID).astype(np.float32)
        seen = seen.reshape(-1, MODULES_WITH_MARGIN, MODULES_WITH_MARGIN)
        tags = seen[:, MARGIN_MODULES:-MARGIN_MODULES, MARGIN_MODULES:-MARGIN_MODULES]
        parts = [burnt_part(tag, 1) for tag in tags]
        burnt = np.stack([np.zeros((MODULES, MODULES), np.bool_) if p is None else p for p in parts])
        kept = ~burnt[:, DISTINCT_MODULES]
        share = kept.mean(axis=1)
        likely = np.flatnonzero((share < 1) & (share >= MIN_REST))
        if not len(likely):
            return np.zeros(0, np.intp), np.zeros(0, np.float32)
        filled = np.stack([_filled(tags[n], burnt[n]) for n in likely])
        rows = local_contrasts(filled)[:, DISTINCT_MODULES]
        like = correlations_of_the_rest(rows, kept[likely], self._known.rough_distinct_looks)
        best, correlation, lead = best_and_lead(like)
        score = np.where(best < len(self._known.texts), correlation + lead, 0)
        order = np.argsort(-score)
        return likely[order], score[order]


def correlations_of_the_rest(rows: Floats, kept: NDArray[np.bool_], known: Floats) -> Floats:
    """The correlation of each row with each known look in the samples that this row keeps. rows, kept: by
    samples; known: looks by samples."""
    masks = kept.astype(np.float32)
    count = masks.sum(axis=1, keepdims=True)
    seen = rows * masks
    seen = (seen - seen.sum(axis=1, keepdims=True) / count) * masks
    sums = masks @ known.T
    spread = masks @ (known * known).T - sums * sums / count
    # The rows' mean is 0, so that of the known looks needs not be taken off.
    strength = np.sqrt(np.maximum(spread, 0) * (seen * seen).sum(axis=1, keepdims=True)) + np.float32(1e-6)
    return np.asarray(seen @ known.T / strength, np.float32)


def _filled(samples: Floats, burnt: NDArray[np.bool_]) -> Floats:
    """The samples with the mean of the others where they are burnt."""
    return np.where(burnt, samples[~burnt].mean(), samples).astype(np.float32)


def _seen_of(crop: Image, transform: Floats) -> NDArray[np.uint8]:
    """255 for the pixels that are not burnt, else 0."""
    module = SAMPLES * float(np.hypot(*transform[:, 0]))
    return np.where(beside(burnt_patches(crop, module), module), 0, 255).astype(np.uint8)


def _is_sure(like: Floats) -> bool:
    _best, correlation, lead = best_and_lead(like[None])
    return bool(correlation[0] >= SURE_CORRELATION and lead[0] >= SURE_LEAD)
