"""Measures how often the kind of a good on a tile is recognized by its colour, by light, on drawn tables
under the simulated webcam.

    python benchmarks/goods.py [--tables 12]

Half of the tiles that may hold a good have one: a cube of 8 to 10 mm in a colour near the game's, anywhere on
the face except on the tag. The faces' ground is dark, or the kind's own colour (as in the demo), which almost
hides a cube. Also measured: cubes seen where there is none, on the busy art of the accuracy scenes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import cv2
import numpy as np

from companion import games
from companion.games.contract import TileInfo, seat_zone
from companion.vision.camera import Image
from companion.vision.drawing import rgb_of
from companion.vision.goods import GoodsColours, GoodsGuess, guess_good
from companion.vision.goods_seen import colours_by_kind
from companion.vision.reader import Reader
from companion.vision.rendered import LaidTile, RenderedTable, sticker_middle
from companion.vision.tags import all_tags
from tests.rigs import drawn_scenes
from tests.rigs.figures import row
from tests.rigs.webcam import LIGHTS, Webcam

GAME = games.load("new-frontiers")
COLOURS = GoodsColours.from_hex(colours_by_kind(GAME))
CAMERAS = {"1080p, 20 mm tags": ((1920, 1080), 20.0), "4K, 16 mm tags": ((3840, 2160), 16.0)}
DARK_GROUND = ("#2b3040", "#2b3040")
"""The colours of both faces of a tile that is not in its kind's colour."""
MAX_COLOUR_OFFSET = 14
"""Of a cube from the game's colour, in levels of red, green and blue each."""


class TableWithGoods(RenderedTable):
    """A drawn table with cubes on its tiles. pieces: by tile x and y in mm, the side in mm, the turn in
    degrees and the colour (blue, green, red)."""

    pieces: dict[str, tuple[float, float, float, float, tuple[int, int, int]]] = {}  # noqa: RUF012

    def picture(self) -> Image:
        image = super().picture()
        scale = self.px_per_mm
        for x, y, side, turn, colour in self.pieces.values():
            for off, shade in ((3.0, 0.35), (1.2, 0.72), (0.0, 1.12)):  # shadow, side, upper face
                box = cv2.boxPoints((((x + off) * scale, (y + off) * scale), (side * scale,) * 2, turn))
                tone = tuple(min(255, round(c * shade)) for c in colour)
                cv2.fillPoly(image, [box.round().astype(np.int32)], tone, cv2.LINE_AA)
        return image


class GroundedTiles:
    """The game's plan and tiles. own: their ground has the kind's colour; else it is dark."""

    plan = staticmethod(GAME.tracking.plan)

    def __init__(self, own: bool) -> None:
        self._own = own

    def tile(self, tile: str) -> TileInfo | None:
        info = GAME.tracking.tile(tile)
        return info if self._own or info is None else replace(info, colour=DARK_GROUND)


def table_with_goods(
    seed: int, size: tuple[int, int], symbol_mm: float, own: bool
) -> tuple[TableWithGoods, dict[str, str | None]]:
    """A table for three, and the good on each of its tiles that may hold one; None: no good."""
    random = Random(seed)
    table = TableWithGoods(3, GroundedTiles(own), GAME.tag_prefix, size=size, symbol_mm=symbol_mm)
    table.pieces = {}
    holding = [
        (info, face)
        for info in GAME.tracking.tiles()
        for face in info.faces
        if info.round and (part := GAME.untracked.part(info.id, face)) is not None and part.goods
    ]
    truth: dict[str, str | None] = {}
    for n, (info, face) in enumerate(random.sample(holding, 24)):
        if info.id in truth:
            continue
        table.put_in(seat_zone(n % 3), info.id, face, random.uniform(0, 360))
        part, laid = GAME.untracked.part(info.id, face), table.tiles()[info.id]
        assert part is not None
        truth[info.id] = None
        if random.random() < 0.5:
            kind, colour = random.choice(part.goods)
            truth[info.id] = kind
            table.pieces[info.id] = _random_piece(random, laid, info, symbol_mm, colour)
    return table, truth


