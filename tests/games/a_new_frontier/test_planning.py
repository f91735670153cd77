"""Tests of setup and planning (p. 2 to 5)."""

from __future__ import annotations

import pytest

from companion.games.a_new_frontier.rules import marketing, planning_board, plans
from companion.games.a_new_frontier.rules.planning import AgreeAgain, AskAgain, LayPlan, SayNew
from companion.games.a_new_frontier.rules.setup import suite
from companion.games.a_new_frontier.rules.state import Plan, area_order, planet_order
from companion.games.contract import Allocation, Illegal, Setup

from .build import (
    BLUE,
    GAME,
    GREEN,
    RED,
    YELLOW,
    ask,
    asked,
    give,
    lay,
    offers,
    plan_all,
    play,
    refused,
    refused_plan,
    setup,
    start,
)

DIE_GREEN = ("die-1", "attack-1", 1)


def test_mines_begin_at_level_3_and_prestige_at_9_p2():
    for corp in start(4).corps:
        assert corp.mines == (3, 3, 3, 3)
        assert corp.prestige == 9
        assert corp.vp == 0


def test_every_player_is_present_at_every_planet_p4():
    assert all(corp.fleets[planet] for corp in start(5).corps for planet in range(4))


def test_three_to_five_play_p1():
    for players in (2, 6):
        with pytest.raises(Illegal, match="3 to 5"):
            GAME.new(setup(3) if players == 3 else Setup(setup(5).players[:2] * (players // 2)))


@pytest.mark.parametrize(("players", "offered"), [(3, 4), (4, 6), (5, 7)])
def test_missions_by_players_at_least_two_of_each_suite_p10(players, offered):
    state = start(players)
    assert len(state.offered) == offered
    suites = [suite(mission) for mission in state.offered]
    for name in GAME.book.suites[: 2 if players == 3 else 3]:
        assert suites.count(name) >= 2


def test_the_third_suite_is_left_out_with_three_and_the_fifth_mission_is_for_five_p10():
    decks = {n: marketing_deck(n) for n in (3, 4, 5)}
    assert [len(decks[n]) for n in (3, 4, 5)] == [16, 24, 25]
    assert "five-players" in decks[5]
    assert not any(each.startswith("white") for each in decks[3])


def marketing_deck(players):
    state = start(players)
    return (*state.offered, *state.unseen)


def test_a_setup_that_is_not_whole_is_refused_p4():
    with pytest.raises(Illegal, match="Deal a faction"):
        GAME.new(Setup(setup(3).players))
    broken = Setup(setup(3).players, (), (("factions", ("faction-1",) * 3), ("storm", ("planet-1",))))
    with pytest.raises(Illegal, match="do not fit"):
        GAME.new(broken)


# --- the board


def test_no_more_than_the_eight_actions_p2():
    state = start()
    support = [("action", f"area-{area}", 2) for area in ("exploration", "politics", "marketing", "research")]
    assert "8" in refused_plan(state, BLUE, *support, DIE_GREEN)
    assert lay(state, BLUE, Plan(actions=(2, 2, 2, 2))).corps[BLUE].planned


def test_three_actions_and_no_support_areas_in_turn_5_p12():
    state = start().changed(turn=5, storm=None)
    places = {place.id for place in planning_board.form(state, BLUE).places}
    assert not any(place.startswith(("area", "bid")) for place in places)
    assert "attack-0" in places
    builds = tuple((planet, ()) for planet in range(4))
    assert refused(state, LayPlan(BLUE, plans.laid_of(Plan(builds=builds))))
    assert lay(state, BLUE, Plan(builds=builds[:3])).corps[BLUE].planned


def test_nothing_is_planned_on_the_storm_s_planet_p6():
    places = {place.id for place in planning_board.form(start(storm=2), BLUE).places}
    assert not {"attack-1", "build-1", "seize-1", "ships-1"} & places
    assert {"attack-0", "attack-2", "attack-3"} <= places


def test_attacks_at_three_planets_at_most_and_one_a_planet_p5():
    state = start().changed(storm=None)
    dice = [("die-1", f"attack-{planet}", 1) for planet in range(4)]
    assert refused_plan(state, BLUE, *dice)
    assert refused_plan(state, BLUE, ("die-1", "attack-1", 1), ("die-2", "attack-1", 1))
    assert refused_plan(state, BLUE, ("die-0", "attack-1", 1)), "nobody attacks themselves"


def test_two_ships_a_build_action_at_their_cost_p5():
    state = start()
    build = ("action", "build-1", 1)
    assert "takes 2" in refused_plan(state, BLUE, build, ("ship-stingray", "ships-1", 3))
    assert "build action" in refused_plan(state, BLUE, ("ship-stingray", "ships-1", 1))
    assert "costs" in refused_plan(
        state, BLUE, build, ("ship-leviathan", "ships-1", 2), ("credit", "alpha", 1)
    ), "two Leviathans cost 12 (p. 12), all that there is"


def test_three_ships_a_build_action_with_logistics_1b_p11():
    state = give(start(), BLUE, techs=("logistics-1B",))
    plan = Plan(builds=((1, ("stingray",) * 3),))
    assert lay(state, BLUE, plan).corps[BLUE].plan == plan


def test_a_ship_type_that_has_run_out_cannot_be_built_p5():
    state = start()
    state = state.changed(stock=tuple((k, 1 if k == "stingray" else n) for k, n in state.stock))
    tokens = {token.id: token.count for token in planning_board.form(state, BLUE).tokens}
    assert tokens["ship-stingray"] == 1
    state = state.changed(stock=tuple((k, 0 if k == "stingray" else n) for k, n in state.stock))
    assert "ship-stingray" not in {token.id for token in planning_board.form(state, BLUE).tokens}


def test_bids_and_technology_levels_are_told_apart_p5():
    """6 + 1 credits with 2 actions: 1 bid for the order, 6 for 2 further technology levels."""
    state = start()
    state = lay(state, BLUE, Plan(actions=(0, 0, 0, 2), bids=(0, 0, 0, 1), levels=2))
    plan = state.corps[BLUE].plan
    assert plan is not None
    assert (plan.bids[3], plan.levels) == (1, 2)
    assert plans.reserved(state, plan) == 7


def test_further_levels_need_the_second_action_and_are_three_at_most_p5():
    state = give(start(), BLUE, credits=40)
    one = ("action", "area-research", 1)
    two = ("action", "area-research", 2)
    assert "second" in refused_plan(state, BLUE, one, ("credit", "levels", 3))
    assert "3 credits" in refused_plan(state, BLUE, two, ("credit", "levels", 4))
    assert "takes 9" in refused_plan(state, BLUE, two, ("credit", "levels", 12))


def test_the_initiative_is_seized_once_with_3_credits_on_an_attack_p5():
    state = start()
    assert refused_plan(state, BLUE, ("credit", "seize-1", 3)), "no attack there"
    assert refused_plan(state, BLUE, DIE_GREEN, ("credit", "seize-1", 2))
    twice = (DIE_GREEN, ("die-1", "attack-2", 1), ("credit", "seize-1", 3), ("credit", "seize-2", 3))
    assert refused_plan(state, BLUE, *twice)
    assert lay(state, BLUE, Plan(((1, GREEN),), seize=1)).corps[BLUE].planned


def test_a_trade_needs_an_ally_one_for_each_colony_p5():
    state = start()
    assert "trade" not in {place.id for place in planning_board.form(state, BLUE).places}
    state = give(state, BLUE, colonies=(2,))
    assert refused_plan(state, BLUE, ("credit", "trade", 4))
    assert lay(state, BLUE, Plan(trades=1)).corps[BLUE].planned


def test_a_bribe_needs_an_action_in_its_area_p5():
    assert "needs an action" in refused_plan(start(), BLUE, ("credit", "bid-politics", 1))


# --- the turn order track


def test_who_finishes_first_is_first_on_the_track_p5():
    state = lay(lay(lay(start(), RED, Plan()), BLUE, Plan()), GREEN, Plan(((1, BLUE),)))
    assert state.track == (RED, BLUE, GREEN)


def test_finished_cannot_be_taken_back_unless_the_table_agrees_p5():
    state = lay(start(), GREEN, Plan())
    assert refused(state, LayPlan(GREEN, ()))
    state = GAME.play(state, AskAgain(GREEN))
    state = GAME.play(state, AgreeAgain(BLUE, GREEN, True))
    assert state.corps[GREEN].planned
    again = GAME.play(state, AgreeAgain(RED, GREEN, True))
    assert (GREEN, "plan") in asked(again)
    again = lay(lay(again, BLUE, Plan()), GREEN, Plan(actions=(1, 0, 0, 0)))
    assert again.track == (GREEN, BLUE), "the place on the track stays"
    kept = GAME.play(state, AgreeAgain(RED, GREEN, False))
    assert (GREEN, "plan") not in asked(kept)


def test_new_players_are_first_whenever_they_finish_p3():
    """They say so themselves, wherever they sit; at tables of before the first seats were meant."""
    fights = {RED: Plan(((1, BLUE), (2, BLUE)))}
    state = start(4, newcomers="named")
    assert {q.kind for q in GAME.questions(state) if q.optional} >= {"say-new"}
    state = play(state, SayNew(YELLOW, True), SayNew(GREEN, True), SayNew(RED, True), SayNew(RED, False))
    assert refused(state, SayNew(GREEN, True)), "it is that already"
    tasks = {task.id: task.words for task in GAME.lessons.set_up(state)}
    assert GAME.book.factions[0] in tasks["corp-0"], "it was drawn"
    assert "any but" not in tasks["corp-0"]
    assert tasks["newcomers"] == "New players stand first on the turn order track: Green, Yellow."
    state = plan_all(state, fights, (RED, GREEN, BLUE, YELLOW))
    assert state.track == (GREEN, YELLOW, RED, BLUE)
    assert not offers(state, RED, "say-new")
    first = plan_all(start(4, newcomers="2"), fights, (RED, GREEN, YELLOW, BLUE))
    assert first.track == (GREEN, BLUE, RED, YELLOW)


def test_the_highest_bid_of_3_or_more_takes_the_first_place_where_that_rule_is_played_p5():
    assert "initiative" not in {place.id for place in planning_board.form(start(), BLUE).places}
    state = start(initiative="yes")
    assert "at least 3" in refused_plan(state, BLUE, ("credit", "initiative", 2))
    state = plan_all(
        state, {BLUE: Plan(((1, RED), (2, RED)), initiative=3), RED: Plan(initiative=4)}, (GREEN, BLUE, RED)
    )
    assert state.track == (RED, GREEN, BLUE)


def test_bribes_bypass_the_track_in_their_area_p5():
    """The page's example: the higher bid goes first; equal bids go by the track."""
    state = start(4).changed(track=(BLUE, GREEN, RED, YELLOW))
    assert area_order(state, {BLUE: 0, GREEN: 0, RED: 2, YELLOW: 1}) == (RED, YELLOW, BLUE, GREEN)
    assert area_order(state, {GREEN: 2, BLUE: 0, YELLOW: 2}) == (GREEN, YELLOW, BLUE)


def test_who_counts_as_first_at_a_planet_goes_by_the_track_among_themselves_p5():
    """A Satellite and a seized initiative both count as first; no player counts twice."""
    state = start(4).changed(track=(BLUE, GREEN, RED, YELLOW))
    state = give(state, YELLOW, facilities=(("satellite", 2),))
    attack = planned_attack(RED, 2, BLUE, seized=True)
    state = state.changed(attacks=(attack,))
    assert planet_order(state, 2) == (RED, YELLOW, BLUE, GREEN)
    assert planet_order(state, 1) == (BLUE, GREEN, RED, YELLOW)


def planned_attack(*args, **more):
    from companion.games.a_new_frontier.rules.state import Attack

    return Attack(*args, **more)


def test_questions_have_their_time_where_the_table_plays_by_the_clock_p3():
    assert all(q.seconds is None for q in GAME.questions(start()))
    state = start(clock="yes", newcomers="1")
    assert {q.seconds for q in GAME.questions(state) if q.kind == "plan"} == {300}
    assert all(q.seconds is None for q in GAME.questions(state) if q.optional)
    assert [GAME.timing.time_outs(state, seat) for seat in range(3)] == [3, 0, 0]
    plan = next(q for q in GAME.questions(state) if q.kind == "plan")
    assert GAME.timing.run_out(state, plan) is None, "nobody is answered for"


def test_the_timer_sounds_at_the_rulebook_s_intervals_with_three_time_outs_p3():
    timer = GAME.timer
    assert timer.sounds == (90, 75, 60, 45, 30, 20)
    assert (timer.count_down, timer.time_outs) == (10, 3)
    assert len({part.key for part in timer.parts}) == len(timer.parts)


def test_a_plan_reads_back_as_it_was_laid():
    state = give(start(5), BLUE, credits=60, colonies=(2, 3))
    plan = Plan(
        ((1, GREEN), (3, RED)),
        ((2, ("kraken", "stingray")), (3, ())),
        (1, 1, 1, 1),
        (1, 0, 2, 0),
        2,
        0,
        3,
        0,
        2,
        True,
    )
    assert not planning_board.form(state, BLUE).problem(plans.laid_of(plan))
    assert plans.plan_of(plans.laid_of(plan)) == plan


def test_only_one_suite_is_drawn_for_when_it_lacks_p10():
    state = start(3)
    state = state.changed(offered=("green-1", "green-2", "green-3", "yellow-1"))
    left = tuple(f"{s}-{n}" for s in ("green", "yellow") for n in range(1, 9))
    state = state.changed(unseen=tuple(each for each in left if each not in state.offered))
    draw = marketing.to_draw(state)
    assert draw is not None
    assert draw.count == 1
    assert {suite(each) for each in draw.pool} == {"yellow"}


def test_the_planet_with_the_storm_is_refused_by_its_name_p2():
    """A form is sent without it; a page that was loaded in another turn still has it."""
    form = planning_board.form(start(storm=1), BLUE)
    stormy = GAME.book.planets[0]
    for laid in ((("action", "build-0", 1),), ((f"die-{GREEN}", "attack-0", 1),)):
        assert form.problem(laid) == f"The electrical storm blocks {stormy} this turn: plan nothing there."
    assert "offered" in form.problem((("action", "build-9", 1),))


def test_what_the_storage_area_lacks_is_said_in_the_number_that_is_left_p5():
    laid = (("action", "build-1", 1), ("ship-stingray", "ships-1", 2))
    for left, words in ((0, "No Stingray is left."), (1, "Only 1 Stingray is left.")):
        state = start()
        stock = tuple((kind, left if kind == "stingray" else n) for kind, n in state.stock)
        problem = plans.problem(state.changed(stock=stock), BLUE, laid, 0)
        assert problem.startswith(words)


# --- as last turn


def test_the_board_of_last_turn_is_laid_again_as_far_as_it_fits():
    plan = Plan(attacks=((2, GREEN),), builds=((1, ("stingray",)), (3, ("stingray",))), actions=(2, 0, 0, 2))
    assert planning_board.form(start(), BLUE).usual == ()
    state = lay(start(), BLUE, plan)
    board = state.corps[BLUE].last_board
    state = give(state, BLUE, planned=False, plan=None)
    form = planning_board.form(state.changed(storm=1), BLUE)
    assert form.usual == tuple(each for each in board if not each[1].endswith("-1"))
    assert form.problem(form.usual) == ""
    poor = planning_board.form(give(state.changed(storm=1), BLUE, credits=1), BLUE)
    assert ("ship-stingray", "ships-3", 1) not in poor.usual
    assert poor.problem(poor.usual) == ""
    last = planning_board.form(state.changed(turn=5, storm=None), BLUE)
    assert last.problem(last.usual) == "", "3 actions, and none in the areas"
    for other in (None, GREEN):
        assert GAME.view(state, other).corps[BLUE].last_board == (), "it is a secret"


def test_levels_are_bought_in_research_alone_p5():
    form = ask(start(), "plan", BLUE).form
    assert isinstance(form, Allocation)
    assert [place.under for place in form.places if place.id == "levels"] == ["area-research"]
