"""Reads the tags in picture files, for `companion read`: one picture in memory at a time."""

from __future__ import annotations

import io
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image as Pictures

from companion.scan.photo import MAX_PIXELS, BadPicture, open_photo
from companion.translation import _
from companion.vision.camera import CameraLost, Image, decode_image
from companion.vision.reader import Reader

Result = dict[str, Any]


def read_files(
    paths: Sequence[str | Path], prefixes: Collection[str] | None = None, known: Iterable[str] = ()
) -> Iterator[Result]:
    """`{"file", "ms", "tags": [{"tag", "x", "y", "corners"}]}` of each file as it is read, tags from the top
    down; with "damaged", a sentence, where a part of the picture is broken. `{"file", "refused"}`, with a
    sentence, for a file in which nothing can be read.

    x, y: pixels of the tag's centre; corners: clockwise in print from its upper left; ms: reading alone,
    without opening the file. known: every tag there is, where that is known; such tags are read in worse
    light and at smaller sizes.
    """
    reader = Reader(prefixes, known)
    for path in paths:
        try:
            image, damaged = _opened(Path(path))
        except (BadPicture, CameraLost) as wrong:
            yield {"file": str(path), "refused": wrong.sentence}
            continue
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
        said: Result = {"damaged": damaged} if damaged else {}
        yield {"file": str(path), "ms": round(spent, 2), "tags": tags} | said


def _opened(path: Path) -> tuple[Image, str]:
    """The picture, and a sentence where only a part of it is there. Raises BadPicture or CameraLost."""
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise BadPicture(_("{path} cannot be opened: {why}.", path=path, why=why)) from None
    try:
        return open_photo(data, MAX_PIXELS, least=1), ""
    except BadPicture as refused:
        if data[4:8] == b"ftyp":
            return _by_pillow(data, refused), ""
        torn = data.startswith((_JPEG, _PNG))
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if torn else None
        if image is not None:
            return np.asarray(image, np.uint8), _("A part of this picture is broken: it may show more tags.")
        return decode_image(data, str(path)), ""


_JPEG, _PNG = b"\xff\xd8", b"\x89PNG"


def _by_pillow(data: bytes, refused: BadPicture) -> Image:
    """AVIF, and whatever else of its kind Pillow can read here. Raises `refused`, which names it."""
    try:
        with Pictures.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise refused
            plain = picture.convert("RGBA")
            on_white = Pictures.new("RGBA", plain.size, "white")
            on_white.alpha_composite(plain)
            return cv2.cvtColor(np.asarray(on_white.convert("RGB")), cv2.COLOR_RGB2BGR).astype(np.uint8)
    except (OSError, ValueError, SyntaxError):
        raise refused from None
