"""Changes in the picture, apart from tags: where to read again, whether hands are at work, and whether a
tile's place still looks as it did with the tile on it.

The picture is compared at about 480 pixels across, in cells of 8 by 8, against the one before (motion),
against a quick average (what to read), and against a slow one (what reaches in from the edge: an arm).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.reader import Point, Rect

SMALL = 480
CELL = 8
MOTION = 2.5
"""Mean difference of gray values in a cell, of 255, from which it moves at the least."""
NOISE = 1.7
"""A cell moves when it differs by this much more than others of its brightness do, at least."""
SHADES = 12
"""Groups of cells by brightness that have a noise of their own: dark parts are noisier than bright ones."""
NOISE_SECONDS, NOISE_RISES = 2.0, 0.08
"""Seconds in which the noise of a group follows, and the part by which it rises from picture to picture at
most: an arm over most of a group's cells is no noise."""
FRESH = 4.0
OTHER = 6.0
BURNT, BURNT_PART = 247, 0.25
"""From this gray value a pixel is burnt out; a place of which such a part is, hides what lies there."""
QUICK, SLOW, HELD = 0.8, 10.0, 60.0
"""Seconds in which the quick average, the slow one, and the slow one under an arm follow the picture."""
SWING, MOST_SWING = 0.004, 0.25
"""How much the light must swing from row to row to be lamps that flicker, and how much of it is taken out."""
SWINGING = 0.4
"""The part of the rows that flicker changes at least; an arm along the table covers fewer."""
ARM_TILES = 2.5
"""What reaches in from the edge covers at least this many tiles; a tile at the edge is less."""
ARM_STILL = 5.0
"""An arm moves now and then. What has not for so many seconds is a thing that lies there."""
BUSY = 4.0
"""Seconds over which it is averaged how much of the time a cell moves."""
RESTLESS = 0.7
"""The part of the time from which a cell moves always."""
ALIKE = 0.55
"""A place looks as it did when the patches' correlation is at least this."""
AT_REST = 0.25
"""Seconds without motion after which a place may be judged."""

Grid = NDArray[np.bool_]


@dataclass(slots=True)
class _Patch:
    """How a tile's place looked when its tag was last read there."""

    where: tuple[int, int, int, int]
    look: NDArray[np.float32]
    time: float


