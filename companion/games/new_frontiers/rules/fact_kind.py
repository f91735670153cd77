"""A sort of fact that a person may overrule: what it is now, what it may become, and how that is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.games.contract import Fact, Json
from companion.games.new_frontiers.rules.state import State


@dataclass(frozen=True, slots=True)
class FactKind:
    """name: the first part of the paths of its facts. read: its facts as they are. change: the state with the
    fact of these further parts at a value that it may have. ends_game: it tells whether the game ends (p. 9).
    """

    name: str
    read: Callable[[State], Iterator[Fact]]
    change: Callable[[State, list[str], Json], State]
    ends_game: bool = False
