"""The marketing phase: failed missions go, missions are taken in order, new ones are drawn (p. 10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.decisions import ClaimMission, DrawMissions, TakeMission
from companion.games.a_new_frontier.rules.setup import FIVE_PLAYERS, MISSIONS_IN_ROW, suite
from companion.games.a_new_frontier.rules.state import State, gain
from companion.games.contract import Decision, Draw, Illegal, Option, Question
from companion.translation import _

PAGE = 10
MIN_MISSIONS_PER_SUITE = 2
"""Missions of each suite that the top row must have after drawing."""


@dataclass(frozen=True)
class MarketingStep:
    """queue: seats still to take a mission; drawing: the top row is being filled."""

    queue: tuple[int, ...]
    drawing: bool = False


def begin(state: State) -> State:
    """Missions that were not accomplished are removed; whoever has actions here takes some."""
    failed: tuple[str, ...] = ()
    for seat in state.seats:
        failed += state.corps[seat].missions
        state = state.with_corp(seat, missions=(), deeds=())
    state = state.changed(removed=(*state.removed, *failed))
    state, order, actions = opened(state.changed(phase="marketing"), "marketing")
    return settle(state.changed(step=MarketingStep(two_rounds(order, actions))))


def settle(state: State) -> State:
    """When nobody takes any more, the row is filled; a second action without a mission left is lost."""
    step = state.step
    if not step.drawing and (not step.queue or not state.offered):
        state = state.changed(step=MarketingStep((), True))
    return state


def finished(state: State) -> bool:
    return state.step.drawing and to_draw(state) is None


def lacking_suites(state: State) -> tuple[str, ...]:
    """Suites of which the row has fewer than two, though there are more to draw."""
    row = Counter(suite(mission) for mission in state.offered)
    deck = Counter(suite(mission) for mission in state.unseen)
    return tuple(each for each in state.book.suites if row[each] < MIN_MISSIONS_PER_SUITE and deck[each])


def to_draw(state: State) -> Draw | None:
    """What must be drawn into the top row: up to its number, then as long as a suite lacks its two (the
    surplus of another suite goes back below the deck)."""
    missing = MISSIONS_IN_ROW.get(len(state.corps), 4) - len(state.offered)
    if missing > 0 and state.unseen:
        count = min(missing, len(state.unseen))
        return Draw("missions", count, state.unseen, words=_("Draw marketing missions into the top row"))
    suites = lacking_suites(state)
    if not suites:
        return None
    pool = tuple(mission for mission in state.unseen if suite(mission) == suites[0])
    words = _("Draw on until a {suite} mission comes", suite=suite_words(suites[0]))
    return Draw("missions", 1, pool, words=words)


def draw_question(state: State) -> tuple[Question, ...]:
    draw = to_draw(state)
    return () if draw is None else (Question(None, "draw-missions", draw.words + ".", PAGE, draw=draw),)


def suite_words(name: str) -> str:
    known = {"green": _("green"), "yellow": _("yellow"), "white": _("white")}
    return known.get(name, name)


def mission_words(mission: str) -> str:
    if mission == FIVE_PLAYERS:
        return _("the mission for five players")
    name, _dash, number = mission.rpartition("-")
    return _("{suite} mission {number}", suite=suite_words(name), number=number)


def draw_missions(state: State, decision: DrawMissions) -> State:
    draw = to_draw(state)
    drawn = decision.missions
    if draw is None:
        raise Illegal(_("No missions are drawn now."), PAGE)
    if len(drawn) != draw.count or len(set(drawn)) != len(drawn) or not set(drawn) <= set(draw.pool):
        raise Illegal(_("Tell {count} missions that are still in the deck.", count=draw.count), PAGE)
    swap = len(state.offered) >= MISSIONS_IN_ROW.get(len(state.corps), 4)
    unseen = tuple(mission for mission in state.unseen if mission not in drawn)
    offered = state.offered
    if swap and (surplus := _surplus(state)):
        offered = tuple(mission for mission in offered if mission != surplus)
        unseen = (*unseen, surplus)
    return state.changed(offered=(*offered, *drawn), unseen=unseen)


def _surplus(state: State) -> str | None:
    """The last drawn mission of a suite that has more than its two."""
    row = Counter(suite(mission) for mission in state.offered)
    return next(
        (
            m
            for m in reversed(state.offered)
            if row[suite(m)] > MIN_MISSIONS_PER_SUITE or suite(m) == FIVE_PLAYERS
        ),
        None,
    )


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    assert isinstance(step, MarketingStep)
    if step.drawing:
        return draw_question(state)
    seat = step.queue[0]
    return (
        Question(seat, "take-mission", _("{player}: take a mission.", player=state.corps[seat].name), PAGE),
    )


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, MarketingStep) or step.drawing or not step.queue or step.queue[0] != seat:
        return ()
    done = Counter(suite(mission) for mission in state.corps[seat].completed)
    return tuple(
        Option(TakeMission(seat, mission), mission_words(mission), likely=done[suite(mission)])
        for mission in state.offered
    )


def play(state: State, decision: Decision) -> State:
    step = state.step
    assert isinstance(step, MarketingStep)
    if isinstance(decision, DrawMissions) and step.drawing:
        return draw_missions(state, decision)
    if not isinstance(decision, TakeMission) or step.drawing or decision.player is None:
        raise Illegal(_("That is not what is asked now."), PAGE)
    seat = decision.player
    if not step.queue or step.queue[0] != seat:
        raise Illegal(_("Others take a mission first."), PAGE)
    if decision.mission not in state.offered:
        raise Illegal(_("That mission is not in the top row."), PAGE, _("Choose one of the top row."))
    state = state.with_corp(seat, missions=(*state.corps[seat].missions, decision.mission))
    offered = tuple(mission for mission in state.offered if mission != decision.mission)
    return settle(state.changed(offered=offered, step=MarketingStep(step.queue[1:])))


# --- at any time ----------------------------------------------------------------------------------------


def claim(state: State, decision: ClaimMission) -> State:
    """A mission is completed. What it brings is gained where the owner has entered it, and told otherwise."""
    seat = decision.player
    if seat is None or decision.mission not in state.corps[seat].missions:
        raise Illegal(_("That mission is not yours to complete."), PAGE)
    corp = state.corps[seat]
    left = tuple(mission for mission in corp.missions if mission != decision.mission)
    state = state.with_corp(seat, missions=left, completed=(*corp.completed, decision.mission))
    for what in ("prestige", "credits", "vp"):
        brings = state.book.figure(f"mission-{decision.mission}", what)
        state = gain(state, seat, what, brings, "mission") if brings else state
    return state


def value(completed: tuple[str, ...], of_five: str = FIVE_PLAYERS) -> dict[str, int]:
    """VP of completed missions by suite: 1 for the first, 2 for the second, 3 for each further (p. 10).

    of_five: the suite of the mission for five players."""
    suites = (of_five if suite(mission) == FIVE_PLAYERS else suite(mission) for mission in completed)
    counts = Counter(suites)
    return {name: sum(min(3, nth) for nth in range(1, count + 1)) for name, count in sorted(counts.items())}
