"""A drawn table as a webcam sees it, and the hands that play on it. The clock is the caller's.

Only what changes is drawn anew: a laid tile's surroundings, and the arms. What the camera makes of a picture
(blur, uneven light, an exposure that hunts while an arm is in it, noise) is done to every picture in full.
It is a gray camera: the eyes read gray, and a colour picture of the same noise tells them no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import cv2
import numpy as np

from companion.games.game import Spot, TileInfo
from companion.vision.camera import Image
from companion.vision.rendered import LaidTile, RenderedTable
from companion.vision.zones import inside

RATE = 15
"""Pictures a second."""
SKIN, SHADE = 146, 0.82
"""An arm's gray, and what its shadow leaves of the light."""
LOOSE_MM = 2.0
"""How far from where there is room a hand lays a tile."""
Point = tuple[float, float]
Hand = Iterator[Point]
"""A hand at work: where it is over the table in mm, a point for each picture."""


class Camera:
    """What a gray webcam makes of a drawn table. light: "typical" or "hard" (dim, out of focus, noisy)."""

    def __init__(self, table: RenderedTable, light: str, seed: int) -> None:
        self.table = table
        self._random = np.random.default_rng(seed)
        wide, high = table.size
        self.blur, noise, level, self._hunting = (
            (0.5, 2.5, 235, 0.01) if light == "typical" else (1.0, 5.0, 125, 0.025)
        )
        grain = self._random.normal(0, noise, (high + 64, wide + 64))
        self._more = np.clip(grain.round(), 0, 255).astype(np.uint8)
        self._less = np.clip((-grain).round(), 0, 255).astype(np.uint8)
        ramp = np.linspace(level * 0.75, level, wide, dtype=np.float32).astype(np.uint8)
        self._lamp = np.repeat(ramp[None], high, axis=0)
        self._plain = np.zeros((high, wide), np.uint8)
        self._lit = self._plain.copy()
        self._laid: Mapping[str, LaidTile] = {}
        self._version = -1
        self._pictures = 0

    def snap(self, hands: Sequence[Point] = ()) -> Image:
        """The next picture, with an arm's hand over each of these points (mm)."""
        self._follow()
        self._pictures += 1
        image = self._lit
        for part in self._arms(hands):
            image = self._lit.copy() if image is self._lit else image
            image[part] = self._exposed(self._with_arms(part, hands), part)
        if hands:
            image = cv2.convertScaleAbs(image, alpha=1 + self._hunting * np.sin(self._pictures / 3))
        y, x = self._random.integers(0, 64, 2)
        where = np.s_[y : y + image.shape[0], x : x + image.shape[1]]
        return np.asarray(cv2.subtract(cv2.add(image, self._more[where]), self._less[where]), dtype=np.uint8)

    def _follow(self) -> None:
        """Draws anew what has changed on the table."""
        if self.table.version == self._version:
            return
        laid = self.table.tiles()
        picture = self.table.picture()
        if self._version < 0:
            parts = [np.s_[0 : picture.shape[0], 0 : picture.shape[1]]]
        else:
            ids = laid.keys() | self._laid.keys()
            changed = [t for t in ids if laid.get(t) != self._laid.get(t)]
            spots = [each[t] for each in (laid, self._laid) for t in changed if t in each]
            parts = [self._around(spot.x_mm, spot.y_mm) for spot in spots]
        for part in parts:
            self._plain[part] = cv2.cvtColor(picture[part], cv2.COLOR_BGR2GRAY)
        for part in parts:
            self._lit[part] = self._exposed(self._plain, part)
        self._laid, self._version = laid, self.table.version

    def _around(self, x_mm: float, y_mm: float) -> tuple[slice, slice]:
        reach = round(60 * self.table.px_per_mm)
        x, y = round(x_mm * self.table.px_per_mm), round(y_mm * self.table.px_per_mm)
        wide, high = self.table.size
        return np.s_[max(0, y - reach) : min(high, y + reach), max(0, x - reach) : min(wide, x + reach)]

    def _exposed(self, plain: Image, part: tuple[slice, slice]) -> Image:
        """What the lens and the light make of a part of a sharp picture; more around it is looked at."""
        (top, low), (left, right) = ((s.start, s.stop) for s in part)
        y, x = max(0, top - 5), max(0, left - 5)
        soft = cv2.GaussianBlur(plain[y : low + 5, x : right + 5], (0, 0), self.blur)
        soft = soft[top - y : low - y, left - x : right - x]
        return np.asarray(cv2.multiply(soft, self._lamp[part], scale=1 / 255), dtype=np.uint8)

    # --- arms

    def _arm(self, to: Point) -> tuple[Point, Point]:
        """Pixels of the hand, and of where its arm comes in from the nearer long side."""
        scale, (wide, high) = self.table.px_per_mm, self.table.size
        x, y = to[0] * scale, to[1] * scale
        return (x, y), (x * 0.8 + wide * 0.1, -50.0 if y < high / 2 else high + 50.0)

    def _arms(self, hands: Sequence[Point]) -> list[tuple[slice, slice]]:
        reach, (wide, high) = 80 * self.table.px_per_mm, self.table.size
        parts = []
        for hand in hands:
            (x, y), (ex, ey) = self._arm(hand)
            left, right = max(0, int(min(x, ex) - reach)), min(wide, int(max(x, ex) + reach))
            top, low = max(0, int(min(y, ey) - reach)), min(high, int(max(y, ey) + reach))
            if left < right and top < low:
                parts.append(np.s_[top:low, left:right])
        return parts

    def _with_arms(self, part: tuple[slice, slice], hands: Sequence[Point]) -> Image:
        sharp = self._plain.copy()
        scale = self.table.px_per_mm
        for hand in hands:
            (x, y), (ex, ey) = self._arm(hand)
            dark = np.zeros_like(sharp[part])
            left, top = part[1].start, part[0].start
            at, edge = (int(x - left), int(y - top)), (int(ex - left), int(ey - top))
            off = int(9 * scale)
            cv2.line(dark, (at[0] + off, at[1] + off), (edge[0] + off, edge[1] + off), 255, int(75 * scale))
            shaded = cv2.convertScaleAbs(sharp[part], alpha=SHADE)
            cv2.copyTo(shaded, dark, sharp[part])
        for hand in hands:
            (x, y), (ex, ey) = self._arm(hand)
            cv2.line(sharp, (int(x), int(y)), (int(ex), int(ey)), SKIN, int(75 * scale))
            cv2.ellipse(sharp, (int(x), int(y)), (int(45 * scale), int(38 * scale)), 0, 0, 360, SKIN, -1)
        return sharp


