"""Random scenes for path-traced photographs of a table, seeded by a number. `tracing` renders them.

Everything that differs between real rooms is random: the camera's place, tilt, roll, lens and focus, the
light, the cloth, the gloss of stickers and sleeves, wooden cubes on tiles and on corner squares, hands. No
drawing or geometry of the companion is used, except for the printed stickers themselves (`tracing`).
Millimetres; x to the right and y away from the viewer on the table, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

Random = np.random.Generator
Vector = tuple[float, float, float]
Colour = tuple[float, float, float]

PICTURE_SIZES = (*((1280, 960),) * 5, (1600, 900), (1920, 1080))
SYMBOLS_MM = (16.0, 20.0, 25.0)
MODULE_PX_RANGE = (1.8, 3.2)
"""Pixels per module in the middle of the view."""
TILT_RANGE_DEGREES = (0.0, 35.0)
MAX_LENS_SHIFT = 0.03
"""Of the lens from the picture's middle, as a part of the picture's size."""
TILE_MM = 58.0
TILE_PITCH_MM = 63.0
TILE_HEIGHT_MM = 2.0
MAX_TILES = 44
FINISH_ROUGHNESS = {"matt": 0.0, "satin": 0.28, "glossy": 0.12, "sleeved": 0.05}
"""Roughness of a sticker's coat; 0: no coat."""
LIGHTS = ("lamp", "lamp", "window", "window", "dark")
CLOTHS = ("plain", "checks", "stripes", "dots", "wood", "noise")
GOODS: tuple[Colour, ...] = (
    (0.05, 0.22, 0.6),
    (0.3, 0.12, 0.04),
    (0.1, 0.4, 0.08),
    (0.75, 0.55, 0.05),
    (0.6, 0.5, 0.35),
)
SKINS: tuple[Colour, ...] = ((0.62, 0.4, 0.29), (0.75, 0.52, 0.4), (0.3, 0.17, 0.1), (0.45, 0.27, 0.18))


@dataclass(frozen=True)
class Camera:
    """tilt, roll: degrees; wide: horizontal angle of view, degrees; bend: radial distortion at half the
    width; aperture_mm: radius; shift: of the lens from the picture's middle, in pixels."""

    size: tuple[int, int]
    eye: Vector
    aim: Vector
    up: Vector
    wide: float
    tilt: float
    roll: float
    bend: float
    shift: tuple[int, int]
    aperture_mm: float
    focus_mm: float


@dataclass(frozen=True)
class Lamp:
    """A round or rectangular lamp that faces `aim` on the table. power: light on a table below it, 1:
    white."""

    place: Vector
    aim: Vector
    half: tuple[float, float]
    round: bool
    colour: Colour
    power: float


@dataclass(frozen=True)
class Tile:
    text: str
    x: float
    y: float
    turn: float
    round: bool
    sticker: tuple[float, float, float]
    """Its middle (x, y) from the tile's in mm, and its turn in degrees."""
    finish: str
    curl_mm: float
    """Height of the sticker's curled corner."""


@dataclass(frozen=True)
class Cube:
    x: float
    y: float
    z: float
    side: float
    turn: float
    colour: Colour


@dataclass(frozen=True)
class Hand:
    """A hand that lies or hovers, with an arm from outside the picture. to: direction of the fingers,
    radians."""

    x: float
    y: float
    z: float
    to: float
    skin: Colour
    spread: float


@dataclass(frozen=True)
class Sensor:
    """level: the brightness to which the brightest tenth is exposed, 0 to 1; noise: gray levels on white;
    sharpen: strength of the camera's sharpening; quality: of the JPEG; tint: factor by colour."""

    level: float
    noise: float
    sharpen: float
    quality: int
    tint: Colour


