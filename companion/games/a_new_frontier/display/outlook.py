"""A seat's turn in one sight: what is coming, maintenance due, prestige at risk, missions within reach."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import missions
from companion.games.a_new_frontier.rules.course.planet import maintenance
from companion.games.a_new_frontier.rules.planet_state import PlanetStep
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.state import AREAS, PLANET_COUNT, Plan, State
from companion.games.a_new_frontier.wording.names import area_words, mission_words
from companion.translation import _, listed, plural

BEFORE_PLANETS = ("planning", "revealing", "alpha")


def outlook(state: State, seat: int) -> tuple[tuple[str, str], ...]:
    """(heading, words) for a seat's own page; what does not concern it is left out."""
    if state.over:
        return ()
    found = (
        (_("Coming"), _coming(state, seat)),
        (_("Maintenance"), _due(state, seat)),
        (_("Prestige at risk"), _at_risk(state, seat)),
        (_("Missions"), _within_reach(state, seat)),
    )
    return tuple((heading, words) for heading, words in found if words)


def _coming(state: State, seat: int) -> str:
    """What of the own plan is still to be carried out."""
    plan = state.corps[seat].plan or Plan()
    found = []
    if attacks := plan.attacks if state.phase in BEFORE_PLANETS else _attacks(state, seat):
        found.append(plural("{number} attack", "{number} attacks", len(attacks)))
    if plan.builds:
        found.append(plural("{number} build action", "{number} build actions", len(plan.builds)))
    past = AREAS.index(state.phase) if state.phase in AREAS else 0
    for at, area in enumerate(AREAS):
        if at >= past and plan.actions[at]:
            found.append(f"{area_words(area)} {plan.actions[at]}")
    return listed(found)


def _attacks(state: State, seat: int) -> tuple[int, ...]:
    return tuple(each.planet for each in state.attacks if each.attacker == seat)


def _due(state: State, seat: int) -> str:
    """Of the planets that are still to be resolved this turn; after them, of the next turn."""
    left: tuple[int, ...] = tuple(range(PLANET_COUNT))
    if isinstance(state.step, PlanetStep):
        left = state.step.order[state.step.at :]
    cost = sum(maintenance(state, seat, planet) for planet in left)
    if not cost:
        return ""
    if state.phase not in (*BEFORE_PLANETS, "planets"):
        return plural("{number} credit next turn", "{number} credits next turn", cost)
    free = max(0, free_credits(state, seat))
    return plural(
        "{number} credit due, {free} free now", "{number} credits due, {free} free now", cost, free=free
    )


def _at_risk(state: State, seat: int) -> str:
    """What planned attacks will cost (p. 6), and whether that is a strike (p. 2)."""
    corp = state.corps[seat]
    attacks = len(corp.plan.attacks) if corp.plan and state.phase in BEFORE_PLANETS else 0
    if state.target is not None:
        attacks = 0
    if attacks and corp.prestige <= attacks:
        return _("{number} of {prestige}: at 0 your people strike", number=attacks, prestige=corp.prestige)
    if attacks:
        return _("{number} of {prestige}, for attacks", number=attacks, prestige=corp.prestige)
    return _("only {prestige} left", prestige=corp.prestige) if 0 < corp.prestige <= 3 else ""


def _within_reach(state: State, seat: int) -> str:
    return listed(_mission(state, seat, each) for each in state.corps[seat].missions)


def _mission(state: State, seat: int, mission: str) -> str:
    words = mission_words(mission, state.book)
    if missions.is_accomplished(state, seat, mission):
        return _("{mission}: accomplished, claim it", mission=words)
    progress = missions.progress(state, seat, mission)
    if progress is None:
        return words
    return _("{mission}: {done} of {wanted}", mission=words, done=progress[0], wanted=progress[1])
