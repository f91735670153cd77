"""Measures how soon a reader that knows nothing yet reads small tags: printed sticker sheets, photographed.

    python benchmarks/cold_start.py [--game NAME] [--seeds N]

Every sheet of a game's stickers, as the product prints them, is rasterised and lies on a drawn table
(`tests/rigs/photographed_sheets.py`). A new reader gets its pictures one after the other.
"""

from __future__ import annotations

import argparse

from companion.games import load
from companion.vision.reader import Reader
from tests.rigs.drawn_scenes import LIGHTS
from tests.rigs.figures import row
from tests.rigs.photographed_sheets import photographed, sheets

MODULES_PX = (1.25, 1.5, 1.75, 2.0)
PASSES = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="new-frontiers")
    parser.add_argument("--seeds", type=int, default=2)
    args = parser.parse_args()
    pages = sheets(args.game)
    known = set().union(*(texts for _page, texts in pages))
    for light in LIGHTS.values():
        for module in MODULES_PX:
            everything, wrong, read = 0, 0, [0] * PASSES
            for seed in range(args.seeds):
                for number, (page, texts) in enumerate(pages):
                    images = photographed(page, module, 100 * seed + number, PASSES, light)
                    reader, seen = Reader({load(args.game).tag_prefix}, known), set[str]()
                    for n, image in enumerate(images):
                        seen |= {s.tag.text for s in reader.read(image)}
                        read[n] += len(seen & texts)
                    everything, wrong = everything + len(texts), wrong + len(seen - texts)
            cells = {f"after_{n}": f"{100 * count / everything:.1f} %" for n, count in enumerate(read, 1)}
            row(
                f"{light.name} light, {module:g} pixels a module",
                tags=str(everything),
                **cells,
                wrong=str(wrong),
            )


if __name__ == "__main__":
    main()
