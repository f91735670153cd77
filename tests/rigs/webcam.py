"""A drawn table as a 1080p webcam sends it: colour, MJPEG, noise, rolling shutter, motion blur.

Encoding and decoding a whole JPEG takes longer than the tag reader's work. JPEG blocks of 16 pixels are
independent, so only changed blocks are encoded: a few pictures of the still table are cached, each with its
own noise and phase of the lamp's flicker, and only the parts around arms are redrawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.vision.camera import Image
from companion.vision.rendered import LaidTile, RenderedTable

JPEG_BLOCK_PX = 16
"""Side of a JPEG block, with colour at half the resolution."""
STILL_PICTURES = 6
"""Cached pictures of the still table that differ in noise and flicker; a random one is sent."""
SKIN_BGR, SHADOW_BRIGHTNESS = (118, 148, 196), 0.82
"""An arm's colour, and the part of the light that is left in its shadow."""
SHADOW_OFFSET_MM, ARM_WIDTH_MM, HAND_HALF_AXES_MM = 9.0, 75.0, (45.0, 38.0)
HAND_REDRAW_RADIUS_MM = 66.0
SMEAR_STEP_PX, MAX_SMEAR_STEPS = 9.0, 10
"""Motion blur is drawn in steps of this length, and in at most this many."""
NOISE_MARGIN_PX = 64
"""By how much the field of noise is larger than the picture, which gets a random part of it."""

Point = tuple[float, float]
Part = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class HandPosition:
    """A hand over the table, and the tile that it carries, which is not among the table's tiles."""

    x_mm: float
    y_mm: float
    tile: LaidTile | None = None


@dataclass(frozen=True, slots=True)
class LightConditions:
    """A light and the webcam's settings in it. blur: sigma of the lens in pixels. noise: standard deviation
    of gray values. level: gray value of white, of 255. tint: factors of blue, green and red. flicker:
    amplitude of the light from row to row. hunting: amplitude of the exposure while an arm is in the picture.
    open: the part of the frame time in which the shutter is open: motion is blurred over this part of the
    path. jpeg: quality."""

    blur: float
    noise: float
    level: int
    tint: tuple[float, float, float]
    flicker: float
    hunting: float
    open: float
    jpeg: int


LIGHTS = {
    "typical": LightConditions(0.5, 2.5, 235, (0.94, 0.98, 1.0), 0.02, 0.01, 0.25, 80),
    "hard": LightConditions(1.0, 5.0, 125, (0.74, 0.9, 1.0), 0.04, 0.025, 0.5, 70),
}
"""A decent webcam in a lit room: a 60th of a second at 15 pictures; a dim cafe, out of focus: a 30th."""


@dataclass(slots=True)
class _StillPicture:
    """A cached picture of the still table. lamp: light by pixel; stale: the parts that are out of date."""

    lamp: Image
    image: Image
    stale: list[Part] = field(default_factory=list)


