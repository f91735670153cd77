"""A simulated webcam that is mounted askew over a home table; its parameters are drawn at random.

The flat table with hands is drawn at a higher resolution than the picture, then projected through a tilted
pinhole and a distorting lens; light, noise and JPEG follow, as in `webcam`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from companion.vision.camera import Image
from companion.vision.rendered import LaidTile, RenderedTable, sticker_middle
from tests.rigs.webcam import (
    JPEG_BLOCK_PX,
    NOISE_MARGIN_PX,
    STILL_PICTURES,
    HandPosition,
    Part,
    Webcam,
    _merged_parts,
    _StillPicture,
)

PICTURE_SIZE_PX = (1920, 1080)
"""The default."""
GLARE_WIDTH_PX = 480
"""Reflections of lamps and the sun patch are drawn at this width, and enlarged."""
FLAT_SCALE = 1.6
"""Resolution of the flat table, as a multiple of a picture from straight above."""
CLOTHS = ("plain", "plain", "checks", "stripes", "dots")
PICTURES_PER_SUN_STEP = 40
CUBE_MM = 8.0


@dataclass(frozen=True, slots=True)
class Mount:
    """tilt, towards, roll: degrees; off: where the camera points, mm from the table's middle; view:
    horizontal angle of view, degrees; bend: radial distortion at the corners; cloth, contrast: its pattern
    and strength; dark_noise: extra noise in dark parts; sun: brightness of a moving patch, 0: none; gloss:
    (x, y, radius, brightness) of each reflected lamp; cubes: the share of tiles with a cube on a corner of
    their tag; focus: the probability that the focus hunts when a hand leaves; bumps: numbers of the pictures
    at which somebody bumps the camera arm."""

    tilt: float
    towards: float
    roll: float
    off: tuple[float, float]
    view: float
    bend: float
    cloth: str
    contrast: float
    dark_noise: float
    sun: float
    gloss: tuple[tuple[float, float, float, float], ...]
    cubes: float
    focus: float
    bumps: tuple[int, ...]


def random_mount(seed: int, most_tilt: float) -> Mount:
    random = Random(f"mount {seed}")
    uniform = random.uniform
    gloss = tuple(
        (uniform(0.1, 0.9), uniform(0.1, 0.9), uniform(6, 14), uniform(20, 110))
        for _ in range(random.randrange(3))
    )
    return Mount(
        tilt=uniform(0, most_tilt),
        towards=uniform(0, 360),
        roll=uniform(-8, 8),
        off=(uniform(-50, 50), uniform(-30, 30)),
        view=uniform(58, 76),
        bend=uniform(-0.05, 0.05),
        cloth=random.choice(CLOTHS),
        contrast=uniform(0.1, 0.35),
        dark_noise=uniform(0, 0.8),
        sun=random.choice((0.0, uniform(10, 45))),
        gloss=gloss,
        cubes=uniform(0, 0.06),
        focus=uniform(0, 0.08),
        bumps=tuple(sorted(random.randrange(2000, 16000) for _ in range(random.randrange(3)))),
    )


class MountedWebcam(Webcam):
    """The pictures that such a webcam sends of a drawn table. The clock is the caller's."""

    def __init__(
        self, table: RenderedTable, light: str, seed: int, mount: Mount, size: tuple[int, int]
    ) -> None:
        self.mount = mount
        self.size = size
        self._shrink = size[0] // GLARE_WIDTH_PX
        self._seed = seed
        self._bumped = (0.0, 0.0, 0.0)
        self._sun_at = 0
        self._blurry = 0
        _lay_cloth(table, mount, seed)
        super().__init__(table, light, seed)

    def _render_all(self) -> None:
        """Renders the whole picture: at the start, and after the camera was bumped."""
        wide, high = self.size
        whole = np.s_[0:high, 0:wide]
        self._aim_camera()
        self._flat = self._flat_picture()
        self._view = self._warp(self._flat, whole, (0, 0))
        self._soft = self._blurred(self._view, whole)
        self._glare = self._glare_picture()
        self._laid, self._version = self.table.tiles(), self.table.version
        self._stills = [
            _StillPicture(self._light_field(n / STILL_PICTURES), self._view) for n in range(STILL_PICTURES)
        ]
        for kept in self._stills:
            kept.image = self._as_received(self._soft, whole, kept.lamp)

    def _render_first(self) -> None:
        wide, high = self.size
        self._noise_added, self._noise_removed = self._noise_field(
            wide + NOISE_MARGIN_PX, high + NOISE_MARGIN_PX
        )
        self._render_all()

    # --- where the camera is

    def _aim_camera(self) -> None:
        """Computes the maps from the picture's pixels to the flat table's."""
        mount = self.mount
        focal = self.size[0] / 2 / np.tan(np.deg2rad(mount.view / 2))
        middle = np.array(self.table.layout.size_mm) / 2
        low, high = 200.0, 5000.0
        for _ in range(24):  # the smallest distance at which the whole table is in view
            far = (low + high) / 2
            if self._is_table_in_view(self._mount_homography(far, focal, middle)):
                high = far
            else:
                low = far
        way = self._mount_homography(high, focal, middle)
        turn, dx, dy = self._bumped
        c, s = np.cos(turn), np.sin(turn)
        push = np.array([[c, -s, dx], [s, c, dy], [0, 0, 1.0]])
        to_middle = np.array([[1, 0, -self.size[0] / 2], [0, 1, -self.size[1] / 2], [0, 0, 1.0]])
        self.homography = np.linalg.inv(to_middle) @ push @ to_middle @ way
        x, y = np.meshgrid(
            np.arange(self.size[0], dtype=np.float64), np.arange(self.size[1], dtype=np.float64)
        )
        straight = self._undistort(np.stack([x, y], axis=-1))
        to_mm = np.linalg.inv(self.homography)
        w = to_mm[2, 0] * straight[..., 0] + to_mm[2, 1] * straight[..., 1] + to_mm[2, 2]
        scale = self.table.px_per_mm
        self._map = [
            np.asarray(
                (row[0] * straight[..., 0] + row[1] * straight[..., 1] + row[2]) / w * scale - 0.5, np.float32
            )
            for row in to_mm[:2]
        ]

    def _mount_homography(self, far: float, focal: float, middle: np.ndarray) -> np.ndarray:
        """From mm on the table to pixels (3 by 3), without the lens's distortion."""
        mount = self.mount
        t, a, r = (np.deg2rad(v) for v in (mount.tilt, mount.towards, mount.roll))

        def about_z(turn: float) -> np.ndarray:
            return np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])

        lean = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
        turn = about_z(r) @ about_z(-a) @ lean @ about_z(a)
        columns = np.column_stack([turn[:, 0], turn[:, 1], (0, 0, far)])
        lens = np.array([[focal, 0, self.size[0] / 2], [0, focal, self.size[1] / 2], [0, 0, 1.0]])
        x, y = middle[0] + mount.off[0], middle[1] + mount.off[1]
        return np.asarray(lens @ columns @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]]))

    def _is_table_in_view(self, way: np.ndarray) -> bool:
        wide, high = self.table.layout.size_mm
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
        flat = corners @ way[:, :2].T + way[:, 2]
        if (flat[:, 2] <= 0).any():
            return False
        px = self._distort(flat[:, :2] / flat[:, 2:])
        return bool((px > 8).all() and (px < np.array(self.size) - 8).all())

    def _distort(self, points: np.ndarray) -> np.ndarray:
        off, r2 = self._centre_offsets(points)
        return np.asarray(off * (1 - self.mount.bend * r2) + np.array(self.size) / 2)

    def _undistort(self, points: np.ndarray) -> np.ndarray:
        off, r2 = self._centre_offsets(points)
        return np.asarray(off * (1 + self.mount.bend * r2) + np.array(self.size) / 2)

    def _centre_offsets(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        off = points - np.array(self.size) / 2
        return off, (off * off).sum(axis=-1, keepdims=True) / (np.hypot(*self.size) / 2) ** 2

    def _picture_part(self, flat: Part) -> Part:
        """The whole JPEG blocks of the picture that show a part of the flat table."""
        scale = self.table.px_per_mm
        ys, xs = (np.linspace(s.start, s.stop, 5) / scale for s in flat)
        points = np.array([(x, y) for x in xs for y in ys])
        seen = points @ self.homography[:, :2].T + self.homography[:, 2]
        px = self._distort(seen[:, :2] / np.maximum(seen[:, 2:], 1e-6))
        (left, top), (right, low) = px.min(axis=0) - 4, px.max(axis=0) + 4
        x0, y0 = (
            int(np.clip(v // JPEG_BLOCK_PX * JPEG_BLOCK_PX, 0, side))
            for v, side in ((left, self.size[0]), (top, self.size[1]))
        )
        x1 = int(np.clip(-(-right // JPEG_BLOCK_PX) * JPEG_BLOCK_PX, 0, self.size[0]))
        y1 = int(np.clip(-(-low // JPEG_BLOCK_PX) * JPEG_BLOCK_PX, 0, self.size[1]))
        return np.s_[y0:y1, x0:x1]

    def _table_part(self, part: Part) -> Part:
        """The part of the flat table that a part of the picture shows."""
        wide, high = self.table.size
        xs, ys = self._map[0][part], self._map[1][part]
        x0, x1 = int(np.clip(xs.min() - 3, 0, wide)), int(np.clip(xs.max() + 4, 0, wide))
        y0, y1 = int(np.clip(ys.min() - 3, 0, high)), int(np.clip(ys.max() + 4, 0, high))
        return np.s_[y0:y1, x0:x1]

    def _warp(self, flat: Image, part: Part, corner: tuple[int, int]) -> Image:
        if not flat.size:
            return np.full((part[0].stop - part[0].start, part[1].stop - part[1].start, 3), 50, np.uint8)
        soft = cv2.GaussianBlur(flat, (3, 3), 0.6)
        xs, ys = self._map[0][part] - corner[1], self._map[1][part] - corner[0]
        return np.asarray(
            cv2.remap(
                soft, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(52, 56, 50)
            ),
            np.uint8,
        )

    # --- pictures

    def snap(self, hands: Mapping[int, HandPosition]) -> Image:
        self._pictures += 1
        if self._pictures in self.mount.bumps:
            random = Random(f"bump {self._seed} {self._pictures}")
            self._bumped = (random.uniform(-0.015, 0.015), random.uniform(-18, 18), random.uniform(-18, 18))
            self._render_all()
        self._redraw_changes()
        if self.mount.sun and self._pictures % PICTURES_PER_SUN_STEP == 0:
            self._move_sun()
        if self._hands and not hands and self._random.random() < self.mount.focus:
            self._blurry = int(self._random.integers(3, 9))
        before, self._hands = self._hands, dict(hands)
        kept = self._stills[int(self._random.integers(STILL_PICTURES))]
        for part in _merged_parts(kept.stale):
            kept.image[part] = self._as_received(self._soft[part], part, kept.lamp)
        kept.stale.clear()
        image = kept.image
        if hands:
            gain = 1 + self.light.hunting * float(np.sin(self._pictures / 3))
            image = np.asarray(cv2.convertScaleAbs(image, alpha=gain), dtype=np.uint8)
            overs = list(hands.values())
            ways = [self._hand_path(over, before.get(number)) for number, over in hands.items()]
            parts = [self._picture_part(self._hand_part(w, o)) for w, o in zip(ways, overs, strict=True)]
            for part in _merged_parts(
                [part for part in parts if part[0].stop > part[0].start < part[0].stop]
            ):
                flat = self._table_part(part)
                sharp = self._with_hands(flat, ways, overs)
                view = self._warp(sharp, part, (flat[0].start, flat[1].start))
                image[part] = self._as_received(self._blurred(view, part), part, kept.lamp, gain)
        if self._blurry:
            self._blurry -= 1
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.6), np.uint8)
        return image

    def _redraw_changes(self) -> None:
        if self.table.version == self._version:
            return
        laid, self._flat = self.table.tiles(), self._flat_picture()
        changed = [t for t in laid.keys() | self._laid.keys() if laid.get(t) != self._laid.get(t)]
        scale, reach = self.table.px_per_mm, 72 * self.table.px_per_mm
        wide, high = self.table.size
        for spot in (each[t] for each in (laid, self._laid) for t in changed if t in each):
            x, y = spot.x_mm * scale, spot.y_mm * scale
            flat = np.s_[
                max(0, int(y - reach)) : min(high, int(y + reach)),
                max(0, int(x - reach)) : min(wide, int(x + reach)),
            ]
            part = self._picture_part(flat)
            if part[0].stop <= part[0].start or part[1].stop <= part[1].start:
                continue
            self._view[part] = self._warp(self._flat, part, (0, 0))
            self._soft[part] = self._blurred(self._view[part], part)
            for kept in self._stills:
                kept.stale.append(part)
        self._laid, self._version = laid, self.table.version

    def _flat_picture(self) -> Image:
        """The flat table with cubes on some tags."""
        picture = self.table.picture()
        self._plain = picture
        scale = self.table.px_per_mm
        for laid in self.table.tiles().values():
            random = Random(f"{self._seed} {laid.id}")
            if random.random() >= self.mount.cubes:
                continue
            x, y = self._tag_corner(laid, random.randrange(3))
            turn = random.uniform(0, 90)
            box = cv2.boxPoints(((x * scale, y * scale), (CUBE_MM * scale, CUBE_MM * scale), turn))
            colour = [(60, 90, 150), (90, 150, 80), (60, 184, 224), (207, 179, 56)][random.randrange(4)]
            cv2.fillConvexPoly(picture, box.astype(np.int32), colour, cv2.LINE_AA)
        return picture

    def _tag_corner(self, laid: LaidTile, which: int) -> tuple[float, float]:
        info = self.table._tile(laid.id)
        assert info is not None
        x, y = sticker_middle(laid, info)
        half, turn = self.table.symbol_mm * 0.36, np.deg2rad(laid.angle)
        dx, dy = [(-half, -half), (half, -half), (-half, half)][which]
        c, s = np.cos(turn), np.sin(turn)
        return float(x + dx * c - dy * s), float(y + dx * s + dy * c)

    # --- light

    def _light_field(self, phase: float) -> Image:
        wide, high = self.size
        tint = np.array(self.light.tint, np.float32)
        across = np.linspace(0.75, 1.0, wide, dtype=np.float32)[None, :, None] * self.light.level * tint
        turns = np.arange(high, dtype=np.float32)[:, None, None] / np.float32(high * 0.23) + np.float32(phase)
        down = 1 + self.light.flicker * np.sin(2 * np.float32(np.pi) * turns)
        return (across * down).astype(np.uint8)

    def _glare_picture(self) -> Image:
        """The light that reflected lamps and the sun add to the picture."""
        small = np.zeros((self.size[1] // self._shrink, GLARE_WIDTH_PX), np.float32)
        for x, y, radius, level in self.mount.gloss:
            at = (int(x * small.shape[1]), int(y * small.shape[0]))
            one = np.zeros_like(small)
            cv2.circle(one, at, int(radius), level, -1)
            small += cv2.GaussianBlur(one, (0, 0), radius / 2)
        if self.mount.sun:
            step = self._sun_at * 6 % (small.shape[1] + 200) - 100
            cv2.fillConvexPoly(
                one := np.zeros_like(small),
                np.array([(step, 60), (step + 90, 50), (step + 130, 210), (step + 40, 220)], np.int32),
                self.mount.sun,
            )
            small += cv2.GaussianBlur(one, (0, 0), 3)
        large = cv2.resize(np.clip(small, 0, 255), self.size).astype(np.uint8)
        return np.asarray(cv2.merge([large] * 3), np.uint8)

    def _move_sun(self) -> None:
        self._sun_at += 1
        self._glare = self._glare_picture()
        left = max(
            0,
            (self._sun_at * 6 % (GLARE_WIDTH_PX + 200) - 130) * self._shrink // JPEG_BLOCK_PX * JPEG_BLOCK_PX,
        )
        right = min(self.size[0], left + 160 * self._shrink)
        if left < right:  # it is outside the picture before it starts again
            for kept in self._stills:
                kept.stale.append(np.s_[0 : self.size[1] // JPEG_BLOCK_PX * JPEG_BLOCK_PX, left:right])

    def _as_received(self, soft: Image, part: Part, lamp: Image, gain: float = 1.0) -> Image:
        lit = cv2.multiply(soft, lamp[part], scale=gain / 255)
        if self.mount.sun or self.mount.gloss:
            lit = cv2.add(lit, self._glare[part])
        y, x = self._random.integers(0, NOISE_MARGIN_PX, 2)
        where = np.s_[y : y + lit.shape[0], x : x + lit.shape[1]]
        noisy = cv2.subtract(cv2.add(lit, self._noise_added[where]), self._noise_removed[where])
        if self.mount.dark_noise:
            dark = cv2.bitwise_not(lit)
            more = cv2.multiply(self._noise_removed[where], dark, scale=self.mount.dark_noise / 255)
            noisy = cv2.subtract(
                cv2.add(noisy, more),
                cv2.multiply(self._noise_added[where], dark, scale=self.mount.dark_noise / 255),
            )
        _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self.light.jpeg])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def _lay_cloth(table: RenderedTable, mount: Mount, seed: int) -> None:
    """A patterned cloth under everything but the place tags."""
    wide, high = table.size
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    pitch = Random(f"cloth {seed}").uniform(6, 40) * table.px_per_mm
    if mount.cloth == "checks":
        pattern = np.sign(np.sin(x * np.pi / pitch) * np.sin(y * np.pi / pitch))
    elif mount.cloth == "stripes":
        pattern = np.sign(np.sin((x + 0.4 * y) * np.pi / pitch))
    elif mount.cloth == "dots":
        near = np.hypot((x % pitch) - pitch / 2, (y % pitch) - pitch / 2)
        pattern = np.where(near < pitch / 3, 1.0, -1.0)
    else:
        return
    factor = 1.2 + mount.contrast * 2 * pattern
    for px, py in table.layout.places.values():
        reach = table.symbol_mm * 0.62 * table.px_per_mm
        cx, cy = px * table.px_per_mm, py * table.px_per_mm
        factor[max(0, int(cy - reach)) : int(cy + reach), max(0, int(cx - reach)) : int(cx + reach)] = 1.0
    table._background = np.clip(table._background * factor[:, :, None], 0, 255).astype(np.uint8)
    table.clear()
