"""Tests of catching up: what people did without telling it is entered, and taken back, as a whole."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Any

import pytest
import sqlalchemy as sa

from companion.games.contract import Illegal
from companion.games.contract.tellers import CAUGHT_UP
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, Drawn, Pass, StonesGame, Take


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture
def table(tables: Tables) -> Table[Any]:
    return tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand"))


def reopened(table: Table[Any], journal: Journal) -> Table[Any]:
    return Table(StonesGame(), journal, table.id)


TAKEN = (Drawn(None, ("S01", "S02", "S03")), Take(0, "S03"), Pass(1))


def bid(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), table.number, "bid 0", "tablet")
    table.submit(Bid(1, 1), table.number, "bid 1", "tablet")


def test_all_that_was_inferred_is_entered_and_marked(table: Table[Any], journal: Journal) -> None:
    bid(table)
    first = table.catch_up(TAKEN, table.number, "yes")
    assert first.number == 4
    entries = table.entries()[3:]
    assert [(e.kind, e.words, e.by) for e in entries] == [
        ("draw", "Drawn: S01, S02, S03", CAUGHT_UP),
        ("decision", "Blue takes S03", CAUGHT_UP),
        ("decision", "Green passes", CAUGHT_UP),
    ]
    again = reopened(table, journal)
    assert again.state == table.state
    assert [e.words for e in again.entries()] == [e.words for e in table.entries()]


def test_each_step_keeps_what_it_was_inferred_from(table: Table[Any]) -> None:
    bid(table)
    bases = tuple(f'{{"seen":{n}}}' for n in range(3))
    table.catch_up(TAKEN, table.number, "yes", bases)
    assert [it.by for it in table.entries()[3:]] == [f"{CAUGHT_UP}: {basis}" for basis in bases]


def test_one_undo_takes_all_of_it_back_and_one_redo_restores_it(table: Table[Any], journal: Journal) -> None:
    bid(table)
    before = table.state
    table.catch_up(TAKEN, table.number, "yes")
    after, named = table.state, "Drawn: S01, S02, S03 and the 2 steps after it"
    assert table.undo_words == named
    table.undo(table.number, "back", "tablet")
    assert table.state == before
    assert reopened(table, journal).state == before
    assert (table.undo_words, table.redo_words) == ("Green bids 1", named)
    table.redo(table.number, "again", "tablet")
    assert table.state == after
    assert [line.words for line in table.history()][-2:] == [f"Taken back: {named}", f"Restored: {named}"]
    table.submit(Bid(0, 1), table.number, "next", "tablet")
    assert "after it" not in (table.undo_words or "")


def test_it_is_taken_back_one_by_one_too(table: Table[Any]) -> None:
    bid(table)
    table.catch_up(TAKEN, table.number, "yes")
    table.jump(5, table.number, "to the first two", "tablet")
    assert table.state.owned == (("S03",), ())
    assert [q.player for q in table.questions] == [1]


def test_any_seat_may_take_it_back(table: Table[Any]) -> None:
    bid(table)
    table.catch_up(TAKEN, table.number, "yes")
    table.undo(table.number, "back", "phone", seat=1)
    assert table.state.phase == "draw"


def test_one_that_is_illegal_enters_none(table: Table[Any], journal: Journal) -> None:
    bid(table)
    before = table.number
    with pytest.raises(Illegal):
        table.catch_up((*TAKEN[:2], Take(1, "S20")), before, "yes")
    assert (table.number, len(journal.entries(table.id))) == (before, before)
    assert table.catch_up(TAKEN, before, "yes").number == before + 1  # the key can still be used


def test_decisions_without_a_basis_each_enter_none(table: Table[Any]) -> None:
    bid(table)
    before = table.number
    with pytest.raises(ValueError, match="shorter"):
        table.catch_up(TAKEN, before, "yes", ("{}",) * 2)
    assert table.number == before


def test_the_same_yes_twice_enters_it_once(table: Table[Any], journal: Journal) -> None:
    bid(table)
    seen = table.number
    other = reopened(table, journal)
    first = table.catch_up(TAKEN, seen, "yes")
    assert table.catch_up(TAKEN, seen, "yes") == first
    assert other.catch_up(TAKEN, seen, "yes") == first  # through another process, which had not heard of it
    assert len(journal.entries(table.id)) == seen + len(TAKEN)


def test_of_two_processes_one_enters_all_and_the_other_is_told(table: Table[Any], journal: Journal) -> None:
    bid(table)
    seen = table.number
    both = [table, reopened(table, journal)]
    told: list[str] = []
    start = threading.Barrier(2)

    def say_yes(one: Table[Any], key: str) -> None:
        start.wait()
        try:
            one.catch_up(TAKEN, seen, key)
            told.append("entered")
        except Stale:
            told.append("stale")

    threads = [threading.Thread(target=say_yes, args=(one, f"yes {n}")) for n, one in enumerate(both)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["entered", "stale"]
    assert len(journal.entries(table.id)) == seen + len(TAKEN)


OTHERWISE = (TAKEN[0], Take(0, "S02"))


def test_another_batch_takes_the_place_of_one_and_one_undo_restores_it(table: Table[Any]) -> None:
    bid(table)
    begun = table.number
    table.catch_up(TAKEN, begun, "yes", ("{}",) * 3)
    first = table.state
    table.catch_up(OTHERWISE, table.number, "instead", ("{}", '{"told":true}'), instead=(begun, "tablet"))
    assert table.state.owned == (("S02",), ())
    assert [entry.by for entry in table.effective()[begun:]] == ["caught up: {}", 'caught up: {"told":true}']
    table.undo(table.number, "back", "phone", seat=1)
    assert table.state == first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, which this system does not know")
@pytest.mark.parametrize("instead", [False, True])
def test_a_process_killed_between_two_rows_leaves_nothing(
    table: Table[Any], journal: Journal, instead: bool
) -> None:
    bid(table)
    begun = table.number
    if instead:
        table.catch_up(OTHERWISE, begun, "before")
    before, seen, place = table.state, table.number, (begun, "tablet") if instead else None

    def enter_and_die() -> None:
        own = Journal(journal.path)

        @sa.event.listens_for(own._engine, "connect")
        def dies_at_the_second_row(connection: Any, _record: Any) -> None:
            connection.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
            connection.execute(
                f"CREATE TEMP TRIGGER dies AFTER INSERT ON entries WHEN NEW.number = {seen + 2} "
                "BEGIN SELECT die(); END"
            )

        own._engine.dispose()  # what is open already does not die
        reopened(table, own).catch_up(TAKEN, seen, "yes", instead=place)

    other = multiprocessing.get_context("fork").Process(target=enter_and_die)
    other.start()
    other.join(60)
    assert other.exitcode == -signal.SIGKILL
    again = reopened(table, journal)
    assert (again.number, again.state) == (seen, before)
    assert again.catch_up(TAKEN, seen, "yes", instead=place).number == seen + 1


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("instead", [False, True])
def test_killed_while_writing_there_is_all_of_it_or_nothing(
    table: Table[Any], journal: Journal, monkeypatch: pytest.MonkeyPatch, written: bool, instead: bool
) -> None:
    bid(table)
    begun = table.number
    if instead:
        table.catch_up(OTHERWISE, begun, "before")
    before, seen, append = table.state, table.number, journal.append
    place = (begun, "tablet") if instead else None

    def killed(*given: Any) -> None:
        if written:
            append(*given)
        raise Killed

    monkeypatch.setattr(journal, "append", killed)
    with pytest.raises(Killed):
        table.catch_up(TAKEN, seen, "yes", instead=place)
    monkeypatch.undo()
    again = reopened(table, journal)
    assert again.number == seen + (len(TAKEN) + instead) * written
    assert written or again.state == before
    assert again.catch_up(TAKEN, seen, "yes", instead=place).number == seen + 1
    assert again.state.owned == (("S03",), ())