class Webcam:
    """The pictures that a webcam sends of a drawn table in a light of `LIGHTS`. The clock is the caller's."""

    def __init__(self, table: RenderedTable, light: str, seed: int) -> None:
        self.table, self.light = table, LIGHTS[light]
        self._random = np.random.default_rng(seed)
        self._hands: Mapping[int, HandPosition] = {}
        self._pictures = 0
        self._render_first()

    def _render_first(self) -> None:
        table = self.table
        wide, high = table.size
        self._noise_added, self._noise_removed = self._noise_field(
            wide + NOISE_MARGIN_PX, high + NOISE_MARGIN_PX
        )
        self._plain = table.picture()
        self._soft = self._blurred(self._plain, np.s_[0:high, 0:wide])
        self._laid: Mapping[str, LaidTile] = table.tiles()
        self._version = table.version
        self._stills = [
            _StillPicture(self._light_field(n / STILL_PICTURES), self._plain) for n in range(STILL_PICTURES)
        ]
        for kept in self._stills:
            kept.image = self._as_received(self._soft, np.s_[0:high, 0:wide], kept.lamp)

    def snap(self, hands: Mapping[int, HandPosition]) -> Image:
        """The next picture, with these hands, by number. The caller must not change it."""
        self._redraw_changes()
        self._pictures += 1
        before, self._hands = self._hands, dict(hands)
        kept = self._stills[int(self._random.integers(STILL_PICTURES))]
        for part in _merged_parts(kept.stale):
            kept.image[part] = self._as_received(self._soft[part], part, kept.lamp)
        kept.stale.clear()
        if not hands:
            return kept.image
        gain = 1 + self.light.hunting * float(np.sin(self._pictures / 3))
        image = np.asarray(cv2.convertScaleAbs(kept.image, alpha=gain), dtype=np.uint8)
        overs = list(hands.values())
        ways = [self._hand_path(over, before.get(number)) for number, over in hands.items()]
        for part in _merged_parts(
            [self._hand_part(way, over) for way, over in zip(ways, overs, strict=True)]
        ):
            wider = self._with_border(part)
            sharp = self._with_hands(wider, ways, overs)
            image[part] = self._as_received(self._blurred(sharp, part, wider), part, kept.lamp, gain)
        return image

    def _redraw_changes(self) -> None:
        """Redraws the parts of the table that have changed."""
        if self.table.version == self._version:
            return
        laid, picture = self.table.tiles(), self.table.picture()
        changed = [t for t in laid.keys() | self._laid.keys() if laid.get(t) != self._laid.get(t)]
        scale, reach = self.table.px_per_mm, 60 * self.table.px_per_mm
        for spot in (each[t] for each in (laid, self._laid) for t in changed if t in each):
            x, y = spot.x_mm * scale, spot.y_mm * scale
            part = self._whole_blocks(x - reach, y - reach, x + reach, y + reach)
            self._plain[part] = picture[part]
            self._soft[part] = self._blurred(
                self._plain[self._with_border(part)], part, self._with_border(part)
            )
            for kept in self._stills:
                kept.stale.append(part)
        self._laid, self._version = laid, self.table.version

    # --- lens, light, sensor, JPEG

    def _noise_field(self, wide: int, high: int) -> tuple[Image, Image]:
        """A field of noise as (added, subtracted), partly the same in all colours, as after demosaicing."""
        grain = self._random.standard_normal((high, wide, 3), dtype=np.float32)
        grain += 0.75 * self._random.standard_normal((high, wide, 1), dtype=np.float32)
        grain = (grain * self.light.noise).round()
        return np.clip(grain, 0, 255).astype(np.uint8), np.clip(-grain, 0, 255).astype(np.uint8)

    def _light_field(self, phase: float) -> Image:
        """The light by pixel: weaker to the left, flickering from row to row because of the rolling
        shutter."""
        wide, high = self.table.size
        tint = np.array(self.light.tint, np.float32)
        across = np.linspace(0.75, 1.0, wide, dtype=np.float32)[None, :, None] * self.light.level * tint
        turns = np.arange(high, dtype=np.float32)[:, None, None] / np.float32(high * 0.23) + np.float32(phase)
        down = 1 + self.light.flicker * np.sin(2 * np.float32(np.pi) * turns)
        return (across * down).astype(np.uint8)  # white stays below 255 at its brightest

    def _blurred(self, sharp: Image, part: Part, wider: Part | None = None) -> Image:
        """A part, blurred by the lens. sharp: the picture of `wider`, the part with a border."""
        soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), self.light.blur), dtype=np.uint8)
        if wider is None:
            return soft
        top, left = part[0].start - wider[0].start, part[1].start - wider[1].start
        return soft[top : top + part[0].stop - part[0].start, left : left + part[1].stop - part[1].start]

    def _as_received(self, soft: Image, part: Part, lamp: Image, gain: float = 1.0) -> Image:
        """A part as the webcam sends it: lit, with noise, through JPEG."""
        lit = cv2.multiply(soft, lamp[part], scale=gain / 255)
        y, x = self._random.integers(0, NOISE_MARGIN_PX, 2)
        where = np.s_[y : y + lit.shape[0], x : x + lit.shape[1]]
        noisy = cv2.subtract(cv2.add(lit, self._noise_added[where]), self._noise_removed[where])
        _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self.light.jpeg])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)

    # --- hands

    def _hand_path(self, over: HandPosition, before: HandPosition | None) -> list[Point]:
        """Positions of a hand, in pixels, while the shutter is open; a new hand comes from the edge."""
        scale = self.table.px_per_mm
        x, y = over.x_mm * scale, over.y_mm * scale
        bx, by = (before.x_mm * scale, before.y_mm * scale) if before else self._arm_entry((x, y))
        dx, dy = (bx - x) * self.light.open, (by - y) * self.light.open
        steps = min(MAX_SMEAR_STEPS, 1 + round(float(np.hypot(dx, dy)) / SMEAR_STEP_PX))
        return [(x + dx * n / steps, y + dy * n / steps) for n in range(steps)]

    def _arm_entry(self, at: Point) -> Point:
        """Where the arm of a hand enters: from the nearer long side."""
        wide, high = self.table.size
        return at[0] * 0.8 + wide * 0.1, -50.0 if at[1] < high / 2 else high + 50.0

    def _hand_part(self, way: Sequence[Point], over: HandPosition) -> Part:
        """The part that must be redrawn for a hand."""
        points = [p for at in way for p in (at, self._arm_entry(at))]
        (left, top), (right, low) = np.min(points, axis=0), np.max(points, axis=0)
        reach = HAND_REDRAW_RADIUS_MM * self.table.px_per_mm
        if (tile := over.tile) is not None:
            off = max(abs(tile.x_mm - over.x_mm), abs(tile.y_mm - over.y_mm))
            reach = max(reach, off * self.table.px_per_mm + self.table.sprite(tile).shape[0] / 2)
        return self._whole_blocks(left - reach, top - reach, right + reach, low + reach)

    def _whole_blocks(self, left: float, top: float, right: float, low: float) -> Part:
        """The whole JPEG blocks that a rectangle touches."""
        wide, high = self.table.size
        x0, y0 = (
            max(0, int(left) // JPEG_BLOCK_PX * JPEG_BLOCK_PX),
            max(0, int(top) // JPEG_BLOCK_PX * JPEG_BLOCK_PX),
        )
        x1, y1 = (
            -(-int(right) // JPEG_BLOCK_PX) * JPEG_BLOCK_PX,
            -(-int(low) // JPEG_BLOCK_PX) * JPEG_BLOCK_PX,
        )
        return np.s_[y0 : min(high, y1), x0 : min(wide, x1)]

    def _with_border(self, part: Part) -> Part:
        wide, high = self.table.size
        (top, low), (left, right) = ((s.start, s.stop) for s in part)
        return np.s_[max(0, top - 5) : min(high, low + 5), max(0, left - 5) : min(wide, right + 5)]

    def _with_hands(
        self, part: Part, ways: Sequence[Sequence[Point]], hands: Sequence[HandPosition]
    ) -> Image:
        """A part of the sharp picture with arms, their shadows and carried tiles, with motion blur."""
        sharp = self._plain[part].copy()
        for way in ways:
            shadow = self._arm_coverage(part, way, SHADOW_OFFSET_MM * self.table.px_per_mm)
            sharp = _uncovered(sharp, cv2.convertScaleAbs(shadow, alpha=1 - SHADOW_BRIGHTNESS))
        for way, over in zip(ways, hands, strict=True):
            if over.tile is not None:
                self._draw_carried_tile(sharp, part, way, over, over.tile)
        for way in ways:
            cover = self._arm_coverage(part, way)
            skin = cv2.merge([cv2.convertScaleAbs(cover, alpha=value / 255) for value in SKIN_BGR])
            sharp = np.asarray(cv2.add(_uncovered(sharp, cover), skin), dtype=np.uint8)
        return sharp

    def _arm_coverage(self, part: Part, way: Sequence[Point], off: float = 0.0) -> Image:
        """The part of the exposure, of 255, in which an arm (or its shadow, at distance `off`) covers each
        pixel."""
        scale = self.table.px_per_mm
        axes = (int(HAND_HALF_AXES_MM[0] * scale), int(HAND_HALF_AXES_MM[1] * scale))
        total = np.zeros((part[0].stop - part[0].start, part[1].stop - part[1].start), np.uint16)
        for at in way:
            mask = np.zeros(total.shape, np.uint8)
            (x, y), (ex, ey) = (
                (int(px + off - part[1].start), int(py + off - part[0].start))
                for px, py in (at, self._arm_entry(at))
            )
            cv2.line(mask, (x, y), (ex, ey), 255, int(ARM_WIDTH_MM * scale))
            cv2.ellipse(mask, (x, y), axes, 0, 0, 360, 255, -1)
            total += mask
        return np.asarray(total // len(way), dtype=np.uint8)

    def _draw_carried_tile(
        self, sharp: Image, part: Part, way: Sequence[Point], over: HandPosition, tile: LaidTile
    ) -> None:
        """Draws a carried tile, which moves with the hand."""
        scale = self.table.px_per_mm
        look = self.table.sprite(tile)
        side = look.shape[0]
        dx, dy = (tile.x_mm - over.x_mm) * scale - side / 2, (tile.y_mm - over.y_mm) * scale - side / 2
        spots = [(round(x + dx - part[1].start), round(y + dy - part[0].start)) for x, y in way]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        box = (max(y for _, y in spots) - top + side, max(x for x, _ in spots) - left + side, 4)
        total = np.zeros(box, np.uint16)
        for x, y in spots:
            total[y - top : y - top + side, x - left : x - left + side] += look
        whole = (total // len(spots)).astype(np.uint8)
        y0, x0 = max(0, top), max(0, left)
        y1, x1 = min(sharp.shape[0], top + box[0]), min(sharp.shape[1], left + box[1])
        if y0 < y1 and x0 < x1:
            seen = whole[y0 - top : y1 - top, x0 - left : x1 - left]
            cover = np.ascontiguousarray(seen[:, :, 3])
            sharp[y0:y1, x0:x1] = cv2.add(_uncovered(sharp[y0:y1, x0:x1], cover), seen[:, :, :3].copy())


def _uncovered(picture: Image, cover: Image) -> Image:
    """The picture, darkened by `cover`, the covered part of each pixel, of 255."""
    left = cv2.bitwise_not(cover)
    return np.asarray(cv2.multiply(picture, cv2.merge([left, left, left]), scale=1 / 255), dtype=np.uint8)


def _merged_parts(parts: Sequence[Part]) -> list[Part]:
    """The parts, with overlapping ones merged into one rectangle."""
    joined: list[Part] = []
    for part in parts:
        while True:
            other = next(
                (
                    p
                    for p in joined
                    if all(a.start < b.stop and b.start < a.stop for a, b in zip(part, p, strict=True))
                ),
                None,
            )
            if other is None:
                break
            joined.remove(other)
            part = tuple(
                slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(part, other, strict=True)
            )
        joined.append(part)
    return joined
