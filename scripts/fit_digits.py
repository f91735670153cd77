"""Trains the reader of single digits on drawn ones, and writes companion/vision/digits.npz.

    python scripts/fit_digits.py [--drawn 20000] [--passes 14]

Each drawing is random: font, size, weight, hollow or filled, colours, a small rotation and offset, in a ring,
a diamond or a hexagon, blur, noise, uneven light. A fifth show no digit: art, rings, letters, several digits.
`tests/rigs/printed_tiles.py` tests with other fonts.
"""

from __future__ import annotations

import argparse
import math
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.vision.digit_reader import CHARACTERS, WEIGHTS, Floats, features, likelihoods

LETTERING = (
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSans-ExtraLight",
    "DejaVuSerif",
    "DejaVuSans-BoldOblique",
    "DejaVuSansMono-Bold",
    "DejaVuSansCondensed-Oblique",
    "DejaVuSerif-Italic",
)
STROKES = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
NONE = len(CHARACTERS)
SIDE = 120
"""Side of the drawn square, in pixels."""
INNER = 48
BATCH, RATE = 256, 2e-3


@lru_cache(maxsize=512)
def _font(name: str, size: int) -> Any:
    return ImageFont.truetype(f"{name}.ttf", size)


def drawn(rng: Random) -> tuple[np.ndarray, int]:
    """A BGR square with or without a digit, and its index in CHARACTERS, or NONE."""
    noise = np.random.default_rng(rng.randrange(1 << 30))
    label = NONE if rng.random() < 0.22 else rng.randrange(len(CHARACTERS))
    ground, ink = _colours(rng)
    picture = Image.new("RGB", (SIDE, SIDE), ground)
    draw = ImageDraw.Draw(picture)
    middle = (SIDE / 2 + rng.uniform(-5, 5), SIDE / 2 + rng.uniform(-5, 5))
    outlined = label != NONE or rng.random() < 0.5
    if outlined:
        _outline(draw, rng, ink)
    if label == NONE:
        picture = _nothing(picture, rng, noise, ink)
    elif rng.random() < 0.12:
        picture = _plotted(picture, CHARACTERS[label], rng, ink, middle)
    else:
        size = rng.randint(38, 74)
        font = _font(rng.choice(LETTERING), size)
        if rng.random() < 0.35:  # hollow
            stroke = rng.choice((2, 2, 3, 4))
            draw.text(
                middle,
                CHARACTERS[label],
                font=font,
                fill=ground,
                anchor="mm",
                stroke_width=stroke,
                stroke_fill=ink,
            )
        else:
            draw.text(
                middle,
                CHARACTERS[label],
                font=font,
                fill=ink,
                anchor="mm",
                stroke_width=rng.choice((0, 0, 0, 1)),
            )
    return _seen(np.asarray(picture)[:, :, ::-1].copy(), rng, noise), label


def _colours(rng: Random) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    pale = tuple(rng.randint(200, 255) for _ in range(3))
    dark = rng.choice(((16, 16, 18), (20, 20, 60), (190, 30, 36), (200, 60, 60), (60, 30, 20)))
    dark = tuple(max(0, min(255, c + rng.randint(-16, 40))) for c in dark)
    return (dark, pale) if rng.random() < 0.3 else (pale, dark)  # type: ignore[return-value]


def _outline(draw: ImageDraw.ImageDraw, rng: Random, ink: tuple[int, ...]) -> None:
    wide, r, c = rng.randint(4, 14), SIDE / 2 - 2, SIDE / 2
    shape = rng.randrange(3)
    if shape == 0:
        draw.ellipse((c - r, c - r, c + r, c + r), outline=ink, width=wide)
        return
    count, turn = (4, 0.0) if shape == 1 else (6, rng.choice((0.0, math.pi / 6)))
    points = [
        (c + r * math.cos(turn + n * 2 * math.pi / count), c + r * math.sin(turn + n * 2 * math.pi / count))
        for n in range(count)
    ]
    draw.line([*points, points[0], points[1]], fill=ink, width=wide)


def _nothing(picture: Any, rng: Random, noise: np.random.Generator, ink: tuple[int, ...]) -> Any:
    kind = rng.randrange(5)
    draw = ImageDraw.Draw(picture)
    if kind == 0:
        letter = rng.choice("ABCEFGHJKLMNPQRTUVWXYZabdefhkmnrtuwy&%#+-=")
        draw.text(
            (SIDE / 2, SIDE / 2),
            letter,
            font=_font(rng.choice(LETTERING), rng.randint(38, 74)),
            fill=ink,
            anchor="mm",
        )
    elif kind == 1:
        cells = rng.choice((3, 5, 9))
        patch = noise.normal(120, 45, (cells, cells, 3)).astype(np.float32)
        art = np.clip(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), 0, 255)
        picture = Image.fromarray(art.astype(np.uint8))
    elif kind == 2:
        for _ in range(rng.randint(1, 4)):
            x, y, r = rng.randrange(SIDE), rng.randrange(SIDE), rng.randint(6, 44)
            shade = tuple(rng.randint(0, 255) for _ in range(3))
            draw.ellipse(
                (x - r, y - r, x + r, y + r), fill=shade if rng.random() < 0.6 else None, outline=ink, width=4
            )
    elif kind == 3:  # a number of two digits
        text = f"{rng.randrange(10)}{rng.randrange(10)}"
        font = _font(rng.choice(LETTERING), rng.randint(40, 70))
        draw.text((SIDE / 2, SIDE / 2), text, font=font, fill=ink, anchor="mm")
    return picture


