"""Measures over very many places whether a tile without a sticker is ever taken for another in play.

    python benchmarks/looks_many.py --kept FILE [--tables 372] [--first 0] [--wide-every 6]
                                    [--wrong FOLDER] [--twins]

As `looks_in_play`: drawn tables under a webcam hung askew by up to 25 degrees, in three lights, at 1080p or,
in every sixth style, 4K, through the camera's whole path. A table has 54 of the 60 worlds, close together,
either face up; 48 are learnt. Those not learnt are drawn by lot in one style, and in the next they are those
that look most like a learnt one. Each style has six tables. To be cheap, a table is watched for 2.4 seconds
at five pictures a second: the means that are looked at are of fewer pictures and have more noise.

--kept: a file with a line a table, where a run goes on with the next style; the figures are of all its
lines. --wrong: where the picture of each table with a wrong one is put. --twins: counter-check, which must
find wrong ones: a world that is not learnt has the face of a learnt one, but for its cost and its VP.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.box_learning import BOOK, GAME, printed_fields
from benchmarks.looks_in_play import NEAR_MM, watch
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.learnt_faces import LearntFace
from companion.vision.tile_looks import TileLookReader
from tests.rigs.bare_tiles import BareTable, learnt, world_faces
from tests.rigs.figures import row
from tests.rigs.mounted import FLAT_SCALE, MountedWebcam, random_mount
from tests.rigs.printed_tiles import style, tile_picture
from tests.rigs.webcam import LIGHTS

NOT_LEARNT, LAID, TABLES, TILT = 12, 54, 6, 25.0
COLUMNS_MM, ROWS_MM = np.linspace(62, 1004, 14), np.linspace(84, 516, 7)
"""Where tiles may lie: a finger's breadth apart at least, however they are turned."""
JITTER_MM = 4.0
SAME_TILE_MM = 29.0
"""Half a tile: what is named from farther away is another one's place."""
PICTURES, PER_SECOND = 12, 5
KEYS = ("right", "off", "wrong", "known", "unknown")
WORLDS = [tile for tile in BOOK.to_verify() if tile.type == "world"]


def measured(number: int, wide: bool, twins: bool, wrong: Path | None) -> Iterator[dict[str, Any]]:
    """A line for each table of a style."""
    name, rng = f"many {number}", Random(f"many {number}")
    fields = {tile.id: printed_fields(tile, Random(f"{name} {tile.id}")) for tile in WORLDS}
    look = style(name)
    faces = world_faces(look, fields)
    looks = learnt(faces, sorted(faces), rng)
    sort = "twins" if twins else "alike" if number % 2 else "by lot"
    unknown = set(_most_alike(looks) if sort == "alike" else rng.sample(sorted(fields), NOT_LEARNT))
    if twins:
        known = sorted(set(fields) - unknown)
        for world in sorted(unknown):
            printed = fields[rng.choice(known)]
            cost, vp = (rng.choice([n for n in range(8) if n != printed.get(of)]) for of in ("cost", "vp"))
            printed = {k: v for k, v in printed.items() if k != "defense"} | {"cost": cost, "vp": vp}
            faces[f"{world}B"] = tile_picture(look, "world", printed)
    reader = TileLookReader([face for face in looks if face.face.tag[:-1] not in unknown])
    size = (3840, 2160) if wide else (1920, 1080)
    flat = (round(size[0] * FLAT_SCALE), round(size[1] * FLAT_SCALE))
    for n in range(TABLES):
        light = list(LIGHTS)[n % len(LIGHTS)]
        table = BareTable(3, GAME.tracking, "NF", faces, flat)
        seed = 1000 * number + n
        webcam = MountedWebcam(table, light, seed, random_mount(seed, TILT), size)
        where = _lay(table, rng.sample(sorted(fields), LAID), rng, twins)
        view = CameraPipeline(table.layout, "NF", GAME.tracking.tiles())
        watch(reader, view, webcam, PICTURES, PER_SECOND)
        answers = Counter[str]()
        for tile, steady in view.tracker.steady.items():
            face, x, y = where.get(tile, ("", 0.0, 0.0))
            off = math.dist((x, y), (steady.x_mm, steady.y_mm))
            named = face == steady.face and off < SAME_TILE_MM
            answer = "right" if named and off < NEAR_MM else "off" if named else "wrong"
            answers[answer] += 1
            if answer != "right":
                print(f"  {answer}: {name}, table {n}, {tile}{steady.face} by {off:.0f} mm", flush=True)
        if answers["wrong"] and wrong is not None:
            cv2.imwrite(str(wrong / f"{number}-{n}.jpg"), webcam.snap({}))
        yield {
            "style": number,
            "sort": sort,
            "table": n,
            "light": light,
            "wide": size[0],
            "known": len(where.keys() - unknown),
            "unknown": len(where.keys() & unknown),
            **answers,
        }


