"""The course of the game: who is asked, what an answer leads to, the end of a phase, a round and the game."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.contract import Move, Option, Phase, Question, Refusal, later
from companion.games.contract.later import kept_for_last
from companion.games.race_for_the_galaxy.rules import (
    cards_moved,
    choosing,
    consume,
    consume_goods,
    develop,
    explore,
    lucky,
    meeting,
    placing,
    produce,
    settle,
    starts,
    steps,
    to_do,
    trade,
)
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import (
    FULL_TABLEAU,
    HAND_LIMIT,
    Held,
    Progress,
    State,
    timing_order,
)
from companion.games.race_for_the_galaxy.wording.names import phase_name
from companion.translation import _, listed, marked

FULL_TABLEAU_ENDING = marked("A tableau has 12 cards or more.")
NO_CHIPS_ENDING = marked("The last VP chip is given out.")
MOVES = (
    *starts.MOVES,
    *choosing.MOVES,
    *explore.MOVES,
    *placing.MOVES,
    *meeting.MOVES,
    *settle.MOVES,
    *trade.MOVES,
    *consume_goods.MOVES,
    *consume.MOVES,
    *lucky.MOVES,
    *produce.MOVES,
    *steps.MOVES,
)
"""Every decision; each lies beside the rules of its phase."""


STAGES: dict[str, Stage] = {
    one.name: one
    for one in (
        starts.StartChoice(),
        choosing.ActionChoice(),
        explore.Looking(),
        settle.Paying(),
        trade.Trading(),
        consume.Consuming(),
        lucky.TurningUp(),
        produce.FillingWindfalls(),
        steps.Done(),
    )
}
"""By their names, but for those of `PLACING`."""
PLACING: dict[str, placing.Placing] = {
    "develop": develop.PlacingDevelopment(),
    "settle": settle.PlacingWorld(),
}
"""By their phases."""
BEGIN_BY_PHASE: dict[str, Callable[[State], State]] = {
    "explore": explore.begin,
    "develop": PLACING["develop"].begin,
    "settle": PLACING["settle"].begin,
    "consume": consume.begin,
    "produce": produce.begin,
}
_SECRET = frozenset(one.name for one in (*STAGES.values(), *PLACING.values()) if one.secret)


def stage_of(state: State, seat: int) -> Stage:
    """The stage at which this player is."""
    found = STAGES.get(state.progress[seat].stage)
    return PLACING[state.phase] if found is None else found


# --- who is asked what ----------------------------------------------------------------------------------


@kept_for_last
def asked(state: State) -> tuple[int, ...]:
    """The seats that the table waits for, in the order of p. 8."""
    if state.over:
        return ()
    waiting = tuple(
        seat
        for seat in timing_order(state)
        if not (state.progress[seat].done or state.progress[seat].answered)
    )
    return waiting[:1] if waiting and stage_of(state, waiting[0]).in_order(state) else waiting


def questions(state: State) -> tuple[Question, ...]:
    """The open questions, those that the table waits for first."""
    if state.over:
        return ()
    waiting = asked(state)
    others = [n for n, one in enumerate(state.progress) if n not in waiting and (one.done or one.answered)]
    found = [stage_of(state, seat).question(state, seat) for seat in (*waiting, *others)]
    return tuple(question for question in found if question is not None)


def options(state: State, player: int | None) -> tuple[Option, ...]:
    if player is None or not 0 <= player < len(state.empires) or state.over:
        return ()
    progress = state.progress[player]
    if not (progress.done or progress.answered) and player not in asked(state):
        return ()
    return stage_of(state, player).options(state, player)


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    if state.over or not 0 <= player < len(state.empires):
        return ()
    return stage_of(state, player).refusals(state, player)


# --- what follows ---------------------------------------------------------------------------------------


def play(state: State, move: Move[State]) -> State:
    """The state after a move that is legal, and after all that follows from it by itself."""
    after = advance(move.apply(state.changed(moves=()) if state.moves else state))
    return after.changed(to_do=to_do.after(state, after, move))


def advance(state: State) -> State:
    """On to the next question: a phase is closed when all are done, a round after its last phase."""
    while (after := onward(state)) is not None:
        state = after
    return state


def onward(state: State) -> State | None:
    """One step further by itself; None: a question is open, or the game is over."""
    if state.over:
        return None
    at_secret = [seat for seat, progress in enumerate(state.progress) if progress.stage in _SECRET]
    if not at_secret:
        return _next_phase(state) if all(progress.done for progress in state.progress) else None
    if any(not state.progress[seat].answered for seat in at_secret):
        return None
    if meeting.has_new(state):
        return meeting.entered(state)
    after = stage_of(state, at_secret[0]).revealed(state)
    return _begin(after, 0) if state.phase == "choose" else after


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


def phase(state: State) -> Phase:
    """Where the game is, as a table shows it."""
    endings = later(_endings, state) if state.endings else ()
    over = state.over and state.asks is None
    return Phase(state.phase, later(phase_name, state.phase), state.round, over, endings)


def _endings(state: State) -> tuple[str, ...]:
    return tuple(_(reason) for reason in state.endings)