@dataclass(frozen=True)
class Room:
    number: int
    light: str
    symbol_mm: float
    camera: Camera
    lamps: tuple[Lamp, ...]
    ambient: Colour
    cloth: str
    cloth_colours: tuple[Colour, Colour, Colour]
    cloth_mm: float
    cloth_turn: float
    tiles: tuple[Tile, ...]
    cubes: tuple[Cube, ...]
    hands: tuple[Hand, ...]
    sensor: Sensor


def random_room(number: int, texts: list[str]) -> Room:
    """The scene of photograph `number`. texts: the tags to choose from."""
    random = np.random.default_rng([20, number])
    light = LIGHTS[number % len(LIGHTS)]
    symbol = float(random.choice(SYMBOLS_MM))
    camera = _camera(random, number, symbol)
    tiles = _tiles(random, camera, symbol, texts)
    tint = 1 + random.uniform(-0.06, 0.06, 3)
    dark = light == "dark"
    sensor = Sensor(
        float(random.uniform(0.28, 0.45) if dark else random.uniform(0.6, 0.9)),
        float(random.uniform(4, 8) if dark else random.uniform(0.8, 2.5)),
        float(random.uniform(0, 0.8)),
        68 + number * 7 % 17,
        _colour(tint),
    )
    shades = tuple(_colour(random.uniform(0.03, 0.75, 3) * random.uniform(0.4, 1)) for _ in range(3))
    return Room(
        number,
        light,
        symbol,
        camera,
        _lamps(random, light),
        _colour(random.uniform(0.03, 0.09 if dark else 0.3) * tint),
        CLOTHS[int(random.integers(len(CLOTHS)))],
        (shades[0], shades[1], shades[2]),
        float(random.uniform(9, 70)),
        float(random.uniform(0, 180)),
        tiles,
        _cubes(random, tiles, symbol),
        _hands(random, tiles),
        sensor,
    )


def _camera(random: Random, number: int, symbol: float) -> Camera:
    size = PICTURE_SIZES[int(random.integers(len(PICTURE_SIZES)))]
    # Tilts are spread evenly over their range, for any number of photographs.
    tilt = TILT_RANGE_DEGREES[0] + (TILT_RANGE_DEGREES[1] - TILT_RANGE_DEGREES[0]) * ((number * 0.618034) % 1)
    roll, toward = random.uniform(-12, 12), random.uniform(0, 2 * math.pi)
    wide = random.uniform(45, 78)
    module = random.uniform(*MODULE_PX_RANGE)
    seen = size[0] / (module * 21 / symbol)
    far = seen / 2 / math.tan(math.radians(wide / 2))
    aim = (float(random.uniform(-40, 40)), float(random.uniform(-40, 40)), 0.0)
    lean = math.radians(tilt)
    eye = (
        aim[0] + far * math.sin(lean) * math.cos(toward),
        aim[1] + far * math.sin(lean) * math.sin(toward),
        far * math.cos(lean),
    )
    # The camera hangs over the near edge: the picture's upper edge is the far one, except for the roll.
    along = toward + math.pi + math.radians(roll)
    if tilt < 8:
        along = random.uniform(0, 2 * math.pi)
    up = (math.cos(along), math.sin(along), 0.0)
    circle = random.uniform(0, 2.0)
    aperture = random.uniform(0.8, 2.5)
    # With the focus off by this much, a point in the middle becomes `circle` pixels wide.
    off = circle / (module * 21 / symbol) / (2 * aperture)
    focus = far / (1 + off) if random.random() < 0.5 else far / max(0.3, 1 - off)
    shift = (
        int(random.uniform(-MAX_LENS_SHIFT, MAX_LENS_SHIFT) * size[0]),
        int(random.uniform(-MAX_LENS_SHIFT, MAX_LENS_SHIFT) * size[1]),
    )
    bend = float(random.uniform(-0.05, 0.09))
    return Camera(size, eye, aim, up, wide, tilt, float(roll), bend, shift, aperture, focus)


