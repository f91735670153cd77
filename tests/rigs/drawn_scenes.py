"""Pictures of tables in good and bad light with the true positions of their tags, to measure tag reading.

Everything is drawn from a seed: tiles with busy art at any angle, a tilted camera, uneven light, shadow,
glare, defocus, smear, noise, a camera's sharpening, JPEG, and clutter that resembles tags; with `troubles`
also LEDs, flicker, a pushed camera and hands. Lens distortion and curled stickers are not drawn. The figures
can therefore compare readers, but say nothing certain about a real room.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.drawing import QUIET_MODULES, sticker_image
from companion.vision.sightings import Sighting
from companion.vision.tags import MODULES
from tests.rigs.disturbances import NONE, Disturbed, Trouble

TILE_MM = 58.0
SUPERSAMPLING = 2
"""The table is drawn with this many times the picture's resolution."""


@dataclass(frozen=True, slots=True)
class Light:
    """Light and camera between table and picture; ranges are sampled evenly.

    blur: sigma of the defocus in pixels; smear: length of the motion blur in pixels; noise: standard
    deviation of gray values; level: brightness of white; shadow: the largest part of the light that one takes
    away.
    """

    name: str
    blur: tuple[float, float]
    smear: tuple[float, float]
    noise: tuple[float, float]
    level: tuple[float, float]
    gradient: float
    shadow: float
    sharpen: float
    jpeg: tuple[int, int]
    glare: int


TYPICAL = Light("typical", (0.35, 0.6), (0.0, 0.6), (1.5, 3.5), (0.75, 0.95), 0.25, 0.35, 0.4, (85, 95), 2)
"""An average webcam in a lit room."""
HARD = Light("hard", (0.85, 1.15), (1.0, 3.0), (5.0, 9.0), (0.38, 0.55), 0.45, 0.5, 0.8, (70, 85), 2)
"""A dim cafe, focus off by about a pixel, and hands that are not quite still."""
LIGHTS = {light.name: light for light in (TYPICAL, HARD)}


@dataclass(frozen=True, slots=True)
class Truth:
    """A tag and its place in the first picture. glare: whether a bright patch or an LED lies on it."""

    text: str
    x: float
    y: float
    glare: bool


@dataclass(frozen=True, eq=False, slots=True)
class Proof:
    """A still table in one or more pictures that differ in noise and smear. module: pixels per module."""

    images: tuple[Image, ...]
    tags: tuple[Truth, ...]
    module: float
    px_per_mm: float


