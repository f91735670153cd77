"""Plans on the printed board: told part by part as they are revealed, each on its own phone (p. 5, 6).

Attacks and what bribes them before Alpha Security, ships and mines before the planets, the rest after them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.a_new_frontier.rules import planning_board
from companion.games.a_new_frontier.rules.decisions import Reveal
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Allocation, Decision, Illegal, Question, Running
from companion.translation import _

PAGE = 5
PLACES_BY_PART = {
    "attacks": ("attack-", "seize-", "alpha", "initiative"),
    "builds": ("build-", "ships-"),
    "areas": ("area-", "bid-", "levels", "trade", "relocation"),
}
"""Prefixes of the board's places that belong to each part."""


@dataclass(frozen=True)
class RevealStep:
    part: str
    left: tuple[int, ...]


def begin(state: State, part: str) -> State | None:
    """The state in which those who planned on the board tell a part; None: nobody did."""
    left = tuple(seat for seat in state.seats if state.corps[seat].on_board is not None)
    if not left or (part == "areas" and state.last_turn):
        return None
    return state.changed(phase="revealing", step=RevealStep(part, left))


def form(state: State, seat: int, part: str) -> Allocation:
    """The part of the planning form; actions entered before are counted too."""
    whole, corp = planning_board.form(state, seat), state.corps[seat]
    places = tuple(place for place in whole.places if place.id.startswith(PLACES_BY_PART[part]))
    accepted = {token for place in places for token in place.accepts}
    tokens = tuple(token for token in whole.tokens if token.id in accepted)
    plan = corp.plan or Plan()
    used = len(plan.attacks) + len(plan.builds) + (corp.on_board or 0)
    spent = planning_board.reserved(state, plan)
    left = (planning_board.actions_of(state) - used, corp.credits - spent)
    running = tuple(
        Running(each.words, max(0, most), tuple(w for w in each.weights if w[0] in accepted))
        for each, most in zip(whole.running, left, strict=True)
    )
    return Allocation(tokens, places, running=running, submit=_("That lies there"))


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    assert isinstance(step, RevealStep)
    question = {
        "attacks": _("which attacks and bribes lie on your board?"),
        "builds": _("which build actions and ships lie on your board?"),
        "areas": _("what lies on the areas of your board?"),
    }[step.part]
    return tuple(
        Question(
            seat,
            "reveal",
            _("{player}: {question}", player=state.corps[seat].name, question=question),
            PAGE,
            secret=True,
            form=form(state, seat, step.part),
        )
        for seat in step.left
    )


def play(state: State, decision: Decision) -> State:
    """Raises Illegal."""
    step, seat = state.step, decision.player
    assert isinstance(step, RevealStep)
    if not isinstance(decision, Reveal) or seat is None or seat not in step.left:
        raise Illegal(_("Now what lies on the printed boards is told."), PAGE)
    if wrong := form(state, seat, step.part).problem(decision.laid):
        raise Illegal(wrong, PAGE)
    corp = state.corps[seat]
    before = corp.plan or Plan()
    laid = (*planning_board.laid_of(before), *decision.laid)
    plan = planning_board.plan_of(state, seat, laid, corp.on_board or 0)
    built = len(plan.builds) if step.part == "builds" else corp.on_board
    state = state.with_corp(seat, plan=plan, on_board=built)
    left = tuple(each for each in step.left if each != seat)
    return state.changed(step=RevealStep(step.part, left))


def finished(state: State) -> bool:
    return not state.step.left