def _plotted(picture: Any, text: str, rng: Random, ink: tuple[int, ...], middle: tuple[float, float]) -> Any:
    art = np.asarray(picture).copy()
    face, thick = rng.choice(STROKES), rng.randint(2, 6)
    (wide, high), _low = cv2.getTextSize(text, face, 1.0, 1)
    scale = rng.uniform(28, 52) / high
    at = (round(middle[0] - wide * scale / 2), round(middle[1] + high * scale / 2))
    cv2.putText(art, text, at, face, scale, ink, thick, cv2.LINE_AA)
    return Image.fromarray(art)


def _seen(art: np.ndarray, rng: Random, noise: np.random.Generator) -> np.ndarray:
    c = SIDE / 2
    way = cv2.getRotationMatrix2D((c, c), rng.uniform(-12, 12), rng.uniform(0.92, 1.08))
    way[0, 1] += rng.uniform(-0.08, 0.08)
    seen = cv2.warpAffine(art, way, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 3.2)).astype(np.float32)
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j]
    to = rng.uniform(0, 2 * math.pi)
    seen *= (rng.uniform(0.5, 1.05) * (1 + rng.uniform(0, 0.25) * (x * math.cos(to) + y * math.sin(to))))[
        :, :, None
    ]
    seen += noise.normal(0, rng.uniform(0.5, 9), seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def many(count: int, seed: str) -> tuple[Floats, np.ndarray]:
    rng = Random(seed)
    rows, labels = [], []
    for _ in range(count):
        art, label = drawn(rng)
        half = SIDE * rng.uniform(0.22, 0.34)
        x, y = (SIDE / 2 + rng.uniform(-4, 4) for _ in range(2))
        rows.append(features(art[round(y - half) : round(y + half), round(x - half) : round(x + half)]))
        labels.append(label)
    return np.stack(rows), np.array(labels)


def fit(rows: Floats, labels: np.ndarray, passes: int) -> tuple[Floats, ...]:
    """The weights of a network with one hidden layer, trained with Adam."""
    random = np.random.default_rng(7)
    shapes = ((rows.shape[1], INNER), (INNER,), (INNER, NONE + 1), (NONE + 1,))
    weights = [random.normal(0, (2 / shape[0]) ** 0.5 if len(shape) > 1 else 0, shape) for shape in shapes]
    weights = [one.astype(np.float32) for one in weights]
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    wanted, step = np.eye(NONE + 1, dtype=np.float32)[labels] * 0.97 + 0.03 / (NONE + 1), 0
    for turn in range(passes):
        rate = RATE * 0.5 * (1 + math.cos(math.pi * turn / passes))
        for chosen in np.array_split(random.permutation(len(rows)), len(rows) // BATCH):
            x = rows[chosen]
            inner = np.maximum(x @ weights[0] + weights[1], 0)
            off = (likelihoods(x, tuple(weights)) - wanted[chosen]) / len(chosen)
            back = (off @ weights[2].T) * (inner > 0)
            slopes = (x.T @ back, back.sum(0), inner.T @ off, off.sum(0))
            step += 1
            for n, slope in enumerate(slopes):
                slope = slope + 1e-4 * weights[n]
                mean[n] = 0.9 * mean[n] + 0.1 * slope
                square[n] = 0.999 * square[n] + 0.001 * slope**2
                weights[n] -= (
                    rate * (mean[n] / (1 - 0.9**step)) / (np.sqrt(square[n] / (1 - 0.999**step)) + 1e-8)
                ).astype(np.float32)
    return tuple(weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drawn", type=int, default=20000)
    parser.add_argument("--passes", type=int, default=14)
    asked = parser.parse_args()
    weights = fit(*many(asked.drawn, "digits"), asked.passes)
    rows, labels = many(6000, "others")
    likely = likelihoods(rows, weights)
    right, sure = likely.argmax(axis=1) == labels, likely.max(axis=1) > 0.9
    print(f"right {right.mean():.4f}; sure {sure.mean():.3f}, of these right {right[sure].mean():.4f}")
    names = ("first", "first_bias", "second", "second_bias")
    np.savez_compressed(WEIGHTS, **{n: w.astype(np.float16) for n, w in zip(names, weights, strict=True)})
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size >> 10} KB")


if __name__ == "__main__":
    main()
