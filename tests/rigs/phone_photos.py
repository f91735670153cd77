"""A phone's photo of a drawn table, to measure the scan with.

A pinhole camera, tilted and turned, with light, blur, noise and JPEG as in `tests/rigs/drawn_scenes.py`, and
the orientation in the file. No real photo is involved, so the figures say nothing certain about a real room.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures

from companion.vision.camera import Image
from companion.vision.table_mapping import Point
from tests.rigs.drawn_scenes import Light, lamp, shine_patches, smear

SIZE = (2016, 1512)
"""A 12 megapixel photo at half its width: a real phone's photo has twice the resolution."""
PHONES = (
    Light("a good phone by day", (0.4, 0.7), (0.0, 0.8), (1.0, 2.5), (0.8, 0.97), 0.2, 0.3, 0.5, (88, 95), 0),
    Light(
        "a lamp over the table", (0.5, 0.9), (0.0, 1.2), (1.5, 3.5), (0.7, 0.95), 0.35, 0.45, 0.5, (82, 92), 2
    ),
    Light("an old phone", (0.7, 1.1), (0.0, 1.5), (3.0, 6.0), (0.55, 0.8), 0.35, 0.45, 0.9, (68, 82), 1),
    Light(
        "an evening, unsteady", (0.7, 1.1), (0.8, 2.4), (4.0, 7.5), (0.45, 0.65), 0.45, 0.5, 0.7, (75, 88), 1
    ),
)


@dataclass(frozen=True, eq=False, slots=True)
class Shot:
    """A photo as a phone sends it, with the positions of glare and of the table in the upright picture."""

    data: bytes
    glare: tuple[tuple[float, float, float], ...]
    way: NDArray[np.float64]

    def at(self, x_mm: float, y_mm: float) -> Point:
        """The position of a point of the table in the upright photo."""
        u, v, w = self.way @ (x_mm, y_mm, 1.0)
        return float(u / w), float(v / w)


SUPERSAMPLING = 1.4


def shoot(
    random: np.random.Generator,
    table: Image,
    px_per_mm: float,
    box: tuple[float, float, float, float],
    phone: Light,
    size: tuple[int, int] = SIZE,
    tilt: float = 28.0,
    tight: float = 14.0,
) -> Shot:
    """A photo of the box (mm) of a drawn table. tilt: most degrees; tight: least margin in mm."""
    large = (round(size[0] * SUPERSAMPLING), round(size[1] * SUPERSAMPLING))
    way = _aimed(random, box, large, tilt, tight)
    seen = cv2.warpPerspective(
        table,
        way @ np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0]),
        large,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=tuple(float(v) for v in table[:40].mean(axis=(0, 1))),
    )
    picture = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    near = size[0] / (box[2] - box[0] + 2 * tight)
    shine, patches = shine_patches(random, phone, size, near)
    lit = np.asarray(cv2.pow(picture, 2.2), np.float32) * lamp(random, phone, size)[:, :, None]
    lit += shine[:, :, None]
    image = _exposed(random, phone, lit)
    turn = int(random.choice((1, 1, 1, 3, 6, 8)))
    stored = {1: image, 3: image[::-1, ::-1], 6: np.rot90(image, 1), 8: np.rot90(image, -1)}[turn]
    exif = Pictures.Exif()
    exif[0x0112] = turn
    out = io.BytesIO()
    quality = int(random.integers(phone.jpeg[0], phone.jpeg[1] + 1))
    Pictures.fromarray(np.ascontiguousarray(stored[:, :, ::-1])).save(out, "JPEG", quality=quality, exif=exif)
    small = np.diag([1 / SUPERSAMPLING, 1 / SUPERSAMPLING, 1.0])
    return Shot(out.getvalue(), tuple(patches), np.asarray(small @ way, dtype=np.float64))


def _exposed(random: np.random.Generator, phone: Light, lit: NDArray[np.float32]) -> Image:
    """The effect of lens, hand and sensor, before JPEG. The noise of a quarter of the picture is used four
    times, because noise for all of it takes longer than everything else."""
    picture = cv2.GaussianBlur(lit, (0, 0), random.uniform(*phone.blur))
    length = random.uniform(*phone.smear)
    if length > 0.3:
        picture = cv2.filter2D(picture, -1, smear(length, random.uniform(0, np.pi)))
    seen = cv2.pow(np.clip(picture, 0, 1, out=picture), 1 / 2.2) * 255
    high, wide = seen.shape[:2]
    noise = random.standard_normal((high // 2, wide // 2, 3), dtype=np.float32)
    noise *= random.uniform(*phone.noise)
    # A phone smooths its noise a little, mostly in colour, so gray is noisier than the channels suggest.
    noise = 0.6 * noise + 0.8 * noise.mean(axis=2, keepdims=True)
    seen += np.tile(noise, (2, 2, 1))
    sharp = cv2.addWeighted(seen, 1 + phone.sharpen, cv2.GaussianBlur(seen, (0, 0), 1.2), -phone.sharpen, 0)
    return np.asarray(cv2.convertScaleAbs(np.maximum(sharp, 0, out=sharp)), np.uint8)


def _aimed(
    random: np.random.Generator,
    box: tuple[float, float, float, float],
    size: tuple[int, int],
    tilt: float,
    tight: float,
) -> NDArray[np.float64]:
    """From mm to pixels: a camera with 69 degrees of view, far enough away to see the whole box."""
    left, top, right, low = box[0] - tight, box[1] - tight, box[2] + tight, box[3] + tight
    corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float64)
    aim = np.array([(left + right) / 2, (top + low) / 2]) + random.normal(0, 6, 2)
    lean, side = np.deg2rad(random.uniform(0, tilt)), random.uniform(0, 2 * np.pi)
    roll = np.deg2rad(random.normal(0, 6)) + (np.pi if random.random() < 0.3 else 0.0)
    if right - left < low - top:
        roll += np.pi / 2
    turned = _spin(roll) @ _spin(-side) @ _lean(lean) @ _spin(side)
    focal = 0.73 * size[0]
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    away = (right - left) * 0.5
    for _ in range(60):
        shift = turned @ np.array([-aim[0], -aim[1], 0]) + np.array([0, 0, away])
        way = lens @ np.stack([turned[:, 0], turned[:, 1], shift], axis=1)
        flat = np.concatenate([corners, np.ones((4, 1))], axis=1) @ way.T
        x, y = flat[:, 0] / flat[:, 2], flat[:, 1] / flat[:, 2]
        if flat[:, 2].min() > 0 and x.min() > 0 and y.min() > 0 and x.max() < size[0] and y.max() < size[1]:
            break
        away *= 1.03
    return np.asarray(way, dtype=np.float64)


def _spin(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _lean(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
