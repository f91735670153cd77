"""A table that is drawn instead of filmed: tiles lie on it, and a camera looks at it like at any other.

The picture goes through the same reader and tracker as a webcam's. A table of 600 mm in a picture of 1080
rows has 1.8 px/mm, so that a symbol of 26 mm comes to 2.2 pixels a module: by the measurements that is
enough in good light, and drawn light is good. On real tiles such a symbol would hide half the face.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.games.contract import Player, TablePlan, TileInfo, seat_zone
from companion.vision.camera import Image
from companion.vision.drawing import (
    NAME_MM,
    STICKER_OFFSET,
    Colour,
    face_sprite,
    rgb_of,
    rotated,
    sticker_side,
    table_background,
)
from companion.vision.table_layout import TableLayout, is_inside, layout_of
from companion.vision.table_mapping import Point
from companion.vision.tags import Tag, place_tag

SYMBOL_MM = 26.0
"""The printed symbol on drawn tiles, without its quiet zone."""
SPRITE_SCALE = 2
"""Sprites are drawn this much finer than the picture, then brought down: a camera's pixel averages too."""

SEAT_COLOURS: Mapping[str, Colour] = {
    "blue": (64, 132, 230),
    "green": (70, 170, 90),
    "red": (214, 72, 66),
    "yellow": (222, 190, 60),
    "white": (224, 224, 220),
    "black": (146, 150, 158),
    "purple": (150, 96, 200),
    "orange": (226, 130, 50),
}


SHARED_COLOUR: Colour = (120, 128, 122)
"""The outline of zones that belong to no seat."""


