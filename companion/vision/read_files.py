"""Reads the tags in picture files, for `companion read`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from companion.vision.camera import load_image
from companion.vision.reader import Reader


def read_files(
    paths: Sequence[str | Path],
    prefixes: Collection[str] | None = None,
    known: Iterable[str] = (),
    each: Callable[[dict[str, object]], None] = lambda result: None,
) -> list[dict[str, object]]:
    """`{"file", "ms", "tags": [{"tag", "x", "y", "corners"}]}` for each file, tags from the top down.

    x, y: pixels of the tag's centre; corners: clockwise in print from its upper left; ms: reading alone,
    without opening the file. known: every tag there is, where that is known; such tags are read in worse
    light and at smaller sizes. each: is given every result as it comes. Raises CameraLost, before anything
    is given, for a file that is no picture.
    """
    images = [(str(path), load_image(Path(path))) for path in paths]
    reader = Reader(prefixes, known)
    results = []
    for name, image in images:
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
        results.append({"file": name, "ms": round(spent, 2), "tags": tags})
        each(results[-1])
    return results
