"""Reads photographs of real tableaus by the names printed on the cards; no card's picture is learnt.

    python benchmarks/real_tableaux.py FOLDER [--game race-for-the-galaxy]

Without FOLDER it only says what it needs, with status 1. Beside each photograph lies a text file of the same
name with the cards that it shows, a line each. Nothing is downloaded, and no photograph belongs in this
repository. What has been measured: the three tableaus of `test/assets` in github.com/vila/rftgscore, the
cards as its `test/test_card_detector.cc` names them. A card of an expansion is none of the box: it must get
no name.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from companion import games
from companion.games.contract import untracked_of
from companion.scan.learnt_looks import looks_of
from companion.scan.reading import LookReaders, read_sent_photo
from companion.vision.camera import PHOTO_ENDINGS
from companion.vision.printed_names import NameReader, letters_of
from tests.rigs.figures import milliseconds, row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--game", default="race-for-the-galaxy")
    args = parser.parse_args()
    if not args.folder:
        print("Not run: it needs a folder of photographs of tableaus.")
        return 1
    game = games.load(args.game)
    looks = looks_of(game)
    if looks is None or looks.title is None:
        print(f"Not run: nothing says where the cards of {args.game} have their names.")
        return 1
    readers = LookReaders(by_name=NameReader(looks, looks.title))
    known, name = {letters_of(front.name) for front in looks.fronts}, untracked_of(game).final().name
    for file in sorted(Path(args.folder).iterdir()):
        if file.suffix.lower() not in PHOTO_ENDINGS:
            continue
        shown = [
            letters_of(line) for line in file.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
        ]
        began = time.process_time()
        found = read_sent_photo(file.read_bytes(), game, readers)[0].found
        took = time.process_time() - began
        named = {letters_of(name(card.id)): card.sure for card in found}
        right = [card for card in shown if card in named]
        row(
            file.name,
            of_the_box=str(sum(card in known for card in shown)),
            of_expansions=str(sum(card not in known for card in shown)),
            named=str(sum(named[card] for card in right)),
            asked=str(sum(not named[card] for card in right)),
            wrong=str(len(set(named) - set(shown))),
            processor_time=milliseconds(took * 1000),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
