"""Tests of a player's turn in one sight: coming, maintenance, prestige at risk, missions within reach."""

from __future__ import annotations

from random import Random

from companion.games.a_new_frontier.rules.state import Deed, Plan, State
from companion.simulation.simulate import steps

from .build import BLUE, GAME, GREEN, RED, give, lay, plan_all, start
from .test_remembering import mission, with_entries


def sight(state: State, seat: int = BLUE) -> dict[str, str]:
    return dict(GAME.display.page(GAME.view(state, seat), seat).outlook)


def test_before_planning_there_is_maintenance_and_low_prestige_only():
    assert sight(start()) == {}
    heavy = give(start(), BLUE, fleets=((("stingray",) * 6),) * 4, prestige=2)
    assert sight(heavy) == {"Maintenance": "16 credits due, 12 free now", "Prestige at risk": "only 2 left"}
    assert GAME.display.page(GAME.view(heavy, None), None).outlook == (), "each sees the own one"


def test_what_is_planned_is_coming_until_it_is_done_and_attacks_cost_prestige():
    plan = Plan(((1, GREEN), (2, GREEN)), ((1, ()),), (1, 0, 0, 2))
    state = lay(start(), BLUE, plan)
    assert sight(state) == {
        "Coming": "2 attacks, 1 build action, Exploration 1 and R & D 2",
        "Prestige at risk": "2 of 9, for attacks",
    }
    assert sight(give(state, BLUE, prestige=2))["Prestige at risk"] == "2 of 2: at 0 your people strike"
    assert sight(state, GREEN) == {}
    later = plan_all(start(), {BLUE: Plan(actions=(1, 0, 0, 2)), RED: Plan(actions=(1, 0, 0, 0))})
    assert (later.phase, sight(later)["Coming"]) == ("exploration", "Exploration 1 and R & D 2")
    assert "Prestige at risk" not in sight(later)


def test_missions_say_how_far_they_are():
    state = with_entries(start(), mission("green-1", "build-4"), mission("green-2", "fight-2"))
    deeds = (Deed("build", 1, 3), Deed("fight", 1, whom=GREEN), Deed("fight", 2, whom=RED))
    state = give(state, BLUE, missions=("green-1", "green-2", "yellow-3"), deeds=deeds)
    assert sight(state)["Missions"] == (
        "build-4 (green): 3 of 4, fight-2 (green): accomplished, claim it and yellow mission 3"
    )


def my_plan(state: State, seat: int = BLUE) -> list[tuple[str, str]]:
    own = GAME.display.page(GAME.view(state, seat), seat).own
    assert own is not None
    return [(line.words, line.how) for line in own.plan]


def test_my_plan_says_what_is_done_what_is_cancelled_and_what_is_left_p6():
    """Alpha Security goes where the fewest attacks are and cancels those; actions carried out stay used."""
    plan = Plan(((1, GREEN), (2, GREEN)), ((3, ("stingray",)),), (1, 0, 0, 2), bids=(1, 0, 0, 0), levels=1)
    others = {RED: Plan(((1, GREEN), (3, GREEN)), actions=(1, 0, 0, 0)), GREEN: Plan(((3, BLUE),))}
    actions = GAME.book.actions
    left = (f"{actions - 6} action{'s' * (actions != 7)} unused", "")
    _one, two, three, four = GAME.book.planets
    areas = [("Exploration: 1 action · bribe: 1 credit", ""), ("R & D: 2 actions", "")]
    bought = ("R & D: 1 further level", "")
    state = lay(start(storm=1), BLUE, plan)
    build = f"{four}: build (Stingray)"
    attacks = [f"{two}: attack Green", f"{three}: attack Green"]
    assert my_plan(state) == [*((each, "") for each in attacks), (build, ""), *areas, bought, left]
    state = plan_all(start(storm=1), {BLUE: plan, **others})
    assert state.phase == "planets"
    assert my_plan(state)[:2] == [(attacks[0], ""), (attacks[1], "cancelled")]
    for step in steps(GAME, state, GAME.players["random"], Random(3)):
        state = step.after
        if state.phase != "planets":
            break
    assert state.phase == "exploration"
    assert my_plan(state)[:4] == [(attacks[0], "done"), (attacks[1], "cancelled"), (build, "done"), areas[0]]
    assert my_plan(state)[-1] == left
