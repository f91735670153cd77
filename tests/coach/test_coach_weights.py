"""Tests of the fit of a coach's weights, which each game's script runs, and of told chances."""

from __future__ import annotations

import tomllib
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.new_frontiers.coaching import coaching
from scripts import coach_weights, fit_chances, fit_coaching, fit_race_coaching

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


def test_chances_that_were_too_sure_come_true_when_they_are_told() -> None:
    rng, positions = Random(5), []
    for _position in range(3000):
        true = coaching.spread_out((rng.random() ** 3, rng.random() ** 3, rng.random() ** 3), 1.0)
        winner = rng.choices(range(3), true)[0]
        said = coaching.spread_out(true, 1 / 1.7)
        positions.append([(one, float(seat == winner)) for seat, one in enumerate(said)])
    assert fit_chances.best_divisor(positions) == pytest.approx(1.7, abs=0.15)


def test_what_is_told_of_chances_has_a_divisor_for_each_number_of_players() -> None:
    game = games.load("new-frontiers")
    for players in range(game.seats[0], game.seats[1] + 1):
        weighed = coaching.spread_out(tuple(n + 1.0 for n in range(players)), 0.5)
        told = game.coaching.told_chances(weighed)
        assert sum(told) == pytest.approx(1)
        assert sorted(told) == list(told)
        assert told[-1] < weighed[-1], "people err more than those by whom the net learned"
        over = (0.0,) * (players - 1) + (1.0,)
        assert game.coaching.told_chances(over) == over
    assert coaching.CALIBRATION.read_text("utf-8").startswith(fit_chances.HEADING)
