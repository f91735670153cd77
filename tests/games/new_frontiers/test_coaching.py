"""Tests of the coach's view of New Frontiers: possible states that fit a seat's knowledge, and prospects."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.coach.player import CoachPlayer
from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.seat_view import SECRET
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game, steps
from tests.games.new_frontiers.build import GAME, plain

COACHING = GAME.coaching
GOALS = (("game", "later"), ("goals", "yes"))


def with_hidden_goals(seed: int) -> list[State]:
    rng = Random(seed)
    state = new_game(GAME, 3, GOALS, rng)
    made = [step.after for step in steps(GAME, state, GAME.players["random"], rng)]
    return [state for state in made if any(empire.hidden_goal for empire in state.empires)]


def test_a_possible_state_knows_what_the_seat_knows_and_makes_up_the_rest() -> None:
    state = next(s for s in with_hidden_goals(1) if any(e.hidden_goal and not s.over for e in s.empires))
    holder = next(seat for seat, empire in enumerate(state.empires) if empire.hidden_goal)
    other = (holder + 1) % 3
    own = COACHING.possible(GAME.view(state, holder), holder, Random(1))
    assert own.empires[holder].hidden_goal == state.empires[holder].hidden_goal
    made_up = {
        COACHING.possible(GAME.view(state, other), other, Random(n)).empires[holder].hidden_goal
        for n in range(40)
    }
    assert SECRET not in made_up
    assert len(made_up) > 1
    for possible in (own, COACHING.possible(GAME.view(state, other), other, Random(2))):
        held = [goal for empire in possible.empires for goal in (*empire.goals, empire.hidden_goal) if goal]
        held += [*possible.goal_stack, *(possible.doing.goals if possible.doing else ())]
        assert sorted(held) == sorted(state.catalogue.goals)
        assert not GAME.check(possible)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_possible_state_can_be_played_to_its_end(seed: int) -> None:
    rng = Random(seed)
    for state in with_hidden_goals(seed)[:60:20]:
        if state.over or GAME.questions(state)[0].player is None:
            continue
        seat = GAME.questions(state)[0].player
        assert seat is not None
        possible = COACHING.possible(GAME.view(state, seat), seat, rng)
        *_, last = steps(GAME, possible, GAME.players["sensible"], rng)
        assert last.after.over


def test_a_round_begins_when_no_disk_has_moved() -> None:
    state = plain(3)
    assert COACHING.round_begun(state) == 1
    doing = replace(state, disks=(replace(state.disks[0], done=True), *state.disks[1:]))
    assert COACHING.round_begun(doing) is None


def test_the_prospects_of_a_finished_game_are_its_score() -> None:
    rng = Random(5)
    *_, last = steps(GAME, new_game(GAME, 4, GOALS, rng), GAME.players["sensible"], rng)
    totals = {score.player: float(score.total) for score in GAME.score(last.after).players}
    assert COACHING.prospects(last.after) == tuple(totals[seat] for seat in range(4))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_prospects_are_never_less_than_what_counts_now_and_tell_empires_apart(players: int) -> None:
    rng = Random(players)
    begin = new_game(GAME, players, (), rng)
    states = [step.before for step in steps(GAME, begin, GAME.players["sensible"], rng)]
    between = [state for state in states if COACHING.round_begun(state) is not None]
    for state in between:
        now = {score.player: score.total for score in GAME.score(state).players}
        assert all(expected >= now[seat] for seat, expected in enumerate(COACHING.prospects(state)))
    assert len({round(expected, 2) for expected in COACHING.prospects(between[-1])}) > 1
    assert len(features.empire_features(between[-1], 0, 0.5)) == len(features.ALL_FEATURES)


def test_less_is_left_of_the_game_the_nearer_an_ending_is() -> None:
    state = plain(2)
    before = features.left(state)
    emptied = replace(state, supply=replace(state.supply, vp=0))
    assert before > 0.8
    assert features.left(emptied) == 0


@pytest.mark.slow
def test_the_coach_buys_what_scores_at_the_end_of_the_game() -> None:
    """In the last round a development's printed VP cost nothing: credits count only in ties."""
    state = plain(2)
    state = state.changed(
        endings=("by a test",),
        empires=tuple(replace(empire, credits=9) for empire in state.empires),
        disks=(*(replace(disk, done=True) for disk in state.disks[:-1]), state.disks[-1]),
        actions=tuple(
            replace(tile, selected_by=None if tile.name == "develop" else 0) for tile in state.actions
        ),
    )
    coach, rng = CoachPlayer(20.0), Random(1)
    while not state.over:
        question = GAME.questions(state)[0]
        options = GAME.options(state, question.player)
        decision = coach.choose(GAME, state, question, options, rng)
        assert not isinstance(decision, Pass)
        state = GAME.play(state, decision)
    assert all(empire.developments for empire in state.empires)
