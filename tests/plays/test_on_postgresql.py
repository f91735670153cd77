"""Tests of plays on PostgreSQL: stored, replaced, found, removed and restored, as in a file."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion.plays.store import NoSuchPlay, PlayFilter, Plays
from companion.plays.tracked import PlayKeeper, play_id
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.plays.conftest import ENDED, a_play
from tests.plays.test_tracked import finish
from tests.table.conftest import SETUP, load_toy
from tests.table.test_postgresql import pg, server  # noqa: F401


@pytest.fixture
def stored(pg: Journal) -> Plays:  # noqa: F811
    plays = Plays(pg)
    plays.list()
    with pg.transaction() as connection:
        connection.exec_driver_sql("TRUNCATE kept_plays, places")
    return plays


@pytest.mark.slow
def test_plays_live_there_as_anywhere(stored: Plays, server: str) -> None:  # noqa: F811
    stored.keep(a_play("one", comment="100% Łódź"))
    stored.keep(a_play("two", 9, 8, 7, ended=ENDED + timedelta(days=1)))
    stored.keep(a_play("one", 12, 13))
    assert [p.id for p in stored.list()] == ["two", "one"]
    assert [b.id for b in stored.briefs(PlayFilter(text="ŁÓDŹ 100%"))] == ["one"]
    assert [b.id for b in stored.briefs(PlayFilter(since=ENDED + timedelta(hours=1), seats=3))] == ["two"]
    other = Plays(journal := Journal(server))
    other.remove("one")
    with pytest.raises(NoSuchPlay):
        stored.get("one")
    stored.restore("one")
    assert other.get("one").sheet.players[1].winner
    journal.close()


@pytest.mark.slow
def test_a_table_that_ends_there_is_kept(stored: Plays, pg: Journal) -> None:  # noqa: F811
    tables = Tables(pg, load_toy)
    keeper = PlayKeeper(tables, stored)
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    assert stored.get(play_id(table.id)).sheet == table.game.score(table.state)
    table.undo(table.number, "undo-0001", "test")
    assert stored.list() == ()
    assert keeper.catch_up() == 0
