"""The words on a photographed tile, where an OCR engine is installed (the extra `ocr`, docs/install.md).

The engine is RapidOCR in its form for ONNX Runtime: its wheel holds its models, so nothing is fetched when it
runs, and it takes the OpenCV that is here (docs/box.md has the trial it was chosen by).
"""

from __future__ import annotations

import threading
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image

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
