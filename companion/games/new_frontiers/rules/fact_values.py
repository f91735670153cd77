"""What facts are about, and the values that they may have: places and players as words of a correction."""

from __future__ import annotations

from companion.games.contract import Each, FactRow
from companion.games.new_frontiers.rules.action_steps import name as tile_called
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.wording.names import kind_name
from companion.translation import _, marked

MAX_AMOUNT = 999
"""Of credits or VP chips; a larger number is a typing error."""
COLONISTS_IN_BOX = 60
"""On p. 2."""
NOBODY, NONE = marked("nobody"), marked("none")
BAG, CENTER, BOX = marked("bag"), marked("middle"), marked("not in play")
EXPLORED, COLONY, STOCKPILE = "explored by", "colony of", "stockpile of"
FACE_UP, FACE_DOWN = "face up with", "face down with"
UNSEEN = marked("in the stack or face down")
REPLACED = "replaced by"
"""Begins the value of a home in whose place a world lies; the world's id follows.

Values stand in journals as they are here, whatever is spoken."""
PLACE_WORDS = {
    EXPLORED: marked("explored by {player}"),
    COLONY: marked("colony of {player}"),
    STOCKPILE: marked("stockpile of {player}"),
    FACE_UP: marked("face up with {player}"),
    FACE_DOWN: marked("face down with {player}"),
}
"""Values that are followed by a player's colour, with their words."""


def seat_of_colour(state: State, colour: str) -> int:
    """The seat that plays `colour`."""
    return next(seat for seat, empire in enumerate(state.empires) if empire.colour == colour)


def place_of(state: State, world: str) -> str:
    """Where a world tile is, in the words of its fact."""
    return world_places(state).get(world, BOX)


def world_places(state: State) -> dict[str, str]:
    """Where every world tile in play is, in the words of its fact."""
    places = dict.fromkeys(state.bag, BAG)
    if state.doing is not None:
        places |= dict.fromkeys(state.doing.returning, BAG)
    for empire in reversed(state.empires):  # of two places, which only a mistake makes, the first one counts
        places |= dict.fromkeys(empire.stockpile.worlds, f"{STOCKPILE} {empire.colour}")
        places |= dict.fromkeys((colony.world for colony in empire.colonies), f"{COLONY} {empire.colour}")
        places |= dict.fromkeys(empire.explored, f"{EXPLORED} {empire.colour}")
    return places | dict.fromkeys(state.center, CENTER)


def place_in_words(state: State, place: str) -> str:
    """A place as a page says it: with the player's name."""
    how, _space, colour = place.rpartition(" ")
    if how not in PLACE_WORDS:
        return _(place)
    return _(PLACE_WORDS[how], player=state.empires[seat_of_colour(state, colour)].name)


def value_in_words(state: State, value: str) -> str:
    """A kind of goods, a player's colour, or a constant of this module, as a page says it."""
    if value in KINDS:
        return kind_name(value)
    return state.empires[seat_of_colour(state, value)].name if value in colours(state) else _(value)


def with_goals(state: State) -> bool:
    """Chart Galactic Goals is in play (p. 11)."""
    return "goals" in [tile.name for tile in state.actions]


def colours(state: State) -> tuple[str, ...]:
    return tuple(empire.colour for empire in state.empires)


Row = FactRow[State]
PLAYER = Each[State].player(lambda state: [empire.name for empire in state.empires])
KIND = Each[State]("kind", lambda _state, *_keys: KINDS, lambda _state, kind: kind_name(kind))
SETTLED = Each[State](
    "colony", lambda state, seat: [colony.world for colony in state.empires[seat].colonies], tile_called
)
DEVELOPMENT = Each[State](
    "development", lambda state, *_keys: [id for id, _left in state.supply.developments], tile_called
)
