"""Measures how many entries per second a journal takes, and the bytes of each, with SQLite and PostgreSQL.

`python benchmarks/appends.py --seconds 3`: threads write the entries of a real game, each thread to its own
tables, one transaction per entry, synced to the disk. PostgreSQL is a fresh server from this machine's
packages, with its default settings.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random

import sqlalchemy as sa

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.simulate import steps
from companion.table.journal import Entry, Journal, TableRow
from companion.table.settings import Settings
from companion.table.tables import Tables
from tests.rigs.figures import row
from tests.rigs.postgres_server import NoPostgres, postgres_server

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))


def game_entries() -> tuple[TableRow, tuple[Entry, ...]]:
    """A whole game of three sensible computer players."""
    game = games.load("new-frontiers")
    with closing(Tables(Journal(":memory:"))) as tables:
        table = tables.create(game.name, PLAYERS, seed=1, settings=Settings(draws="hand"))
        for step in steps(game, table.state, game.players["sensible"], Random(1)):
            table.submit(step.decision, table.number, f"step-{table.number:08}", "a device")
        kept = tables.journal.table(table.id)
        assert kept is not None
        return kept, table.entries()


def count_appended(
    url: str | Path, begun: TableRow, entries: tuple[Entry, ...], writers: int, seconds: float
) -> int:
    """Writes with `writers` threads for this time; returns how many entries were acknowledged."""
    until, counts = time.perf_counter() + seconds, [0] * writers

    def write(which: int) -> None:
        table = 0
        while time.perf_counter() < until:
            table += 1
            mine = replace(begun, id=f"{writers}-{which}-{table}")
            journal.create(mine, entries[:1])
            for entry in entries[1:]:
                if time.perf_counter() > until:
                    return
                journal.append(mine.id, [entry])
                counts[which] += 1

    with closing(Journal(url)) as journal:
        threads = [threading.Thread(target=write, args=(n,)) for n in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return sum(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    table, entries = game_entries()
    row("entries of a game of three, without draws", figure=str(len(entries)))
    folder = Path(tempfile.mkdtemp(prefix="appends", dir="."))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        path = folder / "tables.db"
        count = count_appended(path, table, entries, 4, seconds)
        row("SQLite, 4 writers, entries a second", figure=f"{count / seconds:.0f}")
        row("SQLite, bytes of an entry", figure=f"{path.stat().st_size / count:.0f}")
        try:
            server = stack.enter_context(postgres_server())
        except NoPostgres as why:
            print(why)
            return
        total = 0
        for writers in (1, 4, 16):
            count = count_appended(server.url, table, entries, writers, seconds)
            total += count
            row(f"PostgreSQL, {writers} writers, entries a second", figure=f"{count / seconds:.0f}")
        engine = sa.create_engine(server.url)
        with engine.connect() as connection:
            size = connection.exec_driver_sql("SELECT pg_total_relation_size('entries')").scalar_one()
        engine.dispose()
        row("PostgreSQL, bytes of an entry, with its indexes", figure=f"{size / total:.0f}")


if __name__ == "__main__":
    main()
