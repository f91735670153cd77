"""Whether data in the middle of a picture are not those that were written, whatever its format: each decoder
makes a picture of most damage and says little of it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision import jpeg_damage, webp_damage
from companion.vision.picture_files import foreign_kind


def is_damaged(data: bytes) -> bool:
    """Of a picture that can be opened. PNG needs no look here: its decoders check its sums themselves."""
    if foreign_kind(data) == "AVIF":
        # Pillow's decoder conceals what OpenCV's refuses.
        return cv2.haveImageWriter(".avif") and not _is_opened(data)
    return jpeg_damage.is_damaged(data) or webp_damage.is_damaged(data)


def _is_opened(avif: bytes) -> bool:
    try:
        return cv2.imdecode(np.frombuffer(avif, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8) is not None
    except cv2.error:
        return False
