"""Measures what the form that asks what a tile says proposes from a photo of it alone, without a sticker.

    python benchmarks/told_photos.py [--sort test] [--styles 6] [--tiles 6]

Each style draws its own box (`printed_tiles`) of which the companion knows nothing. A tile lies alone on a
table and is photographed by hand. Counted are the facts of the form: right, wrong, and left empty though
something is printed; and the touches of the form, by hand alone and after a photo, which costs three itself
(the button, the shutter, "use it"): one for each fact that is chosen, one more for each line of a power, two
to put a wrong one right.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import mean
from time import process_time
from typing import Any

from box_learning import BOOK, GAME, printed_facts, printed_fields

from companion.games.contract.told import Said, Told
from companion.vision import lone_piece, ocr
from tests.rigs.figures import row
from tests.rigs.printed_tiles import photo, style, tile_picture

ASKED = {
    "world": ("price", "colonists", "kind", "vp", "keywords", "powers"),
    "development": ("price", "vp", "keywords", "powers"),
}
"""What a tile's form asks that people can read off its face at once."""
PHOTO_TOUCHES, TYPED, MENDED = 3, 2, 2


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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sort", default="test")
    parser.add_argument("--styles", type=int, default=6)
    parser.add_argument("--tiles", type=int, default=6, help="of each style, a third of them developments")
    args = parser.parse_args()
    if not ocr.installed():
        print("no OCR engine is installed: pip install table-companion[ocr]")
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
