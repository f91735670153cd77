"""A webcam that hangs askew over a table as people have them: everything about it is drawn from ranges.

The table is drawn flat and finer than the picture, hands and all, and then seen through a tilted pinhole with
a bending lens; light, noise and JPEG come after that, as in `_webcam`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from _webcam import BLOCK, GRAIN, KEPT, Over, Part, Webcam, _joined, _Kept

from companion.vision.camera import Image
from companion.vision.rendered import LaidTile, RenderedTable, sticker_middle

SIZE = (1920, 1080)
"""Of a picture in pixels, unless another is asked for."""
SHINE_WIDE = 480
"""Lamps' images and the sun are drawn so many pixels wide, and enlarged."""
FINER = 1.6
"""How much finer than a picture from straight above the flat table is drawn."""
CLOTHS = ("plain", "plain", "checks", "stripes", "dots")
SUN_EVERY = 40
"""Pictures between two steps of the sun patch."""
CUBE_MM = 8.0


@dataclass(frozen=True, slots=True)
class Mount:
    """tilt, towards, roll: degrees; off: where the camera points, mm from the table's middle; view: its angle
    across, degrees; bend: of the lens, at the corners; cloth: its pattern, and how strong it is; dark_noise:
    more noise in the dark by so much; sun: brightness of a patch that moves, 0: none; gloss: of lamps' images
    on stickers; cubes: the part of tiles with a cube on a corner of their tag; focus: how often the focus
    hunts when a hand goes; bumps: pictures after which somebody bumps against the arm."""

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


def drawn_mount(seed: int, most_tilt: float) -> Mount:
    random = Random(f"mount {seed}")
    some = random.uniform
    gloss = tuple(
        (some(0.1, 0.9), some(0.1, 0.9), some(6, 14), some(20, 110)) for _ in range(random.randrange(3))
    )
    return Mount(
        tilt=some(0, most_tilt),
        towards=some(0, 360),
        roll=some(-8, 8),
        off=(some(-50, 50), some(-30, 30)),
        view=some(58, 76),
        bend=some(-0.05, 0.05),
        cloth=random.choice(CLOTHS),
        contrast=some(0.1, 0.35),
        dark_noise=some(0, 0.8),
        sun=random.choice((0.0, some(10, 45))),
        gloss=gloss,
        cubes=some(0, 0.06),
        focus=some(0, 0.08),
        bumps=tuple(sorted(random.randrange(2000, 16000) for _ in range(random.randrange(3)))),
    )


