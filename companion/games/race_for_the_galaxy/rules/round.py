"""The course of the game: who is asked, what an answer leads to, the end of a phase, a round and the game."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from companion.games.contract import Decision, Illegal, Option, Question, Refusal
from companion.games.race_for_the_galaxy.rules import (
    cards_moved,
    choosing,
    consume,
    develop,
    explore,
    pages,
    placing,
    produce,
    settle,
    start_choice,
)
from companion.games.race_for_the_galaxy.rules.decisions import (
    ChooseActions,
    KeepStart,
    Place,
    PlaceNothing,
    StepBack,
)
from companion.games.race_for_the_galaxy.rules.state import (
    FULL_TABLEAU,
    HAND_LIMIT,
    Held,
    Progress,
    State,
    timing_order,
)
from companion.games.race_for_the_galaxy.rules.steps import can_step_back, step_back
from companion.games.race_for_the_galaxy.wording.names import phase_name
from companion.translation import _, listed, marked

FULL_TABLEAU_ENDING = marked("A tableau has 12 cards or more.")
NO_CHIPS_ENDING = marked("The last VP chip is given out.")
MODULE_BY_PHASE: dict[str, ModuleType] = {
    "explore": explore,
    "settle": settle,
    "consume": consume,
    "produce": produce,
}
"""The module that answers the steps of a phase; Develop has none but placing."""
BEGIN_BY_PHASE: dict[str, Callable[[State], State]] = {
    "explore": explore.begin,
    "develop": develop.begin,
    "settle": settle.begin,
    "consume": consume.begin,
    "produce": produce.begin,
}
SECRET_STAGES = ("start", "choose", "place")
"""The stages whose answers nobody else sees until all have answered."""


def module_of(state: State, seat: int) -> ModuleType:
    """The module that asks this player now."""
    stage = state.progress[seat].stage
    if stage == "place":
        return placing
    if state.at < 0:
        return start_choice if state.at == -2 else choosing
    return MODULE_BY_PHASE[state.phase]


# --- who is asked what ----------------------------------------------------------------------------------


def asked(state: State) -> tuple[int, ...]:
    """The seats that the table waits for, in the order of p. 8."""
    if state.over:
        return ()
    waiting = tuple(
        seat
        for seat in timing_order(state)
        if not (state.progress[seat].done or state.progress[seat].answered)
    )
    return waiting[:1] if waiting and _in_order(state, waiting) else waiting


def _in_order(state: State, waiting: tuple[int, ...]) -> bool:
    if state.at < 0 or state.progress[waiting[0]].stage in SECRET_STAGES:
        return False
    if state.phase == "settle":
        return settle.in_order(state)
    return state.phase == "consume" and consume.in_order(state)


def questions(state: State) -> tuple[Question, ...]:
    """The open questions, those that the table waits for first."""
    if state.over:
        return ()
    waiting = asked(state)
    found = [module_of(state, seat).question(state, seat) for seat in waiting]
    for seat, progress in enumerate(state.progress):
        if seat in waiting:
            continue
        if progress.answered:
            found.append(module_of(state, seat).question(state, seat))
        elif progress.done and can_step_back(state, seat):
            text = _("{player}, take your last step back?", player=state.empires[seat].name)
            found.append(Question(seat, "step-back", text, pages.ROUND, optional=True))
    return tuple(found)


def options(state: State, player: int | None) -> tuple[Option, ...]:
    if player is None or not 0 <= player < len(state.empires) or state.over:
        return ()
    progress = state.progress[player]
    if progress.done:
        if not can_step_back(state, player):
            return ()
        return (Option(StepBack(player), _("Take the last step back"), likely=-1),)
    if not progress.answered and player not in asked(state):
        return ()
    found: tuple[Option, ...] = module_of(state, player).options(state, player)
    return found


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    if state.over or not 0 <= player < len(state.empires) or state.progress[player].stage != placing.PLACE:
        return ()
    return placing.refusals(state, player)


# --- answers --------------------------------------------------------------------------------------------


def play(state: State, decision: Decision) -> State:
    """The state after `decision`. Raises Illegal, and never changes `state`."""
    if state.over:
        raise Illegal(_("The game is over."), pages.GAME_END)
    seat = decision.player
    if seat is None or not 0 <= seat < len(state.empires):
        raise Illegal(_("A player must answer."), pages.ROUND)
    if isinstance(decision, StepBack):
        return step_back(state, seat)
    progress = state.progress[seat]
    if progress.done:
        raise Illegal(_not_asked(state, decision), pages.ROUND)
    if not progress.answered and seat not in asked(state):
        first = state.empires[asked(state)[0]].name
        raise Illegal(
            _("{player} decides first, because the order can matter now.", player=first), pages.TIMING
        )
    state = state.changed(moves=()) if state.moves else state
    played: State = module_of(state, seat).play(state, seat, decision)
    return advance(played)


def _not_asked(state: State, decision: Decision) -> str:
    if isinstance(decision, ChooseActions):
        return _("{phase} is going on: no action card is chosen now.", phase=phase_name(state.phase))
    if isinstance(decision, Place | PlaceNothing):
        return _("{phase} is going on: no card is placed now.", phase=phase_name(state.phase))
    if isinstance(decision, KeepStart):
        return _("The start worlds are chosen already.")
    name = state.empires[decision.player or 0].name
    return _("{player} has nothing to decide now.", player=name)


def advance(state: State) -> State:
    """On to the next question: a phase is closed when all are done, a round after its last phase."""
    while not state.over:
        stages = {progress.stage for progress in state.progress}
        if not stages & set(SECRET_STAGES):
            if stages != {"done"}:
                return state
            state = _next_phase(state)
            continue
        if any(not one.answered for one in state.progress if one.stage in SECRET_STAGES):
            return state
        state = _revealed(state)
    return state


def _revealed(state: State) -> State:
    """All secret answers are there."""
    if state.at == -2:
        return start_choice.reveal(state)
    if state.at == -1:
        state = state.changed(plan=choosing.plan(state))
        return _begin(state, 0)
    state = placing.split_duplicates(state)
    if placing.waiting(state):
        return state
    return develop.reveal(state) if state.phase == "develop" else settle.reveal(state)


def _begin(state: State, at: int) -> State:
    state = state.changed(at=at)
    return BEGIN_BY_PHASE[state.phase](state)


def _next_phase(state: State) -> State:
    """The phase is over: powers of cards placed in it work from now on (p. 4)."""
    if state.phase == "produce":
        state = produce.close(state)
    if state.phase in ("develop", "settle"):
        empires = tuple(
            empire.changed(tableau=tuple(Held(h.card, h.good) if h.new else h for h in empire.tableau))
            if any(held.new for held in empire.tableau)
            else empire
            for empire in state.empires
        )
        state = state.changed(empires=empires)
    if state.at + 1 < len(state.plan):
        return _begin(state, state.at + 1)
    return _end_round(state)


def _end_round(state: State) -> State:
    """Everybody discards down to 10 cards; then the game is over, or the next round begins (p. 7)."""
    for seat in timing_order(state):
        state = cards_moved.pay(state, seat, max(0, state.empires[seat].hand - HAND_LIMIT))
    endings = endings_met(state)
    if endings:
        progress = tuple(Progress() for _empire in state.empires)
        return state.changed(over=True, endings=endings, progress=progress)
    return choosing.begin(state.changed(round=state.round + 1))


def endings_met(state: State) -> tuple[str, ...]:
    """The conditions of p. 7 under which this round is the last; those that a person told stay."""
    found = list(state.endings)
    if (
        any(len(empire.tableau) >= FULL_TABLEAU for empire in state.empires)
        and FULL_TABLEAU_ENDING not in found
    ):
        found.append(FULL_TABLEAU_ENDING)
    if state.pool <= 0 and NO_CHIPS_ENDING not in found:
        found.append(NO_CHIPS_ENDING)
    return tuple(found)


def clash_words(state: State) -> str:
    """Why players choose again: they named the same card; ""."""
    names = [state.catalogue.by_key[key][0].name for key in state.clash]
    if not names:
        return ""
    return _("There are not enough copies of {cards}: choose again.", cards=listed(names))
