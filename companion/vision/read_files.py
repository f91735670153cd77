"""Reads the tags in picture files, for `companion read`."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from companion.vision.camera import CameraLost, decode_image, read_bytes
from companion.vision.jpeg_damage import as_far_as_it_goes
from companion.vision.picture_damage import is_damaged
from companion.vision.reader import Reader


def read_files(
    paths: Sequence[str | Path], prefixes: Collection[str] | None = None, known: Iterable[str] = ()
) -> Iterator[dict[str, object]]:
    """`{"file", "ms", "tags": [{"tag", "x", "y", "corners"}]}` for each file, tags from the top down; one
    picture is in memory at a time.

    x, y: pixels of the tag's centre; corners: clockwise in print from its upper left; ms: reading alone,
    without opening the file. known: every tag there is, where that is known; such tags are read in worse
    light and at smaller sizes. A damaged picture has `"broken": True` beside what was read in the rest of it;
    of a file that is no picture there is `{"file", "error"}`, a marked sentence.
    """
    reader = Reader(prefixes, known)
    for path in paths:
        yield _read_file(reader, Path(path))


def _read_file(reader: Reader, path: Path) -> dict[str, object]:
    try:
        data = as_far_as_it_goes(read_bytes(path))
        broken = is_damaged(data)
        image = decode_image(data, str(path), broken)
    except CameraLost as lost:
        return {"file": str(path), "error": lost.sentence}
    started = time.perf_counter()
    found = reader.read_thoroughly(image)
    spent = (time.perf_counter() - started) * 1000
    tags = [
        {
            "tag": s.tag.text,
            "x": round(s.x, 2),
            "y": round(s.y, 2),
            "corners": [[round(x, 2), round(y, 2)] for x, y in s.corners],
        }
        for s in sorted(found, key=lambda s: (s.y, s.x))
    ]
    return {"file": str(path), "ms": round(spent, 2), "tags": tags} | ({"broken": True} if broken else {})
