"""An entry that is taught to a table in play: a correction whose value is a box file of it alone."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read, told
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.wording.names import entry_words
from companion.games.contract import Correction, Illegal
from companion.games.contract.box import TILE
from companion.translation import _

MAX_ENTRY_CHARACTERS = 8_000


def is_taught(correction: Correction) -> bool:
    return correction.path.startswith(f"{TILE}/")


def taught_entry(correction: Correction) -> Entry:
    """The entry that the correction's text says. Raises Illegal."""
    text, id = correction.value, correction.path.partition("/")[2]
    if not isinstance(text, str) or len(text) > MAX_ENTRY_CHARACTERS:
        raise Illegal(_("An entry is taught as the text of a box file."))
    own = read(text)
    if own.owned != (id,):
        raise Illegal(_("The text must define the entry {id} alone.", id=f"{id!r:.40}"))
    return own.pieces[id]


def book_with_taught(book: Book, correction: Correction) -> Book:
    """The book with that entry besides those that it has. Raises Illegal."""
    return told(book, (taught_entry(correction),))


def taught_words(correction: Correction) -> str:
    """What history says of it. Raises Illegal."""
    return _("{name} is registered", name=entry_words(taught_entry(correction)))
