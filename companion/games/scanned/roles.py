"""What a scan knows of a game's finished tables: its book, and roles of tiles by what it needs of them."""

from __future__ import annotations

from companion.games.contract.rules import Game, untracked_of
from companion.games.contract.state import State
from companion.games.contract.untracked import FinalBook, Role
from companion.games.scanned.draft import Draft

NO_ROLE = Role("", scores=False)
"""Of a tile that belongs to nobody."""


class Roles:
    """The roles of a game. names: in the order in which what lies before a player is read."""

    def __init__(self, roles: tuple[Role, ...]) -> None:
        self._by_name = {role.name: role for role in roles}
        self.names = tuple(self._by_name)
        self.marker = next((role.name for role in roles if role.marks_mat), "")
        """The role of the tile that tells whose mat it is; "" where the game has none."""
        self.usual = next((role.name for role in roles if not role.marks_mat), self.marker)
        """The role that a tile is most likely to have."""

    def __getitem__(self, name: str) -> Role:
        return self._by_name.get(name, NO_ROLE)

    def marks(self, name: str) -> bool:
        return self[name].marks_mat


def roles_of(game: Game[State]) -> Roles:
    """Raises Illegal where the game cannot be scored untracked."""
    return Roles(untracked_of(game).final().roles)


def book_of(draft: Draft, game: Game[State]) -> FinalBook:
    """How this draft is scored: tile by tile, or by numbers. Raises Illegal as `roles_of` does."""
    untracked = untracked_of(game)
    return untracked.by_numbers() if draft.by_numbers else untracked.final()


def shared_of(draft: Draft, book: FinalBook) -> tuple[str, ...]:
    """The tiles that count for all, in the book's order."""
    return tuple(offer.id for offer in book.shared() if offer.id in draft.shared)
