"""Tests of a table: one decision at a time, outdated requests are refused, and undo loses nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Correction, Decision, Illegal
from companion.table.following import Hub
from companion.table.journal import VIRTUAL_BAG, Journal, JournalError
from companion.table.record import record
from companion.table.settings import BadSetting, Settings
from companion.table.snapshot import DeviceState, NoSuchTable, ReadOnly, Stale
from companion.table.table import Table
from companion.table.tables import Tables
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, Pass, StonesGame, Take


@pytest.fixture
def table(tables: Tables) -> Table[Any]:
    return tables.create("stones", SETUP, seed=7)


def play(table: Table[Any], *decisions: Decision) -> None:
    for decision in decisions:
        table.submit(decision, table.number, f"key {table.number}", "tablet")


def reopened(table: Table[Any], journal: Journal) -> Table[Any]:
    return Table(StonesGame(), journal, table.id)


def test_a_table_begins_with_its_setup(table: Table[Any]) -> None:
    assert table.number == 1
    assert [e.kind for e in table.entries()] == ["setup"]
    assert {q.player for q in table.questions} == {0, 1}
    assert table.undo_words is None
    assert table.redo_words is None


def test_a_decision_is_one_entry_with_its_words(table: Table[Any]) -> None:
    entry = table.submit(Bid(0, 2), 1, "a", "Blue's phone")
    assert (entry.number, entry.kind, entry.words, entry.player) == (2, "decision", "Blue bids 2", 0)
    assert entry.by == "Blue's phone"
    assert entry.at.utcoffset().total_seconds() == 0  # type: ignore[union-attr]
    assert table.number == 2


def test_what_a_request_did_can_be_asked_by_its_key(table: Table[Any], journal: Journal) -> None:
    table.submit(Bid(0, 2), 1, "key of Blue", "Blue's phone")
    for one in (table, reopened(table, journal)):
        assert one.done("key of Blue", 0) == "Blue bids 2"
        assert one.done("key of Blue", 1) == one.done("key of Blue") == "Blue has answered in secret"
        assert one.done("of nobody") is None


def test_an_illegal_decision_records_nothing(table: Table[Any], journal: Journal) -> None:
    before = table.now
    with pytest.raises(Illegal, match="no answer now: Blue: bid 0, 1 or 2"):
        table.submit(Bid(0, 9), 1, "a", "tablet")
    assert table.now is before
    assert len(journal.entries(table.id)) == 1
    assert table.submit(Bid(0, 1), 1, "a", "tablet").number == 2  # the key can still be used


def test_an_outdated_request_is_refused_with_the_news(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    with pytest.raises(Stale) as caught:
        table.submit(Bid(0, 1), 1, "late", "phone")
    assert caught.value.number == table.number
    assert caught.value.news[:2] == ("Blue bids 2", "Green bids 1")
    assert caught.value.same is None
    assert not caught.value.still_asked


def test_a_number_from_the_future_is_stale_too(table: Table[Any]) -> None:
    with pytest.raises(Stale) as caught:
        table.submit(Bid(0, 1), 99, "odd", "phone")
    assert caught.value.number == 1


def test_the_same_tap_from_two_devices_is_told_as_such(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    stone = table.state.middle[0]
    seen = table.number
    first = table.submit(Take(0, stone), seen, "tablet tap", "tablet")
    with pytest.raises(Stale) as caught:
        table.submit(Take(0, stone), seen, "phone tap", "phone")
    assert caught.value.same == first
    undone = table.undo(table.number, "u1", "tablet", confirm=table.now.undo_of)
    with pytest.raises(Stale) as caught:
        table.undo(first.number, "u2", "phone", confirm=table.now.undo_of)
    assert caught.value.same == undone


def test_a_question_untouched_by_the_news_says_so(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), 1, "a", "Blue's phone")
    with pytest.raises(Stale) as caught:
        table.submit(Bid(1, 1), 1, "b", "Green's phone")
    assert caught.value.still_asked
    assert caught.value.news == ("Blue has answered in secret",)
    assert table.submit(Bid(1, 1), caught.value.number, "b", "Green's phone").number == 3


def test_a_question_after_an_undo_is_not_called_untouched(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.undo(2, "u", "tablet", confirm=table.now.undo_of)
    with pytest.raises(Stale) as caught:
        table.submit(Bid(1, 1), 1, "b", "phone")
    assert not caught.value.still_asked


def test_the_same_key_is_one_entry(table: Table[Any]) -> None:
    first = table.submit(Bid(0, 2), 1, "a", "tablet")
    assert table.submit(Bid(0, 2), 1, "a", "tablet") is first
    assert table.submit(Bid(0, 2), 2, "a", "tablet") is first
    undone = table.undo(2, "u", "tablet", confirm=table.now.undo_of)
    assert table.undo(2, "u", "tablet") is undone
    assert table.number == 3


# --- draws


def test_the_virtual_bag_answers_at_once_in_the_same_write(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    draw = table.entries()[-1]
    assert (draw.kind, draw.by, draw.number) == ("draw", VIRTUAL_BAG, 4)
    assert len(table.state.middle) == 3


def test_undo_goes_back_over_the_bag_and_the_same_step_draws_the_same(table: Table[Any]) -> None:
    play(table, Bid(0, 2))
    before = table.state
    play(table, Bid(1, 1))
    after = table.state
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    assert table.state == before
    play(table, Bid(1, 1))
    assert table.state == after
    table.undo(table.number, "u2", "tablet", confirm=table.now.undo_of)
    play(table, Bid(1, 0))
    assert table.state.middle == after.middle


def test_redo_restores_step_and_draw(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    after = table.state
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    assert table.redo_words == "Green bids 1"
    table.redo(table.number, "r", "tablet")
    assert table.state == after
    assert table.undo_words == "Green bids 1"


def test_a_draw_by_hand_is_a_step_of_its_own(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand"))
    play(table, Bid(0, 2), Bid(1, 1))
    assert table.state.phase == "draw"
    entry = table.submit_outcome(("S01", "S02", "S03"), table.number, "d", "tablet")
    assert (entry.kind, entry.by) == ("draw", "tablet")
    assert table.submit_outcome(("S01", "S02", "S03"), 3, "d", "tablet") is entry
    with pytest.raises(Stale) as caught:
        table.submit_outcome(("S01", "S02", "S03"), 3, "d2", "phone")
    assert caught.value.same == entry
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    assert table.state.phase == "draw"
    assert table.sample_chance(table.number, "bag").by == VIRTUAL_BAG
    assert table.state.phase == "take"


def test_an_undone_draw_is_not_made_again_by_the_bag_unasked(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand"))
    play(table, Bid(0, 2), Bid(1, 1))
    table.submit_outcome(("S01", "S02", "S03"), 3, "d", "tablet")
    table.set(draws="virtual")
    table.undo(4, "u", "tablet", confirm=table.now.undo_of)
    assert (table.state.phase, table.number) == ("draw", 5)


def test_a_draw_that_cannot_be_is_refused(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand"))
    with pytest.raises(Illegal, match="nothing to draw"):
        table.submit_outcome(("S01",), 1, "d", "tablet")
    with pytest.raises(Illegal, match="nothing to draw"):
        table.sample_chance(1, "d")
    play(table, Bid(0, 2), Bid(1, 1))
    with pytest.raises(Illegal, match="Tell 3 of what may come up"):
        table.submit_outcome(("S01", "S01", "S03"), 3, "d", "tablet")
    assert table.number == 3


def test_two_tables_of_one_seed_draw_the_same(tables: Tables) -> None:
    a = tables.create("stones", SETUP, seed=7)
    b = tables.create("stones", SETUP, seed=7)
    c = tables.create("stones", SETUP, seed=8)
    for table in (a, b, c):
        play(table, Bid(0, 2), Bid(1, 1))
    assert a.state == b.state
    assert a.state != c.state


# --- corrections, undo, jump


def test_a_correction_overrules_and_can_be_undone(table: Table[Any]) -> None:
    entry = table.correct(Correction("coins/0", 9), 1, "c", "tablet")
    assert (entry.kind, entry.words) == ("correction", "Blue's coins: 9 instead of 0")
    assert table.state.coins == (9, 0)
    assert table.game.check(table.state) == ("Blue has too many coins",)
    assert table.undo_words == "Blue's coins: 9 instead of 0"
    table.undo(2, "u", "tablet", confirm=table.now.undo_of)
    assert table.state.coins == (0, 0)


def test_an_impossible_correction_changes_nothing(table: Table[Any]) -> None:
    for correction in (Correction("coins/0", -1), Correction("coins/7", 1), Correction("x", None)):
        with pytest.raises(Illegal):
            table.correct(correction, 1, "c", "tablet")
    assert table.number == 1


def test_nothing_to_undo_or_redo_is_a_sentence(table: Table[Any]) -> None:
    with pytest.raises(Illegal, match="nothing to undo"):
        table.undo(1, "u", "tablet", confirm=table.now.undo_of)
    with pytest.raises(Illegal, match="nothing to redo"):
        table.redo(1, "r", "tablet")
    for to in (0, 2, -1):
        with pytest.raises(Illegal, match="no entry"):
            table.jump(to, 1, "j", "tablet")


def test_a_new_step_ends_redo(table: Table[Any]) -> None:
    play(table, Bid(0, 2))
    table.undo(2, "u", "tablet", confirm=table.now.undo_of)
    play(table, Bid(0, 1))
    assert table.redo_words is None


def test_jump_goes_anywhere_and_undo_returns(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1), Pass(0), Pass(1))
    late, number = table.state, table.number
    table.jump(2, number, "j", "tablet")
    assert table.state.bids == (2, None)
    assert table.undo_words == f"Back to before: {table.entries()[2].words}"
    assert len(table.entries()) == number + 1
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    assert table.state == late
    table.redo(table.number, "r", "tablet")
    assert table.state.bids == (2, None)
    play(table, Bid(1, 2))  # a new branch
    branch = table.state
    table.jump(number, table.number, "j2", "tablet")
    assert table.state == late
    table.undo(table.number, "u2", "tablet", confirm=table.now.undo_of)
    assert table.state == branch


def test_the_history_names_every_line_and_strikes_out_what_was_taken_back(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    table.undo(4, "u", "tablet", confirm=table.now.undo_of)
    lines = table.history()
    assert [(line.words, line.effective) for line in lines[1:]] == [
        ("Blue bids 2", True),
        ("Green bids 1", False),
        (lines[3].entry.words, False),
        ("Taken back: Green bids 1", True),
    ]
    assert [e.number for e in table.effective()] == [1, 2]


# --- secrets


def test_a_secret_answer_stays_covered_until_all_have_answered(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), 1, "a", "Blue's phone")
    assert table.history()[-1].words == "Blue has answered in secret"
    assert table.history(1)[-1].words == "Blue has answered in secret"
    assert table.history(0)[-1].words == "Blue bids 2"
    assert table.undo_words == "Blue has answered in secret"
    assert table.now.last.words == "Blue has answered in secret"
    table.submit(Bid(1, 0), 2, "b", "Green's phone")
    assert table.history()[1].words == "Blue bids 2"
    assert table.history(0)[2].words == "Green bids 0"


def test_a_secret_answer_taken_back_stays_covered(table: Table[Any], journal: Journal) -> None:
    table.submit(Bid(0, 2), 1, "a", "Blue's phone")
    table.undo(2, "u", "Blue's phone", seat=0)
    table.submit(Bid(0, 1), 3, "a2", "Blue's phone")
    table.submit(Bid(1, 1), 4, "b", "Green's phone")
    for shown in (table, reopened(table, journal)):
        words = [line.words for line in shown.history()]
        assert words[1] == "Blue has answered in secret"
        assert words[2] == "Taken back: Blue has answered in secret"
        assert words[3] == "Blue bids 1"


def test_the_end_of_the_game_uncovers_everything(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), 1, "a", "Blue's phone")
    table.undo(2, "u", "Blue's phone", seat=0)
    while table.questions:
        player = table.questions[0].player
        assert table.history()[1].words == "Blue has answered in secret"
        play(table, table.game.options(table.state, player)[-1].decision)
    assert table.history()[1].words == "Blue bids 2"


class BidAfterBid(StonesGame):
    """A toy game in which the next round of secret bids follows at once."""

    def play(self, s: Any, d: Decision) -> Any:
        after = super().play(s, d)
        return replace(after, phase="bid", bids=(None, None)) if after.phase == "draw" else after


def test_secret_answers_are_uncovered_when_the_next_ones_are_owed(journal: Journal) -> None:
    table = Tables(journal, lambda _: BidAfterBid()).create("stones", SETUP, seed=1)
    play(table, Bid(0, 2))
    assert table.history()[-1].words == "Blue has answered in secret"
    play(table, Bid(1, 1))
    assert [line.words for line in table.history()[1:]] == ["Blue bids 2", "Green bids 1"]
    play(table, Bid(1, 0))
    assert [line.words for line in table.history()[2:]] == ["Green bids 1", "Green has answered in secret"]


# --- subscriptions


def test_a_subscriber_gets_now_and_then_every_entry_with_the_newest_state(table: Table[Any]) -> None:
    with table.subscribe() as watch:
        first = watch.get(0)
        assert first is not None
        assert not first.entries
        assert first.now is table.now
        assert table.watchers == 1
        assert watch.get(0) is None
        before = table.number
        play(table, Bid(0, 2), Bid(1, 1))
        news = watch.get(0)
        assert news is not None
        assert news.table == table.id
        assert list(news.entries) == [entry.number for entry in table.entries()[before:]]
        assert len(news.entries) >= 2
        assert news.now is table.now
        assert watch.get(0) is None
        table.set(lights="evening")
        shown = watch.get(0)
        assert shown is not None
        assert not shown.entries
        assert shown.last == table.number


def test_a_subscriber_that_knows_some_entries_gets_the_others(table: Table[Any]) -> None:
    play(table, Bid(0, 2), Bid(1, 1))
    with table.subscribe(after=1) as watch:
        table.undo(table.number, "undo-0001", "test")
        news = watch.get(0)
        assert news is not None
        assert (news.first, news.last) == (2, table.number)


def test_what_is_shown_beside_the_entries_is_published_once(table: Table[Any]) -> None:
    with table.subscribe() as watch:
        first = watch.get(0)
        table.show(camera=DeviceState("lost", "The camera is gone."))
        second = watch.get(0)
        table.show(camera=DeviceState("lost", "The camera is gone."))
        assert watch.get(0) is None
        assert first is not None
        assert second is not None
        assert not second.entries
        assert second.last == first.last
        assert second.now.beat > first.now.beat
        assert second.now.around.camera == DeviceState("lost", "The camera is gone.")


def test_closing_ends_the_wait(table: Table[Any]) -> None:
    watch = table.subscribe()
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.extend(watch))
    thread.start()
    table.close()
    thread.join(10)
    assert not thread.is_alive()
    assert watch.closed


# --- settings


def test_settings_are_kept(table: Table[Any], journal: Journal) -> None:
    table.set(draws="camera", moment=0.5, pages={"text": 120})
    again = reopened(table, journal)
    assert again.settings == Settings(draws="camera", moment=0.5, pages={"text": 120})


@pytest.mark.parametrize(
    "wrong",
    [{"draws": "dice"}, {"moment": -1}, {"moment": "1"}, {"colour": 1}, {"pages": 3}, {"moment": True}],
)
def test_a_bad_setting_is_refused_in_a_sentence(table: Table[Any], wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetting, match="setting"):
        table.set(**wrong)
    assert table.settings == Settings()


# --- opening a table again


def test_opening_again_gives_the_same_table(table: Table[Any], journal: Journal) -> None:
    play(table, Bid(0, 2), Bid(1, 1), Pass(0))
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    table.correct(Correction("coins/1", 3), table.number, "c", "tablet")
    table.jump(2, table.number, "j", "tablet")
    again = reopened(table, journal)
    assert again.entries() == table.entries()
    assert again.state == table.state
    assert again.history() == table.history()
    assert (again.undo_words, again.redo_words) == (table.undo_words, table.redo_words)
    assert again.submit(Bid(0, 2), 1, "key 1", "tablet").number == 2  # request keys are remembered


class ChangedRules(StonesGame):
    """The rules of a later version, in which nobody may bid 1."""

    def play(self, s: Any, d: Decision) -> Any:
        if isinstance(d, Bid) and d.amount == 1:
            raise self.wrong
        return super().play(s, d)

    wrong: Exception = Illegal("Nobody may bid 1.", 2)


class Broken(ChangedRules):
    wrong = ZeroDivisionError("division by zero")


@pytest.mark.parametrize("rules", [ChangedRules, Broken])
def test_a_line_that_no_longer_follows_opens_read_only(
    table: Table[Any], journal: Journal, rules: Callable[[], Any]
) -> None:
    play(table, Bid(0, 2), Bid(1, 1), Pass(0))
    opened = Table(rules(), journal, table.id)
    assert opened.number == 2
    assert opened.read_only is not None
    assert "Entry 3 (Green has answered in secret)" in opened.read_only
    assert "Traceback" not in opened.read_only
    assert opened.undo_words is None
    with pytest.raises(ReadOnly, match="Entry 3"):
        opened.submit(Bid(1, 2), 2, "x", "tablet")
    assert len(journal.entries(table.id)) == table.number
    assert len(record(opened)["entries"]) == table.number
    assert len(record(opened)["steps"]) == 1
    assert reopened(table, journal).state == table.state


class OtherSetups(StonesGame):
    """The rules of a later version, which does not accept today's setups."""

    def new(self, setup: Any) -> Any:
        raise Illegal("Every player needs a hat.", 1)


