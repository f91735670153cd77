"""Tables of A New Frontier for tests: created by the rules, then changed by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.a_new_frontier.game import ANewFrontier
from companion.games.a_new_frontier.rules import plans
from companion.games.a_new_frontier.rules.alpha import DrawTarget
from companion.games.a_new_frontier.rules.marketing import DrawMissions
from companion.games.a_new_frontier.rules.planning import LayPlan
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Decision, Illegal, Option, Player, Question, Setup
from companion.games.contract.gate import check_legal

GAME = ANewFrontier()
BLUE, GREEN, RED, YELLOW, PURPLE = range(5)


def setup(players: int = 3, storm: int = 1, **options: str) -> Setup:
    """storm: the number, from 1, of the planet where the storm begins."""
    colours = GAME.colours[:players]
    return Setup(
        tuple(Player(colour.capitalize(), colour) for colour in colours),
        tuple((name.replace("_", "-"), value) for name, value in ({"details": "pages"} | options).items()),
        (
            ("factions", tuple(f"faction-{n}" for n in range(1, players + 1))),
            ("storm", (f"planet-{storm}",)),
        ),
    )


def start(players: int = 3, storm: int = 1, **options: str) -> State:
    """A game in the planning phase of turn 1; missions drawn by a fixed seed."""
    state = GAME.new(setup(players, storm, **options))
    rng = Random(1)
    while state.phase == "missions":
        draw = GAME.questions(state)[0].draw
        assert draw is not None
        state = play(state, DrawMissions(None, draw.sample(rng)))
    return state


def give(state: State, seat: int, **changes: Any) -> State:
    return state.with_corp(seat, **changes)


def lay(state: State, seat: int, plan: Plan) -> State:
    return play(state, LayPlan(seat, plans.laid_of(plan)))


def plan_all(state: State, plans: dict[int, Plan], order: tuple[int, ...] = ()) -> State:
    """All seats finish planning, in this order or by seat; where a lot decides, it takes the first choice."""
    for seat in order or state.seats:
        state = lay(state, seat, plans.get(seat, Plan()))
    while any(q.kind == "draw-target" for q in GAME.questions(state)):
        draw = next(q.draw for q in GAME.questions(state) if q.draw is not None)
        state = play(state, DrawTarget(None, int(draw.pool[0][-1]) - 1))
    return state


def ask(state: State, kind: str, seat: int | None = None) -> Question:
    """The open question of this kind."""
    return next(q for q in GAME.questions(state) if q.kind == kind and seat in (None, q.player))


def asked(state: State) -> list[tuple[int | None, str]]:
    """The players who must answer, and the kinds of their questions."""
    return [(q.player, q.kind) for q in GAME.questions(state) if not q.optional]


def offers(state: State, seat: int, kind: str) -> list[Option]:
    return [option for option in GAME.options(state, seat) if option.decision.do == kind]


def play(state: State, *decisions: Decision) -> State:
    """As a table does: what is legal, and nothing else."""
    for decision in decisions:
        check_legal(GAME, state, decision)
        state = GAME.play(state, decision)
    return state


def refused(state: State, decision: Decision) -> str:
    """The sentence of the refusal. Checks that the state is unchanged."""
    before = repr(state)
    with pytest.raises(Illegal) as wrong:
        check_legal(GAME, state, decision)
    assert repr(state) == before
    return wrong.value.sentence


def refused_plan(state: State, seat: int, *laid: tuple[str, str, int]) -> str:
    return refused(state, LayPlan(seat, laid))


def follow(state: State, until: str, kind: str = "random", seed: int = 1) -> State:
    """Plays on with computer players until the phase begins."""
    rng = Random(seed)
    player = GAME.players[kind]
    while state.phase != until and not state.over:
        question = next(q for q in GAME.questions(state) if not q.optional)
        if question.chance is not None:
            decision = GAME.answer(state, question, question.chance.sample(rng))
        else:
            options = GAME.options(state, question.player)
            decision = player.choose(GAME, GAME.view(state, question.player), question, options, rng)
        state = GAME.play(state, decision)
    return state
