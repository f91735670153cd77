"""Fronts with few votes: named on the plane of those that were named with many."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.fronts_on_plane import (
    MIN_ALIKE,
    MIN_VOTES_ON_PLANE,
    alike_spots,
    place_on_table,
    plane_of_fronts,
)
from companion.vision.plane import transformed

WIDTH, HEIGHT = 300.0, 420.0
TO_PHOTO = np.array([[1.1, 0.05, 100], [-0.04, 1.05, 60], [1e-4, -8e-5, 1]])
"""A camera that hangs askew."""


def spots(seed: int, number: int):
    return np.random.default_rng(seed).uniform((0, 0), (WIDTH, HEIGHT), (number, 2))


def lying(points, x: float, y: float, degrees: float):
    """Where the places on a front are on the table."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return points @ np.array([[cos, -sin], [sin, cos]]).T + (x, y)


PLACES = ((0, 0, 3), (350, 20, -4), (20, 480, 90), (380, 470, 1))


def views(sizes=(1, 1, 1, 1)):
    found = []
    for seed, (place, size) in enumerate(zip(PLACES, sizes, strict=True)):
        ours = spots(seed, 30)
        found.append((ours, transformed(TO_PHOTO, lying(ours * size, *place))))
    return found


def test_on_the_plane_every_front_is_as_large_as_its_picture():
    to_table = plane_of_fronts(views(), WIDTH, HEIGHT)
    assert to_table is not None
    for ours, theirs in views():
        apart = np.linalg.norm(np.diff(transformed(to_table, theirs), axis=0), axis=1)
        assert apart == pytest.approx(np.linalg.norm(np.diff(ours, axis=0), axis=1), abs=0.1)


def test_two_fronts_or_few_votes_make_no_plane():
    assert plane_of_fronts(views()[:2], WIDTH, HEIGHT) is None
    assert plane_of_fronts([(ours[:14], theirs[:14]) for ours, theirs in views()], WIDTH, HEIGHT) is None


def test_fronts_nearer_to_the_camera_than_others_make_no_plane():
    assert plane_of_fronts(views(sizes=(1, 1.3, 1, 0.75)), WIDTH, HEIGHT) is None


def test_enough_votes_that_agree_give_the_place_whatever_the_others_say():
    ours, stray = spots(5, MIN_VOTES_ON_PLANE), spots(6, 8)
    laid = np.vstack([lying(ours, 700, 200, -3), np.random.default_rng(7).uniform(0, 1500, (8, 2))])
    placed = place_on_table(np.vstack([ours, stray]), laid, WIDTH)
    assert placed is not None
    way, votes = placed
    assert votes == MIN_VOTES_ON_PLANE
    assert way[:, 2] == pytest.approx((700, 200), abs=0.5)


def test_one_vote_less_or_all_of_another_size_or_on_one_mark_give_none():
    ours = spots(5, MIN_VOTES_ON_PLANE)
    assert place_on_table(ours[:-1], lying(ours[:-1], 700, 200, -3), WIDTH) is None
    assert place_on_table(ours, lying(ours * 1.4, 700, 200, -3), WIDTH) is None
    mark = np.array([(0, 0), (40, 0), (80, 0), (0, 40), (40, 40), (80, 40), (60, 70)], np.float64)
    assert place_on_table(mark, lying(mark, 700, 200, 0), WIDTH) is None


def test_a_place_where_the_photo_looks_otherwise_is_not_alike():
    rng = np.random.default_rng(8)
    ours, looks = spots(9, 60), rng.uniform(0, 1, (60, 128))
    looks /= np.linalg.norm(looks, axis=1, keepdims=True)
    way = np.array([[1.0, 0, 500], [0, 1, 300]])
    laid = lying(ours, 500, 300, 0)
    assert alike_spots(ours, looks, laid, looks, way, WIDTH) > 2 * MIN_ALIKE
    assert alike_spots(ours, looks, laid, np.roll(looks, 1, axis=0), way, WIDTH) < MIN_ALIKE
    assert alike_spots(ours, looks, np.add(laid, (40, 0)), looks, way, WIDTH) < MIN_ALIKE
