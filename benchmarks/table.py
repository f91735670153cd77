"""Measures the table: time until a decision is on the disk and at all subscribers, and time to open a table.

    python benchmarks/table.py [--game new-frontiers] [--dir DIR]

Times are in milliseconds; `ratio` is the time in units of the reference loop of the same run. The journal
is in --dir (default: a temporary folder), whose disk determines the time of an append.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import threading
from pathlib import Path
from time import perf_counter
from typing import Any

from companion import games
from companion.games.contract import Game, Player, Setup
from companion.table.journal import Entry, Journal, utc_now
from companion.table.record import record, replay
from companion.table.table import Table
from companion.table.tables import Tables
from tests.rigs.figures import milliseconds, percentile, row
from tests.rigs.reference import reference_seconds

Figures = dict[str, dict[str, float]]


def spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median": statistics.median(ordered) * 1e3,
        "p99": percentile(ordered, 99) * 1e3,
        "n": len(ordered),
    }


def appends(folder: Path, how: str, count: int = 500) -> dict[str, float]:
    """Appends one entry per transaction. how: "synced", as the program does; "unsynced", with
    synchronous=OFF, to show the disk's share; "driver", the same statement with sqlite3 alone, synced, to
    show SQLAlchemy's share."""
    path = folder / f"appends-{how}.db"
    journal = Journal(path)
    tables = Tables(journal)
    name = games.default_name()
    table = begin(tables, games.load(name), 2, seed=1)
    first = table.number + 1
    times = []
    data = {"do": "select", "player": 1, "tile": "Settle"}
    if how == "driver":
        import sqlite3

        connection = sqlite3.connect(path)
        connection.execute("PRAGMA synchronous=FULL")
        sql = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        for n in range(first, first + count):
            row = (table.id, n, "decision", json.dumps(data), "words", 1, "x", f"k{n}", "2026", None)
            begun = perf_counter()
            connection.execute(sql, row)
            connection.commit()
            times.append(perf_counter() - begun)
        connection.close()
    else:
        if how == "unsynced":
            with journal._engine.connect() as open_one:
                open_one.exec_driver_sql("PRAGMA synchronous=OFF")
        for n in range(first, first + count):
            entry = Entry(n, "decision", data, "words", 1, "x", f"k{n}", utc_now())
            begun = perf_counter()
            journal.append(table.id, [entry])
            times.append(perf_counter() - begun)
    journal.close()
    return spread(times)


def begin(tables: Tables, game: Game[Any], players: int, seed: int) -> Table[Any]:
    seats = tuple(Player(f"Seat {n + 1}", game.colours[n]) for n in range(players))
    return tables.create(game.name, Setup(seats), seed=seed)


def play_out(table: Table[Any], seed: int) -> list[float]:
    """Plays a random game to its end; the seconds of each `submit`."""
    chance, times = random.Random(seed), []
    while table.questions:
        question = chance.choice(table.questions)
        decision = chance.choice(table.game.options(table.state, question.player)).decision
        number = table.number
        begun = perf_counter()
        table.submit(decision, number, f"k{number}", "bench")
        times.append(perf_counter() - begun)
    return times


def to_subscribers(table: Table[Any], subscribers: int, rounds: int = 100) -> dict[str, float]:
    """From requesting an entry until it arrives at the last of `subscribers` waiting threads."""
    gate = threading.Semaphore(0)
    arrived = [0.0] * subscribers
    stop = threading.Event()

    def wait(n: int) -> None:
        with table.subscribe() as watch:
            watch.get()
            gate.release()
            while not stop.is_set():
                if watch.get(0.5) is not None:
                    arrived[n] = perf_counter()
                    gate.release()

    threads = [threading.Thread(target=wait, args=(n,)) for n in range(subscribers)]
    for thread in threads:
        thread.start()
    for _ in threads:
        gate.acquire()
    times = []
    for n in range(rounds):
        begun = perf_counter()
        table.jump(1, table.number, f"jump {subscribers} {n}", "bench")
        for _ in threads:
            gate.acquire()
        times.append(max(arrived) - begun)
    stop.set()
    for thread in threads:
        thread.join()
    return spread(times)


def measure(name: str, folder: Path) -> Figures:
    game = games.load(name)
    figures: Figures = {f"append, {how}": appends(folder, how) for how in ("synced", "unsynced", "driver")}
    journal = Journal(folder / "game.db")
    tables = Tables(journal)
    most = game.seats[1]
    played = [begin(tables, game, most, seed) for seed in range(5)]
    figures[f"submit, {most} players"] = spread([t for n, one in enumerate(played) for t in play_out(one, n)])
    table = max(played, key=lambda t: t.number)
    opens, replays = [], []
    kept = record(table)
    for _ in range(7):
        begun = perf_counter()
        opened: Table[Any] = Table(game, journal, table.id)
        opens.append(perf_counter() - begun)
        assert opened.state == table.state
        begun = perf_counter()
        assert replay(kept)["illegal"] is None
        replays.append(perf_counter() - begun)
    figures[f"open a finished table, {table.number} entries"] = spread(opens)
    figures[f"replay its record, {len(kept['steps'])} steps"] = spread(replays)
    for subscribers in (1, 6, 200):
        figures[f"submit to {subscribers} subscribers"] = to_subscribers(table, subscribers)
    journal.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=games.default_name())
    parser.add_argument("--dir", type=Path)
    args = parser.parse_args()
    reference = reference_seconds()
    with tempfile.TemporaryDirectory(dir=args.dir) as folder:
        figures = measure(args.game, Path(folder))
    for what, figure in figures.items():
        row(
            what,
            median=milliseconds(figure["median"]),
            p99=milliseconds(figure["p99"]),
            ratio=f"{figure['median'] / 1e3 / reference:.2g}",
        )


if __name__ == "__main__":
    main()
