"""Fits the points that the coach expects of empires in New Frontiers, on games of computer players.

    python scripts/fit_coaching.py [--games 1500]

Writes companion/games/new_frontiers/coaching/weights.toml: for each number of players a weight for each of
`features.ALL_FEATURES`, by ridge regression of an empire's later points on its numbers before a round. The
players are sensible ones who answer up to 30 % of the questions at random, so that the empires differ. Every
fifth game is left out for measuring the estimate's error.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from companion import games
from companion.games.contract import Decision, Game, Option, Question
from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.coaching.coaching import Coaching
from companion.games.new_frontiers.rules.scoring import standing
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game, steps

GAME = games.load("new-frontiers")
WEIGHTS = Path(__file__).parent.parent / "companion/games/new_frontiers/coaching/weights.toml"
OPTIONS = (
    (),
    (("game", "later"),),
    (("goals", "yes"),),
    (("game", "later"), ("goals", "yes")),
)
RIDGE = 30.0
"""The regression's penalty, for numbers scaled by their standard deviation."""


class Wavering:
    """A sensible player who sometimes answers at random."""

    def __init__(self, often: float) -> None:
        self._often, self._sensible = often, GAME.players["sensible"]

    def choose(
        self,
        game: Game[State],
        state: State,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if rng.random() < self._often:
            return rng.choice(options).decision
        return self._sensible.choose(game, state, question, options, rng)


def samples(players: int, number: int) -> Iterator[tuple[list[float], float]]:
    """The numbers of each empire before each round of one game, and its later points."""
    rng = Random(f"coaching {players} {number}")
    state = new_game(GAME, players, OPTIONS[number % len(OPTIONS)], rng)
    seen: list[tuple[int, list[float], int]] = []
    begun = 0
    for step in steps(GAME, state, Wavering(0.3 * rng.random()), rng):
        before = step.before
        begins = Coaching().round_begun(before)
        if begins is not None and begins > begun:
            begun, left = begins, features.left(before)
            scores = {score.player: score.total for score in standing(before).players}
            seen += [
                (seat, features.empire_features(before, seat, left), scores[seat]) for seat in range(players)
            ]
        state = step.after
    last = {score.player: score.total for score in GAME.score(state).players}
    for seat, numbers, had in seen:
        yield numbers, last[seat] - had


def fit(players: int, count: int) -> dict[str, float]:
    rows, wanted, of_game = [], [], []
    for number in range(count):
        for numbers, points in samples(players, number):
            rows.append(numbers)
            wanted.append(points)
            of_game.append(number)
    measured, points_made = np.array(rows), np.array(wanted)
    fitted = np.array(of_game) % 5 != 0
    spread = measured.std(axis=0) + 1e-9
    scaled = measured / spread
    used = scaled[fitted]
    weights = np.linalg.solve(used.T @ used + RIDGE * np.eye(used.shape[1]), used.T @ points_made[fitted])
    off = float(np.sqrt(np.mean((scaled @ weights - points_made)[~fitted] ** 2)))
    print(
        f"{players} players: {len(rows)} empires, off by {off:.1f} VP (their spread: {points_made.std():.1f})"
    )
    return dict(zip(features.ALL_FEATURES, (weights / spread).tolist(), strict=True))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--games", type=int, default=1500)
    given = arguments.parse_args()
    lines = ["# Made by scripts/fit_coaching.py: VP still to come for each of these numbers of an empire."]
    for players in (2, 3, 4, 5):
        lines += ["", f"[{players}]"]
        lines += [f'"{name}" = {weight:.4f}' for name, weight in fit(players, given.games).items()]
    WEIGHTS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
