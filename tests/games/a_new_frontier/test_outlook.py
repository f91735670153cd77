"""Tests of a player's turn in one sight: coming, maintenance, prestige at risk, missions within reach."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.state import Deed, Plan, State

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
