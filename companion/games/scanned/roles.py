"""How a game's book reads what people said of a finished table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.contract.rules import Game, untracked_of
from companion.games.contract.state import State
from companion.games.contract.untracked import Final, FinalBook, Holding, Roles
from companion.games.scanned.draft import Draft


def roles_of(game: Game[State]) -> Roles:
    """Raises Illegal where the game cannot be scored untracked."""
    return untracked_of(game).final().roles


def book_of(draft: Draft, game: Game[State]) -> FinalBook:
    """How this draft is scored: tile by tile, or by numbers. Raises Illegal as `roles_of` does."""
    untracked = untracked_of(game)
    return untracked.by_numbers() if draft.by_numbers else untracked.final()


def final_of(draft: Draft, book: FinalBook, tiles: Sequence[Mapping[str, str]]) -> Final:
    """The finished table, with what people said besides. tiles: each player's, with their roles."""
    goods = {tile for tile, there in draft.goods.items() if there}
    players = tuple(
        Holding(who.called, lying, frozenset(goods & set(lying)), draft.numbers_of(seat))
        for seat, (who, lying) in enumerate(zip(draft.players, tiles, strict=True))
    )
    return Final(players, tuple(offer.id for offer in book.shared() if offer.id in draft.shared))
