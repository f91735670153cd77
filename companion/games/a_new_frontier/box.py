"""Registering what a copy prints: each entry as a form, the check of a box, and the game with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read_entry, unread_in, with_box
from companion.games.a_new_frontier.book.choices import ENTRY_TYPES, NONE
from companion.games.a_new_frontier.book.entries import Entry, as_tile
from companion.games.a_new_frontier.display import told_entry
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import entry_words, others_named
from companion.games.contract import Game, Illegal, Json
from companion.games.contract.box import BoxTile, PrintedFace, Retold, Understood
from companion.games.contract.box_pieces import Marks
from companion.games.contract.box_report import BoxReport
from companion.games.contract.box_rows import Problem
from companion.games.contract.drawn_piece import DrawnPiece
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.printed import Printed
from companion.games.contract.rules import Box as AnyBox
from companion.games.contract.told import Told
from companion.translation import Sentence, _


class EntryBook(PieceBook[Entry]):
    """The entries to be registered."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._entries = book.pieces

    def pieces(self) -> Mapping[str, Entry]:
        return {
            id: replace(entry, values=entry.now, untold=entry.untold if entry.own else ())
            for id, entry in self._entries.items()
        }

    def tile_of(self, piece: Entry) -> BoxTile:
        # A name that nobody told stands in English in a file, whoever writes it.
        name = str(piece.name) if isinstance(piece.name, Sentence) else entry_words(piece)
        fields: dict[str, Json] = {"id": piece.id, "name": name, **piece.now}
        if piece.marks is not None:
            marks = {name: getattr(piece.marks, name) for name in ("source", "assumed", "told")}
            fields |= {name: value for name, value in marks.items() if value}
            fields |= {"untold": list(piece.untold)} if piece.own and piece.untold else {}
        elif piece.open:
            fields["source"] = "stand-in"
        return BoxTile(piece.type, fields)

    def _entry(self, id: Json) -> Entry:
        found = self._entries.get(id) if isinstance(id, str) else None
        if found is None:
            raise Illegal(_("A New Frontier has nothing called {id} to register.", id=f"{id!r:.40}"))
        return found

    # --- the form of an entry

    def piece(self, id: str) -> Entry:
        entry = self._entry(id)
        told = replace(entry.begun, values={**entry.by_the_text, **entry.begun.values})
        assumed = told.of.facts_of(told.assumed)
        return told.of.untelling(told, assumed) if assumed else told

    def printed_on(self, piece: Entry) -> Printed[Entry]:
        return piece.of

    def drawing(self, id: str) -> DrawnPiece:
        return told_entry.drawing(self.piece(id))

    def called(self, piece: Entry) -> str:
        return entry_words(piece)

    def boxed(self, piece: Entry) -> BoxTile:
        own, by_the_text = self._entry(piece.id).values, piece.by_the_text.items()
        tile = as_tile(replace(piece, marks=Marks(told=piece.told)))
        fields = {n: v for n, v in tile.fields.items() if n in own or (n, v) not in by_the_text}
        # Steps that do not rise and duplicate names are reported for the whole file.
        tile = BoxTile(piece.type, fields)
        read_entry(tile)
        return tile

    def told(self, id: str, value: Told) -> Retold:
        """Where all is as printed, a number that is not said is not there."""
        found = super().told(id, value)
        if value.later:
            return found
        none = {row.key for row in self._entry(id).rows if row.optional and not row.stays}
        fields = {name: v for name, v in found.tile.fields.items() if name != "untold"}
        left = [key for key in found.tile.untold if key not in none]
        return replace(found, tile=BoxTile(found.tile.type, fields | ({"untold": left} if left else {})))

    def understood(self, piece: Entry) -> Understood:
        said, names = piece.of.said(piece).items(), others_named(piece)
        told = ((key, names.get(one, one)) for key, texts in said for one in texts if one != NONE)
        lines = ((piece.of.row(key).words_of(one), True) for key, one in told)
        return Understood((), entry_words(piece), tuple(lines))

    def printed(self, tag: str) -> PrintedFace:
        raise Illegal(_("The cards and boards of A New Frontier are not printed here."))

    def guide(self) -> tuple[str, ...]:
        return (_("Nothing of A New Frontier wears a sticker: its cards and boards are entered by hand."),)

    def headings(self) -> Mapping[str, str]:
        return {type: _(words) for type, words in ENTRY_TYPES}


def _report(book: Book, unread: tuple[Problem, ...]) -> BoxReport:
    """No stand-in is left, and all of an owner's file could be read."""
    unmet = (
        _("missing: {name} is not registered ({id})", name=entry_words(entry), id=entry.id)
        for entry in book.pieces.values()
        if entry.open
    )
    return BoxReport(unread=unread, missing=tuple(unmet))


class Box(AnyBox[State]):
    """The box capability: cards, boards and factions are registered one by one, or by TOML.

    book: the numbers of this game; game_of: the game with other ones, of whose file this
    cannot be read; unread: what of the file of this game's cannot.
    """

    def __init__(
        self,
        book: Book,
        game_of: Callable[[Book, tuple[Problem, ...]], Game[State]],
        unread: tuple[Problem, ...],
    ) -> None:
        self._book = book
        self._game_of = game_of
        self._unread = unread

    def check_box(self, text: str | None) -> BoxReport:
        return _report(self._book, self._unread) if text is None else _report(with_box(text), unread_in(text))

    def with_box(self, text: str) -> Game[State]:
        return self._game_of(with_box(text), unread_in(text))

    def without(self, pieces: tuple[str, ...]) -> Game[State]:
        return self._game_of(self._book, self._unread)  # no piece of its contents is told apart from others

    def at(self, state: State) -> Game[State]:
        return self._game_of(state.book, ())

    def book(self) -> EntryBook:
        return EntryBook(self._book)

    def told_tiles(self, begun: State, state: State) -> Mapping[str, BoxTile]:
        before, now = begun.book.pieces, state.book.pieces
        return {
            id: as_tile(now[id])
            for id in state.book.owned
            if (before[id].values, before[id].untold) != (now[id].values, now[id].untold)
        }
