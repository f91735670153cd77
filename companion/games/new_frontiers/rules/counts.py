"""Counts of an empire: the X of every "per X", and total Military, each with the tiles it comes from.

Scoring and the actions count with the same functions, so that no explanation disagrees with a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.contract import Tally, Term
from companion.games.contract.piece_names import plain_name
from companion.games.new_frontiers.rules.state import Empire
from companion.games.new_frontiers.tiles.amounts import KEYWORDS, KINDS, POWER_TYPES
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, World, need, need_all_powers
from companion.games.new_frontiers.tiles.counted import Count
from companion.games.new_frontiers.wording.names import called, credits, kind_name, power_name
from companion.translation import _, plural

ON_TILES = ("colony", "development", "tile", "name")
"""The counts whose things are tiles; a tile scores for one condition of a bonus only (rulebook p. 10)."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A tile in an empire. chosen: what the Alien Oort Cloud Factory is set to."""

    tile: World | Development
    chosen: str | None = None

    @property
    def is_colony(self) -> bool:
        return isinstance(self.tile, World)

    @property
    def kind(self) -> str | None:
        """A colony's, "any" where it may be set and is not; None: gray. Only what counts it reads it."""
        kind = self.tile.kind if isinstance(self.tile, World) else None
        return self.chosen or kind if kind == "any" else kind


def owned(catalogue: Catalogue, empire: Empire, any_kind: str | None = None) -> tuple[Owned, ...]:
    """The colonies (home first) and then the developments. any_kind: what an "any" world is set to now."""
    developments = catalogue.developments
    return (
        *(Owned(catalogue.world(colony.world), any_kind) for colony in empire.colonies),
        *(Owned(developments[id]) for id in empire.developments),
    )


def fits(item: Owned, count: Count) -> bool:
    """Whether the tile is one of those that `count` (one of ON_TILES) counts."""
    tile = item.tile
    if count.what == "name":
        return plain_name(tile.name) == plain_name(count.name or "")
    if isinstance(tile, World):
        if (
            count.what == "development"
            or count.large
            or (count.military is not None and tile.military != count.military)
            or (count.kind is not None and item.kind != count.kind)
            or (count.good is not None and tile.good != count.good)
            or (count.gray and item.kind is not None)
        ):
            return False
    elif (
        count.what == "colony"
        or (count.large and not tile.large)
        or count.military is not None
        or count.kind is not None
        or count.good is not None
        or count.gray
    ):
        return False
    if count.keyword is not None and count.keyword not in tile.keywords:
        return False
    if count.power is None:
        return True
    need(tile, count.power)
    return any(power.type == count.power for power in tile.powers)


def count(
    catalogue: Catalogue,
    empire: Empire,
    what: Count,
    *,
    any_kind: str | None = None,
    produced: Sequence[str] = (),
) -> Tally:
    """How many of `what` the empire has; its terms name the tiles.

    produced: the kinds of the goods really placed in this Produce, one entry a good.
    """
    return Tally(what.words(), terms(catalogue, empire, what, owned(catalogue, empire, any_kind), produced))


def terms(
    catalogue: Catalogue, empire: Empire, what: Count, tiles: Sequence[Owned], produced: Sequence[str] = ()
) -> tuple[Term, ...]:
    """The reasons that `what` counts among `tiles`, which are those of `owned`; each worth its number."""
    match what.what:
        case "Military":
            tally = total_military(catalogue, empire)
            return _sized(
                _("{number} total Military", number=max(0, tally.total)), max(0, tally.total), what.size
            )
        case "chips":
            return _sized(_("{number} VP in chips", number=empire.chips), empire.chips, what.size)
        case "credits":
            return _sized(credits(empire.credits), empire.credits, what.size)
        case "colonist":
            number = empire.colonists
            words = plural("{number} unused colonist", "{number} unused colonists", number)
            return _sized(words, number, what.size)
        case "good":
            number = goods(empire)
            words = plural("{number} good on colonies", "{number} goods on colonies", number)
            return _sized(words, number, what.size)
        case "colony kind":
            return _different(KINDS, kind_name, [(item.kind or "", item) for item in tiles])
        case "power type":
            for item in tiles:
                need_all_powers(item.tile)
            return _different(
                POWER_TYPES, power_name, [(p.type, item) for item in tiles for p in item.tile.powers]
            )
        case "keyword":
            return _different(KEYWORDS, str, [(word, item) for item in tiles for word in item.tile.keywords])
        case "good produced":
            number = sum(kind == (what.kind or kind) for kind in produced)
            words = plural("{number} good produced", "{number} goods produced", number)
            return _sized(words, number, what.size)
        case "kind produced":
            return tuple(Term(kind_name(kind), 1) for kind in KINDS if kind in produced)
    return tuple(Term(called(item.tile), 1, item.tile.id) for item in tiles if fits(item, what))


def _sized(label: str, number: int, size: int) -> tuple[Term, ...]:
    whole = number // size
    return (Term(label, whole),) if whole else ()


def _different(
    choices: Sequence[str], words: Callable[[str], str], found: Sequence[tuple[str, Owned]]
) -> tuple[Term, ...]:
    """One term for each choice found, with the first tile that has it."""
    first: dict[str, Owned] = {}
    for name, item in found:
        first.setdefault(name, item)
    return tuple(Term(words(name), 1, first[name].tile.id) for name in choices if name in first)


def goods(empire: Empire) -> int:
    """The goods on its colonies; those on the stockpile mat are not among them (p. 10)."""
    return sum(colony.good is not None for colony in empire.colonies)


def total_military(catalogue: Catalogue, empire: Empire) -> Tally:
    """Military that counts against every world: not specialized, not temporary (p. 7).

    A tile placed in the action being done does not count yet (p. 5).
    """
    ids = [colony.world for colony in empire.colonies if not colony.new]
    ids += [id for id in empire.developments if id not in empire.new_developments]
    found = []
    for id in ids:
        tile = catalogue[id]
        if not isinstance(tile, World | Development):
            continue
        need(tile, "Settle")
        for power in tile.powers:
            effect = power.effect
            if effect.military and not effect.foe():
                found.append(Term(called(tile), effect.military, id))
    return Tally(_("Military"), tuple(found))
