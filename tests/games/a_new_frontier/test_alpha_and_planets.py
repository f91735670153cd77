"""Tests of Alpha Security, the order of planets, income, building, maintenance and loans (p. 6)."""

from __future__ import annotations

import pytest

from companion.games.a_new_frontier.rules import alpha
from companion.games.a_new_frontier.rules.alpha import ChooseTarget
from companion.games.a_new_frontier.rules.course import planet
from companion.games.a_new_frontier.rules.course.planet import RepayWith
from companion.games.a_new_frontier.rules.planet_state import PlanetStep
from companion.games.a_new_frontier.rules.state import Attack, Plan

from .build import BLUE, GAME, GREEN, RED, ask, asked, give, lay, offers, plan_all, play, refused, start


def attacks_on(*where, by=BLUE, on=GREEN):
    return Plan(tuple((each, on) for each in where))


def test_alpha_security_goes_where_the_fewest_attacks_are_even_none_p6():
    state = plan_all(start(), {BLUE: attacks_on(1, 2), RED: attacks_on(1)})
    assert state.target == 3
    assert {(a.attacker, a.planet) for a in state.attacks} == {(BLUE, 1), (RED, 1), (BLUE, 2)}


def test_cancelled_attacks_bring_3_credits_and_the_seized_initiative_is_lost_p6():
    state = start()
    plans = {BLUE: Plan(((1, GREEN), (2, GREEN), (3, GREEN)), seize=3), RED: attacks_on(1, 2)}
    before = state.corps[BLUE].credits
    state = plan_all(state, plans)
    assert state.target == 3
    assert not any(a.planet == 3 for a in state.attacks)
    mine = state.corps[BLUE].mines[3]  # that planet is peaceful now, and resolved before the conflicts
    assert state.corps[BLUE].credits == before - 3 + 3 + mine


def test_peaceful_planets_prosper_but_not_the_storm_s_p6():
    state = plan_all(start(storm=1), {BLUE: attacks_on(1), RED: attacks_on(1)})
    # The storm is at planet 1, planet 2 has a conflict, and one of the others without attacks is cancelled.
    assert state.prosperity == (0, 0, 1, 1)


def test_each_remaining_attack_costs_1_prestige_p6():
    state = plan_all(start(), {BLUE: attacks_on(1, 2), RED: attacks_on(1)})
    assert [corp.prestige for corp in state.corps] == [7, 9, 8]


def test_attackers_take_a_vp_for_every_prosperity_token_which_then_go_p6():
    state = start().changed(prosperity=(0, 2, 1, 0))
    state = plan_all(state, {BLUE: attacks_on(1, 2), RED: attacks_on(1)})
    assert [corp.vp for corp in state.corps] == [3, 0, 2]
    assert state.prosperity == (0, 0, 0, 1)


def test_the_highest_bribe_of_those_concerned_decides_a_tie_p6():
    plans = {
        BLUE: Plan(((1, GREEN),), bribe=1),
        GREEN: Plan(((2, BLUE),), bribe=2),
        RED: Plan(((3, BLUE),), bribe=0),
    }
    state = lay(lay(lay(start(), BLUE, plans[BLUE]), GREEN, plans[GREEN]), RED, plans[RED])
    assert asked(state) == [(GREEN, "choose-target")]
    assert len(offers(state, GREEN, "choose-target")) == 3
    assert refused(state, ChooseTarget(BLUE, 1))
    assert play(state, ChooseTarget(GREEN, 3)).target == 3


def test_a_briber_who_is_not_concerned_does_not_decide_p6():
    """Red offered the highest bribe, but neither attacks nor is attacked on a planet in contention."""
    plans = {BLUE: Plan(((1, GREEN),), bribe=1), RED: Plan(bribe=5)}
    state = start()
    for seat in (BLUE, GREEN, RED):
        state = lay(state, seat, plans.get(seat, Plan()))
    # Planets 3 and 4 have no attack: no player is concerned, so the lot decides.
    assert asked(state) == [(None, "draw-target")]


