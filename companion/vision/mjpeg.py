"""Takes single JPEGs out of a stream in which one follows the other."""

from __future__ import annotations

MAX_JPEG_BYTES = 32 * 1024 * 1024


class JpegSplitter:
    """Give it bytes as they come; it gives each JPEG that is whole. What is no JPEG is skipped."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        self._bytes += data
        whole = []
        while (end := self._end_of_first()) is not None:
            whole.append(bytes(self._bytes[:end]))
            del self._bytes[:end]
        if len(self._bytes) > MAX_JPEG_BYTES:
            self._bytes.clear()
        return whole

    def _end_of_first(self) -> int | None:
        """Where the first JPEG ends; None: not all of it has come. It then stands at the beginning."""
        data = self._bytes
        start = data.find(b"\xff\xd8")
        if start < 0:
            del data[: max(0, len(data) - 1)]
            return None
        del data[:start]
        at = 2
        # The segments before the picture have lengths: a thumbnail in one of them has an end of its own.
        while at + 4 <= len(data):
            if data[at] != 0xFF:
                del data[:2]  # no JPEG after all
                return self._end_of_first()
            kind = data[at + 1]
            if kind == 0xFF:  # a byte that fills
                at += 1
                continue
            at += 2 + (data[at + 2] << 8 | data[at + 3])
            if kind == 0xDA:
                # Within the picture FF is always followed by 00 or by a restart's number.
                end = data.find(b"\xff\xd9", at)
                return end + 2 if end >= 0 else None
        return None
