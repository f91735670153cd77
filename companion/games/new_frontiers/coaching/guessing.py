"""What nobody told of a box's tiles, drawn by chance for a search: it plays on with all that may yet come.

The tiles that nobody confirmed are dealt the facts of as many made-up ones, each once, so that the rulebook's
counts hold (contract/guessing.py). Nothing of it is ever shown, kept or counted: a search forgets it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.contract import guessing
from companion.games.contract.setup import TOLD
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course.asking import options
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Goal, Tile, printed_on

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
    stacks = tuple(
        (id, min(left, 1) if _is_large(catalogue, id) else left) for id, left in state.supply.developments
    )
    supply = replace(state.supply, developments=stacks)
    return state.changed(catalogue=catalogue, setup=setup, supply=supply, asks=None, pending=None)


def _is_large(catalogue: Catalogue, id: str) -> bool:
    tile = catalogue.developments.get(id)
    return tile is not None and tile.large


def guessed(shown: Catalogue, rng: Random) -> Catalogue:
    """A box in which all is told that this one leaves open."""
    lying = frozenset(tile.id for tile in shown.values() if not tile.untold)
    made_up = box_file.catalogue().values()
    return shown.with_tiles(guessing.guessed(shown.values(), made_up, printed_on, _sort, rng, lying=lying))


def _sort(tile: Tile) -> str:
    """Tiles of one sort can have each other's facts."""
    if isinstance(tile, Goal):
        return tile.id
    if isinstance(tile, Development):
        return f"development {tile.stack[:1]}"
    return "home" if tile.is_home else "world"
