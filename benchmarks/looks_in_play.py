"""Measures how well tiles without stickers are recognized in players' areas while people play.

    python benchmarks/looks_in_play.py [--styles 6] [--first 0] [--tables 2] [--light typical hard]

Each style draws its own box (`printed_tiles`), nine tenths of which the companion knows by the cut-outs that
its own code makes of tagged photos. On a drawn table under the webcam of the acted games (1080p, 1.8 pixels a
millimetre) 14 worlds without stickers lie in the areas of three players, as they come to rest there: any way
round, with nothing on them. Right: reported in the area where it lies.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import process_time

import cv2
import numpy as np

from benchmarks.box_learning import GAME
from benchmarks.tile_looks import KNOWN_SHARE, Faces, learn_faces, own_art
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.looks_in_play import plane_of, spots_of
from companion.vision.rendered import RenderedTable
from companion.vision.tile_looks import TileLookReader
from tests.rigs.figures import row
from tests.rigs.printed_tiles import style
from tests.rigs.webcam import LIGHTS, Webcam

SIZE_MM = 58.0
COLUMNS_MM, ROWS_MM = (110.0, 225.0, 340.0, 455.0, 620.0, 735.0, 850.0), (132.0, 469.0)
"""Where the tiles lie, in the areas above and below the middle and on no border, give or take some mm."""
PICTURES = 8
"""Pictures that the camera has taken before it looks."""


def lay(table: RenderedTable, tags: list[str], faces: Faces, rng: Random) -> dict[str, str]:
    """Lays these tiles out, without stickers, and tells in which area each lies."""
    picture, where = table.picture().copy(), {}
    side = round(SIZE_MM * table.px_per_mm)
    for n, tag in enumerate(tags):
        x = COLUMNS_MM[n % len(COLUMNS_MM)] + rng.uniform(-20, 20)
        y = ROWS_MM[n // len(COLUMNS_MM)] + rng.uniform(-40, 40)
        rgba = cv2.resize(faces[tag], (side, side), interpolation=cv2.INTER_AREA)
        way = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), rng.uniform(0, 360), 1)
        way[:, 2] += (rng.random(), rng.random())
        rgba = cv2.warpAffine(rgba, way, (side + 1, side + 1)).astype(np.float32)
        left, top = round(x * table.px_per_mm - side / 2), round(y * table.px_per_mm - side / 2)
        there = picture[top : top + side + 1, left : left + side + 1]
        opaque = rgba[:, :, 3:] / 255
        there[:] = (rgba[:, :, :3] * opaque + there * (1 - opaque)).astype(np.uint8)
        where[tag] = table.layout.zone_at(x, y) or ""
    table.picture = lambda: picture  # type: ignore[method-assign]
    return where


def look(reader: TileLookReader, table: RenderedTable, light: str, seed: int) -> tuple[dict[str, str], float]:
    """The areas in which tiles are reported, and the processor seconds that it took."""
    webcam, view = Webcam(table, light, seed), CameraPipeline(table.layout, "NF", GAME.tracking.tiles())
    for n in range(PICTURES):
        image = webcam.snap({})
        view.process(image, n / 15)
    began = process_time()
    seen = reader.read(image, [s.corners for _at, s in view.sightings.values()], plane_of(view.mapping))
    spots = spots_of(seen, view.mapping, "NF")
    return {tile + spot.face: spot.zone for tile, spot in spots.items()}, process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--tables", type=int, default=2, help="tables a style and light")
    parser.add_argument("--light", nargs="+", default=list(LIGHTS), choices=list(LIGHTS))
    args = parser.parse_args()
    counts = {light: Counter[str]() for light in args.light}
    seconds = []
    for number in range(args.first, args.first + args.styles):
        rng = Random(f"play {number}")
        faces = {tag: face for tag, face in own_art(style(f"play {number}")).items() if tag[0] == "W"}
        order = rng.sample(sorted(faces), len(faces))
        known = set(order[: round(KNOWN_SHARE * len(order))])
        reader = TileLookReader(learn_faces(faces, sorted(known), rng))
        for n in range(args.tables):
            for light in args.light:
                table = RenderedTable(3, GAME.tracking, "NF")
                where = lay(table, rng.sample(order, len(COLUMNS_MM) * len(ROWS_MM)), faces, rng)
                told, took = look(reader, table, light, n)
                seconds.append(took)
                right = sum(told.get(tag) == zone for tag, zone in where.items())
                counts[light] += Counter(
                    right=right,
                    wrong=len(told) - right,
                    known=len(known & set(where)),
                    unknown=len(set(where) - known),
                )
        print(f"  style {number}: {counts}", flush=True)
    for light, count in counts.items():
        share = 100 * count["right"] / count["known"]
        row(
            f"{light} light, {args.styles} styles",
            reported_right=f"{count['right']} of {count['known']} ({share:.0f} %)",
            wrong=str(count["wrong"]),
            not_in_the_box=str(count["unknown"]),
        )
    row("processor seconds a look, mean; most", reported_right=f"{np.mean(seconds):.2f}; {max(seconds):.2f}")


if __name__ == "__main__":
    main()
