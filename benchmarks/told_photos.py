"""Measures what the form that asks what a tile says proposes from a photo of it alone, without a sticker.

    python benchmarks/told_photos.py [--sort test] [--styles 6] [--tiles 6] [--many]

Each style draws its own box (`printed_tiles`) of which the companion knows nothing. A tile lies alone on a
table and is photographed by hand. Counted are the facts of the form: right, wrong, and left empty though
something is printed; and the touches of the form, by hand alone and after a photo, which costs three itself
(the button, the shutter, "use it"): one for each fact that is chosen, one more for each line of a power,
two to put a wrong one right.

--many: seven worlds in one photo (up to 18 degrees), and eight developments, each by the name read on it.
A photo is five touches (also the page and "Done"), a name that is not read right one, a tile's likely values
one, and what stays empty as many as by hand; by hand a name is two.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import dist
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from box_learning import BOOK, GAME, printed_facts, printed_fields, said_of

from companion.games.contract.box_proposals import LIKELY_THRESHOLD, SURE_THRESHOLD
from companion.games.contract.told import Said, Told
from companion.games.new_frontiers.tiles.known import nothing_told
from companion.vision import lone_piece, ocr
from tests.rigs.figures import row
from tests.rigs.printed_tiles import photo, style, tile_picture

ASKED = {
    "world": ("price", "colonists", "kind", "vp", "keywords", "powers"),
    "development": ("price", "vp", "keywords", "powers"),
}
"""What a tile's form asks that people can read off its face at once."""
PHOTO_TOUCHES, TYPED, MENDED = 3, 2, 2
PAGE_TOUCHES, NAMED = 5, 2


def read_tile(name: str, tile: Any) -> tuple[dict[str, Said], Told]:
    """What is printed on the tile in this copy, and what is proposed."""
    rng = Random(f"{name} {tile.id}")
    fields = printed_fields(tile, rng)
    face = tile_picture(style(name), tile.type, fields)
    seen, _laid = photo([("", face)], rng, columns=1, stickers=False, wide_px=2000, tilt=8, turn=6)
    printed = printed_facts(tile, fields)
    info = GAME.tracking.tile(tile.id)
    found = lone_piece.cut_outs(seen, float(info.size_mm), info.round)
    if len(found) != 1:
        return printed, Told((), later=True)
    face = lone_piece.read(lone_piece.straightened(found[0].picture), float(info.size_mm))
    return printed, Told(GAME.box.told_by_photo(tile.id, face), later=True)


