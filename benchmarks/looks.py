"""Measures how well cards without tags are recognized by their art: drawn, sleeved, overlapping, tilted.

    python benchmarks/looks.py [--photos 24] [--first 0] [--deck fresh] [--kept FILE] [--art FOLDER]

Each photo shows 15 of 101 cards at a phone's resolution (4000 x 3000), a third of each covered by the next,
with glare on the sleeves, the table tilted by up to 25 degrees. A card counts as named if its name is found
at its place. --deck: other cards; the settings were not tuned on "fresh" ones. --art: a folder of pictures to
use as the cards' art, PNG, JPEG or WebP, at least one per card.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import dist
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from companion.vision.looks import FrontFeatures, FrontReader, SeenFront
from tests.rigs.drawn_cards import ART_FILES, card_picture, tableau_photo
from tests.rigs.figures import row

MAX_OFFSET_PX = 250.0
"""Maximum error of the middle of a named card."""


CARD_COUNT = 101
"""The different fronts of Race for the Galaxy."""


def card_keys(deck: str) -> list[str]:
    return [f"{deck} {number}" for number in range(CARD_COUNT)]


def use_art_folder(folder: Path, deck: str) -> None:
    """Uses pictures from a folder as the art of the deck's cards."""
    files = sorted(
        path for path in folder.rglob("*") if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp")
    )
    if len(files) < CARD_COUNT:
        raise SystemExit(f"{folder} has {len(files)} pictures: {CARD_COUNT} are needed.")
    ART_FILES.update(zip(card_keys(deck), Random(deck).sample(files, CARD_COUNT), strict=True))


def learn_cards(keys: list[str]) -> FrontFeatures:
    looks = FrontFeatures(700 / 500)
    for key in keys:
        looks = looks.learn(key, card_picture(key))
    return looks


def measure(photos: Sequence[int], deck: str, results_file: Path | None) -> list[dict[str, float]]:
    """A line per photo; photos already in `results_file` are not measured again."""
    keys = card_keys(deck)
    lines = (
        [json.loads(line) for line in results_file.read_text().splitlines()]
        if results_file and results_file.exists()
        else []
    )
    measured = {line["photo"] for line in lines}
    reader = FrontReader(learn_cards(keys))
    for number in photos:
        if number in measured:
            continue
        rng = Random(f"{deck} photo {number}")
        photo, middles = tableau_photo(rng.sample(keys, 15), rng)
        begun, work = perf_counter(), process_time()
        seen = reader.read(photo)
        seconds = {"seconds": perf_counter() - begun, "processor_seconds": process_time() - work}
        right = sum(is_right(sighting, middles) for sighting in seen)
        line = {"photo": number, "views": len(middles), "named": right, "wrong": len(seen) - right, **seconds}
        lines.append(line)
        if results_file:
            with results_file.open("a") as file:
                file.write(json.dumps(line) + "\n")
    return lines


def is_right(sighting: SeenFront, middles: dict[str, Any]) -> bool:
    x = sum(corner[0] for corner in sighting.corners) / 4
    y = sum(corner[1] for corner in sighting.corners) / 4
    there = middles.get(sighting.front)
    return there is not None and dist(there, (x, y)) < MAX_OFFSET_PX


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="the number of the first photo")
    parser.add_argument("--deck", default="fresh", help="any word: other cards")
    parser.add_argument("--kept", type=Path, help="a file with a line a photo, where a run goes on")
    parser.add_argument("--art", type=Path, help="a folder of pictures, in place of drawn art")
    args = parser.parse_args()
    if args.art:
        use_art_folder(args.art, args.deck)
    lines = measure(range(args.first, args.first + args.photos), args.deck, args.kept)
    views = sum(line["views"] for line in lines)
    named, wrong = (sum(line[answer] for line in lines) for answer in ("named", "wrong"))
    row(
        f"deck {args.deck}" + (", art of a folder" if args.art else ""),
        views=f"{views:,}",
        named=f"{100 * named / views:.2f} % ({views - named - wrong} missed)",
        wrong=str(wrong),
        processor_seconds_a_photo__most="; ".join(
            f"{of(line['processor_seconds'] for line in lines):.2f}" for of in (median, max)
        ),
        by_the_clock=f"{median(line['seconds'] for line in lines):.2f} s",
    )


if __name__ == "__main__":
    main()
