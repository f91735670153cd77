"""How often a stretch that nobody told is found again from what lies on the table, and after what questions.

Stretches of 1 to 12 decisions are dropped from simulated games. The search gets what a camera sees afterwards
(where pieces lie, and goods); what it asks is answered truly, and with --wrong one number of each stretch is
not. An end is exact when all that people may see of it is as it was: every fact and piece, and what is asked.
With --kept each stretch is a line of that file, and one that has its line is not made again: a run that was
stopped is gone on with, and runs of several seeds are told together.

    .venv/bin/python benchmarks/catching_up.py --game new-frontiers --stretches 200 --seed 1 --kept nf.jsonl
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.catching_up.asked import Page, WhatQuestion
from companion.catching_up.evidence import Told
from companion.catching_up.session import CutShort, Nothing, Proposal
from companion.games.contract import Illegal, RandomPlayer
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from companion.system.garbage import collect_seldom
from tests.rigs.figures import row
from tests.rigs.truthful import Truthful, same, secrets_before

MOST_QUESTIONS = 15
NONE_FOUND = {Nothing: "nothing", CutShort: "cut short"}


@dataclass
class Result:
    """Of one stretch. outcome: exact, wrong, illegal, nothing, cut short or endless. taps: `Truthful.taps`.
    told: what a search does not find, by whoever is asked. answers: seconds of processor time until each
    question, and until the end."""

    players: int
    dropped: int
    outcome: str = ""
    questions: list[str] = field(default_factory=list)
    taps: int = 0
    told: int = 0
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
    """A few decisions of a game: the players, and the steps. It begins and ends where no answer is secret:
    what only its owner knows, its owner tells."""
    players = rng.randint(max(2, game.seats[0]), min(5, game.seats[1]))
    history = list(steps(game, new_game(game, players, (), rng), Mixed(game, at_random), rng))
    is_open = [not covered for covered in secrets_before(game, history)]
    dropped = rng.randint(1, most)
    while True:
        begin = rng.randrange(0, len(history) - dropped)
        ends = [n for n in range(begin + 1, begin + dropped + 1) if is_open[n]]
        if is_open[begin] and ends:
            return players, history[begin : ends[-1]]


def catch_up(game: Any, played: list[SimulatedStep], result: Result, given: Any, rng: Random) -> None:
    """What people answer until all is caught up with. What a search does not find, whoever is asked tells."""
    end, lies = played[-1].after, rng if given.wrong else None
    for _part in range(MOST_QUESTIONS):
        truth = Truthful(game, played, lies)
        state, found = caught_up(truth, result, given)
        at_end = state is None or same(game, state, end)
        # A number of what lies beyond the proposal is compared with nothing yet.
        result.lied = result.lied or (truth.lied and at_end)
        if at_end:
            result.outcome = result.outcome or "exact"
            return
        told = next((n for n, step in enumerate(played) if same(game, state, step.before)), None)
        if told is None or not isinstance(found, Proposal) or not found.stuck:
            result.outcome = NONE_FOUND.get(type(found), "wrong")
            return
        secret = secrets_before(game, played[told:])
        after = next(n for n in range(1, len(secret)) if not secret[n])
        result.told += after
        played = played[told + after :]
        if not played:
            result.outcome = "exact"
            return
    result.outcome = "endless"


def caught_up(truth: Truthful, result: Result, given: Any) -> tuple[Any, Any]:
    """The state that one catching up leads to, with what it came to; None: none, with `result.outcome`."""
    game, began = truth.game, time.process_time()
    seen = truth.seen(result.players, given.slides, goods=not given.no_goods, copies=given.copies)
    told = Told(truth.counts() if given.counted else {})
    found: Any = None
    for _session, found in truth.catching_up(seen, told):
        now = time.process_time()
        result.answers.append(now - began)
        began = now
        if isinstance(found, Proposal | Nothing | CutShort):
            break
        rows = found.rows if isinstance(found, Page) else ()
        result.taps += truth.taps(found)
        asked = Counter(row.asked[2] if isinstance(row, WhatQuestion) else row.key for row in rows)
        result.questions.append(", ".join(f"{n} {what}" for what, n in asked.items()) or "which way")
        if len(result.questions) > MOST_QUESTIONS:
            result.outcome = "endless"
            return None, found
    if type(found) in NONE_FOUND:
        result.outcome = NONE_FOUND[type(found)]
        return None, found
    state = truth.begun
    for decision in found.decisions:
        try:
            check_legal(game, state, decision)
        except Illegal:
            result.outcome = "illegal"
            return None, found
        state = game.play(state, decision)
    return state, found


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
        cut_short=str(outcomes["cut short"]),
        questions_median=f"{share(asked, 0.5):.0f}",
        questions_p95=f"{share(asked, 0.95):.0f}",
        taps_median=f"{share([float(r.taps) for r in results], 0.5):.0f}",
        taps_p95=f"{share([float(r.taps) for r in results], 0.95):.0f}",
        told_otherwise=f"{sum(r.told for r in results)}",
        first_answer_p95=f"{share([r.answers[0] for r in results], 0.95):.1f} s",
        each_answer_p95=f"{share([one for r in results for one in r.answers], 0.95):.1f} s",
        all_answers_p95=f"{share([sum(r.answers) for r in results], 0.95):.1f} s",
    )


def made(game: Any, given: Any) -> Iterator[Result]:
    """Those that are kept, then the others of this seed."""
    kept: Path | None = given.kept
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    known = set()
    for line in map(json.loads, lines):
        known.add((line["seed"], line["number"]))
        yield Result(**line["result"])
    until = time.monotonic() + 60 * given.minutes
    for number in range(given.stretches):
        if (given.seed, number) in known:
            continue
        if time.monotonic() > until:
            return
        rng = Random(f"{given.seed}:{number}")
        players, played = stretch(game, rng, given.most, given.at_random)
        result = Result(players, len(played))
        catch_up(game, played, result, given, rng)
        if kept is not None:
            with kept.open("a") as file:
                line = {"seed": given.seed, "number": number, "result": asdict(result)}
                file.write(json.dumps(line) + "\n")
        if given.verbose and result.outcome != "exact":
            print(number, result, [game.words(s.before, s.decision)[:40] for s in played], flush=True)
        yield result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="new-frontiers")
    parser.add_argument("--stretches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12, help="decisions dropped at most")
    parser.add_argument("--at-random", type=float, default=0.0, help="the share of decisions made at random")
    parser.add_argument("--counted", action="store_true", help="people tell first what each has")
    parser.add_argument("--wrong", action="store_true", help="one number of each stretch is told wrongly")
    parser.add_argument("--slides", action="store_true", help="it also sees action tiles slid")
    parser.add_argument("--no-goods", action="store_true", help="the camera sees no goods")
    parser.add_argument("--copies", action="store_true", help="it also reads tags that several pieces carry")
    parser.add_argument("--minutes", type=float, default=60.0, help="no more stretches after so long")
    parser.add_argument("--kept", type=Path, help="a file of stretches: these, and those that are made now")
    parser.add_argument("--verbose", action="store_true", help="say what was not exact")
    given = parser.parse_args()
    collect_seldom()  # as the processes that search
    game = games.load(given.game)
    results = list(made(game, given))
    how = f", {100 * given.at_random:.0f} % at random" if given.at_random else ""
    how += ", slid tiles seen" if given.slides else ""
    how += ", no goods seen" if given.no_goods else ""
    how += ", copies seen" if given.copies else ""
    how += ", counted" if given.counted else ""
    title = f"{game.title}{how}{', a number told wrongly' if given.wrong else ''}"
    for least, most in ((1, 3), (4, 6), (7, 9), (10, 12), (1, 12)):
        some = [r for r in results if least <= r.dropped <= most and (r.lied or not given.wrong)]
        if some:
            report(f"{title}, {least} to {most} decisions", some)


if __name__ == "__main__":
    main()
