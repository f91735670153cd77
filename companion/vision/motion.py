"""Changes in the picture, apart from tags: where to read again, whether hands are at work, and whether a
tile's place still looks as it did with the tile on it.

The picture is compared at about 480 pixels across, in cells of 8 by 8, against the one before (motion),
against a quick average (what to read), and against a slow one (what reaches in from the edge: an arm).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arms import CellMask, cells_at_table_edge, find_arms
from companion.vision.camera import Image, Point, Rect
from companion.vision.flicker import Flicker
from companion.vision.place_looks import PlaceLook, is_hidden_by_light

WORKING_WIDTH_PX = 480
CELL_PX = 8
MIN_MOTION = 2.5
"""Mean difference of gray values in a cell, of 255, from which it moves at the least."""
NOISE_FACTOR = 1.7
"""A cell moves when it differs at least this many times as much as other cells of its brightness."""
BRIGHTNESS_GROUPS = 12
"""Groups of cells by brightness that have a noise of their own: dark parts are noisier than bright ones."""
NOISE_SECONDS, MAX_NOISE_RISE = 2.0, 0.08
"""Seconds in which the noise of a group follows, and the part by which it rises from picture to picture at
most: an arm over most of a group's cells is no noise."""
MIN_LARGE_CELLS = 3
"""Cells beside each other that move at once where a hand or a piece does. A lamp that is reflected flickers,
too, and otherwise than the light on the table, but in fewer, or coming and going in the same ones."""
MIN_COMINGS, COMINGS_SECONDS = 2.5, 2.0
"""How often motion must have come to a cell lately for what moves there to be a lamp's image, and the seconds
in which one time comes to count a third."""
MAX_LAMP_CELLS = 8
"""Such cells beside each other that may move at once: more are a hand, be it one that stays where it is."""
MIN_CHANGE = 4.0
MIN_BACKGROUND_DIFFERENCE = 6.0
AROUND_TILES = 0.75
"""How far the surroundings of a tag reach from its middle, in tiles: there is cloth among them."""
PAST_SECONDS, PAST_PICTURES = 1.0, 3
"""Seconds between the pictures that are kept for a while, and how many: a lamp that comes takes a second, and
a tag may be read in its light before it is hidden."""
QUICK_AVERAGE_SECONDS, SLOW_AVERAGE_SECONDS, UNDER_ARM_AVERAGE_SECONDS = 0.8, 10.0, 60.0
"""Seconds in which the quick average, the slow one, and the slow one under an arm follow the picture."""
ACTIVITY_SECONDS = 4.0
"""Seconds over which it is averaged how much of the time a cell moves."""
MIN_RESTLESS_PART = 0.7
"""The part of the time from which a cell moves always."""
AT_REST_SECONDS = 0.25
"""Seconds without motion after which a place may be judged."""
UNEXPLAINED_SECONDS = 6.0
"""Seconds for which what came to rest somewhere without a tag that could be read may still be a tile."""


