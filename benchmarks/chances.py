"""How true the chances to win come: what the value net says of positions, and who won.

    python benchmarks/chances.py [--games 2000] [--seed chances] [--spread 1] [--kept FILE]

In each game every seat has one of four strengths, drawn by chance: so often it answers at random, else as the
sensible player, as people of a table differ. Of each game one position is drawn in which an action must be
selected; what is said of every seat there counts, by tenths of a chance.
--spread: what the net's logits are divided by before they are chances. --kept: a file with a line of JSON per
game; games in that file are not played again.
"""

from __future__ import annotations

import argparse
import json
from math import log
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.coach import SETUP_OPTIONS
from benchmarks.fair import Wavering
from companion import games
from companion.games.new_frontiers.coaching.coaching import chances_to_win
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row

STRENGTHS = (0.0, 0.1, 0.25, 0.5)
"""How often a seat of each strength answers at random."""
TENTHS = 10
WITHIN = 0.05
"""How far what is said of a tenth may be off."""

Said = tuple[float, float]
"""The chance that was said, and the share of the win that came."""


def said_in(number: int, seed: str) -> list[Said]:
    """Of one game, one position's chances, each with what came of it; none: it had no such position."""
    game, rng = games.load("new-frontiers"), Random(f"{seed} {number}")
    players = 2 + number % 4
    state = new_game(game, players, SETUP_OPTIONS[number // 4 % len(SETUP_OPTIONS)], rng)
    wavers = tuple(rng.choice(STRENGTHS) for _ in range(players))
    positions = []
    for step in steps(game, state, Wavering(game.players, wavers), rng):
        state = step.after
        if state.doing is None and not state.over and step.before.doing is not None:
            positions.append(state)
    if not positions:
        return []
    said, came = chances_to_win(rng.choice(positions)), chances_to_win(state)
    assert said is not None
    assert came is not None
    return list(zip(said, came, strict=True))


def spread_out(position: list[Said], spread: float) -> list[Said]:
    """The same with the logits divided by `spread`."""
    grown = [said ** (1 / spread) for said, _came in position]
    return [(one / sum(grown), came) for one, (_said, came) in zip(grown, position, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", default="chances")
    parser.add_argument("--spread", type=float, default=1.0)
    parser.add_argument("--kept", type=Path)
    arguments = parser.parse_args()
    kept: dict[str, list[Said]] = {}
    if arguments.kept and arguments.kept.exists():
        kept = dict(json.loads(line) for line in arguments.kept.read_text("utf-8").splitlines())
    positions = []
    for number in range(arguments.games):
        name = f"{arguments.seed} {number}"
        if name not in kept:
            kept[name] = said_in(number, arguments.seed)
            if arguments.kept:
                with arguments.kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([name, kept[name]]) + "\n")
        if kept[name]:
            positions.append(spread_out(kept[name], arguments.spread))
    told = f", logits divided by {arguments.spread:g}" if arguments.spread != 1 else ""
    every = [pair for position in positions for pair in position]
    for tenth in range(TENTHS):
        here = [pair for pair in every if min(int(pair[0] * TENTHS), TENTHS - 1) == tenth]
        if here:
            said, came = mean(pair[0] for pair in here), mean(pair[1] for pair in here)
            row(
                f"{tenth * 10} to {tenth * 10 + 10} of 100{told}",
                said=f"{said:.1%}",
                won=f"{came:.1%}",
                chances=str(len(here)),
                within_5_points="yes" if abs(said - came) <= WITHIN else "no",
            )
    wrong = mean(-sum(came * log(max(said, 1e-9)) for said, came in position) for position in positions)
    row(f"all{told}", chances=str(len(every)), positions=str(len(positions)), log_loss=f"{wrong:.3f}")


if __name__ == "__main__":
    main()
