"""Twelve more effects of rooms and cameras (as in `tests/rigs/rooms.py`): what optics, arms, paper and a
camera's own software do to a picture.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.camera import Image
from tests.rigs.drawn_scenes import HARD
from tests.rigs.rooms import SYMBOL_MM, Effect, Floats, Lit, Random, Scene, Table

# --- paper


def _creased(random: Random, table: Table) -> None:
    """Folded tags: a bright line across, darker on its one side, and a torn corner on every fourth."""
    reach = SYMBOL_MM * table.px_per_mm / 2
    for _text, x, y in table.placed:
        to = random.uniform(0, np.pi)
        off = random.uniform(-0.5, 0.5) * reach
        across = np.array([np.cos(to), np.sin(to)])
        middle = np.array([x, y]) + off * np.array([-across[1], across[0]])
        side = int(1.3 * reach)
        left, top = int(x) - side, int(y) - side
        part = table.flat[max(0, top) : top + 2 * side, max(0, left) : left + 2 * side]
        ys, xs = np.mgrid[0 : part.shape[0], 0 : part.shape[1]].astype(np.float32)
        away = (ys + max(0, top) - middle[1]) * across[0] - (xs + max(0, left) - middle[0]) * across[1]
        shade = 1 - random.uniform(0.15, 0.35) * np.exp(-np.maximum(away, 0) / (0.5 * reach)) * (away > 0)
        part[:] = (part * shade[:, :, None]).astype(np.uint8)
        ends = [tuple(int(v) for v in middle + way * 1.2 * reach * across) for way in (-1, 1)]
        cv2.line(table.flat, ends[0], ends[1], (225,) * 3, max(1, round(0.35 * table.px_per_mm)), cv2.LINE_AA)
        if random.random() < 0.25:
            corner = np.array([x, y]) + reach * random.choice([-1, 1], 2)
            torn = corner + random.uniform(-0.45, 0.45, (6, 2)) * reach
            hull = cv2.convexHull(torn.astype(np.int32))
            cv2.fillConvexPoly(table.flat, hull, (150, 160, 170), cv2.LINE_AA)
            cv2.fillConvexPoly(table.hidden, hull, 255)


def _smeared_ink(random: Random, table: Table) -> None:
    """A wet finger drew the ink of a printed tag along: a trail over a part of it."""
    reach = int(SYMBOL_MM * table.px_per_mm * 0.6)
    for _text, x, y in table.placed:
        top, left = max(0, int(y) - reach), max(0, int(x) - reach)
        part = table.flat[top : int(y) + reach, left : int(x) + reach]
        if not part.size or random.random() < 0.3:
            continue
        length = max(3, int(random.uniform(1.0, 2.5) * table.px_per_mm))
        trail = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        to = random.uniform(0, 2 * np.pi)
        end = (int(length + length * np.cos(to)), int(length + length * np.sin(to)))
        cv2.line(trail, (length, length), end, 1.0)
        dark = 255 - cv2.filter2D(255 - part, -1, trail / trail.sum())
        fade = cv2.resize(random.uniform(0, 1, (4, 4)).astype(np.float32), part.shape[1::-1])
        mixed = np.minimum(part, (part * 0.4 + dark * 0.6).astype(np.uint8))
        share = np.clip(fade * 1.6 - 0.3, 0, 1)[:, :, None]
        part[:] = (part * (1 - share) + mixed * share).astype(np.uint8)


def _yellowed(random: Random, lit: Floats, scene: Scene) -> Lit:
    """Old varnish: brown, uneven, and of little contrast."""
    high, wide = lit.shape[:2]
    stain = cv2.resize(
        random.uniform(0.55, 1.0, (9, 16)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    tint = np.array([0.28, 0.62, 0.85], np.float32)
    return Lit(lit * 0.75 * stain[:, :, None] * tint + 0.09 * tint)


# --- light


def _flare(random: Random, lit: Floats, scene: Scene) -> Lit:
    """A lamp just outside the picture: a veil that falls off, and ghosts of the lens on a line."""
    high, wide = lit.shape[:2]
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    edge = random.uniform(0, 2 * np.pi)
    lamp = np.array([wide / 2 + 0.62 * wide * np.cos(edge), high / 2 + 0.62 * high * np.sin(edge)])
    veil = 0.55 * np.exp(-np.hypot(xs - lamp[0], ys - lamp[1]) / (0.45 * wide))
    ghosts = np.zeros((high, wide), np.float32)
    for share in random.uniform(0.3, 1.6, 6):
        x, y = lamp + share * (np.array([wide / 2, high / 2]) - lamp)
        size = int(random.uniform(12, 60) * scene.px_per_mm / 2)
        one = np.zeros((high, wide), np.float32)
        cv2.circle(one, (int(x), int(y)), size, float(random.uniform(0.05, 0.25)), -1, cv2.LINE_AA)
        ghosts += one
    return Lit(lit + (veil + ghosts)[:, :, None] * np.array([0.8, 0.95, 1.0], np.float32))


def _window(random: Random, lit: Floats, scene: Scene) -> Lit:
    """A wet window mirrored on glossy tiles: bright panes with bars, and streaks of rain in them."""
    high, wide = lit.shape[:2]
    pane = np.zeros((high, wide), np.float32)
    x, y = random.uniform(0.1, 0.5) * wide, random.uniform(0.1, 0.4) * high
    across, down = random.uniform(0.3, 0.5) * wide, random.uniform(0.35, 0.55) * high
    for column in range(2):
        for line in range(2):
            corner = (int(x + column * across * 0.52), int(y + line * down * 0.52))
            end = (int(corner[0] + across * 0.48), int(corner[1] + down * 0.48))
            cv2.rectangle(pane, corner, end, 1.0, -1)
    for _ in range(160):
        at = random.uniform((x, y), (x + across, y + down))
        end = at + np.array([random.uniform(-3, 3), random.uniform(8, 60)])
        thick = int(random.integers(1, 4))
        cv2.line(pane, tuple(int(v) for v in at), tuple(int(v) for v in end), 0.35, thick, cv2.LINE_AA)
    soft = cv2.GaussianBlur(pane, (0, 0), 1.5)
    return Lit(lit + 0.42 * soft[:, :, None])


def _vignette(random: Random, lit: Floats, scene: Scene) -> Lit:
    """A cheap lens: the corners get a tenth of the middle's light."""
    high, wide = lit.shape[:2]
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    far = np.hypot((xs - wide / 2) / (wide / 2), (ys - high / 2) / (high / 2)) / 2**0.5
    return Lit(lit * (1 / (1 + 9 * far**4))[:, :, None])


