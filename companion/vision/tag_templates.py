"""The looks of the known tags, made once: whole ones, with one sample a module, and where tags differ."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision import tag_looks as looks
from companion.vision.camera import Image
from companion.vision.finder import Floats
from companion.vision.tag_samples import rough_distinct

_ECC_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 1e-3)


class TagTemplates:
    """texts: every tag that may be there. All looks are of these and then of others, which compete too
    (`tag_looks.decoy_tags`); there are none where there are no texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(dict.fromkeys(texts))
        if not self.texts:
            return
        self._templates = [looks.template(text) for text in (*self.texts, *looks.decoy_tags(self.texts))]
        self.whole = looks.normalised_rows(np.stack([look.ravel() for look in self._templates]))
        self.common = looks.normalised_rows(self.whole.sum(axis=0)[None])[0]
        coarse = np.stack([looks.coarse_row(look) for look in self._templates])
        rough = looks.normalised_rows(coarse)
        self.rough = rough.T.copy()
        self.rough_common = looks.normalised_rows(rough.sum(axis=0)[None])[0]
        plain_tags = np.stack([looks.without_margin(look) for look in self._templates])
        self.distinct_looks = looks.local_contrasts(plain_tags)[:, looks.DISTINCT_SAMPLES]
        self.mean_distinct = self.distinct_looks.mean(axis=0)
        self.distinct = looks.normalised_rows(self.distinct_looks - self.mean_distinct)
        self.rough_distinct_looks = rough_distinct(coarse)
        self.mean_rough_distinct = self.rough_distinct_looks.mean(axis=0)
        self.rough_distinct = looks.normalised_rows(
            self.rough_distinct_looks - self.mean_rough_distinct
        ).T.copy()

    def refined(
        self, tag: int, crop: Image, transform: Floats, seen: NDArray[np.uint8] | None = None
    ) -> Floats:
        """The way from samples to the picture, moved so that the tag fits best; or as it was. seen: 255 for
        the pixels that it is fitted to, else 0; None: all."""
        try:
            _, refined = cv2.findTransformECC(
                self._templates[tag],
                crop.astype(np.float32),
                transform.copy(),
                cv2.MOTION_AFFINE,
                _ECC_CRITERIA,
                np.full_like(crop, 255) if seen is None else seen,
                3,
            )
        except cv2.error:  # it does not converge on what is no tag
            return transform
        return np.asarray(refined, dtype=np.float32)
