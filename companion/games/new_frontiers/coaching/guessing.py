"""What nobody told of a box's tiles, drawn by chance for a search: it plays on with all that may yet come.

The tiles that nobody confirmed are dealt the facts of as many made-up ones, each once, so that the rulebook's
counts hold; of a tile of which something is told those come first that agree with it. Nothing of it is ever
shown, kept or counted: a search forgets it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.contract.setup import TOLD
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course.asking import options
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.known import open_fields

GUESSES = 12
"""Boxes drawn for one search; more would tell it no more than their number already does."""


class Guesses:
    """The boxes that agree with what is told of one; they are drawn once."""

    def __init__(self) -> None:
        self._of: Catalogue | None = None
        self._drawn: tuple[Catalogue, ...] = ()
        self._state: State | None = None
        self._possible: tuple[State, ...] = ()

    def __getstate__(self) -> dict[str, object]:
        return Guesses().__dict__

    def state(self, state: State, player: int, rng: Random) -> State:
        """The state with all told, as one of these boxes has it; itself where all is told."""
        shown = state.catalogue.shown
        if shown is state.catalogue:
            return state
        if self._of is not shown:
            self._of, self._drawn = shown, tuple(guessed(shown, Random(n)) for n in range(GUESSES))
        if self._state is not state:
            self._state, self._possible = state, tuple(_agreeing(state, player, self._drawn))
        return rng.choice(self._possible)


def _agreeing(state: State, player: int, drawn: tuple[Catalogue, ...]) -> list[State]:
    """The state with each of the boxes with which its player has the answers that there are; a power that
    nobody has told yet may have brought others before. In none: no tile in an empire has any of these."""
    wanted = {one.decision for one in options(state, player) if not isinstance(one.decision, AskWhatItSays)}
    found = [_all_told(state, box) for box in drawn]
    agreeing = [one for one in found if wanted <= {option.decision for option in options(one, player)}]
    return agreeing or [_all_told(state, _without_open_powers(state, box)) for box in drawn]


def _without_open_powers(state: State, box: Catalogue) -> Catalogue:
    shown = state.catalogue.shown
    lying = (
        id
        for empire in state.empires
        for id in (*(colony.world for colony in empire.colonies), *empire.developments)
    )
    tiles = []
    for id in lying:
        tile, told = box[id], shown[id]
        if not isinstance(tile, Goal) and not isinstance(told, Goal):
            tiles.append(replace(tile, powers=told.powers))
    return box.with_tiles(tiles)


def _all_told(state: State, catalogue: Catalogue) -> State:
    setup = state.setup
    if state.doing is None or state.doing.action != "explore":  # a world that is being taken has no name yet
        setup = replace(setup, options=tuple(one for one in setup.options if one != TOLD))
    fields = {name: getattr(state, name) for name in State.__dataclass_fields__}
    stacks = tuple(
        (id, min(left, 1) if _is_large(catalogue, id) else left) for id, left in state.supply.developments
    )
    supply = replace(state.supply, developments=stacks)
    return State(**fields | {"catalogue": catalogue, "setup": setup, "supply": supply})


def _is_large(catalogue: Catalogue, id: str) -> bool:
    tile = catalogue.developments.get(id)
    return tile is not None and tile.large


def guessed(shown: Catalogue, rng: Random) -> Catalogue:
    """A box in which all is told that this one leaves open."""
    open_tiles = [tile for tile in shown.values() if tile.untold]
    pools: dict[str, list[Tile]] = {}
    for tile in box_file.catalogue().values():
        if tile.id not in shown or shown[tile.id].untold:
            pools.setdefault(_sort(tile), []).append(tile)
    for pool in pools.values():
        rng.shuffle(pool)
    # Those of which most is told choose first.
    open_tiles.sort(key=lambda tile: len(tile.untold))
    found = []
    for tile in open_tiles:
        pool = pools.get(_sort(tile)) or [
            it for it in box_file.catalogue().values() if _sort(it) == _sort(tile)
        ]
        like = max(pool, key=lambda other: _agreement(tile, other))
        if len(pool) > 1:
            pool.remove(like)
        found.append(_with_facts_of(tile, like))
    return shown.with_tiles(found)


def _sort(tile: Tile) -> str:
    """Tiles of one sort can have each other's facts."""
    if isinstance(tile, Goal):
        return tile.id
    if isinstance(tile, Development):
        return f"development {tile.stack[:1]}"
    return "home" if tile.is_home else "world"


def _told_fields(tile: Tile) -> set[str]:
    fields = {field for row in printed_on(tile).rows for field in row.fields}
    return fields - open_fields(tile) - {"name"}


def _agreement(tile: Tile, other: Tile) -> int:
    return sum(
        getattr(tile, field, None) == getattr(other, field, None) for field in sorted(_told_fields(tile))
    )


def _with_facts_of(tile: Tile, other: Tile) -> Tile:
    fields = open_fields(tile) - {"name", "powers"}
    changes = {field: getattr(other, field) for field in fields if hasattr(other, field)}
    if isinstance(tile, World | Development) and isinstance(other, World | Development):
        types = {fact.removeprefix("powers/") for fact in tile.untold if fact.startswith("powers/")}
        further = (power for power in other.powers if power.type in types and power not in tile.powers)
        if types:
            changes["powers"] = (*tile.powers, *further)
    return replace(tile, untold=(), **changes)