def _lamps(random: Random, light: str) -> tuple[Lamp, ...]:
    found = []
    around = random.uniform(0, 2 * math.pi)
    for n in range(2 if light == "lamp" and random.random() < 0.4 else 1):
        at = around + n * random.uniform(1.5, 4)
        aim = (float(random.uniform(-150, 150)), float(random.uniform(-150, 150)), 0.0)
        if light == "window":
            far, high = random.uniform(900, 1800), random.uniform(300, 1100)
            half, warm = (random.uniform(300, 600), random.uniform(400, 800)), (0.92, 1.0, 1.1)
        else:
            far, high = random.uniform(80, 700), random.uniform(600, 1300)
            half, warm = (random.uniform(25, 110),) * 2, (1.12, 1.0, random.uniform(0.7, 0.95))
        place = (far * math.cos(at), far * math.sin(at), high)
        found.append(Lamp(place, aim, half, light != "window", warm, float(random.uniform(0.5, 1.0))))
    return tuple(found)


def _tiles(random: Random, camera: Camera, symbol: float, texts: list[str]) -> tuple[Tile, ...]:
    gap = random.uniform(0, 10)
    step, turned = TILE_PITCH_MM + gap, random.uniform(0, math.pi)
    places = []
    for column in range(-14, 15):
        for row in range(-14, 15):
            x, y = column * step + random.uniform(-2, 2), row * step + random.uniform(-2, 2)
            x, y = (
                x * math.cos(turned) - y * math.sin(turned),
                x * math.sin(turned) + y * math.cos(turned),
            )
            at = projected(camera, np.array([[x, y, TILE_HEIGHT_MM]]))[0]
            if -20 < at[0] < camera.size[0] + 20 and -20 < at[1] < camera.size[1] + 20:
                places.append((x, y))
    chosen = random.permutation(len(places))[: min(MAX_TILES, int(len(places) * random.uniform(0.6, 1)))]
    # A tile shows one of its faces.
    by_tile = {text.rstrip("AB"): str(text) for text in random.permutation(texts)}
    names = list(by_tile.values())[: len(chosen)]
    usual = random.choice(list(FINISH_ROUGHNESS), p=(0.35, 0.3, 0.2, 0.15))
    curled = random.uniform(0, 0.5)
    found = []
    for place, text in zip(chosen, names, strict=False):
        x, y = places[place]
        finish = str(usual if random.random() < 0.7 else random.choice(list(FINISH_ROUGHNESS)))
        free = TILE_MM / 2 - symbol * 25 / 21 * 0.72
        away, to = random.uniform(0, max(0.0, free)), random.uniform(0, 2 * math.pi)
        sticker = (away * math.cos(to), away * math.sin(to), random.uniform(-8, 8))
        curl = random.uniform(0.3, 1.2) if random.random() < curled * 0.4 else 0.0
        flat = text.partition(":")[2][0] != "W"
        found.append(Tile(text, x, y, random.uniform(0, 360), not flat, sticker, finish, curl))
    return tuple(found)


def _cubes(random: Random, tiles: tuple[Tile, ...], symbol: float) -> tuple[Cube, ...]:
    found = []
    share = random.uniform(0, 0.45)
    for tile in tiles:
        if random.random() > share:
            continue
        side = float(random.uniform(7, 10))
        if random.random() < 0.45:  # on a corner square, or near it
            corner = sticker_point(tile, symbol, *(random.choice((-0.36, 0.36), 2)))
            x, y = corner[0] + random.normal(0, 1.5), corner[1] + random.normal(0, 1.5)
        else:
            away, to = random.uniform(0, TILE_MM / 2 - 6), random.uniform(0, 2 * math.pi)
            x, y = tile.x + away * math.cos(to), tile.y + away * math.sin(to)
        colour = GOODS[int(random.integers(len(GOODS)))]
        z = TILE_HEIGHT_MM + 0.1 + side / 2
        found.append(Cube(float(x), float(y), z, side, float(random.uniform(0, 90)), colour))
    for _ in range(int(random.integers(0, 14))):  # the supply
        x, y = random.uniform(-350, 350, 2)
        side = float(random.uniform(7, 10))
        if all(math.hypot(x - tile.x, y - tile.y) > TILE_MM * 0.62 for tile in tiles):
            colour = GOODS[int(random.integers(len(GOODS)))]
            found.append(Cube(float(x), float(y), side / 2, side, float(random.uniform(0, 90)), colour))
    return tuple(found)


