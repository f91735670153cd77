"""The untracked capability: scoring a finished table of Race for the Galaxy that was not tracked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.games.contract import FinalBook, Json, Part, capabilities
from companion.games.contract.by_numbers import score_by_numbers
from companion.games.contract.looks import Front, Looks, Title
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.tracking.tracking import CARD_MM
from companion.games.race_for_the_galaxy.untracked import score_request
from companion.games.race_for_the_galaxy.untracked.counted_table import CountedTables
from companion.games.race_for_the_galaxy.untracked.finished_table import FinishedTables

TITLE = Title(x_mm=39.0, y_mm=12.0, line_mm=5.5)
"""Measured on photographs of cards of the first edition."""


@dataclass(frozen=True)
class Untracked(capabilities.Untracked):
    """The untracked capability; a card is known by its front, too."""

    catalogue: Catalogue

    def score_request(self, request: Json) -> dict[str, Json]:
        by_numbers = score_by_numbers(score_request.GAME, self.by_numbers(), (1, 4), request)
        return score_request.answer(self.catalogue, request) if by_numbers is None else by_numbers

    def final(self) -> FinalBook:
        return self._final

    def by_numbers(self) -> FinalBook:
        return CountedTables(self.catalogue, self._final)

    def part(self, tile: str, face: str) -> Part | None:
        return self._final.part(tile, face)

    def looks(self) -> Looks:
        """A front for all copies of a card, by its key."""
        fronts = tuple(Front(key, copies[0].name) for key, copies in self.catalogue.by_key.items())
        return Looks(fronts, *CARD_MM, TITLE)

    @cached_property
    def _final(self) -> FinishedTables:
        return FinishedTables(self.catalogue)