class MountedWebcam(Webcam):
    """What such a webcam sends of a drawn table. The clock is the caller's."""

    def __init__(
        self, table: RenderedTable, light: str, seed: int, mount: Mount, size: tuple[int, int]
    ) -> None:
        self.mount = mount
        self.size = size
        self._shrink = size[0] // SHINE_WIDE
        self._seed = seed
        self._bumped = (0.0, 0.0, 0.0)
        self._sun_at = 0
        self._blurry = 0
        _lay_cloth(table, mount, seed)
        super().__init__(table, light, seed)

    def _begin(self) -> None:
        """Everything in the picture anew: at the start, and when the camera was bumped."""
        wide, high = self.size
        whole = np.s_[0:high, 0:wide]
        self._aim()
        self._flat = self._flat_picture()
        self._view = self._warped(self._flat, whole, (0, 0))
        self._soft = self._blurred(self._view, whole)
        self._shine = self._shining()
        self._laid, self._version = self.table.tiles(), self.table.version
        self._kept = [_Kept(self._lamp(n / KEPT), self._view) for n in range(KEPT)]
        for kept in self._kept:
            kept.image = self._sent(self._soft, whole, kept.lamp)

    def _start(self) -> None:
        wide, high = self.size
        self._more, self._less = self._grain(wide + GRAIN, high + GRAIN)
        self._begin()

    # --- where the camera is

    def _aim(self) -> None:
        """The maps from the picture's pixels to the flat table's."""
        mount = self.mount
        focal = self.size[0] / 2 / np.tan(np.deg2rad(mount.view / 2))
        middle = np.array(self.table.layout.size_mm) / 2
        low, high = 200.0, 5000.0
        for _ in range(24):  # as near as the whole table is in view
            far = (low + high) / 2
            if self._inside(self._way(far, focal, middle)):
                high = far
            else:
                low = far
        way = self._way(high, focal, middle)
        turn, dx, dy = self._bumped
        c, s = np.cos(turn), np.sin(turn)
        push = np.array([[c, -s, dx], [s, c, dy], [0, 0, 1.0]])
        to_middle = np.array([[1, 0, -self.size[0] / 2], [0, 1, -self.size[1] / 2], [0, 0, 1.0]])
        self.way = np.linalg.inv(to_middle) @ push @ to_middle @ way
        x, y = np.meshgrid(
            np.arange(self.size[0], dtype=np.float64), np.arange(self.size[1], dtype=np.float64)
        )
        straight = self._unbent(np.stack([x, y], axis=-1))
        to_mm = np.linalg.inv(self.way)
        w = to_mm[2, 0] * straight[..., 0] + to_mm[2, 1] * straight[..., 1] + to_mm[2, 2]
        scale = self.table.px_per_mm
        self._map = [
            np.asarray(
                (row[0] * straight[..., 0] + row[1] * straight[..., 1] + row[2]) / w * scale - 0.5, np.float32
            )
            for row in to_mm[:2]
        ]

    def _way(self, far: float, focal: float, middle: np.ndarray) -> np.ndarray:
        """From mm on the table to pixels (3 by 3), the lens left out."""
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

    def _inside(self, way: np.ndarray) -> bool:
        wide, high = self.table.layout.size_mm
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
        flat = corners @ way[:, :2].T + way[:, 2]
        if (flat[:, 2] <= 0).any():
            return False
        px = self._bent(flat[:, :2] / flat[:, 2:])
        return bool((px > 8).all() and (px < np.array(self.size) - 8).all())

    def _bent(self, points: np.ndarray) -> np.ndarray:
        off, r2 = self._from_middle(points)
        return np.asarray(off * (1 - self.mount.bend * r2) + np.array(self.size) / 2)

    def _unbent(self, points: np.ndarray) -> np.ndarray:
        off, r2 = self._from_middle(points)
        return np.asarray(off * (1 + self.mount.bend * r2) + np.array(self.size) / 2)

    def _from_middle(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        off = points - np.array(self.size) / 2
        return off, (off * off).sum(axis=-1, keepdims=True) / (np.hypot(*self.size) / 2) ** 2

    def _camera_part(self, flat: Part) -> Part:
        """The whole blocks of the picture that show a part of the flat table."""
        scale = self.table.px_per_mm
        ys, xs = (np.linspace(s.start, s.stop, 5) / scale for s in flat)
        points = np.array([(x, y) for x in xs for y in ys])
        seen = points @ self.way[:, :2].T + self.way[:, 2]
        px = self._bent(seen[:, :2] / np.maximum(seen[:, 2:], 1e-6))
        (left, top), (right, low) = px.min(axis=0) - 4, px.max(axis=0) + 4
        x0, y0 = (
            int(np.clip(v // BLOCK * BLOCK, 0, side))
            for v, side in ((left, self.size[0]), (top, self.size[1]))
        )
        x1 = int(np.clip(-(-right // BLOCK) * BLOCK, 0, self.size[0]))
        y1 = int(np.clip(-(-low // BLOCK) * BLOCK, 0, self.size[1]))
        return np.s_[y0:y1, x0:x1]

    def _flat_part(self, part: Part) -> Part:
        """The part of the flat table that a part of the picture shows."""
        wide, high = self.table.size
        xs, ys = self._map[0][part], self._map[1][part]
        x0, x1 = int(np.clip(xs.min() - 3, 0, wide)), int(np.clip(xs.max() + 4, 0, wide))
        y0, y1 = int(np.clip(ys.min() - 3, 0, high)), int(np.clip(ys.max() + 4, 0, high))
        return np.s_[y0:y1, x0:x1]

    def _warped(self, flat: Image, part: Part, corner: tuple[int, int]) -> Image:
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

    def snap(self, hands: Mapping[int, Over]) -> Image:
        self._pictures += 1
        if self._pictures in self.mount.bumps:
            random = Random(f"bump {self._seed} {self._pictures}")
            self._bumped = (random.uniform(-0.015, 0.015), random.uniform(-18, 18), random.uniform(-18, 18))
            self._begin()
        self._follow()
        if self.mount.sun and self._pictures % SUN_EVERY == 0:
            self._sun_moves()
        if self._hands and not hands and self._random.random() < self.mount.focus:
            self._blurry = int(self._random.integers(3, 9))
        before, self._hands = self._hands, dict(hands)
        kept = self._kept[int(self._random.integers(KEPT))]
        for part in _joined(kept.stale):
            kept.image[part] = self._sent(self._soft[part], part, kept.lamp)
        kept.stale.clear()
        image = kept.image
        if hands:
            gain = 1 + self.light.hunting * float(np.sin(self._pictures / 3))
            image = np.asarray(cv2.convertScaleAbs(image, alpha=gain), dtype=np.uint8)
            overs = list(hands.values())
            ways = [self._hand_way(over, before.get(number)) for number, over in hands.items()]
            parts = [self._camera_part(self._around(w, o)) for w, o in zip(ways, overs, strict=True)]
            for part in _joined([part for part in parts if part[0].stop > part[0].start < part[0].stop]):
                flat = self._flat_part(part)
                sharp = self._with_hands(flat, ways, overs)
                view = self._warped(sharp, part, (flat[0].start, flat[1].start))
                image[part] = self._sent(self._blurred(view, part), part, kept.lamp, gain)
        if self._blurry:
            self._blurry -= 1
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.6), np.uint8)
        return image

    def _follow(self) -> None:
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
            part = self._camera_part(flat)
            if part[0].stop <= part[0].start or part[1].stop <= part[1].start:
                continue
            self._view[part] = self._warped(self._flat, part, (0, 0))
            self._soft[part] = self._blurred(self._view[part], part)
            for kept in self._kept:
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

    def _lamp(self, phase: float) -> Image:
        wide, high = self.size
        tint = np.array(self.light.tint, np.float32)
        across = np.linspace(0.75, 1.0, wide, dtype=np.float32)[None, :, None] * self.light.level * tint
        turns = np.arange(high, dtype=np.float32)[:, None, None] / np.float32(high * 0.23) + np.float32(phase)
        down = 1 + self.light.flicker * np.sin(2 * np.float32(np.pi) * turns)
        return (across * down).astype(np.uint8)

    def _shining(self) -> Image:
        """What lamps' images and the sun add to the picture."""
        small = np.zeros((self.size[1] // self._shrink, SHINE_WIDE), np.float32)
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

    def _sun_moves(self) -> None:
        self._sun_at += 1
        self._shine = self._shining()
        left = max(0, (self._sun_at * 6 % (SHINE_WIDE + 200) - 130) * self._shrink // BLOCK * BLOCK)
        right = min(self.size[0], left + 160 * self._shrink)
        if left < right:  # it leaves the picture before it comes again
            for kept in self._kept:
                kept.stale.append(np.s_[0 : self.size[1] // BLOCK * BLOCK, left:right])

    def _sent(self, soft: Image, part: Part, lamp: Image, gain: float = 1.0) -> Image:
        lit = cv2.multiply(soft, lamp[part], scale=gain / 255)
        if self.mount.sun or self.mount.gloss:
            lit = cv2.add(lit, self._shine[part])
        y, x = self._random.integers(0, GRAIN, 2)
        where = np.s_[y : y + lit.shape[0], x : x + lit.shape[1]]
        noisy = cv2.subtract(cv2.add(lit, self._more[where]), self._less[where])
        if self.mount.dark_noise:
            dark = cv2.bitwise_not(lit)
            more = cv2.multiply(self._less[where], dark, scale=self.mount.dark_noise / 255)
            noisy = cv2.subtract(
                cv2.add(noisy, more), cv2.multiply(self._more[where], dark, scale=self.mount.dark_noise / 255)
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