def test_equal_bribes_that_do_not_agree_leave_it_to_the_lot_p6():
    plans = {BLUE: Plan(((1, GREEN), (2, GREEN)), bribe=2), GREEN: Plan(((3, BLUE),), bribe=2)}
    state = start()
    for seat in (BLUE, GREEN, RED):
        state = lay(state, seat, plans.get(seat, Plan()))
    assert asked(state) == [(BLUE, "choose-target"), (GREEN, "choose-target")]
    agreed = play(state, ChooseTarget(BLUE, 3), ChooseTarget(GREEN, 3))
    assert agreed.target == 3
    apart = play(state, ChooseTarget(BLUE, 3), ChooseTarget(GREEN, 1))
    assert asked(apart) == [(None, "draw-target")]


@pytest.mark.parametrize(
    ("techs", "agendas", "counts"),
    [
        ((), (), (0, 1, 1, 0)),
        (("strategy-2B",), (), (0, 2, 1, 0)),
        ((), (("contract", "red", -1),), (0, 2, 2, 0)),
        (("strategy-2B",), (("contract", "red", -1),), (0, 4, 2, 0)),
    ],
)
def test_strategy_2b_and_the_contract_policy_count_as_4_together_p9_p11(techs, agendas, counts):
    state = give(start(), BLUE, techs=techs).changed(
        attacks=(Attack(BLUE, 1, GREEN), Attack(RED, 2, GREEN)), agendas=agendas
    )
    assert alpha.attack_counts(state) == counts


def test_prestige_0_is_a_strike_6_vp_and_all_remaining_attacks_are_lost_p2():
    state = give(start(), BLUE, prestige=2, vp=8)
    state = plan_all(state, {BLUE: attacks_on(1, 2), RED: attacks_on(1, 2)})
    corp = state.corps[BLUE]
    assert (corp.prestige, corp.vp, corp.struck) == (0, 2, True)
    assert {a.attacker for a in state.attacks} == {RED}


def test_prestige_is_4_at_the_end_of_the_turn_of_a_strike_and_22_at_most_p2():
    from companion.games.a_new_frontier.rules.course import turn
    from companion.games.a_new_frontier.rules.state import gain

    state = give(start(), BLUE, prestige=0, struck=True)
    ended = turn.end_turn(state)
    assert (ended.corps[BLUE].prestige, ended.corps[BLUE].struck) == (4, False)
    assert gain(state, GREEN, "prestige", 50, "test").corps[GREEN].prestige == 22


# --- the order of planets


def test_planets_go_clockwise_from_the_first_without_conflict_after_the_storm_p6():
    state = start(storm=2).changed(attacks=(Attack(BLUE, 2, GREEN), Attack(BLUE, 0, GREEN)))
    # Clockwise from planet 2: 3 has a conflict, 4 has none, so 4 begins.
    assert alpha.resolution_order(state) == (3, 0, 1, 2)


def test_the_suggested_order_saves_the_biggest_conflicts_for_last_p6():
    attacks = (Attack(BLUE, 2, GREEN), Attack(RED, 2, GREEN), Attack(BLUE, 0, GREEN))
    state = start(storm=2, planet_order="biggest-last").changed(attacks=attacks)
    # Planet 4 without conflict, then the storm's, then 1 attack, then 2.
    assert alpha.resolution_order(state) == (3, 1, 0, 2)


def test_the_suggested_order_goes_clockwise_where_conflicts_are_equal_p6():
    state = start(storm=1, planet_order="biggest-last").changed(
        attacks=(Attack(BLUE, 1, GREEN), Attack(BLUE, 3, GREEN))
    )
    assert alpha.resolution_order(state) == (2, 0, 3, 1)


# --- income, building, maintenance


def planets_done(state, plans=None):
    return plan_all(state, plans or {})


def test_mines_pay_their_level_but_not_on_the_storm_s_planet_p6():
    state = start()
    done = planets_done(state)
    assert done.phase == "research" or asked(done)
    assert done.corps[BLUE].credits == state.corps[BLUE].credits + 3 * 3


def test_a_build_action_upgrades_the_mine_to_5_at_most_p6():
    state = give(start(), BLUE, mines=(3, 3, 5, 3))
    done = planets_done(state, {BLUE: Plan(builds=((1, ()), (2, ())))})
    assert done.corps[BLUE].mines == (3, 4, 5, 3)


