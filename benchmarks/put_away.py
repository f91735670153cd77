"""Measures putting away: tagged pieces of a game in drawn photos of their tray, three of them hidden.

python benchmarks/put_away.py [--seeds N]. All that is missing must be named, and nothing else. What the first
photos do not show is photographed once more, as the page asks for.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import games
from companion.games.contract import NoTracking
from companion.vision.reader import Reader
from companion.vision.sent_photos import open_photo
from tests.rigs.figures import row
from tests.rigs.trays import DAY, UNSTEADY, tray_photos

HIDDEN = 3


def tiles_of(tag: str) -> set[str]:
    """The tile of a tag's text ("NF:W07A"), with the face and without."""
    tile = tag.partition(":")[2]
    return {tile, tile[:-1]}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=20)
    seeds = asked.parse_args().seeds
    for name in games.names():
        game = games.load(name)
        if isinstance(game.tracking, NoTracking):
            continue
        pieces = [piece for part in game.contents() for piece in part.pieces]
        reader = Reader({game.tag_prefix})
        for light in (DAY, UNSTEADY):
            named = others = photos = unread = 0
            seconds = 0.0
            for seed in range(seeds):
                random = Random(seed)
                hidden = {piece.id for piece in random.sample(pieces, HIDDEN)}
                tags = [
                    f"{game.tag_prefix}:{tag}{random.choice(game.tracking.tile(tag).faces or [''])}"
                    for piece in pieces
                    if piece.id not in hidden
                    for tag in [random.choice(piece.tags)]
                ]
                seen: set[str] = set()
                for again in range(2):
                    left = [tag for tag in tags if not seen.intersection(tiles_of(tag))]
                    unread += len(left) if again else 0
                    for data in tray_photos(seed + again * seeds, left, light) if left else ():
                        began = process_time()
                        seen |= {it.tag.tile for it in reader.read_thoroughly(open_photo(data))}
                        seconds += process_time() - began
                        photos += 1
                missing = {piece.id for piece in pieces if not seen.intersection(piece.tags)}
                named += len(missing & hidden)
                others += len(missing - hidden)
            row(
                f"{game.title}, {len(pieces)} pieces, {seeds} seeds, {light.name}",
                hidden_named=f"{named} of {HIDDEN * seeds}",
                named_though_there=str(others),
                photographed_twice=f"{unread} of {(len(pieces) - HIDDEN) * seeds}",
                processor_a_photo=f"{seconds / photos:.2f} s",
            )


if __name__ == "__main__":
    main()
