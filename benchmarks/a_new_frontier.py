"""Measures the speed of A New Frontier's rules, and checks that many random games end with right counts.

    python benchmarks/a_new_frontier.py [--games 300] [--kind random]

Games of 3, 4 and 5 players in rotation, on one core. A decision is: get the questions, list the options, make
the seat's view, choose, play. After each game the counts of ships, technologies, colonies and missions are
checked.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time

from companion.games.a_new_frontier.game import ANewFrontier
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row
from tests.rigs.reference import reference_seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--kind", default="random")
    chosen = parser.parse_args()
    game = ANewFrontier()
    player = game.players[chosen.kind]
    decisions = 0
    wrong = 0
    totals: list[int] = []
    begin = process_time()
    for number in range(chosen.games):
        rng = Random(f"benchmark:{number}")
        state = new_game(game, 3 + number % 3, (), rng)
        for step in steps(game, state, player, rng):
            state = step.after
            decisions += 1
        wrong += bool(game.check(state))
        totals += [line.total for line in game.score(state).players]
    seconds = process_time() - begin
    reference = reference_seconds()
    each = seconds / decisions / reference
    row("random games of 3 to 5 to the end", figure=f"{chosen.games:,}")
    row("of them with chips or cards that do not add up", figure=str(wrong))
    row(f"decisions a second, of {decisions:,}", figure=f"{decisions / seconds:,.0f}", ratio=f"{each:.4f}")
    row("scores, least; mean; most", figure=f"{min(totals)}; {sum(totals) / len(totals):.1f}; {max(totals)}")


if __name__ == "__main__":
    main()
