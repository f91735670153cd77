"""Tests of followers with a place in the journal: each takes every entry, in whatever order they begin, over
failures and restarts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Correction
from companion.table.follower import Follower, Later
from companion.table.journal import Journal
from companion.table.places import Places
from companion.table.table import Table
from companion.table.tables import Tables
from tests.default_run import first_by_default
from tests.rigs.postgres_server import NoPostgres, postgres_server
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid

WAIT_SECONDS = 20.0


class Taken:
    """Takes everything, unless it is told to fail. ranges: as they were taken."""

    def __init__(self) -> None:
        self.ranges: list[tuple[str, int, int]] = []
        self.fails: Exception | None = None
        self.came = threading.Condition()

    def __call__(self, table: Table[Any], after: int, last: int) -> bool:
        if self.fails is not None:
            raise self.fails
        with self.came:
            self.ranges.append((table.id, after, last))
            self.came.notify_all()
        return True

    def until(self, ranges: list[tuple[str, int, int]]) -> None:
        with self.came:
            assert self.came.wait_for(lambda: self.ranges == ranges, WAIT_SECONDS), self.ranges


def says(why: str) -> str:
    return f"It waits: {why}"


@pytest.fixture(params=first_by_default(["sqlite", "postgresql"]))
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    """Of a new journal."""
    if request.param == "sqlite":
        yield tmp_path / "tables.db"
        return
    pytest.importorskip("psycopg")
    try:
        with postgres_server("-c", "fsync=off") as started:
            yield started.url
    except NoPostgres as why:
        pytest.skip(str(why))


@pytest.mark.parametrize("order", list(permutations(("one", "broken", "other"))))
def test_the_order_in_which_they_begin_does_not_matter(tables: Tables, order: tuple[str, ...]) -> None:
    taken = {name: Taken() for name in order}
    taken["broken"].fails = KeyError("a tile")
    followers = {name: Follower(tables, name, taken[name], says) for name in order}
    table = tables.create("stones", SETUP, seed=3)
    table.submit(Bid(0, 2), table.number, "first", "test")
    table.submit(Bid(1, 1), table.number, "second", "test")
    assert table.entries()[-1].by == "virtual bag"  # written with the answer before it, told in one range
    whole = [(table.id, 1, 2), (table.id, 2, table.number)]
    assert table.number > 3
    assert taken["one"].ranges == taken["other"].ranges == whole
    assert followers["broken"].trouble == "It waits: The companion's log says what is wrong."
    tables.close()


def test_what_fails_is_tried_again_by_itself_with_all_that_came_meanwhile(tables: Tables) -> None:
    taken = Taken()
    taken.fails = Later("the disk is full.")
    follower = Follower(tables, "box", taken, says, retry=(0.01,))
    table = tables.create("stones", SETUP, seed=3)
    table.submit(Bid(0, 2), 1, "first", "test")
    assert follower.trouble == "It waits: the disk is full."
    table.correct(Correction("coins/1", 9), 2, "wish", "test")
    taken.fails = None
    taken.until([(table.id, 1, 3)])
    tables.close()
    assert not follower.trouble


def test_after_a_restart_it_goes_on_at_its_place_and_takes_nothing_twice(address: str | Path) -> None:
    with closing(Tables(Journal(address), load_toy)) as tables:
        taken = Taken()
        Follower(tables, "box", taken, says)
        table = tables.create("stones", SETUP, seed=3)
        table.submit(Bid(0, 2), 1, "first", "test")
        taken.fails = OSError(28, "No space left on device")
        table.submit(Bid(1, 1), 2, "second", "test")
        last = table.number
    with closing(Tables(Journal(address), load_toy)) as tables:
        again, other = Taken(), Taken()
        follower = Follower(tables, "box", again, says)
        follower.start()
        again.until([(table.id, 2, last)])
        new = Follower(tables, "new", other, says)  # the journal does not know this one yet
        assert follower.catch_up() == new.catch_up() == 0
        assert (len(again.ranges), other.ranges) == (1, [])
        assert Places(tables.journal, "box").all() == {table.id: last}


def test_a_place_never_goes_back(address: str | Path) -> None:
    with closing(Journal(address)) as journal:
        places = Places(journal, "plays")
        assert places.all() == {}
        places.keep({"kobura": 9, "deruki": 2})
        places.keep({"kobura": 7, "deruki": 3})
        assert places.all() == {"kobura": 9, "deruki": 3}
        assert Places(journal, "box").all() == {}


def test_a_slow_follower_in_a_thread_of_its_own_keeps_nobody_waiting_and_misses_nothing(
    tables: Tables,
) -> None:
    going, seen = threading.Event(), []

    def take(table: Table[Any], after: int, last: int) -> bool:
        assert going.wait(WAIT_SECONDS)
        seen.append((after, last))
        return True

    follower = Follower(tables, "hook", take, says, at_once=False)
    table = tables.create("stones", SETUP, seed=3)
    table.submit(Bid(0, 2), 1, "first", "test")
    table.correct(Correction("coins/1", 9), 2, "wish", "test")
    table.undo(3, "undo-it", "test")
    going.set()
    end = threading.Event()
    while not seen or seen[-1][1] < 4:
        assert not end.wait(0.01)
    assert seen[0][0] == 1
    assert [after for after, _last in seen[1:]] == [last for _after, last in seen[:-1]]
    tables.close()
    assert not follower.trouble
