"""Tests of marketing (p. 10), research and development (p. 11), facilities (p. 12)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.a_new_frontier.rules import marketing, research, techs
from companion.games.a_new_frontier.rules.course.turn import end_turn
from companion.games.a_new_frontier.rules.earning import EarnTechs
from companion.games.a_new_frontier.rules.fight.cards import ChooseTactics
from companion.games.a_new_frontier.rules.marketing import ClaimMission, TakeMission
from companion.games.a_new_frontier.rules.research import ChooseTechs, PlaceFacility, ResearchStep
from companion.games.a_new_frontier.rules.state import Plan
from companion.games.a_new_frontier.rules.techs import techs_form

from .build import BLUE, GAME, GREEN, RED, asked, give, offers, plan_all, play, refused, start
from .test_remembering import with_entries

TECHS = GAME.book.techs


# --- marketing


def taking(plans, **changes):
    return plan_all(give(start(), BLUE, **changes), plans)


def test_missions_are_taken_in_order_then_second_ones_p10():
    plans = {BLUE: Plan(actions=(0, 0, 2, 0)), GREEN: Plan(actions=(0, 0, 1, 0), bids=(0, 0, 1, 0))}
    state = taking(plans)
    assert state.step.queue == (GREEN, BLUE, BLUE)
    mission = state.offered[0]
    assert refused(state, TakeMission(BLUE, mission))
    state = play(state, TakeMission(GREEN, mission))
    assert state.corps[GREEN].missions == (mission,)
    assert mission not in state.offered
    assert refused(state, TakeMission(BLUE, mission))


def test_a_second_action_without_a_mission_left_is_lost_p10():
    state = taking({seat: Plan(actions=(0, 0, 2, 0)) for seat in range(3)})
    for seat in (BLUE, GREEN, RED, BLUE):
        state = play(state, TakeMission(seat, state.offered[0]))
    assert asked(state) == [(None, "draw-missions")], "4 missions for 6 actions"


def test_the_row_is_filled_again_at_the_end_of_the_phase_p10():
    state = taking({BLUE: Plan(actions=(0, 0, 1, 0))})
    state = play(state, TakeMission(BLUE, state.offered[0]))
    draw = next(q.draw for q in GAME.questions(state) if q.draw)
    assert draw.count == 1
    assert set(draw.pool) == set(state.unseen)


def test_missions_not_accomplished_by_the_next_marketing_phase_are_removed_p10():
    state = taking({GREEN: Plan(actions=(0, 0, 1, 0))}, missions=("green-8",))
    assert state.phase == "marketing"
    assert state.corps[BLUE].missions == ()
    assert state.removed == ("green-8",)


def test_a_mission_is_claimed_at_any_time_before_that_p10():
    state = give(start(), BLUE, missions=("green-8", "yellow-8"))
    state = play(state, ClaimMission(BLUE, "green-8"))
    assert state.corps[BLUE].completed == ("green-8",)
    assert state.corps[BLUE].missions == ("yellow-8",)
    assert refused(state, ClaimMission(BLUE, "green-8"))
    assert refused(state, ClaimMission(GREEN, "yellow-8"))
    claims = [q for q in GAME.questions(state) if q.kind == "claim-mission"]
    assert [(q.player, q.optional) for q in claims] == [(BLUE, True)]


def test_4_green_and_2_yellow_missions_are_12_vp_p10():
    completed = ("green-1", "green-2", "green-3", "green-4", "yellow-1", "yellow-2")
    assert marketing.value(completed) == {"green": 1 + 2 + 3 + 3, "yellow": 1 + 2}
    assert sum(marketing.value(completed).values()) == 12


@given(st.permutations([f"green-{n}" for n in range(1, 9)]), st.integers(0, 7))
def test_another_mission_of_a_suite_adds_1_2_or_3(missions, count):
    fewer, more = tuple(missions[:count]), tuple(missions[: count + 1])
    gained = sum(marketing.value(more).values()) - sum(marketing.value(fewer).values())
    assert gained == min(3, count + 1)


# --- the tree


def test_120_technologies_in_10_branches_p2():
    assert sum(tech.copies for tech in TECHS.values()) == 120
    assert len({tech.branch for tech in TECHS.values()}) == 10
    assert {place: TECHS[f"logistics-{place}"].copies for place in ("1A", "1B", "2A", "2B", "3")} == {
        "1A": 4,
        "1B": 3,
        "2A": 2,
        "2B": 2,
        "3": 1,
    }


def researching(plan=None, techs=(), **changes):
    state = give(start(), BLUE, techs=techs, **changes)
    return plan_all(state, {BLUE: plan or Plan(actions=(0, 0, 0, 1))})


def test_the_example_of_the_page_production_1a_politics_1b_exploration_2a_p11():
    """Exploration 1A and Politics 2A are there; 1 + 1 + 2 are 4 levels."""
    state = researching(techs=("exploration-1A", "politics-2A"))
    state = play(state, ChooseTechs(BLUE, ("production-1A", "politics-1B", "exploration-2A")))
    assert set(end_of(state, BLUE)) >= {"production-1A", "politics-1B", "exploration-2A"}


def end_of(state, seat):
    corp = state.corps[seat]
    return (*corp.techs, *corp.coming)


def test_a_branch_begins_with_1a_p11():
    state = researching()
    assert "first" in refused(state, ChooseTechs(BLUE, ("production-1B",)))
    assert play(state, ChooseTechs(BLUE, ("production-1B", "production-1A", "production-2A")))


def test_a_level_2_tech_from_the_start_wants_a_level_1_next_p11():
    state = researching(techs=("politics-2A",))
    assert refused(state, ChooseTechs(BLUE, ("politics-2B",)))
    assert play(state, ChooseTechs(BLUE, ("politics-1A",)))


def test_4_levels_in_the_first_round_p11():
    state = researching()
    five = ("production-1A", "production-1B", "logistics-1A", "logistics-1B", "tactics-1A")
    assert refused(state, ChooseTechs(BLUE, five))
    assert play(state, ChooseTechs(BLUE, five[:4]))


def test_the_second_action_adds_the_levels_paid_for_p11():
    state = researching(Plan(actions=(0, 0, 0, 2), levels=2), credits=20)
    assert state.step.queue == ((BLUE, 4), (BLUE, 2))
    credits = state.corps[BLUE].credits
    assert credits == 20 + 9 - 6
    state = play(state, ChooseTechs(BLUE, ("production-1A",)))
    assert refused(state, ChooseTechs(BLUE, ("logistics-1A", "logistics-1B", "tactics-1A")))
    assert play(state, ChooseTechs(BLUE, ("logistics-1A", "logistics-1B")))


def test_a_colony_s_level_serves_in_either_round_once_p8_p11():
    five = ("production-1A", "production-1B", "logistics-1A", "logistics-1B", "tactics-1A")
    state = start().changed(phase="research", step=ResearchStep(((BLUE, 4), (BLUE, 1))), track=(0, 1, 2))
    state = give(state, BLUE, bonus=1)
    used = play(state, ChooseTechs(BLUE, five))
    assert refused(used, ChooseTechs(BLUE, ("strategy-1A", "engineering-1A")))
    saved = play(state, ChooseTechs(BLUE, five[:4]))
    assert play(saved, ChooseTechs(BLUE, ("strategy-1A", "engineering-1A")))


def test_techs_take_effect_next_turn_those_marked_at_once_p11():
    state = start().changed(phase="research", step=ResearchStep(((BLUE, 4), (GREEN, 4))), track=(0, 1, 2))
    state = play(state, ChooseTechs(BLUE, ("exploration-1A", "production-1A")))
    corp = state.corps[BLUE]
    assert (corp.techs, corp.coming) == (("exploration-1A",), ("production-1A",))
    assert set(end_turn(state).corps[BLUE].techs) == {"exploration-1A", "production-1A"}


def test_no_technology_twice_and_none_that_has_run_out_p11():
    state = researching(techs=("production-1A",))
    assert "already" in refused(state, ChooseTechs(BLUE, ("production-1A",)))
    state = give(state, GREEN, techs=("logistics-1A", "logistics-1B", "logistics-2A", "logistics-3"))
    state = give(state, BLUE, techs=("logistics-1A", "logistics-1B", "logistics-2A"))
    assert "left in the tray" in refused(state, ChooseTechs(BLUE, ("logistics-3",)))


def test_technologies_are_named_only_for_whoever_reads_them(monkeypatch):
    named = []
    monkeypatch.setattr(techs, "tech_with_text", lambda id, _book: named.append(id) or f"named {id}")
    form = techs_form(researching(), BLUE, 4, 3)
    assert form.problem(("production-1A",)) == ""
    assert not named
    item = form.items[0]
    assert item.words == item.words == f"named {item.id}"
    assert named == [item.id]


# --- facilities


def test_research_2b_builds_two_research_facilities_p11():
    state = start().changed(phase="research", step=ResearchStep(((BLUE, 4),)), track=(0, 1, 2))
    state = give(state, BLUE, techs=("research-1A", "research-1B"))
    state = play(state, ChooseTechs(BLUE, ("research-2B",)))
    assert asked(state) == [(BLUE, "place-facility")]
    state = play(state, PlaceFacility(BLUE, "research-facility", 2))
    assert refused(state, PlaceFacility(BLUE, "research-facility", 2)), "different planets"
    assert play(state, PlaceFacility(BLUE, "research-facility", 3))


def with_research_facilities():
    state = start().changed(phase="research", step=ResearchStep(((BLUE, 4),)), track=(0, 1, 2))
    state = give(state, BLUE, techs=("research-1A", "research-1B"))
    state = play(state, ChooseTechs(BLUE, ("research-2B",)))
    return play(
        state,
        PlaceFacility(BLUE, "research-facility", 2),
        PlaceFacility(BLUE, "research-facility", 3),
    )


def test_research_facilities_bring_2_level_1_technologies_instantly_p12():
    """ "Take the 2 lvl 1 Techs instantly (normal restrictions apply)"."""
    state = with_research_facilities()
    assert asked(state) == [(BLUE, "choose-techs")]
    assert "level" in refused(state, ChooseTechs(BLUE, ("politics-1A", "politics-2A")))
    assert "branch" in refused(state, ChooseTechs(BLUE, ("politics-1B",)))
    assert "2" in refused(state, ChooseTechs(BLUE, ("politics-1A", "tactics-1A", "strategy-1A")))
    form = next(q.form for q in GAME.questions(state) if q.kind == "choose-techs")
    assert {item.id.rpartition("-")[2] for item in form.items if not item.refused} <= {"1A", "1B"}
    after = play(state, ChooseTechs(BLUE, ("politics-1A", "politics-1B")))
    assert {"politics-1A", "politics-1B"} <= set(after.corps[BLUE].techs + after.corps[BLUE].coming)
    assert after.phase == "planning", "nobody else researches"


def test_levels_from_colonies_are_not_used_up_by_instant_technologies_p8_p12():
    state = give(with_research_facilities(), BLUE, bonus=1)
    assert "2" in refused(state, ChooseTechs(BLUE, ("politics-1A", "tactics-1A", "strategy-1A")))


def test_research_facilities_earn_technologies_once_alpha_security_is_resolved_p12():
    """ "Once Alpha Security has been resolved, take Tech(s) you have earned"; they take effect next turn."""
    state = give(start(), BLUE, facilities=(("research-facility", 2),))
    assert "earn-techs" not in {q.kind for q in GAME.questions(state)}
    assert refused(state, EarnTechs(BLUE, ("politics-1A",)))
    state = plan_all(state, {BLUE: Plan(actions=(0, 0, 0, 1)), GREEN: Plan(actions=(1, 0, 0, 0))})
    assert {q.player for q in GAME.questions(state) if q.kind == "earn-techs"} == {BLUE}
    assert "more levels" in refused(
        give(state, BLUE, techs=("politics-1A",)), EarnTechs(BLUE, ("politics-2A",))
    )
    state = play(state, EarnTechs(BLUE, ("politics-1A",)))
    assert state.corps[BLUE].coming == ("politics-1A",)
    assert state.corps[BLUE].techs == ()
    assert refused(state, EarnTechs(BLUE, ("tactics-1A",))), "one facility, one a turn"
    assert end_turn(state).corps[BLUE].techs == ("politics-1A",)
    assert end_turn(state).corps[BLUE].earned == 0


@pytest.mark.parametrize(
    ("there", "kind", "allowed"),
    [
        ((), "refinery", True),
        (("refinery",), "refinery", False),
        (("refinery", "factory"), "broadcast-tower", False),
        (("refinery", "factory"), "satellite", True),
        (("satellite",), "space-dock", False),
        (("satellite",), "factory", True),
    ],
)
def test_two_facilities_on_a_planet_one_in_orbit_none_twice_p12(there, kind, allowed):
    state = give(start(), BLUE, facilities=tuple((each, 2) for each in there))
    assert (research.refused_place(state, BLUE, kind, 2) == "") is allowed


def test_what_the_storm_blocks_waits_for_the_next_phase_p12():
    step = ResearchStep((), ((BLUE, "refinery"),))
    state = start(storm=1).changed(phase="research", step=step, track=(0, 1, 2))
    assert "storm" in refused(state, PlaceFacility(BLUE, "refinery", 0))
    assert [refusal.remedy for refusal in GAME.refusals(state, BLUE)] == ["Keep it for the next R & D phase."]
    state = play(state, PlaceFacility(BLUE, "refinery", -1))
    assert state.corps[BLUE].facilities == (("refinery", -1),)
    later = plan_all(state, {GREEN: Plan(actions=(0, 0, 0, 1))})
    assert asked(later) == [(BLUE, "place-facility")]
    assert [o.decision.planet for o in offers(later, BLUE, "place-facility")][-1] == -1


def test_relocation_ends_when_technologies_are_taken_p7():
    state = researching(Plan(actions=(0, 0, 0, 1), relocation=True))
    assert state.corps[BLUE].relocating
    state = play(state, ChooseTechs(BLUE, ()))
    assert not state.corps[BLUE].relocating


def test_exploration_1a_lies_on_a_planet_but_the_storm_s_and_is_no_facility_p11():
    """ "May not be placed on Planet with" the storm. "This is not a Facility"."""
    state = start(storm=1).changed(phase="research", step=ResearchStep(((BLUE, 4),)), track=(0, 1, 2))
    state = give(state, BLUE, facilities=(("refinery", 2), ("factory", 2)))
    state = play(state, ChooseTechs(BLUE, ("exploration-1A",)))
    assert "exploration-1A" in state.corps[BLUE].techs, "it acts instantly"
    assert [o.decision.planet for o in offers(state, BLUE, "place-facility")] == [1, 2, 3]
    assert "storm" in refused(state, PlaceFacility(BLUE, "exploration-1A", 0))
    state = play(state, PlaceFacility(BLUE, "exploration-1A", 2))
    assert state.corps[BLUE].laid_techs == (("exploration-1A", 2),)
    assert len(state.corps[BLUE].facilities) == 2
    areas = GAME.display.page(GAME.view(state, None), None).boards[BLUE].areas
    assert areas[2].facilities[-1] == "Exploration 1A"


# --- the tree


def test_what_the_tree_lights_is_what_the_branch_allows_p11():
    """Of every choice within a branch, from every beginning: the needs of its items hold if and only if the
    technologies can be taken in some order."""
    book = start().book
    branch = [id for id in book.techs if book.techs[id].branch == "tactics"]
    compared = 0
    for mine in ([], branch[:1], branch[:2], branch[2:3], [branch[0], branch[2]]):
        state = give(start(), BLUE, techs=tuple(mine))
        form = techs_form(state, BLUE, 20, 3)
        items = {item.id: item for item in form.items}
        free = [id for id in branch if not items[id].refused]
        assert all(items[id].have for id in mine)
        for count in range(1, len(free) + 1):
            for chosen in combinations(free, count):
                lit = all(
                    sum(id in chosen for id in others) >= least
                    for each in chosen
                    for least, others in items[each].needs
                )
                assert lit == (form.problem(chosen) == ""), (mine, chosen)
                compared += 1
    assert compared > 50
    assert {item.group for item in form.items} >= {"Tactics", "R & D"}


def test_the_history_has_the_typed_text_of_technologies_and_cards():
    state = with_entries(
        start(),
        ("technology", {"id": "technology-tactics-1A", "text": "+1 at dawn", "source": "owner"}),
        (
            "tactic",
            {"id": "tactic-11", "name": "Feint", "text": "Strike twice", "might": 1, "source": "owner"},
        ),
    )
    assert GAME.words(state, ChooseTechs(BLUE, ("tactics-1A",))) == "Blue researches Tactics 1A: +1 at dawn"
    assert GAME.words(state, ChooseTactics(BLUE, "Feint")) == "Blue plays Feint: Strike twice"
    assert GAME.words(start(), ChooseTactics(BLUE, "Tactic 11")) == "Blue plays Tactic 11"
