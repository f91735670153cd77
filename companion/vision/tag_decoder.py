"""Decodes tags by zxing-cpp, and keeps what the tag grammar allows."""

from __future__ import annotations

from collections.abc import Collection

import zxingcpp

from companion.vision.camera import Image
from companion.vision.sightings import Sighting, diagonal_crossing
from companion.vision.tags import parse_tag


def decode_tags(plain: Image, prefixes: Collection[str] | None = None, scale: float = 1.0) -> list[Sighting]:
    """The tags that a decoder reads in a gray picture. prefixes: the games whose tags count; None: any.
    scale: how much the picture was enlarged; positions are given in pixels of the one before."""
    codes = zxingcpp.read_barcodes(
        plain,
        # Not QRCode, a group with Micro QR in it, which invents short reads out of tile art. Made for
        # each call (1 us): a module global would live on to the end, and nanobind reports it as leaked.
        formats=zxingcpp.barcode_formats_from_str("QRCodeModel2"),
        try_invert=False,
        try_downscale=False,
    )
    found = []
    for code in codes:
        tag = parse_tag(code.text, prefixes)
        if tag is None:
            continue
        where = code.position
        points = (where.top_left, where.top_right, where.bottom_right, where.bottom_left)
        # A pixel's centre is at a whole number, so that scaling must go by pixel edges.
        a, b, c, d = (((p.x + 0.5) / scale - 0.5, (p.y + 0.5) / scale - 0.5) for p in points)
        x, y = diagonal_crossing(a, b, c, d)
        found.append(Sighting(tag, x, y, (a, b, c, d)))
    return found
