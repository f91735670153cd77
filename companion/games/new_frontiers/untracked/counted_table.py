"""A finished table of New Frontiers scored by numbers: chips, printed VP, each "?" and each goal.

It needs no tile of the box to be known. A development that its owner has told may be named: then the
companion says what its "?" counts, and people count only that (rulebook p. 10).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Asked, Final, FinalBook, Holding, ScoreLine, Tally, Term
from companion.games.contract.by_numbers import ByNumbers, Condition
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.rules.scoring import (
    BONUSES,
    CHIPS,
    COLONIES,
    DEVELOPMENTS,
    GOALS,
    goal_vp,
    measured,
)
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.counted import Bonus
from companion.translation import _

_CHIPS = "chips"


class CountedTables(ByNumbers):
    """The finished tables of any copy of the game; `catalogue`: what is known of this one."""

    bonuses = BONUSES

    def __init__(self, catalogue: Catalogue, tiles: FinalBook) -> None:
        self._tiles = catalogue
        self._told = {
            id: tile.bonus
            for id, tile in catalogue.items()
            if isinstance(tile, Development | World)
            and tile.bonus is not None
            and tile.bonus.pairs
            and tile.source != "stand-in"
            and "bonus" not in tile.assumed
        }
        super().__init__(tiles, self._told, plate=True)

    # --- what is counted ---

    def printed(self, table: Final) -> tuple[tuple[str, Asked], ...]:
        return (
            (CHIPS, Asked(_CHIPS, _("VP chips"), "vp")),
            (COLONIES, Asked("colonies", _("VP printed on the colonies, the home too"), "world")),
            (DEVELOPMENTS, Asked("developments", _("VP printed on the developments"), "development")),
        )

    def bonus_words(self) -> str:
        return _("9-cost development or colony")

    def wealth(self) -> str:
        return _("Credits and goods in the empire, not those stockpiled")

    def wealth_words(self, number: int) -> str:
        return _("{number} in credits and goods", number=number)

    def conditions(self, tile: str, holding: Holding) -> tuple[Condition, ...]:
        bonus = self._told.get(tile)
        return () if bonus is None else tuple(self._conditions(bonus, holding))

    def _conditions(self, bonus: Bonus, holding: Holding) -> Iterator[Condition]:
        chips = holding.numbers.get(_CHIPS, 0)
        for vp, count in bonus.pairs:
            words = count.words()
            if not bonus.with_this:
                words = _("{things} (not this tile)", things=words)
            yield Condition(words, vp, chips // count.size if count.what == "chips" else None)

    # --- tiles that the box knows ---

    def title(self, role: str) -> str:
        return _("Tiles with a “?”")

    def note(self, tile: str) -> str:
        """What its "?" says."""
        return tile_view(self._tiles, tile).bonus

    # --- goals ---

    def goals(self, table: Final, holding: Holding) -> Iterator[tuple[Asked, ScoreLine]]:
        """What a goal counts, and what it gives for that; of one whose quantities nobody has told, the VP."""
        for id in table.shared:
            goal = self._tiles.get(id)
            if isinstance(goal, Goal):
                name = f"goal {id}"
                number = holding.numbers.get(name, 0)
                if goal.assumed:
                    vp, words = number, goal.name
                    asked = Asked(name, _("VP of the goal {goal}", goal=goal.name), "vp")
                else:
                    vp, words = goal_vp(goal, number), measured(goal.measure, number)
                    asked = Asked(name, goal.name, "goal", why=self.note(id))
                yield (
                    asked,
                    ScoreLine(GOALS, Tally(_(GOALS), (Term(f"{goal.name}{_(':')} {words}", vp, id),))),
                )
