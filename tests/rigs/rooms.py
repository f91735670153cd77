"""Pictures of drawn tables in rooms and by cameras that do one thing to each: sixteen effects, from seeds.

Each effect changes the table (cubes, worn tags), its light (sleeves under a lamp, a blind), the way to the
picture (lens, shutter, mirror) or what the camera makes of it (video, noise reduction, raw colours). The
truth says of every tag where its middle is, how large it is, and what part of it is hidden or burnt.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.tags import MODULES
from tests.rigs.disturbances import Disturbed, Trouble
from tests.rigs.drawn_scenes import (
    HARD,
    SUPERSAMPLING,
    TILE_MM,
    TYPICAL,
    Light,
    camera,
    drawn_table,
    exposed,
    lamp,
    lay_tile,
    smear,
)

SYMBOL_MM = 16.0
BURNT_LIGHT = 0.95
"""What a lamp's image adds, of the brightest that a camera shows, from which black is as white as paper."""

Floats = NDArray[Any]
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class RoomTag:
    """A tag in the picture. x, y: its middle; module: pixels; hidden, burnt: parts of it, 0 to 1."""

    text: str
    x: float
    y: float
    module: float
    hidden: float
    burnt: float


@dataclass(frozen=True, eq=False, slots=True)
class Room:
    image: Image
    tags: tuple[RoomTag, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as an effect changes it. flat: from above; hidden: what lies on tags, in the same pixels."""

    flat: Image
    hidden: Image
    placed: list[tuple[str, float, float]]
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class Lit:
    """A lit scene. added: the light of lamps' images, of the brightest that a camera shows; covered: what
    hides the table, 0 to 255; None: nothing."""

    scene: Floats
    added: Floats | None = None
    covered: Image | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What an effect may ask of a scene: tags in the picture (text, corners), and pixels a millimetre."""

    quads: list[tuple[str, Floats]]
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class Effect:
    """lay: changes the table; shine: lights it; bend: from pixels of the picture to those of the unbent; see:
    what the camera makes of its picture."""

    light: Light = TYPICAL
    size: tuple[int, int] = (1920, 1080)
    lay: Callable[[Random, Table], None] = lambda random, table: None
    shine: Callable[[Random, Floats, Scene], Lit] = lambda random, lit, scene: Lit(lit)
    bend: Callable[[Random, Floats, Floats, tuple[int, int]], tuple[Floats, Floats]] | None = None
    see: Callable[[Random, Image], Image] = lambda random, image: image


def room(effect: Effect, module: float, seed: int, tiles: int = 40) -> Room:
    """A table whose tags have `module` pixels a module in the middle of the picture."""
    random = np.random.default_rng(seed)
    wide, high = effect.size
    px = module * MODULES / SYMBOL_MM
    light = replace(effect.light, glare=0)
    flat, placed = drawn_table(random, effect.size, px * SUPERSAMPLING, SYMBOL_MM, tiles)
    table = Table(flat, np.zeros(flat.shape[:2], np.uint8), placed, px * SUPERSAMPLING)
    turns = [_turn_of(flat, at, table.px_per_mm) for at in placed]
    effect.lay(random, table)
    way = camera(random, effect.size, 0.0, 20.0)
    double = (wide * SUPERSAMPLING, high * SUPERSAMPLING)
    picture = cv2.warpPerspective(flat, way, double, borderValue=(60, 62, 58))
    picture = cv2.resize(picture, effect.size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    hidden = cv2.warpPerspective(table.hidden, way, double)
    hidden = cv2.resize(hidden, effect.size, interpolation=cv2.INTER_AREA)
    quads = [(text, _seen_from(way, quad)) for (text, _x, _y), quad in zip(placed, turns, strict=True)]
    lit = (picture**2.2 * lamp(random, light, effect.size)[:, :, None]).clip(0, 4)
    shone = effect.shine(random, lit, Scene(quads, px))
    lit = shone.scene
    added = np.zeros(lit.shape[:2], np.float32) if shone.added is None else shone.added
    if shone.covered is not None:
        hidden = np.maximum(hidden, shone.covered)
    if effect.bend is not None:
        ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
        to_x, to_y = effect.bend(random, xs, ys, effect.size)
        lit, hidden, added = (
            cv2.remap(each, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            for each in (lit, hidden, added)
        )
        quads = [(text, _bent(quad, to_x, to_y)) for text, quad in quads]
    image = effect.see(random, exposed(random, light, lit))
    burnt = (added >= BURNT_LIGHT).astype(np.uint8)
    tags = [tag for text, quad in quads if (tag := _truth(text, quad, hidden, burnt)) is not None]
    return Room(image, tuple(tags))


def _turn_of(flat: Image, at: tuple[str, float, float], px_per_mm: float) -> Floats:
    """A square around a tag's middle; how it is turned does not matter for what part of it is hidden."""
    half = SYMBOL_MM * px_per_mm / 2
    _text, x, y = at
    return np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])


def _seen_from(way: Floats, quad: Floats) -> Floats:
    seen = cv2.perspectiveTransform(quad.reshape(1, -1, 2).astype(np.float64), way)[0]
    return np.asarray(seen / SUPERSAMPLING - 0.5)


def _bent(quad: Floats, to_x: Floats, to_y: Floats) -> Floats:
    """Where these points come to lie in a picture whose pixels are those of `to_x`, `to_y` of the unbent."""
    at = quad.astype(np.float32)
    for _ in range(12):
        x, y = (
            cv2.remap(
                each, at[:, :1].copy(), at[:, 1:].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            for each in (to_x, to_y)
        )
        step = quad - np.hstack([x, y])
        # A mirror's way is turned round: what is off to the right is left.
        if to_x[0, 0] > to_x[0, -1]:
            step[:, 0] *= -1
        at = (at + 0.8 * step).astype(np.float32)
    return at


def _truth(text: str, quad: Floats, hidden: Image, burnt: Image) -> RoomTag | None:
    high, wide = hidden.shape
    x, y = quad.mean(axis=0)
    module = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).mean()) / MODULES
    reach = 13 * module
    if not (reach < x < wide - reach and reach < y < high - reach):
        return None
    mask = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(mask, quad.round().astype(np.int32), 1)
    inside = mask > 0
    return RoomTag(
        text,
        float(x),
        float(y),
        module,
        float((hidden[inside] > 127).mean()),
        float(burnt[inside].mean()),
    )


