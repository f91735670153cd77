"""The way to millimetres from few place tags, under tilt, and after a push of the camera."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.vision.table_mapping import TableMapping
from tests.rigs.plans import laid_out

GRID = [(x, y) for x in (60.0, 450.0, 840.0) for y in (60.0, 300.0, 540.0)]


class Pinhole:
    """A camera over the middle of a table of 900 by 600 mm. tilt, spin: degrees."""

    def __init__(self, tilt: float, spin: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> None:
        t, s = np.deg2rad(tilt), np.deg2rad(spin)
        about_z = np.array([[np.cos(s), -np.sin(s), 0], [np.sin(s), np.cos(s), 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
        self._turn, self._shift = about_x @ about_z, np.array([*shift, 1150.0])

    def px(self, points: np.ndarray) -> np.ndarray:
        flat = np.c_[np.atleast_2d(points) - (450, 300), np.zeros(len(np.atleast_2d(points)))]
        seen = (flat @ self._turn.T + self._shift) @ np.array([[1500, 0, 960], [0, 1500, 540], [0, 0, 1.0]]).T
        return seen[:, :2] / seen[:, 2:]

    def quad(self, middle: tuple[float, float], turn: float, side: float = 20.0) -> list[tuple[float, float]]:
        a = np.deg2rad(turn)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2
        corners = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + middle
        return [(float(x), float(y)) for x, y in self.px(corners)]


def observe(
    zones: TableMapping, camera: Pinhole, numbers: tuple[int, ...], tiles: int = 0, noise: float = 0.0
) -> bool:
    random = np.random.default_rng(1)

    def measured(quad: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x + random.normal(0, noise), y + random.normal(0, noise)) for x, y in quad]

    places = {n: zones.layout.places[n] for n in numbers}
    quads = {n: measured(camera.quad(p, 37.0 * n)) for n, p in places.items()}
    middles = {n: tuple(map(float, camera.px(np.array(p))[0])) for n, p in places.items()}
    lying = [(random.uniform(60, 840), random.uniform(60, 540)) for _ in range(tiles)]
    return zones.update_places(
        middles, quads, [measured(camera.quad(p, 11.0 * n)) for n, p in enumerate(lying)]
    )


def worst(zones: TableMapping, camera: Pinhole) -> float:
    return max(
        math.dist(zones.to_mm(*xy), p) for p, xy in zip(GRID, camera.px(np.array(GRID)).tolist(), strict=True)
    )


@pytest.mark.parametrize("tilt", [0.0, 23.0, 31.0])
@pytest.mark.parametrize("numbers", [(1, 2), (1, 3), (1, 2, 3), (1, 2, 3, 4)])
def test_corners_of_few_place_tags_give_the_tilt(tilt: float, numbers: tuple[int, ...]) -> None:
    zones, camera = TableMapping(laid_out(3)), Pinhole(tilt, 12.0)
    observe(zones, camera, numbers)
    assert worst(zones, camera) < 0.5


@pytest.mark.parametrize("numbers", [(1, 2), (2, 3, 4)])
def test_tiles_steady_what_few_place_tags_say(numbers: tuple[int, ...]) -> None:
    zones, camera = TableMapping(laid_out(3)), Pinhole(28.0, -9.0)
    observe(zones, camera, numbers, tiles=14, noise=0.25)
    assert worst(zones, camera) < 12


@pytest.mark.parametrize("numbers", [(1, 3), (1, 2, 4)])
def test_the_map_is_carried_over_a_push_that_hides_some_place_tags(numbers: tuple[int, ...]) -> None:
    zones, before = TableMapping(laid_out(3)), Pinhole(27.0, 5.0)
    assert not observe(zones, before, (1, 2, 3, 4))
    after = Pinhole(27.4, 5.6, (12.0, -7.0))
    assert observe(zones, after, numbers, noise=0.1)
    assert worst(zones, after) < 6
    assert not observe(zones, after, (1, 2, 3, 4)) or worst(zones, after) < 0.5
