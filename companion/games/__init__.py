"""The games this table knows: each is a package here that offers `game() -> Game`.

Nothing else in the house knows a game by name: it asks `names()` and takes what `load(name)` gives.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from companion.games.contract import Game
from companion.translation import _


class UnknownGame(LookupError):
    """There is no such game here; `sentence` says which there are."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def names() -> tuple[str, ...]:
    """The games' names as in an address ("new-frontiers"), in the order of the alphabet."""
    packages = (found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    return tuple(
        sorted(
            package.replace("_", "-")
            for package in packages
            if hasattr(import_module(f"{__name__}.{package}"), "game")
        )
    )


@cache
def load(name: str) -> Game[Any]:
    """The game of that name. Raises UnknownGame."""
    if name not in names():
        known = ", ".join(names()) or _("none yet")
        raise UnknownGame(
            _(
                "There is no game called {name}; the games here are: {known}.",
                name=f"{name!r:.60}",
                known=known,
            )
        )
    game: Game[Any] = import_module(f"{__name__}.{name.replace('-', '_')}").game()
    return game