def _hands(random: Random, tiles: tuple[Tile, ...]) -> tuple[Hand, ...]:
    found = []
    for _ in range(int(random.choice((0, 1, 2), p=(0.55, 0.35, 0.1)))):
        tile = tiles[int(random.integers(len(tiles)))]
        to = math.atan2(-tile.y, -tile.x) + random.uniform(-0.7, 0.7)
        skin = SKINS[int(random.integers(len(SKINS)))]
        found.append(
            Hand(tile.x, tile.y, float(random.uniform(16, 50)), to, skin, float(random.uniform(0.1, 0.3)))
        )
    return tuple(found)


def _colour(values: np.ndarray) -> Colour:
    return (float(values[0]), float(values[1]), float(values[2]))


# --- positions in the room and the picture --------------------------------------------------------------


def sticker_point(tile: Tile, symbol: float, u: float, v: float) -> Vector:
    """A point on a tile's sticker. u, v: right and down in print from its middle, in sides of the symbol."""
    x, y, turn = tile.sticker
    spin = math.radians(turn)
    along = symbol * (u * math.cos(spin) + v * math.sin(spin)) + x
    up = symbol * (u * math.sin(spin) - v * math.cos(spin)) + y
    whole = math.radians(tile.turn)
    # One corner curls up: most where u and v are largest.
    lift = tile.curl_mm * max(0.0, (u + v) / (25 / 21)) ** 2
    return (
        tile.x + along * math.cos(whole) - up * math.sin(whole),
        tile.y + along * math.sin(whole) + up * math.cos(whole),
        TILE_HEIGHT_MM + 0.08 + lift,
    )


def projected(camera: Camera, points: np.ndarray) -> np.ndarray:
    """Points of the room as pixels of the picture; whole numbers are the middles of pixels."""
    middle, half = np.array(camera.size) / 2, camera.size[0] / 2
    flat = (_project_without_bend(camera, points) - middle) / half * _zoom(camera)
    bent = flat.copy()
    for _ in range(25):  # inverts `straightened`
        bent = flat / (1 + camera.bend * np.minimum((bent**2).sum(axis=1, keepdims=True), 2.5))
    return np.asarray(bent * half + middle - 0.5)


def straightened(camera: Camera, pixels: np.ndarray) -> np.ndarray:
    """Where a lens without distortion would show what is at these pixels, all within the picture."""
    middle, half = np.array(camera.size) / 2, camera.size[0] / 2
    seen = (pixels + 0.5 - middle) / half
    flat = seen * (1 + camera.bend * (seen**2).sum(axis=-1, keepdims=True)) / _zoom(camera)
    return np.asarray(flat * half + middle - 0.5)


def _zoom(camera: Camera) -> float:
    return 1 + max(0.0, camera.bend) * (1 + (camera.size[1] / camera.size[0]) ** 2)


def _project_without_bend(camera: Camera, points: np.ndarray) -> np.ndarray:
    """Pixels from the picture's upper left corner, through a lens without distortion."""
    eye, aim = np.array(camera.eye), np.array(camera.aim)
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(ahead, camera.up)
    right /= np.linalg.norm(right)
    above = np.cross(right, ahead)
    away = np.asarray(points, float) - eye
    far = away @ ahead
    focal = camera.size[0] / 2 / math.tan(math.radians(camera.wide / 2))
    x = camera.size[0] / 2 + camera.shift[0] + focal * (away @ right) / far
    y = camera.size[1] / 2 + camera.shift[1] - focal * (away @ above) / far
    return np.column_stack([x, y])