def _most_alike(looks: Sequence[LearntFace]) -> list[str]:
    """Worlds of which a face looks most like one of another world, which is not among them."""
    rows = np.stack([cv2.GaussianBlur(face.pattern, (0, 0), 1.0)[::2, ::2].ravel() for face in looks])
    rows = rows - rows.mean(axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    alike = rows @ rows.T
    worlds = [face.face.tag[:-1] for face in looks]
    chosen: list[str] = []
    kept: set[str] = set()
    for one, other in np.column_stack(np.unravel_index(np.argsort(-alike, axis=None), alike.shape)).tolist():
        a, b = worlds[one], worlds[other]
        if a != b and a not in kept and a not in chosen and b not in chosen and len(chosen) < NOT_LEARNT:
            chosen.append(a)
            kept.add(b)
    return chosen


def _lay(
    table: BareTable, worlds: Sequence[str], rng: Random, colony_up: bool
) -> dict[str, tuple[str, float, float]]:
    """Lays them. colony_up: with their B face. Gives face and place of each."""
    where = {}
    spots = rng.sample([(x, y) for x in COLUMNS_MM for y in ROWS_MM], len(worlds))
    for world, spot in zip(worlds, spots, strict=True):
        x, y = (float(value) + rng.uniform(-JITTER_MM, JITTER_MM) for value in spot)
        face = "B" if colony_up else rng.choice("AB")
        table.put(world, face, x, y, rng.uniform(0, 360))
        where[world] = (face, x, y)
    return where


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=372, help="tables of all runs, of 54 places each")
    parser.add_argument("--minutes", type=float, default=600, help="after which no further style is begun")
    parser.add_argument("--first", type=int, default=0, help="number of the first style")
    parser.add_argument("--wide-every", type=int, default=6, help="how often a style is seen in 4K")
    parser.add_argument("--wrong", type=Path)
    parser.add_argument("--twins", action="store_true")
    args = parser.parse_args()
    lines = [json.loads(line) for line in args.kept.read_text().splitlines()] if args.kept.exists() else []
    cv2.setNumThreads(1)
    number = args.first
    begun = time.monotonic()
    while len(lines) < args.tables and time.monotonic() - begun < 60 * args.minutes:
        if any(line["style"] == number for line in lines):
            number += 1
            continue
        wide = number % args.wide_every == args.wide_every - 1
        for line in measured(number, wide, args.twins, args.wrong):
            lines.append(line)
            with args.kept.open("a") as file:
                file.write(json.dumps(line) + "\n")
        count = {key: sum(line.get(key, 0) for line in lines) for key in KEYS}
        print(f"  to style {number}: {count}", flush=True)
        number += 1
    styles = len({line["style"] for line in lines})
    for what, of in (
        *((f"{light} light", [it for it in lines if it["light"] == light]) for light in LIGHTS),
        *((f"{wide} px", [it for it in lines if it["wide"] == wide]) for wide in (1920, 3840)),
        *(
            (f"not learnt: {sort}", [it for it in lines if it["sort"] == sort])
            for sort in ("by lot", "alike", "twins")
        ),
        (f"all, {styles} styles", lines),
    ):
        if of:
            count = {key: sum(line.get(key, 0) for line in of) for key in KEYS}
            share = 100 * count["right"] / count["known"]
            row(
                what,
                places=f"{count['known'] + count['unknown']:,}",
                certain_and_right=f"{count['right']:,} of {count['known']:,} ({share:.1f} %)",
                wrong=str(count["wrong"]),
                right_but_a_centimetre_off=str(count["off"]),
                not_learnt=f"{count['unknown']:,}",
            )


if __name__ == "__main__":
    main()
