"""Tests of the step that a player is at: it depends on what happened, in any order, and on nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import Phase, Question
from companion.games.contract.lessons import NO_LESSONS
from companion.lessons.lesson_files import Condition, Lesson, LessonBook, Proposal, Reminder, Step
from companion.lessons.progress import LessonEvent, Progress, advance, holds, initial_progress, proposed

GAME: Any = SimpleNamespace(lessons=NO_LESSONS)


def event(number: int = 2, do: str = "", player: int | None = None, **more: Any) -> LessonEvent:
    asked = tuple(Question(seat, kind, "?") for seat, kind in more.pop("asked", ()))
    data = {"do": do, "player": player, **more.pop("data", {})} if do else {}
    phase = Phase(
        more.pop("phase", "play"), "", more.pop("round", 1), more.pop("over", False), more.pop("ends", ())
    )
    return LessonEvent(
        number, do, data, player, do == "draw", more.pop("state", None), asked, phase, number == 1
    )


def book(
    *lessons: Lesson, reminders: tuple[Reminder, ...] = (), proposals: tuple[Proposal, ...] = ()
) -> LessonBook:
    return LessonBook(
        lessons,
        reminders,
        proposals,
        {lesson.id: lesson for lesson in lessons},
        {lesson.id: n for n, lesson in enumerate(lessons)},
    )


def after(lessons: LessonBook, *events: LessonEvent, players: int = 2) -> Progress:
    progress = initial_progress(players)
    for one in events:
        progress = advance(lessons, GAME, progress, one)
    return progress


def at(progress: Progress, seat: int) -> list[tuple[str, int, bool]]:
    return [(one.lesson, one.step, one.ended) for one in progress.seats[seat].running]


@pytest.mark.parametrize(
    ("condition", "one", "held"),
    [
        (Condition(start=True), event(1), True),
        (Condition(start=True), event(2), False),
        (Condition(phase="play"), event(), True),
        (Condition(phase=("sell", "buy")), event(), False),
        (Condition(not_phase="play"), event(), False),
        (Condition(asked="bid"), event(asked=[(0, "bid")]), True),
        (Condition(asked="bid"), event(asked=[(1, "bid")]), False),
        (Condition(open="bid"), event(asked=[(1, "bid")]), True),
        (Condition(decided="take"), event(do="take", player=1), True),
        (Condition(decided="take", by="me"), event(do="take", player=1), False),
        (Condition(decided="take", by="others"), event(do="take", player=1), True),
        (Condition(decided="take", having={"what": "fig"}), event(do="take", data={"what": "fig"}), True),
        (
            Condition(decided="take", having={"what": ["fig", "nut"]}),
            event(do="take", data={"what": "oak"}),
            False,
        ),
        (Condition(rounds=(2, 3)), event(round=3), True),
        (Condition(rounds=(2, 3)), event(round=4), False),
        (Condition(ending=True), event(ends=("the deck is empty",)), True),
        (Condition(over=True), event(), False),
        (Condition(), event(1), False),
        (Condition(tap=True), event(1), False),
        (Condition(table=True), event(1), False),
    ],
)
def test_a_condition_holds_when_all_that_it_names_does(
    condition: Condition, one: LessonEvent, held: bool
) -> None:
    assert holds(condition, GAME, one, 0, frozenset()) is held


def test_the_signs_of_a_game_are_asked_of_the_player_and_the_state() -> None:
    def sign(state: Any, player: int, name: str) -> bool:
        return (player, name) in state

    game: Any = SimpleNamespace(lessons=SimpleNamespace(sign=sign))
    condition = Condition(sign=("rich", "tall"), not_sign="old")
    rich = event(state={(0, "rich"), (0, "tall"), (1, "rich")})
    assert [holds(condition, game, rich, seat, frozenset()) for seat in (0, 1)] == [True, False]
    old = event(state={(0, "rich"), (0, "tall"), (0, "old")})
    assert not holds(condition, game, old, 0, frozenset())


TRADE = Lesson(
    "trade",
    "Trading",
    Condition(asked="trade"),
    (
        Step("Read."),
        Step("Sell.", until=Condition(decided="sell", by="me")),
        Step("Read on."),
        Step("Sell again.", until=Condition(decided="sell", by="me")),
    ),
    ends=Condition(phase="night"),
)


def test_a_lesson_begins_once_for_whom_it_concerns_and_waits_for_what_it_names() -> None:
    lessons = book(TRADE)
    begun = after(lessons, event(2, asked=[(1, "trade")]), event(3, asked=[(1, "trade")]))
    assert at(begun, 0) == []
    assert at(begun, 1) == [("trade", 0, False)]
    others = advance(lessons, GAME, begun, event(4, do="sell", player=0))
    assert at(others, 1) == [("trade", 0, False)]
    # Nobody tapped the first step away; the event that its second step waits for has happened nevertheless.
    sold = advance(lessons, GAME, others, event(5, do="sell", player=1))
    assert at(sold, 1) == [("trade", 2, False)]
    assert at(advance(lessons, GAME, sold, event(6, do="sell", player=1)), 1) == [("trade", 4, False)]


def test_a_lesson_ends_when_it_is_no_longer_worth_saying() -> None:
    progress = after(book(TRADE), event(2, asked=[(0, "trade")]), event(3, phase="night"))
    assert at(progress, 0) == [("trade", 0, True)]


def test_a_reminder_is_counted_each_time_that_it_comes_to_hold() -> None:
    lessons = book(reminders=(Reminder("chip", "Take it.", Condition(decided="trade", by="me")),))
    trade, draw, other = (
        event(2, do="trade", player=0),
        event(3, do="draw"),
        event(4, do="pass", player=1),
    )

    def reminder_counts(*events: LessonEvent) -> list[tuple[int, bool]]:
        return [(one.count, one.holds) for one in after(lessons, *events).seats[0].reminded]

    assert reminder_counts(trade) == [(1, True)]
    assert reminder_counts(trade, draw) == [(1, True)], (
        "what the companion draws at once takes no reminder away"
    )
    assert reminder_counts(trade, other) == [(1, False)]
    assert reminder_counts(trade, other, trade) == [(2, True)]


def test_the_first_preferred_answer_that_nobody_gave_yet_is_proposed() -> None:
    order = Proposal("order", Condition(asked="select"), ({"tile": "a"}, {"tile": "b", "why": "It is free."}))
    lessons = book(proposals=(order,))
    chosen = event(2, do="select", player=1, data={"tile": "a"}, asked=[(0, "select")])
    assert proposed(lessons, GAME, after(lessons, chosen), chosen, 0) == (({"tile": "b"}, "It is free."),)
    assert proposed(lessons, GAME, after(lessons, chosen), chosen, 1) == ()


@given(
    st.lists(
        st.builds(
            event,
            st.integers(2, 99),
            do=st.sampled_from(("", "sell", "draw", "pass")),
            player=st.sampled_from((0, 1)),
            asked=st.lists(st.tuples(st.integers(0, 1), st.just("trade")), max_size=2),
            phase=st.sampled_from(("play", "night")),
        ),
        max_size=12,
    )
)
def test_no_step_is_ever_taken_back_and_no_lesson_begins_twice(events: list[LessonEvent]) -> None:
    lessons = book(TRADE)
    progress = initial_progress(2)
    for one in events:
        later = advance(lessons, GAME, progress, one)
        for seat in (0, 1):
            before, now = at(progress, seat), at(later, seat)
            assert len(now) <= 1
            assert all(now[n][1] >= was[1] and now[n][2] >= was[2] for n, was in enumerate(before))
        progress = later
