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
from companion.catching_up.evidence import Asked, Seen, standing, waited_for
from companion.catching_up.session import Nothing, Proposal, Session
from companion.catching_up.telling_apart import FactQuestion, WhatQuestion, WhereQuestion, WhichQuestion
from companion.games.contract import Illegal
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.figures import row

MOST_QUESTIONS = 15


@dataclass
class Result:
    """Of one stretch. outcome: exact, wrong, illegal, nothing or endless."""

    players: int
    dropped: int
    outcome: str = ""
    questions: list[str] = field(default_factory=list)
    first: float = 0.0
    whole: float = 0.0
    lied: bool = False


def stretch(game: Any, rng: Random, most: int) -> tuple[int, list[SimulatedStep]]:
    """A few decisions of a game: the players, and the steps."""
    players = rng.randint(max(2, game.seats[0]), min(5, game.seats[1]))
    history = list(steps(game, new_game(game, players, (), rng), game.players["sensible"], rng))
    dropped = rng.randint(1, most)
    begin = rng.randrange(0, len(history) - dropped)
    return players, history[begin : begin + dropped]


class Truth:
    """What people would answer who saw it all."""

    def __init__(self, game: Any, played: list[SimulatedStep], rng: Random, wrong: bool) -> None:
        self.game, self.end, self.rng = game, played[-1].after, rng
        self.lies = wrong
        self.shown = game.view(self.end, None)
        self.stands = standing(game, self.end, game.questions(self.end))
        self.decided: dict[Asked, Any] = {}
        for step in played:
            for question in waited_for(game.questions(step.before)):
                if question.player == step.decision.player:
                    about = game.phase(step.before).round, question.player, question.kind
                    before = sum(asked[:3] == about for asked in self.decided)
                    self.decided[*about, before + 1] = step.decision
                    break

    def fact(self, path: str) -> tuple[Any, bool]:
        """Its value, and whether that is a lie."""
        fact = self.game.fact(self.shown, path)
        value = None if fact is None else fact.value
        if self.lies and fact is not None and isinstance(value, int) and not fact.choices:
            self.lies = False
            near = [value + d for d in (-2, -1, 1, 2) if not fact.problem(value + d)]
            if near:
                return self.rng.choice(near), True
        return value, False


def catch_up(game: Any, played: list[SimulatedStep], truth: Truth, result: Result) -> None:
    zones = frozenset(z.name for z in game.tracking.plan(result.players).zones)
    seen = Seen(game.tracking.layout(truth.end), zones, game.tracking.goods(truth.end))
    began = time.process_time()
    session = Session(game, played[0].before, seen)
    while True:
        found = session.think()
        if not result.first:
            result.first = time.process_time() - began
        if isinstance(found, Proposal | Nothing):
            break
        what = found.asked[2] if isinstance(found, WhatQuestion) else found.key.split("/")[1:2]
        result.questions.append(f"{type(found).__name__}: {what}" if what else type(found).__name__)
        if len(result.questions) > MOST_QUESTIONS:
            result.outcome = "endless"
            return
        if isinstance(found, WhereQuestion):
            if truth.stands in found.choices:
                session.tell_where(truth.stands)
            else:
                session.tell_not_there(found.choices)
        elif isinstance(found, WhichQuestion):
            reached = session.histories.reached
            true = [one for one in found.choices if same(game, reached[one.end].state, truth.end)]
            if not true:
                result.outcome = "nothing"
                return
            session.tell(true[0].told)
        elif isinstance(found, WhatQuestion):
            session.tell_what(found.asked, truth.decided.get(found.asked))
        else:
            assert isinstance(found, FactQuestion)
            value, lied = truth.fact(found.fact.path)
            result.lied |= lied
            session.tell_fact(found.fact.path, value)
    result.whole = time.process_time() - began
    if isinstance(found, Nothing):
        result.outcome = "nothing"
        return
    state = played[0].before
    for decision in found.decisions:
        try:
            check_legal(game, state, decision)
        except Illegal:
            result.outcome = "illegal"
            return
        state = game.play(state, decision)
    result.outcome = "exact" if same(game, state, truth.end) else "wrong"


def same(game: Any, one: Any, other: Any) -> bool:
    """Whether everything that anybody may say of two states is the same."""
    tracking = game.tracking
    return (
        {f.path: f.value for f in game.facts(one)} == {f.path: f.value for f in game.facts(other)}
        and tracking.layout(one) == tracking.layout(other)
        and tracking.goods(one) == tracking.goods(other)
        and game.questions(one) == game.questions(other)
    )


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
        first_answer_p95=f"{share([r.first for r in results], 0.95):.1f} s",
        whole_p95=f"{share([r.whole for r in results], 0.95):.1f} s",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="new-frontiers")
    parser.add_argument("--stretches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12, help="decisions dropped at most")
    parser.add_argument("--wrong", action="store_true", help="one number of each stretch is told wrongly")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    game = games.load(given.game)
    results: list[Result] = []
    for number in range(given.stretches):
        rng = Random(f"{given.seed}:{number}")
        players, played = stretch(game, rng, given.most)
        result = Result(players, len(played))
        catch_up(game, played, Truth(game, played, rng, given.wrong), result)
        results.append(result)
        if given.verbose:
            words = (
                [game.words(s.before, s.decision)[:40] for s in played] if result.outcome != "exact" else ""
            )
            print(number, result, words, flush=True)
    title = f"{game.title}{', a number told wrongly' if given.wrong else ''}"
    for least, most in ((1, 3), (4, 6), (7, 9), (10, 12), (1, 12)):
        some = [r for r in results if least <= r.dropped <= most and (r.lied or not given.wrong)]
        if some:
            report(f"{title}, {least} to {most} decisions", some)


if __name__ == "__main__":
    main()
