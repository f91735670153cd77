"""Measures how well cards without tags are read by their looks: drawn cards, sleeved, overlapping and tilted.

    python benchmarks/looks.py [--photos 334] [--first 0] [--deck fresh] [--json]

Each photo has 15 of 101 cards at a phone's resolution (4000 x 3000), a third of each covered by the next,
sleeves with glare, the table tilted by up to 25 degrees. A card counts as named when it is named where it
lies. --deck draws other cards: the settings were tried on others than "fresh" ones.
"""

from __future__ import annotations

import argparse
import json
from math import dist
from random import Random
from statistics import median
from time import perf_counter, process_time

from _drawn_cards import card_picture, tableau_photo

from companion.vision.looks import LearntLooks, LooksReader

NEAR = 250.0
"""Pixels that the middle of a named card may be off."""


CARDS = 101
"""Fronts that differ: those of Race for the Galaxy."""


def learnt(keys: list[str]) -> LearntLooks:
    looks = LearntLooks(700 / 500)
    for key in keys:
        looks = looks.learn(key, card_picture(key))
    return looks


def measure(photos: int, first: int, deck: str) -> dict[str, float]:
    keys = [f"{deck} {number}" for number in range(CARDS)]
    reader = LooksReader(learnt(keys))
    views = named = wrong = 0
    seconds: list[float] = []
    worked: list[float] = []
    for number in range(first, first + photos):
        rng = Random(f"{deck} photo {number}")
        photo, middles = tableau_photo(rng.sample(keys, 15), rng)
        begun, work = perf_counter(), process_time()
        seen = reader.read(photo)
        seconds.append(perf_counter() - begun)
        worked.append(process_time() - work)
        views += len(middles)
        for sighting in seen:
            x = sum(corner[0] for corner in sighting.corners) / 4
            y = sum(corner[1] for corner in sighting.corners) / 4
            there = middles.get(sighting.front)
            if there is not None and dist(there, (x, y)) < NEAR:
                named += 1
            else:
                wrong += 1
    return {
        "views": views,
        "named_percent": 100 * named / views,
        "wrong": wrong,
        "seconds_median": median(seconds),
        "seconds_most": max(seconds),
        "processor_seconds_median": median(worked),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=int, default=334)
    parser.add_argument("--first", type=int, default=0, help="the number of the first photo")
    parser.add_argument("--deck", default="fresh", help="any word: other cards")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.photos, args.first, args.deck)
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:26} {value:10.2f}")


if __name__ == "__main__":
    main()