class Pieces(Protocol):
    """What a game knows of its tagged pieces and its table: a part of its `Tracking`."""

    def plan(self, players: int) -> TablePlan: ...

    def tile(self, tile: str) -> TileInfo | None: ...


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the drawn table: its middle in mm, its turn clockwise in degrees."""

    id: str
    face: str
    x_mm: float
    y_mm: float
    angle: float = 0.0


class RenderedTable:
    """Tiles on a drawn table, for any number of threads. Tiles laid later lie above.

    players: names and colours for the seats, or how many. pieces: a game's `tracking`.
    cameras: for how many it is laid out.
    """

    def __init__(
        self,
        players: Sequence[Player] | int,
        pieces: Pieces,
        prefix: str,
        size: tuple[int, int] = (1920, 1080),
        height_mm: float = 600.0,
        symbol_mm: float = SYMBOL_MM,
        cameras: int = 1,
    ) -> None:
        self.size = size
        self.px_per_mm = size[1] / height_mm
        self.symbol_mm = symbol_mm
        self.prefix = prefix
        count = players if isinstance(players, int) else len(players)
        plan = pieces.plan(count)
        self.layout: TableLayout = layout_of(plan, (size[0] / self.px_per_mm, height_mm), cameras)
        self._tile = pieces.tile
        self._lock = threading.Lock()
        self._tiles_by_id: dict[str, LaidTile] = {}
        self._sprites: dict[tuple[str, str, float], Image] = {}
        self._faces: dict[tuple[str, str], Image] = {}
        texts = {n: place_tag(prefix, n).text for n in self.layout.places}
        self._background = table_background(
            self.layout, size, self.px_per_mm, _zone_labels(plan, players), texts, symbol_mm=symbol_mm
        )
        self._picture = self._background.copy()
        self.version = 0
        """Counts the changes of the picture."""

    # --- the hand -----------------------------------------------------------------------------------------

    def put(self, tile: str, face: str, x_mm: float, y_mm: float, angle: float = 0.0) -> None:
        """Lays a tile with its middle at this point; one that lies elsewhere is taken from there.
        Raises ValueError for a tile that the game does not have."""
        if self._tile(tile) is None:
            raise ValueError(f"There is no tile {tile!r:.40} to lay on the table.")
        wide, high = self.layout.size_mm
        laid = LaidTile(tile, face, min(max(x_mm, 0.0), wide), min(max(y_mm, 0.0), high), angle % 360)
        with self._lock:
            before = self._tiles_by_id.pop(tile, None)
            self._tiles_by_id[tile] = laid
            self._draw(*(t for t in (before, laid) if t is not None))

    def put_in(self, zone: str, tile: str, face: str, angle: float = 0.0) -> None:
        """Lays a tile tidily into a zone, where there is room."""
        x, y = self.free_spot(zone, tile)
        self.put(tile, face, x, y, angle)

    def free_spot(self, zone: str, tile: str) -> Point:
        """Where `put_in` would lay it."""
        info = self._tile(tile)
        return self.nearest_free_spot(zone, info.size_mm if info else None, ignored=tile)

    def move(self, tile: str, x_mm: float, y_mm: float) -> None:
        """Moves a tile that lies on the table; another is left alone."""
        laid = self.tiles().get(tile)
        if laid is not None:
            self.put(tile, laid.face, x_mm, y_mm, laid.angle)

    def turn(self, tile: str, face: str | None = None) -> None:
        """Turns a tile over, to `face` or to its next one."""
        laid, info = self.tiles().get(tile), self._tile(tile)
        if laid is None or info is None:
            return
        if face is None:
            face = info.faces[(info.faces.find(laid.face) + 1) % len(info.faces)] if info.faces else ""
        self.put(tile, face, laid.x_mm, laid.y_mm, laid.angle)

    def remove(self, tile: str) -> None:
        with self._lock:
            before = self._tiles_by_id.pop(tile, None)
            if before is not None:
                self._draw(before)

    def clear(self) -> None:
        with self._lock:
            self._tiles_by_id.clear()
            self._picture = self._background.copy()
            self.version += 1

    # --- what lies there ----------------------------------------------------------------------------------

    def tiles(self) -> dict[str, LaidTile]:
        """Every tile on the table by its id, the lowest first."""
        with self._lock:
            return dict(self._tiles_by_id)

    def nearest_free_spot(self, zone: str, size_mm: float | None = None, ignored: str | None = None) -> Point:
        """A point in a zone for the middle of another tile: in rows, from their middle; where there is no
        room left, tiles lie over the edges of others, but never over a sticker while that can be helped.
        ignored: a tile that is about to leave its place. Raises ValueError for no such zone."""
        polygon = self.layout.zones.get(zone)
        if polygon is None:
            raise ValueError(f"There is no zone {zone!r:.40} on this table.")
        usual = self.layout.piece_mm
        size_mm = size_mm or usual
        others = [
            (t.x_mm, t.y_mm, (info.size_mm if (info := self._tile(t.id)) else usual) / 2)
            for t in self.tiles().values()
            if t.id != ignored
        ]
        tag = sticker_side(self.symbol_mm) * 0.75
        places = [(x, y, sticker_side(self.symbol_mm) * 0.6) for x, y in self.layout.places.values()]
        best, most = (0.0, 0.0), -1e9
        for x, y in _candidate_spots(polygon, size_mm, self.layout.size_mm[1]):
            gap = min([_gap_mm(x, y, size_mm / 2, o) for o in others + places], default=1e9)
            if gap >= 1.0:
                return x, y
            if gap > most:
                best, most = (x, y), gap
        # No free place: a finer search for the point that covers least.
        for x, y in _candidate_spots(polygon, size_mm, self.layout.size_mm[1], step=9.0):
            gap = min([_gap_mm(x, y, size_mm / 2, o) for o in others + places], default=1e9)
            if gap > most and gap > tag - size_mm:
                best, most = (x, y), gap
        return best

    # --- the picture --------------------------------------------------------------------------------------

    def picture(self) -> Image:
        """The table from above: height by width by 3 (blue, green, red); the caller's own copy."""
        with self._lock:
            return self._picture.copy()

    def _draw(self, *changed: LaidTile) -> None:
        """Draws anew what lies under and over `changed`; the lock is held."""
        for one in changed:
            x0, y0, x1, y1 = self._box(one)
            self._picture[y0:y1, x0:x1] = self._background[y0:y1, x0:x1]
            for laid in self._tiles_by_id.values():
                bx0, by0, bx1, by1 = self._box(laid)
                left, top, right, low = max(x0, bx0), max(y0, by0), min(x1, bx1), min(y1, by1)
                if left < right and top < low:
                    look = self.sprite(laid)
                    part = look[top - self._top(laid) : low - self._top(laid)]
                    part = part[:, left - self._left(laid) : right - self._left(laid)]
                    _blend(self._picture[top:low, left:right], part)
        self.version += 1

    def _left(self, laid: LaidTile) -> int:
        return round(laid.x_mm * self.px_per_mm - self.sprite(laid).shape[1] / 2)

    def _top(self, laid: LaidTile) -> int:
        return round(laid.y_mm * self.px_per_mm - self.sprite(laid).shape[0] / 2)

    def _box(self, laid: LaidTile) -> tuple[int, int, int, int]:
        side = self.sprite(laid).shape[0]
        x, y = self._left(laid), self._top(laid)
        return max(0, x), max(0, y), min(self.size[0], x + side), min(self.size[1], y + side)

    def sprite(self, laid: LaidTile) -> Image:
        """How a tile looks, laid or carried: a square of blue, green and red, multiplied by opacity, and the
        opacity."""
        key = (laid.id, laid.face, round(laid.angle))
        if key not in self._sprites:
            if len(self._sprites) > 400:
                self._sprites.clear()
            info = self._tile(laid.id)
            assert info is not None  # `put` lets no other in
            if key[:2] not in self._faces:
                text = Tag(self.prefix, laid.id, laid.face).text
                self._faces[key[:2]] = face_sprite(
                    info, laid.face, text, self.px_per_mm * SPRITE_SCALE, self.symbol_mm
                )
            self._sprites[key] = rotated(self._faces[key[:2]], key[2], SPRITE_SCALE)
        return self._sprites[key]


