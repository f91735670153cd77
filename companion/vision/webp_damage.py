"""Whether data in the middle of a WebP picture are not those that were written.

Its arithmetic decoder makes a picture of any data and complains of nothing; but then they seldom end with the
picture.

Source of the format: RFC 9649, section 2 (chunks).
"""

from __future__ import annotations

import cv2
import numpy as np

_SLACK = {b"VP8 ": 6, b"VP8L": 4}
"""Bytes at the end that a decoder may do without, by the kind of picture: four and two at most that fill the
last bits, and two more. Zeros behind a lossless picture may be filling, too."""
_SHORTEST = 64
"""Bytes of a chunk of which anything can be said: an even picture has fewer."""


def is_damaged(webp: bytes) -> bool:
    """Whether the picture is complete before its data are. Not of one that cannot be decoded at all, nor of
    an animation."""
    if webp[:4] != b"RIFF" or webp[8:12] != b"WEBP":
        return False
    at = 12
    while at + 8 <= len(webp):
        kind, size = webp[at : at + 4], int.from_bytes(webp[at + 4 : at + 8], "little")
        if kind in _SLACK:
            data = webp[at + 8 : at + 8 + size]
            data = data.rstrip(b"\0") if kind == b"VP8L" else data
            return len(data) > _SHORTEST and _can_be_decoded(_alone(kind, data[: -_SLACK[kind]]))
        at += 8 + size + size % 2
    return False


def _alone(kind: bytes, data: bytes) -> bytes:
    """A file of one chunk."""
    body = b"WEBP" + kind + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _can_be_decoded(webp: bytes) -> bool:
    try:
        return cv2.imdecode(np.frombuffer(webp, np.uint8), cv2.IMREAD_UNCHANGED) is not None
    except cv2.error:
        return False
