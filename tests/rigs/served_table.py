"""A table of five, some way into a game, served by one version of the companion in a separate process.

    PYTHONPATH=<a version's tree> python tests/rigs/served_table.py <new folder>

Prints the address of the table's page as a line of JSON. Then answers each line of its input with the number
of the table's last entry. "step": a sensible player makes one decision; the answer is null if the game is
over. "back": the table returns to its start, and the same steps follow again.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.server.server import Server

GAME = "new-frontiers"
PLAYERS = 5
DECISIONS_BEFORE_START = 120
"""Decisions before the page is measured."""


def play_step(table: Table[Any], rng: Random) -> None:
    now = table.now
    question = now.questions[0]
    options = table.game.options(now.state, question.player)
    decision = table.game.players["sensible"].choose(table.game, now.state, question, options, rng)
    table.submit(decision, now.number, f"benchmark-{now.number:06}", "benchmark")


def main() -> None:
    tables = Tables(Journal(Path(sys.argv[1], "pages.db")))
    game = games.load(GAME)
    seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:PLAYERS])
    table = tables.create(game.name, Setup(seats), seed=5)
    rng = Random(1)
    for _ in range(DECISIONS_BEFORE_START):
        play_step(table, rng)
    server = Server(create_app(Room(tables)), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    print(json.dumps(f"http://127.0.0.1:{server.port}/t/{table.id}/"), flush=True)
    begin, rng = table.number, Random(2)
    for command in sys.stdin:
        over = table.game.phase(table.state).over
        if command.strip() == "back":
            table.jump(begin, table.number, f"again-{table.number:06}", "benchmark")
            rng, over = Random(2), False
        elif not over:
            play_step(table, rng)
        print(json.dumps(None if over else table.number), flush=True)
    server.stop()
    tables.close()


if __name__ == "__main__":
    main()
