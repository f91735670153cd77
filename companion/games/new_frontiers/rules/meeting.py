"""Worlds that are met for the first time on a real table: which tile somebody has in hand, by its name.

A world that the box does not know yet gets the lowest free number of those in the bag; where all numbers are
taken, the box holds more worlds than the rulebook prints (an expansion, say), and gets one more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.games.contract import NEW, Illegal, Item, Naming, name_problem
from companion.games.contract.telling import Known
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Tile, World
from companion.games.new_frontiers.tiles.known import (
    begun,
    met,
    named,
    names_taken,
    nothing_told,
    of_real_table,
)
from companion.games.new_frontiers.tiles.tile_info import caption
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, marked

SORTS = {"world": marked("New world:"), "development": marked("New development:")}
"""What may be met by its name alone, and what stands before the name."""
_NUMBER = re.compile(r"[Ww]?0*([1-9][0-9]{0,3})")


def naming(state: State, photo: bool) -> Naming:
    """The form that tells which world was taken out of the bag. photo: others lie open beside it."""
    catalogue = state.catalogue.shown
    known = sorted((called(catalogue.worlds[id]), id) for id in state.bag if met(catalogue.worlds[id]))
    name_key = state.setup.name_key
    taken = names_taken(catalogue.worlds.values(), name_key)
    elsewhere = tuple(
        Known(name, suggestions.OTHER_GAME)
        for name, start in suggestions.starting_values().items()
        if start.type == "world" and name_key(name) not in taken
    )
    return Naming(
        tuple(Item(id, name, tile=id, note=caption(catalogue.worlds[id])) for name, id in known),
        least=1,
        most=1,
        known=elsewhere,
        new_words=_("New:"),
        numbered_words=_("New world {number}", number=_next_world(catalogue, state.bag).id[1:].lstrip("0")),
        taken=taken,
        photo=photo,
        name_key=name_key,
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
    tile = _next_world(catalogue, state.bag)
    return named(tile, name or tile.name)


def newly_named(catalogue: Catalogue, sort: str, name: str, bag: Iterable[str] | None = None) -> Tile:
    """The tile of which only this name is known. bag: the worlds in it; None: no table is asked about. Raises
    Illegal."""
    real = of_real_table(catalogue)
    name = _free_name(real, name)
    if sort == "world":
        return named(_next_world(real, real.worlds if bag is None else bag), name)
    return named(nothing_told(begun(sort, _further("D", real.developments))), name)


def newly_tagged(catalogue: Catalogue, id: str, sort: str, name: str) -> Tile:
    """The tile whose tag is this id, of which no more than the name is known ("": nor that). Raises
    Illegal."""
    real = of_real_table(catalogue)
    tile = real[id] if id in real else nothing_told(begun(sort, id))
    if sort not in SORTS or met(tile):
        raise Illegal(_("{id} is known already: look again.", id=id))
    return named(tile, _free_name(real, name) if name.strip() else tile.name)


def unmet_world(state: State) -> World:
    """The world that is met next."""
    return _next_world(state.catalogue.shown, state.bag)


def unmet_development(state: State) -> Development:
    id = _further("D", state.catalogue.shown.developments)
    return nothing_told(Development(id, id, 0))


def _free_name(catalogue: Catalogue, name: str) -> str:
    """Raises Illegal."""
    name = " ".join(name.split())
    if wrong := name_problem(name, names_taken(catalogue.values())):
        raise Illegal(wrong)
    return name


def _next_world(catalogue: Catalogue, bag: Iterable[str]) -> World:
    """A world of the bag that nobody has met; where all are met, one more."""
    free = [id for id in bag if not met(catalogue.worlds[id])]
    if free:
        return catalogue.worlds[min(free)]
    id = _further("W", catalogue.worlds)
    return nothing_told(World(id, id))


def _further(letter: str, ids: Iterable[str]) -> str:
    """The number after those that the box has."""
    numbers = [int(id[1:]) for id in ids if id[1:].isdigit()]
    return f"{letter}{max(numbers, default=0) + 1:02}"
