"""Drawn cards, and photos of tableaus made of them: sleeves with glare, overlap, tilt, blur and noise.

The art is drawn from a seed (a sky, planets, hills and towers), or is a picture from a file. All cards share
one frame, as printed cards do.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
WIDTH, HEIGHT = 500, 700
NOISE_BAND_ROWS = 60
"""Noise is added to a photo in bands of this many rows, to limit memory."""
ART_FILES: dict[str, Path] = {}
"""Picture files that replace the drawn art, by the card's name."""


def card_picture(name: str) -> Image:
    """One drawn card, 500 x 700 pixels."""
    return _drawn(name).copy()


@lru_cache(maxsize=101)
def _drawn(name: str) -> Image:
    rng = Random(f"card {name}")
    if name in ART_FILES:
        return _frame(_load_art(ART_FILES[name], _sky(rng)), name, rng)
    picture = _sky(rng)
    for _ in range(rng.randint(2, 5)):
        _planet(picture, rng)
    _hills(picture, rng)
    for _ in range(rng.randint(12, 30)):
        _tower(picture, rng)
    return _frame(picture, name, rng)


def _load_art(path: Path, ground: Image) -> Image:
    """The picture, scaled to fill the card; its transparent parts show `ground`."""
    read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if read is None or read.ndim < 3 or read.dtype != np.uint8:
        raise SystemExit(f"{path} is no picture in colour: take it out of the folder.")
    high, wide = read.shape[:2]
    scale = max(WIDTH / wide, HEIGHT / high)
    size = max(WIDTH, round(wide * scale)), max(HEIGHT, round(high * scale))
    large = cv2.resize(read, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    left = (size[0] - WIDTH) // 2
    part = large[:HEIGHT, left : left + WIDTH].astype(np.float32)
    clear = part[..., 3:] / 255 if part.shape[2] == 4 else np.ones((HEIGHT, WIDTH, 1), np.float32)
    return (part[..., :3] * clear + ground * (1 - clear)).astype(np.uint8)


def _colour(rng: Random, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)


def _sky(rng: Random) -> Image:
    noise = np.random.default_rng(rng.randrange(1 << 30))
    sky = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for size in (4, 9, 24, 60):
        coarse = noise.random((size, size, 3), np.float32)
        sky += cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) / size**0.35
    sky = cv2.normalize(sky, None, 10, 190, cv2.NORM_MINMAX)
    picture = (sky * np.array(_colour(rng, 90, 255), np.float32) / 255).astype(np.uint8)
    for _ in range(rng.randint(30, 140)):
        at = rng.randrange(WIDTH), rng.randrange(HEIGHT)
        cv2.circle(picture, at, rng.randint(1, 3), _colour(rng, 150), -1, cv2.LINE_AA)
    return picture