class MotionDetector:
    """One camera's view over time. tile_px: a tile's size in the picture, in pixels."""

    def __init__(self, tile_px: float = 104.0) -> None:
        self.tile_px = tile_px
        self.table_outline: tuple[Point, ...] = ()
        """The table's edge in the picture, in pixels; arms come in over it. Empty: not known."""
        self._table_edge: tuple[object, CellMask] = (None, np.zeros((1, 1), dtype=np.bool_))
        self.reset()

    def reset(self) -> None:
        """The camera looks elsewhere now, or has just come back: begin anew."""
        self._recent_images: list[tuple[float, NDArray[np.float32]]] = []
        self._past_images: list[tuple[float, NDArray[np.float32]]] = []
        self._image: NDArray[np.float32] | None = None
        self._patches: dict[str, PlaceLook] = {}
        self._tag_positions: dict[str, Point] = {}
        self._now = -math.inf
        self._table_white = (-math.inf, 0.0)
        self._noise: NDArray[np.float64] = np.zeros(BRIGHTNESS_GROUPS)
        self._last_moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._last_largely_moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._activity: NDArray[np.float64] = np.zeros((1, 1))
        self._comings: NDArray[np.float64] = np.zeros((1, 1))
        self._differs_since: NDArray[np.float64] = np.zeros((1, 1))
        self.moving_cells: CellMask = np.zeros((1, 1), dtype=np.bool_)
        self.changed_cells: CellMask = self.moving_cells
        self.arm_cells: CellMask = self.moving_cells
        self._background_differs: CellMask = self.moving_cells
        self.last_motion = self.last_large_motion = -math.inf
        self._flicker = Flicker()
        self.changed_part = 1.0
        """The part of the picture, 0 to 1, that differs from the quick average."""

    @property
    def flicker(self) -> float:
        """As `Flicker.amount`."""
        return self._flicker.amount

    def update(self, plain: Image, now: float, size: tuple[int, int] | None = None) -> None:
        """Takes in the next gray picture, at `now` seconds. size: width and height of the picture that all
        pixels here are counted in, where `plain` is a thinned-out copy of it."""
        wide, high = size or plain.shape[::-1]
        self._scale = max(1.0, wide / WORKING_WIDTH_PX)
        across, down = round(wide / self._scale), round(high / self._scale)
        grid = (math.ceil(across / CELL_PX), math.ceil(down / CELL_PX))
        shrunk = cv2.resize(plain, (across, down), interpolation=cv2.INTER_AREA)
        # Whole cells: a whole step of shrinking is forty times as fast as one that is stretched to fit.
        right, below = grid[0] * CELL_PX - across, grid[1] * CELL_PX - down
        shrunk = cv2.copyMakeBorder(shrunk, 0, below, 0, right, cv2.BORDER_REPLICATE)
        small = np.asarray(shrunk, dtype=np.float32)
        if self._image is None or self._image.shape != small.shape:
            self._start(small, grid, now)
            return
        small = self._flicker.removed(small, self._slow_average)
        passed, self._now, self._image = now - self._now, now, small
        if now - self._past_images[-1][0] >= PAST_SECONDS:
            self._past_images = [*self._past_images[1 - PAST_PICTURES :], (now, small)]
        # Compared with 80 ms ago or more: a slow hand moves little from one picture to the next.
        while len(self._recent_images) > 1 and now - self._recent_images[1][0] >= 0.08:
            del self._recent_images[0]
        before = self.moving_cells
        self.moving_cells = self._find_moving_cells(small, self._recent_images[0][1], grid, passed)
        self._comings *= math.exp(-passed / COMINGS_SECONDS)
        self._comings += self.moving_cells & ~before
        self._recent_images.append((now, small))
        # What moves all the time and is no arm is a lamp, a screen, a fan's shadow: it says nothing.
        self._activity += (self.moving_cells - self._activity) * min(1.0, passed / ACTIVITY_SECONDS)
        restless = (self._activity > MIN_RESTLESS_PART) & ~self.arm_cells
        self.moving_cells &= ~restless
        self._last_moved_at[self.moving_cells] = now
        if self.moving_cells.any():
            self.last_motion = now
            large = self._large(self.moving_cells)
            if large.any():
                self.last_large_motion = now
                self._last_largely_moved_at[large] = now
        self.changed_cells = (
            self._find_differing_cells(small, self._quick_average, MIN_CHANGE, grid) & ~restless
        )
        self.changed_part = float(self.changed_cells.mean())
        self._background_differs = self._find_differing_cells(
            small, self._slow_average, MIN_BACKGROUND_DIFFERENCE, grid
        )
        self._differs_since[~self._background_differs] = now
        self.arm_cells = self._find_arms(self._background_differs)
        cv2.accumulateWeighted(small, self._quick_average, min(1.0, passed / QUICK_AVERAGE_SECONDS))
        slow = min(1.0, passed / SLOW_AVERAGE_SECONDS)
        if not self.arm_cells.any():
            cv2.accumulateWeighted(small, self._slow_average, slow)
            return
        under_arm = cv2.resize(
            self.arm_cells.astype(np.float32), small.shape[::-1], interpolation=cv2.INTER_NEAREST
        )
        rate = slow * (1 - under_arm) + min(1.0, passed / UNDER_ARM_AVERAGE_SECONDS) * under_arm
        self._slow_average += (small - self._slow_average) * rate

    def _start(self, small: NDArray[np.float32], grid: tuple[int, int], now: float) -> None:
        self._image, self._now = small, now
        self._recent_images = [(now, small)]
        self._past_images = [(now, small)]
        self._quick_average, self._slow_average = small.copy(), small.copy()
        none = np.zeros(grid[::-1], dtype=np.bool_)
        self.moving_cells, self.changed_cells, self.arm_cells, self._background_differs = (
            none,
            ~none,
            none.copy(),
            none.copy(),
        )
        self._last_moved_at = np.full(none.shape, -math.inf)
        self._last_largely_moved_at = self._last_moved_at.copy()
        self._activity, self._comings = np.zeros(none.shape), np.zeros(none.shape)
        self._differs_since = np.full(none.shape, now)
        self.last_motion = self.last_large_motion = now
        self.changed_part = 1.0

    def _large(self, moving: CellMask) -> CellMask:
        """Of these cells, those where a hand or a piece moves, and not noise or lamps' images."""
        lamps = moving & (self._comings > MIN_COMINGS) & ~self.arm_cells
        return _together(moving & ~lamps, MIN_LARGE_CELLS) | _together(lamps, MAX_LAMP_CELLS + 1)

    def _find_moving_cells(
        self, a: NDArray[np.float32], b: NDArray[np.float32], grid: tuple[int, int], passed: float
    ) -> CellMask:
        """The cells that differ by more than the noise of their brightness."""
        cells = self._cell_difference(a, b, grid)
        bright = cv2.resize(a, grid, interpolation=cv2.INTER_AREA).ravel()
        flat = cells.ravel()
        order = np.argsort(bright, kind="stable")
        # The groups must be of one size: the brightest cell is repeated to fill the last one.
        groups = np.pad(order, (0, -len(order) % BRIGHTNESS_GROUPS), "edge").reshape(BRIGHTNESS_GROUPS, -1)
        current_noise = np.median(flat[groups], axis=1).astype(np.float64)
        step = (current_noise - self._noise) * min(1.0, passed / NOISE_SECONDS)
        followed = self._noise + np.minimum(step, self._noise * MAX_NOISE_RISE + 0.01)
        self._noise = np.where(self._noise == 0, current_noise, followed)
        # The whole picture's noise rises at once where the camera's gain follows the light.
        noise = np.minimum(np.maximum(current_noise, self._noise), 2 * self._noise + 0.5)
        limits = np.empty_like(flat)
        limits[groups] = np.maximum(MIN_MOTION, NOISE_FACTOR * noise)[:, None]
        return np.asarray((flat > limits).reshape(cells.shape), dtype=np.bool_)

    @classmethod
    def _find_differing_cells(
        cls, a: NDArray[np.float32], b: NDArray[np.float32], limit: float, grid: tuple[int, int]
    ) -> CellMask:
        cells = cls._cell_difference(a, b, grid)
        # In most cells nothing happens but noise, which in a dim room alone may come to the limit.
        return np.asarray(cells > max(limit, NOISE_FACTOR * float(np.median(cells))), dtype=np.bool_)

    @staticmethod
    def _cell_difference(
        a: NDArray[np.float32], b: NDArray[np.float32], grid: tuple[int, int]
    ) -> NDArray[np.float32]:
        """The mean difference of gray values in each cell."""
        # The camera's exposure follows a hand over the table: what changes everywhere alike is no change.
        gain = float(np.median((a[::8, ::8] + 4) / (b[::8, ::8] + 4)))
        difference = cv2.absdiff(a, b if abs(gain - 1) < 0.004 else b * np.float32(gain))
        return np.asarray(cv2.resize(difference, grid, interpolation=cv2.INTER_AREA), dtype=np.float32)

    def _find_arms(self, differing: CellMask) -> CellMask:
        cell = CELL_PX * self._scale
        tags = (
            (x / CELL_PX, y / CELL_PX, not self._moved_after(self._patches[tag]))
            for tag, (x, y) in self._tag_positions.items()
        )
        edge = self._cells_at_table_edge(differing.shape, cell)
        since, moved_at = self._differs_since, self._last_moved_at
        return find_arms(differing, since, moved_at, self._now, self.tile_px / cell, tags, edge)

    def _cells_at_table_edge(self, shape: tuple[int, ...], cell: float) -> CellMask:
        """Worked out once for as long as the table lies there in the picture."""
        known_for = (self.table_outline, shape, cell)
        if self._table_edge[0] != known_for:
            outline = [(x / cell, y / cell) for x, y in self.table_outline]
            self._table_edge = known_for, cells_at_table_edge((shape[0], shape[1]), outline)
        return self._table_edge[1]

    def _moved_at(self, box: tuple[int, int, int, int]) -> float:
        """When anything last moved within these pixels of the small picture, be it noise; seconds."""
        return float(self._last_moved_at[_cells_of(box)].max())

    def _moved_after(self, patch: PlaceLook) -> bool:
        """Whether anything has moved there since the patch was taken."""
        # At rest nothing has moved anywhere, which is known without a look at each of fifty places.
        return patch.time < self.last_motion and patch.time < self._moved_at(patch.box)

    def changed_regions(self) -> list[Rect]:
        """Where to read again: what differs from the quick average, grown by a tile, as few rectangles."""
        return self._regions_around(self.changed_cells)

    def unexplained_regions(self) -> list[Rect]:
        """Where something came to rest a moment ago and is not known yet: no tag was read there, and no tile
        was found gone. Its tag may be read in one of the next pictures."""
        rested = self._now - self._last_moved_at
        lately = (rested >= AT_REST_SECONDS) & (rested < UNEXPLAINED_SECONDS)
        cells = (self._background_differs & ~self.arm_cells & lately).astype(np.uint8)
        if not cells.any():
            return []
        # The rim of a tile that was read is left over, and no tile is so narrow.
        narrow = max(2, round(0.5 * self.tile_px / (CELL_PX * self._scale)))
        wide = cv2.morphologyEx(cells, cv2.MORPH_OPEN, np.ones((narrow, narrow), np.uint8))
        return self._regions_around(wide.astype(np.bool_))

    def _regions_around(self, cells: CellMask) -> list[Rect]:
        """These cells, grown by a tile, as few rectangles."""
        size = CELL_PX * self._scale
        reach = max(1, math.ceil(self.tile_px * 0.6 / size))
        grown = cv2.dilate(cells.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
        found = [tuple(int(v * size) for v in stats[n][:4]) for n in range(1, count)]
        return [(x, y, w + 1, h + 1) for x, y, w, h in found]

    def remember_place(self, tile: str, corners: Iterable[Point]) -> None:
        """The tag with these corners (pixels) was just read: so looks its place with the tile on it."""
        assert self._image is not None
        xs, ys = zip(*((x / self._scale, y / self._scale) for x, y in corners), strict=True)
        high, wide = self._image.shape
        x0, x1 = max(0, int(min(xs)) - 1), min(wide, int(max(xs)) + 2)
        y0, y1 = max(0, int(min(ys)) - 1), min(high, int(max(ys)) + 2)
        if x1 - x0 >= 3 and y1 - y0 >= 3:
            before, position = (
                self._tag_positions.get(tile),
                ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2),
            )
            known, since = self._patches.get(tile), self._now
            # Not after a while unread: what hid the tag then may come again.
            if known is not None and before is not None and known.time >= self._past_images[0][0]:
                since = known.since if math.dist(before, position) < 1.5 else since
            past = next((image for at, image in self._past_images if at >= since), self._image)
            reach = AROUND_TILES * self.tile_px / self._scale
            left, top = max(0, min(x0, int(position[0] - reach))), max(0, min(y0, int(position[1] - reach)))
            right, low = max(x1, int(position[0] + reach) + 1), max(y1, int(position[1] + reach) + 1)
            self._patches[tile] = PlaceLook(
                (x0, y0, x1, y1),
                self._image[y0:y1, x0:x1].copy(),
                self._now,
                self._bright_gray(),
                since,
                (left, top, right, low),
                past[top:low, left:right].copy(),
            )
            self._tag_positions[tile] = position
            self._accept_as_background(*position)
            if before is not None and math.dist(before, position) > self.tile_px / self._scale / 2:
                self._accept_as_background(*before)  # it lay there

    def is_undisturbed(self, tile: str) -> bool:
        """Whether nothing at all has moved since the tile's tag was read."""
        patch = self._patches.get(tile)
        return patch is not None and patch.time > self.last_motion

    def looks_vacant(self, tile: str, x: float, y: float) -> bool:
        """Whether the tile's place, around this pixel, is in plain view, at rest, and looks otherwise than
        when its tag was read. Without a memory of it: whether its tag ought to be readable."""
        assert self._image is not None
        if self.is_undisturbed(tile):
            return False
        patch = self._patches.get(tile)
        if patch is None:
            half = max(2.0, self.tile_px / 4 / self._scale)
            cx, cy = x / self._scale, y / self._scale
            box = (int(cx - half), int(cy - half), int(cx + half) + 1, int(cy + half) + 1)
        else:
            box = patch.box
        x0, y0, x1, y1 = box
        high, wide = self.moving_cells.shape
        if x0 < 0 or y0 < 0 or x1 > wide * CELL_PX or y1 > high * CELL_PX:
            return False  # out of view
        cells, moved = _cells_of(box), self._moved_at(box)
        if patch is not None and moved < patch.time:
            return False  # nothing has moved there since its tag was read
        if self._now - moved < AT_REST_SECONDS or self.arm_cells[cells].any():
            return False
        pixels = self._image[y0:y1, x0:x1]
        if patch is not None and is_hidden_by_light(patch, self._image):
            return False
        return patch is None or not patch.resembles(pixels)

    def _bright_gray(self) -> float:
        """How bright the bright parts of this picture are; worked out once a picture."""
        assert self._image is not None
        if self._table_white[0] != self._now:
            self._table_white = self._now, float(np.percentile(self._image[::8, ::8], 93))
        return self._table_white[1]

    def remembered_at(self, tile: str) -> float | None:
        """When the tile's place was last known to look as with the tile on it; seconds. None: never."""
        patch = self._patches.get(tile)
        return None if patch is None else patch.time

    def moved_near(self, x: float, y: float) -> float:
        """When a hand or a piece last moved within a quarter of a tile of this pixel; seconds. Noise moves a
        cell here and there all the time, after which nobody looks again."""
        half = max(2.0, self.tile_px / 4 / self._scale)
        cx, cy = x / self._scale, y / self._scale
        high, wide = self._last_moved_at.shape
        x0, y0 = (
            min(max(0, int(cx - half)), wide * CELL_PX - 1),
            min(max(0, int(cy - half)), high * CELL_PX - 1),
        )
        box = (x0, y0, max(x0 + 1, int(cx + half) + 1), max(y0 + 1, int(cy + half) + 1))
        return float(self._last_largely_moved_at[_cells_of(box)].max())

    def is_under_arm(self, x: float, y: float) -> bool:
        """Whether an arm is over this pixel."""
        row, column = int(y / self._scale / CELL_PX), int(x / self._scale / CELL_PX)
        high, wide = self.arm_cells.shape
        return 0 <= row < high and 0 <= column < wide and bool(self.arm_cells[row, column])

    def forget_place(self, tile: str) -> None:
        """The tile is gone: how its place looks now is how the table looks."""
        self._patches.pop(tile, None)
        if (position := self._tag_positions.pop(tile, None)) is not None:
            self._accept_as_background(*position)

    def _accept_as_background(self, x: float, y: float) -> None:
        """What is new around this pixel is a tile or the bare table, and no part of an arm. Without this,
        tiles laid side by side at the picture's edge look like an arm until the slow average knows them."""
        assert self._image is not None
        reach = self.tile_px * 0.5 / self._scale
        high, wide = self._image.shape
        x0, x1 = max(0, round(x - reach)), min(wide, round(x + reach) + 1)
        y0, y1 = max(0, round(y - reach)), min(high, round(y + reach) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        box = (x0, y0, x1, y1)
        if (
            self._background_differs[_cells_of(box)].any()
            and self._now - self._moved_at(box) >= AT_REST_SECONDS
        ):
            self._slow_average[y0:y1, x0:x1] = self._image[y0:y1, x0:x1]


def _cells_of(box: tuple[int, int, int, int]) -> tuple[slice, slice]:
    """The rows and columns of the cells that these pixels of the small picture lie in."""
    x0, y0, x1, y1 = box
    return slice(y0 // CELL_PX, (y1 - 1) // CELL_PX + 1), slice(x0 // CELL_PX, (x1 - 1) // CELL_PX + 1)


def _together(cells: CellMask, least: int) -> CellMask:
    """Those of which at least so many lie beside each other."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    enough = stats[:, cv2.CC_STAT_AREA] >= least
    enough[0] = False  # what is none of them
    return np.asarray(enough[labels], dtype=np.bool_)