def sticker_middle(laid: LaidTile, info: TileInfo) -> Point:
    """Where the middle of a laid tile's tag is, in mm."""
    turn, down = np.deg2rad(laid.angle), info.size_mm * STICKER_OFFSET
    return float(laid.x_mm - np.sin(turn) * down), float(laid.y_mm + np.cos(turn) * down)


def _blend(below: Image, look: Image) -> None:
    clear = 255 - look[:, :, 3:].astype(np.uint16)
    below[:] = look[:, :, :3] + (below * clear // 255).astype(np.uint8)


def _zone_labels(plan: TablePlan, players: Sequence[Player] | int) -> dict[str, tuple[str, Colour]]:
    """What is written in each zone, and its colour."""
    named: dict[str, tuple[str, Colour]] = {
        zone.name: ("", SHARED_COLOUR) for zone in plan.zones if zone.seat is None
    }
    if isinstance(players, int):
        players = [
            Player(f"Seat {n + 1}", name) for n, name in zip(range(players), SEAT_COLOURS, strict=False)
        ]
    for seat, player in enumerate(players):
        colour = SEAT_COLOURS.get(player.colour) or rgb_of(player.colour)
        named[seat_zone(seat)] = (player.name, colour)
    return named


def _candidate_spots(
    polygon: Sequence[Point], size_mm: float, high_mm: float, step: float | None = None
) -> list[Point]:
    """Points in a zone for a tile's middle, row by row and from the middle of each, clear of the edges and of
    names."""
    step = size_mm + 2 if step is None else step
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    margin = size_mm / 2 + 6
    # A zone that is less high than a tile with its margin still takes tiles along its middle line.
    top = min(ys) + margin + (NAME_MM if min(ys) < 1 else 0)
    low = max(ys) - margin - (NAME_MM if max(ys) > high_mm - 1 else 0)
    rows = np.arange(top, low + 0.01, step)
    if not len(rows):
        rows = np.array([(min(ys) + max(ys)) / 2])
    middle, room = (min(xs) + max(xs)) / 2, max(xs) - min(xs) - 2 * margin
    count = int((room + 0.01) // step) + 1 if room >= 0 else 0
    columns = sorted(
        (middle + (n - (count - 1) / 2) * step for n in range(count)), key=lambda x: (abs(x - middle), x)
    )
    return [(float(x), float(y)) for y in rows for x in columns if is_inside(polygon, float(x), float(y))]


def _gap_mm(x: float, y: float, radius: float, other: tuple[float, float, float]) -> float:
    """Millimetres between the edges of two round tiles; negative where they overlap."""
    return float(np.hypot(x - other[0], y - other[1])) - radius - other[2]
