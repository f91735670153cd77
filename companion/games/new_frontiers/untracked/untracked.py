"""Scoring a finished table of New Frontiers that was not tracked, and what each tagged tile is there.

A world's face says whether it was settled (rulebook p. 7); an empire mat's, which of its homes was chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.games.contract import Json, Part, capabilities
from companion.games.contract.by_numbers import score_by_numbers
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.known import of_real_table
from companion.games.new_frontiers.tiles.powers import ReplaceColony, ReplaceThis
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.tiles.tile_info import KIND_COLOURS, tile_info
from companion.games.new_frontiers.tracking.layout import EXPLORED
from companion.games.new_frontiers.untracked import score_request
from companion.games.new_frontiers.untracked.counted_table import CountedTables
from companion.games.new_frontiers.untracked.finished_table import SMALL_DEVELOPMENT_COPIES, FinishedTables


@dataclass(frozen=True)
class Untracked(capabilities.Untracked):
    """The untracked capability; tiles are known by their tags."""

    catalogue: Catalogue

    def score_request(self, request: Json) -> dict[str, Json]:
        by_numbers = score_by_numbers(score_request.GAME, self.by_numbers(), (1, 5), request)
        return score_request.answer(self._told.strict, request) if by_numbers is None else by_numbers

    def final(self) -> FinishedTables:
        return self._final

    def by_numbers(self) -> CountedTables:
        return CountedTables(self.catalogue, self._final)

    def part(self, tile: str, face: str) -> Part | None:
        """With the goods that may lie there by what was told of this box; that a home may have been replaced
        is asked about wherever it is thought possible."""
        found = self.catalogue.get(tile) or self.catalogue.get(tile + face)
        if isinstance(found, World):
            if not found.is_home and face == EXPLORED:
                return Part(found.id, "explored")
            goods = _goods(self._told.world(found.id))
            if not found.is_home:
                return Part(found.id, "colony", goods=goods)
            # A home is printed on its mat: its tag stays when a world has taken its place (p. 7).
            goes = any(isinstance(power.effect, ReplaceThis) for power in found.powers)
            engineers = () if found.military else _replacing(self.catalogue)
            return Part(found.id, "home", 1, goods, may_go=goes, may_go_with=engineers)
        if isinstance(found, Development):
            return Part(found.id, "development", 1 if found.large else SMALL_DEVELOPMENT_COPIES)
        info = tile_info(self.catalogue, tile)
        return None if info is None else Part(info.id, "")

    @cached_property
    def _final(self) -> FinishedTables:
        return FinishedTables(self.catalogue)

    @cached_property
    def _told(self) -> Catalogue:
        return of_real_table(self.catalogue)


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
