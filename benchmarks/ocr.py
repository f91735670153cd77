"""Measures OCR of photographed tiles, drawn in several fonts, colours and tilts.

Uses the installed engine: python benchmarks/ocr.py [pictures]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion import games
from companion.games.contract.told import Told
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.vision import ocr
from companion.vision.cut_outs import cut_outs
from companion.vision.drawing import sticker_image
from companion.vision.printed_marks import read_cut_out
from companion.vision.reader import Reader
from tests.rigs.reference import reference_seconds

FONTS = (
    "DejaVuSans-Bold",
    "DejaVuSerif-Bold",
    "DejaVuSansCondensed",
    "DejaVuSerifCondensed-BoldItalic",
    "DejaVuSans",
    "DejaVuSansMono-Bold",
)
COLOURS = (
    ((166, 172, 182), (16, 22, 31)),
    ((69, 196, 222), (16, 22, 31)),
    ((27, 37, 54), (244, 246, 250)),
    ((201, 143, 95), (16, 22, 31)),
    ((118, 196, 86), (16, 22, 31)),
    ((58, 40, 80), (250, 230, 120)),
)
PX_PER_MM = 18
MARGIN_PX = 200


def load_font(name: str, mm: float):
    """The system's font, or Pillow's default if it is missing."""
    try:
        return ImageFont.truetype(f"{name}.ttf", int(mm * PX_PER_MM))
    except OSError:
        return ImageFont.load_default(int(mm * PX_PER_MM))


def tile_photo(n: int, rng: random.Random, name: str, power: str, cost: int, vp: int) -> np.ndarray:
    """A photo of tile number `n`: a disc of 58 mm with busy art, numbers, words and a tag of 16 mm."""
    ground, ink = COLOURS[(n + n // 6) % 6]
    face, side = FONTS[n // 6 % 6], 58 * PX_PER_MM + 2 * MARGIN_PX
    picture = Image.new("RGB", (side, side), (92, 84, 70))
    draw = ImageDraw.Draw(picture)
    at = lambda x, y: (MARGIN_PX + x * PX_PER_MM, MARGIN_PX + y * PX_PER_MM)  # noqa: E731
    draw.ellipse((*at(0, 0), *at(58, 58)), fill=ground)
    for _ in range(40):
        x, y, r = rng.randint(350, side - 350), rng.randint(350, side - 350), rng.randint(5, 60)
        shade = tuple(max(0, min(255, v + rng.randint(-22, 22))) for v in ground)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=shade)
    x, y = at(14, 14)
    r = 4.2 * PX_PER_MM
    draw.ellipse((x - r, y - r, x + r, y + r), fill=(255, 255, 255), outline=(16, 22, 31), width=PX_PER_MM)
    draw.text((x, y), str(cost), font=load_font(face, 5.2), fill=(16, 22, 31), anchor="mm")
    x, y = at(44, 14)
    draw.regular_polygon((x, y, 4.6 * PX_PER_MM), 6, rotation=30, fill=(16, 22, 31), outline=(244, 246, 250))
    draw.text((x, y), str(vp), font=load_font(face, 5.2), fill=(244, 246, 250), anchor="mm")
    draw.text(at(29, 22), name, font=load_font(face, 3.2), fill=ink, anchor="mm")
    draw.text(at(29, 29), power, font=load_font(face, 2.4), fill=ink, anchor="mm")
    corner = tuple(int(v) for v in at(19.5, 36))
    picture.paste(Image.fromarray(sticker_image("NF:W11B", 19 * PX_PER_MM)).convert("RGB"), corner)
    return simulate_photo(n, rng, np.asarray(picture)[:, :, ::-1].copy())


def simulate_photo(n: int, rng: random.Random, picture: np.ndarray) -> np.ndarray:
    """The picture turned, tilted, out of focus, unevenly lit and noisy."""
    side, tilt, blur = picture.shape[0], (0, 0.12, 0.22)[n % 3], (0, 0.9, 1.6)[n // 3 % 3]
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(-25, 25), 1.0)
    picture = cv2.warpAffine(picture, turn, (side, side), borderValue=(70, 84, 92))
    before = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    top = side * tilt * 0.6
    after = np.array([[side * tilt, top], [side * (1 - tilt), top], [side, side], [0, side]], np.float32)
    way = cv2.getPerspectiveTransform(before, after)
    picture = cv2.warpPerspective(picture, way, (side, side), borderValue=(70, 84, 92))
    picture = cv2.resize(picture, None, fx=0.62, fy=0.62, interpolation=cv2.INTER_AREA)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    light = np.linspace(0.75, 1.1, picture.shape[1])[None, :, None]
    noise = np.random.default_rng(n).normal(0, 5, picture.shape)
    return np.clip(picture.astype(np.float32) * light + noise, 0, 255).astype(np.uint8)


def main(pictures: int) -> None:
    if not ocr.installed():
        print("no OCR engine is installed: pip install table-companion[ocr]")
        return
    game, rng = games.load("new-frontiers"), random.Random(5)
    book, info = game.box.book(), game.tracking.tile("W11")
    tiles = tuple(book.piece(tile.id) for tile in book.tiles())
    names = suggestions.names(tiles)
    lines = suggestions.lines(tiles)
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    seconds = 0.0
    for n in range(pictures):
        name, power, cost, vp = rng.choice(names), rng.choice(lines), rng.randint(0, 9), rng.randint(0, 9)
        photo = tile_photo(n, rng, name, power, cost, vp)
        tags = Reader({"NF"}).read_thoroughly(photo)
        if not tags:
            wrong["tag"] += 1
            continue
        begun = time.process_time()
        (cut,) = cut_outs(photo, [(tags[0], info)])
        told = Told(game.box.told_by_photo("W11", read_cut_out(cut, info.size_mm)))
        seconds += time.process_time() - begun
        for fact, truth in (("name", name), ("price", f"cost {cost}"), ("vp", str(vp))):
            if found := told.of("W11", fact):
                (right if found == (truth,) else wrong)[fact] += 1
        if found := told.of("W11", "powers"):
            meant = [parse_power(line).effect for line in found]
            (right if meant == [parse_power(power).effect] else wrong)["powers"] += 1
    for fact in ("name", "powers", "price", "vp"):
        print(f"{fact}: {right[fact]} of {pictures} right, {wrong[fact]} wrong")
    each = seconds / pictures
    print(f"{each:.2f} s of processor time a photo, {each / reference_seconds():.1f} x the reference loop")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 36)
