"""One budget of memory for all pictures in flight: 350 MB beyond what the companion takes without any.

It has two shares. Live pictures, which cameras send again and again and of which each keeps some, have
LIVE_PIXELS together: the more phones are cameras, the fewer pixels each is asked for, and what is larger all
the same is decoded to a half or a quarter. Photos, which are read once, are unpacked one at a time
(`unpacking`), and what a decoder would need too much for is refused by its head, before it is unpacked.
(`benchmarks/pictures_in_flight.py` measures both at once.)
"""

from __future__ import annotations

import threading

from PIL import Image as Pictures

LIVE_PIXELS = 12_500_000
"""Of all phones that are cameras: one at 4K, or six at 1080p."""
MAX_LIVE_PIXELS = 16_000_000
"""Of one picture of a live camera; the finest that give one at a time have 12 megapixels."""
MAX_COEFFICIENT_BYTES = 110_000_000
"""Of a progressive JPEG, whose decoder keeps what it knows of the whole picture until the last pass: 36
megapixels as cameras write them, 18 where each colour is as fine as the light."""

unpacking = threading.RLock()
"""Held while a photo is unpacked, or looked at as finely as it is: five phones that send at once must not
need five times the memory."""


def live_share(phones: int) -> int:
    """Pixels that each of so many phones is asked for."""
    return min(MAX_LIVE_PIXELS, LIVE_PIXELS // max(1, phones))


def reduction(pixels: int, most: int) -> int:
    """1, 2, 4 or 8: by what a JPEG's sides are divided as it is decoded, so that it has `most` pixels or
    fewer; 8 where that is not enough.

    >>> [reduction(12_000_000, most) for most in (12_000_000, 11_999_999, 2_000_000, 1)]
    [1, 2, 4, 8]
    """
    return next((by for by in (1, 2, 4) if pixels <= most * by * by), 8)


def coefficient_bytes(picture: Pictures.Image) -> int:
    """What a decoder keeps of a whole picture besides its pixels: of a progressive JPEG two bytes for each
    value of each colour; 0 of others. picture: opened, not loaded."""
    if not picture.info.get("progressive"):
        return 0
    sampled = [wide * high for _id, wide, high, _table in getattr(picture, "layer", ())] or [1]
    return 2 * picture.width * picture.height * sum(sampled) // max(sampled)
