"""Measures the coach's strength against sensible computer players, by its thinking time.

    python benchmarks/coach.py [--players 2] [--games 4] [--seconds 1.0] [--seed coach] [--kept FILE]

Game n has the seed "<seed>:<players>:<n>"; first and later games, with and without goals, take turns. The
coach sits in seat n modulo the players, every other seat is a sensible player; a shared win counts as its
share. The coach sees only its seat's view. --seconds: the maximum of processor time per decision; a search
ends early when one answer leads clearly. --kept: a file with a line of JSON per game; games in that file are
not played again, so a long run can be interrupted.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from companion import games
from companion.coach.search import search
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row

SETUP_OPTIONS = (
    (),
    (("game", "later"),),
    (("goals", "yes"),),
    (("game", "later"), ("goals", "yes")),
)


@dataclass
class Result:
    """One game. won: the coach's share of the win; own, best: its VP and those of the best opponent."""

    won: float
    own: int
    best: int
    rounds: int
    decisions: int
    simulations: int
    seconds: float
    longest: float


class CoachAgainstSensible:
    """A client for `steps`: the coach in one seat, sensible players in the others."""

    def __init__(self, game: Game[Any], seat: int, seconds: float) -> None:
        self.game, self.seat, self.seconds = game, seat, seconds
        assert game.coaching is not None
        self.coaching = game.coaching
        self.sensible: Client = game.players["sensible"]
        self.thinking_seconds: list[float] = []
        self.simulations = 0

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if question.player != self.seat:
            return self.sensible.choose(game, state, question, options, rng)
        if len(options) == 1:
            return options[0].decision
        found = search(game, self.coaching, state, question, options, self.seconds, str(rng.getrandbits(32)))
        self.thinking_seconds.append(found.seconds)
        self.simulations += found.simulations
        return found.best.option.decision


def play_one_game(game: Game[Any], players: int, number: int, seconds: float, seed: str) -> Result:
    rng = Random(f"{seed}:{players}:{number}")
    seat = number % players
    duel = CoachAgainstSensible(game, seat, seconds)
    state = new_game(game, players, SETUP_OPTIONS[number // players % len(SETUP_OPTIONS)], rng)
    for step in steps(game, state, duel, rng):
        state = step.after
    sheet = game.score(state)
    winners = [score.player for score in sheet.players if score.winner]
    totals = {score.player: score.total for score in sheet.players}
    return Result(
        (seat in winners) / len(winners),
        totals.pop(seat),
        max(totals.values()),
        game.phase(state).round,
        len(duel.thinking_seconds),
        duel.simulations,
        sum(duel.thinking_seconds),
        max(duel.thinking_seconds, default=0.0),
    )


def read_results(file: Path | None) -> list[Result]:
    if file is None or not file.exists():
        return []
    return [Result(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--game", default="new-frontiers", choices=games.names())
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--games", type=int, default=4)
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--seed", default="coach")
    arguments.add_argument("--kept", type=Path)
    given = arguments.parse_args()
    game = games.load(given.game)
    results = read_results(given.kept)[: given.games]
    for number in range(len(results), given.games):
        results.append(play_one_game(game, given.players, number, given.seconds, given.seed))
        if given.kept is not None:
            with given.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(results[-1])) + "\n")
    won = mean(result.won for result in results)
    error = sqrt(won * (1 - won) / len(results))
    decisions = sum(result.decisions for result in results)
    thought = sum(result.seconds for result in results)
    row(
        f"{given.players} players, {given.seconds:g} s a decision",
        games=str(len(results)),
        won=f"{won:.1%} (standard error {error:.1%})",
        by_chance=f"{1 / given.players:.0%}",
        VP__best_other=f"{mean(r.own for r in results):.1f}; {mean(r.best for r in results):.1f}",
        rounds=f"{mean(r.rounds for r in results):.1f}",
        a_decision__longest=f"{thought / decisions:.2f} s; {max(r.longest for r in results):.2f} s",
        simulations=f"{sum(r.simulations for r in results) / decisions:.0f}",
    )


if __name__ == "__main__":
    main()
