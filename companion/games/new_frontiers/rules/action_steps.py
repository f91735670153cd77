"""Steps shared by all actions: whose turn it is, the state's changes, and which powers are in force."""

from __future__ import annotations

from companion.games.contract import Untold
from companion.games.new_frontiers.rules.state import Colony, Disk, Doing, Empire, State, Turn
from companion.games.new_frontiers.tiles.catalogue import InForce, PowersByTile
from companion.games.new_frontiers.wording.names import called


def in_force(state: State, player: int, type: str) -> list[InForce]:
    """The player's powers of this type, but for tiles placed in the action being done (p. 5)."""
    return _in_force(state.empires[player], type, state.catalogue.powers_of(type))


def manual_in_force(state: State, player: int, type: str) -> list[InForce]:
    """Those of them that the tile language does not know."""
    return _in_force(state.empires[player], type, state.catalogue.manual_powers_of(type))


def _in_force(empire: Empire, type: str, powers: PowersByTile) -> list[InForce]:
    found: list[InForce] = []
    if not powers:
        return found
    tiles = [colony.world for colony in empire.colonies if not colony.new]
    tiles += empire.developments
    for id in tiles:
        if id in powers and id not in empire.new_developments:
            of_tile = powers[id]
            if of_tile is None:
                raise Untold(id, f"powers/{type}")
            found += of_tile
    return found


def current(state: State) -> Doing:
    """The action being done; only called while there is one."""
    doing = state.doing
    assert doing is not None
    return doing


def step(state: State, **changes: object) -> State:
    """The state with these fields of the action being done changed."""
    return state.changed(doing=current(state).changed(**changes))


def next_player(state: State, **changes: object) -> State:
    """The turn passes on, to be begun with `changes` (or gone on with, where players act together)."""
    doing = current(state)
    at = doing.at + 1
    begun = doing.waiting and [turn for turn in doing.waiting if doing.order[at : at + 1] == (turn.player,)]
    if begun:
        waiting = tuple(turn for turn in doing.waiting if turn not in begun)
        return state.changed(doing=doing.with_turn(begun[0]).changed(at=at, waiting=waiting))
    return step(
        state,
        at=at,
        used=(),
        settled=0,
        temporary=(),
        income=0,
        stockpiled=False,
        **changes,
    )


def bring_forward(state: State, player: int, stage: str) -> State:
    """The turn passes to `player`, to begin at `stage` (or to go on, if it was begun), and waits where the
    other one's was. Whoever was done before, is."""
    doing = current(state)
    done = tuple(one for one in doing.order[: doing.at] if one != player)
    others = tuple(one for one in doing.order[doing.at :] if one != player)
    waiting = {turn.player: turn for turn in doing.waiting}
    waiting[doing.player] = doing.turn
    turn = waiting.pop(player, Turn(player, stage))
    doing = doing.with_turn(turn).changed(
        order=(*done, player, *others), at=len(done), waiting=tuple(waiting.values())
    )
    return state.changed(doing=doing)


def track_order(disks: tuple[Disk, ...]) -> tuple[int, ...]:
    """The players in the order of the track, from the disk shifted halfway, wrapping around (p. 4)."""
    at = next(index for index, disk in enumerate(disks) if disk.half)
    return tuple(dict.fromkeys(disk.player for disk in (*disks[at:], *disks[:at])))


def everyone_done(doing: Doing) -> bool:
    return doing.at >= len(doing.order)


def name(state: State, tile: str) -> str:
    """The tile's printed name; the id itself where the catalogue has no such tile."""
    known = state.catalogue.get(tile)
    return called(known) if known is not None else tile


def colony_of(empire: Empire, world: str) -> Colony | None:
    return next((colony for colony in empire.colonies if colony.world == world), None)