class Hands:
    """What hands do with tiles on a drawn table; every act gives where the hand is, picture by picture."""

    def __init__(self, table: RenderedTable, tile: Mapping[str, TileInfo], random: Random) -> None:
        self.table, self._tile, self._random = table, tile, random

    def carry(self, tile: str, to: Spot | None, over: str | None = None) -> Hand:
        """Takes a tile from where it lies (or from the bag) to a spot, turning it, or away. over: a zone
        that it is carried through, slowly."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (self.table.layout.size_mm[0] / 2, 20.0)
        yield from self.rest((start[0], start[1] + 30), 0.2)
        yield from self.rest(start, 0.2)
        if to is None:
            self.table.remove(tile)
            yield from self.rest(start, 0.2)
        elif laid and self.table.layout.zone_at(laid.x_mm, laid.y_mm) == to.zone:
            self.table.remove(tile)
            yield from self.rest(start, 0.3)
            x, y = self._loosely(laid.x_mm, laid.y_mm)
            self.table.put(tile, to.face, x, y, laid.angle + self._random.uniform(-20, 20))
            yield from self.rest(start, 0.2)
        else:
            yield from self._across(tile, laid, start, to, over)

    def _across(self, tile: str, laid: LaidTile | None, start: Point, to: Spot, over: str | None) -> Hand:
        info = self._tile.get(tile)
        x, y = self.table.nearest_free_spot(to.zone, info.size_mm if info else 58, but=tile)
        x, y = self._loosely(x, y)
        angle, face = self._random.uniform(0, 360), laid.face if laid else to.face
        stops = [(x, y)]
        if over is not None:
            polygon = self.table.layout.zones[over]
            stops.insert(0, tuple(sum(p[i] for p in polygon) / len(polygon) for i in (0, 1)))
        at = start
        for stop in stops:
            begin, steps = at, 5 if stop == stops[-1] else 7
            for step in range(1, steps + 1):  # over other people's tiles
                at = tuple(begin[i] + (stop[i] - begin[i]) * step / steps for i in (0, 1))
                self.table.put(tile, face, *at, angle=angle)
                yield at[0], at[1] + 30 * (1 if y > self.table.layout.size_mm[1] / 2 else -1)
        self.table.put(tile, to.face, x, y, angle)
        yield from self.rest((x, y), 0.15)

    def back(self, tile: str, where: LaidTile) -> Hand:
        """Puts a tile back to where it lay before."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (where.x_mm, where.y_mm)
        yield from self.rest(start, 0.3)
        self.table.remove(tile)
        yield from self.rest(start, 0.2)
        x, y = self._loosely(where.x_mm, where.y_mm)
        self.table.put(tile, where.face, x, y, where.angle + self._random.uniform(-20, 20))
        yield from self.rest((x, y), 0.2)

    def look_at(self, tile: str) -> Hand:
        """Lifts a tile, reads it, and lays it down again."""
        where = self.table.tiles()[tile]
        yield from self.rest((where.x_mm, where.y_mm), 0.3)
        self.table.remove(tile)
        yield from self.rest((where.x_mm, where.y_mm + 40), self._random.uniform(0.8, 2.0))
        self.table.put(tile, where.face, *self._loosely(where.x_mm, where.y_mm), where.angle)
        yield from self.rest((where.x_mm, where.y_mm), 0.2)

    def rest(self, at: Point, seconds: float) -> Hand:
        """Stays over a point, not quite still."""
        for _ in range(max(1, round(seconds * RATE))):
            yield at[0] + self._random.uniform(-2, 2), at[1] + self._random.uniform(-2, 2)

    def _loosely(self, x: float, y: float) -> Point:
        return x + self._random.uniform(-LOOSE_MM, LOOSE_MM), y + self._random.uniform(-LOOSE_MM, LOOSE_MM)


def clear(table: RenderedTable, where: LaidTile, size_mm: float) -> bool:
    """Whether a tile may be put back there: nothing was laid on the place since."""
    others = (t for t in table.tiles().values() if t.id != where.id)
    return all(np.hypot(t.x_mm - where.x_mm, t.y_mm - where.y_mm) > size_mm for t in others) and any(
        inside(polygon, where.x_mm, where.y_mm) for polygon in table.layout.zones.values()
    )
