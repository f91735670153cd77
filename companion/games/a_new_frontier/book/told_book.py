"""A book's entries: what an owner or a table told of each, and what nobody told.

Where nobody told a fact, a stand-in holds. A table with printed pieces plays with the strict book instead
(`ToldBook.strict`): what nobody told is not in it, and a rule that reads it raises Untold. Pages look at its
`shown`, which has blanks there. `book.py` has what is read in the entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from companion.games.a_new_frontier.book.entries import Entry, entries
from companion.games.a_new_frontier.book.together import faults
from companion.games.contract import Illegal, Untold


@dataclass(frozen=True, repr=False)
class ToldBook:
    """data: the values of data/book.toml, those of an owner's file laid over them; given: their dotted names.

    pieces: all that is printed somewhere, by id; owned: those of which an owner told something, in the order
    of the file. asks: what nobody told is asked at the table, and blank till then; hides: reading it
    raises Untold.
    """

    data: Mapping[str, Any]
    pieces: Mapping[str, Entry]
    given: frozenset[str] = frozenset()
    owned: tuple[str, ...] = ()
    asks: bool = False
    hides: bool = False

    @cached_property
    def strict(self) -> Self:
        """The book of a table with printed pieces."""
        return self if self.hides else replace(self, asks=True, hides=True)

    @cached_property
    def shown(self) -> Self:
        """For pages, and for what the companion proposes: with blanks for what nobody told."""
        if not self.hides:
            return self
        shown = replace(self, hides=False)
        vars(shown)["strict"] = self
        return shown

    def is_stand_in(self, id: str, key: str) -> bool:
        """Whether nobody has confirmed this fact of an entry."""
        return not any(self.pieces[id].is_confirmed(row) for row in self.pieces[id].rows if row.key == key)

    def lacks(self, id: str, key: str) -> bool:
        """Whether nobody told this fact of an entry, or one whose key begins so, though the table is asked.
        Raises Untold."""
        untold = self.pieces[id].untold if self.asks else ()
        lacking = next((each for each in untold if each.startswith(key)), None)
        if lacking is not None and self.hides:
            raise Untold(id, lacking)
        return lacking is not None

    @cached_property
    def open(self) -> frozenset[str]:
        """The ids of the entries of which something is not confirmed."""
        return frozenset(id for id, entry in self.pieces.items() if entry.open)

    @cached_property
    def all_told(self) -> bool:
        return not any(entry.untold for entry in self.pieces.values())

    def told(self, id: str) -> Mapping[str, Any]:
        """The fields that an owner told of an entry."""
        entry = self.pieces.get(id)
        return {} if entry is None else entry.values

    def text(self, id: str, field: str = "text") -> str:
        """What an owner told there; "": nothing."""
        return str(self.told(id).get(field, ""))

    def figure(self, id: str, field: str) -> int:
        """A number that an owner told there; 0: none."""
        value = self.told(id).get(field, 0)
        return value if isinstance(value, int) else 0

    def knows(self, id: str, key: str) -> bool:
        """Whether an owner told this fact of an entry, or that there is none of it."""
        entry = self.pieces[id]
        return entry.own and key not in entry.untold

    def is_untold(self, id: str, *keys: str) -> bool:
        """Whether the table is asked for one of these facts of an entry; without keys: for any."""
        untold = self.pieces[id].untold if self.asks else ()
        return not {*untold}.isdisjoint(keys) if keys else bool(untold)

    def with_told(self, told: Iterable[Entry]) -> Self:
        """With these entries as a table told them. Raises Illegal: they do not go together."""
        own = {id: self.pieces[id] for id in self.owned} | {entry.id: entry for entry in told}
        book = self.laid(own)
        for fault in faults(book.pieces):
            raise Illegal(fault.sentence)
        return book

    def laid(self, own: Mapping[str, Entry]) -> Self:
        """With these entries of an owner, and no others of his."""
        pieces = entries(self.data, self.given, own)
        return replace(self, pieces=pieces, owned=tuple(own), asks=False, hides=False)
