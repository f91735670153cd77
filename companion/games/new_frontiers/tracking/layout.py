"""The expected place of every tagged tile, with which the camera's observations are compared.

Worlds are told apart by their faces (rulebook p. 6 and 7): explored ones lie gray side up (A), in the middle
until they are picked and then in their owner's area; colonies lie there with their colony side up (B). Of
the tiles that carry the home colonies, the empire mats, the side in play (A or B) faces up.

The layout names every world in play, and those must be seen. It names the mats too, but a mat's tag is
optional: `explain` finds nothing wrong with a mat out of view. Developments, goals and action tiles are not
in the layout: their tags are optional as well, and the copies of a development share one. Seen, they are
tolerated wherever the rules let them lie; `copies` has the areas in which developments lie.
"""

from __future__ import annotations

from companion.games.contract import MIDDLE, Spot, seat_zone
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.tile_info import action_tile_id, mat_id

EXPLORED = "A"
"""The gray face, and the letter of its tag."""
SETTLED = "B"
"""The colony face."""


def layout(state: State) -> dict[str, Spot]:
    """Tile id to where it should lie and which face is up."""
    spots = {world: Spot(MIDDLE, EXPLORED) for world in state.center}
    for player, empire in enumerate(state.empires):
        zone = seat_zone(player)
        explored, settled = Spot(zone, EXPLORED), Spot(zone, SETTLED)
        for world in (*empire.explored, *empire.stockpile.worlds):
            spots[world] = explored
        for colony in empire.colonies:
            home = state.catalogue.homes.get(colony.world)
            if home is None:
                spots[colony.world] = settled
            elif home.mat is not None:
                spots[mat_id(home.mat)] = Spot(zone, home.side or EXPLORED)
    return spots


def goods(state: State) -> dict[str, str | None]:
    """The settled worlds that may hold a good, and its kind. Homes are left out: a piece beside the tag of a
    large mat need not be its good."""
    return {
        colony.world: colony.good
        for empire in state.empires
        for colony in empire.colonies
        if colony.world not in state.catalogue.homes and state.catalogue.worlds[colony.world].kind is not None
    }


def copies(state: State) -> dict[str, frozenset[str]]:
    """The areas of those who have a development, by its face."""
    found: dict[str, set[str]] = {}
    for player, empire in enumerate(state.empires):
        for development in empire.developments:
            found.setdefault(development, set()).add(seat_zone(player))
    return {development: frozenset(zones) for development, zones in found.items()}


def slid(state: State) -> dict[str, bool]:
    """The action tiles: a selected one is slid halfway down (p. 4)."""
    return {action_tile_id(tile.name): tile.selected_by is not None for tile in state.actions}


def seat_of(zone: str, state: State) -> int | None:
    """The seat whose area `zone` is; None for the middle or a zone of no player."""
    return next((player for player in range(len(state.empires)) if seat_zone(player) == zone), None)
