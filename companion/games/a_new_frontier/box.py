"""The owner's entries: a TOML file laid over the stand-ins, and what is still missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.a_new_frontier.book import Book, with_box
from companion.games.a_new_frontier.registering import EntryBook, name_of
from companion.translation import _

if TYPE_CHECKING:
    from companion.games.a_new_frontier.game import ANewFrontier


@dataclass(frozen=True)
class Report:
    """What `companion box check` says of a book. ok: no stand-in is left."""

    book: Book

    @property
    def ok(self) -> bool:
        return not self.book.unverified and not self.book.open

    def lines(self) -> tuple[str, ...]:
        return (
            *(_("missing: {name} is a stand-in", name=name) for name in self.book.unverified),
            *(
                _("missing: {name} is not registered ({id})", name=name_of(entry), id=entry.id)
                for entry in self.book.entries
                if entry.id in self.book.open
            ),
        )


class Box:
    """The box capability: cards, boards and factions are registered one by one, or by TOML."""

    def __init__(self, game: ANewFrontier) -> None:
        self._game = game

    def check_box(self, text: str | None) -> Report:
        return Report(self._game.book if text is None else with_box(text))

    def with_box(self, text: str) -> ANewFrontier:
        return type(self._game)(with_box(text))

    def at(self, state: Any) -> ANewFrontier:
        return self._game if state.book is self._game.book else type(self._game)(state.book)

    def book(self) -> EntryBook:
        return EntryBook(self._game.book)
