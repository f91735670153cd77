"""The game as lights: the priority track and the seven action tiles, never told by colour alone.

A player is a colour and a rhythm; what a lamp means is a motion and a level. So everything can be read by
eyes that see no colour, and from the corner of one. lights_legend.py has each meaning in words.
"""

from __future__ import annotations

from companion.games.contract import Light, LightPicture
from companion.games.new_frontiers.rules.course import asking
from companion.games.new_frontiers.rules.scoring import score
from companion.games.new_frontiers.rules.state import ActionTile, Disk, State

TRACK_SPACES = 6
RHYTHMS = {
    "red": "double-blink",
    "yellow": "triple-blink",
    "green": "slow-pulse",
    "blue": "steady",
    "purple": "long-short",
}
"""A motion for each of the players' colours."""
FAINT, PLAIN, BRIGHT = 1, 2, 3

FREE = Light("white", "steady", PLAIN)
LAST_ROUND = Light("white", "breathe", FAINT)
CREDITS = Light("amber", "breathe", PLAIN)
DRAW = Light("white", "breathe", PLAIN)


def light(state: State) -> LightPicture:
    """Segments "track" (6 spaces, from the front), "tiles" (7, in the order of `State.actions`), "seats" (one
    a player) and "explore" (1, round the worlds in the middle)."""
    if state.over:
        return _ceremony(state)
    acting = acting_seats(state)
    track = _track(state, acting)
    tiles = tuple(_tile(state, tile, acting) for tile in state.actions)
    seats = tuple(
        player_light(state, seat, BRIGHT if seat in acting else FAINT) for seat in range(len(state.empires))
    )
    calls = [("track", place) for place, lamp in enumerate(track) if lamp.level == BRIGHT]
    calls += [("seats", seat) for seat in acting]
    if state.doing is not None and acting:
        calls += [("tiles", n) for n, tile in enumerate(state.actions) if tile.name == state.doing.action]
    segments = (("track", track), ("tiles", tiles), ("seats", seats), ("explore", (_explore(state, acting),)))
    return LightPicture(segments, tuple(calls))


def player_light(state: State, player: int, level: int) -> Light:
    colour = state.empires[player].colour
    return Light(colour, RHYTHMS[colour], level)


def acting_seats(state: State) -> tuple[int, ...]:
    """The seats that are asked something now."""
    return tuple(player for player in asking.asked(state) if player is not None)


def _track(state: State, acting: tuple[int, ...]) -> tuple[Light, ...]:
    """A disk shines where it lies; halfway, it shines at its new space and its old one pulses (p. 4)."""
    lamps = [Light()] * TRACK_SPACES
    for at, disk in enumerate(state.disks):
        shine = player_light(state, disk.player, BRIGHT if _calls(state, disk, acting) else PLAIN)
        new, old = at, at + 1
        if disk.half and old < TRACK_SPACES:
            lamps[old] = Light(shine.colour, "breathe", FAINT)
        elif not disk.done and old < TRACK_SPACES:
            lamps[old] = shine
        if (disk.done or disk.half) and new < TRACK_SPACES:
            lamps[new] = shine
    return tuple(lamps)


def _calls(state: State, disk: Disk, acting: tuple[int, ...]) -> bool:
    """Whether this disk stands for a player who must act. With two disks each, one is enough (p. 3): the one
    to be moved when an action is selected, else the first."""
    if disk.player not in acting:
        return False
    own = [other for other in state.disks if other.player == disk.player]
    waiting = [other for other in own if not other.done]
    return disk == (waiting or own)[0]


def _tile(state: State, tile: ActionTile, acting: tuple[int, ...]) -> Light:
    doing = state.doing
    if doing is not None and doing.action == tile.name:
        return player_light(state, acting[0] if acting else doing.selector, BRIGHT)
    if tile.selected_by is not None:
        return player_light(state, tile.selected_by, FAINT)
    if tile.credits:
        return CREDITS
    return LAST_ROUND if state.endings else FREE


def _explore(state: State, acting: tuple[int, ...]) -> Light:
    doing = state.doing
    if doing is None or doing.action != "explore":
        return Light()
    return player_light(state, acting[0], BRIGHT) if acting else DRAW


def _ceremony(state: State) -> LightPicture:
    """The game is over: the track has the players by rank, the winners bright, and the tiles are theirs."""
    ranked = sorted(score(state).players, key=lambda player: player.rank)
    winners = [player.player for player in ranked if player.winner]
    track = [player_light(state, p.player, BRIGHT if p.winner else PLAIN) for p in ranked]
    tiles = tuple(player_light(state, winners[n % len(winners)], BRIGHT) for n in range(len(state.actions)))
    seats = tuple(
        player_light(state, seat, BRIGHT if seat in winners else FAINT) for seat in range(len(state.empires))
    )
    dark = (Light(),)
    return LightPicture(
        (
            ("track", (*track, *dark * (TRACK_SPACES - len(track)))),
            ("tiles", tiles),
            ("seats", seats),
            ("explore", dark),
        )
    )
