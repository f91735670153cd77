"""The box pages of this game: each entry as a form, marked until its owner has confirmed it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier.book import entries, laying_over
from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read, with_box
from companion.games.a_new_frontier.book.entry_fields import ENTRY_TYPES, NONE, Entry, Field
from companion.games.a_new_frontier.wording.names import (
    facility_words,
    mission_words,
    suite_words,
    tech_words,
)
from companion.games.contract import Correction, Illegal, Json
from companion.games.contract.box import TILE, BoxTile, PrintedFace, SeenWord, Understood
from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.piece_form import FormsByRows
from companion.translation import _, listed

MAX_ENTRY_CHARACTERS = 8_000


def name_of(entry: Entry) -> str:
    """What people call it."""
    bare = entry.id.partition("-")[2]
    match entry.type:
        case "technology":
            return tech_words(bare)
        case "facility":
            return facility_words(bare)
        case "mission":
            return mission_words(bare)
    return _(entry.name)


def value_words(field: Field, value: Any) -> str:
    """A field's value for a person."""
    if field.kind == "many":
        return listed(choice_words(field, each) for each in value)
    return choice_words(field, value) if field.kind == "choice" else str(value)


def choice_words(field: Field, value: str) -> str:
    words = dict(field.choices).get(value, value)
    if words != value:
        return _(words)
    if field.name.startswith("tech_"):
        return tech_words(value)
    return {"facility": facility_words, "suite": suite_words}.get(field.name, str)(value)


class EntryBook(FormsByRows[Entry]):
    """The entries to be registered (companion.games.contract.TileBook)."""

    together: tuple[tuple[str, ...], ...] = (
        ("ties", "tie_for"),
        ("facility", "facilities"),
        ("deed", "target"),
    )

    def __init__(self, book: Book) -> None:
        self._book = book
        self._entries = {entry.id: entry for entry in book.entries}

    def tiles(self) -> tuple[BoxTile, ...]:
        return tuple(self._tile(entry) for entry in self._entries.values())

    def _tile(self, entry: Entry) -> BoxTile:
        fields: dict[str, Json] = {"id": entry.id, "name": name_of(entry), **entry.values}
        entered = self._book.owner_entries.get(entry.id)
        if entered is not None:
            fields |= {name: entered[name] for name in entries.STATUS_FIELDS[1:] if name in entered}
        elif entry.id in self._book.open:
            fields["source"] = "stand-in"
        return BoxTile(entry.type, fields)

    def tile(self, id: str) -> BoxTile | None:
        return self._tile(self._entries[id]) if id in self._entries else None

    def blank(self, id: str) -> BoxTile:
        entry = self._entry(id)
        known = {f.name: entry.values[f.name] for f in entry.fields if f.known and f.name in entry.values}
        return BoxTile(entry.type, {"id": entry.id, "name": name_of(entry), **known})

    def _entry(self, id: Json) -> Entry:
        found = self._entries.get(id) if isinstance(id, str) else None
        if found is None:
            raise Illegal(_("A New Frontier has nothing called {id} to register.", id=f"{id!r:.40}"))
        return found

    def start(self, known: BoxTile) -> BoxTile:
        return self.blank(known.id) if known.fields.get("source") == "stand-in" else known

    def to_verify(self) -> tuple[BoxTile, ...]:
        return self.tiles()

    def read(self, tile: BoxTile) -> BoxTile:
        entry = self._entry(tile.fields.get("id"))
        fields = laying_over.read(entry, tile)
        # Steps that do not rise and duplicate names are reported for the whole file.
        read(_text(BoxTile(entry.type, fields)))
        return BoxTile(entry.type, fields)

    def understood(self, tile: BoxTile) -> Understood:
        entry = self._entry(tile.fields.get("id"))
        try:
            fields = self.read(tile).fields
        except Illegal as missing:
            return Understood(caption=name_of(entry), wrong=missing.sentence)
        lines = [
            (field.name, f"{_(field.words)}: {value_words(field, fields[field.name])}", True)
            for field in entry.fields
            if field.name in fields and fields[field.name] != NONE
        ]
        return Understood((), name_of(entry), tuple(lines))

    def owned(self, tag: str) -> str:
        return tag

    def printed(self, tag: str) -> PrintedFace:
        raise Illegal(_("The cards and boards of A New Frontier are not printed here."))

    def proposals(self, known: BoxTile, seen: SeenFace) -> tuple[FieldProposal, ...]:
        return ()

    def read_off(self, seen: tuple[SeenWord, ...]) -> dict[str, Json]:
        return {}

    def guide(self) -> tuple[str, ...]:
        return (_("Nothing of A New Frontier wears a sticker: its cards and boards are entered by hand."),)

    def form(self) -> Mapping[str, object]:
        return {
            "words": {
                field.name: _(field.words) for entry in self._entries.values() for field in entry.fields
            },
            "headings": {type: _(words) for type, words in ENTRY_TYPES},
            "fields": {entry.id: entry.fields for entry in self._entries.values()},
            "choice_words": choice_words,
        }


def _text(tile: BoxTile) -> str:
    """A box file of this entry alone; JSON's texts, numbers and lists are TOML's, too."""
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in tile.fields.items()]
    return "\n".join((f"[[{tile.type}]]", *lines, ""))


# --- an entry taught to a table in play -----------------------------------------------------------------


def is_taught(correction: Correction) -> bool:
    return correction.path.startswith(f"{TILE}/")


def taught_entry(correction: Correction) -> Entry:
    """The entry that the correction's text says. Raises Illegal."""
    text, id = correction.value, correction.path.partition("/")[2]
    if not isinstance(text, str) or len(text) > MAX_ENTRY_CHARACTERS:
        raise Illegal(_("An entry is taught as the text of a box file."))
    own = read(text)
    if tuple(own.owner_entries) != (id,):
        raise Illegal(_("The text must define the entry {id} alone.", id=f"{id!r:.40}"))
    return next(entry for entry in own.entries if entry.id == id)


def book_with_taught(book: Book, correction: Correction) -> Book:
    """The book with that entry besides those that it has. Raises Illegal."""
    taught_entry(correction)
    return with_box(book.owner, (*book.taught, str(correction.value)))


def taught_words(correction: Correction) -> str:
    """What history says of it. Raises Illegal."""
    return _("{name} is registered", name=name_of(taught_entry(correction)))
