"""Tables for tests of the rules: a first game with fixed draws, and tiles that are written for each test.

Seats 0, 1, 2 ... are first, second, third ... on the priority track. They begin on plain gray home colonies
without powers, so that a test has only the effects of the tiles that it adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Decision, Illegal, Option, Player, Setup
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.actions.explore import DrawWorlds
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.catalogue import Development, World
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power

GAME = NewFrontiers()
NO_ANSWER = "That is no answer now"
"""Begins the shared sentence for what is not offered and has no refusal of its own."""
NAMES = ("Red", "Yellow", "Green", "Blue", "Purple")


def setup(players: int = 3, *, order: Sequence[int] | None = None, **options: str) -> Setup:
    """A complete setup: seats on the track in seat order (or `order`), mats 1, 2 ... in seat order."""
    seats = tuple(Player(name, name.lower()) for name in NAMES[:players])
    made = Setup(seats, tuple(options.items()))
    made = made.with_draw("order", tuple(seats[n].colour for n in order or range(players)))
    made = made.with_draw("mats", tuple(f"H{n + 1}" for n in range(players)))
    while draws := GAME.setup_draws(made):
        made = made.with_draw(draws[0].what, draws[0].pool[: draws[0].count])
    return made


def plain(players: int = 3, **options: str) -> State:
    """A game at its first question, each player on a gray home with 1 colonist on it."""
    state = GAME.new(setup(players, **options))
    homes = [home(f"P{seat}") for seat in range(players)]
    state = with_tiles(state, *homes)
    empires = tuple(
        replace(empire, colonies=(Colony(f"P{seat}", 1),)) for seat, empire in enumerate(state.empires)
    )
    return replace(state, empires=empires, supply=replace(state.supply, goods=(19, 17, 13, 11)))


def with_tiles(state: State, *tiles: World | Development) -> State:
    return replace(state, catalogue=state.catalogue.with_tiles(tiles))


def home(id: str, *powers: str, **fields: Any) -> World:
    return _world(id, powers, {"cost": 1, "vp": 1, "mat": 90, "side": "A", **fields})


def world(id: str, *powers: str, **fields: Any) -> World:
    """A world tile; cost 1 unless it has a defense."""
    return _world(id, powers, fields if "defense" in fields else {"cost": 1, **fields})


def _world(id: str, powers: tuple[str, ...], fields: dict[str, Any]) -> World:
    if "bonus" in fields:
        fields = {**fields, "bonus": parse_bonus(fields["bonus"])}
    return World(id, fields.pop("name", id), powers=tuple(map(parse_power, powers)), **fields)


def development(id: str, *powers: str, **fields: Any) -> Development:
    return Development(
        id, fields.pop("name", id), fields.pop("cost", 1), powers=tuple(map(parse_power, powers)), **fields
    )


def give(state: State, player: int, *tiles: World | Development, **changes: Any) -> State:
    """Gives the player these tiles: developments, and worlds as colonies (production worlds with a good).

    changes: other fields of the empire to set.
    """
    state = with_tiles(state, *tiles)
    empire = state.empires[player]
    colonies = empire.colonies
    developments = empire.developments
    for tile in tiles:
        if isinstance(tile, World):
            colonies = (*colonies, Colony(tile.id, tile.colonists))
        else:
            developments = (*developments, tile.id)
    return state.with_empire(
        player, replace(empire, **{"colonies": colonies, "developments": developments, **changes})
    )


def explored(state: State, player: int, *worlds: World) -> State:
    """Makes these worlds explored worlds of the player."""
    state = with_tiles(state, *worlds)
    empire = state.empires[player]
    return state.with_empire(
        player, replace(empire, explored=(*empire.explored, *(tile.id for tile in worlds)))
    )


def good_on(state: State, player: int, world: str, kind: str | None) -> State:
    """Puts a good that is not from the supply on the player's colony."""
    empire = state.empires[player]
    colonies = tuple(replace(c, good=kind) if c.world == world else c for c in empire.colonies)
    return state.with_empire(player, replace(empire, colonies=colonies))


def for_sale(state: State, *developments: Development, left: int = 1) -> State:
    """Puts these developments, and no others, in the center."""
    state = with_tiles(state, *developments)
    stacks = tuple((tile.id, left) for tile in developments)
    return replace(state, supply=replace(state.supply, developments=stacks))


def select(state: State, action: str) -> State:
    """The player whose turn it is selects this action tile."""
    return play(state, SelectAction(asked(state)[0], action))


def play(state: State, *decisions: Decision) -> State:
    """As a table plays them: through the gate of what is legal."""
    for decision in decisions:
        check_legal(GAME, state, decision)
        state = GAME.play(state, decision)
    return state


def drawn(state: State, names: tuple[str, ...]) -> Decision:
    """The decision that answers the open draw with `names`."""
    question = next(question for question in GAME.questions(state) if question.draw is not None)
    return GAME.answer(state, question, names)


def draw(state: State, *worlds: str) -> State:
    """The bag gives these worlds first, then others, as many as are asked for."""
    doing = state.doing
    assert doing is not None
    others = (id for id in state.bag if id not in worlds)
    drawn = (*worlds, *others)[: doing.draw]
    return play(state, DrawWorlds(None, tuple(drawn)))


def asked(state: State) -> tuple[int | None, str]:
    """The player who is asked, and the kind of question."""
    (question,) = GAME.questions(state)
    return question.player, question.kind


def options(state: State) -> list[Option]:
    return list(GAME.options(state, asked(state)[0]))


def answers(state: State, *kinds: type[Decision]) -> list[Decision]:
    """The offered decisions, or those of these classes."""
    found = [option.decision for option in options(state)]
    return [decision for decision in found if not kinds or isinstance(decision, kinds)]


def option(state: State, decision: Decision) -> Option:
    """The offered option with this decision."""
    return next(option for option in options(state) if option.decision == decision)


def refused(state: State, decision: Decision) -> str:
    """The sentence of the refusal of `decision`. Checks that the state is unchanged."""
    before = repr(state)
    with pytest.raises(Illegal) as refusal:
        check_legal(GAME, state, decision)
    assert repr(state) == before
    assert decision not in answers(state)
    return refusal.value.sentence
