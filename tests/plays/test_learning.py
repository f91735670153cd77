"""Tests of what a finished table tells of how well it was learnt, and of the sums over a house's plays."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.games.contract import Illegal
from companion.plays.learning import Learning, SeatLearning, learning_of
from companion.plays.learning_figures import house_learning
from companion.plays.play import play_from_json, play_to_json, summary_from_json, summary_to_json
from companion.table.journal import Journal, JournalError
from companion.table.notes import CALLED, HELPED, MAX_WAITING, Note
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web.plays.learning import learning_shown
from tests.plays.conftest import ENDED, a_play, named_play
from tests.plays.test_tracked import finish, step
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid


@pytest.fixture
def table(journal: Journal) -> Any:
    return Tables(journal, load_toy).create("stones", SETUP, seed=1)


def refuse(table: Any, player: int, key: str) -> None:
    with pytest.raises(Illegal):
        table.submit(Bid(player, 99), table.number, key, "test")


def test_a_table_counts_refusals_help_calls_and_what_was_taken_back(table: Any, journal: Journal) -> None:
    refuse(table, 1, "refused-1")
    refuse(table, 1, "refused-2")
    assert table.notes() == (), "a refused answer writes nothing by itself"
    table.note(CALLED, table.number)
    asked = table.questions[0].player
    table.note(HELPED, table.number, asked)
    step(table)  # with help
    other = table.questions[0].player
    assert other != asked
    step(table)
    table.undo(table.number, "undo-1", "test")
    step(table)
    assert [note.what for note in table.notes()] == ["called", "helped", "refused", "refused"]
    again = Tables(Journal(journal.path), load_toy).open(table.id)
    finish(again)
    found = learning_of(again)
    decided = [entry for entry in again.entries() if entry.kind == "decision"]
    assert found.calls == 1
    assert found.first_seconds == round((decided[0].at - again.entries()[0].at).total_seconds())
    for seat, refused, not_alone in ((1, 2, {asked: 1, other: 1}), (0, 0, {asked: 1, other: 1})):
        given = sum(entry.player == seat for entry in decided)
        assert found.seats[seat] == SeatLearning(given, given - not_alone[seat], refused)


def test_help_counts_for_the_next_answer_of_its_seat_whatever_others_do_meanwhile(table: Any) -> None:
    """Both are asked at once: the help that one read stands while the other answers."""
    first, second = (question.player for question in table.questions)
    table.note(HELPED, table.number, second)
    table.submit(Bid(first, 1), table.number, "first", "test")
    table.submit(Bid(second, 1), table.number, "second", "test")
    seats = learning_of(table).seats
    assert (seats[first], seats[second]) == (SeatLearning(1, 1, 0), SeatLearning(1, 0, 0))


def test_computer_players_and_clocks_learn_nothing(table: Any) -> None:
    table.set(computers={"1": "sensible"})
    table.submit(Bid(0, 1), table.number, "by-clock", "clock")
    step(table)
    assert learning_of(table).seats == (SeatLearning(0, 0, 0), None)


def test_a_script_that_is_refused_for_ever_is_counted_to_a_bound(table: Any) -> None:
    for n in range(MAX_WAITING + 5):
        refuse(table, 0, f"refused-{n}")
    step(table)
    assert len(table.notes()) == MAX_WAITING
    step(table)
    assert len(table.notes()) == MAX_WAITING, "each is written once"


def test_what_cannot_be_counted_disturbs_nobody(table: Any, journal: Journal, monkeypatch: Any) -> None:
    def full(*_: Any) -> None:
        raise JournalError("full", "The disk is full.")

    monkeypatch.setattr(journal, "note", full)
    table.note(CALLED, table.number)
    assert table.notes() == ()


def test_notes_are_beside_the_entries_of_their_table_alone(journal: Journal) -> None:
    one, other = (Tables(journal, load_toy).create("stones", SETUP, seed=1) for _ in range(2))
    one.note(HELPED, 1, 0)
    assert (one.notes(), other.notes()) == ((Note(1, "helped", 0),), ())
    assert len(one.entries()) == len(other.entries())


LEARNING = Learning(90, 1, (SeatLearning(10, 7, 2), None))


def test_it_is_kept_with_the_play_and_older_plays_have_none() -> None:
    for learning in (LEARNING, replace(LEARNING, ahead=False), None):
        play = a_play(learning=learning)
        assert play_from_json(json.loads(json.dumps(play_to_json(play)))) == play
        assert summary_from_json(json.loads(json.dumps(summary_to_json(play.brief)))) == play.brief
    assert "learning" not in play_to_json(a_play())


def briefs(*games: tuple[tuple[str, ...], Learning | None]) -> list[Any]:
    return [
        named_play(*names, play_id=f"game-{n}", ended=ENDED + timedelta(days=n), rounds=4, learning=it).brief
        for n, (names, it) in enumerate(games)
    ]


def seats(*of: tuple[int, int, int]) -> tuple[SeatLearning, ...]:
    return tuple(SeatLearning(*it) for it in of)


def test_the_sums_of_a_house_and_the_second_game() -> None:
    found = house_learning(
        briefs(
            (("Ada", "Ben"), Learning(600, 2, seats((10, 2, 4), (10, 4, 8)))),
            (("ADA", "Cid"), Learning(120, 0, seats((10, 8, 2), (10, 4, 4)))),
            (("Ada", "Dee"), Learning(60 * 91, 1, seats((20, 20, 0), (20, 2, 2)))),
        )
    )
    assert found is not None
    assert found.first is not None
    assert found.second is not None
    assert (found.every.plays, found.every.people) == (3, 6)
    assert found.every.first_minutes == 6.0, "one that waited longer than an hour and a half was not taught"
    assert found.every.alone == 40 / 80
    assert found.every.refused == 20 / 24
    assert found.every.calls == 1.0
    # Only Ada played twice.
    assert (found.first.people, found.first.alone, found.first.refused) == (1, 0.2, 1.0)
    assert (found.first.first_minutes, found.first.calls) == (10.0, 2.0)
    assert (found.second.alone, found.second.refused, found.second.first_minutes) == (0.8, 0.5, 2.0)


def test_a_game_before_the_counting_is_a_first_game_and_colours_are_nobody() -> None:
    learning = Learning(60, 0, seats((4, 4, 0), (4, 4, 0)))
    before = briefs((("Ada", "Blue"), None), (("Ada", "Blue"), learning), (("Ada", "Blue"), learning))
    found = house_learning(before)
    assert found is not None
    assert found.first is None, "Ada's first is not known, and Blue is a colour"
    assert found.every.plays == 2
    assert house_learning(before[:1]) is None


# --- with and without questions ahead ----------------------------------------------------------------------


def lot(*tables: tuple[bool | None, int]) -> list[Any]:
    """Plays by whether the lot had them asked, and how many of ten decisions were made alone."""
    return briefs(
        *((("Ada", "Ben"), Learning(60, 0, seats((10, n, 0), (10, n, 0)), drawn)) for drawn, n in tables)
    )


def test_the_lot_is_drawn_once_for_each_table_and_half_of_them_are_asked(table: Any) -> None:
    by_lot = Settings(ahead="lot", teaching="lessons")
    drawn = [by_lot.asks_ahead(f"table-{n}") for n in range(400)]
    assert drawn == [by_lot.asks_ahead(f"table-{n}") for n in range(400)]
    assert 160 <= sum(drawn) <= 240
    assert Settings().asks_ahead("any")
    assert not Settings(ahead="off").asks_ahead("any")
    assert learning_of(table).ahead is None, "no lot was drawn"
    table.set(ahead="lot", teaching="lessons")
    assert learning_of(table).ahead is table.settings.asks_ahead(table.id)
    table.set(teaching="off")
    assert learning_of(table).ahead is None, "nobody is taught"


def test_tables_with_and_without_questions_ahead_are_compared_with_their_interval() -> None:
    found = house_learning(
        lot((True, 8), (True, 9), (True, 7), (False, 4), (False, 6), (False, 5), (None, 1))
    )
    assert found is not None
    assert found.ahead is not None
    assert (found.ahead.asked, found.ahead.not_asked) == (3, 3)
    assert found.ahead.more == pytest.approx(0.3)
    assert found.ahead.within is not None
    # Welch: both variances are 0.01, so four degrees of freedom, and Student's 2.776 for them.
    assert found.ahead.within == pytest.approx((0.3 - 2.776 * 0.0816497, 0.3 + 2.776 * 0.0816497), abs=2e-3)


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (((True, 8), (False, 4)), "Two tables of each are needed to compare them."),
        (((True, 8), (True, 9), (True, 8), (False, 1), (False, 2), (False, 1)), "So far they teach."),
        (((True, 2), (True, 9), (False, 1), (False, 8)), "So far that shows nothing for certain."),
        (((True, 1), (True, 2), (True, 1), (False, 8), (False, 9), (False, 8)), "shows nothing for certain."),
    ],
)
def test_the_statistics_say_no_more_than_the_interval_does(tables: Any, said: str) -> None:
    shown = learning_shown(lot(*tables))
    assert shown is not None
    assert shown.notes[0].endswith(said)
    assert not any("by lot" in note for note in learning_shown(lot((None, 3))).notes)
