"""Measures how well tiles without stickers are told by their look while people play.

    python benchmarks/looks_in_play.py [--styles 6] [--first 0] [--tables 2] [--known 36]
                                       [--light typical lamp hard] [--tilt 25] [--width 1920]

Each style draws its own box (`printed_tiles`); of 40 of its worlds the companion knows `--known`, learnt from
a picture of each, turned as it lay. On a drawn table under a webcam hung askew, tilted by up to `--tilt`
degrees (a lens that bends, a patterned cloth, lamps' images, as in `mounted`), 16 worlds without stickers lie
at rest, any way round. The camera's whole path is measured, from its pictures to what the tracker takes for
certain. Right: the tile that lies there, within a centimetre. Wrong: any other.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from random import Random
from time import process_time

import numpy as np

from benchmarks.box_learning import BOOK, GAME, printed_fields
from companion.vision.camera import Frame
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.looks_in_play import LooksInPlay
from companion.vision.tile_looks import TileLookReader
from tests.rigs.bare_tiles import BareTable, Faces, learnt
from tests.rigs.figures import row
from tests.rigs.mounted import FLAT_SCALE, MountedWebcam, random_mount
from tests.rigs.printed_tiles import style, tile_picture
from tests.rigs.webcam import LIGHTS, LightConditions

LIGHTS["lamp"] = LightConditions(0.7, 3.5, 185, (0.62, 0.86, 1.0), 0.03, 0.02, 0.4, 75)
"""A yellow lamp in the evening, between the two of the acted games."""
WORLDS, LAID = 40, 16
COLUMNS_MM, ROWS_MM = (110.0, 225.0, 340.0, 455.0, 620.0, 735.0, 850.0, 950.0), (120.0, 470.0)
"""Where the tiles lie, on no border, give or take some mm."""
PICTURES, PER_SECOND = 45, 15
"""Pictures that a table is watched for, and how many come in a second."""
NEAR_MM = 10.0


def box(name: str) -> tuple[Faces, list[str]]:
    """The colony faces of a style's worlds, and their tags in a random order."""
    look, rng = style(name), Random(name)
    worlds = rng.sample([tile for tile in BOOK.to_verify() if tile.type == "world"], WORLDS)
    faces = {
        f"{tile.id}B": tile_picture(look, "world", printed_fields(tile, Random(f"{name} {tile.id}")))
        for tile in worlds
    }
    return faces, rng.sample(sorted(faces), len(faces))


def lay(table: BareTable, tags: list[str], rng: Random) -> dict[str, tuple[float, float]]:
    where = {}
    for n, tag in enumerate(tags):
        x = COLUMNS_MM[n % len(COLUMNS_MM)] + rng.uniform(-15, 15)
        y = ROWS_MM[n // len(COLUMNS_MM)] + rng.uniform(-40, 40)
        table.put(tag[:-1], tag[-1], x, y, rng.uniform(0, 360))
        where[tag] = (x, y)
    return where


def watch(
    reader: TileLookReader,
    view: CameraPipeline,
    webcam: MountedWebcam,
    pictures: int = PICTURES,
    per_second: int = PER_SECOND,
) -> float:
    """The camera watches the table for a while; gives the processor seconds that telling by looks took."""
    looks, spent = LooksInPlay(lambda: reader), 0.0
    for n in range(pictures):
        image = webcam.snap({})
        view.process(image, n / per_second)
        begun = process_time()
        looks.update(Frame(image, n, n / per_second), view)
        looks.wait()
        spent += process_time() - begun
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--tables", type=int, default=2, help="tables a style and light")
    parser.add_argument("--known", type=int, default=36, help="worlds of 40 that are learnt")
    parser.add_argument("--light", nargs="+", default=list(LIGHTS), choices=list(LIGHTS))
    parser.add_argument("--tilt", type=float, default=25.0)
    parser.add_argument("--width", type=int, default=1920, help="of the camera's picture, pixels")
    args = parser.parse_args()
    counts = {light: Counter[str]() for light in args.light}
    seconds = []
    size = (args.width, args.width * 9 // 16)
    flat = (round(size[0] * FLAT_SCALE), round(size[1] * FLAT_SCALE))
    for number in range(args.first, args.first + args.styles):
        rng = Random(f"in play {number}")
        faces, order = box(f"play {number}")
        known = set(order[: args.known])
        reader = TileLookReader(learnt(faces, sorted(known), rng))
        for n in range(args.tables):
            for light in args.light:
                table = BareTable(3, GAME.tracking, "NF", faces, flat)
                seed = 1000 * number + n
                # A cloth is laid first: it takes away what lies there.
                webcam = MountedWebcam(table, light, seed, random_mount(seed, args.tilt), size)
                where = lay(table, rng.sample(order, LAID), rng)
                view = CameraPipeline(table.layout, "NF", GAME.tracking.tiles())
                seconds.append(watch(reader, view, webcam))
                for tile, steady in view.tracker.steady.items():
                    at = where.get(tile + steady.face)
                    right = at is not None and math.dist(at, (steady.x_mm, steady.y_mm)) < NEAR_MM
                    counts[light]["right" if right else "wrong"] += 1
                counts[light]["known"] += len(known & set(where))
                counts[light]["unknown"] += len(set(where) - known)
        print(f"  style {number}: {counts}", flush=True)
    about = f"{args.width} px, tilt to {args.tilt:g} degrees, {args.known} of {WORLDS} learnt"
    for light, count in counts.items():
        share = 100 * count["right"] / max(1, count["known"])
        row(
            f"{light} light, {args.styles} styles, {about}",
            certain_and_right=f"{count['right']} of {count['known']} ({share:.0f} %)",
            wrong=str(count["wrong"]),
            not_learnt=str(count["unknown"]),
        )
    row(
        f"processor seconds a table at rest, mean; most, {about}",
        certain_and_right=f"{np.mean(seconds):.2f}; {max(seconds):.2f}",
    )


if __name__ == "__main__":
    main()
