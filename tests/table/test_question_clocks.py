"""Tests of clocks of questions: computed from the journal's entries, kept over a restart; time-outs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.games.contract import Illegal, Json, Player, Setup
from companion.table.journal import CLOCK, Entry, Journal
from companion.table.run_out import RunOutScheduler
from companion.table.settings import BadSetting
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from tests.games.toy import HarbourGame
from tests.games.toy.moves import Bid, Keep, Trade
from tests.games.toy.state import value_of

SETUP = Setup((Player("Blue", "blue"), Player("Green", "green")))


class ManualClock:
    """The clock of the journal's entries, which tests move forward."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 31, 19, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    clock = ManualClock()
    for module in ("table", "tables", "chance"):
        monkeypatch.setattr(f"companion.table.{module}.utc_now", clock)
    ahead(monkeypatch, 0)
    return clock


def ahead(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """What the journal's times are ahead of the steady clock: the machine's was set while the table ran."""
    for module in ("table", "table_core"):
        monkeypatch.setattr(f"companion.table.{module}.steady_of", lambda at: at - timedelta(hours=hours))


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal(":memory:")
    yield journal
    journal.close()


@pytest.fixture
def table(journal: Journal, clock: ManualClock) -> Table[Any]:
    """A table of the toy game where both players may bid within 30 seconds."""
    game = HarbourGame()
    tables = Tables(journal, lambda _name: game)
    row = tables.create("harbour", SETUP, seed=3)
    table: Table[Any] = Table(game, journal, row.id)  # no scheduler follows it
    tables.open(row.id).close()
    for seat in (0, 1):
        cheapest = min(table.state.dealt[seat], key=value_of)
        table.submit(Keep(seat, (cheapest,)), table.number, f"keep {seat}", "phone")
    assert {clock.kind for clock in table.now.clocks} == {"bid"}
    return table


def left(table: Table[Any], clock: ManualClock) -> dict[int | None, float]:
    return {c.player: c.left(clock.now) for c in table.now.clocks}


def act(table: Table[Any], **action: Any) -> None:
    table.act_on_clock(action, table.number, f"clock {table.number}", "tablet")


def test_every_open_question_with_seconds_has_a_clock(table: Table[Any], clock: ManualClock) -> None:
    assert left(table, clock) == {0: 30, 1: 30}
    clock.advance(12)
    assert left(table, clock) == {0: 18, 1: 18}
    table.submit(Bid(0, 1), table.number, "bid", "phone")
    assert left(table, clock) == {1: 18}  # a changeable answer has no clock; the other's goes on


def test_a_restart_keeps_the_clock(table: Table[Any], journal: Journal, clock: ManualClock) -> None:
    clock.advance(12)
    act(table, do="more", player=1, seconds=20)
    act(table, do="pause")
    clock.advance(500)
    again: Table[Any] = Table(HarbourGame(), journal, table.id)
    assert left(again, clock) == left(table, clock) == {0: 18, 1: 38}
    assert again.now.paused


@pytest.mark.parametrize("stops", [{"do": "pause"}, {"do": "time-out", "player": 1}])
def test_a_clock_that_stands_is_read_again_as_it_stood(
    table: Table[Any], journal: Journal, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, stops: Json
) -> None:
    """Though the machine's clock was set by hours while it ran: by the journal's times nothing was left."""
    clock.advance(12 + 3 * 3600)
    ahead(monkeypatch, 3)
    entry = table.act_on_clock(stops, table.number, "stops", "tablet")
    assert table.act_on_clock(stops, table.number, "stops", "tablet") is entry, "the same request again"
    ahead(monkeypatch, 0)
    again: Table[Any] = Table(HarbourGame(), journal, table.id)
    assert left(again, clock) == left(table, clock) == {0: 18, 1: 18}
    act(again, do="resume")
    clock.advance(5)
    assert left(again, clock) == {0: 13, 1: 13}


@pytest.mark.parametrize("used", [None, [], [1], [1, 2, 3], [1, "x"], [-1, 1], [True, 1], [1.5, 1], 7])
def test_a_pause_that_does_not_say_what_was_used_goes_by_its_time(
    table: Table[Any], journal: Journal, clock: ManualClock, used: Any
) -> None:
    """As programs before 1.1 wrote it, or a file that somebody changed."""
    clock.advance(12)
    journal.append(
        table.id,
        [
            Entry(
                table.number + 1, "clock", {"do": "pause", "used_ms": used}, "", None, "tablet", "p", clock()
            )
        ],
    )
    again: Table[Any] = Table(HarbourGame(), journal, table.id)
    assert left(again, clock) == {0: 18, 1: 18}


def test_pause_and_resume(table: Table[Any], clock: ManualClock) -> None:
    act(table, do="pause")
    clock.advance(100)
    assert left(table, clock) == {0: 30, 1: 30}
    with pytest.raises(Illegal, match="paused already"):
        act(table, do="pause")
    act(table, do="resume")
    clock.advance(10)
    assert left(table, clock) == {0: 20, 1: 20}
    with pytest.raises(Illegal, match="not paused"):
        act(table, do="resume")
    words = [line.words for line in table.history() if line.entry.kind == "clock"]
    assert words == ["The clock is paused", "The clock goes on"]
    assert all(line.effective for line in table.history() if line.entry.kind == "clock")


def test_a_time_out_stops_the_clock_as_often_as_the_game_allows(
    table: Table[Any], clock: ManualClock
) -> None:
    act(table, do="time-out", player=1)
    clock.advance(60)
    assert left(table, clock) == {0: 30, 1: 30}
    act(table, do="resume")
    with pytest.raises(Illegal, match="no time-out left"):
        act(table, do="time-out", player=1)
    act(table, do="time-out", player=0)


def test_a_seat_may_have_more_time(table: Table[Any], clock: ManualClock) -> None:
    table.set(more_time={"1": 200})
    assert left(table, clock) == {0: 30, 1: 60}
    for wrong in ({"1": 50}, {"x": 200}, {"1": True}, 3):
        with pytest.raises(BadSetting, match="more_time"):
            table.set(more_time=wrong)


def test_a_run_out_clock_is_answered_as_the_game_says(table: Table[Any], clock: ManualClock) -> None:
    scheduler = RunOutScheduler(table, clock)
    assert 0 < scheduler.tick() <= 30
    clock.advance(29)
    scheduler.tick()
    assert table.state.bids == (None, None)
    table.submit(Bid(0, 2), table.number, "bid", "phone")
    clock.advance(1)
    assert scheduler.tick() == 0
    entry = next(e for e in table.entries() if e.by == CLOCK)
    assert (entry.kind, entry.player, entry.data) == ("decision", 1, {"do": "bid", "player": 1, "coins": 0})
    assert table.state.phase == "plan"


def test_what_was_used_before_a_pause_is_gone_from_the_run_out_too(
    table: Table[Any], clock: ManualClock
) -> None:
    clock.advance(12)
    act(table, do="pause")
    act(table, do="resume")
    assert RunOutScheduler(table, clock).tick() == 18


def test_a_table_that_is_only_read_answers_nothing_for_anybody(
    table: Table[Any], clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(31)
    monkeypatch.setattr(type(table), "read_only", "Another program has it.")
    assert table.run_out(clock.now) is None


def test_a_paused_clock_never_runs_out(table: Table[Any], clock: ManualClock) -> None:
    act(table, do="pause")
    clock.advance(1000)
    RunOutScheduler(table, clock).tick()
    assert table.state.bids == (None, None)


def test_a_run_out_that_is_undone_gives_the_whole_time_again(table: Table[Any], clock: ManualClock) -> None:
    table.submit(Bid(0, 2), table.number, "bid", "phone")
    clock.advance(31)
    table.run_out(clock.now)
    table.undo(table.number, "back", "tablet", confirm=table.now.undo_of)
    assert left(table, clock) == {1: 30}


def test_what_a_seat_does_beside_its_question_gives_it_no_time(table: Table[Any], clock: ManualClock) -> None:
    for seat in (0, 1):
        table.submit(Bid(seat, 0), table.number, f"bid {seat}", "phone")
    clock.advance(20)
    table.submit(Trade(0), table.number, "trade", "phone")
    assert left(table, clock) == {0: 40, 1: 40}
    clock.advance(50)
    table.run_out(clock.now)
    assert table.state.plans[0] is not None


@pytest.mark.parametrize(
    "action",
    [
        None,
        {},
        {"do": "stop"},
        {"do": "time-out"},
        {"do": "time-out", "player": 7},
        {"do": "more", "player": 0},
        {"do": "more", "player": 0, "seconds": 0},
        {"do": "more", "player": 0, "seconds": True},
    ],
)
def test_what_is_no_action_on_a_clock_is_refused(table: Table[Any], action: Any) -> None:
    number = table.number
    with pytest.raises(Illegal):
        table.act_on_clock(action, number, "wrong", "tablet")
    assert table.number == number


def test_an_answer_on_older_news_is_still_asked_after_a_pause(table: Table[Any]) -> None:
    """A pause is an entry, but an answer from a phone that has not received it yet is not lost."""
    seen = table.number
    act(table, do="pause")
    with pytest.raises(Stale) as caught:
        table.submit(Bid(0, 2), seen, "bid", "phone")
    assert caught.value.still_asked
