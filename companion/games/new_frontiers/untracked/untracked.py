"""Scoring a finished table of New Frontiers that was not tracked, tile by tile (`finished_table`) or by
numbers: chips, printed VP, each "?" and each goal; and what each tagged tile is there.

By numbers no tile of the box needs to be known. A development that its owner has told may be named: then the
companion says what its "?" counts, and people count only that (rulebook p. 10). A world's face says whether
it was settled (p. 7); an empire mat's, which of its homes was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.games.contract import (
    Asked,
    Final,
    FinalBook,
    Holding,
    Json,
    Part,
    ScoreLine,
    Tally,
    Term,
    capabilities,
)
from companion.games.contract.by_numbers import ByNumbers, Condition, score_by_numbers
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
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.counted import Bonus
from companion.games.new_frontiers.tiles.known import of_real_table
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.tiles.tile_info import KIND_COLOURS, tile_info
from companion.games.new_frontiers.tracking.layout import EXPLORED
from companion.games.new_frontiers.untracked import score_request
from companion.games.new_frontiers.untracked.finished_table import SMALL_DEVELOPMENT_COPIES, FinishedTables
from companion.translation import _, marked

_CHIPS = "chips"


class CountedTables(ByNumbers):
    """The finished tables of any copy of the game; `catalogue`: what is known of this one."""

    bonuses = BONUSES
    bonus = marked("9-cost development or colony")
    named = marked("Tiles with a “?”")
    wealth = marked("Credits and goods in the empire, not those stockpiled")
    wealth_told = marked("{number} in credits and goods")

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
            goes = any(power.effect.gives_way for power in found.powers)
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
        if not isinstance(tile, Goal) and any(power.effect.rise >= 0 for power in tile.powers)
    )


def _goods(world: World) -> tuple[tuple[str, str], ...]:
    """The kinds of goods that may lie on a colony, with their colours: gray ones never have any (p. 9), and
    where nobody told the kind it may be any."""
    if world.kind is None and KIND not in world.untold:
        return ()
    kinds = KINDS if world.kind in (None, "any") else (world.kind,)
    return tuple((kind, KIND_COLOURS[kind]) for kind in kinds)
