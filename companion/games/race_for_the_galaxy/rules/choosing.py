"""The secret choice of action cards, open until all have chosen, and the phases it leads to (p. 3, 8)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from companion.games.contract import Decision, Illegal, Option, Question
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.decisions import ChooseActions
from companion.games.race_for_the_galaxy.rules.state import (
    ACTIONS,
    NINE_ACTIONS,
    PHASE_OF,
    PHASES,
    Progress,
    State,
)
from companion.games.race_for_the_galaxy.wording.names import ACTION_NAMES, action_name
from companion.translation import _

PAIRS = tuple(sorted(set(combinations(NINE_ACTIONS, 2)), key=lambda p: tuple(map(ACTIONS.index, p))))
"""Every choice of two of the nine cards."""


def begin(state: State) -> State:
    """Every player chooses anew."""
    empires = tuple(empire.changed(chosen=()) for empire in state.empires)
    return state.changed(
        empires=empires,
        progress=tuple(Progress("choose") for _empire in empires),
        plan=(),
        at=-1,
    )


def question(state: State, seat: int) -> Question:
    name, answered = state.empires[seat].name, state.progress[seat].answered
    if state.experienced:
        text, page = _("{player}, choose two action cards.", player=name), pages.TWO_PLAYERS
    else:
        text, page = _("{player}, choose an action card.", player=name), pages.ROUND
    return Question(seat, "choose-actions", text, page, secret=True, optional=answered, answered=answered)


def options(state: State, seat: int) -> tuple[Option, ...]:
    choices = PAIRS if state.experienced else tuple((action,) for action in ACTIONS)
    return tuple(Option(ChooseActions(seat, chosen), choice_words(chosen)) for chosen in choices)


def choice_words(chosen: tuple[str, ...]) -> str:
    """The action cards chosen, in words."""
    if len(chosen) == 2:
        return _("{first} and {second}", first=action_name(chosen[0]), second=action_name(chosen[1]))
    return action_name(chosen[0])


def play(state: State, seat: int, decision: Decision) -> State:
    if not isinstance(decision, ChooseActions):
        raise Illegal(_("First everybody chooses an action card."), pages.ROUND)
    unknown = [action for action in decision.actions if action not in ACTION_NAMES]
    if unknown:
        raise Illegal(_("There is no action card {action}.", action=f"{unknown[0]!r:.40}"), pages.ROUND)
    wanted = 2 if state.experienced else 1
    if len(decision.actions) != wanted:
        if wanted == 2:
            raise Illegal(_("Choose two action cards."), pages.TWO_PLAYERS)
        raise Illegal(_("Choose one action card."), pages.ROUND)
    if wanted == 2 and Counter(decision.actions) - Counter(NINE_ACTIONS):
        raise Illegal(
            _("There is only one such action card in the set of nine."),
            pages.TWO_PLAYERS,
            _("Choose another card with it."),
        )
    chosen = tuple(sorted(decision.actions, key=ACTIONS.index))
    empire = state.empires[seat].changed(chosen=chosen)
    return state.with_empire(seat, empire).with_progress(seat, Progress("choose", answered=True))


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
