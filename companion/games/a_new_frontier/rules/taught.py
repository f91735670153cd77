"""An entry that is taught to a table in play: a correction whose value is a box file of it alone."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read
from companion.games.a_new_frontier.book.entries import Entry, entry_text
from companion.games.a_new_frontier.wording.names import entry_words
from companion.games.contract import Correction
from companion.games.contract.box import taught_tile
from companion.translation import _


def taught_entry(correction: Correction) -> Entry:
    """The entry that the correction's text says. Raises Illegal."""
    taught = taught_tile(correction)
    return read(entry_text(taught)).pieces[taught.id]


def book_with_taught(book: Book, correction: Correction) -> Book:
    """The book with that entry besides those that it has. Raises Illegal."""
    return book.with_told((taught_entry(correction),))


def taught_words(correction: Correction) -> str:
    """What history says of it. Raises Illegal."""
    return _("{name} is registered", name=entry_words(taught_entry(correction)))
