"""Worlds that are met for the first time on a real table: which tile somebody has in hand, by its name.

A world that the box does not know yet gets the lowest free number of those in the bag; where all numbers are
taken, the box holds more worlds than the rulebook prints (an expansion, say), and gets one more.
"""

from __future__ import annotations

import re

from companion.games.contract import NEW, Item, Known, Naming
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import form_suggestions
from companion.games.new_frontiers.tiles.catalogue import Catalogue, World
from companion.games.new_frontiers.tiles.telling import met, named, new_world
from companion.games.new_frontiers.wording.names import called
from companion.translation import _

_NUMBER = re.compile(r"[Ww]?0*([1-9][0-9]{0,3})")


def naming(state: State) -> Naming:
    """The form that tells which world was taken out of the bag."""
    catalogue = state.catalogue.shown
    known = sorted((called(catalogue.worlds[id]), id) for id in state.bag if met(catalogue.worlds[id]))
    taken = frozenset(
        name.casefold()
        for world in catalogue.worlds.values()
        if met(world)
        for name in {world.name, called(world)}
    )
    elsewhere = tuple(
        Known(name, form_suggestions.OTHER_GAME)
        for name, start in form_suggestions.starting_values().items()
        if start.type == "world" and name.casefold() not in taken
    )
    return Naming(
        tuple(Item(id, name, tile=id) for name, id in known),
        least=1,
        most=1,
        known=elsewhere,
        new_words=_("New:"),
        numbered_words=_("New world {number}", number=_next_id(state)[1:].lstrip("0")),
        taken=taken,
    )


def met_tile(state: State, text: str) -> World:
    """The world that a Naming's text means, with the name that it gets by it."""
    catalogue = state.catalogue.shown
    if not text.startswith(NEW):
        return catalogue.worlds[text]
    name = text.removeprefix(NEW)
    number = _NUMBER.fullmatch(name)
    if number is not None:  # a sticker's number
        id = f"W{int(number[1]):02}"
        if id in state.bag and not met(catalogue.worlds[id]):
            return named(catalogue.worlds[id], catalogue.worlds[id].name)
    tile = _blank(catalogue, _next_id(state))
    return named(tile, name or tile.name)


def _next_id(state: State) -> str:
    catalogue = state.catalogue.shown
    free = [id for id in state.bag if not met(catalogue.worlds[id])]
    if free:
        return min(free)
    numbers = [int(id[1:]) for id in catalogue.worlds if id[1:].isdigit()]
    return f"W{max(numbers, default=0) + 1:02}"


def _blank(catalogue: Catalogue, id: str) -> World:
    return catalogue.worlds.get(id) or new_world(id)
