"""The untracked capability: scoring a finished table of Race for the Galaxy that was not tracked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Json, Part
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.untracked import score_request
from companion.games.race_for_the_galaxy.untracked.finished_table import FinishedTables


@dataclass(frozen=True)
class Untracked:
    """See `companion.games.contract.Untracked`."""

    catalogue: Catalogue

    def score_request(self, request: Json) -> dict[str, Json]:
        return score_request.answer(self.catalogue, request)

    def final(self) -> FinishedTables:
        return FinishedTables(self.catalogue)

    def part(self, tile: str, face: str) -> Part | None:
        return self.final().part(tile, face)
