"""How much longer a game lasts: by what is left of it, and by the pace of this group and of earlier ones."""

from __future__ import annotations

import math
from random import Random

import pytest

from companion import games
from companion.simulation.ending import MIN_GROUPS, USUAL_SECONDS, estimate, pace
from companion.simulation.simulate import new_game, steps


def path(name: str, seed: int = 1) -> list[object]:
    game, rng = games.load(name), Random(seed)
    state = new_game(game, game.seats[0], (), rng)
    return [state, *(it.after for it in steps(game, state, game.players["random"], rng))]


@pytest.mark.parametrize("name", games.names())
def test_less_is_left_later_and_nothing_when_the_game_is_over(name: str) -> None:
    game, states = games.load(name), path(name)
    early, late = (estimate(game, states[int(len(states) * part)], [20.0] * 40) for part in (0.1, 0.9))
    assert early is not None
    assert late is not None
    assert 0 < late.low < late.middle < late.high
    assert late.middle < early.middle
    assert estimate(game, states[-1], [20.0] * 40) is None


def test_a_slow_group_needs_longer_and_breaks_do_not_count() -> None:
    game, states = games.load("new-frontiers"), path("new-frontiers")
    state = states[len(states) // 2]
    quick, slow = (estimate(game, state, [seconds] * 60) for seconds in (6.0, 60.0))
    assert quick is not None
    assert slow is not None
    assert quick.high < slow.low
    paused = pace([20.0] * 99 + [9000.0])[0]
    assert math.exp(paused) < 25


def test_what_a_house_has_played_says_where_a_new_group_begins() -> None:
    assert math.exp(pace([], [40.0, 44.0, 36.0])[0]) == pytest.approx(39.8, abs=0.5)
    assert math.exp(pace([], [40.0] * (MIN_GROUPS - 1))[0]) == pytest.approx(USUAL_SECONDS)
    assert pace([30.0] * 200)[1] < pace([30.0] * 3)[1] < pace([])[1], "each decision makes it surer"
