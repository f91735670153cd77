"""The words on a photographed tile, where an OCR engine is installed (the extra `ocr`, docs/install.md).

The engine is RapidOCR in its form for ONNX Runtime: its wheel holds its models, so nothing is fetched when it
runs, and it takes the OpenCV that is here (docs/box.md has the trial it was chosen by). The tag on the tile
says which way is up and how large things are.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract.box import SeenWord
from companion.vision.camera import Image
from companion.vision.sightings import Sighting

REACH_SIDES = 3.0
"""How far around the tag's middle is read, in sides of the tag: a 16 mm tag reaches 48 mm each way."""
_SIDE_PX = 224
"""Pixels for a side of the tag in the picture that is read: 14 a millimetre at 16 mm."""
_MIN_SCORE = 0.6
"""The engine's score below which a word is left out."""
_lock = threading.Lock()


@lru_cache(maxsize=1)
def _engine() -> Any:
    """The engine, or None where it is not installed. Loading takes a second or two, once. It works on one
    thread: more of them wait busily for each other, which takes twice the processor time."""
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        return None
    return RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)


def installed() -> bool:
    return find_spec("rapidocr_onnxruntime") is not None


def upright(picture: Image, tag: Sighting) -> Image:
    """The surroundings of a tag as a square, upright and without tilt, of 2 REACH sides."""
    side, middle = _SIDE_PX, REACH_SIDES * _SIDE_PX
    near, far = middle - side / 2, middle + side / 2
    corners = np.array([[near, near], [far, near], [far, far], [near, far]], dtype=np.float32)
    way = cv2.getPerspectiveTransform(np.array(tag.corners, dtype=np.float32), corners)
    size = round(2 * middle)
    return np.asarray(cv2.warpPerspective(picture, way, (size, size), flags=cv2.INTER_CUBIC), dtype=np.uint8)


def words_around(picture: Image, tag: Sighting) -> tuple[SeenWord, ...]:
    """The lines of text around a tag; none where no engine is installed. picture: blue, green, red."""
    with _lock:
        engine = _engine()
        found = engine(upright(picture, tag))[0] if engine is not None else None
    seen = []
    for box, text, score in found or ():
        if float(score) >= _MIN_SCORE:
            x, y = (float(v) / _SIDE_PX - REACH_SIDES for v in np.asarray(box).mean(axis=0))
            seen.append(SeenWord(str(text), x, y))
    return tuple(seen)


def lines_of(picture: Image) -> list[tuple[NDArray[np.float64], str, float]]:
    """Each line of text in a picture: its four corners, what it says, and the engine's score."""
    with _lock:
        engine = _engine()
        found = engine(picture)[0] if engine is not None else None
    return [(np.asarray(box, np.float64), str(text), float(score)) for box, text, score in found or ()]


def boxes_of(picture: Image) -> list[NDArray[np.float64]]:
    """Where lines of text are in a picture: the four corners of each, not what they say."""
    with _lock:
        engine = _engine()
        found = engine(picture, use_cls=False, use_rec=False)[0] if engine is not None else None
    return [np.asarray(box, np.float64) for box in found or ()]


def line_in(picture: Image, turned: bool = False) -> tuple[str, float]:
    """What one line of text says that runs from left to right, and the engine's score; "" where no engine is
    installed. turned: it may stand on its head."""
    with _lock:
        engine = _engine()
        found = engine(picture, use_det=False, use_cls=turned)[0] if engine is not None else None
    return (str(found[0][0]), float(found[0][1])) if found else ("", 0.0)
