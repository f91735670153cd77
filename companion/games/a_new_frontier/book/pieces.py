"""The ships and the technologies, as far as their printed pieces say it (`Book.ships`, `Book.techs`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from companion.games.a_new_frontier.book.choices import NONE
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.told_book import ToldBook

V = TypeVar("V")


def number(value: Any, highest: int = 999) -> int:
    if type(value) is not int or not 0 <= value <= highest:
        raise ValueError(f"{value!r} is no number from 0 to {highest}")
    return value


@dataclass(frozen=True)
class _Piece:
    """A ship or a technology. entry: what its printed piece says, of this book."""

    book: ToldBook = field(repr=False, compare=False)
    entry: Entry = field(repr=False)
    id: str


def _printed(key: str, read: Callable[[Any], V], blank: Any = ()) -> cached_property[V]:
    """What the row of this key says; blank: while nobody told it. Raises Untold."""
    return cached_property(lambda piece: blank if piece.book.lacks(piece.entry.id, key) else read(piece))


@dataclass(frozen=True)
class Ship(_Piece):
    """factions_only: built by faction abilities, not from the Storage Area by everybody."""

    name: str
    count: int
    factions_only: bool = False

    cost = _printed("cost", lambda ship: number(ship.entry.now["cost"]), 0)
    attack = _printed("attack", lambda ship: number(ship.entry.now["attack"]), 0)
    defense = _printed("defense", lambda ship: number(ship.entry.now["defense"]), 0)


def _builds(tech: Tech) -> tuple[str, ...]:
    kind, count = tech.entry.values.get("facility"), tech.entry.values.get("facilities", 1)
    return tech.gives if kind is None else (str(kind),) * count * (kind != NONE)


@dataclass(frozen=True)
class Tech(_Piece):
    """level: what it costs; copies: in the tray; needs: techs of its branch that must be there before.

    gives: the facilities that it builds while its entry says none. free: level 1 technologies that are taken
    instantly with it. on_planet: its token goes onto a planet.
    """

    branch: str
    place: str
    level: int
    copies: int
    gives: tuple[str, ...] = ()
    free: int = 0
    on_planet: bool = False

    # What nobody told of its needs is its player's to read: it is never the first of its branch (p. 11).
    needs = _printed("needs", lambda tech: number(tech.entry.now["needs"], 4), 1)
    instant = _printed("at_once", lambda tech: bool(tech.entry.now.get("at_once") == "yes"), False)
    facilities = _printed("builds", _builds)
