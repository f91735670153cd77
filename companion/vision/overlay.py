"""Encodes a camera's picture for a page, with the tags outlined."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.camera import Frame, Image
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.copies import tag_of

JPEG_QUALITY = 80
STEADY_BGR, FRESH_BGR = (80, 200, 80), (40, 170, 250)
"""Blue, green, red: of tags that lie at rest, and of tags just read."""


def small_jpeg(image: Image, max_width: int = 640) -> bytes:
    """The picture as a JPEG of this width at most."""
    scale = min(1.0, max_width / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    good, data = cv2.imencode(".jpg", cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    return data.tobytes() if good else b""


def annotated_jpeg(frame: Frame, pipeline: CameraPipeline, max_width: int, outlined: bool) -> bytes:
    """The picture as a JPEG of this width at most. outlined: with what was read drawn in."""
    high, full = frame.image.shape[:2]
    scale = min(1.0, max_width / full)
    picture = cv2.resize(
        frame.image, (round(full * scale), round(high * scale)), interpolation=cv2.INTER_AREA
    )
    lying = {tag_of(name) for name in tuple(pipeline.tracker.steady)}
    for tag, (_, s) in tuple(pipeline.sightings.items()) if outlined else ():
        steady = tag.place is not None or tag.tile in lying
        points = np.array([[round(x * scale), round(y * scale)] for x, y in s.corners], dtype=np.int32)
        cv2.polylines(picture, [points], True, STEADY_BGR if steady else FRESH_BGR, 2, cv2.LINE_AA)
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else b""
