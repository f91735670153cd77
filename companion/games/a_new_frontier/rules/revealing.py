"""Plans on the printed board: told part by part as they are revealed, each on its own phone (p. 5, 6).

Attacks and what bribes them before Alpha Security, ships and mines before the planets, the rest after them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.a_new_frontier.rules import planning_board, plans
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.planning_board import BoardForm
from companion.games.a_new_frontier.rules.stage import OneStage
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Allocation, Question, Running, frozen, later
from companion.translation import _

PAGE = 5
PLACES_BY_PART = {
    "attacks": ("attack-", "seize-", "alpha", "initiative"),
    "builds": ("build-", "ships-", "relentless"),
    "areas": ("area-", "bid-", "levels", "trade", "relocation"),
}
"""Prefixes of the board's places that belong to each part."""


@dataclass(frozen=True)
class RevealStep:
    part: str
    left: tuple[int, ...]


@dataclass(frozen=True)
class Reveal(SeatMove):
    """What lies on the printed board, of the part that is revealed now."""

    do: ClassVar[str] = "reveal"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        return _("{player} tells what lies on the board", player=self.who(state))

    def apply(self, state: State) -> State:
        step, corp = state.step, state.corps[self.seat]
        assert isinstance(step, RevealStep)
        plan = plans.plan_of((*_told(state, self.seat), *self.laid))
        built = len(plan.builds) if step.part == "builds" else corp.on_board
        left = tuple(each for each in step.left if each != self.seat)
        state = state.with_corp(self.seat, plan=plan, on_board=built)
        return state.changed(step=RevealStep(step.part, left))


MOVES = (Reveal,)


@dataclass(frozen=True)
class PartForm(Allocation):
    """A part of a planning board. It also refuses what does not go with what was told of the board before.

    whole: the form of the whole board; told: what was told of it.
    """

    whole: BoardForm = field(kw_only=True, compare=False, repr=False)
    told: PlacedTokens = field(kw_only=True)

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return self.whole.in_storm(value) or wrong
        return self.whole.problem((*self.told, *frozen(value)))


def begin(state: State, part: str) -> State | None:
    """The state in which those who planned on the board tell a part; None: nobody did."""
    left = tuple(seat for seat in state.seats if state.corps[seat].on_board is not None)
    if not left or (part == "areas" and state.last_turn):
        return None
    return state.changed(phase="revealing", step=RevealStep(part, left))


def _told(state: State, seat: int) -> PlacedTokens:
    """What was told of a seat's board before."""
    return plans.laid_of(state.corps[seat].plan or Plan())


def form(state: State, seat: int, part: str) -> PartForm:
    """The part of the planning form; actions entered before are counted too."""
    corp = state.corps[seat]
    whole = planning_board.form(state, seat, corp.on_board or 0)
    places = tuple(place for place in whole.places if place.id.startswith(PLACES_BY_PART[part]))
    accepted = {token for place in places for token in place.accepts}
    tokens = tuple(token for token in whole.tokens if token.id in accepted)
    plan = corp.plan or Plan()
    used = len(plan.attacks) + len(plan.builds) + (corp.on_board or 0)
    spent = plans.reserved(state, plan)
    left = (plans.actions_of(state) - used, corp.credits - spent)
    running = tuple(
        Running(each.words, max(0, most), tuple(w for w in each.weights if w[0] in accepted))
        for each, most in zip(whole.running, left, strict=True)
    )
    return PartForm(
        tokens,
        places,
        running=running,
        submit=_("That lies there"),
        whole=whole,
        told=_told(state, seat),
    )


class Revealing(OneStage):
    key = "revealing"

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        assert isinstance(step, RevealStep)
        return step.left

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        part = state.step.part
        question = {
            "attacks": _("which attacks and bribes lie on your board?"),
            "builds": _("which build actions and ships lie on your board?"),
            "areas": _("what lies on the areas of your board?"),
        }[part]
        text = _("{player}: {question}", player=state.corps[seat].name, question=question)
        return ask(Reveal, seat, text, PAGE, secret=True, form=later(form, state, seat, part))