def many(sort: str, styles: int) -> None:
    seconds: list[float] = []
    for type, count in (("world", 7), ("development", 8)):
        found, names, by_hand, by_photo, tiles = Counter[str](), 0, 0, 0, 0
        for number in range(styles):
            name = f"{sort} {number}"
            rng = Random(f"many {name} {type}")
            some = rng.sample([tile for tile in BOOK.to_verify() if tile.type == type], count)
            fields = {tile.id: printed_fields(tile, rng) for tile in some}
            faces = [("", tile_picture(style(name), type, fields[tile.id])) for tile in some]
            seen, laid = photo(faces, rng, stickers=False)
            begun = process_time()
            cuts = lone_piece.cut_outs(seen, 58.0, round=type == "world")
            by_photo += PAGE_TOUCHES
            for tile, at in zip(some, laid, strict=True):
                printed = printed_facts(tile, fields[tile.id])
                hand = {key: len(said) * (TYPED if key == "powers" else 1) for key, said in printed.items()}
                hand = {key: hand.get(key, 0) for key in ASKED[type]} | {"name": NAMED}
                by_hand += sum(hand.values())
                near = [cut for cut in cuts if dist((cut.x, cut.y), at.middle) < cut.across / 2]
                found["found"] += len(near)
                if not near:
                    by_photo += sum(hand.values())
                    continue
                face = lone_piece.read(lone_piece.straightened(near[0].picture), 58.0)
                agreed = False
                for one in BOOK.proposals(nothing_told(BOOK.pieces()[tile.id]), face):
                    real = {key: printed[key] for key in one.keys if key in printed}
                    right = bool(one.choices) and said_of(one.choices[0]) == real
                    if one.keys == ("name",):
                        shown = right and one.sure >= LIKELY_THRESHOLD
                        names, by_photo = names + shown, by_photo + (not shown)
                    elif one.sure >= SURE_THRESHOLD or (right and one.sure >= LIKELY_THRESHOLD):
                        agreed = agreed or one.sure < SURE_THRESHOLD
                        found["right" if right else "wrong"] += 1
                        by_photo += 0 if right else MENDED
                        if not right:
                            print(f"    {name} {tile.id}: {real} read {one.choices[:1]}", flush=True)
                    else:
                        found["empty"] += 1
                        by_photo += sum(hand.get(key, 0) for key in one.keys)
                by_photo += agreed
            tiles += count
            seconds.append((process_time() - begun) / count)
        row(
            f"{count} {type}s a photo: tiles found; names right, of {tiles}",
            right=str(found["right"]),
            wrong=str(found["wrong"]),
            empty=str(found["empty"]),
            figure=f"{found['found']}; {names}",
        )
        row(
            f"touches a {type} by hand; by a photo of {count}",
            figure=f"{by_hand / tiles:.1f}; {by_photo / tiles:.1f}",
        )
    row("processor seconds a tile", figure=f"{mean(seconds):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sort", default="test")
    parser.add_argument("--styles", type=int, default=6)
    parser.add_argument("--tiles", type=int, default=6, help="of each style, a third of them developments")
    parser.add_argument("--many", action="store_true")
    args = parser.parse_args()
    if not ocr.installed():
        print("no OCR engine is installed: pip install table-companion[ocr]")
        return
    if args.many:
        many(args.sort, args.styles)
        return
    by_type: dict[str, list[Any]] = {}
    for tile in BOOK.to_verify():
        by_type.setdefault(tile.type, []).append(tile)
    found: dict[str, Counter[str]] = {}
    by_hand: list[int] = []
    with_photo: list[int] = []
    seconds: list[float] = []
    for number in range(args.styles):
        name = f"{args.sort} {number}"
        rng = Random(f"photos {name}")
        developments = args.tiles // 3
        tiles = rng.sample(by_type["world"], args.tiles - developments)
        for tile in (*tiles, *rng.sample(by_type["development"], developments)):
            begun = process_time()
            printed, read = read_tile(name, tile)
            seconds.append(process_time() - begun)
            hand, mended = 0, 0
            for key in ASKED[tile.type]:
                said, proposed = printed.get(key, ()), read.of(tile.id, key)
                touches = len(said) * (TYPED if key == "powers" else 1)
                hand += touches
                if {*said} == {*proposed}:
                    how = "right" if said else ""
                elif proposed:
                    how = "wrong"
                    mended += MENDED * len({*said} ^ {*proposed})
                    print(
                        f"    {name} {tile.id} {key}: {', '.join(said)} read {', '.join(proposed)}",
                        flush=True,
                    )
                else:
                    how = "empty"
                    mended += touches
                if how:
                    found.setdefault(key, Counter())[how] += 1
            by_hand.append(hand)
            with_photo.append(PHOTO_TOUCHES + mended + 1)
    for key, counts in found.items():
        row(key, right=str(counts["right"]), wrong=str(counts["wrong"]), empty=str(counts["empty"]))
    every = sum(found.values(), Counter[str]())
    row("all", right=str(every["right"]), wrong=str(every["wrong"]), empty=str(every["empty"]))
    row("touches a tile by hand; after a photo", figure=f"{mean(by_hand):.1f}; {mean(with_photo):.1f}")
    row("processor seconds a photo", figure=f"{mean(seconds):.1f}")


if __name__ == "__main__":
    main()
