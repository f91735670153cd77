"""Measures how often each sort of reading of a photographed tile is right, on drawn tiles of many styles.

    python scripts/fit_box_trust.py [--styles 12]

Writes companion/games/new_frontiers/tiles/data/reading_trust.toml: for each sort the number of right readings
and of all readings. The styles are those of `benchmarks/box_learning.py --fit`; the benchmark's test styles
have other lettering and are not among them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from benchmarks.box_learning import GAME, CopiedTile, printed_facts, read_dozen
from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.tiles.proposals import readings
from companion.games.new_frontiers.tiles.reading_trust import MEASURED_FILE

HEAD = """\
# How many readings of each sort were right, and how many there were: drawn tiles of {styles} styles, a photo
# of a dozen each. Made by scripts/fit_box_trust.py; not to be changed by hand.
[readings]
"""


def counted(copies: Iterable[CopiedTile]) -> dict[str, tuple[int, int]]:
    right, every = Counter[str](), Counter[str]()
    for tile, printed, face in copies:
        if face is None:
            continue
        real = printed_facts(tile, printed)
        for keys, (choices, sort) in readings(catalogue(), catalogue()[tile.id], face):
            if sort:
                every[sort] += 1
                right[sort] += bool(choices) and choices[0] == {key: real[key] for key in keys if key in real}
    return {sort: (right[sort], every[sort]) for sort in sorted(every)}


def write(found: dict[str, tuple[int, int]], styles: int) -> None:
    rows = [f'"{sort}" = [{right}, {every}]\n' for sort, (right, every) in found.items()]
    MEASURED_FILE.write_text(HEAD.format(styles=styles) + "".join(rows), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=12)
    asked = parser.parse_args()
    print(f"{GAME.title}: {asked.styles} styles")
    write(counted(copy for n in range(asked.styles) for copy in read_dozen(f"fit {n}", n)), asked.styles)


if __name__ == "__main__":
    main()
