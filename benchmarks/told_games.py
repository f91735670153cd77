"""Whole games in which all that is printed is told on demand, half of the forms "later", against the same
games with all registered before, each with a copy of its own (`tests/rigs/told_games.py`).

    python benchmarks/told_games.py [--seed 8000] [--seconds 500] [--kept FILE]

One of each game in turn, with seeds from the first on, for as long as `--seconds`; what ended otherwise is
printed.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.in_time import add_arguments, play_in_time, read
from companion import games
from tests.rigs.figures import row
from tests.rigs.told_games import told_and_registered

MOST = 1_000
"""Games of each that are begun at most."""


@dataclass
class Played:
    """A game and what is otherwise at its end or in the owner's box, a line each."""

    game: str
    seed: int
    lines: tuple[str, ...]


def play(job: tuple[str, int]) -> Played:
    game, seed = job
    copy = import_module(f"tests.games.{game.replace('-', '_')}.printed_copy").PrintedCopy(seed)
    with TemporaryDirectory() as folder:
        try:
            lines = told_and_registered(Path(folder), copy, seed)
        except AssertionError as fault:  # the game with all registered does not follow, or none ends
            lines = [f"it stopped: {fault}"]
    return Played(game, seed, tuple(lines))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_arguments(options, seed="8000", seconds=500)
    given = options.parse_args()
    kept = read(given.kept, Played)
    done = {(one.game, one.seed) for one in kept}
    first = int(given.seed)
    jobs = [(game, seed) for seed in range(first, first + MOST) for game in games.names()]
    play_in_time(play, (job for job in jobs if job not in done), kept, given)
    for game in games.names():
        of_game = [one for one in kept if one.game == game]
        for one in of_game:
            print(*(f"{game} {one.seed}: {line}" for line in one.lines), sep="\n", end="\n" * bool(one.lines))
        row(games.load(game).title, games=f"{len(of_game)}", equal=f"{sum(not one.lines for one in of_game)}")


if __name__ == "__main__":
    main()
