"""Tells cards in photographs of real tableaus by their looks: prints that nobody here has drawn.

    python benchmarks/real_looks.py FOLDER [--game race-for-the-galaxy]

FOLDER as for `real_tableaux`; no picture is kept. Of each card that is named by its name a square of its
print is learnt as a tile's face is. Then the photograph is looked at as a camera at 1920 x 1440 might show it
askew: four ways round, two of them dim, out of focus and with more noise, through JPEG. Twice, as in play:
named is what both pictures show for certain. What is learnt from the photograph itself was learnt in the same
light; what the other photographs have taught was not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion import games
from companion.scan.learnt_looks import looks_of
from companion.vision.camera import PHOTO_ENDINGS, Image
from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM
from companion.vision.fronts_on_plane import Floats
from companion.vision.learnt_faces import LearntFace, TileFace, learn_face, square
from companion.vision.looks_in_play import MIN_AMONG, MIN_CERTAIN
from companion.vision.plane import Plane, transformed
from companion.vision.printed_names import NameReader
from companion.vision.tile_looks import TileLookReader
from tests.rigs.figures import row

CARD_MM, SIDE_MM, MIDDLE_MM = (63.0, 88.0), 58.0, (31.5, 42.0)
"""A card, the side of the square that is learnt, and where on the card its middle lies."""
SHOWN_PX, VIEWS = (1920, 1440), 4


@dataclass(frozen=True, eq=False, slots=True)
class Tableau:
    """A photograph, the corners of each card that its name tells, and what is learnt of it."""

    picture: Image
    cards: Mapping[str, Floats]
    faces: Mapping[str, LearntFace]
    shown: int

    @property
    def px_per_mm(self) -> float:
        areas = [cv2.contourArea(corners.astype(np.float32)) for corners in self.cards.values()]
        return float(np.sqrt(np.median(areas) / (CARD_MM[0] * CARD_MM[1])))


def read(file: Path, names: NameReader) -> Tableau:
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    cards = {seen.front: np.array(seen.corners) for seen in names.read(picture)}
    shown = len(file.with_suffix(".txt").read_text(encoding="utf-8").splitlines())
    return Tableau(picture, cards, {card: _learnt(picture, card, at) for card, at in cards.items()}, shown)


def _learnt(picture: Image, card: str, corners: Floats) -> LearntFace:
    wide, high = CARD_MM
    to_px = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), corners.astype(np.float32)
    )
    rim = SIDE_MM + 2 * MARGIN_MM
    side = round(rim * PX_PER_MM)
    from_px = transformed(to_px.astype(np.float64), square(rim) + MIDDLE_MM).astype(np.float32)
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    cut = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(from_px, flat), (side, side))
    return learn_face(TileFace(card, card, np.asarray(cut, np.uint8), SIDE_MM, False))


def certain(reader: TileLookReader, tableau: Tableau, view: int, rng: Random) -> tuple[int, int]:
    """How many are named for certain where they lie, and how many wrongly."""
    high, wide = tableau.picture.shape[:2]
    across, down = SHOWN_PX
    there = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
    there = np.roll(_pushed_in(there, rng), view, axis=0)
    way = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), there
    ).astype(np.float64)
    noise = np.random.default_rng(rng.randrange(1 << 30))
    soft = cv2.warpPerspective(tableau.picture, way, SHOWN_PX, flags=cv2.INTER_AREA).astype(np.float32)
    if view >= VIEWS // 2:
        soft = cv2.GaussianBlur(soft, (0, 0), 0.8) * 0.7
    first, second = (_received(soft, 4.0 if view >= VIEWS // 2 else 2.0, noise) for _ in range(2))
    plane = Plane(np.diag([1 / tableau.px_per_mm, 1 / tableau.px_per_mm, 1.0]) @ np.linalg.inv(way))
    seen = reader.read(first, [], plane)
    again = {one.tag: one for one in reader.again(second, seen, plane)}
    right = wrong = 0
    for one in seen:
        other = again.get(one.tag)
        if other is None or one.rivals or other.rivals or one.among < MIN_AMONG:
            continue
        if min(one.alike, other.alike) < MIN_CERTAIN:
            continue
        middle = transformed(plane.to_mm, np.array(one.outline)).mean(axis=0)
        corners = tableau.cards.get(one.tag)
        lies = None if corners is None else corners.mean(axis=0) / tableau.px_per_mm
        is_right = lies is not None and float(np.hypot(*(middle - lies))) < SIDE_MM / 4
        right, wrong = right + is_right, wrong + (not is_right)
    return right, wrong


def _pushed_in(corners: Floats, rng: Random) -> Floats:
    """Each corner up to a tenth of the sides towards the middle."""
    middle = np.array(SHOWN_PX) / 2
    pushed = [middle + (corner - middle) * (1 - rng.uniform(0, 0.2)) for corner in corners]
    return np.array(pushed, np.float32)


def _received(picture: Floats, noise: float, rng: np.random.Generator) -> Image:
    noisy = np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--game", default="race-for-the-galaxy")
    args = parser.parse_args()
    looks = looks_of(games.load(args.game))
    if not args.folder or looks is None or looks.title is None:
        print("Not run: it needs a folder of photographs of tableaus, of a game whose cards have names.")
        return 1
    cv2.setNumThreads(1)
    names, rng = NameReader(looks, looks.title), Random(args.game)
    files = [file for file in sorted(Path(args.folder).iterdir()) if file.suffix.lower() in PHOTO_ENDINGS]
    tableaus = [read(file, names) for file in files]
    for what in ("all that are named by their names", "every second of these", "from the others alone"):
        counts = {"right": 0, "wrong": 0, "learnt": 0, "not learnt": 0}
        for tableau in tableaus:
            own = sorted(tableau.cards)[:: 2 if what.startswith("every") else 1]
            faces = {card: face for it in tableaus if it is not tableau for card, face in it.faces.items()}
            if not what.startswith("from"):
                faces = {card: face for card, face in faces.items() if card not in tableau.cards}
                faces |= {card: tableau.faces[card] for card in own}
            reader = TileLookReader(faces.values())
            lie = len(faces.keys() & tableau.cards.keys())
            for view in range(VIEWS):
                right, wrong = certain(reader, tableau, view, rng)
                counts["right"] += right
                counts["wrong"] += wrong
                counts["learnt"] += lie
                counts["not learnt"] += tableau.shown - lie
        row(
            f"learnt: {what}",
            certain_and_right=f"{counts['right']} of {counts['learnt']}",
            wrong=str(counts["wrong"]),
            not_learnt=str(counts["not learnt"]),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
