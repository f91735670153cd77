"""What kind of picture a file holds, told by its first bytes, and pictures as every viewer shows them.

HEIC and AVIF begin as videos do (ISO/IEC 14496-12, the box "ftyp"); their brands tell them apart.
"""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageOps

_HEIC = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"))
_AVIF = frozenset((b"avif", b"avis"))
_VIDEO = (b"\x1a\x45\xdf\xa3", b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", b"OggS", b"FLV\x01")


def foreign_kind(data: bytes) -> str:
    """ "AVIF", "HEIC" or "video" of what OpenCV does not read; "" of anything else."""
    head = bytes(data[:64])
    if head[4:8] == b"ftyp":
        brands = {head[n : n + 4] for n in range(8, min(len(head), int.from_bytes(head[:4], "big")), 4)}
        return "AVIF" if brands & _AVIF else "HEIC" if brands & _HEIC else "video"
    if head[:4] in _VIDEO or (head[:4] == b"RIFF" and head[8:12] == b"AVI "):
        return "video"
    return ""


def jpeg_of(image: np.ndarray, quality: int) -> bytes:
    """The picture (blue, green, red) as a JPEG. quality: to 100."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def opened_jpeg(data: bytes) -> np.ndarray:
    """A whole JPEG that was kept: blue, green, red, as it lies."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)


def smaller_jpeg(data: bytes, most: int) -> bytes:
    """A JPEG that was kept, its longer side of `most` pixels at most."""
    with Pictures.open(io.BytesIO(data)) as picture:
        picture.thumbnail((most, most))
        made = io.BytesIO()
        picture.save(made, "JPEG", quality=82)
    return made.getvalue()


BAND_ROWS = 256
"""Rows of a picture that are worked on at once, where all at once would be there several times."""


def on_white(stored: np.ndarray) -> np.ndarray:
    """A picture as OpenCV stores it, with white behind what is transparent: 8 bits, blue, green, red."""
    if stored.dtype == np.uint8 and stored.ndim == 3 and stored.shape[2] == 3:
        return stored
    made = np.empty((*stored.shape[:2], 3), np.uint8)
    for top in range(0, stored.shape[0], BAND_ROWS):
        made[top : top + BAND_ROWS] = _band_on_white(stored[top : top + BAND_ROWS])
    return made


def _band_on_white(stored: np.ndarray) -> np.ndarray:
    if stored.dtype == np.uint16:
        stored = (stored >> 8).astype(np.uint8)
    if stored.ndim == 2:
        return np.asarray(cv2.cvtColor(stored, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if stored.shape[2] == 3:
        return stored
    part = stored[:, :, 3:4].astype(np.uint16)
    mixed = (stored[:, :, :3] * part + 255 * (255 - part)) // 255
    return np.asarray(mixed, dtype=np.uint8)


def decode_with_pillow(data: bytes) -> np.ndarray | None:
    """A picture, blue, green, red, upright, and on white where it is transparent, by Pillow: it reads AVIF,
    and is silent about damage. None where it cannot."""
    try:
        with Pictures.open(io.BytesIO(data)) as picture:
            plain = ImageOps.exif_transpose(picture)
            if "A" in plain.getbands() or "transparency" in plain.info:
                over = plain.convert("RGBA")
                plain = Pictures.new("RGBA", over.size, "white")
                plain.alpha_composite(over)
            return cv2.cvtColor(np.asarray(plain.convert("RGB")), cv2.COLOR_RGB2BGR)
    except Exception:  # what a damaged file raises there is anything
        return None
