"""Tests of table options for what the rulebook leaves open: when strategies are shown, how fleets begin."""

from __future__ import annotations

from random import Random

from companion.games.a_new_frontier.rules.course.starting_fleets import DivideFleet
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy, ChooseTactics, TellStrength
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.simulation.simulate import new_game, steps

from .build import BLUE, GAME, GREEN, RED, ask, asked, plan_all, play, refused, setup, start

FRONTAL = "Frontal Assault"


def fighting(**options: str) -> State:
    """Blue attacks Green at planet 2; Alpha Security goes to planet 4."""
    return plan_all(start(3, 1, **options), {BLUE: Plan(((1, GREEN),)), RED: Plan(((2, GREEN),))})


def seen_strategies(state: State, viewer: int | None) -> list[str]:
    fight = GAME.display.page(GAME.view(state, viewer), viewer).fight
    assert fight is not None
    return [side.strategy for side in fight.sides]


def all_choose(state: State) -> State:
    """Both who fight choose a strategy and tell a strength."""
    fighters = [seat for seat, _kind in asked(state)]
    state = play(state, *(ChooseStrategy(seat, FRONTAL) for seat in fighters))
    return play(state, *(TellStrength(seat, 5) for seat in fighters))


def test_strategies_are_shown_at_once_or_with_the_tactics_as_the_table_reads_it():
    usual, together = all_choose(fighting()), all_choose(fighting(strategies="with-tactics"))
    assert seen_strategies(usual, None) == [FRONTAL, FRONTAL]
    assert seen_strategies(together, None) == ["chosen", "chosen"]
    assert seen_strategies(together, BLUE) == [FRONTAL, "chosen"], "one's own"
    question = ask(fighting(strategies="with-tactics"), "choose-strategy", BLUE)
    assert (question.secret, question.private) == (False, True), "the history does not tell it before"
    for state in (usual, together):
        fighters = [seat for seat, _kind in asked(state)]
        before = play(state, ChooseTactics(fighters[0], "Tactic 11"))
        after = play(before, ChooseTactics(fighters[1], "Tactic 12"))
        assert seen_strategies(after, RED) == [FRONTAL, FRONTAL]
        told = [words for words in GAME.happened(before, after) if " plays " in words]
        assert told == (
            []
            if state is usual
            else ["Blue plays Frontal Assault and Tactic 11", "Green plays Frontal Assault and Tactic 12"]
        )


def divided() -> State:
    """The draws are made, and the fleets are to be divided."""
    state, rng = GAME.new(setup(3, fleets="divided")), Random(1)
    while state.phase == "missions":
        question = GAME.questions(state)[0]
        assert question.draw is not None
        state = play(state, GAME.answer(state, question, question.draw.sample(rng)))
    return state


def test_one_fleet_for_all_planets_is_divided_in_secret():
    state = divided()
    assert asked(state) == [(seat, "divide-fleet") for seat in (BLUE, GREEN, RED)]
    form = ask(state, "divide-fleet", BLUE).form
    assert (form.least, form.most, form.problem(form.usual)) == (12, 12, ""), "3 ships for each planet"
    few = (("stingray", "at-0", 4), ("barracuda", "at-1", 4), ("hammerhead", "at-2", 4))
    assert refused(state, DivideFleet(BLUE, few)) == "A fleet must always have at least 1 ship."
    assert refused(state, DivideFleet(BLUE, few[:2])), "all of them are laid"
    own = (
        ("stingray", "at-0", 4),
        ("barracuda", "at-1", 4),
        ("hammerhead", "at-2", 3),
        ("hammerhead", "at-3", 1),
    )
    state = play(state, DivideFleet(BLUE, own))
    assert state.corps[BLUE].fleets[0] == ("stingray",) * 4
    assert GAME.view(state, GREEN).corps[BLUE].fleets == (("?",) * 3,) * 4, "as if it were still undivided"
    assert refused(state, DivideFleet(BLUE, own)), "once"
    state = play(state, *(DivideFleet(seat, form.usual) for seat in (GREEN, RED)))
    assert [len(fleet) for fleet in GAME.view(state, GREEN).corps[BLUE].fleets] == [4, 4, 3, 1]
    assert (state.phase, state.step) == ("planning", None)
    assert GAME.check(state) == ()


def test_a_table_that_says_nothing_of_it_begins_with_the_same_ships_everywhere():
    state = new_game(GAME, 3, (), Random(1))
    phases = {step.after.phase for step in steps(GAME, state, GAME.players["random"], Random(1))}
    assert "fleets" not in phases
    assert set(state.corps[BLUE].fleets) == {state.corps[GREEN].fleets[3]}
