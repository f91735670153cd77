"""Measures plays: recording the end of a game, the PDF, the picture, and a list of a thousand plays.

    python benchmarks/plays.py

Times are in milliseconds; `ratio` is the time in units of the reference loop of the same run. The tables are
whole games of the sensible computer player with five players, with goals.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

from companion import games
from companion.games.contract import Player, Setup
from companion.plays.export import to_csv
from companion.plays.near_misses import nearly
from companion.plays.pdf import score_pdf
from companion.plays.picture import result_picture
from companion.plays.play import Play
from companion.plays.statistics import statistics
from companion.plays.store import PlayFilter, Plays
from companion.plays.tracked import course, play_of
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from tests.rigs.figures import measured_ms, print_rows

TABLE_COUNT = 3
PLAY_COUNT = 1000


def finished_table(tables: Tables, seed: int) -> Table:
    """A finished table of five."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours)
    setup = setup_with_draws(game, Setup(players, (("game", "later"), ("goals", "yes"))), seed=seed)
    table = tables.create(game.name, setup, seed=seed)
    sensible, rng = game.players["sensible"], Random(seed)
    while not game.phase(table.state).over:
        question, key = table.questions[0], f"step-{table.number:06}"
        options = game.options(table.state, question.player)
        decision = sensible.choose(game, table.state, question, options, rng)
        table.submit(decision, table.number, key, "benchmark")
    return table


def measure() -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(Journal(Path(folder) / "plays.db"))
        ended = [finished_table(tables, seed) for seed in range(TABLE_COUNT)]
        kept = [play for table in ended if (play := play_of(table)) is not None]
        plays = Plays(tables.journal)
        for n in range(PLAY_COUNT):
            play = kept[n % TABLE_COUNT]
            plays.keep(replace(play, id=f"play-{n}", ended=play.ended - timedelta(hours=n)))
        figures = {
            "the play of a table that ends, 5 players": five_times([partial(play_of, t) for t in ended]),
            "  of it: what would have changed the result": five_times(
                [partial(nearly, t.game, t.state) for t in ended]
            ),
            "  of it: the course of the game": five_times([partial(course, t) for t in ended]),
            "keep it": five_times([partial(plays.keep, p) for p in kept]),
            "the PDF": five_times([partial(pdf, p) for p in kept]),
            "the picture": five_times([partial(picture, p) for p in kept]),
            f"a page of 25 of {PLAY_COUNT} plays": five_times([partial(plays.briefs, PlayFilter(), 25)]),
            f"a word found in {PLAY_COUNT} plays": five_times(
                [partial(plays.briefs, PlayFilter(text="nobody"), 25)]
            ),
            f"statistics of {PLAY_COUNT} plays": five_times([lambda: statistics(plays.briefs())]),
            f"CSV of {PLAY_COUNT} plays": five_times([lambda: to_csv(plays.briefs())]),
        }
        tables.close()
    return figures


def five_times(jobs: list[Callable[[], object]]) -> list[float]:
    return measured_ms(jobs, 5)


def pdf(play: Play) -> bytes:
    players = [(p.name, p.colour) for p in play.players]
    return score_pdf(title="Benchmark", players=players, sheet=play.sheet, course=play.course)


def picture(play: Play) -> bytes:
    seats = [(p.name, p.colour, "circle") for p in play.players]
    return result_picture("wide", "Benchmark", "", seats, play.sheet)


if __name__ == "__main__":
    print_rows(measure())