def _random_piece(
    random: Random, laid: LaidTile, info: TileInfo, symbol_mm: float, colour: str
) -> tuple[float, float, float, float, tuple[int, int, int]]:
    side = random.uniform(8, 10)
    tag = sticker_middle(laid, info)
    while True:
        x, y = (random.uniform(-1, 1) * (info.size_mm / 2 - side * 0.75) for _ in range(2))
        apart = np.hypot(laid.x_mm + x - tag[0], laid.y_mm + y - tag[1])
        if np.hypot(x, y) < info.size_mm / 2 - side * 0.75 and apart > symbol_mm * 0.75 + side * 0.75:
            break
    red, green, blue = (
        min(255, max(0, c + random.randint(-MAX_COLOUR_OFFSET, MAX_COLOUR_OFFSET))) for c in rgb_of(colour)
    )
    return laid.x_mm + x, laid.y_mm + y, side, random.uniform(0, 90), (blue, green, red)


def guess_outcome(truth: str | None, guess: GoodsGuess) -> str:
    if truth is None:
        return "seen where none is" if guess.likely else "rightly none"
    return "right" if guess.likely and guess.kind == truth else "another kind" if guess.likely else "not seen"


def count_on_tiles(
    light: str, size: tuple[int, int], symbol_mm: float, tables: int, own: bool
) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in range(tables):
        table, truth = table_with_goods(seed, size, symbol_mm, own)
        image = Webcam(table, light, seed).snap({})
        reader = Reader(
            {GAME.tag_prefix}, all_tags(GAME.tag_prefix, GAME.tracking.tiles(), table.layout.places)
        )
        for _ in range(12):
            found = reader.read(image)
        for s in found:
            part, info = GAME.untracked.part(s.tag.tile, s.tag.face), GroundedTiles(own).tile(s.tag.tile)
            if s.tag.tile in truth and part is not None and info is not None:
                ground = info.colour[max(info.faces.find(s.tag.face), 0)]
                corners, allowed = s.corners, dict(part.goods)
                guess = guess_good(image, corners, symbol_mm, COLOURS, info.size_mm, allowed, ground)
                counts[guess_outcome(truth[s.tag.tile], guess)] += 1
    return counts


def count_on_art(light: drawn_scenes.Light, tables: int) -> Counter[str]:
    """Guesses on busy art without any piece, with one allowed kind per tile, as on most worlds."""
    counts: Counter[str] = Counter()
    names = list(COLOURS.colours)
    for seed in range(tables):
        proof = drawn_scenes.prove(light, 2.5, 300 + seed)
        reader = Reader({"NF"}, [t.text for t in proof.tags])
        for _ in range(3):
            found = reader.read(proof.images[0])
        for n, s in enumerate(found):
            guess = guess_good(proof.images[0], s.corners, 16.0, COLOURS, 58.0, [names[n % len(names)]])
            counts[guess_outcome(None, guess)] += 1
    return counts


def format_shares(counts: Counter[str], *outcomes: str) -> str:
    whole = max(1, sum(counts[name] for name in outcomes))
    return ", ".join(f"{name} {counts[name]} ({100 * counts[name] / whole:.1f} %)" for name in outcomes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    tables = parser.parse_args().tables
    for (camera, (size, symbol_mm)), own, light in product(CAMERAS.items(), (False, True), LIGHTS):
        counts = count_on_tiles(light, size, symbol_mm, tables, own)
        row(
            f"{camera}, {light} light, {'ground of its own colour' if own else 'dark ground'}",
            with_a_good=format_shares(counts, "right", "another kind", "not seen"),
            without=format_shares(counts, "rightly none", "seen where none is"),
        )
    for name, lit in drawn_scenes.LIGHTS.items():
        counts = count_on_art(lit, tables)
        row(
            f"busy art without a good, {name} light",
            without=format_shares(counts, "rightly none", "seen where none is"),
        )


if __name__ == "__main__":
    main()
