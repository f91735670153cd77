"""How often a stretch that nobody told is found again from what lies on the table, and after what questions.

Stretches of 1 to 12 decisions are dropped from simulated games. The search gets what a camera sees afterwards
(where pieces lie, and goods); what it asks is answered truly, and with --wrong one number of each stretch is
not. An end is exact when all that people may see of it is as it was: every fact and piece, and what is asked.

    .venv/bin/python benchmarks/catching_up.py --game new-frontiers --stretches 200 --seed 1
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion import games
from companion.catching_up.session import Nothing, Proposal
from companion.catching_up.telling_apart import WhatQuestion
from companion.games.contract import Illegal, RandomPlayer
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.figures import row
from tests.rigs.truthful import Truthful, same, seen_by_all

MOST_QUESTIONS = 15


@dataclass
class Result:
    """Of one stretch. outcome: exact, wrong, illegal, nothing or endless. taps: where a page asks several
    things, each. answers: seconds of processor time
    until each question, and until the end."""

    players: int
    dropped: int
    outcome: str = ""
    questions: list[str] = field(default_factory=list)
    taps: int = 0
    answers: list[float] = field(default_factory=list)
    lied: bool = False


class Mixed(RandomPlayer[Any]):
    """Plays as the game's simple player, but every so often at random."""

    def __init__(self, game: Any, at_random: float) -> None:
        self._players, self._at_random = game.players, at_random

    def choose(self, game: Any, state: Any, question: Any, options: Any, rng: Random, hand: Any = ()) -> Any:
        name = "random" if rng.random() < self._at_random else "sensible"
        return self._players[name].choose(game, state, question, options, rng, hand)


def stretch(game: Any, rng: Random, most: int, at_random: float) -> tuple[int, list[SimulatedStep]]:
    """A few decisions of a game: the players, and the steps."""
    players = rng.randint(max(2, game.seats[0]), min(5, game.seats[1]))
    history = list(steps(game, new_game(game, players, (), rng), Mixed(game, at_random), rng))
    dropped = rng.randint(1, most)
    begin = rng.randrange(0, len(history) - dropped)
    return players, history[begin : begin + dropped]


def catch_up(truth: Truthful, result: Result) -> None:
    game = truth.game
    began = time.process_time()
    for _session, found in truth.catching_up(seen_by_all(game, truth.end, result.players)):
        now = time.process_time()
        result.answers.append(now - began)
        began = now
        if isinstance(found, Proposal | Nothing):
            break
        rows = found.rows if isinstance(found, WhatQuestion) else ()
        result.taps += max(1, len(rows))
        what = "".join(f": {row.asked[2]}" for row in rows[:1])
        result.questions.append(f"{type(found).__name__}{what}{f' x {len(rows)}' if len(rows) > 1 else ''}")
        if len(result.questions) > MOST_QUESTIONS:
            result.outcome = "endless"
            return
    result.lied = truth.lied
    if isinstance(found, Nothing):
        result.outcome = "nothing"
        return
    state = truth.begun
    for decision in found.decisions:
        try:
            check_legal(game, state, decision)
        except Illegal:
            result.outcome = "illegal"
            return
        state = game.play(state, decision)
    result.outcome = "exact" if same(game, state, truth.end) else "wrong"


def share(counts: list[float], part: float) -> float:
    ordered = sorted(counts)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def report(name: str, results: list[Result]) -> None:
    outcomes = Counter(r.outcome for r in results)
    asked = [float(len(r.questions)) for r in results]
    row(
        name,
        stretches=str(len(results)),
        exact=f"{100 * outcomes['exact'] / len(results):.1f} %",
        wrong=str(outcomes["wrong"]),
        illegal=str(outcomes["illegal"]),
        nothing_found=str(outcomes["nothing"] + outcomes["endless"]),
        questions_median=f"{share(asked, 0.5):.0f}",
        questions_p95=f"{share(asked, 0.95):.0f}",
        taps_median=f"{share([float(r.taps) for r in results], 0.5):.0f}",
        taps_p95=f"{share([float(r.taps) for r in results], 0.95):.0f}",
        first_answer_p95=f"{share([r.answers[0] for r in results], 0.95):.1f} s",
        each_answer_p95=f"{share([one for r in results for one in r.answers], 0.95):.1f} s",
        all_answers_p95=f"{share([sum(r.answers) for r in results], 0.95):.1f} s",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="new-frontiers")
    parser.add_argument("--stretches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12, help="decisions dropped at most")
    parser.add_argument("--at-random", type=float, default=0.0, help="the share of decisions made at random")
    parser.add_argument("--wrong", action="store_true", help="one number of each stretch is told wrongly")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    game = games.load(given.game)
    results: list[Result] = []
    for number in range(given.stretches):
        rng = Random(f"{given.seed}:{number}")
        players, played = stretch(game, rng, given.most, given.at_random)
        result = Result(players, len(played))
        catch_up(Truthful(game, played, rng if given.wrong else None), result)
        results.append(result)
        if given.verbose:
            words = (
                [game.words(s.before, s.decision)[:40] for s in played] if result.outcome != "exact" else ""
            )
            print(number, result, words, flush=True)
    how = f", {100 * given.at_random:.0f} % at random" if given.at_random else ""
    title = f"{game.title}{how}{', a number told wrongly' if given.wrong else ''}"
    for least, most in ((1, 3), (4, 6), (7, 9), (10, 12), (1, 12)):
        some = [r for r in results if least <= r.dropped <= most and (r.lied or not given.wrong)]
        if some:
            report(f"{title}, {least} to {most} decisions", some)


if __name__ == "__main__":
    main()
