"""Tests of common mistakes that the rules do not prevent: they are noticed and a reminder is shown."""

from __future__ import annotations

import pytest

from companion.games.contract import Decision
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.consume import EndConsume
from companion.games.race_for_the_galaxy.rules.explore import Explored
from companion.games.race_for_the_galaxy.rules.state import State
from companion.lessons.progress import LessonEvent, advance, initial_progress
from companion.lessons.teaching import book_of
from tests.games.race_for_the_galaxy.build import GAME, asked, play, refused, table

BOOK = book_of(GAME.name)


def reminders(*states: State) -> set[tuple[int, str]]:
    """(player, reminder) of the lines that are shown after the last of these states."""
    progress = initial_progress(len(states[0].empires))
    for number, state in enumerate(states, 1):
        happening = LessonEvent(
            number, "", {}, None, False, GAME.view(state, None), GAME.questions(state), GAME.phase(state)
        )
        progress = advance(BOOK, GAME, progress, happening)
    return {
        (seat, one.reminder)
        for seat, shown in enumerate(progress.seats)
        for one in shown.reminded
        if one.holds
    }


def after(before: State, *decisions: Decision) -> tuple[State, set[tuple[int, str]]]:
    state = play(before, *decisions)
    return state, reminders(before, state)


def test_a_consume_power_that_can_be_used_must_be_used_p6() -> None:
    tableau = ["Old Earth", "New Vinland*", "Gem World*"]
    before = table(tableau, ["New Sparta"], chosen=("consume-2x",))
    state, lines = after(before, ChooseActions(1, ("develop",)))
    while state.phase != "consume":
        state = play(state, *(option_of(state, seat) for seat, _kind in asked(state)))
        lines = reminders(before, state)
    assert (0, "must-consume") in lines
    refused(state, EndConsume(0), "use your consume powers")


def option_of(state: State, seat: int) -> Decision:
    return GAME.options(state, seat)[0].decision


@pytest.mark.parametrize(("hand", "told"), [(9, False), (10, True)])
def test_nobody_holds_more_than_ten_cards_at_the_end_of_a_round_p7(hand: int, told: bool) -> None:
    """Explore gives each a card: the player with ten then discards one; the player with nine need not."""
    before = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "explore-5"), hand=(hand, 5))
    state, lines = after(before, Explored(0), Explored(1))
    assert state.round == 2
    assert state.empires[0].hand == 10
    assert ((0, "ten-cards") in lines) is told
    assert (1, "ten-cards") not in lines
    state = play(state, ChooseActions(0, ("develop",)))
    assert reminders(before, state) == set(), "once told, it is put away"
