"""Tilted tables: every place at its own size, and tags of which a corner square is hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.flat_search import can_straighten, fit_tag_plane
from companion.vision.reader import Reader
from tests.default_run import first_by_default
from tests.rigs.drawn_scenes import TYPICAL, Proof, judged, prove

KNOWN = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]


def settled(picture: np.ndarray) -> Reader:
    reader = Reader({"NF"}, KNOWN)
    for _ in range(3):
        reader.read(picture)
    return reader


@pytest.fixture(scope="module", params=first_by_default([34.0, 22.0]))
def tilted(request: pytest.FixtureRequest) -> Proof:
    return prove(TYPICAL, 2.0, 3, tilt=request.param, least_tilt=request.param)


def test_all_tags_of_a_tilted_table_are_read(tilted: Proof) -> None:
    count = judged(tilted, settled(tilted.images[0]).read(tilted.images[0]))
    assert count.wrong == 0
    assert count.read_clear >= count.clear - 1


def test_a_part_of_the_picture_reads_as_the_whole_does(tilted: Proof) -> None:
    plain = cv2.cvtColor(tilted.images[0], cv2.COLOR_BGR2GRAY)
    reader = settled(tilted.images[0])
    tag = tilted.tags[0]
    found = reader.read(plain, [(int(tag.x) - 70, int(tag.y) - 70, 140, 140)])
    assert tag.text in {s.tag.text for s in found}


def test_a_tag_with_a_cube_on_a_corner_square_is_read(tilted: Proof) -> None:
    picture = tilted.images[0].copy()
    reader = settled(picture)
    read = {s.tag.text: s for s in reader.read(picture)}
    covered = [text for text in sorted(read) if 300 < read[text].x < 1600 and 200 < read[text].y < 900][:8]
    for n, text in enumerate(covered):
        a, b, c, d = (np.array(p) for p in read[text].corners)
        corner = (a, b, d)[n % 3]
        middle = corner + (a + b + c + d) / 4 * 0.29 - corner * 0.29
        reach = float(np.linalg.norm(b - a)) * 0.24
        cv2.circle(picture, tuple(int(v) for v in middle), int(reach), (40, 60, 150), -1)
    again = {s.tag.text for s in reader.read(picture)}
    assert again <= set(read)
    assert len(again & set(covered)) >= len(covered) - 2


@pytest.mark.slow
def test_a_patterned_cloth_is_no_crash_and_blinds_nobody() -> None:
    """A cloth of squares within squares has more candidates than OpenCV's remap takes rows."""
    proof = prove(TYPICAL, 2.5, 5, tilt=10)
    picture = proof.images[0].copy()
    unit = 3
    bands = [(7, 235), (5, 20), (3, 235), (2, 20)]
    for x in range(20, picture.shape[1], 14 * unit):
        for y in range(20, picture.shape[0] // 2, 14 * unit):
            for side, shade in bands:
                r = side * unit // 2
                cv2.rectangle(picture, (x - r, y - r), (x + r, y + r), (shade,) * 3, -1)
    reader = settled(picture)
    found = {s.tag.text for s in reader.read(picture)}
    below = {t.text for t in proof.tags if not t.glare and t.y > picture.shape[0] / 2 + 60}
    assert len(found & below) >= len(below) - 1
    assert found <= {t.text for t in proof.tags}


def test_no_plane_comes_of_tags_that_lie_on_none() -> None:
    random = np.random.default_rng(0)
    quads = [[tuple(p) for p in random.uniform(0, 1000, (4, 2)).tolist()] for _ in range(6)]
    plane = fit_tag_plane(quads, 1920, 1080)  # type: ignore[arg-type]
    if plane is not None:
        assert not can_straighten((1080, 1920), plane, 1.0) or plane.tags == 6
    assert fit_tag_plane(quads[:3], 1920, 1080) is None  # type: ignore[arg-type]
