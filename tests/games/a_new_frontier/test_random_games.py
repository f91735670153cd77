"""Tests of whole games by computer players: they end, and ships, technologies and missions add up."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.a_new_frontier.rules.setup import missions
from companion.games.contract import decision_to_json
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import new_game, steps
from tests.default_run import examples, first_by_default, many

from .build import BLUE, GAME, give, start

GAMES, SLOW_GAMES = 18, many(2000)


def check_game(players: int, seed: str, kind: str) -> int:
    """Plays a game and checks the state after every turn; returns the number of decisions."""
    rng = Random(seed)
    state = new_game(GAME, players, (("details", "pages"),), rng)
    made, turn = 0, 0
    for step in steps(GAME, state, GAME.players[kind], rng):
        made += 1
        check_legal(GAME, step.before, step.decision)
        for corp in step.after.corps:
            assert corp.credits >= 0
            assert 0 <= corp.prestige <= 22
            assert corp.archaeotech <= 3
        if step.after.turn != turn or step.after.over:
            turn = step.after.turn
            assert GAME.check(step.after) == ()
            assert all(not corp.loans for corp in step.after.corps)
        state = step.after
    assert state.over
    assert state.turn == 5
    assert all(1 <= len(fleet) <= 9 for corp in state.corps for fleet in corp.fleets)
    where = Counter((*state.offered, *state.unseen, *state.removed))
    for corp in state.corps:
        where.update((*corp.missions, *corp.completed))
    assert where == Counter(missions(GAME.book, players))
    assert len(GAME.score(state).players) == players
    return made


@pytest.mark.parametrize("kind", first_by_default(["random", "sensible"]))
def test_random_games_of_3_to_5_end_and_add_up(kind):
    assert all(check_game(3 + game % 3, f"few:{game}", kind) > 50 for game in range(GAMES // 2))


@pytest.mark.slow
def test_hundreds_of_random_games_of_3_to_5_end_and_add_up():
    assert all(check_game(3 + game % 3, f"many:{game}", "random") > 50 for game in range(SLOW_GAMES))


def test_a_random_answer_is_one_that_the_form_takes_where_most_are_refused():
    """Who has no credits and no archaeotech loses neither: of forty samples of all that many technologies
    may bring often none was possible."""
    state = give(start(), BLUE, credits=0, archaeotech=0, techs=tuple(start().book.techs)[:14])
    question = next(q for q in GAME.questions(state) if q.player == BLUE and q.kind == "tell-effect")
    for seed in range(6):
        check_legal(GAME, state, GAME.players["random"].choose(GAME, state, question, (), Random(seed)))


def test_a_decision_comes_back_from_its_json_and_leads_to_the_same_state():
    rng = Random("json")
    state = new_game(GAME, 4, (), rng)
    seen = set()
    for step in steps(GAME, state, GAME.players["random"], rng):
        data = json.loads(json.dumps(decision_to_json(step.decision)))
        assert GAME.decision(data) == step.decision
        if step.decision.do not in seen:
            seen.add(step.decision.do)
            assert GAME.play(step.before, GAME.decision(data)) == step.after
            assert GAME.words(step.before, step.decision)
    assert len(seen) > 12


@pytest.mark.slow
def test_what_others_read_of_a_question_is_what_its_player_reads_or_openly_covered():
    """Over whole games of each number of players, with every option's last choice, in every question."""
    covered = set()
    for game in range(3):
        options = tuple((each.name, each.choices[-1][0]) for each in GAME.setup_options() if game % 2)
        rng = Random(f"read:{game}")
        state = new_game(GAME, 3 + game % 3, options, rng)
        for step in steps(GAME, state, GAME.players["sensible" if game % 2 else "random"], rng):
            asked = {(q.player, q.kind): q for q in GAME.questions(step.after)}
            for reader in (None, *step.after.seats):
                read = {(q.player, q.kind): q for q in GAME.questions_for(step.after, reader)}
                assert read.keys() <= asked.keys()
                for key, question in asked.items():
                    if read.get(key) == question:
                        continue
                    assert question.player not in (None, reader)
                    covered.add(question.kind)
                    if key not in read:
                        assert question.optional
                        continue
                    assert read[key].form is None
                    assert read[key].secret or read[key].private
                    assert not re.findall(r"\d\.", read[key].text), "a number that not all may know"
    always = {"plan", "tell-strength", "vote", "relocate", "give-credits", "divide-fleet"}
    assert covered - {"reveal", "repay-with"} == always


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 3), st.integers(20, 150))
def test_what_a_seat_may_not_know_changes_nothing_it_gets(seed, seat, at):
    """Two states that differ only in other players' plans and hidden ships look the same to this seat."""
    rng = Random(seed)
    state = new_game(GAME, 4, (), rng)
    for number, step in enumerate(steps(GAME, state, GAME.players["random"], rng)):
        state = step.after
        if number == at:
            break
    other = state
    for another, corp in enumerate(state.corps):
        if another == seat:
            continue
        if corp.plan is not None:
            other = other.with_corp(another, plan=None)
        shown = GAME.view(state, seat).corps[another].fleets
        fleets = tuple(
            ("kraken",) * len(fleet) if "?" in view else fleet
            for fleet, view in zip(corp.fleets, shown, strict=True)
        )
        other = other.with_corp(another, fleets=fleets)
    one, two = GAME.view(state, seat), GAME.view(other, seat)
    assert one == two
    assert GAME.display.page(one, seat) == GAME.display.page(two, seat)
    assert GAME.options(one, seat) == GAME.options(two, seat)
    if not (state.phase == "planning" or other.over):
        assert [q.text for q in GAME.questions(one) if q.player == seat] == [
            q.text for q in GAME.questions(two) if q.player == seat
        ]
