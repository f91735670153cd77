"""A finished table of Race for the Galaxy scored by numbers: chips, printed VP, each 6-cost development.

It needs no card to be entered. A 6-cost development may be named: then the companion says what it counts, and
people count only that (p. 12).
"""

from __future__ import annotations

from companion.games.contract import Asked, Final, FinalBook, Holding
from companion.games.contract.by_numbers import ByNumbers, Condition
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.conditions import THREE_VP
from companion.games.race_for_the_galaxy.rules.scoring import CHIPS, DEVELOPMENTS, WORLDS
from companion.translation import _, marked

BONUSES = marked("6-cost developments")
_CHIPS = "chips"


class CountedTables(ByNumbers):
    """The finished tables of any copy of the game; `catalogue`: what is known of this one."""

    bonuses = BONUSES

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

    def bonus_words(self) -> str:
        return _("6-cost development")

    def wealth(self) -> str:
        return _("Cards in hand and goods together")

    def wealth_words(self, number: int) -> str:
        return _("{number} in cards and goods", number=number)

    def conditions(self, tile: str, holding: Holding) -> tuple[Condition, ...]:
        card = self._cards.get(tile)
        if card is None:
            return ()
        chips = holding.numbers.get(_CHIPS, 0)
        return tuple(
            Condition(one.one_counted(), one.vp, chips // 3 if one.per == THREE_VP else None)
            for one in card.conditions
        )

    def title(self, role: str) -> str:
        return _(BONUSES)
