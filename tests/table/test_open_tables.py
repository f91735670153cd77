"""Tests that tables leave memory when nobody uses them, and come back unchanged when they are needed."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from companion.table.journal import Journal
from companion.table.open_tables import IDLE_SECONDS, SWEEP_INTERVAL_SECONDS, OpenTables
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def resting(tmp_path: Path, now: list[float]) -> Iterator[Tables]:
    """Tables with `now` as their clock."""
    tables = Tables(Journal(tmp_path / "tables.db"), load_toy, OpenTables(clock=lambda: now[0]))
    yield tables
    tables.close()


def test_a_table_that_nobody_looks_at_is_let_go_without_the_collector(
    resting: Tables, now: list[float]
) -> None:
    gone: list[str] = []
    resting.on_release = gone.append
    table = resting.create("stones", SETUP, seed=1)
    table.submit(Bid(0, 2), 1, "a", "tablet")
    entries, name, held = table.entries(), table.id, ref(table)
    del table
    now[0] = IDLE_SECONDS - 1
    resting.release_idle()
    assert held() is not None
    gc.disable()
    try:
        now[0] = IDLE_SECONDS
        resting.release_idle()
        assert held() is None
    finally:
        gc.enable()
    assert gone == [name]
    assert resting.open(name).entries() == entries


def test_opening_another_lets_go_by_itself(resting: Tables, now: list[float]) -> None:
    first = resting.create("stones", SETUP, seed=1).id
    second = resting.create("stones", SETUP, seed=2).id
    now[0] = IDLE_SECONDS + SWEEP_INTERVAL_SECONDS
    resting.open(second)
    assert [table.id for table in resting.live()] == [second]
    assert resting.open(first).number == 1


def test_one_that_is_followed_or_held_is_never_opened_twice(resting: Tables, now: list[float]) -> None:
    followed, held = resting.create("stones", SETUP, seed=1), resting.create("stones", SETUP, seed=2)
    name, stop = followed.id, followed.listen(lambda: None)
    with resting.create("stones", SETUP, seed=3).subscribe():
        before = followed
        del followed
        now[0] = 10 * IDLE_SECONDS
        resting.release_idle()
        assert resting.open(name) is before
        assert resting.open(held.id) is held  # a slow request still uses it
        assert len(resting.live()) == 3
    stop()
    now[0] = 20 * IDLE_SECONDS
    resting.release_idle()
    del before, held
    now[0] = 30 * IDLE_SECONDS
    resting.release_idle()
    assert resting.live() == ()


def test_forty_games_leave_no_threads_behind(tmp_path: Path, now: list[float]) -> None:
    """A game with question clocks has a thread per open table, which ends when the table is released."""
    from companion import games
    from companion.games.contract import Player, Setup

    timed = next(name for name in games.names() if games.load(name).timing is not None)
    game = games.load(timed)
    players = Setup(tuple(Player(colour, colour) for colour in game.colours[: game.seats[0]]))
    tables = Tables(Journal(tmp_path / "timed.db"), memory=OpenTables(clock=lambda: now[0]))
    before = threading.active_count()
    names = [tables.create(timed, players, seed=n).id for n in range(8)]
    for table in tables.live():
        if table.now.clocks and not table.now.paused:
            table.act_on_clock({"do": "pause"}, table.number, f"pause-{table.id}", "tablet")
    assert threading.active_count() == before + len(names)
    now[0] = 2 * IDLE_SECONDS
    with tables.open(names[0]).subscribe():
        now[0] = 4 * IDLE_SECONDS
        tables.release_idle()
        assert threading.active_count() == before + 1, "the clock of one that a page follows goes on"
    now[0] = 6 * IDLE_SECONDS
    tables.release_idle()
    assert threading.active_count() == before
    assert tables.open(names[0]).id == names[0]
    tables.close()
    assert threading.active_count() == before


def test_whoever_follows_a_table_hears_that_all_are_closed(resting: Tables) -> None:
    follows = resting.create("stones", SETUP, seed=1).subscribe()
    assert follows.get() is not None
    resting.close()
    assert follows.closed
