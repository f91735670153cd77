"""Tests of the fit of a coach's weights, which each game's script runs."""

from __future__ import annotations

import tomllib
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from scripts import coach_weights, fit_coaching, fit_race_coaching

FITS = [fit_coaching.FIT, fit_race_coaching.FIT]


@pytest.mark.parametrize("fit", FITS, ids=lambda fit: fit.game)
def test_the_shipped_weights_are_what_the_script_writes(fit: coach_weights.Fit) -> None:
    text = fit.weights.read_text("utf-8")
    assert f"Made by scripts/{fit.script}" in text.splitlines()[0]
    shipped = tomllib.loads(text)
    assert [*map(int, shipped)] == [*fit.sizes]
    assert all(tuple(weights) == fit.names for weights in shipped.values())


def test_what_decides_the_points_gets_the_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    fit = FITS[1]

    def made_up(_fit: Any, _players: int, number: int) -> list[tuple[list[float], float]]:
        rng = Random(number)
        numbers = [rng.random() for _name in fit.names]
        return [(numbers, 20.0 * numbers[1])]

    monkeypatch.setattr(coach_weights, "samples", made_up)
    with ThreadPoolExecutor(1) as pool:
        weights = coach_weights.fitted(fit, 2, 2000, pool)
    assert weights.pop(fit.names[1]) == pytest.approx(20, abs=1)
    assert max(map(abs, weights.values())) < 1


def test_the_numbers_of_a_game_are_those_of_its_rounds() -> None:
    found = coach_weights.samples(FITS[1], 2, 0)
    assert found == coach_weights.samples(FITS[1], 2, 0), "the same game again"
    assert len(found) % 2 == 0
    assert {len(numbers) for numbers, _points in found} == {len(FITS[1].names)}
    assert all(points >= 0 for _numbers, points in found[:4]), "no point is made before the first round"
