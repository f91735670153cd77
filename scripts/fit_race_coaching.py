"""Fits the points that the coach expects of empires in Race for the Galaxy, on games of computer players.

    python scripts/fit_race_coaching.py [--games 400] [--jobs 2]

Writes companion/games/race_for_the_galaxy/coaching/weights.toml: for each number of players a weight for each
of `features.ALL_FEATURES`, by ridge regression of an empire's later points on its numbers before a round. The
players are sensible ones who answer up to 20 % of the questions at random, so that the empires differ. Every
fifth game is left out for measuring the estimate's error.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from companion import games
from companion.games.contract import Decision, Game, Option, Question
from companion.games.race_for_the_galaxy.coaching import features
from companion.games.race_for_the_galaxy.coaching.coaching import Coaching
from companion.games.race_for_the_galaxy.rules.scoring import score
from companion.games.race_for_the_galaxy.rules.state import State
from companion.simulation.simulate import new_game, steps

GAME = games.load("race-for-the-galaxy")
WEIGHTS = Path(__file__).parent.parent / "companion/games/race_for_the_galaxy/coaching/weights.toml"
OPTIONS = ((), (("start-worlds", "eleven"),), (("two-players", "experienced"),))
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
        return self._sensible.choose(game, state, question, options, rng, hand)


def samples(players: int, number: int) -> list[tuple[list[float], float]]:
    """The numbers of each empire before each round of one game, and its later points."""
    rng = Random(f"coaching {players} {number}")
    state = new_game(GAME, players, OPTIONS[number % len(OPTIONS)], rng)
    seen: list[tuple[int, list[float], int]] = []
    begun = 0
    for step in steps(GAME, state, Wavering(0.2 * rng.random()), rng):
        before = step.before
        begins = Coaching().round_begun(before)
        if begins is not None and begins > begun:
            begun, rest = begins, features.left(before)
            totals = {one.player: one.total for one in score(before).players}
            seen += [
                (seat, features.empire_features(before, seat, rest), totals[seat]) for seat in range(players)
            ]
        state = step.after
    last = {one.player: one.total for one in score(state).players}
    return [(numbers, float(last[seat] - had)) for seat, numbers, had in seen]


def fit(players: int, count: int, pool: ProcessPoolExecutor) -> dict[str, float]:
    rows, wanted, of_game = [], [], []
    for number, found in enumerate(pool.map(partial(samples, players), range(count), chunksize=10)):
        for numbers, points in found:
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
        f"{players} players: {len(rows)} empires, off by {off:.1f} VP, spread {points_made.std():.1f}",
        flush=True,
    )
    return dict(zip(features.ALL_FEATURES, (weights / spread).tolist(), strict=True))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--games", type=int, default=400)
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    lines = [
        "# Made by scripts/fit_race_coaching.py: VP still to come for each of these numbers of an empire."
    ]
    with ProcessPoolExecutor(given.jobs) as pool:
        for players in (2, 3, 4):
            fitted = fit(players, given.games, pool)
            lines += ["", f"[{players}]", *(f'"{name}" = {weight:.4f}' for name, weight in fitted.items())]
    WEIGHTS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
