"""What is damaged of a JPEG that decoders pass over: its end marker, or data in its middle.

libjpeg goes on after damage and only warns; `simplejpeg` is the package that tells of its warnings. What it
warns of is not all: up to a word of data may be left over unnoticed behind the last pixel.

Source of the format: ITU-T T.81, annex B (markers) and annex C (Huffman codes).
"""

from __future__ import annotations

_START, _END, _SCAN = b"\xff\xd8", b"\xff\xd9", 0xDA
_TABLES, _PROGRESSIVE = 0xC4, 0xC2
_HOLE = bytes(64)
"""So many bytes of nothing in a row are no picture, where no code of zeros alone ends a block."""
_CUT_OFF = "Premature end of JPEG file"
_DAMAGE = (_CUT_OFF, "Corrupt JPEG data", "Unsupported marker", "Invalid JPEG file structure", "Bogus")
"""How libjpeg's messages of damage begin (jerror.h). Others are of harmless oddities, or of kinds of JPEG
that this decoder does not know."""
_PADDED = "before marker 0xd9"
"""What it says of bytes behind the last pixel: small cameras pad their files with zeros there."""
_SPOKEN_OF = {"YCbCr": "GRAY", "Gray": "GRAY", "RGB": "RGB", "CMYK": "CMYK", "YCCK": "CMYK"}
"""What is decoded, by the colours of the file: the least that libjpeg makes of them."""


def with_end_marker(jpeg: bytes) -> bytes:
    """The same with an end marker, which small network cameras leave out; what is no JPEG, or lacks more than
    that, as it is. A progressive one may lack whole passes, so it stays as it is, too."""
    if not jpeg.startswith(_START) or jpeg.rstrip(b"\0").endswith(_END):
        return jpeg
    scan, kinds, _first = _walk(jpeg)
    if scan is None or _PROGRESSIVE in kinds or _END in jpeg[scan:]:
        return jpeg
    return jpeg if _complaint(jpeg + _END) else jpeg + _END


def is_damaged(jpeg: bytes) -> bool:
    """Whether data in the middle of a picture are not those that were written: its decoder complains, or they
    end before or behind its last pixel. Not of a file that is cut off: that has no end marker."""
    if not jpeg.startswith(_START):
        return False
    scan, _kinds, codes = _walk(jpeg)
    if scan is None:  # its head leads nowhere; the decoder goes on at the next marker that it finds
        return bool(said := _complaint(jpeg)) and not said.startswith(_CUT_OFF)
    end = jpeg.find(_END, scan)
    # The first code of a table is the one of zeros alone. Where it ends the blocks of every component, an
    # even part of a picture may be zeros as well.
    if any(codes) and _HOLE in jpeg[scan : end if end >= 0 else len(jpeg)].rstrip(b"\0"):
        return True
    said = _complaint(jpeg)
    if said.startswith(_CUT_OFF) or end < 0:
        return False
    if said.endswith(_PADDED):
        jpeg = jpeg[:end].rstrip(b"\0") + _END
        said, end = _complaint(jpeg), len(jpeg) - 2
    return bool(said) or _goes_on(jpeg, scan, end)


def as_far_as_it_goes(jpeg: bytes) -> bytes:
    """A JPEG that can be decoded as far as its data go: one that is cut off has an end marker, and is damaged
    where it ends before its last pixel. What is no JPEG, as it is."""
    scan = _walk(jpeg)[0] if jpeg.startswith(_START) else None
    return jpeg if scan is None or _END in jpeg[scan:] else jpeg + _END


def _walk(jpeg: bytes) -> tuple[int | None, set[int], list[int]]:
    """Where the data of the first scan begin (None: nowhere), the kinds of the markers before it, and the
    first symbol of each table of coefficients."""
    at = 2
    kinds: set[int] = set()
    codes: list[int] = []
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == 0xFF:  # fills up, before any marker
            at += 1
            continue
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


def _complaint(jpeg: bytes) -> str:
    """What the decoder says of damage; "": nothing."""
    import simplejpeg  # a library of its own, for photos alone

    try:
        colours = simplejpeg.decode_jpeg_header(jpeg)[2]
        # An eighth as fine: all data are read all the same.
        simplejpeg.decode_jpeg(jpeg, _SPOKEN_OF.get(colours, "RGB"), min_height=1, min_width=1, strict=True)
    except ValueError as said:
        return str(said) if str(said).startswith(_DAMAGE) else ""
    return ""


def _goes_on(jpeg: bytes, scan: int, end: int) -> bool:
    """Whether a JPEG that its decoder is content with has data left behind its last pixel: then it can do
    without the last two bytes."""
    last = jpeg[scan:end].rstrip(b"\xff")[:-2].rstrip(b"\xff")
    return bool(last) and not _complaint(jpeg[:scan] + last + _END)
