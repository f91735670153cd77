"""Tests of details played by the rulebook's pages, and of tables begun before, which replay as they were."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import effects
from companion.games.a_new_frontier.rules.course.planet import maintenance
from companion.games.a_new_frontier.rules.effects import TellEffect
from companion.games.a_new_frontier.rules.fight.losses import LoseShips
from companion.games.a_new_frontier.rules.last_claims import NothingForgotten
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.planning import AgreeAgain, AskAgain, LayPlan
from companion.games.a_new_frontier.rules.planning_board import may_be_relentless
from companion.games.a_new_frontier.rules.plans import laid_of
from companion.games.a_new_frontier.rules.research import ChooseTechs, ResearchStep
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.contract import Correction
from companion.table.record import plain
from companion.table.timeline import is_still_asked

from .build import BLUE, GAME, GREEN, RED, ask, asked, give, lay, offers, plan_all, play, refused, start
from .test_conflict import fighting, play_until_casualties
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


# --- planning


def test_two_plans_cannot_take_the_same_last_ship_p5():
    """Ships are taken from the Storage Area while planning; who planned gives them back to plan anew."""
    for details, most in (("pages", 1), ("first", 2)):
        state = start(details=details)
        state = state.changed(stock=tuple((k, 2 if k == L else n) for k, n in state.stock))
        state = give(give(state, BLUE, credits=60), GREEN, credits=60)
        state = lay(state, BLUE, Plan(builds=((1, (L,)),)))
        for other in (None, GREEN):
            assert GAME.view(state, other).stock == state.stock, "what was taken is not told"
        both = LayPlan(GREEN, laid_of(Plan(builds=((1, (L, L)),))))
        if most == 1:
            assert "Only 1 Leviathan" in refused(state, both)
            both = LayPlan(GREEN, laid_of(Plan(builds=((1, (L,)),))))
        state = play(state, both)
        assert state.corps[GREEN].plan is not None
    mended = start()
    mended = mended.changed(stock=tuple((k, 1 if k == L else n) for k, n in mended.stock))
    mended = lay(mended, BLUE, Plan(builds=((1, (L,)),)))
    mended = play(mended, AskAgain(BLUE), AgreeAgain(GREEN, BLUE, True), AgreeAgain(RED, BLUE, True))
    assert lay(mended, BLUE, Plan(builds=((2, (L,)),)))


def test_a_strike_while_planning_cancels_the_attacks_of_the_turn_p2():
    attacks = Plan(attacks=((1, GREEN), (2, GREEN)))
    strike = TellEffect(BLUE, (("other", "prestige-loss", 9),))
    late = play(lay(start(), BLUE, attacks), strike)
    late = plan_all(late, {}, (GREEN, RED))
    assert late.attacks == ()
    early = play(start(), strike)
    assert "on strike" in refused(early, LayPlan(BLUE, laid_of(attacks)))
    before = play(lay(start(details="first"), BLUE, attacks), strike)
    assert plan_all(before, {}, (GREEN, RED)).attacks != ()


def test_relentless_attacks_3_times_and_builds_once_in_turn_5_p12():
    plan = Plan(attacks=((0, GREEN), (1, GREEN), (2, GREEN)), builds=((0, ()),))
    said = ("relentless", "relentless", 1)
    state = last_turn()
    assert "have 3" in refused(state, LayPlan(BLUE, laid_of(plan))), "without the ability"
    assert play(state, LayPlan(BLUE, (*laid_of(plan), said))).corps[BLUE].plan == plan
    two = Plan(attacks=plan.attacks[:2], builds=((0, ()), (1, ())))
    assert "Relentless is for" in refused(state, LayPlan(BLUE, (*laid_of(two), said)))
    assert refused(start(), LayPlan(BLUE, (said,))), "in turn 5 only"
    other = ("faction", {"id": "faction-1", "name": "League", "ability": "cheap", "advanced": "cheaper"})
    assert not may_be_relentless(with_entries(state, other), BLUE)


# --- planets


def test_a_fleet_of_6_costs_1_with_logistics_1a_and_2a_p11():
    state = give(start(), BLUE, fleets=((S,) * 6, (S,) * 5, (S,), (S,)))
    both = ("logistics-1A", "logistics-2A")
    assert [maintenance(state, BLUE, planet) for planet in range(3)] == [4, 2, 0]
    assert maintenance(give(state, BLUE, techs=both), BLUE, 0) == 1
    assert maintenance(give(state, BLUE, techs=both[:1]), BLUE, 0) == 4
    assert (
        maintenance(give(start(details="first"), BLUE, techs=both, fleets=state.corps[BLUE].fleets), BLUE, 0)
        == 4
    )


def test_what_lies_on_the_planning_board_is_in_no_form_that_others_read():
    """It is refused all the same, and in what a table keeps from entry to entry (table/timeline.py), too."""
    bare = give(start(), BLUE, credits=10)
    planned = lay(bare, BLUE, Plan(builds=((1, ("behemoth",)),)))
    told = [effects.questions(state, BLUE)[0] for state in (bare, planned)]
    assert plain(told[0]) == plain(told[1])
    taken = (("other", "credits-loss", 7),)
    assert [bool(question.form.problem(taken)) for question in told] == [False, True]
    assert not is_still_asked(*told)


def test_credits_on_the_planning_board_cannot_be_paid_for_something_else_p5():
    pay = TellEffect(BLUE, (("other", "credits-loss", 7),))
    state = lay(give(start(), BLUE, credits=10), BLUE, Plan(builds=((1, ("behemoth",)),)))
    assert "beside those on the planning board" in refused(state, pay)
    assert play(state, TellEffect(BLUE, (("other", "credits-loss", 2),))).corps[BLUE].credits == 2 + 6
    assert play(
        lay(give(start(details="first"), BLUE, credits=10), BLUE, Plan(builds=((1, ("behemoth",)),))), pay
    )
    poor = give(state, BLUE, credits=3, mines=(0, 0, 0, 0))
    done = plan_all(poor, {}, (GREEN, RED))
    assert "behemoth" not in done.corps[BLUE].fleets[1], "what nobody can pay is not built"
    assert GAME.check(done) == ()


def test_a_fleet_corrected_after_its_casualties_is_asked_for_them_again_p7():
    state = play(play_until_casualties(fighting()), LoseShips(GREEN, (B, H)))
    corrected = GAME.correct(state, Correction(f"ships/{GREEN}/1/{B}", 0))
    assert asked(corrected) == [(BLUE, "lose-ships"), (GREEN, "lose-ships")]
    done = play(corrected, LoseShips(BLUE, ()), LoseShips(GREEN, (H,)))
    assert done.corps[GREEN].fleets[1] == (S,)
    all_lost = play(play_until_casualties(fighting()), LoseShips(GREEN, (B, H, S)), LoseShips(BLUE, ()))
    assert asked(all_lost) == [(GREEN, "keep-ship")]
    again = GAME.correct(all_lost, Correction(f"ships/{GREEN}/1/{S}", 2))
    assert asked(again) == [(GREEN, "lose-ships")]


# --- research


def test_a_second_round_for_0_levels_is_not_asked_p8_p11():
    for details, queue in (("pages", ()), ("first", ((BLUE, 0),))):
        state = give(start(details=details), BLUE, bonus=1)
        state = state.changed(phase="research", step=ResearchStep(((BLUE, 4), (BLUE, 0))), track=(0, 1, 2))
        five = ("production-1A", "politics-1A", "tactics-1A", "operations-1A", "strategy-1A")
        done = play(state, ChooseTechs(BLUE, five))
        assert done.turn == 2 if not queue else done.step.queue == queue
