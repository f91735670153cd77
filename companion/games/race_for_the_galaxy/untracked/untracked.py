"""Scoring a finished table of Race for the Galaxy that was not tracked: card by card (`finished_table`), or
by numbers: chips, printed VP, each 6-cost development. So no card needs to be entered.

A 6-cost development may be named: then the companion says what it counts, and people count only that (p. 12).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.games.contract import Asked, Final, FinalBook, Holding, Json, Part, capabilities
from companion.games.contract.by_numbers import ByNumbers, Condition, score_by_numbers
from companion.games.contract.looks import Front, Looks, Title
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.conditions import THREE_VP
from companion.games.race_for_the_galaxy.rules.scoring import CHIPS, DEVELOPMENTS, WORLDS
from companion.games.race_for_the_galaxy.tracking.tracking import CARD_MM
from companion.games.race_for_the_galaxy.untracked import score_request
from companion.games.race_for_the_galaxy.untracked.finished_table import FinishedTables
from companion.translation import _, marked

_CHIPS = "chips"
TITLE = Title(x_mm=39.0, y_mm=12.0, line_mm=5.5)
"""Measured on photographs of cards of the first edition."""


class CountedTables(ByNumbers):
    """The finished tables of any copy of the game; `catalogue`: what is known of this one."""

    bonuses = named = marked("6-cost developments")
    bonus = marked("6-cost development")
    wealth = marked("Cards in hand and goods together")
    wealth_told = marked("{number} in cards and goods")

    def __init__(self, catalogue: Catalogue, tiles: FinalBook) -> None:
        self._cards = {
            copies[0].id: copies[0]
            for copies in catalogue.by_key.values()
            if copies[0].variable and copies[0].conditions
        }
        super().__init__(tiles, self._cards)

    def printed(self, table: Final) -> tuple[tuple[str, Asked], ...]:
        return (
            (CHIPS, Asked(_CHIPS, _("VP chips"), "vp")),
            (WORLDS, Asked("worlds", _("VP printed on the worlds"))),
            (DEVELOPMENTS, Asked("developments", _("VP printed on the developments"))),
        )

    def conditions(self, tile: str, holding: Holding) -> tuple[Condition, ...]:
        card = self._cards.get(tile)
        if card is None:
            return ()
        chips = holding.numbers.get(_CHIPS, 0)
        return tuple(
            Condition(one.one_counted(), one.vp, chips // 3 if one.per == THREE_VP else None)
            for one in card.conditions
        )


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
