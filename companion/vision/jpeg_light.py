"""Whether a JPEG has blocks that are darker than black or lighter than white: then its data are not what
was written.

The light of each block is kept as its difference to the block before, so that wrong data shift all that
follow, mostly beyond what there is. A decoder cuts that off without a word. So the same data are decoded with
each step of light half as large, and with no finer detail.

Source of the format: ITU-T T.81, annex B (markers).
"""

from __future__ import annotations

import numpy as np

from companion.vision.jpeg_head import END, START, STEPS, Head

_AS_STORED = b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"
"""Says that a file's colours are those that it stores: a decoder leaves each as it is."""
_COLOURS = {1: "GRAY", 3: "RGB", 4: "CMYK"}
"""What a decoder makes of so many colours then."""
_REMARKS = frozenset((*range(0xE0, 0xF0), 0xFE))
"""Markers of what is said beside a picture."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MORE_STEPS = bytes((0xFF, STEPS))
_MOST_LIGHT = 1024 + 64
"""Eight times what is between medium gray and black, and what an encoder may add to it."""


class DimmedJpeg:
    """end: where its data end, before any second picture. data: a JPEG with the same picture, dimmed, whose
    colours are those that it stores; colours: what these are called. An eighth as fine each of its pixels is
    the light of one block. Raises ValueError for a file whose head does not tell how its light is kept."""

    def __init__(self, jpeg: bytes, head: Head, end: int) -> None:
        frames = head.of(*_FRAMES)
        if len(frames) != 1 or len(frames[0]) < 6 or jpeg.find(_MORE_STEPS, head.scan, end) >= 0:
            raise ValueError("unusual head")
        (frame,) = frames
        self.colours = _COLOURS.get(frame[5], "")
        steps: dict[int, int] = {}
        kept = [
            bytes((0xFF, kind)) + (len(data) + 2).to_bytes(2, "big") + data
            for kind, data in (
                (kind, _dimmed(data, steps) if kind == STEPS else data) for kind, data in head.segments
            )
            if kind not in _REMARKS
        ]
        tables = frame[8 : 6 + 3 * frame[5] : 3]
        if not self.colours or not steps.keys() >= set(tables):
            raise ValueError("unusual head")
        self.data = b"".join((START, _AS_STORED, *kept, memoryview(jpeg)[head.scan : end + len(END)]))
        self._most = np.array([_most(steps[table]) for table in tables])

    def is_beyond(self, lights: np.ndarray) -> bool:
        """Whether any of the lights, an eighth of the decoded picture, is beyond black or white."""
        # Whole rows first: NumPy takes twenty times as long for three colours at a time
        rows, colours = lights.reshape(lights.shape[0], -1), (-1, len(self._most))
        low = rows.min(axis=0).reshape(colours).min(axis=0).astype(int)
        high = rows.max(axis=0).reshape(colours).max(axis=0).astype(int)
        return bool((np.maximum(high - 128, 128 - low) > self._most).any())


def _dimmed(tables: bytes, steps: dict[int, int]) -> bytes:
    """Tables of steps with the first one of each, which is the light's, half as large, the others 0. steps:
    gets the light's as it was, by table."""
    made, at = b"", 0
    while at < len(tables):
        wide, table = 1 + (tables[at] >> 4), tables[at] & 15
        step = steps[table] = int.from_bytes(tables[at + 1 : at + 1 + wide], "big")
        made += tables[at : at + 1] + max(1, step // 2).to_bytes(wide, "big") + bytes(63 * wide)
        at += 1 + 64 * wide
    return made


def _most(step: int) -> float:
    """How far from medium gray a dimmed light may be; light in single steps cannot be dimmed, so that any
    may."""
    return 255.0 if step < 2 else (_MOST_LIGHT / step + 1) * (step // 2) / 8 + 1
