"""Measures how well tags are read under a tilted camera, and with a corner square covered: curves and tables.

    python benchmarks/vision_tilt.py [--scenes N] [--svg docs/vision-tilt.svg]

Drawn scenes of `tests/rigs/drawn_scenes.py` at 1080p; one picture each, read by a reader that has learned the
camera's pose. A cover is a disc of 0.34 of the tag's side on one of its three corner squares.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision import KNOWN_TAGS, percent
from companion.vision.camera import Image
from companion.vision.reader import Reader
from tests.rigs.drawn_scenes import LIGHTS, Count, Light, Proof, judged, prove

TILTS = (0, 10, 15, 20, 25, 30, 35, 40)
SIZES = (1.5, 2.0, 2.5)
COVER_SIDE_SHARE = 0.34
COLOURS = {1.5: "#b5532a", 2.0: "#1f7a4d", 2.5: "#3566a8"}
WARM_UP_READS = 4


def warmed_up_reader(image: Image) -> Reader:
    reader = Reader({"NF"}, KNOWN_TAGS)
    for _ in range(WARM_UP_READS):
        reader.read(image)
    return reader


def tilted_scene(light: Light, module: float, tilt: float, seed: int) -> Proof:
    return prove(light, module, 900 + seed, tilt=tilt, least_tilt=tilt)


def by_tilt(scenes: int) -> dict[tuple[str, float, int], float]:
    given = {}
    print("Tags read in one picture without glare on them, %, by tilt; wrong reads in brackets")
    print(f"| light | px | {' | '.join(f'{tilt} deg' for tilt in TILTS)} |\n|{'---|' * (len(TILTS) + 2)}")
    for light in LIGHTS.values():
        for size in SIZES:
            cells = []
            for tilt in TILTS:
                count = Count()
                for seed in range(scenes):
                    proof = tilted_scene(light, size, tilt, seed)
                    count += judged(proof, warmed_up_reader(proof.images[0]).read(proof.images[0]))
                given[light.name, size, tilt] = count.read_clear / max(1, count.clear)
                cells.append(f"{percent(count.read_clear, count.clear)} ({count.wrong})")
            print(f"| {light.name} | {size:g} | {' | '.join(cells)} |", flush=True)
    return given


def by_cover(scenes: int) -> None:
    print("\nTags with a corner square covered, 2 px: read in one picture, %; wrong reads")
    for light in LIGHTS.values():
        for tilt in (10, 25):
            covered = read = wrong = 0
            for seed in range(scenes):
                proof = tilted_scene(light, 2.0, tilt, seed)
                reader = warmed_up_reader(proof.images[0])
                before = {s.tag.text for s in reader.read(proof.images[0])}
                picture, hidden = cover_corner_squares(proof.images[0], reader)
                found = [s.tag.text for s in reader.read(picture)]
                covered += len(hidden)
                read += len(hidden & set(found))
                # Tags cut by the edge of the picture are not in the ground truth, but may be read.
                wrong += len(set(found) - before - {t.text for t in proof.tags})
            print(
                f"  {light.name}, {tilt} deg: {percent(read, covered)} of {covered}, wrong {wrong}",
                flush=True,
            )


def cover_corner_squares(image: Image, reader: Reader) -> tuple[Image, set[str]]:
    """The picture with a disc on a corner square of every third tag, and the texts of these tags."""
    picture, hidden = image.copy(), set()
    for n, s in enumerate(sorted(reader.read(image), key=lambda s: s.tag.text)):
        if n % 3:
            continue
        a, b, _, d = corners = [np.array(p) for p in s.corners]
        middle = np.mean(corners, axis=0)
        at = (a, b, d)[n // 3 % 3]
        at = at + (middle - at) / 3
        radius = float(np.linalg.norm(b - a)) * COVER_SIDE_SHARE / 2
        cv2.circle(picture, tuple(int(v) for v in at), round(radius), (60, 90, 150), -1, cv2.LINE_AA)
        hidden.add(s.tag.text)
    return picture, hidden


def draw(rates: dict[tuple[str, float, int], float], out: Path) -> None:
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420"'
        ' font-family="sans-serif" font-size="14">',
        '<rect width="960" height="420" fill="#fff"/>',
    ]
    for panel, light in enumerate(LIGHTS):
        left = 60 + panel * 460
        parts.append(f'<text x="{left}" y="28" font-weight="bold">{light} light: % of tags read</text>')
        for step in range(0, 101, 20):
            y = 350 - 3 * step
            parts.append(f'<path d="M{left} {y}h400" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 8}" y="{y + 5}" text-anchor="end">{step}</text>')
        for tilt in TILTS:
            parts.append(f'<text x="{left + tilt * 9.5:.0f}" y="370" text-anchor="middle">{tilt}</text>')
        for n, size in enumerate(SIZES):
            points = " ".join(f"{left + t * 9.5:.0f},{350 - 300 * rates[light, size, t]:.0f}" for t in TILTS)
            dash = f' stroke-dasharray="{3 + 5 * n} {2 * n}"' if n else ""
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{COLOURS[size]}" stroke-width="2.5"{dash}/>'
            )
    parts.append('<text x="480" y="388" text-anchor="middle">tilt of the camera, degrees</text>')
    for n, size in enumerate(SIZES):
        parts.append(
            f'<text x="{300 + n * 140}" y="410" fill="{COLOURS[size]}">{size:g} pixels a module</text>'
        )
    out.write_text("\n".join([*parts, "</svg>", ""]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=2)
    parser.add_argument("--svg", type=Path)
    args = parser.parse_args()
    rates = by_tilt(args.scenes)
    by_cover(args.scenes)
    if args.svg:
        draw(rates, args.svg)


if __name__ == "__main__":
    main()