class Scene:
    """One camera's view over time. tile_px: a tile's size in the picture, in pixels."""

    def __init__(self, tile_px: float = 104.0) -> None:
        self.tile_px = tile_px
        self.forget()

    def forget(self) -> None:
        """The camera looks elsewhere now, or has just come back: begin anew."""
        self._before: list[tuple[float, NDArray[np.float32]]] = []
        self._small: NDArray[np.float32] | None = None
        self._patches: dict[str, _Patch] = {}
        self._spots: dict[str, Point] = {}
        self._now = -math.inf
        self._noise: NDArray[np.float64] = np.zeros(SHADES)
        self._moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._busy: NDArray[np.float64] = np.zeros((1, 1))
        self.moving: Grid = np.zeros((1, 1), dtype=np.bool_)
        self.fresh: Grid = self.moving
        self.reaching: Grid = self.moving
        self._other: Grid = self.moving
        self.last_motion = -math.inf
        self.changed = 1.0
        """The part of the picture, 0 to 1, that differs from the quick average."""

    def look(self, plain: Image, now: float, size: tuple[int, int] | None = None) -> None:
        """Takes in the next gray picture, at `now` seconds. size: width and height of the picture that all
        pixels here are counted in, where `plain` is a thinned-out copy of it."""
        wide, high = size or plain.shape[::-1]
        self._scale = max(1.0, wide / SMALL)
        across, down = round(wide / self._scale), round(high / self._scale)
        grid = (math.ceil(across / CELL), math.ceil(down / CELL))
        shrunk = cv2.resize(plain, (across, down), interpolation=cv2.INTER_AREA)
        # Whole cells: a whole step of shrinking is forty times as fast as one that is stretched to fit.
        right, below = grid[0] * CELL - across, grid[1] * CELL - down
        shrunk = cv2.copyMakeBorder(shrunk, 0, below, 0, right, cv2.BORDER_REPLICATE)
        small = np.asarray(shrunk, dtype=np.float32)
        if self._small is None or self._small.shape != small.shape:
            self._begin(small, grid, now)
            return
        small = self._steadied(small)
        passed, self._now, self._small = now - self._now, now, small
        # Compared with 80 ms ago or more: a slow hand moves little from one picture to the next.
        while len(self._before) > 1 and now - self._before[1][0] >= 0.08:
            del self._before[0]
        self.moving = self._moves(small, self._before[0][1], grid, passed)
        self._before.append((now, small))
        # What moves all the time and is no arm is a lamp, a screen, a fan's shadow: it says nothing.
        self._busy += (self.moving - self._busy) * min(1.0, passed / BUSY)
        restless = (self._busy > RESTLESS) & ~self.reaching
        self.moving &= ~restless
        self._moved_at[self.moving] = now
        if self.moving.any():
            self.last_motion = now
        self.fresh = self._differs(small, self._quick, FRESH, grid) & ~restless
        self.changed = float(self.fresh.mean())
        self._other = self._differs(small, self._slow, OTHER, grid)
        self.reaching = self._arms(self._other)
        self._quick += (small - self._quick) * min(1.0, passed / QUICK)
        held = cv2.resize(
            self.reaching.astype(np.float32), small.shape[::-1], interpolation=cv2.INTER_NEAREST
        )
        rate = min(1.0, passed / SLOW) * (1 - held) + min(1.0, passed / HELD) * held
        self._slow += (small - self._slow) * rate

    def _steadied(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """The picture without the bands of a flickering lamp, whose light another part of the rows gets in
        each picture: with them everything would move always."""
        ratio = (small[:, ::8] + 4) / (self._slow[:, ::8] + 4)
        rows = cv2.blur(np.median(ratio, axis=1).reshape(-1, 1), (1, 5))
        swing = rows / np.median(rows)
        if float((np.abs(swing - 1) > SWING).mean()) < SWINGING:
            return small
        return np.asarray(small / np.clip(swing, 1 - MOST_SWING, 1 + MOST_SWING), dtype=np.float32)

    def _begin(self, small: NDArray[np.float32], grid: tuple[int, int], now: float) -> None:
        self._small, self._now = small, now
        self._before = [(now, small)]
        self._quick, self._slow = small.copy(), small.copy()
        none = np.zeros(grid[::-1], dtype=np.bool_)
        self.moving, self.fresh, self.reaching, self._other = none, ~none, none.copy(), none.copy()
        self._moved_at = np.full(none.shape, -math.inf)
        self._busy = np.zeros(none.shape)
        self.last_motion, self.changed = now, 1.0

    def _moves(
        self, a: NDArray[np.float32], b: NDArray[np.float32], grid: tuple[int, int], passed: float
    ) -> Grid:
        """The cells that differ by more than the noise of their brightness."""
        cells = self._difference(a, b, grid)
        bright = cv2.resize(a, grid, interpolation=cv2.INTER_AREA).ravel()
        order = np.argsort(bright, kind="stable")
        flat = cells.ravel()
        limits = np.empty_like(flat)
        for n, group in enumerate(np.array_split(order, SHADES)):
            here = float(np.median(flat[group])) if len(group) else 0.0
            if self._noise[n] == 0:
                self._noise[n] = here
            else:
                step = (here - self._noise[n]) * min(1.0, passed / NOISE_SECONDS)
                self._noise[n] += min(step, self._noise[n] * NOISE_RISES + 0.01)
            # The whole picture's noise rises at once where the camera's gain follows the light.
            limits[group] = max(MOTION, NOISE * min(max(here, self._noise[n]), 2 * self._noise[n] + 0.5))
        return np.asarray((flat > limits).reshape(cells.shape), dtype=np.bool_)

    @classmethod
    def _differs(
        cls, a: NDArray[np.float32], b: NDArray[np.float32], limit: float, grid: tuple[int, int]
    ) -> Grid:
        cells = cls._difference(a, b, grid)
        # In most cells nothing happens but noise, which in a dim room alone may come to the limit.
        return np.asarray(cells > max(limit, NOISE * float(np.median(cells))), dtype=np.bool_)

    @staticmethod
    def _difference(
        a: NDArray[np.float32], b: NDArray[np.float32], grid: tuple[int, int]
    ) -> NDArray[np.float32]:
        """The mean difference of gray values in each cell."""
        # The camera's exposure follows a hand over the table: what changes everywhere alike is no change.
        gain = float(np.median((a[::8, ::8] + 4) / (b[::8, ::8] + 4)))
        difference = cv2.absdiff(a, b if abs(gain - 1) < 0.004 else b * np.float32(gain))
        return np.asarray(cv2.resize(difference, grid, interpolation=cv2.INTER_AREA), dtype=np.float32)

    def _arms(self, other: Grid) -> Grid:
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
        arms = np.zeros_like(other)
        high, wide = other.shape
        tile = (self.tile_px / self._scale / CELL) ** 2
        for n in range(1, count):
            x, y, w, h, area = stats[n]
            at_edge = x == 0 or y == 0 or x + w == wide or y + h == high
            if at_edge and area >= ARM_TILES * tile:
                blob = labels == n
                if self._now - float(self._moved_at[blob].max()) < ARM_STILL:
                    arms |= blob
        return arms

    def regions(self) -> list[Rect]:
        """Where to read again: what differs from the quick average, grown by a tile, as few rectangles."""
        size = CELL * self._scale
        reach = max(1, math.ceil(self.tile_px * 0.6 / size))
        grown = cv2.dilate(self.fresh.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
        found = [tuple(int(v * size) for v in stats[n][:4]) for n in range(1, count)]
        return [(x, y, w + 1, h + 1) for x, y, w, h in found]

    def remember(self, tile: str, corners: Iterable[Point]) -> None:
        """The tag with these corners (pixels) was just read: so looks its place with the tile on it."""
        assert self._small is not None
        xs, ys = zip(*((x / self._scale, y / self._scale) for x, y in corners), strict=True)
        high, wide = self._small.shape
        x0, x1 = max(0, int(min(xs)) - 1), min(wide, int(max(xs)) + 2)
        y0, y1 = max(0, int(min(ys)) - 1), min(high, int(max(ys)) + 2)
        if x1 - x0 >= 3 and y1 - y0 >= 3:
            self._patches[tile] = _Patch((x0, y0, x1, y1), self._small[y0:y1, x0:x1].copy(), self._now)
            before, spot = self._spots.get(tile), ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            self._spots[tile] = spot
            self._belongs(*spot)
            if before is not None and math.dist(before, spot) > self.tile_px / self._scale / 2:
                self._belongs(*before)  # it lay there

    def vacant(self, tile: str, x: float, y: float) -> bool:
        """Whether the tile's place, around this pixel, is in plain view, at rest, and looks otherwise than
        when its tag was read. Without a memory of it: whether its tag ought to be readable."""
        assert self._small is not None
        patch = self._patches.get(tile)
        if patch is None:
            half = max(2.0, self.tile_px / 4 / self._scale)
            cx, cy = x / self._scale, y / self._scale
            where = (int(cx - half), int(cy - half), int(cx + half) + 1, int(cy + half) + 1)
        else:
            where = patch.where
        x0, y0, x1, y1 = where
        high, wide = self.moving.shape
        if x0 < 0 or y0 < 0 or x1 > wide * CELL or y1 > high * CELL:
            return False  # out of view
        cells = (slice(y0 // CELL, (y1 - 1) // CELL + 1), slice(x0 // CELL, (x1 - 1) // CELL + 1))
        moved = float(self._moved_at[cells].max())
        if patch is not None and moved < patch.time:
            return False  # nothing has happened there since its tag was read
        if self._now - moved < AT_REST or self.reaching[cells].any():
            return False
        look = self._small[y0:y1, x0:x1]
        if patch is not None and _burnt(look) > BURNT_PART > _burnt(patch.look):
            return False  # a lamp's image lies there now and hides whatever is under it
        return patch is None or _alike(patch.look, look) < ALIKE

    def reaches(self, x: float, y: float) -> bool:
        """Whether an arm is over this pixel."""
        row, column = int(y / self._scale / CELL), int(x / self._scale / CELL)
        high, wide = self.reaching.shape
        return 0 <= row < high and 0 <= column < wide and bool(self.reaching[row, column])

    def drop(self, tile: str) -> None:
        """The tile is gone: how its place looks now is how the table looks."""
        self._patches.pop(tile, None)
        if (spot := self._spots.pop(tile, None)) is not None:
            self._belongs(*spot)

    def _belongs(self, x: float, y: float) -> None:
        """What is new around this pixel is a tile or the bare table, and no part of an arm. Without this,
        tiles laid side by side at the picture's edge look like an arm until the slow average knows them."""
        assert self._small is not None
        reach = self.tile_px * 0.5 / self._scale
        high, wide = self._small.shape
        x0, x1 = max(0, round(x - reach)), min(wide, round(x + reach) + 1)
        y0, y1 = max(0, round(y - reach)), min(high, round(y + reach) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        cells = (slice(y0 // CELL, (y1 - 1) // CELL + 1), slice(x0 // CELL, (x1 - 1) // CELL + 1))
        if self._other[cells].any() and self._now - float(self._moved_at[cells].max()) >= AT_REST:
            self._slow[y0:y1, x0:x1] = self._small[y0:y1, x0:x1]


def _burnt(part: NDArray[np.float32]) -> float:
    """The part of the pixels that are burnt out."""
    return float((part > BURNT).mean())


def _alike(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Correlation of two patches, -1 to 1; a flat one is like nothing."""
    a, b = a - a.mean(), b - b.mean()
    both = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / both if both > 1e-3 else 0.0
