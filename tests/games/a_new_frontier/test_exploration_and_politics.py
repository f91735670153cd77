"""Tests of exploration (p. 8) and politics (p. 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.a_new_frontier.rules import politics_state
from companion.games.a_new_frontier.rules.course.exploration import ExplorationStep, Explore, UseColony
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.proposing import ChooseProposers, Propose
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.a_new_frontier.rules.voting import FavourVote, Vote, form, outcome

from .build import BLUE, GAME, GREEN, PURPLE, RED, YELLOW, asked, give, offers, plan_all, play, refused, start

EXPLORE = Plan(actions=(2, 0, 0, 0))


def exploring(players=3, plans=None, **changes):
    state = give(start(players), BLUE, **changes)
    return plan_all(state, plans or {BLUE: EXPLORE})


# --- exploration


@pytest.mark.parametrize(("prestige", "influence"), [(3, 1), (9, 3), (10, 4)])
def test_prestige_is_influence_as_the_text_s_examples_say_p2_p8(prestige, influence):
    assert GAME.book.influence(prestige) == influence


def test_first_actions_go_round_then_second_ones_bribes_first_p8():
    plans = {
        BLUE: EXPLORE,
        GREEN: Plan(actions=(1, 0, 0, 0)),
        RED: Plan(actions=(2, 0, 0, 0), bids=(1, 0, 0, 0)),
    }
    state = plan_all(start(), plans)
    assert state.step.queue == (RED, BLUE, GREEN, RED, BLUE)
    assert asked(state) == [(RED, "explore")]


def test_the_wormhole_is_the_first_step_to_a_colony_p8():
    state = exploring()
    assert [o.decision.level for o in offers(state, BLUE, "explore")] == [0, -1]
    state = play(state, Explore(BLUE, 0))
    assert state.corps[BLUE].wormhole
    levels = {o.decision.level for o in offers(state, BLUE, "explore")}
    assert 3 in levels
    assert 7 not in levels, "3 influence and 2 more at most"


def test_boosting_example_10_prestige_reach_level_5_for_1_of_each_p8():
    """10 prestige are 4 influence; 1 prestige and 1 credit make 5; then 9 prestige are 3 influence."""
    state = exploring(prestige=10)
    assert state.influence[BLUE] == 4
    state = play(state, Explore(BLUE, 0))
    credits = state.corps[BLUE].credits
    assert refused(state, Explore(BLUE, 5, 0))
    state = play(state, Explore(BLUE, 5, 1))
    corp = state.corps[BLUE]
    assert (corp.prestige, corp.credits, corp.colonies) == (9, credits - 1, (5,))
    assert GAME.book.influence(corp.prestige) == 3


def test_influence_holds_for_the_phase_though_prestige_falls_p2_p8():
    state = exploring(4, {BLUE: EXPLORE, GREEN: EXPLORE}, prestige=10)
    state = play(state, Explore(BLUE, 0), Explore(GREEN, 0), Explore(BLUE, 5, 1))
    assert state.influence[BLUE] == 4


def test_a_colony_out_of_reach_says_what_would_bring_it_in_reach():
    state = play(exploring(), Explore(BLUE, 0))
    refusals = GAME.refusals(state, BLUE)
    assert [refusal.words for refusal in refusals] == [
        "Ally with a level 6 colony",
        "Ally with a level 7 colony",
    ]
    assert all("prestige" in refusal.remedy for refusal in refusals)


def test_no_more_than_2_are_sacrificed_p8():
    state = play(exploring(prestige=10), Explore(BLUE, 0))
    assert {o.decision.level: o.decision.boost for o in offers(state, BLUE, "explore")}[6] == 2
    assert 7 not in {o.decision.level for o in offers(state, BLUE, "explore")}


def test_an_ally_brings_2_archaeotechs_of_which_3_are_kept_p8():
    state = play(exploring(archaeotech=2), Explore(BLUE, 0), Explore(BLUE, 2))
    assert state.corps[BLUE].archaeotech == 3
    state = play(exploring(), Explore(BLUE, 0), Explore(BLUE, 2))
    assert state.corps[BLUE].archaeotech == 2


def test_a_level_5_colony_is_a_technology_level_this_turn_p8():
    state = play(exploring(prestige=12), Explore(BLUE, 0), Explore(BLUE, 5, 1))
    from companion.games.a_new_frontier.rules.course.turn import end_turn

    if state.turn == 1:
        assert state.corps[BLUE].bonus == 1
    assert end_turn(state).corps[BLUE].bonus == 0


def test_a_level_7_colony_gives_a_level_or_2_mine_levels_past_the_limit_p8():
    state = play(exploring(prestige=22, mines=(5, 7, 3, 8)), Explore(BLUE, 0), Explore(BLUE, 7))
    assert asked(state) == [(BLUE, "use-colony")]
    assert [o.decision.mine for o in offers(state, BLUE, "use-colony")] == [None, 1, 2], (
        "the storm blocks planet 1"
    )
    assert refused(state, UseColony(BLUE, 0))
    assert play(state, UseColony(BLUE, 2)).corps[BLUE].mines == (5, 7, 5, 8)
    assert play(state, UseColony(BLUE, 1)).corps[BLUE].mines == (5, 8, 3, 8)


def test_an_action_without_a_colony_in_reach_is_wasted_p8():
    state = exploring(prestige=3, wormhole=True, plans={BLUE: Plan(actions=(1, 0, 0, 0))})
    before = state.corps[BLUE]
    after = play(state, Explore(BLUE, -1)).corps[BLUE]
    assert (after.wormhole, after.colonies, after.credits) == (before.wormhole, (), before.credits)


def test_a_player_has_three_exploration_tokens_p2():
    state = exploring(colonies=(2, 2, 3))
    assert [o.decision.level for o in offers(state, BLUE, "explore")] == [-1]


def test_a_trade_brings_1_vp_for_2_credits_without_an_action_p5_p8():
    state = give(start(), BLUE, colonies=(2,))
    plans = {BLUE: Plan(trades=1), GREEN: EXPLORE}
    after = plan_all(state, plans)
    assert isinstance(after.step, ExplorationStep)
    assert after.corps[BLUE].vp == 1
    assert after.corps[BLUE].credits == state.corps[BLUE].credits + 9 - 2


# --- who proposes

POLITICS = Plan(actions=(0, 1, 0, 0))


def politicking(players, seats, two=()):
    state = start(players)
    plans = {seat: Plan(actions=(0, 2 if seat in two else 1, 0, 0)) for seat in seats}
    return plan_all(state, plans)


def test_with_five_of_five_the_last_does_not_propose_p9():
    state = politicking(5, range(5))
    assert politics_state.proposers(state.step) == (BLUE, GREEN, RED, YELLOW)
    choices = [o.decision.seats for o in offers(state, BLUE, "choose-proposers")]
    assert all(PURPLE not in pair for pair in choices)
    assert len(choices) == 6


def test_four_square_off_in_two_pairs_that_the_first_chooses_p9():
    state = play(politicking(4, range(4)), ChooseProposers(BLUE, (GREEN, YELLOW)))
    assert state.step.rounds == ((GREEN, YELLOW), (BLUE, RED))
    assert asked(state) == [(GREEN, "propose"), (YELLOW, "propose")]


def test_who_squares_off_is_said_with_whom_p9():
    four = politicking(4, range(4))
    assert (
        GAME.words(four, ChooseProposers(BLUE, (GREEN, YELLOW))) == "Blue: Green and Yellow square off first"
    )
    three = politicking(4, (BLUE, RED, YELLOW))
    assert GAME.words(three, ChooseProposers(BLUE, (YELLOW,))) == "Blue: Blue and Yellow square off first"
    lone = politicking(3, (GREEN,))
    assert GAME.words(lone, ChooseProposers(GREEN, (RED, BLUE))) == "Green challenges Red, then Blue"


def test_of_three_the_first_proposes_twice_p9():
    state = play(politicking(4, (BLUE, RED, YELLOW)), ChooseProposers(BLUE, (YELLOW,)))
    assert state.step.rounds == ((BLUE, YELLOW), (BLUE, RED))


def test_two_propose_twice_each_p9():
    assert politicking(4, (GREEN, RED)).step.rounds == ((GREEN, RED), (GREEN, RED))


def test_one_alone_challenges_a_different_player_each_round_p9():
    state = politicking(3, (GREEN,))
    assert asked(state) == [(GREEN, "choose-proposers")]
    # Each button says both rounds: no two are called the same.
    said = [o.words for o in offers(state, GREEN, "choose-proposers")]
    assert said == ["First Blue, then Red", "First Red, then Blue"]
    assert refused(state, ChooseProposers(GREEN, (BLUE, BLUE)))
    state = play(state, ChooseProposers(GREEN, (RED, BLUE)))
    assert state.step.rounds == ((GREEN, RED), (GREEN, BLUE))


def test_without_actions_there_the_phase_is_skipped_p9():
    state = plan_all(start(), {BLUE: Plan(actions=(0, 0, 1, 0))})
    assert state.phase == "marketing"


# --- proposals and votes


def voting(players=4, seats=(GREEN, RED), two=(), first="conflict", second="system"):
    state = politicking(players, seats, two)
    a, b = state.step.rounds[0]
    return play(state, Propose(a, first, "red"), Propose(b, second, "blue"))


def fist(seat, side, influence=0, stake=False):
    laid = [(f"vote-{side}", "fist", 1)] if side else []
    if influence:
        laid.append(("influence", "fist", influence))
    if stake:
        laid.append(("stake", "fist", 1))
    return Vote(seat, tuple(laid))


def test_a_policy_is_proposed_once_a_turn_whatever_the_agenda_p9():
    state = politicking(4, (GREEN, RED))
    state = play(state, Propose(GREEN, "conflict", "red"))
    assert refused(state, Propose(RED, "conflict", "blue"))


def test_all_vote_but_only_those_with_an_action_have_influence_p9():
    state = voting()
    assert asked(state) == [(seat, "vote") for seat in range(4)]
    assert refused(state, fist(BLUE, "a", 1)), "no action"
    assert play(state, fist(GREEN, "a", 3))


def test_no_more_than_4_influence_in_a_vote_and_what_was_voted_is_gone_p9():
    state = voting().changed(influence=(0, 7, 3, 0))
    assert refused(state, fist(GREEN, "a", 5))
    state = play(state, fist(GREEN, "a", 4), fist(RED, "b", 3), fist(BLUE, "b"), fist(YELLOW, "b"))
    assert state.influence == (0, 3, 0, 0)
    assert state.agendas == (("system", "blue", -1),), "5 against 6"


def test_initiators_gain_1_vp_when_they_vote_with_success_even_against_their_own_p9():
    state = play(voting(), fist(GREEN, "b"), fist(RED, "b"), fist(BLUE, "b"), fist(YELLOW, "a"))
    assert [corp.vp for corp in state.corps] == [0, 1, 1, 0]


def test_0_or_2_tokens_forfeit_the_bid_and_its_influence_p9():
    state = voting()
    both = Vote(GREEN, (("vote-a", "fist", 1), ("vote-b", "fist", 1), ("influence", "fist", 2)))
    none = Vote(RED, (("influence", "fist", 3),))
    before = state.influence
    state = play(state, both, none, fist(BLUE, "b"), fist(YELLOW, "b"))
    assert state.influence == (before[0], before[1] - 2, before[2] - 3, before[3])
    assert state.agendas == (("system", "blue", -1),)
    assert [corp.vp for corp in state.corps] == [0, 0, 0, 0]


def test_turn_order_decides_a_tied_vote_p5():
    assert outcome((fist(0, "a").laid, fist(1, "b").laid), 0).won == 0
    assert outcome((fist(0, "a").laid, fist(1, "b").laid), 1).won == 1
    state = play(voting(), fist(GREEN, "a"), fist(RED, "b"), fist(BLUE, "a"), fist(YELLOW, "b"))
    assert state.agendas == (("conflict", "red", -1),), "Green is earlier on the track"


def test_a_second_action_stakes_2_credits_for_3_vp_paid_only_with_success_p9():
    state = voting(two=(GREEN, RED))
    credits = [corp.credits for corp in state.corps]
    state = play(
        state, fist(GREEN, "a", 0, True), fist(RED, "b", 0, True), fist(BLUE, "a"), fist(YELLOW, "a")
    )
    assert [corp.vp for corp in state.corps] == [0, 3 + 1, 0, 0]
    assert [corp.credits for corp in state.corps] == [credits[0], credits[1] - 2, credits[2], credits[3]]
    tokens = {token.id for token in form(replaced(state), GREEN).tokens}
    assert "stake" not in tokens, "one bid of the turn"


def replaced(state):
    step = replace(state.step, proposals=(("contract", "red", -1), ("seventh", "red", -1)))
    return state.changed(step=step)


def test_a_stake_is_not_laid_against_one_s_own_agenda_p9():
    assert "against your own" in refused(voting(two=(GREEN,)), fist(GREEN, "b", 0, True))


def test_without_a_second_action_there_is_no_stake_p9():
    assert refused(voting(), fist(GREEN, "a", 0, True))


def test_votes_are_hidden_until_all_have_voted_p9():
    state = play(voting(), fist(GREEN, "a", 2))
    other = play(voting(), fist(GREEN, "b", 0))
    for seat in (None, BLUE, RED, YELLOW):
        assert GAME.view(state, seat) == GAME.view(other, seat)
    assert GAME.view(state, GREEN) != GAME.view(other, GREEN)


def test_one_agenda_rewards_whoever_votes_for_it_though_it_fails_p9():
    policy, agenda = "support", "red"
    assert GAME.book.supports(policy, agenda, "voters")
    state = politicking(4, (GREEN, RED))
    state = play(state, Propose(GREEN, policy, agenda), Propose(RED, "system", "blue"))
    state = play(state, fist(GREEN, "a"), fist(RED, "b", 2), fist(BLUE, "a"), fist(YELLOW, "b"))
    assert [corp.vp for corp in state.corps] == [1, 1, 1, 0]


# --- the policy's own vote


def favouring(players=4):
    none = (None,) * players
    step = PoliticsStep((BLUE,), (), votes=none, favour=none)
    return start(players).changed(phase="politics", step=step, track=tuple(range(players)))


def favour(state, *whom):
    return play(state, *(FavourVote(seat, other) for seat, other in enumerate(whom)))


def vps(state):
    return [corp.vp for corp in state.corps]


def test_the_most_votes_bring_6_vp_and_1_to_each_who_voted_so_p9():
    assert vps(favour(favouring(), GREEN, BLUE, GREEN, GREEN)) == [1, 6, 1, 1]


def test_two_tied_for_first_get_3_each_and_all_others_none_p9():
    assert vps(favour(favouring(), GREEN, BLUE, GREEN, BLUE)) == [3, 3, 0, 0]


def test_one_vote_each_is_voted_again_for_somebody_else_p9():
    state = favour(favouring(3), GREEN, RED, BLUE)
    assert asked(state) == [(seat, "favour-vote") for seat in range(3)]
    assert refused(state, FavourVote(BLUE, GREEN))
    again = favour(state, RED, BLUE, GREEN)
    assert vps(again) == [0, 0, 0]


def test_a_second_vote_that_has_a_winner_counts_p9():
    state = favour(favouring(4), GREEN, RED, YELLOW, BLUE)
    assert vps(favour(state, RED, BLUE, BLUE, GREEN)) == [6, 1, 1, 0]


def test_nobody_votes_for_themselves_p9():
    assert refused(favouring(), FavourVote(BLUE, BLUE))
