"""Tests of the ladder's value net: no seat is special, its slopes are right, and its training goes on."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks import ladder
from companion import games
from companion.games.new_frontiers.coaching import features, value_net
from companion.simulation.simulate import new_game, steps
from scripts import train_value_net

GAME = games.load("new-frontiers")


def positions(players: int, number: int) -> list[Any]:
    """States of a game in which an action must be selected."""
    rng = Random(number)
    state = new_game(GAME, players, (("goals", "yes"),), rng)
    found = [step.after for step in steps(GAME, state, GAME.players["sensible"], rng)]
    return [state for state in found if state.doing is None and not state.over]


def small_net(width: int) -> value_net.Weights:
    rng = np.random.default_rng(1)
    shapes = {"w1": (width, 5), "b1": (5,), "w2": (10, 4), "b2": (4,), "w3": (4, 2), "b3": (2,)}
    return {name: rng.standard_normal(shape) for name, shape in shapes.items()}


def test_each_seat_is_judged_by_its_own_numbers_wherever_it_sits() -> None:
    net = value_net.read_weights()
    for state in positions(3, 1)[::7]:
        rows = value_net.numbers(state)
        assert rows.shape == (3, len(net["w1"]))
        assert np.isfinite(rows).all()
        one, other = (value_net.forward(net, rows[None][:, order])[3][0] for order in ([0, 1, 2], [2, 0, 1]))
        assert np.allclose(one[[2, 0, 1]], other, atol=1e-4)
        counted = [score.total for score in sorted(GAME.score(state).players, key=lambda it: it.player)]
        assert rows[:, len(features.ALL_FEATURES)].tolist() <= counted, (
            "the face-down goal does not count before the end"
        )


def test_the_slopes_are_those_of_the_error() -> None:
    rng = np.random.default_rng(2)
    net, rows = small_net(6), rng.standard_normal((8, 3, 6))
    won, points = rng.dirichlet(np.ones(3), 8), rng.standard_normal((8, 3))

    def error() -> float:
        out = value_net.forward(net, rows)[3]
        of_chances = -np.sum(won * np.log(value_net.chances(out[:, :, 0]))) / len(won)
        of_points = np.mean((out[:, :, 1] - points) ** 2)
        return float(of_chances + train_value_net.POINTS_WEIGHT * of_points)

    slopes = train_value_net.gradients(net, rows, won, points)
    for name, slope in slopes.items():
        at = (0,) * slope.ndim
        net[name][at] += 1e-5
        more = error()
        net[name][at] -= 2e-5
        assert (more - error()) / 2e-5 == pytest.approx(slope[at], abs=1e-6), name
        net[name][at] += 1e-5


def test_a_game_that_is_over_is_sure_and_within_a_selection_nothing_is_judged() -> None:
    state, coaching = positions(2, 3)[-1], GAME.coaching
    assert coaching is not None
    assert sum(coaching.chances(state) or ()) == pytest.approx(1)
    rng, within = Random(4), 0
    for step in steps(GAME, state, GAME.players["sensible"], rng):
        state = step.after
        if state.doing is not None and not state.over:
            assert coaching.chances(state) is None
            within += 1
    winners = {score.player for score in GAME.score(state).players if score.winner}
    assert within
    assert coaching.chances(state) == tuple((seat in winners) / len(winners) for seat in (0, 1))


def test_the_net_alone_is_a_rung_of_the_ladder() -> None:
    agents = ("net", "coach:3n")
    one, again = (ladder.play(ladder.Job("new-frontiers", 2, agents, 1, "seed")) for _ in range(2))
    assert (one.won, one.points, one.decisions) == (again.won, again.points, again.decisions)
    alone = ladder.play(ladder.Job("new-frontiers", 2, ("net", "random"), 0, "seed"))
    assert alone.won == 1, "the trained net beats chance"
    for name in ("uct:2n", "coach:9n", "coach:2n:estimate=points"):
        searched = ladder.agent(GAME, name)
        (question,) = GAME.questions(state := positions(2, 5)[3])
        options = GAME.options(state, question.player)
        decision = searched.choose(GAME, state, question, options, Random(1))
        assert decision in [option.decision for option in options]


def test_training_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: Any) -> None:
    weights, kept = tmp_path / "net.npz", tmp_path / "kept"
    monkeypatch.setattr(train_value_net, "WEIGHTS", weights)
    monkeypatch.setattr(train_value_net, "BATCH", 16)
    arguments = ["--games", "2", "--self-play", "1", "--iterations", "1", "--jobs", "1", "--kept", str(kept)]
    monkeypatch.setattr(sys, "argv", ["train", *arguments, "--seconds", "0"])
    train_value_net.main()
    assert not weights.exists(), "without time nothing is played"
    monkeypatch.setattr(sys, "argv", ["train", *arguments])
    train_value_net.main()
    net = value_net.read_weights(weights)
    assert len(net["w1"]) > len(features.ALL_FEATURES)
    assert all(np.isfinite(layer).all() for layer in net.values())
    files = {file: file.stat().st_mtime_ns for file in kept.iterdir()}
    assert [file.name for file in sorted(files)] == [
        "games-0-00000.npz",
        "games-1-00000.npz",
        "net-0.npz",
        "net-1.npz",
    ]
    train_value_net.main()
    assert {file: file.stat().st_mtime_ns for file in kept.iterdir()} == files, "nothing is played twice"
