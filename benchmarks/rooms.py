"""Measures how tags are read in rooms and by cameras that do one thing to a picture each: sixteen effects
(`tests/rigs/rooms.py`) or, with --more, twelve others (`tests/rigs/more_rooms.py`), beside zxing-cpp on the
same pictures.

    python benchmarks/rooms.py [--more] [--seeds N] [--first SEED] [--effects WORD ...]

One picture is read by a reader that has seen it twice before, as a camera's has. A tag is burnt where a
lamp's image hides 5 % of it or more, half hidden where something lies on 5 to 60 % of it, small below 1.6
pixels a module, else in the clear. zxing-cpp gets the picture sharpened and doubled.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from companion.vision.preparation import gray, sharpened_doubled
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from companion.vision.tag_decoder import decode_tags
from tests.rigs.figures import row
from tests.rigs.more_rooms import MORE_EFFECTS
from tests.rigs.rooms import EFFECTS, Room, RoomTag, room

KNOWN_TAGS = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]
KNOWN_TAGS += [f"NF:D{n}A" for n in range(1, 57)] + [f"NF:H{n}{face}" for n in range(1, 9) for face in "AB"]
KINDS = ("in the clear", "small", "half hidden", "burnt")
SMALL_MODULE, MIN_HIDDEN, MAX_HIDDEN, MIN_BURNT = 1.6, 0.05, 0.6, 0.05


def kind_of(tag: RoomTag) -> str | None:
    """None: too little of it is to be seen to count."""
    if tag.hidden > MAX_HIDDEN or tag.burnt > MAX_HIDDEN:
        return None
    if tag.burnt >= MIN_BURNT:
        return "burnt"
    if tag.hidden >= MIN_HIDDEN:
        return "half hidden"
    return "small" if tag.module < SMALL_MODULE else "in the clear"


def judge(shown: Room, found: list[Sighting]) -> tuple[Counter[str], int]:
    """How many of each kind were read where they lie, and how many names are wrong: of a tag that is known to
    lie elsewhere."""
    near = {
        tag.text
        for tag in shown.tags
        for s in found
        if s.tag.text == tag.text and np.hypot(s.x - tag.x, s.y - tag.y) < 10.5 * tag.module
    }
    truths = {tag.text for tag in shown.tags}
    read = Counter(kind for tag in shown.tags if tag.text in near and (kind := kind_of(tag)))
    return read, sum(s.tag.text in truths and s.tag.text not in near for s in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument(
        "--effects", nargs="*", default=[], help="only those whose name has one of these words"
    )
    parser.add_argument("--more", action="store_true")
    args = parser.parse_args()
    effects, begin = (MORE_EFFECTS, len(EFFECTS)) if args.more else (EFFECTS, 0)
    for number, (words, effect) in enumerate(effects.items(), begin):
        if args.effects and not any(word in words for word in args.effects):
            continue
        there, ours, theirs = Counter[str](), Counter[str](), Counter[str]()
        wrong = [0, 0]
        for seed in range(args.first, args.first + args.seeds):
            # Every fourth picture has small tags.
            module = (1.35, 1.8, 2.2, 2.8)[seed % 4]
            shown = room(effect, module, 1000 * number + seed)
            there.update(kind for tag in shown.tags if (kind := kind_of(tag)))
            reader = Reader({"NF"}, KNOWN_TAGS)
            for _ in range(3):
                found = reader.read(shown.image)
            other = decode_tags(sharpened_doubled(gray(shown.image)), {"NF"}, 2.0)
            for at, (read, count) in enumerate(((found, ours), (other, theirs))):
                right, off = judge(shown, read)
                count.update(right)
                wrong[at] += off
        rates = {
            kind.replace(" ", "_"): f"{ours[kind]} of {there[kind]} ({theirs[kind]})" if there[kind] else ""
            for kind in KINDS
        }
        row(words, **rates, wrong=f"{wrong[0]} ({wrong[1]})")


if __name__ == "__main__":
    main()
