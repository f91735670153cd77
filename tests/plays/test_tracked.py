"""Tests of a tracked table's play: stored at the end, removed when the table goes on, stored again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.games.contract import Correction
from companion.plays.play import RoundTotals
from companion.plays.store import NoSuchPlay, Plays
from companion.plays.tracked import PlayKeeper, minutes_of, play_id, play_of
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from companion.table.record import record
from companion.table.table import Table
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid, Pass, Take


@pytest.fixture
def tables(journal: Journal) -> Tables:
    return Tables(journal, load_toy)


@pytest.fixture
def keeper(tables: Tables, plays: Plays) -> PlayKeeper:
    return PlayKeeper(tables, plays)


def step(table: Table[Any], take: bool = True) -> None:
    """Gives one answer to an open question."""
    question = table.questions[0]
    assert question.player is not None
    decision: Any = Bid(question.player, 1)
    if question.kind == "take":
        stones = table.state.middle
        decision = Take(question.player, stones[0]) if take and stones else Pass(question.player)
    table.submit(decision, table.number, f"step-{table.number:05}", "test")


def finish(table: Table[Any], **how: Any) -> None:
    while not table.game.phase(table.state).over:
        step(table, **how)


def test_a_table_that_ends_is_kept_at_once(tables, keeper):
    table = tables.create("stones", SETUP, seed=1)
    step(table)
    assert keeper.plays.list() == ()
    finish(table)
    (play,) = keeper.plays.list()
    assert play == play_of(table)
    assert play.id == play_id(table.id)
    assert (play.whence, play.source, play.rounds) == ("table", table.id, 3)
    assert [p.name for p in play.players] == ["Blue", "Green"]
    assert play.sheet == table.game.score(table.state)
    assert dict(play.players[0].owned)["Stones"] == table.game.display.owned(table.state, 0)["Stones"]
    assert play.nearly["en"]
    assert play.ended == table.entries()[-1].at
    assert play.began == table.entries()[0].at
    assert play.minutes == 1


def test_a_table_left_overnight_was_not_played_all_night():
    begun = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
    moments = [begun, begun + timedelta(minutes=20), begun + timedelta(hours=14), begun + timedelta(hours=15)]
    assert minutes_of(moments) == 20 + 30 + 30
    assert minutes_of([begun]) == 1


def test_taken_back_it_goes_and_its_words_wait(tables, keeper):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    first = keeper.plays.edit(play_id(table.id), comment="windy", location="Attic")
    table.undo(table.number, "undo-0001", "test")
    assert keeper.plays.list() == ()
    with pytest.raises(NoSuchPlay):
        keeper.plays.get(first.id)
    finish(table, take=False)
    (again,) = keeper.plays.list()
    assert again.id == first.id
    assert again.comment == "windy"
    assert again.sheet == table.game.score(table.state)
    assert again.sheet != first.sheet


def test_a_correction_after_the_end_changes_the_result_and_not_when_it_was(tables, keeper):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    (before,) = keeper.plays.list()
    table.correct(Correction("coins/0", 5), table.number, "correct-1", "test")
    (after,) = keeper.plays.list()
    assert after.ended == before.ended
    assert after.sheet == table.game.score(table.state)
    assert after.sheet != before.sheet


def test_the_course_is_the_score_at_each_rounds_end(tables, keeper):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    (play,) = keeper.plays.list()
    assert [c.round for c in play.course] == [1, 2, 3]
    ends = {}
    for entry in table.effective():
        state = table.state_at(entry.number)
        totals = tuple(p.total for p in table.game.score(state).players)
        ends[table.game.phase(state).round] = ends.get(table.game.phase(state).round, totals)
    assert play.course[0] == RoundTotals(1, ends[2])
    assert play.course[-1].totals == tuple(p.total for p in play.sheet.players)


def test_what_ended_before_anybody_kept_plays_is_found(tables, journal, plays):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    tables.create("stones", SETUP, seed=2)
    gone = tables.create("stones", SETUP, seed=3)
    finish(gone)
    tables.delete(gone.id)
    keeper = PlayKeeper(Tables(journal, load_toy), plays)
    assert keeper.catch_up() == 0
    assert [play.source for play in plays.list()] == [table.id]


def test_a_table_is_looked_through_once(tables, journal, plays, monkeypatch):
    finish(tables.create("stones", SETUP, seed=1))
    other = Tables(journal, load_toy)
    keeper = PlayKeeper(other, plays)
    keeper.catch_up()
    opened = []
    monkeypatch.setattr(other, "open_unshared", opened.append)
    assert keeper.catch_up() == 0
    assert opened == []


def test_it_stops_in_time_and_goes_on(tables, journal, plays):
    for seed in range(3):
        finish(tables.create("stones", SETUP, seed=seed))
    keeper = PlayKeeper(Tables(journal, load_toy), plays)
    clock = iter((0.0, 0.0, 5.0))
    assert keeper.catch_up(1.0, lambda: next(clock)) == 2
    assert keeper.catch_up() == 0
    assert plays.count() == 3


def test_a_table_that_cannot_be_opened_hides_no_other(tables, journal, plays, monkeypatch):
    for seed in range(2):
        finish(tables.create("stones", SETUP, seed=seed))
    bad = tables.list()[0].id
    other = Tables(journal, load_toy)
    glance = other.open_unshared

    def broken(table_id):
        if table_id == bad:
            raise LookupError("no such game")
        return glance(table_id)

    monkeypatch.setattr(other, "open_unshared", broken)
    assert PlayKeeper(other, plays).catch_up() == 0
    assert plays.count() == 1


def test_deleted_by_a_person_it_stays_so_until_the_table_goes_on(tables, keeper, journal):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    keeper.plays.remove(play_id(table.id))
    later = Tables(journal, load_toy)
    again = PlayKeeper(later, keeper.plays)
    later.open(table.id).set(lights="evening")
    again.catch_up()
    assert again.plays.list() == ()


def test_ended_under_another_program_it_is_set_aside_too(tables, keeper, journal):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    elsewhere = Tables(journal, load_toy).open(table.id)
    elsewhere.undo(elsewhere.number, "undo-else", "test")
    again = PlayKeeper(Tables(journal, load_toy), keeper.plays)
    again.catch_up()
    assert again.plays.list() == ()


@pytest.mark.parametrize("wrong", [JournalError("full", "The disk is full."), KeyError("a tile")])
def test_trouble_with_the_plays_never_stops_a_game(tables, keeper, monkeypatch, wrong):
    def raise_error(*_: Any) -> None:
        raise wrong

    table = tables.create("stones", SETUP, seed=1)
    with monkeypatch.context() as broken:
        broken.setattr(keeper.plays, "keep", raise_error)
        finish(table)
    assert keeper.plays.list() == ()
    assert keeper.catch_up() == 0
    assert len(keeper.plays.list()) == 1


def test_a_game_whose_record_is_imported_where_its_play_is_counts_once(tables, keeper):
    """The copy says nothing new until it is changed; then the one play says what the copy says."""
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    (first,) = keeper.plays.list()
    keeper.plays.edit(first.id, comment="windy", location="Attic")
    copy = tables.revive(record(table))
    keeper.catch_up()
    (play,) = keeper.plays.list()
    assert play == keeper.plays.get(first.id) == keeper.kept(copy) == keeper.kept(table)
    copy.correct(Correction("coins/0", 5), copy.number, "correct-1", "test")
    (after,) = keeper.plays.list()
    assert (after.id, after.source, after.comment) == (first.id, table.id, "windy")
    assert after.sheet == copy.game.score(copy.state) != first.sheet
    copy.undo(copy.number, "undo-0001", "test", confirm=copy.now.undo_of)
    copy.undo(copy.number, "undo-0002", "test", confirm=copy.now.undo_of)
    assert [play.id for play in keeper.plays.list()] == [first.id], "the first table is over as before"
    finish(copy, take=False)
    assert {play.id for play in keeper.plays.list()} == {first.id, play_id(copy.id)}, "another game by now"


def test_a_record_brings_a_play_back_that_was_taken_out(tables, keeper):
    table = tables.create("stones", SETUP, seed=1)
    finish(table)
    keeper.plays.remove(play_id(table.id))
    copy = tables.revive(record(table))
    keeper.catch_up()
    (play,) = keeper.plays.list()
    assert play.id == play_id(copy.id)
    assert keeper.kept(copy) == play
