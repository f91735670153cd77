"""Two tiles of New Frontiers that are one, written otherwise: what lies where after that."""

from __future__ import annotations

from companion.games.contract.one_piece import both_on_table, no_second_spelling, renamed
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, World
from companion.games.new_frontiers.tiles.known import nothing_told


def made_one(state: State, id: str, into: str) -> State:
    """The state in which the tile `id` is the tile `into`. Its number stands for a tile that nobody has met
    yet, where the rulebook counts it. Raises Illegal."""
    catalogue = state.catalogue.shown
    tile, other = catalogue.get(id), catalogue.get(into)
    if isinstance(tile, World) and isinstance(other, World) and not (tile.is_home or other.is_home):
        state = _world(state, id, into)
    elif isinstance(tile, Development) and isinstance(other, Development):
        state = _development(state, id, into)
    else:
        raise no_second_spelling()
    freed = nothing_told(tile) if state.setup.told or not _is_counted(id) else box_file.catalogue()[id]
    tiles = (freed if one.id == id else one for one in catalogue.values() if one.id != id or _is_counted(id))
    return state.changed(catalogue=Catalogue(tiles).strict, asks=None)


def _is_counted(id: str) -> bool:
    return id in box_file.catalogue()


def _world(state: State, id: str, into: str) -> State:
    bag = state.bag
    if id not in bag:
        if into not in bag:
            raise both_on_table()
        state = _in_its_places(state, id, into)
    still = (one for one in bag if one != id and (id in bag or one != into))
    return state.changed(bag=(*still, *((id,) if _is_counted(id) else ())))


def _development(state: State, id: str, into: str) -> State:
    held = [e for e in state.empires if id in (*e.developments, *e.new_developments)]
    left = dict(state.supply.developments)
    if into not in left:  # its mat is not in this game: the tiles were set out under the other name
        left[into] = left.pop(id, 0)
    else:
        left[into] -= len(held)
        if left[into] < 0 or any(into in (*e.developments, *e.new_developments) for e in held):
            raise both_on_table()
        if id in left:
            left[id] += len(held)
        if not _is_counted(id):
            left.pop(id, None)
    supply = state.supply.changed(developments=tuple(left.items()))
    return _in_its_places(state.changed(supply=supply), id, into)


def _in_its_places(state: State, id: str, into: str) -> State:
    """It lies where the other lay; the box, what is set out and the bag are not meant."""
    moved = renamed(state.changed(catalogue=None, setup=None, supply=None, bag=()), id, into, state.setup)
    return moved.changed(catalogue=state.catalogue, setup=state.setup, supply=state.supply, bag=state.bag)
