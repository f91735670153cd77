"""Measures how well tiles without stickers are recognized by their print, on drawn tiles of several styles.

    python benchmarks/tile_looks.py [--styles 1] [--first 0 ...] [--tables 2] [--kept FILE] [--sort test]

Each style draws its own box (`printed_tiles`). The companion's own code cuts nine tenths of its tiles out of
tagged photos of a dozen tiles; the box does not know the others. Then tables are photographed with 34 tiles
without and 6 with stickers, at any angle; some of those without have cubes on them or are partly covered.
`shared` draws another box for each style, in which 15 tiles at a time share one picture and differ only in
their figures. --sort: any other word gives other styles; the settings were tuned on those of "tune".
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import cv2
import numpy as np

from benchmarks.box_learning import BOOK, GAME, printed_fields
from companion.scan import doubts
from companion.scan.reading import LookReaders, read_photo
from companion.vision.cut_outs import cut_outs
from companion.vision.learnt_faces import LearntFace, TileFace, learn_face
from companion.vision.reader import Reader
from companion.vision.tile_looks import TileLookReader
from tests.rigs.figures import row
from tests.rigs.printed_tiles import PX_PER_MM, Style, photo, style, tile_picture

TILES_PER_PHOTO, BARE_TILES, TAGGED_TILES, COLUMNS = 12, 34, 6, 8
TABLE_PX_PER_MM = (2.0, 2.5, 3.0, 4.0, 5.0)
"""Resolutions of the photos of tables, used in rotation."""
STEP_MM, EDGE_MM = 72.0, 20.0
"""Spacing and margin with which `photo` lays out tiles of 58 mm."""
SHARED_KINDS, SHARED_TILES, SHARED_BARE = 4, 15, 12
KNOWN_SHARE = 0.9
Faces = Mapping[str, np.ndarray]
"""Printed faces by tag ("W07B")."""


def own_art(look: Style) -> dict[str, np.ndarray]:
    """The faces of all 58 mm tiles of a copy."""
    faces = {}
    for tile in BOOK.to_verify():
        if tile.type in ("world", "development"):
            fields = printed_fields(tile, Random(f"{look.name} {tile.id}"))
            faces[f"{tile.id}{'B' if tile.type == 'world' else 'A'}"] = tile_picture(look, tile.type, fields)
    return faces


def shared_art(look: Style) -> dict[str, np.ndarray]:
    """The faces of worlds; in each group of 15, only the figures differ."""
    rng = Random(f"shared {look.name}")
    worlds = [tile for tile in BOOK.to_verify() if tile.type == "world"]
    faces = {}
    for kind in range(SHARED_KINDS):
        fields = printed_fields(worlds[kind * SHARED_TILES], rng) | {"id": f"{look.name} shared {kind}"}
        for gone in ("defense", "bonus"):
            fields.pop(gone, None)
        figures = rng.sample([(cost, vp) for cost in range(8) for vp in range(7)], SHARED_TILES)
        for tile, (cost, vp) in zip(worlds[kind * SHARED_TILES :], figures, strict=False):
            faces[f"{tile.id}B"] = tile_picture(look, "world", fields | {"cost": cost, "vp": vp})
    return faces


def learn_faces(faces: Faces, known: Sequence[str], rng: Random) -> list[LearntFace]:
    """What the companion learns from tagged photos of these tiles."""
    found = []
    for first in range(0, len(known), TILES_PER_PHOTO):
        page = [(f"{GAME.tag_prefix}:{tag}", faces[tag]) for tag in known[first : first + TILES_PER_PHOTO]]
        seen, _laid = photo(page, rng)
        tags = [
            (s, info)
            for s in Reader({GAME.tag_prefix}).read_thoroughly(seen)
            if (info := GAME.tracking.tile(s.tag.tile)) is not None
        ]
        for cut in cut_outs(seen, tags):
            jpeg = cv2.imencode(".jpg", cut.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
            picture = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
            info = GAME.tracking.tile(cut.tag[:-1])
            hidden = tuple(s.corners for s in Reader({GAME.tag_prefix}).read_thoroughly(picture))
            face = TileFace(cut.tag, cut.tag, picture, info.size_mm, info.round, sticker_outlines(hidden))
            try:
                found.append(learn_face(face))
            except ValueError:
                continue
    return found


def sticker_outlines(tags: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    outlines = []
    for corners in tags:
        x, y = (sum(values) / 4 for values in zip(*corners, strict=True))
        outlines.append(tuple((x + (a - x) * 1.25, y + (b - y) * 1.25) for a, b in corners))
    return tuple(outlines)


def with_cover(face: np.ndarray, cover: str, rng: Random) -> np.ndarray:
    """The face with `cover` on it: "cubes", "part" (an edge over it), or any other word for nothing."""
    laid = face.copy()
    side = laid.shape[0]
    if cover == "cubes":
        for _ in range(rng.randint(1, 3)):
            square = cv2.boxPoints(
                (
                    (rng.uniform(0.2, 0.8) * side, rng.uniform(0.2, 0.8) * side),
                    (10 * PX_PER_MM, 10 * PX_PER_MM),
                    rng.uniform(0, 90),
                )
            )
            colour = tuple(rng.randint(20, 230) for _ in range(3))
            middle = square.mean(axis=0)
            shown = laid[:, :, :3].copy()
            cv2.fillPoly(shown, [square.round().astype(np.int32)], colour)
            inner = (middle + (square - middle) * 0.7).round().astype(np.int32)
            cv2.fillPoly(shown, [inner], tuple(min(255, c + 25) for c in colour))
            laid[:, :, :3] = shown
    elif cover == "part":
        # An object with a straight edge covers a fifth to a half of the face, from any side.
        depth, turn = rng.uniform(0.2, 0.5), rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[-0.5 : 0.5 : side * 1j, -0.5 : 0.5 : side * 1j]
        over = x * np.cos(turn) + y * np.sin(turn) > 0.5 - depth
        ground = np.array([rng.randint(60, 200) for _ in range(3)])
        grain = np.random.default_rng(rng.randrange(1 << 30)).normal(0, 8, (side // 12, side // 12))
        look = np.clip(ground + cv2.resize(grain, (side, side))[:, :, None], 0, 255)
        laid[over, :3] = look[over].astype(np.uint8)
    return laid


def measure_tables(name: str, sort: str, faces: Faces, count: int) -> Iterator[dict[str, Any]]:
    """A line for each bare tile, and one for each table."""
    rng = Random(f"{name} {sort}")
    order = rng.sample(sorted(faces), len(faces))
    known = order if sort == "shared" else order[: round(KNOWN_SHARE * len(order))]
    reader = TileLookReader(learn_faces(faces, known, rng))
    for number in range(count):
        bare = rng.sample(order, SHARED_BARE if sort == "shared" else BARE_TILES)
        tagged = rng.sample([tag for tag in known if tag not in bare], TAGGED_TILES)
        places = rng.sample([*bare, *tagged], len(bare) + len(tagged))
        covers = {tag: rng.choices(("nothing", "cubes", "part"), (4, 4, 2))[0] for tag in bare}
        fine = TABLE_PX_PER_MM[(number + int(name.split()[-1]) * count) % len(TABLE_PX_PER_MM)]
        laid = [
            (
                f"{GAME.tag_prefix}:{tag}" if tag in tagged else "",
                with_cover(faces[tag], covers.get(tag, ""), rng),
            )
            for tag in places
        ]
        wide = round((COLUMNS * STEP_MM + EDGE_MM) * fine)
        seen, where = photo(laid, rng, columns=COLUMNS, wide_px=wide, turn=180.0, tilt=24.0)
        read = read_photo(seen, GAME)
        begun, work = perf_counter(), process_time()
        after = LookReaders(tiles=reader).add(seen, read, GAME)
        times = {"seconds": perf_counter() - begun, "processor_seconds": process_time() - work}
        proposed = [doubt for doubt in after.doubts if doubt.kind == doubts.LOOKS]
        about = {"style": name, "sort": sort, "table": number, "px_per_mm": fine}
        yield about | {"kind": "table", "tags": len(read.found), **times}
        answered = set()
        for tag, there in zip(places, where, strict=True):
            here = [n for n, it in enumerate(proposed) if dist(there.middle, _middle(it)) < 20 * fine]
            answered.update(here)
            named = [proposed[n].tiles[0] for n in here]
            if tag in bare:
                sort_of = "none" if not named else "right" if named == [tag[:-1]] else "wrong"
                line = {"kind": "bare", "known": tag in known, "cover": covers[tag], "answer": sort_of}
                yield about | line
            elif named:
                yield about | {"kind": "bare", "known": True, "cover": "tagged", "answer": "wrong"}
        for _ in range(len(proposed) - len(answered)):
            yield about | {"kind": "bare", "known": False, "cover": "no tile", "answer": "wrong"}


def _middle(doubt: Any) -> tuple[float, float]:
    corners = doubt.outline
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def counts_row(what: str, lines: Sequence[Mapping[str, Any]]) -> None:
    counts = Counter(line["answer"] for line in lines)
    known, right = sum(line["known"] for line in lines), counts["right"]
    row(
        what,
        proposed_right=f"{right} of {known} ({100 * right / known:.0f} %)" if known else "-",
        wrong=str(counts["wrong"]),
        none=str(counts["none"]),
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--styles", type=int, default=1)
    parser.add_argument("--first", type=int, nargs="+", default=[0], help="numbers of first styles")
    parser.add_argument("--tables", type=int, default=2, help="tables a style")
    parser.add_argument("--kept", type=Path, help="a file with a line a tile, where a run goes on")
    parser.add_argument("--sort", default="test", help="any word: other styles")
    args = parser.parse_args()
    lines = (
        [json.loads(line) for line in args.kept.read_text().splitlines()]
        if args.kept and args.kept.exists()
        else []
    )
    done = {(line["style"], line["sort"]) for line in lines}
    for name in (f"{args.sort} {n}" for first in args.first for n in range(first, first + args.styles)):
        for sort, art in (("own", own_art), ("shared", shared_art)):
            if (name, sort) in done:
                continue
            new = list(measure_tables(name, sort, art(style(name)), args.tables if sort == "own" else 1))
            lines += new
            if args.kept:
                with args.kept.open("a") as file:
                    file.writelines(json.dumps(line) + "\n" for line in new)
    styles = "" if args.sort == "test" else f", styles {args.sort}"
    bare = [line for line in lines if line["kind"] == "bare"]
    own = [line for line in bare if line["sort"] == "own"]
    counts_row(f"in the box{styles}", [line for line in own if line["known"]])
    for cover in sorted({line["cover"] for line in own}):
        counts_row(f"covered by: {cover}{styles}", [line for line in own if line["cover"] == cover])
    for fine in TABLE_PX_PER_MM:
        counts_row(
            f"at {fine} pixels a millimetre{styles}", [line for line in own if line["px_per_mm"] == fine]
        )
    counts_row(f"not in the box{styles}", [line for line in own if not line["known"]])
    counts_row(
        f"of a deck that differs in figures alone{styles}", [it for it in bare if it["sort"] == "shared"]
    )
    photos = [line for line in lines if line["kind"] == "table" and line["sort"] == "own"]
    seconds = [line["processor_seconds"] for line in photos]
    row(
        f"processor seconds a photo, mean; most{styles}",
        proposed_right=f"{np.mean(seconds):.2f}; {max(seconds):.2f}",
    )


if __name__ == "__main__":
    main()
