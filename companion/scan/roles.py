"""The roles that tiles of a game have on a finished table, looked up by what the scan needs of them."""

from __future__ import annotations

from companion.games.contract import Game, Role, State, untracked_of

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
