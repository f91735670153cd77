"""Reads setup draws and first choices off the tiles that lie on the table when a game is set up.

A game says of a setup draw where its tiles come to lie (`Draw.zones`). Tiles are assigned to
the zones of a table for the given number of players. Nothing is submitted here: a person confirms it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.contract import (
    Difference,
    Draw,
    Game,
    Option,
    Player,
    Setup,
    Spot,
    State,
    part_of,
    seat_zone,
    untracked_of,
)
from companion.table.chance import setup_with_draws
from companion.table.differences import DifferenceTexts

Spots = Mapping[str, Spot]
"""Where tiles lie and which face is up."""


@dataclass(frozen=True, slots=True)
class SetupPlace:
    """A zone of a setup draw. found: the tiles of its pool that lie there, one where all is well. words: what
    the one is called as it lies; mend: what to do about it, or ""."""

    player: Player | None
    found: tuple[str, ...]
    words: str = ""
    mend: str = ""

    @property
    def good(self) -> bool:
        return len(self.found) == 1 and not self.mend


def draws_shown_by_tiles(game: Game[State], setup: Setup) -> tuple[Draw, ...]:
    """The setup's draws that can be read off tiles on the table."""
    return tuple(draw for draw in game.setup_draws(setup) if draw.zones)


def setup_places(game: Game[State], setup: Setup, spots: Spots) -> tuple[SetupPlace, ...]:
    """What lies where the open draws' tiles come to lie. Raises Illegal for a setup that cannot be."""
    found = [
        (zone, tiles)
        for draw in draws_shown_by_tiles(game, setup)
        for zone, tiles in _tiles_by_zone(draw, spots)
    ]
    mends: dict[str, str] = {}
    if all(len(tiles) == 1 for _, tiles in found):
        mends = dict(_mends(game, setup, spots, {tile for _, tiles in found for tile in tiles}))
    owners = {seat_zone(n): player for n, player in enumerate(setup.players)}
    return tuple(
        SetupPlace(
            owners.get(zone),
            tiles,
            _displayed_name(game, tiles[0], spots[tiles[0]].face) if len(tiles) == 1 else "",
            mends.get(tiles[0], "") if tiles else "",
        )
        for zone, tiles in found
    )


def with_detected_draws(game: Game[State], setup: Setup, spots: Spots) -> Setup:
    """The setup with each draw answered whose zones hold one tile each. Raises Illegal."""
    for draw in draws_shown_by_tiles(game, setup):
        lying = _tiles_by_zone(draw, spots)
        if all(len(tiles) == 1 for _, tiles in lying):
            setup = setup.with_draw(draw.what, tuple(tiles[0] for _, tiles in lying))
    return setup


def option_matching_tiles(game: Game[State], state: State, spots: Spots) -> Option | None:
    """The one answer to an open question that puts only tiles of `spots` on the table, exactly as they lie;
    None: no question has exactly one."""
    before = game.tracking.layout(state)
    for question in game.questions(state):
        fitting = []
        for option in game.options(state, question.player):
            after = game.tracking.layout(game.play(state, option.decision))
            put = {tile: spot for tile, spot in after.items() if before.get(tile) != spot}
            if put and all(spots.get(tile) == spot for tile, spot in put.items()):
                fitting.append(option)
        if len(fitting) == 1:
            return fitting[0]
    return None


def _tiles_by_zone(draw: Draw, spots: Spots) -> list[tuple[str, tuple[str, ...]]]:
    """Each zone of a draw with the tiles of the draw's pool that lie in it."""
    pool = set(draw.pool)
    return [
        (zone, tuple(sorted(tile for tile, spot in spots.items() if spot.zone == zone and tile in pool)))
        for zone in draw.zones
    ]


def _mends(game: Game[State], setup: Setup, spots: Spots, tiles: set[str]) -> Iterator[tuple[str, str]]:
    """The tiles that this game begins with otherwise, wrong side up say, and what to do about each."""
    state = game.new(setup_with_draws(game, with_detected_draws(game, setup, spots), 0))
    own = {tile: spots[tile] for tile in tiles}
    while (option := option_matching_tiles(game, state, own)) is not None:
        state = game.play(state, option.decision)
    layout, texts = game.tracking.layout(state), DifferenceTexts(game, setup)
    for tile, spot in own.items():
        if tile in layout and layout[tile] != spot:
            yield tile, texts.move(Difference(tile, layout[tile], spot))


def _displayed_name(game: Game[State], tile: str, face: str) -> str:
    """What a tile is called as it lies, and its own name if another: "Sea side (Mat 1)"."""
    info, part = game.tracking.tile(tile), part_of(game, tile, face)
    lying = untracked_of(game).final().name(part.id) if part and part.role else ""
    names = [lying, info.name if info else tile]
    if not names[0] or names[0] == names[1]:
        return names[1]
    return f"{names[0]} ({names[1]})"
