"""Tests of the setting "fewer steps": forced steps are done and reported, everything else is asked."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.race_for_the_galaxy.rules import explore
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import PlaceNothing
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.lessons.progress import LessonEvent, advance, initial_progress
from companion.lessons.teaching import book_of
from companion.simulation.simulate import new_game, steps
from tests.games.race_for_the_galaxy.build import GAME, asked, goods, play, setup, table

EARTH, SPARTA = ["Old Earth"], ["New Sparta"]


def texts(state) -> list[str]:
    return [question.text for question in GAME.questions(state)]


def last_choice(tableaus, actions, **options):
    """The state before the last action card is chosen, and that decision."""
    state = table(*tableaus, chosen=actions[:-1], **options)
    seat = len(actions) - 1
    return state, ChooseActions(seat, (actions[-1],))


def test_exploring_is_told_with_the_question_after_it_p3() -> None:
    before, choice = last_choice((EARTH, SPARTA), ("develop", "explore-5"), steps="fewer")
    state = play(before, choice)
    assert asked(state) == [(0, "place-development"), (1, "place-development")]
    assert texts(state) == [
        "Blue, draw 2 and keep 1. Then choose a development to place, or none.",
        "Green, draw 7 and keep 1. Then choose a development to place, or none.",
    ]
    assert [empire.hand for empire in state.empires] == [6, 6]
    again = play(state, PlaceNothing(0))  # may be changed; what was drawn is in the hand already
    assert "Blue, choose a development to place, or none." in texts(again)
    assert state.discards == before.discards + 1 + 6
    assert GAME.words(before, choice) == (
        "Green chooses Explore +5 (Blue: draws 2 cards and keeps 1; Green: draws 7 cards and keeps 1)"
    )


def test_later_phases_do_not_tell_it_again_p3() -> None:
    state = table(EARTH, SPARTA, chosen=(("develop", "settle"), ("explore-5", "settle")), **two_of_nine())
    assert "draw 2 and keep 1" in texts(state)[0]
    state = play(state, PlaceNothing(0), PlaceNothing(1))
    assert asked(state) == [(0, "place-world"), (1, "place-world")]
    assert not any("draw" in text for text in texts(state))


def two_of_nine() -> dict[str, str]:
    return {"steps": "fewer", "two_players": "experienced"}


@pytest.mark.parametrize("action", ["produce", "explore-1-1", "consume-2x"])
def test_exploring_is_asked_where_no_question_follows_that_could_tell_it(action: str) -> None:
    state = table(EARTH, SPARTA, chosen=(action, "explore-5"), steps="fewer")
    assert asked(state) == [(0, "explored"), (1, "explored")]


def test_each_step_is_asked_where_the_table_wants_it_so() -> None:
    for options in ({"steps": "each"}, {}):
        before, choice = last_choice((EARTH, SPARTA), ("develop", "explore-5"), **options)
        assert asked(play(before, choice)) == [(0, "explored"), (1, "explored")]
        assert GAME.words(before, choice) == "Green chooses Explore +5"


def test_the_only_good_is_sold_p6() -> None:
    """Consume: Trade sells a good for as many cards as its kind is worth: a Genes good for 4."""
    tableaus = (["New Sparta", "Lost Species Ark World*"], EARTH)
    before, choice = last_choice(tableaus, ("consume-trade", "develop"), steps="fewer")
    state = play(before, choice)
    assert asked(state)[0][1] == "place-development"
    while state.phase == "develop":
        state = play(state, *(PlaceNothing(seat) for seat, _kind in asked(state)))
    assert state.round == 2
    assert goods(state, 0) == set()
    assert state.empires[0].hand == before.empires[0].hand + 4


def test_who_has_two_goods_chooses_p6() -> None:
    state = table(
        ["Old Earth", "Gem World*", "Mining World*"],
        SPARTA,
        chosen=("consume-trade", "consume-2x"),
        steps="fewer",
    )
    assert asked(state) == [(0, "trade-good")]


def test_who_can_pay_for_no_card_is_not_asked_p4() -> None:
    """With one card in hand there is none left to pay with, and no development is free."""
    both = [(0, "place-development"), (1, "place-development")]
    for steps_asked, who in (("fewer", both[1:]), ("each", both)):
        before, choice = last_choice((EARTH, SPARTA), ("produce", "develop"), hand=(1, 5), steps=steps_asked)
        assert asked(play(before, choice)) == who
        told = GAME.words(before, choice)
        assert told == "Green chooses Develop" + " (Blue: can pay for no card)" * (steps_asked == "fewer")


def test_nothing_asked_has_one_answer_but_what_only_people_know() -> None:
    """Every question of ten games except those that say what is explored; taking back is no question."""
    alone: list[str] = []
    for number in range(10):
        rng = Random(number)
        state = new_game(GAME, 2 + number % 3, (("steps", "fewer"),), rng)
        for step in steps(GAME, state, GAME.players["sensible"], rng):
            for seat, kind in asked(step.before):
                options = [o for o in GAME.options(step.before, seat) if not isinstance(o.decision, StepBack)]
                told = explore.numbers_told(step.before, seat) is not None
                if len(options) == 1 and kind != "explored" and not told:
                    alone += [kind, options[0].words]
    assert alone == []


def test_exploring_is_taught_though_nobody_is_asked_p3() -> None:
    book = book_of(GAME.name)
    before, choice = last_choice((EARTH, SPARTA), ("develop", "explore-5"), steps="fewer")
    after = play(before, choice)
    progress = initial_progress(2)
    for number, (state, done) in enumerate(((before, ""), (after, "choose-actions")), 1):
        data = {"do": done, "player": 1} if done else {}
        happening = LessonEvent(
            number, done, data, 1 if done else None, False, state, GAME.questions(state), GAME.phase(state)
        )
        progress = advance(book, GAME, progress, happening)
    begun = {running.lesson for running in progress.seats[0].running if not running.ended}
    assert {"explore", "develop"} <= begun


def test_the_pages_begin_with_fewer_steps() -> None:
    option = next(option for option in GAME.setup_options() if option.name == "steps")
    assert option.choices[0][0] == "fewer"
    assert GAME.new(setup(3, steps="fewer")).fewer_steps
