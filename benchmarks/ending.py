"""Measures how often a game's true end lies within its estimate, in simulated games with drawn paces.

python benchmarks/ending.py [--games N]. Goal: four of five.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import games
from companion.simulation.ending import DECISION_SPREAD, PACE_SPREAD, USUAL_SECONDS, estimate
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row

PARTS = (0.1, 0.3, 0.5, 0.7, 0.9)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=60)
    number = asked.parse_args().games
    for name in games.names():
        game = games.load(name)
        found: dict[float, list[tuple[float, float, float, float]]] = {part: [] for part in PARTS}
        for n in range(number):
            rng = Random(f"{name} {n}")
            kind = ("random", list(game.players)[-1])[n % 4 > 0]
            state = new_game(game, rng.randint(*game.seats), (), rng)
            path = [state, *(it.after for it in steps(game, state, game.players[kind], rng))]
            middle = math.log(USUAL_SECONDS) + rng.gauss(0, PACE_SPREAD) - DECISION_SPREAD**2 / 2
            times = [rng.lognormvariate(middle, DECISION_SPREAD) for _ in path[1:]]
            for part in PARTS:
                at = int(part * len(times))
                began = process_time()
                it = estimate(game, path[at], times[:at], seed=n)
                if it is not None:
                    true = sum(times[at:]) / 60
                    found[part].append((it.low, it.high, true, process_time() - began))
        for part, all in found.items():
            low = sum(true < low for low, _high, true, _ in all)
            high = sum(true > high for _low, high, true, _ in all)
            wide = sorted((high - low) / true for low, high, true, _ in all)[len(all) // 2]
            cost = sum(seconds for *_, seconds in all) / len(all)
            row(
                f"{game.title}, {part:.0%} played",
                within=f"{(len(all) - low - high) / len(all):.0%} of {len(all)}",
                shorter=str(low),
                longer=str(high),
                width=f"{wide:.2f} times what is left",
                processor=f"{cost:.2f} s",
            )


if __name__ == "__main__":
    main()
