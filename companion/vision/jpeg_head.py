"""What stands in a JPEG before its data, and between those of one pass and the next: its markers, each with
its bytes.

Source of the format: ITU-T T.81, annex B.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

START, END = b"\xff\xd8", b"\xff\xd9"
STEPS, CODES, PROGRESSIVE = 0xDB, 0xC4, 0xC2
SCAN = 0xDA
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Not data, nor a mark for a new start among them."""


@dataclass(frozen=True)
class Head:
    """scan: where the data of the first scan begin; segments: each marker's kind and bytes before that."""

    scan: int
    segments: tuple[tuple[int, bytes], ...]

    def of(self, *kinds: int) -> list[bytes]:
        """The bytes of the segments of these kinds, in the file's order."""
        return [data for kind, data in self.segments if kind in kinds]


def head_of(jpeg: bytes, at: int = 2) -> Head | None:
    """at: where the first of its markers begins. None: it is no JPEG, or its markers lead to no data."""
    segments: list[tuple[int, bytes]] = []
    while jpeg.startswith(START) and at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == 0xFF:  # fills up, before any marker
            at += 1
            continue
        kind, size = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        segments.append((kind, jpeg[at + 4 : at + 2 + size]))
        at += 2 + size
        if kind == SCAN:
            return Head(at, tuple(segments))
    return None


def passes_of(jpeg: bytes, head: Head | None, end: int) -> Iterator[tuple[Head, bytes]]:
    """What stands before each pass (a JPEG that is not progressive has one), and its data. head: the first's;
    end: where the last one's data end."""
    while head is not None:
        marker = _MARKER.search(jpeg, head.scan, end)
        yield head, jpeg[head.scan : marker.start() if marker else end]
        head = head_of(jpeg, marker.start()) if marker else None
