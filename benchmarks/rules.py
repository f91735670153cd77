"""Measures the speed of New Frontiers' rules: random games, each call of the game, replay, time by module.

    python benchmarks/rules.py [--games 10000]

Games of 2 to 5 players in rotation, first and later ones, with and without goals, all on one core. A decision
is: get the questions, list the options, play one. Every game must end; an error stops the run. Times are
processor times of this process, so that other load changes little; the second figure is the time in units of
the reference loop of the same run.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from companion import games
from companion.games.contract import Difference, decision_to_json
from companion.games.contract.decisions import decision_from_json, moves_by_name
from companion.games.new_frontiers.rules.course.moves import MOVES
from companion.simulation.simulate import SimulatedStep, new_game, play_game, steps
from tests.rigs.figures import row
from tests.rigs.reference import reference_seconds

GAME = games.load("new-frontiers")
SETUP_OPTIONS = (
    (),
    (("game", "later"),),
    (("goals", "yes"),),
    (("game", "later"), ("goals", "yes"), ("turns", "together")),
)
KINDS_OF_GAMES = ("first and later", "with and without goals")
PLAYER_OPTION_MIXES = tuple(product((2, 3, 4, 5), SETUP_OPTIONS))


def random_games(number: int) -> dict[str, Any]:
    """Plays whole random games; decisions per second, median of rounds, and why the games ended."""
    decisions, rounds, reasons = 0, [], Counter[str]()
    begun = process_time()
    for n in range(number):
        players, options = PLAYER_OPTION_MIXES[n % len(PLAYER_OPTION_MIXES)]
        state, made = play_game(GAME, players, f"rules {n}", options=options)
        decisions += made
        rounds.append(GAME.phase(state).round)
        reasons.update(GAME.phase(state).endings)
    seconds = process_time() - begun
    return {
        "games": number,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds,
        "decision_us": seconds / decisions * 1e6,
        "rounds_median": median(rounds),
        "end_reasons": dict(reasons),
    }


def one_game(players: int, seed: str) -> list[SimulatedStep]:
    rng = Random(seed)
    state = new_game(GAME, players, (("game", "later"), ("goals", "yes")), rng)
    return list(steps(GAME, state, GAME.players["random"], rng))


def mean_us(job: Callable[[SimulatedStep], object], made: list[SimulatedStep], times: int = 3) -> float:
    """The mean of `job` over the steps, the best of `times` runs, in microseconds."""
    best = float("inf")
    for _ in range(times):
        begun = process_time()
        for step in made:
            job(step)
        best = min(best, process_time() - begun)
    return best / len(made) * 1e6


def differences(step: SimulatedStep) -> tuple[Difference, ...]:
    old, new = GAME.tracking.layout(step.before), GAME.tracking.layout(step.after)
    tiles = sorted(old.keys() | new.keys())
    return tuple(Difference(t, old.get(t), new.get(t)) for t in tiles if old.get(t) != new.get(t))


def call_costs_us() -> dict[str, float]:
    """The mean time of each call of the game over all decisions of 12 games, in microseconds."""
    made = [step for n in range(12) for step in one_game(2 + n % 4, f"parts {n}")]
    moved = [(step, found) for step in made if (found := differences(step)) and not step.after.over]
    players = {id(step): GAME.questions(step.before)[0].player for step in made}
    figures = {
        "questions": mean_us(lambda s: GAME.questions(s.before), made),
        "options": mean_us(lambda s: GAME.options(s.before, players[id(s)]), made),
        "play": mean_us(lambda s: GAME.play(s.before, s.decision), made),
        "layout": mean_us(lambda s: GAME.tracking.layout(s.after), made),
        "light": mean_us(lambda s: GAME.lights.light(s.after), made),
        "view": mean_us(lambda s: GAME.view(s.after, 0), made),
        "check": mean_us(lambda s: GAME.check(s.after), made),
        "facts": mean_us(lambda s: GAME.facts(s.after), made),
    }
    found = {id(step): differences for step, differences in moved}
    figures["explain"] = mean_us(
        lambda s: GAME.tracking.explain(s.before, found[id(s)]), [step for step, _ in moved]
    )
    return figures


def replay() -> dict[str, float]:
    """Replays ten 5-player games of sensible players from their decisions as JSON; median and slowest."""
    times, sizes = [], []
    for n in range(10):
        rng = Random(f"replay {n}")
        begin = new_game(GAME, 5, (), rng)
        made = list(steps(GAME, begin, GAME.players["sensible"], rng))
        lines = [json.dumps(decision_to_json(step.decision)) for step in made]
        begun = process_time()
        state, kinds = begin, moves_by_name(MOVES)
        for line in lines:
            state = GAME.play(state, decision_from_json(kinds, json.loads(line)))
        times.append(process_time() - begun)
        sizes.append(len(lines))
        assert state == made[-1].after
    return {"median_ms": median(times) * 1e3, "slowest_ms": max(times) * 1e3, "decisions": median(sizes)}


def time_by_module(number: int = 60) -> list[tuple[str, float]]:
    """Each module's own share of the time of random games, the largest first."""
    profile = cProfile.Profile()
    profile.enable()
    random_games(number)
    profile.disable()
    own: Counter[str] = Counter()
    for (file, _, _), (_, _, seconds, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        own[Path(file).name if file.startswith("/") else "built in"] += seconds
    whole = sum(own.values())
    return [(module, seconds / whole) for module, seconds in own.most_common(12)]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--games", type=int, default=320)
    given = arguments.parse_args()
    reference = reference_seconds()
    played = random_games(given.games)
    row(f"random games of 2 to 5, {', '.join(KINDS_OF_GAMES)}, to the end", figure=f"{played['games']:,}")
    row(
        f"decisions listed and played a second, of {played['decisions']:,}",
        figure=f"{played['decisions_per_second']:,.0f}",
        ratio=f"{played['decision_us'] / 1e6 / reference:.4f}",
    )
    for reason, times in sorted(played["end_reasons"].items()):
        row(f"random games that ended by {reason}", figure=f"{times:,}")
    for call, us in call_costs_us().items():
        row(f"`{call}`", figure=f"{us:.1f} us", ratio=f"{us / 1e6 / reference:.4f}")
    replayed = replay()
    row(
        f"replay of a 5-player game by the rules, {replayed['decisions']:.0f} decisions; the slowest of ten",
        figure=f"{replayed['median_ms']:.1f}; {replayed['slowest_ms']:.1f} ms",
        ratio=f"{replayed['median_ms'] / 1e3 / reference:.2f}",
    )
    print("own time in random games: " + ", ".join(f"{m} {share:.0%}" for m, share in time_by_module()))


if __name__ == "__main__":
    main()
