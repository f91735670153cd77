"""Tests of finding the table's plane from tags alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.plane import fit_plane, view_from_above
from tests.default_run import examples

SQUARE = np.array([(-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)])


def projected_tags(
    way: np.ndarray, middles: list[tuple[float, float]], turns: list[float]
) -> list[list[tuple[float, float]]]:
    """The corners of 16 mm tags as a camera sees them."""
    quads = []
    for (x, y), turn in zip(middles, turns, strict=True):
        c, s = np.cos(turn), np.sin(turn)
        points = SQUARE @ np.array([[c, s], [-s, c]]) + (x, y)
        flat = np.column_stack([points, np.ones(4)]) @ way.T
        quads.append([(float(a / w), float(b / w)) for a, b, w in flat])
    return quads


def camera(lean: float, side: float, away: float) -> np.ndarray:
    """A camera `away` mm from the table's middle, tilted by `lean` from straight down, towards `side`."""
    cs, ss, cl, sl = np.cos(side), np.sin(side), np.cos(lean), np.sin(lean)
    spin = np.array([[cs, -ss, 0], [ss, cs, 0], [0, 0, 1]])
    turn = spin.T @ np.array([[1, 0, 0], [0, cl, -sl], [0, sl, cl]]) @ spin
    lens = np.array([[1500, 0, 1000], [0, 1500, 750], [0, 0, 1.0]])
    return lens @ np.stack([turn[:, 0], turn[:, 1], np.array([0, 0, away])], axis=1)


TAG_POSITIONS = [
    (-180.0, -80.0),
    (-60.0, -90.0),
    (70.0, -70.0),
    (190.0, -85.0),
    (-150.0, 60.0),
    (10.0, 80.0),
    (160.0, 75.0),
]


@given(
    st.floats(0, 0.7),
    st.floats(0, 6.28),
    st.floats(450, 900),
    st.lists(st.floats(0, 6.28), min_size=7, max_size=7),
)
@settings(deadline=None, max_examples=examples(60))
def test_distances_on_the_table_come_out_in_mm(
    lean: float, side: float, away: float, turns: list[float]
) -> None:
    quads = projected_tags(camera(lean, side, away), TAG_POSITIONS, turns)
    plane = fit_plane(quads, 16.0)
    assert plane is not None
    found = np.array([np.mean([plane.mm(*p) for p in quad], axis=0) for quad in quads])
    real = np.array(TAG_POSITIONS)
    for a in range(7):
        for b in range(a):
            apart = np.linalg.norm(real[a] - real[b])
            assert np.linalg.norm(found[a] - found[b]) == pytest.approx(apart, rel=0.03)


def test_a_tag_measured_badly_does_not_spoil_the_rest() -> None:
    quads = projected_tags(camera(0.4, 1.0, 600), TAG_POSITIONS, [0.1] * 7)
    quads[3] = [(x * 1.3 - 100, y) for x, y in quads[3]]
    plane = fit_plane(quads, 16.0)
    assert plane is not None
    a, b = (np.mean([plane.mm(*p) for p in quads[n]], axis=0) for n in (0, 6))
    assert np.linalg.norm(a - b) == pytest.approx(np.hypot(340, 155), rel=0.03)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_tags_give_a_plane_seen_from_above(count: int) -> None:
    quads = projected_tags(camera(0.0, 0.0, 600), TAG_POSITIONS[:count], [0.3] * count)
    plane = fit_plane(quads, 16.0)
    assert plane is not None
    a, b = plane.mm(*quads[0][0]), plane.mm(*quads[0][1])
    assert np.hypot(a[0] - b[0], a[1] - b[1]) == pytest.approx(16, rel=0.02)


def test_no_tags_give_no_plane() -> None:
    assert fit_plane([], 16.0) is None
    assert fit_plane([[(5.0, 5.0)] * 4], 16.0) is None


def test_seen_from_above_a_slanting_square_is_square_and_what_is_beyond_the_photo_is_marked() -> None:
    way = camera(0.5, 0.7, 600)
    quads = projected_tags(way, TAG_POSITIONS, [0.0] * 7)
    plane = fit_plane(quads, 16.0)
    assert plane is not None
    image = np.full((1500, 2000), 90, np.uint8)
    above = view_from_above(image, plane, 2.0, (-100, -100, 100, 100), margin=900)
    assert above.image.shape == above.shown.shape == (4000, 4000)
    assert set(np.unique(above.shown)) == {0, 255}
    x, y = above.pixel(*above.mm(123, 45))
    assert (x, y) == pytest.approx((123, 45))
    there = above.mm(*above.pixel(*plane.mm(1000, 700)))
    assert plane.px(*there) == pytest.approx((1000, 700), abs=0.1)
