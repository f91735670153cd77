"""The role of each tagged tile on a finished table: a home, a colony, an explored world, a development.

A world's face says whether it was settled (rulebook p. 7); an empire mat's, which of its homes was chosen.
"""

from __future__ import annotations

from companion.games.contract import Part
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.powers import KINDS, ReplaceColony, ReplaceThis
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.tiles.tile_info import KIND_COLOURS, tile_info
from companion.games.new_frontiers.tracking.layout import EXPLORED
from companion.games.new_frontiers.wording.names import marked_name

SMALL_DEVELOPMENT_COPIES = 3
"""Small developments alike (p. 2); each large one is there once."""


def part(catalogue: Catalogue, tile: str, face: str) -> Part | None:
    """The tile that a tag calls `tile` with `face` up; None: no tile of this copy of the game.

    >>> part(Catalogue([]), "W07", "B") is None
    True
    """
    found = catalogue.get(tile) or catalogue.get(tile + face)
    if isinstance(found, World):
        if not found.is_home and face == EXPLORED:
            return Part(found.id, marked_name(found), "explored")
        if not found.is_home:
            return Part(found.id, marked_name(found), "colony", goods=_goods(found))
        # A home is printed on its mat: its tag stays when a world has taken its place (p. 7).
        goes = any(isinstance(power.effect, ReplaceThis) for power in found.powers)
        engineers = () if found.military else _replacing(catalogue)
        return Part(
            found.id, marked_name(found), "home", 1, _goods(found), may_go=goes, may_go_with=engineers
        )
    if isinstance(found, Development):
        return Part(
            found.id, marked_name(found), "development", copies=1 if found.large else SMALL_DEVELOPMENT_COPIES
        )
    info = tile_info(catalogue, tile)
    return None if info is None else Part(info.id, info.name, "")


def _replacing(catalogue: Catalogue) -> tuple[str, ...]:
    """The tiles whose power replaces a non-military colony, a home too: Terraforming Engineers (p. 7)."""
    return tuple(
        tile.id
        for tile in catalogue.values()
        if not isinstance(tile, Goal)
        and any(isinstance(power.effect, ReplaceColony) for power in tile.powers)
    )


def _goods(world: World) -> tuple[tuple[str, str], ...]:
    """The kinds of goods that may lie on a colony, with their colours: gray ones never have any (p. 9), and
    where nobody told the kind it may be any."""
    if world.kind is None and KIND not in world.untold:
        return ()
    kinds = KINDS if world.kind in (None, "any") else (world.kind,)
    return tuple((kind, KIND_COLOURS[kind]) for kind in kinds)
