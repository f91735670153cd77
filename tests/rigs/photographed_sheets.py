"""Photographs of printed sticker sheets on a table: the product's own PDF, rasterised, under the camera and
the light of `drawn_scenes`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from companion import games
from companion.printing.stickers import write_stickers
from companion.vision.camera import Image
from companion.vision.tags import MODULES
from tests.rigs.drawn_scenes import SUPERSAMPLING, TYPICAL, Light, camera, exposed, lamp

DPI = 300
SYMBOL_MM = 16.0
SIZE = (1920, 1080)
MAX_TILT = 12.0
PAPER_GRAY = 225 / 255


def sheets(game: str) -> list[tuple[Image, set[str]]]:
    """Every page of a game's stickers at DPI, with the texts of its tags."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tags.pdf")
        placed = write_stickers(games.load(game), path).placed
        pages = [
            np.asarray(page.render(scale=DPI / 72).to_pil().convert("L"))
            for page in pypdfium2.PdfDocument(path)
        ]
    texts = [{tag.text for tag in placed if tag.page == n} for n in range(1, len(pages) + 1)]
    return [(page, on) for page, on in zip(pages, texts, strict=True) if on]


def photographed(page: Image, module: float, seed: int, frames: int, light: Light = TYPICAL) -> list[Image]:
    """A page on a dark table in so many pictures of SIZE. module: pixels a module in the picture's middle."""
    random = np.random.default_rng(seed)
    scale = module * SUPERSAMPLING * MODULES / SYMBOL_MM * 25.4 / DPI
    wide, high = SIZE[0] * SUPERSAMPLING, SIZE[1] * SUPERSAMPLING
    lying = cv2.resize(
        cv2.rotate(page, cv2.ROTATE_90_CLOCKWISE), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
    )
    lying = lying[:high, :wide]
    table = np.full((high, wide), 50, np.uint8)
    top = int(random.uniform(0.3, 0.7) * (high - lying.shape[0]))
    left = int(random.uniform(0.3, 0.7) * (wide - lying.shape[1]))
    table[top : top + lying.shape[0], left : left + lying.shape[1]] = lying * PAPER_GRAY
    way = camera(random, SIZE, 0.0, MAX_TILT)
    seen = cv2.resize(
        cv2.warpPerspective(table, way, (wide, high), borderValue=50), SIZE, interpolation=cv2.INTER_AREA
    )
    lit = ((seen.astype(np.float32) / 255) ** 2.2 * lamp(random, light, SIZE))[:, :, None].repeat(3, axis=2)
    return [exposed(random, light, lit) for _ in range(frames)]
