"""Tables for tests of tracking and pages: created by the game itself, then changed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.contract import Difference, Spot
from companion.games.new_frontiers import game
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game

NEW_FRONTIERS = game()


def start(players: int = 3, seed: int = 1, **options: str) -> State:
    """A game at its first question, with draws from `seed`."""
    state: State = new_game(NEW_FRONTIERS, players, tuple(options.items()), Random(seed))
    return state


def with_explored(state: State, player: int, *worlds: str) -> State:
    """Moves these worlds from the bag to the player's empire as explored worlds."""
    empire = state.empires[player]
    bag = tuple(world for world in state.bag if world not in worlds)
    empire = replace(empire, explored=(*empire.explored, *worlds))
    return replace(state.with_empire(player, empire), bag=bag)


def differing(
    expected: Mapping[str, Spot], seen: Mapping[str, Spot], watched: frozenset[str] = frozenset()
) -> tuple[Difference, ...]:
    """The differences between two layouts, by tile."""
    tiles = sorted(expected.keys() | seen.keys())
    return tuple(
        Difference(tile, expected.get(tile), seen.get(tile))
        for tile in tiles
        if expected.get(tile) != seen.get(tile)
    )
