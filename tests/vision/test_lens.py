"""The lens, found out from tags alone. The bend here is drawn by a model that is not the one fitted."""

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.vision.lens import Lens, measure_lens
from companion.vision.reader import Reader
from tests.rigs.drawn_scenes import TYPICAL, prove

WIDE, HIGH = 1920, 1080


def bent(points, k, wide=WIDE, high=HIGH):
    """Where a lens with this much barrel (Brown's model, from straight to bent) shows points."""
    middle, unit = np.array([(wide - 1) / 2, (high - 1) / 2]), np.hypot(wide, high) / 2
    d = (np.asarray(points, float) - middle) / unit
    return d * (1 + k * (d * d).sum(axis=-1, keepdims=True)) * unit + middle


def bent_picture(image, k):
    """The same for a picture: each of its pixels is fetched from where it would be straight."""
    high, wide = image.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).astype(float)
    straight = grid.copy()
    for _ in range(15):
        straight += grid - bent(straight, k, wide, high)
    return cv2.remap(image, straight.astype(np.float32), None, cv2.INTER_CUBIC, borderValue=(60, 62, 58))


def squares(count, seed=0, tilt=2e-5, side=40.0):
    """Corners of squares of one size, turned any way, seen at a slant."""
    random = np.random.default_rng(seed)
    corners = []
    for _ in range(count):
        x, y, turn = (
            random.uniform(60, WIDE - 60),
            random.uniform(60, HIGH - 60),
            random.uniform(0, 2 * np.pi),
        )
        c, s = np.cos(turn) * side / 2, np.sin(turn) * side / 2
        flat = np.array(
            [[x - c + s, y - s - c], [x + c + s, y + s - c], [x + c - s, y + s + c], [x - c - s, y - s + c]]
        )
        corners.append(flat / (1 + tilt * (flat[:, :1] - 960)))
    return np.array(corners)


@given(st.floats(-0.25, 0.25), st.floats(-0.1, 0.1), st.floats(0, WIDE), st.floats(0, HIGH))
def test_straight_and_bent_undo_each_other(k1, k2, x, y):
    lens = Lens(k1, k2)
    assume(not lens.folds)
    there = lens.undistort([(x, y)], WIDE, HIGH)
    assert lens.distort(there, WIDE, HIGH)[0] == pytest.approx((x, y), abs=0.01)
    assert lens.undistort_point(x, y, WIDE, HIGH) == pytest.approx(there[0])


def test_a_lens_that_lays_a_corner_over_the_rest_is_none():
    assert Lens(-0.25, -0.0625).folds
    assert not Lens(-0.25).folds
    with pytest.raises(ValueError, match="over another"):
        Lens.from_json({"k1": -0.25, "k2": -0.0625})


@pytest.mark.parametrize("k", [-0.15, -0.05, 0.04])
def test_squares_tell_the_lens(k):
    flat = squares(60)
    noisy = bent(flat, k) + np.random.default_rng(1).normal(0, 0.15, flat.shape)
    found = measure_lens(list(noisy), WIDE, HIGH)
    assert found.lens is not None
    assert found.residual_with < found.residual_without / 2
    # A lens is known up to a magnification, which the way to millimetres takes in.
    edge = np.array([(5, 5), (960, 5), (1915, 540), (300, 900), (960, 540), (1400, 300)], float)
    back = found.lens.undistort(bent(edge, k), WIDE, HIGH)
    way, _ = cv2.findHomography(back, edge)
    off = np.hypot(*(cv2.perspectiveTransform(back[None], way)[0] - edge).T)
    assert off.max() < 1.5


def test_a_straight_lens_is_left_alone():
    noisy = squares(60) + np.random.default_rng(2).normal(0, 0.2, (60, 4, 2))
    assert measure_lens(list(noisy), WIDE, HIGH).lens == Lens(0.0)


def test_misread_corners_do_not_spoil_it():
    noisy = bent(squares(60), -0.1)
    noisy[::12] *= 1.02
    noisy[5, 2] += 30
    found = measure_lens(list(noisy), WIDE, HIGH)
    assert found.lens is not None
    assert found.lens.corner_distortion == pytest.approx(
        measure_lens(list(bent(squares(60), -0.1)), WIDE, HIGH).lens.corner_distortion, rel=0.15
    )


@pytest.mark.parametrize(
    ("corners", "says"),
    [(squares(5), "5 tags were seen"), (squares(40) * 0.2 + (780, 440), "near its corners")],
)
def test_too_little_to_go_by_is_said(corners, says):
    found = measure_lens(list(corners), WIDE, HIGH)
    assert found.lens is None
    assert says in found.problem


@pytest.mark.slow
def test_a_drawn_table_through_a_bending_lens_comes_out_straight():
    """Read from the picture, by our own reader: off by 9 mm without, by a fraction of one with."""
    proof = prove(TYPICAL, 2.0, 1)
    reader = Reader({"NF"}, [f"NF:W{n:02d}{face}" for n in range(1, 60) for face in "AB"])
    picture = bent_picture(proof.images[0], -0.12)
    for _ in range(2):  # the first look finds out how large the tags are
        found = reader.read(picture)
    lens = measure_lens([s.corners for s in found], WIDE, HIGH).lens
    truth = {t.text: (t.x, t.y) for t in proof.tags}
    both = [((s.x, s.y), truth[s.tag.text]) for s in found if s.tag.text in truth]
    seen, true = (np.array(side) for side in zip(*both, strict=True))

    def off(points):
        way, _ = cv2.findHomography(points, true)
        moved = cv2.perspectiveTransform(points[None], way)[0]
        return np.quantile(np.hypot(*(moved - true).T), 0.95) / proof.px_per_mm

    assert off(seen) > 5
    assert off(lens.undistort(seen, WIDE, HIGH)) < 0.5


@pytest.mark.parametrize("data", [None, [], {}, {"k1": 1}, {"k1": "x", "k2": 0}, {"k1": 5, "k2": 0}])
def test_what_is_no_lens_is_refused(data):
    with pytest.raises((ValueError, KeyError)):
        Lens.from_json(data)


def test_a_lens_travels_as_json():
    assert Lens.from_json(Lens(-0.1, 0.02).to_json()) == Lens(-0.1, 0.02)