# --- what lies on the table


def _cubes(random: Random, table: Table) -> None:
    for _text, x, y in table.placed:
        if random.random() < 0.5:
            side = random.uniform(7, 10) * table.px_per_mm
            to = random.uniform(0, 2 * np.pi)
            off = random.uniform(5, 9) * table.px_per_mm
            middle = (x + off * np.cos(to), y + off * np.sin(to))
            box = cv2.boxPoints((middle, (side, side), float(random.uniform(0, 90)))).round().astype(np.int32)
            colour = tuple(int(v) for v in random.integers(30, 240, 3))
            shade = tuple(int(v * 0.6) for v in colour)
            lean = box + np.array([side * 0.2, side * 0.25]).round().astype(np.int32)
            both = cv2.convexHull(np.vstack([box, lean]))
            cv2.fillConvexPoly(table.flat, both, shade, cv2.LINE_AA)
            cv2.fillConvexPoly(table.flat, box, colour, cv2.LINE_AA)
            cv2.fillConvexPoly(table.hidden, both, 255)


def _worn(random: Random, table: Table) -> None:
    """Scratches down to the paper, ink rubbed off, and stains."""
    reach = SYMBOL_MM * table.px_per_mm / 2
    for _text, x, y in table.placed:
        for _ in range(int(random.integers(2, 9))):
            a = np.array([x, y]) + random.uniform(-reach, reach, 2)
            b = a + random.uniform(-reach, reach, 2)
            shade = int(random.integers(150, 235))
            thick = max(1, round(random.uniform(0.2, 0.5) * table.px_per_mm))
            ends = [tuple(int(v) for v in end) for end in (a, b)]
            cv2.line(table.flat, ends[0], ends[1], (shade,) * 3, thick, cv2.LINE_AA)
        left, top = int(x - reach), int(y - reach)
        part = table.flat[max(0, top) : top + int(2 * reach), max(0, left) : left + int(2 * reach)]
        if part.size:
            rubbed = cv2.resize(
                random.uniform(0, 1, (9, 9)).astype(np.float32),
                part.shape[1::-1],
                interpolation=cv2.INTER_CUBIC,
            )
            fade = (np.clip(rubbed - 0.55, 0, 0.45) * random.uniform(0.5, 1.2))[:, :, None]
            part[:] = np.clip(part * (1 - fade) + 205 * fade, 0, 255).astype(np.uint8)


