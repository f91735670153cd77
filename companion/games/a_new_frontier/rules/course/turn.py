"""The turn: which phase asks, what an answer leads to, the end of a turn and of the game (p. 1, 12)."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.a_new_frontier.rules import (
    alpha,
    archaeotech,
    earning,
    effects,
    exchange,
    last_claims,
    marketing,
    planning,
    politics,
    proposing,
    research,
    revealing,
)
from companion.games.a_new_frontier.rules.course import exploration, planet, relocation, starting_fleets
from companion.games.a_new_frontier.rules.fight import spoils
from companion.games.a_new_frontier.rules.moves import GameMove
from companion.games.a_new_frontier.rules.stage import Phase
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, TURN_COUNT, State, held
from companion.games.contract import Option, Question, Refusal

MOVES: tuple[type[GameMove], ...] = (
    *starting_fleets.MOVES,
    *planning.MOVES,
    *revealing.MOVES,
    *alpha.MOVES,
    *planet.MOVES,
    *relocation.MOVES,
    *exploration.MOVES,
    *politics.MOVES,
    *marketing.MOVES,
    *last_claims.MOVES,
    *research.MOVES,
    *earning.MOVES,
    *effects.MOVES,
    *archaeotech.MOVES,
    *exchange.MOVES,
)
"""Every move of the game."""
OPEN_MOVES = (
    *exploration.MOVES,
    proposing.Propose,
    marketing.TakeMission,
    marketing.DrawMissions,
    marketing.ClaimMission,
    *spoils.MOVES,
    *research.MOVES,
    *earning.MOVES,
)
"""Answers that everybody hears, and that the turn so far tells with its events."""
PRESTIGE_AFTER_STRIKE = 4
QUESTION_SECONDS = {
    "plan": 300,
    "choose-strategy": 60,
    "choose-tactics": 60,
    "explore": 60,
    "propose": 90,
    "vote": 60,
    "take-mission": 45,
    "choose-techs": 90,
}
"""How long a question may take where the table plays by the clock; the rulebook leaves it to the app."""


def questions(state: State) -> tuple[Question, ...]:
    """What the phase asks, then what may be told at any time."""
    if state.over:
        return ()
    asked = phase(state).questions(state)
    if state.option("clock") == "yes":
        asked = tuple(q.changed(seconds=None if q.optional else QUESTION_SECONDS.get(q.kind)) for q in asked)
    if state.phase in ("missions", "fleets"):
        return asked
    return (*asked, *(q for seat in state.seats for ask in AT_ANY_TIME for q in ask(state, seat)))


def phase(state: State) -> Phase:
    return PHASES[state.phase]


def options(state: State, seat: int | None) -> tuple[Option, ...]:
    if state.over or seat is None or not 0 <= seat < len(state.corps):
        return ()
    found = phase(state).options(state, seat)
    if state.phase != "claims" or seat not in state.step.left:
        found = (*found, *marketing.claim_options(state, seat))
    return (*found, *archaeotech.options(state, seat), *archaeotech.show_options(state, seat))


def refusals(state: State, seat: int) -> tuple[Refusal, ...]:
    return () if state.over else phase(state).refusals(state, seat)


def done(state: State, move: GameMove) -> State:
    """The state after a move, and what follows in its phase without anybody being asked."""
    if isinstance(move, OPEN_MOVES):
        state = state.noted("move", more=(move,))
    return settled(move.apply(state))


def settled(state: State) -> State:
    return state if state.over else phase(state).settled(state)


def finished(state: State) -> bool:
    return not state.over and phase(state).stage(state) is None


def next_phase(state: State) -> State:
    """From a finished phase into the next, or to the end."""
    return settled(NEXT[state.phase](state))


def advance(state: State) -> State:
    """Through the phases until somebody is asked, or the game is over."""
    state = settled(state)
    while finished(state):
        state = next_phase(state)
    return state


def _after_fleets(state: State) -> State:
    return state.changed(phase="planning", step=None)


def _after_planning(state: State) -> State:
    return revealing.begin(state, "attacks") or _after_part(state, "attacks")


def _after_revealing(state: State) -> State:
    return _after_part(state, state.step.part)


def _after_alpha(state: State) -> State:
    state = alpha.without_revealed(state)
    return revealing.begin(state, "builds") or _after_part(state, "builds")


def _after_planets(state: State) -> State:
    return revealing.begin(state, "areas") or _after_part(state, "areas")


def _after_politics(state: State) -> State:
    return marketing.begin(state.changed(influence=()))


def _after_part(state: State, part: str) -> State:
    """What follows once a part of the printed boards is told."""
    if part == "attacks":
        return alpha.begin(state.changed(track=planning.final_track(state), again=()))
    if part == "builds":
        return planet.begin(state)
    state = relocation.begin(state)
    if not state.last_turn:
        return exploration.begin(state)
    return last_claims.begin(state) or end_game(state)


def end_turn(state: State) -> State:
    """Technologies take effect, strikes end, the storm moves on (p. 2, 11, 12)."""
    state = state.changed(log=state.log.without_before(state.turn))
    for seat, corp in enumerate(state.corps):
        if corp.struck:
            state = state.noted("strike-over", seat=seat, number=PRESTIGE_AFTER_STRIKE)
        state = state.with_corp(
            seat,
            techs=(*corp.techs, *corp.coming),
            coming=(),
            prestige=PRESTIGE_AFTER_STRIKE if corp.struck else corp.prestige,
            struck=False,
            bonus=0,
            earned=0,
            relocating=False,
            plan=None,
            planned=False,
            on_board=None,
            # What another discarded is said until others are named; where none is left to name, this turn.
            named=corp.named if archaeotech.registered(state) else held(state, seat),
        )
    turn = state.turn + 1
    storm = None if turn == TURN_COUNT or state.storm is None else (state.storm + 1) % PLANET_COUNT
    state = state.noted("storm-gone") if storm is None else state.noted("storm", planet=storm)
    return state.changed(
        turn=turn,
        storm=storm,
        phase="planning",
        step=None,
        track=(),
        attacks=(),
        target=None,
        influence=(),
    )


def end_game(state: State) -> State:
    """After the planet phase of turn 5, and what was forgotten until then (p. 10, 12)."""
    for seat, corp in enumerate(state.corps):
        if corp.struck:
            state = state.with_corp(seat, prestige=PRESTIGE_AFTER_STRIKE, struck=False)
    return state.changed(phase="over", step=None)


COURSE: tuple[tuple[Phase, Callable[[State], State]], ...] = (
    (marketing.FirstMissions(), starting_fleets.begin),
    (starting_fleets.DividingFleets(), _after_fleets),
    (planning.Planning(), _after_planning),
    (revealing.Revealing(), _after_revealing),
    (alpha.AlphaSecurity(), _after_alpha),
    (planet.Planets(), _after_planets),
    (exploration.Exploration(), politics.begin),
    (politics.Politics(), _after_politics),
    (marketing.Marketing(), research.begin),
    (last_claims.LastClaims(), end_game),
    (research.Research(), end_turn),
)
"""The phases, each with what comes next."""
PHASES = {phase.key: phase for phase, _next in COURSE}
NEXT = {phase.key: begin for phase, begin in COURSE}
AT_ANY_TIME: tuple[Callable[[State, int], tuple[Question, ...] | list[Question]], ...] = (
    relocation.questions,
    marketing.claim_questions,
    effects.questions,
    archaeotech.questions,
    exchange.questions,
    earning.questions,
)
"""What a seat may tell at any time, however the phase stands."""
