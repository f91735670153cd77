"""The turn: which phase asks, what an answer leads to, the end of a turn and of the game (p. 1, 12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.a_new_frontier.rules import (
    alpha,
    archaeotech,
    effects,
    exchange,
    exploration,
    fight_questions,
    marketing,
    missions,
    planet,
    planning,
    politics,
    politics_questions,
    relocation,
    research,
    revealing,
)
from companion.games.a_new_frontier.rules.decisions import (
    ClaimMission,
    DrawMissions,
    DrawTarget,
    EarnTechs,
    GiveCredits,
    NameArchaeotechs,
    Relocate,
    TellDice,
    TellEffect,
    UseArchaeotech,
)
from companion.games.a_new_frontier.rules.marketing import mission_words
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, TURN_COUNT, State
from companion.games.contract import Decision, Illegal, Option, Question
from companion.translation import _, listed

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
    asked = phase_questions(state)
    if state.option("clock") == "yes":
        asked = tuple(replace(q, seconds=None if q.optional else QUESTION_SECONDS.get(q.kind)) for q in asked)
    return (*asked, *_any_time(state))


def phase_questions(state: State) -> tuple[Question, ...]:
    match state.phase:
        case "missions":
            return marketing.draw_question(state)
        case "planning":
            return planning.questions(state)
        case "revealing":
            return revealing.questions(state)
        case "alpha":
            return alpha.questions(state)
        case "planets":
            return fight_questions.questions(state)
        case "exploration":
            return exploration.questions(state)
        case "politics":
            return politics_questions.questions(state)
        case "marketing":
            return marketing.questions(state)
        case _:
            return research.questions(state)


def _any_time(state: State) -> tuple[Question, ...]:
    if state.phase == "missions":
        return ()
    found = []
    for seat, corp in enumerate(state.corps):
        if corp.relocating:
            found.append(relocation.question(state, seat))
        if corp.missions:
            text = _("{player}: a mission accomplished?", player=corp.name)
            if done := [each for each in corp.missions if missions.is_accomplished(state, seat, each)]:
                text = _(
                    "{player}: accomplished: {missions}. Claim it.",
                    player=corp.name,
                    missions=listed(mission_words(each) for each in done),
                )
            found.append(Question(seat, "claim-mission", text, marketing.PAGE, optional=True))
        found.append(effects.question(state, seat))
        found += archaeotech.questions(state, seat)
        found += exchange.questions(state, seat)
        found += research.earn_question(state, seat)
    return tuple(found)


def options(state: State, seat: int | None) -> tuple[Option, ...]:
    if state.over or seat is None or not 0 <= seat < len(state.corps):
        return ()
    match state.phase:
        case "planning":
            found = planning.options(state, seat)
        case "alpha":
            found = alpha.options(state, seat)
        case "planets":
            found = fight_questions.options(state, seat)
        case "exploration":
            found = exploration.options(state, seat)
        case "politics":
            found = politics_questions.options(state, seat)
        case "marketing":
            found = marketing.options(state, seat)
        case "research":
            found = research.options(state, seat)
        case _:
            found = ()
    claims = tuple(
        Option(
            ClaimMission(seat, mission),
            _("Completed: {mission}", mission=mission_words(mission)),
            likely=-1 if missions.is_accomplished(state, seat, mission) else -5,
        )
        for mission in state.corps[seat].missions
    )
    return (*found, *claims, *archaeotech.options(state, seat))


PLAY_BY_PHASE: dict[str, Callable[[State, Decision], State]] = {
    "planning": planning.play,
    "revealing": revealing.play,
    "alpha": alpha.play,
    "planets": planet.play,
    "exploration": exploration.play,
    "politics": politics.play,
    "marketing": marketing.play,
    "research": research.play,
}


def play(state: State, decision: Decision) -> State:
    """The state after `decision`. Raises Illegal."""
    if state.over:
        raise Illegal(_("The game is over."))
    seat = decision.player
    if seat is None and not isinstance(decision, DrawMissions | DrawTarget | TellDice):
        raise Illegal(_("There is no such player."))
    if seat is not None and not 0 <= seat < len(state.corps):
        raise Illegal(_("There is no such player."))
    state = state.changed(gained=())
    if state.phase == "missions":
        if not isinstance(decision, DrawMissions):
            raise Illegal(_("First the tiles drawn must be told."))
        state = marketing.draw_missions(state, decision)
        return state if marketing.to_draw(state) else state.changed(phase="planning")
    if isinstance(decision, TellEffect):
        return resume(effects.play(state, decision))
    if isinstance(decision, GiveCredits):
        return resume(exchange.play(state, decision))
    if isinstance(decision, NameArchaeotechs | UseArchaeotech):
        return resume(archaeotech.play(state, decision))
    if isinstance(decision, EarnTechs):
        return research.earn(state, decision)
    if isinstance(decision, ClaimMission):
        return marketing.claim(state, decision)
    if isinstance(decision, Relocate):
        return relocation.play(state, decision)
    return advance(PLAY_BY_PHASE[state.phase](state, decision))


def resume(state: State) -> State:
    """After facts changed from outside: on from a question that nobody is asked any more."""
    return advance(state) if not state.over and state.phase != "missions" else state


def advance(state: State) -> State:
    """Through the phases until somebody is asked, or the game is over."""
    while True:
        match state.phase:
            case "planning":
                if not planning.done(state):
                    return state
                state = revealing.begin(state, "attacks") or _after_part(state, "attacks")
            case "revealing":
                if not revealing.finished(state):
                    return state
                state = _after_part(state, state.step.part)
            case "alpha":
                if state.step is not None:
                    return state
                state = revealing.begin(state, "builds") or _after_part(state, "builds")
            case "planets":
                if state.step is not None:
                    return state
                state = revealing.begin(state, "areas") or _after_part(state, "areas")
            case "exploration":
                if not exploration.finished(state):
                    return state
                state = politics.begin(state)
            case "politics":
                if not politics.finished(state):
                    return state
                state = marketing.begin(state.changed(influence=()))
            case "marketing":
                state = marketing.settle(state)
                if not marketing.finished(state):
                    return state
                state = research.begin(state)
            case "research":
                if not research.finished(state):
                    return state
                state = end_turn(state)
            case _:
                return state


def _after_part(state: State, part: str) -> State:
    """What follows once a part of the printed boards is told."""
    if part == "attacks":
        return alpha.begin(state.changed(track=planning.final_track(state), again=()))
    if part == "builds":
        return planet.begin(state)
    state = relocation.begin(state)
    return end_game(state) if state.last_turn else exploration.begin(state)


def end_turn(state: State) -> State:
    """Technologies take effect, strikes end, the storm moves on (p. 2, 11, 12)."""
    for seat, corp in enumerate(state.corps):
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
        )
    turn = state.turn + 1
    storm = None if turn == TURN_COUNT or state.storm is None else (state.storm + 1) % PLANET_COUNT
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
    """After the planet phase of turn 5 (p. 12)."""
    for seat, corp in enumerate(state.corps):
        if corp.struck:
            state = state.with_corp(seat, prestige=PRESTIGE_AFTER_STRIKE, struck=False)
    return state.changed(phase="over", step=None)
