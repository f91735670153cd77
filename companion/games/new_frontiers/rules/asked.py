"""What can be asked: the rules of a question, and of an action tile, as the round calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from companion.games.contract import Option, Question, Refusal
from companion.games.new_frontiers.rules.action_steps import current
from companion.games.new_frontiers.rules.state import State


def _nothing_asked(state: State) -> NoReturn:
    raise AssertionError(f"{current(state).action} asks nothing")


def _no_refusals(state: State) -> tuple[Refusal, ...]:
    return ()


def _as_it_is(state: State) -> State:
    return state


def _draw_possible(state: State) -> bool:
    return not current(state).draw or bool(state.bag)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its legal answers, and why others are refused; each in the turn of whoever is asked."""

    question: Callable[[State], Question] = _nothing_asked
    options: Callable[[State], tuple[Option, ...]] = _nothing_asked
    refusals: Callable[[State], tuple[Refusal, ...]] = _no_refusals


@dataclass(frozen=True, slots=True)
class Action(Asked):
    """What an action tile does. begin: its start, once it is selected. proceed: on to the next thing that
    somebody must answer, or to its end. is_answerable: the open question still has an answer; facts that
    were overruled can take it away."""

    begin: Callable[[State], State] = _as_it_is
    proceed: Callable[[State], State] = _as_it_is
    is_answerable: Callable[[State], bool] = _draw_possible
