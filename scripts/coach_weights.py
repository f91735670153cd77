"""Fits the points that a coach expects of empires, on games of computer players.

The common half of the scripts that fit one game's (`fit_coaching.py`, `fit_race_coaching.py`).

A weight for each number of an empire, by ridge regression of its later points on its numbers before a round.
The players are sensible ones who answer some questions at random, so that the empires differ. Every fifth
game is left out for measuring the estimate's error.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion import games
from companion.games.contract import Decision, Game, Option, Question, ScoreSheet
from companion.simulation.simulate import new_game, steps

RIDGE = 30.0
"""The regression's penalty, for numbers scaled by their standard deviation."""
LEFT_OUT = 5
"""One game of so many measures the error."""


@dataclass(frozen=True)
class Fit:
    """What a game's weights are fitted on. sizes: numbers of players; options: setups that take turns; often:
    the most of a player's answers that are chance; names: of the numbers that `numbers` gives for a state, a
    seat and how much of the game is left; standing: the points that count now."""

    game: str
    script: str
    sizes: tuple[int, ...]
    options: tuple[tuple[tuple[str, str], ...], ...]
    often: float
    names: tuple[str, ...]
    numbers: Callable[[Any, int, float], list[float]]
    left: Callable[[Any], float]
    standing: Callable[[Any], ScoreSheet]

    @property
    def weights(self) -> Path:
        folder = self.game.replace("-", "_")
        return Path(__file__).parent.parent / "companion/games" / folder / "coaching/weights.toml"


class Wavering:
    """A sensible player who sometimes answers at random."""

    def __init__(self, often: float) -> None:
        self._often = often

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if rng.random() < self._often:
            return rng.choice(options).decision
        return game.players["sensible"].choose(game, state, question, options, rng, hand)


def samples(fit: Fit, players: int, number: int) -> list[tuple[list[float], float]]:
    """The numbers of each empire before each round of one game, and its later points."""
    rng, game = Random(f"coaching {players} {number}"), games.load(fit.game)
    assert game.coaching is not None
    state = new_game(game, players, fit.options[number % len(fit.options)], rng)
    seen: list[tuple[int, list[float], int]] = []
    begun = 0
    for step in steps(game, state, Wavering(fit.often * rng.random()), rng):
        before = step.before
        begins = game.coaching.round_begun(before)
        if begins is not None and begins > begun:
            begun, left = begins, fit.left(before)
            scores = {score.player: score.total for score in fit.standing(before).players}
            seen += [(seat, fit.numbers(before, seat, left), scores[seat]) for seat in range(players)]
        state = step.after
    last = {score.player: score.total for score in game.score(state).players}
    return [(numbers, float(last[seat] - had)) for seat, numbers, had in seen]


def fitted(fit: Fit, players: int, count: int, pool: Executor) -> dict[str, float]:
    """A weight by the name of each number, from `count` games."""
    rows, wanted, of_game = [], [], []
    for number, found in enumerate(pool.map(partial(samples, fit, players), range(count), chunksize=10)):
        for numbers, points in found:
            rows.append(numbers)
            wanted.append(points)
            of_game.append(number)
    measured, points_made = np.array(rows), np.array(wanted)
    used = np.array(of_game) % LEFT_OUT != 0
    spread = measured.std(axis=0) + 1e-9
    scaled = measured / spread
    kept = scaled[used]
    weights = np.linalg.solve(kept.T @ kept + RIDGE * np.eye(kept.shape[1]), kept.T @ points_made[used])
    off = float(np.sqrt(np.mean((scaled @ weights - points_made)[~used] ** 2)))
    of = f"off by {off:.1f} VP (their spread: {points_made.std():.1f})"
    print(f"{players} players: {len(rows)} empires, {of}", flush=True)
    return dict(zip(fit.names, (weights / spread).tolist(), strict=True))


def run(fit: Fit, what: str, count: int) -> None:
    """The script's command: fits the weights and writes them. what: in a line; count: games, by default."""
    arguments = argparse.ArgumentParser(description=what)
    arguments.add_argument("--games", type=int, default=count)
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    lines = [f"# Made by scripts/{fit.script}: VP still to come for each of these numbers of an empire."]
    with ProcessPoolExecutor(given.jobs) as pool:
        for players in fit.sizes:
            weights = fitted(fit, players, given.games, pool)
            lines += ["", f"[{players}]", *(f'"{name}" = {weight:.4f}' for name, weight in weights.items())]
    fit.weights.write_text("\n".join(lines) + "\n", "utf-8")
