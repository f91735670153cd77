"""The game as lights: the priority track and the seven action tiles, never told by colour alone.

Each player has a colour and a rhythm. Track: a disk shines where it lies, brightly while its player acts, and
at both spaces while it lies halfway between them. Action tiles: white and faint while free, bright in the
rhythm of the player whose turn it is while being done, faint in the colour of its selector when used;
Produce breathes in amber while credits lie on it.
"""

from __future__ import annotations

from companion.games.game import Light, Picture
from companion.games.new_frontiers.state import ActionTile, State

SPACES = 6
RHYTHMS = {
    "blue": "steady",
    "green": "slow-pulse",
    "red": "double-blink",
    "yellow": "flutter",
    "purple": "long-short",
}
"""A motion for each of the players' colours."""
FAINT, PLAIN, BRIGHT = 1, 2, 3


def light(state: State) -> Picture:
    """Segments "track" (6 spaces, from the front) and "tiles" (7, in the order of `State.actions`)."""
    return Picture((("track", _track(state)), ("tiles", tuple(_tile(state, t) for t in state.actions))))


def player_light(state: State, player: int, level: int) -> Light:
    colour = state.empires[player].colour
    return Light(colour, RHYTHMS[colour], level)


def to_act(state: State) -> int | None:
    """The seat whose turn it is; None: the table's, or nobody's any more."""
    doing = state.doing
    if state.over:
        return None
    if doing is not None:
        return doing.player if doing.at < len(doing.order) else None
    return next((disk.player for disk in state.disks if not disk.done), None)


def _track(state: State) -> tuple[Light, ...]:
    lamps = [Light()] * SPACES
    acting = to_act(state)
    for at, disk in enumerate(state.disks):
        level = BRIGHT if disk.player == acting else PLAIN
        new, old = at, at + 1
        if not disk.done and old < SPACES:
            lamps[old] = player_light(state, disk.player, FAINT if disk.half else level)
        if (disk.done or disk.half) and new < SPACES:
            lamps[new] = player_light(state, disk.player, level)
    return tuple(lamps)


def _tile(state: State, tile: ActionTile) -> Light:
    doing, acting = state.doing, to_act(state)
    if doing is not None and doing.action == tile.name and acting is not None:
        return player_light(state, acting, BRIGHT)
    if tile.selected_by is not None:
        colour = player_light(state, tile.selected_by, FAINT).colour
        return Light(colour, "steady", FAINT)
    if tile.credits:
        return Light("amber", "breathe", PLAIN)
    return Light("white", "steady", FAINT)