def test_production_1b_flips_the_mine_to_8_and_2a_upgrades_2_levels_p6_p11():
    state = give(start(), BLUE, mines=(3, 5, 7, 8), techs=("production-1B", "production-2A"))
    done = planets_done(state, {BLUE: Plan(builds=((1, ()), (2, ()), (3, ())))})
    assert done.corps[BLUE].mines == (3, 7, 8, 8)


def test_ships_are_built_and_paid_p6():
    state = start()
    done = planets_done(state, {BLUE: Plan(builds=((1, ("leviathan", "stingray")),))})
    corp = done.corps[BLUE]
    assert corp.fleets[1].count("leviathan") == 1
    cost = GAME.book.ships["leviathan"].cost + GAME.book.ships["stingray"].cost
    upkeep = planet.upkeep(corp, 1)
    assert corp.credits == state.corps[BLUE].credits + 9 - cost - upkeep


def test_a_fleet_has_9_ships_at_most_and_excess_ships_are_paid_back_p6():
    state = give(start(), BLUE, fleets=(("stingray",) * 3, ("stingray",) * 8, ("stingray",) * 3, ("kraken",)))
    before = state.corps[BLUE].credits
    done = planets_done(state, {BLUE: Plan(builds=((1, ("stingray", "stingray")),))})
    corp = done.corps[BLUE]
    assert len(corp.fleets[1]) == 9
    assert corp.credits == before + 9 - GAME.book.ships["stingray"].cost - 10


@pytest.mark.parametrize(("ships", "cost"), [(1, 0), (4, 0), (5, 2), (6, 4), (9, 10)])
def test_maintenance_is_2_credits_for_each_ship_above_4_p6(ships, cost):
    state = give(start(), BLUE, fleets=(("stingray",) * ships, (), (), ()))
    assert planet.upkeep(state.corps[BLUE], 0) == cost


def test_the_storm_s_planet_costs_maintenance_too_p6():
    state = start(storm=1)
    state = give(state, BLUE, fleets=(("stingray",) * 6, *state.corps[BLUE].fleets[1:]))
    assert planets_done(state).corps[BLUE].credits == state.corps[BLUE].credits + 9 - 4


def test_who_lacks_credits_takes_a_loan_of_4_and_repays_it_within_the_phase_p6():
    state = start(storm=1).changed(track=(BLUE, GREEN, RED))
    state = give(
        state, BLUE, credits=0, fleets=(*state.corps[BLUE].fleets[:3], ("stingray",) * 6), mines=(1,) * 4
    )
    step = PlanetStep((3, 0, 1, 2))
    done = planet.proceed(state.changed(phase="planets", step=step))
    # 1 of the mine, a loan of 4, 4 for maintenance; then 2 of the other mines: 3 left, 1 less than the loan.
    assert done.corps[BLUE].loans == (3,)
    question = ask(done, "repay-with", BLUE)
    assert question.form is not None
    # The others know neither plan nor ships: they read the same number, and do not choose the ships.
    for reader in (None, GREEN):
        read = next(q for q in GAME.questions_for(done, reader) if q.kind == "repay-with")
        assert read.text == question.text == "Blue: remove 1 ship at Planet 4 to repay the loan."
        assert (read.form, read.private) == (None, True)
    assert question in GAME.questions_for(done, BLUE)
    done = play(done, RepayWith(BLUE, ("stingray",)))
    corp = done.corps[BLUE]
    assert (corp.loans, corp.credits, len(corp.fleets[3])) == ((), 1, 5)


def test_two_ships_cover_a_whole_loan_p6():
    state = start(storm=1)
    state = give(
        state, BLUE, credits=0, loans=(3,), fleets=(*state.corps[BLUE].fleets[:3], ("stingray",) * 6)
    )
    assert planet.ships_due(state, BLUE, 3) == 2
    assert planet.ships_due(give(state, BLUE, credits=12), BLUE, 3) == 0, (
        "gained while the ships are asked for"
    )


def test_a_plan_s_credits_do_not_pay_maintenance():
    state = give(start(), BLUE, credits=5, plan=Plan(actions=(0, 0, 0, 2), levels=1))
    assert planet.free_credits(state, BLUE) == 2
