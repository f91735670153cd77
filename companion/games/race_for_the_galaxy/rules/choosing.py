"""The secret choice of action cards, open until all have chosen, and the phases it leads to (p. 3, 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from companion.games.contract import Decision, Option, Question, later
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import (
    ACTIONS,
    NINE_ACTIONS,
    PHASE_OF,
    PHASES,
    State,
)
from companion.games.race_for_the_galaxy.wording.names import action_name
from companion.translation import _, language, listed

PAIRS = tuple(sorted(set(combinations(NINE_ACTIONS, 2)), key=lambda p: tuple(map(ACTIONS.index, p))))
"""Every choice of two of the nine cards."""


@dataclass(frozen=True)
class ChooseActions(RaceMove):
    """The action card of the round; two of them in a 2-player game for experienced players (p. 3, 8)."""

    do: ClassVar[str] = "choose-actions"
    actions: tuple[str, ...]

    def words(self, state: State) -> str:
        actions = listed([action_name(action) for action in self.actions])
        return _("{player} chooses {actions}", player=self.who(state), actions=actions)

    def apply(self, state: State) -> State:
        empire = state.empires[self.seat].changed(chosen=_in_order(self.actions))
        progress = ActionChoice.begun(answered=True)
        return state.with_empire(self.seat, empire).with_progress(self.seat, progress)

    def listed_as(self, state: State) -> Decision:
        """Two cards are the same in either order."""
        known = set(self.actions) <= set(ACTIONS)
        return ChooseActions(self.seat, _in_order(self.actions)) if known else self


MOVES = (ChooseActions,)


def _in_order(actions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(actions, key=ACTIONS.index))


def begin(state: State) -> State:
    """Every player chooses anew."""
    empires = tuple(empire.changed(chosen=()) for empire in state.empires)
    return state.changed(
        empires=empires,
        progress=tuple(ActionChoice.begun() for _empire in empires),
        plan=(),
        at=-1,
    )


@lru_cache(maxsize=64)
def _options(seat: int, experienced: bool, spoken: str) -> tuple[Option, ...]:
    """Always the same. spoken: the language of the words."""
    choices = PAIRS if experienced else tuple((action,) for action in ACTIONS)
    return tuple(Option(ChooseActions(seat, chosen), choice_words(chosen)) for chosen in choices)


def choice_words(chosen: tuple[str, ...]) -> str:
    """The action cards chosen, in words."""
    if len(chosen) == 2:
        return _("{first} and {second}", first=action_name(chosen[0]), second=action_name(chosen[1]))
    return action_name(chosen[0])


def plan(state: State) -> tuple[str, ...]:
    """The phases that the chosen cards call for, in order; two of a kind where one player chose it twice."""
    phases: list[str] = []
    counts = [Counter(PHASE_OF[action] for action in empire.chosen) for empire in state.empires]
    for phase in PHASES:
        most = max(count[phase] for count in counts)
        if most:
            phases.append(phase)
        if most > 1 and phase in ("develop", "settle"):
            phases.append(f"{phase}2")
    return tuple(phases)


def _asks(name: str, two: bool) -> str:
    if two:
        return _("{player}, choose two action cards.", player=name)
    return _("{player}, choose an action card.", player=name)


class ActionChoice(Stage):
    """Action cards are chosen."""

    name: ClassVar[str] = "choose"
    secret: ClassVar[bool] = True

    def question(self, state: State, seat: int) -> Question:
        two, answered = state.experienced, state.progress[seat].answered
        text, page = later(_asks, state.empires[seat].name, two), pages.TWO_PLAYERS if two else pages.ROUND
        return Question(seat, "choose-actions", text, page, secret=True, optional=answered, answered=answered)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return _options(seat, state.experienced, language())

    def revealed(self, state: State) -> State:
        """The chosen cards call for these phases."""
        return state.changed(plan=plan(state))
