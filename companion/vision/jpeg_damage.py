"""What is damaged of a JPEG that decoders pass over: its end marker, or data in its middle.

libjpeg goes on after damage and only warns; `simplejpeg` is the package that tells of its warnings. What it
warns of is not all: up to a word of data may be left over unnoticed behind the last pixel, and the data may
make a picture that there cannot be (`jpeg_light.py`).

Source of the format: ITU-T T.81, annex C (Huffman codes).
"""

from __future__ import annotations

import numpy as np

from companion.vision.jpeg_head import CODES, END, PROGRESSIVE, SCAN, START, Head, head_of, passes_of
from companion.vision.jpeg_light import DimmedJpeg

_HOLE, _HOLE_REFINING = bytes(64), bytes(256)
"""So many bytes of nothing in a row are no picture, where no code of zeros alone ends a block. A pass that
refines has bits beside its codes: of a picture that was kept in steps twice as large before they are all
zeros, with a code between a thousand and the next."""
_CUT_OFF = "Premature end of JPEG file"
_DAMAGE = (
    *(_CUT_OFF, "Corrupt JPEG data", "Unsupported marker", "Invalid JPEG file structure", "Bogus"),
    "Inconsistent progression",
)
"""How libjpeg's messages of damage begin (jerror.h). Others are of harmless oddities, or of kinds of JPEG
that this decoder does not know."""
_ONE_COMPONENT, _BITS = 6, 0x0F
"""Bytes that describe a pass of coefficients, which has one component; of a symbol what says that it is a
coefficient, rather than zeros to the end of a block."""
_PADDED = "before marker 0xd9"
"""What it says of bytes behind the last pixel: small cameras pad their files with zeros there."""
_BEYOND = "Darker than black or lighter than white"
"""What the decoder does not say, and we do in its stead."""
_SPOKEN_OF = {"YCbCr": "GRAY", "Gray": "GRAY", "RGB": "RGB", "CMYK": "CMYK", "YCCK": "CMYK"}
"""What is decoded, by the colours of the file."""


def with_end_marker(jpeg: bytes) -> bytes:
    """The same with an end marker, which small network cameras leave out; what is no JPEG, or lacks more than
    that, as it is. A progressive one may lack whole passes, so it stays as it is, too."""
    if jpeg.rstrip(b"\0").endswith(END):
        return jpeg
    head = head_of(jpeg)
    if head is None or head.of(PROGRESSIVE) or END in jpeg[head.scan :]:
        return jpeg
    return jpeg if _complaint(jpeg + END) else jpeg + END


def is_damaged(jpeg: bytes) -> bool:
    """Whether data in the middle of a picture are not those that were written: its decoder complains, or they
    end before or behind its last pixel, or a part of it is darker than black. Not of a file that is cut off:
    that has no end marker."""
    if not jpeg.startswith(START):
        return False
    head = head_of(jpeg)
    if head is None:  # it leads nowhere; the decoder goes on at the next marker that it finds
        return bool(said := _complaint(jpeg)) and not said.startswith(_CUT_OFF)
    scan, end = head.scan, jpeg.find(END, head.scan)
    if _has_hole(jpeg, head, end if end >= 0 else len(jpeg)):
        return True
    said = _complaint_or_light(jpeg, head, end)
    if said.startswith(_CUT_OFF) or end < 0:
        return False
    if said.endswith(_PADDED):
        jpeg = jpeg[:end].rstrip(b"\0") + END
        end = len(jpeg) - len(END)
        said = _complaint_or_light(jpeg, head, end)
    return bool(said) or _goes_on(jpeg, scan, end)


def as_far_as_it_goes(jpeg: bytes) -> bytes:
    """A JPEG that can be decoded as far as its data go: one that is cut off has an end marker, and is damaged
    where it ends before its last pixel. What is no JPEG, as it is."""
    head = head_of(jpeg)
    return jpeg if head is None or END in jpeg[head.scan :] else jpeg + END


def _has_hole(jpeg: bytes, head: Head, end: int) -> bool:
    """Whether a part of its data is zeros that mean no picture. The first code of a table is the one of zeros
    alone. Where it ends the blocks of every component, an even part of a picture may be zeros as well; so may
    a pass of light."""
    first: dict[int, int] = {}
    for before, data in passes_of(jpeg, head, end):
        first |= _first_codes(before)
        scan = before.of(SCAN)[-1]
        if not head.of(PROGRESSIVE):
            hole = _HOLE if any(first.values()) else b""
        elif len(scan) == _ONE_COMPONENT and scan[3] and first.get(scan[2] & 15, 0) & _BITS:
            hole = _HOLE_REFINING if scan[5] >> 4 else _HOLE
        else:
            hole = b""
        if hole and hole in data.rstrip(b"\0"):
            return True
    return False


def _first_codes(head: Head) -> dict[int, int]:
    """The first symbol of each table of coefficients."""
    found = {}
    for tables in head.of(CODES):
        at = 0
        while at + 17 < len(tables):
            if tables[at] >> 4 == 1:
                found[tables[at] & 15] = tables[at + 17]
            at += 17 + sum(tables[at + 1 : at + 17])
    return found


def _complaint(jpeg: bytes) -> str:
    """What the decoder says of damage; "": nothing."""
    return _decoded(jpeg, _colours(jpeg))[0]


def _colours(jpeg: bytes) -> str:
    """The least that libjpeg makes of the file's colours."""
    import simplejpeg  # a library of its own, for photos alone

    try:
        return _SPOKEN_OF.get(simplejpeg.decode_jpeg_header(jpeg)[2], "RGB")
    except ValueError:
        return "RGB"


def _complaint_or_light(jpeg: bytes, head: Head, end: int) -> str:
    """The same, or _BEYOND. end: where its data end; -1: nowhere."""
    try:
        dimmed = DimmedJpeg(jpeg, head, end if end >= 0 else len(jpeg))
    except ValueError:
        return _complaint(jpeg)
    said, lights = _decoded(dimmed.data, dimmed.colours)
    return _BEYOND if lights is not None and dimmed.is_beyond(lights) else said


def _decoded(jpeg: bytes, colours: str) -> tuple[str, np.ndarray | None]:
    """What the decoder says of damage, and the picture an eighth as fine if it says nothing at all: all data
    are read all the same."""
    import simplejpeg

    try:
        return "", simplejpeg.decode_jpeg(jpeg, colours, min_height=1, min_width=1, strict=True)
    except ValueError as said:
        return _damage(said), None


def _damage(said: ValueError) -> str:
    return str(said) if str(said).startswith(_DAMAGE) else ""


def _goes_on(jpeg: bytes, scan: int, end: int) -> bool:
    """Whether a JPEG that its decoder is content with has data left behind its last pixel: then it can do
    without the last two bytes. Not of a kind that this decoder does not know at all."""
    last = jpeg[scan:end].rstrip(b"\xff")[:-2].rstrip(b"\xff")
    shorter = jpeg[:scan] + last + END
    return bool(last) and _decoded(shorter, _colours(shorter))[1] is not None
