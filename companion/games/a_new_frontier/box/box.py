"""The owner's entries: a TOML file laid over the stand-ins, and what is still missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import with_box
from companion.games.a_new_frontier.book.entries import as_tile
from companion.games.a_new_frontier.box.entry_book import EntryBook
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import entry_words
from companion.games.contract import BoxTile, Game
from companion.games.contract.rules import Box as AnyBox
from companion.translation import _


@dataclass(frozen=True)
class Report:
    """What `companion box check` says of a book. ok: all of it could be read, and no stand-in is left."""

    book: Book

    @property
    def ok(self) -> bool:
        return not self.book.unread and not self.book.unverified and not self.book.open

    def lines(self) -> tuple[str, ...]:
        return (
            *(_("cannot be read: {problem}", problem=problem) for problem in self.book.unread),
            *(_("missing: {name} is a stand-in", name=name) for name in self.book.unverified),
            *(
                _("missing: {name} is not registered ({id})", name=entry_words(entry), id=entry.id)
                for entry in self.book.pieces.values()
                if entry.open
            ),
        )


class Box(AnyBox[State]):
    """The box capability: cards, boards and factions are registered one by one, or by TOML.

    book: the numbers of this game; game_of: the game with other ones.
    """

    def __init__(self, book: Book, game_of: Callable[[Book], Game[State]]) -> None:
        self._book = book
        self._game_of = game_of

    def check_box(self, text: str | None) -> Report:
        return Report(self._book if text is None else with_box(text))

    def with_box(self, text: str) -> Game[State]:
        return self._game_of(with_box(text))

    def without(self, pieces: tuple[str, ...]) -> Game[State]:
        return self._game_of(self._book)  # no piece of its contents is told apart from others

    def at(self, state: State) -> Game[State]:
        return self._game_of(state.book)

    def book(self) -> EntryBook:
        return EntryBook(self._book)

    def told_tiles(self, begun: State, state: State) -> Mapping[str, BoxTile]:
        before, now = begun.book.pieces, state.book.pieces
        return {
            id: as_tile(now[id])
            for id in state.book.owned
            if (before[id].values, before[id].untold) != (now[id].values, now[id].untold)
        }