def prove(
    light: Light,
    module: float,
    seed: int,
    frames: int = 1,
    size: tuple[int, int] = (1920, 1080),
    symbol_mm: float = 16.0,
    tilt: float = 25.0,
    least_tilt: float = 0.0,
    tiles: int = 52,
    trouble: Trouble = NONE,
) -> Proof:
    """A table whose tags have `module` pixels per module in the picture's middle; least_tilt, tilt: degrees.
    A tag that a hand covers in part is not among the truths."""
    random = np.random.default_rng(seed)
    px_per_mm = module * MODULES / symbol_mm
    flat, placed = drawn_table(random, size, px_per_mm * SUPERSAMPLING, symbol_mm, tiles)
    way = camera(random, size, least_tilt, tilt)
    picture = cv2.warpPerspective(
        flat, way, (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), borderValue=(60, 62, 58)
    )
    picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    shine, patches = shine_patches(random, light, size, px_per_mm)
    lit = (picture**2.2 * lamp(random, light, size)[:, :, None] + shine[:, :, None]).clip(0, 4)
    disturbed = Disturbed(trouble, lit, px_per_mm, seed)
    scenes = [disturbed.frame(n) for n in range(frames)]
    tags = []
    for text, x, y in placed:
        u, v, w = way @ (x, y, 1)
        px, py = float(u / w / SUPERSAMPLING), float(v / w / SUPERSAMPLING)
        reach = symbol_mm * px_per_mm * 0.75
        if reach < px < size[0] - reach and reach < py < size[1] - reach:
            bright = any(np.hypot(px - gx, py - gy) < reach + radius for gx, gy, radius in patches)
            bright = bright or disturbed.on_led(py, reach / 1.5)
            covered = disturbed.hidden[int(py - reach) : int(py + reach), int(px - reach) : int(px + reach)]
            if not covered.any():
                px, py = scenes[0][1] @ (px, py, 1)
                tags.append(Truth(text, float(px) - 0.5, float(py) - 0.5, bright))
    images = tuple(exposed(random, light, scene) for scene, _ in scenes)
    return Proof(images, tuple(tags), module, px_per_mm)


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a reading: `read` of `all` tags, `read_clear` of the `clear` ones without glare."""

    all: int = 0
    read: int = 0
    clear: int = 0
    read_clear: int = 0
    wrong: int = 0
    off_px: tuple[float, ...] = ()

    def __add__(self, other: Count) -> Count:
        return Count(
            self.all + other.all,
            self.read + other.read,
            self.clear + other.clear,
            self.read_clear + other.read_clear,
            self.wrong + other.wrong,
            self.off_px + other.off_px,
        )


def judged(proof: Proof, found: list[Sighting]) -> Count:
    """Compares a reading with the truth; a tag read more than half a symbol from its place is wrong."""
    reach = proof.module * MODULES / 2
    truths = {t.text: t for t in proof.tags}
    near, wrong = {}, 0
    for s in found:
        truth = truths.get(s.tag.text)
        # Tags that the picture's edge cuts off are not in the truth; to read one is no error.
        if truth is None:
            wrong += s.tag.prefix == "NF" and s.tag.tile[0] == "X"
            continue
        off = float(np.hypot(s.x - truth.x, s.y - truth.y))
        if off > reach:
            wrong += 1
        else:
            near[truth.text] = off
    clear = [t for t in proof.tags if not t.glare]
    return Count(
        len(proof.tags),
        len(near),
        len(clear),
        sum(t.text in near for t in clear),
        wrong,
        tuple(near.values()),
    )


# --- the table --------------------------------------------------------------------------------------------


def drawn_table(
    random: np.random.Generator, size: tuple[int, int], px_per_mm: float, symbol_mm: float, tiles: int
) -> tuple[Image, list[tuple[str, float, float]]]:
    """The table from straight above, with each tag's text and the pixel position of its middle."""
    wide, high = size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING
    grain = random.normal(0, 7, (high // 4, wide // 4, 1)).astype(np.float32)
    cloth = np.array(random.integers(30, 110, 3), np.float32) + cv2.resize(grain, (wide, high))[:, :, None]
    table = np.ascontiguousarray(np.clip(cloth, 0, 255).astype(np.uint8))
    _clutter(random, table, px_per_mm)
    step = (TILE_MM + 3) * px_per_mm
    slots = [
        (x, y)
        for x in np.arange(step / 2, wide - step / 3, step)
        for y in np.arange(step / 2, high - step / 3, step)
    ]
    chosen = random.permutation(len(slots))[: min(tiles, max(1, len(slots) * 9 // 10))]
    placed = []
    for n, slot in enumerate(chosen):
        x, y = slots[slot]
        x, y = x + random.uniform(-1, 1) * px_per_mm, y + random.uniform(-1, 1) * px_per_mm
        text = f"NF:W{n + 1:02d}{'AB'[int(random.integers(2))]}"
        lay_tile(random, table, text, float(x), float(y), px_per_mm, symbol_mm)
        placed.append((text, float(x), float(y)))
    return table, placed


def lay_tile(
    random: np.random.Generator,
    table: Image,
    text: str,
    x: float,
    y: float,
    px_per_mm: float,
    symbol_mm: float,
) -> None:
    """A round tile with busy art and its sticker at any angle; its tag's middle is at x, y."""
    side = int(TILE_MM * px_per_mm)
    art = np.full((side, side, 3), random.integers(20, 200, 3), np.uint8)
    for _ in range(28):
        colour = tuple(int(c) for c in random.integers(0, 255, 3))
        a, b = (tuple(int(v) for v in random.integers(0, side, 2)) for _ in range(2))
        shape = random.integers(4)
        if shape == 0:
            cv2.circle(art, a, int(random.integers(side // 30 + 1, side // 6)), colour, -1, cv2.LINE_AA)
        elif shape == 1:
            cv2.line(art, a, b, colour, int(random.integers(1, max(2, side // 40))), cv2.LINE_AA)
        elif shape == 2:
            cv2.rectangle(art, a, (a[0] + side // 9, a[1] + side // 12), colour, -1)
        else:
            cv2.putText(art, "WORLD 7", a, cv2.FONT_HERSHEY_SIMPLEX, side / 300, colour, 1, cv2.LINE_AA)
    stuck = round(symbol_mm * (MODULES + 2 * QUIET_MODULES) / MODULES * px_per_mm)
    corner = (side - stuck) // 2
    paper = cv2.cvtColor(sticker_image(text, stuck), cv2.COLOR_GRAY2BGR)
    art[corner : corner + stuck, corner : corner + stuck] = np.minimum(paper, 238)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
    middle = corner + stuck / 2 - 0.5
    turn = cv2.getRotationMatrix2D((middle, middle), float(random.uniform(0, 360)), 1.0)
    left, top = int(x - side * 0.75), int(y - side * 0.75)
    turn[:, 2] += np.array([x - 0.5 - left - middle, y - 0.5 - top - middle])
    box = (int(side * 1.5), int(side * 1.5))
    art = np.asarray(cv2.warpAffine(art, turn, box), dtype=np.uint8)
    mask = np.asarray(cv2.warpAffine(mask, turn, box), dtype=np.uint8)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(table.shape[1], left + box[0]), min(table.shape[0], top + box[1])
    cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    cover = mask[cut][:, :, None].astype(np.float32) / 255
    below = table[y0:y1, x0:x1]
    below[:] = (art[cut] * cover + below * (1 - cover)).astype(np.uint8)


def _clutter(random: np.random.Generator, table: Image, px_per_mm: float) -> None:
    """Coins, cards with print, and nested squares like the corners of a tag."""
    high, wide = table.shape[:2]
    for _ in range(14):
        x, y = int(random.integers(wide)), int(random.integers(high))
        if random.integers(2):
            unit = max(1, int(random.uniform(0.6, 1.6) * px_per_mm))
            for reach, shade in ((4, 235), (3, 20), (2, 235), (1, 20)):
                r = reach * unit
                cv2.rectangle(table, (x - r, y - r), (x + r, y + r), (shade,) * 3, -1)
        else:
            box = (x, y, int(35 * px_per_mm), int(22 * px_per_mm))
            cv2.rectangle(table, box, (228, 230, 226), -1)
            for line in range(5):
                at = (x + 6, y + int((line + 1) * 4 * px_per_mm))
                cv2.putText(
                    table, "Produce: 1 good 2 VP", at, cv2.FONT_HERSHEY_PLAIN, px_per_mm / 6, (30, 30, 30), 1
                )


# --- light and camera -------------------------------------------------------------------------------------


def camera(
    random: np.random.Generator, size: tuple[int, int], least_tilt: float, tilt: float
) -> NDArray[np.float64]:
    """From the flat table's pixels to the picture's (both supersampled): tilt, turn, same scale."""
    wide, high = size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING
    angle, turn = np.deg2rad(random.uniform(least_tilt, tilt)), np.deg2rad(random.uniform(-12, 12))
    far = 1.6 * wide  # the camera's distance in pixels: about 60 degrees of view
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(angle), 0], [0, np.sin(angle) / far, 1]])
    to_middle = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1.0]])
    back = np.array([[1, 0, wide / 2], [0, 1, high / 2], [0, 0, 1.0]])
    return np.asarray(back @ lean @ spin @ to_middle, dtype=np.float64)


def lamp(random: np.random.Generator, light: Light, size: tuple[int, int]) -> NDArray[np.float32]:
    """Brightness over the picture: a lamp at one side, and a shadow with a soft edge."""
    wide, high = size
    x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
    to = random.uniform(0, 2 * np.pi)
    level = random.uniform(*light.level) ** 2.2
    lamp = level * (1 + light.gradient * (np.cos(to) * x + np.sin(to) * y))
    edge = np.cos(to + 1) * x + np.sin(to + 1) * y - random.uniform(-0.5, 0.7)
    shade = 1 / (1 + np.exp(-edge * 40))
    return np.asarray(lamp * (1 - light.shadow * shade), dtype=np.float32)


def shine_patches(
    random: np.random.Generator, light: Light, size: tuple[int, int], px_per_mm: float
) -> tuple[NDArray[np.float32], list[tuple[float, float, float]]]:
    """Glare as bright patches, and their positions and radii in pixels."""
    shine = np.zeros(size[::-1], np.float32)
    patches = []
    for _ in range(light.glare):
        x, y = random.uniform(0, size[0]), random.uniform(0, size[1])
        radius = random.uniform(6, 14) * px_per_mm
        cv2.circle(shine, (int(x), int(y)), int(radius), 1.6, -1)
        patches.append((x, y, radius * 1.6))
    small = cv2.resize(shine, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.2 * px_per_mm / 2), size)
    return np.asarray(soft, dtype=np.float32), patches


def exposed(random: np.random.Generator, light: Light, lit: NDArray[np.float32]) -> Image:
    """A picture of the scene: lens, hand motion, sensor, the camera's sharpening, and JPEG."""
    picture = cv2.GaussianBlur(lit, (0, 0), random.uniform(*light.blur))
    length = random.uniform(*light.smear)
    if length > 0.3:
        picture = cv2.filter2D(picture, -1, smear(length, random.uniform(0, np.pi)))
    seen = np.power(np.clip(picture, 0, 1), 1 / 2.2) * 255
    noise = random.standard_normal(seen.shape, dtype=np.float32) * random.uniform(*light.noise)
    # A camera smooths its noise a little, mostly in colour, so gray is noisier than the channels suggest.
    seen = seen + 0.6 * noise + 0.8 * noise.mean(axis=2, keepdims=True)
    seen += light.sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
    quality = int(random.integers(light.jpeg[0], light.jpeg[1] + 1))
    _, data = cv2.imencode(
        ".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def smear(length: float, angle: float) -> NDArray[np.float32]:
    """A kernel that smears every point into a line of `length` pixels."""
    steps = np.linspace(-length / 2, length / 2, 41)
    kernel = np.zeros((9, 9), np.float32)
    for step in steps:
        x, y = 4 + step * np.cos(angle), 4 + step * np.sin(angle)
        x0, y0 = int(x), int(y)
        for dx in (0, 1):
            for dy in (0, 1):
                kernel[y0 + dy, x0 + dx] += (1 - abs(x - x0 - dx)) * (1 - abs(y - y0 - dy))
    return kernel / kernel.sum()
