"""Tests of common mistakes: the rules prevent each, or it is noticed and a reminder is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.lessons.progress import LessonEvent, Progress, advance, initial_progress
from companion.lessons.teaching import book_of
from tests.games.new_frontiers.build import (
    GAME,
    answers,
    asked,
    development,
    draw,
    explored,
    for_sale,
    give,
    good_on,
    options,
    plain,
    play,
    select,
    world,
)

BOOK = book_of(GAME.name)


def lesson_event(state: State, number: int, decision: SelectAction | None = None) -> LessonEvent:
    data = (
        {} if decision is None else {"do": decision.do, "player": decision.player, "action": decision.action}
    )
    return LessonEvent(
        number,
        str(data.get("do", "")),
        data,
        None if decision is None else decision.player,
        False,
        state,
        GAME.questions(state),
        GAME.phase(state),
        first=number == 1,
    )


def reminders(before: State, after: State, decision: SelectAction | None = None) -> set[tuple[int, str]]:
    """(player, reminder) of the lines that are shown after the step from `before` to `after`."""
    progress: Progress = initial_progress(len(before.empires))
    progress = advance(BOOK, GAME, progress, lesson_event(before, 1))
    progress = advance(BOOK, GAME, progress, lesson_event(after, 2, decision))
    return {
        (seat, one.reminder)
        for seat, shown in enumerate(progress.seats)
        for one in shown.reminded
        if one.holds
    }


def selected(state: State, action: str) -> tuple[State, set[tuple[int, str]]]:
    decision = SelectAction(asked(state)[0], action)
    after = play(state, decision)
    return after, reminders(state, after, decision)


def test_the_chip_of_trade_consume_is_taken_first_p8() -> None:
    state = plain()
    after, lines = selected(state, "trade-consume")
    assert (0, "bonus-chip") in lines
    assert after.empires[0].chips == state.empires[0].chips + 1, "the tracker has taken it before any trade"


def test_a_consume_power_that_can_be_used_must_be_used_p8() -> None:
    power = world("V", "Consume: 1 good -> $2")
    state = give(plain(2), 0, world("G", kind="Novelty", good="production"), power)
    state = good_on(state, 0, "G", "Novelty")
    state = select(state, "trade-consume")
    while asked(state)[1] != "consume":
        state = play(state, next(d for d in answers(state) if d.do == "no-trade"))
    assert (0, "must-consume") in reminders(plain(2), state)
    assert "skip-consume" not in {option.decision.do for option in options(state)}


def test_the_credits_on_produce_are_taken_and_laid_p7_p9() -> None:
    state = plain()
    tiles = tuple(replace(t, credits=2) if t.name == "produce" else t for t in state.actions)
    state = replace(state, actions=tiles)
    after, lines = selected(state, "produce")
    assert (0, "credits-on-produce") in lines
    assert after.empires[0].credits == state.empires[0].credits + 2
    assert {name for _seat, name in reminders(after, state)} >= {"credit-onto-produce"}
    bare = replace(state, actions=tuple(replace(t, credits=0) for t in state.actions))
    assert "credits-on-produce" not in {name for _seat, name in selected(bare, "produce")[1]}


@pytest.mark.parametrize(("worlds", "warned"), [(7, False), (8, True)])
def test_nine_worlds_are_the_most_home_included_p6(worlds: int, warned: bool) -> None:
    state = plain(2)
    state = explored(state, 0, *(world(f"W{n}") for n in range(worlds)))
    state = select(state, "explore")
    assert asked(state)[1] == "draw-worlds"
    state = draw(state)
    assert asked(state) == (0, "pick-world")
    assert ((0, "nine-worlds") in reminders(plain(2), state)) is warned


def test_the_power_of_a_tile_just_placed_waits_p5() -> None:
    tile = development("A", "Develop: discount(1)", cost=1)
    state = for_sale(plain(2), tile)
    state = state.with_empire(0, replace(state.empires[0], credits=9))
    state = select(state, "develop")
    buy = next(d for d in answers(state) if getattr(d, "development", "") == "A")
    after = play(state, buy)
    assert {name for _seat, name in reminders(state, after)} >= {"new-power"}


def test_the_order_wraps_around_the_track_p4() -> None:
    state = plain(3, order=(1, 0, 2))
    state = for_sale(state, development("A"))
    for seat in range(3):
        state = state.with_empire(seat, replace(state.empires[seat], credits=9))
    state = select(state, "produce")
    told, selector = {}, asked(state)[0]
    now = select(state, "develop")
    while now.doing is not None and asked(now)[1] == "develop":
        player = now.doing.player
        told[player] = GAME.lessons.sign(now, player, "wraps")
        assert ((player, "wrap") in reminders(state, now)) is told[player]
        now = play(now, next(d for d in answers(now) if d.do == "pass"))
    assert selector == 0
    assert told == {0: False, 2: False, 1: True}, "the track is 1, 0, 2, and 0 selected"
