"""Scoring a finished table that was never tracked: the questions, the possible tiles, the score.

Tiles are named as a score request names them, and lie in one of the game's roles (`FinalBook.roles`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.games.contract.score import ScoreSheet, WhatIf
from companion.translation import _


@dataclass(frozen=True, slots=True)
class Role:
    """What a tile can be in front of a player; "" is a tile that belongs to nobody.

    marks_mat: everybody has exactly one, and it tells whose the tiles around it are. scores: it counts.
    goods: a good on it can count. other: the role of the same tile with its other face up. apart: such tiles
    are laid farther off than others. plate: its faces are drawn wide. sort: of the pieces that may be named
    anew there (see `Box.sorts`); "": none. title: what people call such tiles, marked ("Colonies").
    """

    name: str
    marks_mat: bool = False
    scores: bool = True
    goods: bool = False
    other: str = ""
    apart: bool = False
    plate: bool = False
    sort: str = ""
    title: str = ""


NO_ROLE = Role("", scores=False)
"""Of a tile that belongs to nobody."""


class Roles:
    """The roles of a game, in the order in which what lies before a player is read."""

    def __init__(self, *roles: Role) -> None:
        self._by_name = {role.name: role for role in roles}
        self.names = tuple(self._by_name)
        self.marker = next((role.name for role in roles if role.marks_mat), "")
        """The role of the tile that tells whose mat it is; "" where the game has none."""
        self.usual = next((role.name for role in roles if not role.marks_mat), self.marker)
        """The role that a tile is most likely to have."""

    def __iter__(self) -> Iterator[Role]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Role:
        return self._by_name.get(name, NO_ROLE)


@dataclass(frozen=True, slots=True)
class Part:
    """What a tile with a given face up means on a finished table. id: what a score request calls it; role:
    one of the game's, or "".

    copies: how many of it the box has; goods: (kind, "#rrggbb") of each
    good that may lie on it; may_go: it may be gone though its tag is still seen, as a home printed on a mat;
    may_go_with: where the player has one of these tiles.
    """

    id: str
    role: str
    copies: int = 1
    goods: tuple[tuple[str, str], ...] = ()
    may_go: bool = False
    may_go_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A number of a player's that no photo shows. icon: of the game's icons.svg or the shared sprite. needed:
    it can change this result, so that a sheet without it is not sure; why: when it counts, for one that does
    not always, or how it is counted. each: VP for each of what is counted, 0: it is no count. series: numbers
    of one series are asked one after the other, each once the one before is told. tile: whose VP it tells,
    which nobody knows without it."""

    name: str
    words: str
    icon: str = ""
    needed: bool = True
    why: str = ""
    highest: int = 999
    each: int = 0
    series: str = ""
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that may be added by hand. note: a reason against it ("Green has it"), or ""."""

    id: str
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """What lies before a player. tiles: tile id to its role; goods: the tiles with a good on them; numbers:
    those entered, by the names of `Asked`; missing ones were not entered."""

    name: str
    tiles: Mapping[str, str] = field(default_factory=dict)
    goods: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def on(self, role: str) -> tuple[str, ...]:
        """The tiles in one role, in their order."""
        return tuple(tile for tile, of in self.tiles.items() if of == role)


@dataclass(frozen=True, slots=True)
class Final:
    """A finished table. shared: the tiles that count for all (goals in play), by id."""

    players: tuple[Holding, ...]
    shared: tuple[str, ...] = ()


def lies_with(table: Final, tile: str) -> str:
    """Who has it, in words; "": nobody."""
    holder = next((holding.name for holding in table.players if tile in holding.tiles), None)
    return "" if holder is None else _("lies with {player}", player=holder)


class FinalBook(Protocol):
    """What a game knows of finished tables. Pure, as the game is; words in the language that holds. A game
    derives its own: what it leaves out is as where no tile is named."""

    roles: Roles = Roles()

    def title(self, role: str) -> str:
        """What people call the tiles of a role."""
        return _(self.roles[role].title)

    def name(self, tile: str) -> str:
        return tile

    def ids(self, role: str) -> tuple[str, ...]:
        """Every tile that can lie in this role."""
        return ()

    def unique(self, tile: str) -> bool:
        """Whether there is only one such tile, so that it cannot lie with two players."""
        return True

    def offers(self, table: Final, player: int, role: str) -> tuple[Offer, ...]:
        """Further tiles that a player may have in this role, the most likely first."""
        own = table.players[player].tiles
        found = [(lies_with(table, id), id) for id in self.ids(role) if id not in own]
        found.sort(key=lambda pair: bool(pair[0]))
        return tuple(Offer(id, self.name(id), taken or self.note(id)) for taken, id in found)

    def note(self, tile: str) -> str:
        """What is said of it where it is offered, and nobody has it."""
        return ""

    def shared(self) -> tuple[Offer, ...]:
        """The tiles that may count for all; none where the game has no such thing. note: what they score."""
        return ()

    def shared_words(self) -> str:
        """What to ask about them: "Goals in play, face up or down"."""
        return ""

    def asked(self, table: Final, player: int) -> tuple[Asked, ...]:
        """The numbers of a player, in the order in which they are asked."""

    def good(self, tile: str) -> str:
        """The kind of the good that may lie on a colony ("Genes"); "" when none can."""
        return ""

    def goods_count(self, table: Final, player: int) -> bool:
        """Whether the goods on a player's colonies can change this result."""
        return False

    def counted(self, table: Final, player: int) -> str:
        """What lies before a player, in numbers, to be counted on the table: "7 colonies, 5 developments"."""
        return ""

    def tied(self, table: Final, player: int, *entered: str) -> bool:
        """Whether what breaks ties must break one between this player and another; not before both have
        entered the numbers with these names."""
        told = [all(name in holding.numbers for name in entered) for holding in table.players]
        totals = [score.total for score in self.score(table).players]
        return told[player] and any(
            told[other] and total == totals[player] for other, total in enumerate(totals) if other != player
        )

    def doubts(self, table: Final, player: int) -> tuple[str, ...]:
        """What cannot be among a player's tiles: a sentence each."""
        return ()

    def score(self, table: Final) -> ScoreSheet:
        """A number that was not entered counts as 0. Raises Illegal."""

    def what_ifs(self, table: Final, player: int) -> Iterable[Iterable[WhatIf]]:
        """As `WhatIfs.what_ifs`. Raises Illegal."""
        return ()

    def face(self, tile: str, role: str = "", good: bool = False) -> str:
        """A small drawing of the tile as it lies there, as SVG that stands alone."""
        return ""
