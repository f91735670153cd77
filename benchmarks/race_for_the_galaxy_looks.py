"""Measures how well cards without tags are read by their looks: drawn cards, sleeved, overlapping and tilted.

    python benchmarks/race_for_the_galaxy_looks.py [--photos 334] [--json]

Each photo has 15 of 101 cards at a phone's resolution (4000 x 3000), a third of each covered by the next,
sleeves with glare, the table tilted by up to 25 degrees. A card counts as named when it is named where it
lies.
"""

from __future__ import annotations

import argparse
import json
from math import dist
from random import Random
from statistics import median
from time import perf_counter, process_time

from _drawn_cards import card_picture, tableau_photo

from companion.games.race_for_the_galaxy.cards.load import catalogue
from companion.games.race_for_the_galaxy.tracking.card_looks import CardLooks

NEAR = 250.0
"""Pixels that the middle of a named card may be off."""


def learned() -> CardLooks:
    looks = CardLooks.none()
    for key in catalogue().by_key:
        looks = looks.learn(key, card_picture(key))
    return looks


def measure(photos: int) -> dict[str, float]:
    looks = learned()
    reader = looks.reader()
    keys = list(catalogue().by_key)
    views = named = wrong = 0
    seconds: list[float] = []
    worked: list[float] = []
    for number in range(photos):
        rng = Random(f"photo {number}")
        photo, middles = tableau_photo(rng.sample(keys, 15), rng)
        begun, work = perf_counter(), process_time()
        seen = reader.read(photo)
        seconds.append(perf_counter() - begun)
        worked.append(process_time() - work)
        views += len(middles)
        for sighting in seen:
            x = sum(corner[0] for corner in sighting.corners) / 4
            y = sum(corner[1] for corner in sighting.corners) / 4
            there = middles.get(sighting.card)
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
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.photos)
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:26} {value:10.2f}")


if __name__ == "__main__":
    main()