def _planet(picture: Image, rng: Random) -> None:
    at, radius = (rng.randrange(WIDTH), rng.randrange(HEIGHT)), rng.randint(25, 140)
    cv2.circle(picture, at, radius, _colour(rng), -1, cv2.LINE_AA)
    for _ in range(rng.randint(3, 10)):
        crater = at[0] + rng.randint(-radius, radius) * 2 // 3, at[1] + rng.randint(-radius, radius) * 2 // 3
        cv2.circle(picture, crater, rng.randint(2, max(3, radius // 4)), _colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.ellipse(picture, at, (radius * 3 // 2, radius // 3), rng.randint(0, 90), 0, 360, _colour(rng), 3)


def _hills(picture: Image, rng: Random) -> None:
    for layer in range(rng.randint(1, 4)):
        base = HEIGHT * (5 + layer) // 9
        line = [(x, base + rng.randint(-60, 60)) for x in range(0, WIDTH + 50, 50)]
        shape = np.array([*line, (WIDTH, HEIGHT), (0, HEIGHT)], np.int32)
        cv2.fillPoly(picture, [shape], _colour(rng), cv2.LINE_AA)


def _tower(picture: Image, rng: Random) -> None:
    x, y = rng.randrange(WIDTH), rng.randrange(HEIGHT // 3, HEIGHT)
    wide, high = rng.randint(8, 70), rng.randint(10, 150)
    colour = _colour(rng)
    if rng.random() < 0.6:
        cv2.rectangle(picture, (x, y - high), (x + wide, y), colour, -1)
        for window in range(y - high + 6, y - 4, 12):
            cv2.rectangle(picture, (x + 4, window), (x + wide - 4, window + 4), _colour(rng), -1)
    else:
        triangle = np.array([(x, y), (x + wide, y), (x + wide // 2, y - high)], np.int32)
        cv2.fillPoly(picture, [triangle], colour, cv2.LINE_AA)


def _frame(picture: Image, name: str, rng: Random) -> Image:
    """The same bars, circle and hexagon on every card, with its numbers and its name."""
    cv2.rectangle(picture, (0, 0), (WIDTH - 1, HEIGHT - 1), (20, 20, 20), 22)
    cv2.rectangle(picture, (11, 11), (75, HEIGHT - 11), (205, 198, 190), -1)
    cv2.rectangle(picture, (75, HEIGHT - 110), (WIDTH - 11, HEIGHT - 11), (230, 225, 220), -1)
    cv2.circle(picture, (70, 70), 48, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, (70, 70), 48, (10, 10, 10), 6, cv2.LINE_AA)
    _text(picture, str(rng.randint(0, 7)), (48, 95), 2.4, 6)
    hexagon = np.array(
        [(150 + 34 * np.cos(a), 66 + 34 * np.sin(a)) for a in np.arange(6) * np.pi / 3], np.int32
    )
    cv2.fillPoly(picture, [hexagon], (255, 255, 255), cv2.LINE_AA)
    _text(picture, str(rng.randint(0, 7)), (134, 82), 1.5, 4)
    for at, numeral in enumerate(("I", "II", "III", "IV", "V")):
        _text(picture, numeral, (22, 190 + 90 * at), 1.0, 3)
        if rng.random() < 0.4:
            cv2.rectangle(picture, (18, 205 + 90 * at), (66, 240 + 90 * at), _colour(rng), -1)
    _text(picture, name, (90, HEIGHT - 60), 0.8, 2)
    return picture


def _text(picture: Image, text: str, at: tuple[int, int], size: float, thick: int) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (15, 15, 15), thick, cv2.LINE_AA)


def with_sleeve_glare(picture: Image, rng: Random) -> Image:
    """The picture with the glare of a sleeve: a soft bright band, and a narrower hard one."""
    glare = np.zeros(picture.shape[:2], np.float32)
    for strength, wide in ((rng.uniform(0.35, 0.75), rng.randint(60, 130)), (0.95, rng.randint(10, 45))):
        one = np.zeros_like(glare)
        x = rng.randint(0, WIDTH)
        cv2.line(one, (x, 0), (x + rng.randint(-300, 300), HEIGHT), strength, wide, cv2.LINE_AA)
        glare = np.maximum(glare, cv2.GaussianBlur(one, (0, 0), wide / 4))
    lit = picture * (1 - glare[..., None]) + 255 * glare[..., None]
    return lit.astype(np.uint8)


def tableau_photo(
    names: list[str], rng: Random, size: tuple[int, int] = (4000, 3000)
) -> tuple[Image, dict[str, Any]]:
    """A phone's photo of up to 15 cards in three rows, a third of each covered by the next, the table tilted
    by up to 25 degrees. Returns the photo, and each card's middle in its pixels."""
    wide, high = size
    scale = 1.28
    table = np.full((high, wide, 3), rng.randint(40, 150), np.uint8)
    noise = np.random.default_rng(rng.randrange(1 << 30))
    grain = noise.normal(0, 14, (high // 16, wide // 16, 3)).astype(np.float32)
    grain = cv2.resize(grain, (wide, high), interpolation=cv2.INTER_CUBIC)
    table = np.clip(table + grain, 0, 255).astype(np.uint8)
    middles = {}
    step = int(WIDTH * scale * 2 / 3)
    for at, name in enumerate(names):
        row, place = divmod(at, 5)
        x = 420 + place * step + rng.randint(-20, 20)
        y = 120 + row * int(HEIGHT * scale * 1.03) + rng.randint(-12, 12)
        middles[name] = _paste_card(
            table, with_sleeve_glare(card_picture(name), rng), x, y, rng.uniform(-4, 4), scale
        )
    view = _tilted_view(size, rng)
    photo = cv2.warpPerspective(table, view, size, borderValue=(60, 60, 60))
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.6, 1.6))
    light = np.linspace(rng.uniform(0.65, 1.0), rng.uniform(0.75, 1.15), wide, dtype=np.float32)[
        None, :, None
    ]
    for top in range(0, high, NOISE_BAND_ROWS):  # all at once would fill a gigabyte
        band = photo[top : top + NOISE_BAND_ROWS]
        noisy = band * light + noise.normal(0, 5, band.shape)
        band[:] = np.clip(noisy, 0, 255, out=noisy)
    points = np.array([list(middles.values())], np.float32)
    seen = cv2.perspectiveTransform(points, view)[0]
    return photo, dict(zip(middles, seen.tolist(), strict=True))


def _paste_card(table: Image, card: Image, x: int, y: int, angle: float, scale: float) -> tuple[float, float]:
    """Draws the card with its upper left corner near x, y; returns its middle."""
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), angle, scale)
    middle = x + WIDTH * scale / 2, y + HEIGHT * scale / 2
    turn[:, 2] += (middle[0] - WIDTH / 2, middle[1] - HEIGHT / 2)
    corners = cv2.transform(np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]], np.float64), turn)[
        0
    ]
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0).tolist()
    right, bottom = (np.ceil(corners.max(axis=0)).astype(int) + 2).tolist()
    part = table[top:bottom, left:right]
    turn[:, 2] -= left, top
    size = part.shape[1], part.shape[0]
    mask = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), turn, size)
    laid = cv2.warpAffine(card, turn, size)
    part[mask > 0] = laid[mask > 0]
    return middle


def _tilted_view(size: tuple[int, int], rng: Random) -> NDArray[np.float64]:
    """The 3x3 homography of a table tilted by up to 25 degrees about a random axis, and turned a little."""
    wide, high = size
    tilt, around, spin = np.radians((rng.uniform(0, 25), rng.uniform(0, 360), rng.uniform(-6, 6)))
    axis = np.array([np.cos(around), np.sin(around), 0]) * tilt
    turned = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0, 0, spin]))[0]
    far = 1.6 * wide
    camera = np.array([[far, 0, wide / 2], [0, far, high / 2], [0, 0, 1]])
    plane = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 0]], float)
    away = turned @ plane + np.array([[0, 0, 0], [0, 0, 0], [0, 0, far * 1.12]])
    return camera @ away
