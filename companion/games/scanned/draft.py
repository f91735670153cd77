"""The state of a finished table, as people have it so far: who played, which photos, what no photo shows; and
how a game's book reads it.

What the photos show is not in here: it is read from them, and what a person said goes before it. So a photo
that is added or taken away later changes nothing that was said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.games.contract.rules import Game, untracked_of
from companion.games.contract.setup import colour_name
from companion.games.contract.state import State
from companion.games.contract.untracked import Final, FinalBook, Holding, Roles
from companion.translation import _


@dataclass(frozen=True, slots=True)
class ScanPlayer:
    """A player. name "": called by the colour."""

    name: str
    colour: str

    @property
    def called(self) -> str:
        return self.name or colour_name(self.colour)


@dataclass(frozen=True, slots=True)
class PhotoRef:
    """A photo. id: in the store; player: the seat it was taken for, None: the whole table or not known."""

    id: str
    player: int | None = None


@dataclass(frozen=True)
class Draft:
    """One moment of a scan. Seats count from 0, and in a key they come first: "0/W07", "1/chips".

    mats: the tile that marks a mat to its player's seat. tiles: "seat/tile" to the role that a person gave
    it; "": it does not lie there. goods: tile to whether a good lies on it. numbers: "seat/name" to it.
    shared: the tiles that count for all. settled: keys of doubts that a person has answered. counted: seat to
    what a person counted there and found right. by_numbers: people count the points; no tile is entered.
    """

    game: str
    players: tuple[ScanPlayer, ...]
    shots: tuple[PhotoRef, ...] = ()
    mats: Mapping[str, int] = field(default_factory=dict)
    tiles: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, bool] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    counted: Mapping[str, str] = field(default_factory=dict)
    by_numbers: bool = False

    def called(self, seat: int | None) -> str:
        """The player of a seat, in words."""
        there = seat is not None and 0 <= seat < len(self.players)
        return self.players[seat].called if there and seat is not None else _("nobody")


V = TypeVar("V")


def of_seat(values: Mapping[str, V], seat: int) -> dict[str, V]:
    """What `tiles` or `numbers` say of one seat, by tile or name."""
    begin = f"{seat}/"
    return {key.removeprefix(begin): value for key, value in values.items() if key.startswith(begin)}


def roles_of(game: Game[State]) -> Roles:
    """Raises Illegal where the game cannot be scored untracked."""
    return untracked_of(game).final().roles


def book_of(draft: Draft, game: Game[State]) -> FinalBook:
    """How this draft is scored: tile by tile, or by numbers. Raises Illegal as `roles_of` does."""
    untracked = untracked_of(game)
    return untracked.by_numbers() if draft.by_numbers else untracked.final()


def told_table(draft: Draft, book: FinalBook) -> Final:
    """The finished table of what people said alone, without the tiles that the box in use does not know."""
    tiles = [
        {tile: role for tile, role in of_seat(draft.tiles, seat).items() if role and tile in book.ids(role)}
        for seat in range(len(draft.players))
    ]
    return final_of(draft, book, tiles)


def final_of(draft: Draft, book: FinalBook, tiles: Sequence[Mapping[str, str]]) -> Final:
    """The finished table, with what people said besides. tiles: each player's, with their roles."""
    goods = {tile for tile, there in draft.goods.items() if there}
    players = tuple(
        Holding(who.called, lying, frozenset(goods & set(lying)), of_seat(draft.numbers, seat))
        for seat, (who, lying) in enumerate(zip(draft.players, tiles, strict=True))
    )
    return Final(players, tuple(offer.id for offer in book.shared() if offer.id in draft.shared))
