"""Tests of details played by the rulebook's pages, and of tables begun before, which replay as they were."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.last_claims import NothingForgotten
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.state import Plan

from .build import BLUE, GAME, GREEN, RED, ask, asked, give, offers, plan_all, play, refused, start
from .test_remembering import mission, with_entries

S, B, H, L = "stingray", "barracuda", "hammerhead", "leviathan"


def last_turn(**options):
    return start(**options).changed(turn=5, storm=None)


# --- the end


def test_before_the_score_each_player_is_asked_for_forgotten_rewards_p10():
    state = with_entries(last_turn(), mission("green-5", "build-4", vp=2))
    state = give(state, BLUE, missions=("green-5", "yellow-1"), credits=40)
    state = give(state, GREEN, missions=("green-1",))
    state = plan_all(state, {BLUE: Plan(builds=((0, (S, S)), (1, (S, S))))})
    assert asked(state) == [(seat, "nothing-forgotten") for seat in (BLUE, GREEN, RED)]
    assert not GAME.phase(state).over
    assert ask(state, "nothing-forgotten", BLUE).text == (
        "Blue, before the score: accomplished: build-4 (green). Claim it."
    ), "what the last harvest fulfilled"
    assert "green mission 1 accomplished?" in ask(state, "nothing-forgotten", GREEN).text
    assert ask(state, "tell-effect", RED).optional, "whatever else was forgotten"
    vp = state.corps[BLUE].vp
    state = play(state, ClaimMission(BLUE, "green-5"), NothingForgotten(RED), NothingForgotten(BLUE))
    assert state.corps[BLUE].vp == vp + 2
    assert refused(state, NothingForgotten(BLUE))
    assert offers(state, BLUE, "claim-mission"), "as long as the others are asked"
    state = play(state, ClaimMission(GREEN, "green-1"), NothingForgotten(GREEN))
    assert state.over
    assert state.corps[GREEN].completed == ("green-1",)


def test_a_table_begun_before_ends_after_its_last_planet():
    assert plan_all(last_turn(details="first"), {}).over
    assert plan_all(last_turn(details=""), {}).over
