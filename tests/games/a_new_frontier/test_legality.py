"""Tests of the one gate: what is offered applies, what is not is refused, and forms know the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.a_new_frontier.rules import planning_board, plans
from companion.games.a_new_frontier.rules.moves import GameMove
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Allocation, Amount, Decision, Illegal, Question, Subset, decision_to_json
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import new_game, steps
from tests.default_run import first_by_default

from .build import BLUE, GAME, GREEN, give, lay, refused, refused_plan, start

OPTIONS = (("boards", "yes"), ("exchange", "yes"), ("initiative", "yes"))
SAMPLES = 5
"""Values tried of each form in each state."""


def answers(state: State, question: Question, rng: Random) -> list[Decision]:
    """What the question offers; of a form, some values that it has no problem with."""
    if question.chance is not None:
        return [GAME.answer(state, question, question.chance.sample(rng))]
    if question.form is None:
        options = GAME.options(state, question.player)
        return [option.decision for option in options if option.decision.do in question.does]
    values = [question.form.sample(rng) for _n in range(SAMPLES)]
    return [GAME.answer(state, question, value) for value in values if not question.form.problem(value)]


def visited(seed: str, players: int) -> Iterator[State]:
    """Every eighth state of a game, with some archaeotechs and missions so that everything is asked."""
    rng = Random(seed)
    state = new_game(GAME, players, OPTIONS, rng)
    for number, step in enumerate(steps(GAME, state, GAME.players["random"], rng)):
        if number % 8 == 0:
            state = give(step.before, number % players, archaeotech=2)
            yield give(state, number % players, facilities=(("research-facility", 2), ("refinery", 1)))


@pytest.mark.parametrize("players", first_by_default([3, 5]))
def test_what_is_offered_is_legal_applies_and_has_words(players):
    rng, done = Random(players), set()
    for state in visited(f"offered:{players}", players):
        before = repr(state)
        for question in GAME.questions(state):
            offered = answers(state, question, rng)
            assert offered or question.form is not None, question.text
            for decision in offered:
                check_legal(GAME, state, decision)
                if (question.form or question.chance) is not None:
                    assert GAME.answer(state, question, decision.value) == decision
                assert GAME.words(state, decision)
                GAME.play(state, decision)
                done.add(decision.do)
        assert repr(state) == before
    assert len(done) > 15


def test_what_another_moment_offers_is_refused_now_with_a_sentence():
    rng, tried = Random("others"), 0
    states = list(visited("others", 4))
    offered = [
        {decision for question in GAME.questions(state) for decision in answers(state, question, rng)}
        for state in states
    ]
    for state in states[::3]:
        questions = GAME.questions(state)
        asked = {(question.player, question.kind): question for question in questions}
        options = {o.decision for seat in state.seats for o in GAME.options(state, seat)}
        for decision in rng.sample(sorted({d for each in offered for d in each}, key=repr), 60):
            question = asked.get((decision.player, decision.do))
            if question is not None and (question.form or question.chance) is not None:
                continue
            if decision in options:
                continue
            tried += 1
            with pytest.raises(Illegal) as wrong:
                check_legal(GAME, state, decision)
            assert wrong.value.sentence
    assert tried > 100


def test_every_move_is_named_once_and_comes_from_its_own_json():
    names = [move.do for move in GAME.moves]
    assert len(names) == len(set(names)) == 41
    assert all(issubclass(move, GameMove) for move in GAME.moves)


def test_which_of_several_ships_alike_goes_does_not_matter():
    data = {"do": "lose-ships", "player": 1, "ships": ["stingray", "kraken", "stingray"]}
    move = GAME.decision(data)
    assert move.value == ("kraken:0", "stingray:0", "stingray:1")
    assert decision_to_json(move)["ships"] == ["kraken", "stingray", "stingray"]
    assert type(move).of(1, ["stingray:3", "stingray:0", "kraken:1"]) == move


def test_a_form_that_knows_the_rules_is_shown_as_what_it_is():
    from companion.web.live.views import Ask

    kinds = {"plan": Allocation, "tell-effect": Allocation}
    shown = {q.kind: (q.form, Ask(None, q).form) for q in GAME.questions(start()) if q.kind in kinds}
    for kind, base in kinds.items():
        form, component = shown[kind]
        assert isinstance(form, base)
        assert type(form) not in (Subset, Amount, Allocation), "it refuses more than its places tell"
        assert component == base.__name__.lower()


# --- sentences of boards


def test_a_board_that_costs_too_much_is_refused_with_what_would_help():
    said = refused_plan(start(), BLUE, ("credit", "alpha", 12), ("action", "build-1", 1), STINGRAYS)
    assert said.startswith("The board costs")
    assert "credits back" in said


STINGRAYS = ("ship-stingray", "ships-1", 2)


def test_a_refused_board_is_judged_by_the_own_seat_s_credits():
    state = give(start(), GREEN, credits=0)
    laid = plans.laid_of(Plan(bribe=1))
    assert planning_board.form(state, GREEN).problem(laid)
    assert not planning_board.form(state, BLUE).problem(laid)
    assert lay(state, BLUE, Plan(bribe=1)).corps[BLUE].planned


def test_the_refusal_of_a_facility_s_place_is_what_its_answer_gets():
    from companion.games.a_new_frontier.rules.research import PlaceFacility, ResearchStep

    step = ResearchStep(((BLUE, 4),), ((BLUE, "refinery"),))
    state = start().changed(phase="research", step=step)
    for refusal in GAME.refusals(state, BLUE):
        assert isinstance(refusal.decision, PlaceFacility)
        assert refused(state, refusal.decision) == refusal.sentence
    assert GAME.refusals(state, BLUE), "the storm's planet"
