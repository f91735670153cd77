"""What is missing of a JPEG that decoders pass over: its end marker, or a part that a bad card left empty.

Source of the format: ITU-T T.81, annex B (markers) and annex C (Huffman codes).
"""

from __future__ import annotations

import io

from PIL import Image as Pictures

_START, _END, _SCAN = b"\xff\xd8", b"\xff\xd9", 0xDA
_TABLES, _PROGRESSIVE = 0xC4, 0xC2
_HOLE = bytes(64)
"""So many bytes of nothing in a row are no picture, where no code of zeros alone ends a block."""


def with_end_marker(jpeg: bytes) -> bytes:
    """The same with an end marker, which small network cameras leave out; what is no JPEG, or lacks more than
    that, as it is. A progressive one may lack whole passes, so it stays as it is, too."""
    if not jpeg.startswith(_START) or jpeg.rstrip(b"\0").endswith(_END):
        return jpeg
    scan, kinds, _first = _walk(jpeg)
    if scan is None or _PROGRESSIVE in kinds or _END in jpeg[scan:]:
        return jpeg
    return jpeg + _END if _is_complete(jpeg + _END) else jpeg


def has_hole(jpeg: bytes) -> bool:
    """Whether a part of the picture's data is zeros."""
    if not jpeg.startswith(_START):
        return False
    scan, _kinds, codes = _walk(jpeg)
    if scan is None:
        return False
    end = jpeg.find(_END, scan)
    # The first code of a table is the one of zeros alone. Where it ends the blocks of every component, an
    # even part of a picture may be zeros as well.
    return any(codes) and _HOLE in jpeg[scan : end if end >= 0 else len(jpeg)]


def as_far_as_it_goes(jpeg: bytes) -> tuple[bytes, bool]:
    """A JPEG that can be decoded as far as its data go, and whether a part of the picture is broken: its data
    end before the last pixel, or some of them are zeros. What is no JPEG, as it is."""
    scan = _walk(jpeg)[0] if jpeg.startswith(_START) else None
    if scan is None:
        return jpeg, False
    end = jpeg.find(_END, scan)
    whole = jpeg[: end + 2] if end >= 0 else jpeg + _END
    return (jpeg if end >= 0 else whole), has_hole(whole) or not _is_complete(whole)


def _walk(jpeg: bytes) -> tuple[int | None, set[int], list[int]]:
    """Where the data of the first scan begin (None: nowhere), the kinds of the markers before it, and the
    first symbol of each table of coefficients."""
    at = 2
    kinds: set[int] = set()
    codes: list[int] = []
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        kind, size = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        kinds.add(kind)
        if kind == _TABLES:
            codes += _first_codes(jpeg[at + 4 : at + 2 + size])
        at += 2 + size
        if kind == _SCAN:
            return at, kinds, codes
    return None, kinds, codes


def _first_codes(tables: bytes) -> list[int]:
    found, at = [], 0
    while at + 17 < len(tables):
        if tables[at] >> 4 == 1:
            found.append(tables[at + 17])
        at += 17 + sum(tables[at + 1 : at + 17])
    return found


def _is_complete(jpeg: bytes) -> bool:
    """Whether the data of a JPEG lead to its last pixel: then what stands behind them changes nothing."""
    # By Pillow: OpenCV prints a line for each byte too many.
    ends = [_halved(jpeg[:-2] + more + _END) for more in (b"", b"\xaa" * 64)]
    return ends[0] is not None and ends[0] == ends[1]


def _halved(jpeg: bytes) -> bytes | None:
    """The pixels of a JPEG, half as fine; None where it cannot be decoded."""
    try:
        with Pictures.open(io.BytesIO(jpeg), formats=("JPEG",)) as picture:
            picture.draft(None, (picture.width // 2, picture.height // 2))
            return picture.tobytes()
    except Exception:  # what a damaged file raises there is anything
        return None
