"""The owner's numbers: a TOML file laid over the stand-ins, and what is still missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.a_new_frontier.book import Book, with_box
from companion.games.contract import Illegal
from companion.games.contract.box import TileBook
from companion.translation import _

if TYPE_CHECKING:
    from companion.games.a_new_frontier.game import ANewFrontier


@dataclass(frozen=True)
class Report:
    """What `companion box check` says of a book. ok: no stand-in is left."""

    book: Book

    @property
    def ok(self) -> bool:
        return not self.book.unverified

    def lines(self) -> tuple[str, ...]:
        return tuple(_("missing: {name} is a stand-in", name=name) for name in self.book.unverified)


class Box:
    """The box capability: numbers by TOML; there are no tagged tiles to register one by one."""

    def __init__(self, game: ANewFrontier) -> None:
        self._game = game

    def check_box(self, text: str | None) -> Report:
        return Report(self._game.book if text is None else with_box(text))

    def with_box(self, text: str) -> ANewFrontier:
        return type(self._game)(with_box(text))

    def at(self, state: Any) -> ANewFrontier:
        return self._game if state.book is self._game.book else type(self._game)(state.book)

    def book(self) -> TileBook:
        raise Illegal(_("The numbers of A New Frontier are entered in a file: docs/a-new-frontier.md."))
