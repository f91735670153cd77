"""A finished table with tiles of which nobody told all: what is asked of them, and what stays open.

VP are entered as a number for this table; a kind, a keyword or a power is missed only where a "?" or a goal
of this very result counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.contract.untracked import Asked, Final, Holding
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.rules.told_forms import fact_words
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, World
from companion.games.new_frontiers.tiles.known import of_real_table
from companion.games.new_frontiers.tiles.powers import Count
from companion.games.new_frontiers.tiles.printed_world import KIND, PRICE
from companion.games.new_frontiers.tiles.printed_worth import BONUS, POWERS, VP
from companion.games.new_frontiers.tiles.printed_worth import KEYWORD as KEYWORDS
from companion.games.new_frontiers.wording.names import listed
from companion.translation import _

PRINTED_PREFIX = "printed "
"""Begins the name of the number for the VP of a tile of which nobody told them."""
_FACTS_OF_MEASURE = {
    "Consume powers": ("powers/Consume",),
    "keywords": (KEYWORDS,),
    "power types": POWERS,
    "colony kinds": (KIND,),
}


def with_blanks(catalogue: Catalogue) -> Catalogue:
    """The tiles with blanks for what nobody told of this box, in place of what is assumed or made up."""
    return of_real_table(catalogue)


def asked(tiles: Catalogue, holding: Holding) -> Iterator[Asked]:
    """The VP of each tile of which nobody told them."""
    for id in _without_vp(tiles, holding):
        words = _("VP printed on {tile}, or what its “?” counts", tile=tile_view(tiles, id).name)
        yield Asked(PRINTED_PREFIX + id, words, "vp", tile=id)


def with_entered(tiles: Catalogue, table: Final) -> Catalogue:
    """The tiles with the VP that people entered for this table."""
    found: list[World | Development] = []
    for holding in table.players:
        for id in _without_vp(tiles, holding):
            tile = tiles[id]
            assert not isinstance(tile, Goal)
            untold = tuple(fact for fact in tile.untold if fact not in (VP, BONUS))
            number = holding.numbers.get(PRINTED_PREFIX + id, 0)
            found.append(replace(tile, vp=number, bonus=None, untold=untold))
    return tiles.with_tiles(found) if found else tiles


def doubts(tiles: Catalogue, table: Final, player: int, counts: Iterable[Count]) -> Iterator[str]:
    """What counts here and nobody told of a player's tiles, a sentence each. counts: what the player's own
    "?" count."""
    holding = table.players[player]
    goals = [goal for id in table.shared if isinstance(goal := tiles.get(id), Goal)]
    read = {fact for count in counts for fact in _read_by(count)}
    read |= {fact for goal in goals for fact in _FACTS_OF_MEASURE.get(goal.measure, ())}
    for id in _scoring(holding):
        tile = tiles.get(id)
        if isinstance(tile, World | Development) and read & set(tile.untold):
            facts = listed([fact_words(tile, fact) for fact in tile.untold if fact in read])
            name = tile_view(tiles, id).name
            yield _(
                "{player}: this counts here, and nobody told it of {tile}: {facts}. Tell it in the box.",
                player=holding.name,
                tile=name,
                facts=facts,
            )


def _scoring(holding: Holding) -> tuple[str, ...]:
    return (*holding.on("home"), *holding.on("colony"), *holding.on("development"))


def _without_vp(tiles: Catalogue, holding: Holding) -> tuple[str, ...]:
    return tuple(id for id in _scoring(holding) if {VP, BONUS} & set(getattr(tiles.get(id), "untold", ())))


def _read_by(count: Count) -> Iterator[str]:
    """The facts of a tile that this count reads."""
    if count.military is not None or count.large:
        yield PRICE
    if count.good or count.gray or count.kind or count.what == "colony kind":
        yield KIND
    if count.keyword or count.what == "keyword":
        yield KEYWORDS
    if count.power or count.what in ("power type", "Military"):
        yield from POWERS