def test_a_setup_that_no_longer_follows_is_a_sentence(table: Table[Any], journal: Journal) -> None:
    with pytest.raises(NoSuchTable, match="cannot be opened"):
        Table(OtherSetups(), journal, table.id)
    assert len(journal.entries(table.id)) == 1
    with pytest.raises(NoSuchTable, match="no table 'nobody'"):
        Table(StonesGame(), journal, "nobody")


def test_a_write_that_fails_leaves_the_table_as_it_was(
    table: Table[Any], journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise JournalError("full", "The disk is full.")

    before, history = table.now, table.history()
    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(JournalError, match="full"):
        table.submit(Bid(0, 1), 1, "a", "tablet")
    assert table.now is before
    assert table.history() == history
    monkeypatch.undo()
    play(table, Bid(0, 1), Bid(1, 1))
    assert reopened(table, journal).state == table.state


def test_the_same_request_through_two_programs_is_one_entry(table: Table[Any], journal: Journal) -> None:
    other = reopened(table, journal)
    entry = table.submit(Bid(0, 2), 1, "a", "tablet")
    assert other.submit(Bid(0, 2), 1, "a", "tablet") == entry
    assert other.number == 2


def test_a_program_that_is_behind_knows_what_its_sender_has_seen(table: Table[Any], journal: Journal) -> None:
    """It hears of the other's entries a moment later than the device, which must not be refused for it."""
    behind = [reopened(table, journal) for _ in range(5)]
    play(table, Bid(0, 2))
    entry = table.submit(Bid(1, 1), 2, "b", "phone")
    assert behind[0].submit(Bid(1, 1), 2, "b", "phone") == entry
    assert behind[1].done("b", 1) == "Green bids 1"
    draw = table.entries()[-1]
    assert draw.kind == "draw"
    undone = table.undo(draw.number, "u", "tablet", confirm=table.now.undo_of)
    assert behind[2].undo(draw.number, "u", "tablet") == undone
    assert behind[3].redo(undone.number, "r", "tablet").number == undone.number + 1
    assert behind[4].jump(2, undone.number + 1, "j", "tablet", confirm=draw.number - 1).kind == "jump"


def test_a_key_with_another_request_gives_nothing_of_its_entry(table: Table[Any]) -> None:
    table.submit(Bid(0, 2), 1, "key of Blue", "Blue's phone")
    number = table.number
    for steal in (
        lambda: table.submit(Bid(1, 2), 2, "key of Blue", "Green's phone"),
        lambda: table.submit(Bid(1, 2), 1, "key of Blue", "Green's phone"),
        lambda: table.submit_outcome(("S01",), 2, "key of Blue", "Green's phone"),
        lambda: table.sample_chance(2, "key of Blue"),
        lambda: table.undo(2, "key of Blue", "Green's phone", seat=1),
        lambda: table.redo(2, "key of Blue", "Green's phone"),
        lambda: table.jump(1, 2, "key of Blue", "Green's phone", seat=1),
        lambda: table.correct(Correction("coins/0", 1), 2, "key of Blue", "Green's phone"),
        lambda: table.act_on_clock({"do": "pause"}, 2, "key of Blue", "Green's phone"),
    ):
        with pytest.raises(Illegal) as refused:
            steal()
        assert "bids" not in refused.value.sentence
    assert table.number == number


def test_two_programs_on_one_journal_never_write_the_same_line(table: Table[Any], journal: Journal) -> None:
    other = reopened(table, journal)
    play(table, Bid(0, 2))
    with pytest.raises(Stale) as caught:
        other.submit(Bid(1, 1), 1, "b", "phone")
    assert caught.value.still_asked
    assert other.submit(Bid(1, 1), caught.value.number, "b", "phone").number == 3
    with pytest.raises(Stale):
        table.correct(Correction("coins/0", 1), 2, "c", "tablet")
    assert table.state == other.state


def test_who_is_called_with_news_hears_that_there_will_be_none() -> None:
    hub: Hub[Any] = Hub()
    told: list[object] = []
    hub.listen(told.append)
    hub.close()
    assert told == [None]


def test_who_listens_is_counted_unless_it_only_serves_until_it_stops() -> None:
    hub: Hub[Any] = Hub()
    stop = hub.listen(lambda news: None)
    hub.listen(lambda news: None, follows=False)
    assert len(hub) == 1
    stop()
    assert len(hub) == 0
