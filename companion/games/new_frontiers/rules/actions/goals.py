"""Chart Galactic Goals: a step forward on the track, 1 credit, and a goal kept face down (p. 11)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from companion.games.contract import Decision, Draw, Illegal, Option, Question, Refusal
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import DONE, current, name, step, unexpected
from companion.games.new_frontiers.rules.decisions import DrawGoals, KeepGoal
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.powers import Gain
from companion.games.new_frontiers.wording.names import ACTIONS, listed
from companion.translation import _, plural

BONUS = Gain(credits=1)
GOALS_DRAWN = 3


def begin(state: State) -> State:
    state = gain(_step_forward(state), current(state).selector, BONUS, ACTIONS["goals"])
    drawn, rest = state.goal_stack[:GOALS_DRAWN], state.goal_stack[GOALS_DRAWN:]
    known = tuple(goal for goal in drawn if goal)
    return proceed(step(replace(state, goal_stack=rest), draw=len(drawn) - len(known), goals=known))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    doing = current(state)
    return step(state, stage="draw" if doing.draw else "keep" if doing.goals else DONE)


def _step_forward(state: State) -> State:
    """The selecting disk goes in front of the disk immediately before it."""
    disks = list(state.disks)
    at = next(index for index, disk in enumerate(disks) if disk.half)
    if at:
        disks[at - 1], disks[at] = disks[at], disks[at - 1]
    return replace(state, disks=tuple(disks))


def unseen(state: State) -> tuple[str, ...]:
    """The goals that nobody has looked at yet."""
    seen = {goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal)}
    seen |= {*state.goal_stack, *(state.doing.goals if state.doing is not None else ())}
    return tuple(goal for goal in state.catalogue.goals if goal not in seen)


def question(state: State) -> Question:
    doing = current(state)
    player = doing.player
    if doing.draw:
        text = plural(
            "{player} draws {number} goal from the top of the stack.",
            "{player} draws {number} goals from the top of the stack.",
            doing.draw,
            player=state.empires[player].name,
        )
        return Question(
            None,
            "draw-goals",
            text,
            rulebook_pages.GOALS,
            secret=True,
            draw=Draw("goals", doing.draw, unseen(state)),
        )
    text = _("{player}, keep one goal face down.", player=state.empires[player].name)
    return Question(player, "keep-goal", text, rulebook_pages.GOALS, secret=True)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    if doing.draw:
        return ()
    found = []
    for goal in doing.goals:
        for back in permutations(other for other in doing.goals if other != goal):
            words = _words(name(state, goal), [name(state, other) for other in back])
            found.append(Option(KeepGoal(doing.player, goal, back), words, tile=goal))
    return tuple(found)


def _words(goal: str, back: list[str]) -> str:
    if not back:
        return _("Keep {goal}", goal=goal)
    if len(back) == 1:
        return _("Keep {goal}; put back {other}", goal=goal, other=back[0])
    first, *rest = back
    return _("Keep {goal}; put back {one} and {other} below it", goal=goal, one=first, other=listed(rest))


def refusals(state: State) -> tuple[Refusal, ...]:
    return ()


def play(state: State, decision: Decision) -> State:
    doing = current(state)
    if doing.draw:
        if not isinstance(decision, DrawGoals):
            raise Illegal(_("First the goals drawn must be told."), rulebook_pages.GOALS)
        drawn = set(decision.goals)
        if len(drawn) != len(decision.goals) or len(drawn) != doing.draw or drawn - set(unseen(state)):
            raise Illegal(
                _("{number} different goals that nobody has seen are drawn now.", number=doing.draw),
                rulebook_pages.GOALS,
            )
        return step(state, draw=0, stage="keep", goals=(*decision.goals, *doing.goals))
    if not isinstance(decision, KeepGoal):
        raise unexpected(state, decision)
    if sorted((decision.goal, *decision.back)) != sorted(doing.goals):
        raise Illegal(_("Keep one of the goals drawn, and put all the others back."), rulebook_pages.GOALS)
    empires = []
    for player, empire in enumerate(state.empires):
        if empire.hidden_goal is not None:
            empire = replace(empire, goals=(*empire.goals, empire.hidden_goal), hidden_goal=None)
        if player == doing.player:
            empire = replace(empire, hidden_goal=decision.goal)
        empires.append(empire)
    state = replace(state, empires=tuple(empires), goal_stack=(*state.goal_stack, *decision.back))
    return step(state, stage=DONE, goals=())