def _banded(random: Random, lit: Floats, scene: Scene) -> Lit:
    """LEDs that are dimmed by switching: hard bands of a third of the light across the rows."""
    rows = np.arange(lit.shape[0], dtype=np.float32)
    period = random.uniform(25, 160)
    on = ((rows / period + random.uniform(0, 1)) % 1) < random.uniform(0.4, 0.7)
    level = cv2.GaussianBlur(np.where(on, 1.0, 0.3).astype(np.float32)[:, None], (1, 7), 2.0)
    return Lit(lit * level.reshape(-1, 1, 1))


# --- cameras


def _compressed(random: Random, image: Image) -> Image:
    quality = [cv2.IMWRITE_JPEG_QUALITY, 20]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, quality)[1], cv2.IMREAD_COLOR), np.uint8)


def _wobbling(random: Random, image: Image) -> Image:
    """A camera on an arm that swings after a nudge: the whole picture is drawn along a bent way."""
    steps = np.linspace(0, 1, 24)
    to, length = random.uniform(0, 2 * np.pi), random.uniform(1.0, 2.5)
    along = length * np.sin(np.pi * (steps - 0.5))
    beside = 0.3 * length * np.cos(2 * np.pi * steps)
    total = np.zeros(image.shape, np.float32)
    for a, b in zip(along, beside, strict=True):
        x, y = a * np.cos(to) - b * np.sin(to), a * np.sin(to) + b * np.cos(to)
        move = np.array([[1, 0, x], [0, 1, y]], np.float32)
        total += cv2.warpAffine(image, move, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(total / len(steps), np.uint8)


def _ghosted(random: Random, image: Image) -> Image:
    """A dark and a bright picture put together though the camera moved between them, block by block."""
    to, length = random.uniform(0, 2 * np.pi), random.uniform(2, 5)
    move = np.array([[1, 0, length * np.cos(to)], [0, 1, length * np.sin(to)]], np.float32)
    other = cv2.warpAffine(image, move, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    share = cv2.resize(
        random.uniform(0, 0.5, (14, 24)).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_CUBIC
    )
    share = np.clip(share, 0, 0.5)[:, :, None]
    mixed = image * (1 - share) + np.clip(other * 1.4 + 12, 0, 255) * share
    return np.asarray(np.clip(255 * (mixed / 255) ** 0.8, 0, 255), np.uint8)


def _zoomed(random: Random, image: Image) -> Image:
    """A digital zoom: half of the pixels each way, enlarged and sharpened."""
    high, wide = image.shape[:2]
    small = cv2.resize(image, (round(wide / 1.6), round(high / 1.6)), interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.addWeighted(large, 1.8, cv2.GaussianBlur(large, (0, 0), 2.0), -0.8, 0), np.uint8)


def _haloed(random: Random, image: Image) -> Image:
    """Sharpened with a wide radius until white edges glow and dark ones drown."""
    wide = cv2.GaussianBlur(image, (0, 0), random.uniform(2.5, 5))
    return np.asarray(cv2.addWeighted(image, 3.4, wide, -2.4, 0), np.uint8)


MORE_EFFECTS = {
    "creased and torn tags": Effect(lay=_creased),
    "smeared ink": Effect(lay=_smeared_ink),
    "yellowed varnish": Effect(shine=_yellowed),
    "lens flare": Effect(shine=_flare),
    "a wet window's image": Effect(shine=_window),
    "strong vignette": Effect(shine=_vignette),
    "LEDs in bands": Effect(shine=_banded),
    "JPEG at 20": Effect(light=HARD, see=_compressed),
    "a wobbling arm": Effect(see=_wobbling),
    "two exposures, ghosted": Effect(see=_ghosted),
    "digital zoom": Effect(see=_zoomed),
    "sharpening halos": Effect(see=_haloed),
}
