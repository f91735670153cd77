"""Scoring a finished table of New Frontiers that was not tracked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.contract import Json, Part, capabilities
from companion.games.contract.by_numbers import score_by_numbers
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.known import of_real_table
from companion.games.new_frontiers.untracked import finished_tiles, score_request
from companion.games.new_frontiers.untracked.counted_table import CountedTables
from companion.games.new_frontiers.untracked.finished_table import FinishedTables


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
        return CountedTables(self.catalogue)

    def part(self, tile: str, face: str) -> Part | None:
        """Named, and with the goods that may lie there, by what was told of this box; that a home may have
        been replaced is asked about wherever it is thought possible."""
        found = finished_tiles.part(self.catalogue, tile, face)
        told = finished_tiles.part(self._told, tile, face)
        return None if found is None or told is None else replace(found, name=told.name, goods=told.goods)

    @cached_property
    def _final(self) -> FinishedTables:
        return FinishedTables(self.catalogue)

    @cached_property
    def _told(self) -> Catalogue:
        return of_real_table(self.catalogue)
