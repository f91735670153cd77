"""Measures position errors of a distorting lens on drawn pictures, and the gain of undistorting points.

`python benchmarks/lens.py`: scenes of tests/rigs/drawn_scenes.py, distorted by another model than the fitted
one. Each lens is fitted to two pictures of the scene on which it is judged, as at a real table.
"""

from __future__ import annotations

import time
from functools import cache

import cv2
import numpy as np

from companion.vision.lens import Lens, measure_lens
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from companion.vision.table_mapping import TableMapping
from tests.rigs.drawn_scenes import TYPICAL, Proof, prove
from tests.rigs.plans import laid_out

KNOWN_TAGS = [f"NF:W{n:02d}{face}" for n in range(1, 80) for face in "AB"]
WIDE, HIGH = 1920, 1080


@cache
def distortion_map(k: float) -> np.ndarray:
    """Barrel distortion by Brown's model: for each distorted pixel its source in the straight picture."""
    middle, unit = np.array([(WIDE - 1) / 2, (HIGH - 1) / 2]), np.hypot(WIDE, HIGH) / 2
    grid = np.stack(np.meshgrid(np.arange(WIDE), np.arange(HIGH)), axis=-1).astype(float)
    straight = grid.copy()
    for _ in range(20):
        d = (straight - middle) / unit
        straight += grid - (d * (1 + k * (d * d).sum(axis=-1, keepdims=True)) * unit + middle)
    return straight.astype(np.float32)


def straightened(image: np.ndarray, lens: Lens) -> tuple[np.ndarray, float]:
    """The undistorted picture, and the milliseconds of the remap alone, without making its map."""
    ys, xs = np.mgrid[:HIGH, :WIDE]
    there = lens.distort(np.stack([xs.ravel(), ys.ravel()], axis=1), WIDE, HIGH)
    one, two = cv2.convertMaps(there.reshape(HIGH, WIDE, 2).astype(np.float32), None, cv2.CV_16SC2)
    begin = time.perf_counter()
    made = cv2.remap(image, one, two, cv2.INTER_LINEAR)
    return made, (time.perf_counter() - begin) * 1000


def position_error_mm(points: np.ndarray, true: np.ndarray, px_per_mm: float) -> float:
    """95th percentile of the distances in mm, after a homography fitted to all points."""
    way, _ = cv2.findHomography(points, true)
    moved = cv2.perspectiveTransform(points[None], way)[0]
    return float(np.quantile(np.hypot(*(moved - true).T), 0.95)) / px_per_mm


def read_warmed_up(image: np.ndarray) -> list[Sighting]:
    reader = Reader({"NF"}, KNOWN_TAGS)
    reader.read(image)  # the first read learns the size of the tags
    return reader.read(image)


def measure_scene(proof: Proof, k: float) -> tuple[int, int, int, float, float, float]:
    truth = {t.text: (t.x, t.y) for t in proof.tags}
    pictures = [cv2.remap(image, distortion_map(k), None, cv2.INTER_CUBIC) for image in proof.images]
    found = [read_warmed_up(picture) for picture in pictures]
    lens = measure_lens([s.corners for some in found for s in some], WIDE, HIGH).lens or Lens(0.0)
    whole, ms = straightened(pictures[0], lens)
    both = [((s.x, s.y), truth[s.tag.text]) for s in found[0] if s.tag.text in truth]
    seen, true = (np.array(side) for side in zip(*both, strict=True))
    raw, mended = (
        position_error_mm(p, true, proof.px_per_mm) for p in (seen, lens.undistort(seen, WIDE, HIGH))
    )
    again = len({s.tag.text for s in read_warmed_up(whole)} & truth.keys())
    return len(truth), len(both), again, raw, mended, ms


def main() -> None:
    print("drawn scenes, typical light, 2.5 pixels a module, 1080p")
    print("bend  tags  read  read in a straightened picture  off mm: as it is  with the lens  remap ms")
    for k in (0.0, -0.03, -0.06, -0.12, -0.14):
        rows = [measure_scene(prove(TYPICAL, 2.5, seed, frames=2), k) for seed in (1, 2, 3)]
        tags, once, again = (sum(row[n] for row in rows) for n in range(3))
        raw, mended, ms = (float(np.mean([row[n] for row in rows])) for n in (3, 4, 5))
        print(f"{k:5.2f} {tags:5d} {once:5d} {again:31d} {raw:17.2f} {mended:14.2f} {ms:9.1f}")
    zones = TableMapping(laid_out(3), (WIDE, HIGH), lens=Lens(0.1, 0.05))
    points = np.random.default_rng(0).uniform(0, 1000, (52, 2)).tolist()
    begin = time.perf_counter()
    for _ in range(200):
        for x, y in points:
            zones.to_mm(x, y)
    print(f"52 points, one by one: {(time.perf_counter() - begin) / 200 * 1000:.2f} ms a picture")


if __name__ == "__main__":
    main()