def _overlapping(random: Random, table: Table) -> None:
    """A third of the tiles have another one on them, up to over half of the tag."""
    for n, (_text, x, y) in enumerate(list(table.placed)):
        if random.random() < 0.33:
            off, to = random.uniform(27, 37) * table.px_per_mm, random.uniform(0, 2 * np.pi)
            at = x + off * np.cos(to), y + off * np.sin(to)
            lay_tile(random, table.flat, f"NF:D{n + 1}A", *at, table.px_per_mm, SYMBOL_MM)
            middle = (int(at[0]), int(at[1]))
            cv2.circle(table.hidden, middle, int(TILE_MM / 2 * table.px_per_mm), 255, -1)


# --- light


def _sleeves(random: Random, lit: Floats, scene: Scene) -> Lit:
    """A lamp's image on bent sleeves: a streak across half of them, burnt in its middle."""
    small = np.zeros((lit.shape[0] // 2, lit.shape[1] // 2), np.float32)
    for _text, quad in scene.quads:
        if random.random() < 0.5:
            x, y = (quad.mean(axis=0) + random.uniform(-7, 7, 2) * scene.px_per_mm) / 2
            axes = random.uniform(5, 14), random.uniform(0.8, 3)
            size = tuple(max(1, round(v * scene.px_per_mm / 2)) for v in axes)
            one = np.zeros_like(small)
            angle = float(random.uniform(0, 180))
            cv2.ellipse(one, (int(x), int(y)), size, angle, 0, 360, float(random.uniform(1.0, 3.0)), -1)
            small += cv2.GaussianBlur(one, (0, 0), 0.5 * scene.px_per_mm)
    added = cv2.resize(small, lit.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return Lit(lit * 0.92 + 0.02 + added[:, :, None], added)


def _two_lights(random: Random, lit: Floats, scene: Scene) -> Lit:
    """A warm lamp on one side and a cold window on the other, each with its shadow's edge."""
    size = (lit.shape[1], lit.shape[0])
    tints = np.array([[0.55, 0.85, 1.2], [1.2, 1.0, 0.7]], np.float32)
    shares = [lamp(random, replace(TYPICAL, gradient=0.7, shadow=0.6), size) for _ in tints]
    both = sum(share[:, :, None] * tint for share, tint in zip(shares, tints, strict=True))
    return Lit(lit * both * np.float32(0.9))


def _blind(random: Random, lit: Floats, scene: Scene) -> Lit:
    """The sun through a blind: stripes four times as bright as what lies between them."""
    high, wide = lit.shape[:2]
    to = random.uniform(0, np.pi)
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    along = (xs * np.cos(to) + ys * np.sin(to)) / (random.uniform(8, 30) * scene.px_per_mm)
    stripes = 1 / (1 + np.exp(-8 * np.sin(2 * np.pi * along)))
    return Lit(lit * (0.28 + 0.85 * stripes)[:, :, None])


def _hands(random: Random, lit: Floats, scene: Scene) -> Lit:
    """Two arms that move while the picture is taken."""
    armed = Disturbed(
        Trouble(hands=2), lit.astype(np.float32), scene.px_per_mm, int(random.integers(1 << 30))
    )
    moved = smear(8.0, random.uniform(0, np.pi))
    soft = armed.hidden.astype(np.float32)
    for _ in range(4):
        soft = cv2.filter2D(soft, -1, moved)
    skin = np.array([0.55, 0.75, 1.1], np.float32) * (float(np.median(lit)) + 0.05)
    scene_with = lit * (1 - soft[:, :, None]) + skin * soft[:, :, None]
    return Lit(scene_with, covered=np.where(soft > 0.02, 255, 0).astype(np.uint8))


# --- lens and shutter


def _radial(share: float) -> Callable[[Random, Floats, Floats, tuple[int, int]], tuple[Floats, Floats]]:
    """A lens that draws the picture's corners in by this part of their way."""

    def bend(random: Random, xs: Floats, ys: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
        middle = np.array(size) / 2 + random.uniform(-20, 20, 2)
        far = np.hypot(*(np.array(size) / 2))
        dx, dy = xs - middle[0], ys - middle[1]
        grown = 1 + share * (dx * dx + dy * dy) / far**2
        scale = 1 / (1 + 0.45 * share)
        return (
            (middle[0] + dx * grown * scale).astype(np.float32),
            (middle[1] + dy * grown * scale).astype(np.float32),
        )

    return bend


def _rolling(random: Random, xs: Floats, ys: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """A camera that shakes while its rows are read: they are shifted by up to six pixels."""
    by, phase, often = random.uniform(3, 6), random.uniform(0, 6.28), random.uniform(1, 3)
    sway = by * np.sin(2 * np.pi * often * ys / size[1] + phase)
    return (xs + sway).astype(np.float32), (ys + 0.5 * sway).astype(np.float32)


def _mirror(random: Random, xs: Floats, ys: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    return (size[0] - 1 - xs).astype(np.float32), ys


# --- cameras


def _mjpeg(random: Random, image: Image) -> Image:
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(22, 45))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, quality)[1], cv2.IMREAD_COLOR), np.uint8)


def _video(random: Random, image: Image) -> Image:
    """The eighth picture of a cheap camera's video, as MPEG-4: OpenCV's wheel has no encoder for H.264."""
    high, wide = image.shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "video.avi")
        writer = cv2.VideoWriter(file, cv2.VideoWriter.fourcc(*"XVID"), 15, (wide, high))
        for _ in range(8):
            grain = random.normal(0, 3, image.shape[:2]).astype(np.float32)[:, :, None]
            writer.write(np.clip(image + grain, 0, 255).astype(np.uint8))
        writer.release()
        video, last = cv2.VideoCapture(file), image
        while (next_one := video.read())[0]:
            last = next_one[1]
        video.release()
    return np.asarray(last, np.uint8)


def _phone(random: Random, image: Image) -> Image:
    """Local contrast, and sharpened until edges have halos."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    lab[:, :, 0] = cv2.createCLAHE(clipLimit=2.5, tileGridSize=(8, 8)).apply(lab[:, :, 0])
    seen = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)
    return np.asarray(cv2.addWeighted(seen, 2.2, cv2.GaussianBlur(seen, (0, 0), 1.5), -1.2, 0), np.uint8)


def _raw(random: Random, image: Image) -> Image:
    """A sensor's mosaic as it is: green, flat, and put together from single colours."""
    seen = (np.power(image / 255, 1.5) * 200 * np.array([0.55, 1.0, 0.6])).astype(np.uint8)
    mosaic = seen[:, :, 1].copy()
    mosaic[0::2, 0::2], mosaic[1::2, 1::2] = seen[0::2, 0::2, 2], seen[1::2, 1::2, 0]
    return np.asarray(cv2.demosaicing(mosaic, cv2.COLOR_BayerRGGB2BGR), np.uint8)


def _denoised(random: Random, image: Image) -> Image:
    """A dim room's noise, and a camera that paints over it."""
    noisy = np.clip(image + random.normal(0, 14, image.shape), 0, 255).astype(np.uint8)
    return np.asarray(cv2.bilateralFilter(cv2.medianBlur(noisy, 3), 7, 45, 3), np.uint8)


EFFECTS = {
    "wide lens, corners 14 % in": Effect(bend=_radial(0.35)),
    "barrel, 6 %": Effect(bend=_radial(0.14)),
    "rolling shutter, shaken": Effect(bend=_rolling),
    "moving hands": Effect(shine=_hands),
    "MJPEG of a cheap camera": Effect(light=HARD, see=_mjpeg),
    "video of a cheap camera (MPEG-4)": Effect(see=_video),
    "sleeves with gloss": Effect(shine=_sleeves),
    "worn tags": Effect(lay=_worn),
    "cubes": Effect(lay=_cubes),
    "overlapping tiles": Effect(lay=_overlapping),
    "two lights": Effect(shine=_two_lights),
    "mirror": Effect(bend=_mirror),
    "phone": Effect(size=(2016, 1512), see=_phone),
    "a raw sensor's colours": Effect(see=_raw),
    "dim, noise reduction": Effect(light=HARD, see=_denoised),
    "sun through a blind": Effect(shine=_blind),
}
