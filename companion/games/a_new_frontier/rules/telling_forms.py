"""The forms in which people tell what their copy of the game prints, and what they told, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.games.a_new_frontier.book.book import Book, asking
from companion.games.a_new_frontier.book.book_files import shipped, with_box
from companion.games.a_new_frontier.book.entries import STATUS_FIELDS
from companion.games.a_new_frontier.book.entry_fields import Entry, Field
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.registering import name_of, value_words
from companion.games.a_new_frontier.rules.state import Asks, State
from companion.games.a_new_frontier.rules.telling_fields import ANYONE, TARGETED, Part, Told, parts
from companion.games.a_new_frontier.wording.names import wanted_words
from companion.games.contract import (
    LATER,
    BoxTile,
    Illegal,
    Item,
    Telling,
    TellingField,
    told_by_field,
    told_words,
)
from companion.games.contract.setup import Setup
from companion.translation import _, marked

QUESTION_WORDS = {
    "start": marked("What does a corporation start with, by your boards?"),
    "factions": marked("What is printed on the factions that were dealt?"),
    "missions": marked("What do the missions in the top row say?"),
    "row": marked("What do the missions in the top row say?"),
    "deck": marked("What are the conflict cards called that the rulebook does not name?"),
    "shown": marked("What is printed on the conflict cards that were played?"),
    "facilities": marked("What do the facilities say that were built?"),
    "archaeotech": marked("What is printed on the archaeotech?"),
    "costs": marked("What do the ships cost?"),
    "ships": marked("What are the ships' attack and defense values?"),
    "table": marked("What does the Conflict Resolution Table say?"),
    "influence": marked("From which prestige on is there how much influence?"),
    "colonies": marked("How many colonies of each level are on the exploration board?"),
    "cards": marked("What is printed on the conflict cards that were played?"),
    "politics": marked("Which policies are about one planet?"),
    "agendas": marked("What do the proposed agendas say?"),
    "techs": marked("What is printed on the technologies that are taken?"),
    "claim": marked("What does the mission bring?"),
    "score": marked("Before the sum: what the board and your cards say of the end"),
}
OF_PIECES = ("factions", "missions", "row", "cards", "shown", "facilities", "agendas", "techs", "claim")
"""Moments at which a single piece is asked for by its name."""
WAIVED = ("ships", "table")
"""Moments at which people may also count for themselves: they tell the strength and the losses anyhow."""


@dataclass(frozen=True, slots=True)
class EntryTelling(Telling):
    """What is printed, by entries of the book. It also refuses what the book refuses: steps of a track that
    do not rise, a fleet without a ship, a name that another entry has."""

    book: Book = field(kw_only=True, compare=False, repr=False)
    asks: Asks = field(kw_only=True)
    setup: Setup = field(kw_only=True, compare=False, repr=False)

    def problem(self, value: object) -> str:
        if wrong := Telling.problem(self, value):
            return wrong
        assert isinstance(value, tuple | list)
        said = told_by_field(tuple(value)) or {}
        for entry, part in _asked(self.book, self.asks):
            told = said.get(f"{entry.id}/{part.name}", ())
            # One field alone takes all that are offered, as the tactics that may follow a strategy.
            if part.several and 1 < len(part.fields) < len(told):
                return _("{what}: choose {most} at most.", what=part.words, most=len(part.fields))
        if self.asks.moment == "start" and not _has_ships(said):
            return _("A fleet must always have at least 1 ship.")
        try:
            book = told_book(self.book, self.asks, tuple(value))
            if self.asks.moment == "start":
                setting_up.new(book, self.setup)
        except Illegal as illegal:
            return illegal.sentence
        return ""

    def sample(self, rng: Random) -> tuple[str, ...]:
        """What the stand-ins say: a copy of the game that fits together."""
        return printed(shipped(), self.book, self.asks)


def question_words(book: Book, asks: Asks) -> str:
    if len(asks.entries) == 1 and asks.moment in OF_PIECES:
        entry = next(each for each in book.entries if each.id == asks.entries[0])
        return _("What is printed on {tile}?", tile=_called(book, entry))
    return _(QUESTION_WORDS[asks.moment])


def _has_ships(said: Mapping[str, tuple[str, ...]]) -> bool:
    fleet = [values for name, values in said.items() if name.startswith("board-start/fleet_")]
    return not fleet or any(each != "0" for values in fleet for each in values)


def form(state: State, asks: Asks) -> EntryTelling:
    fields, pieces, items = [], {}, []
    for entry, part in _asked(state.book, asks):
        pieces[entry.id] = _called(state.book, entry)
        name = f"{entry.id}/{part.name}"
        needed = not (part.optional or part.several) or part.name == "titles"
        fields.append(
            TellingField(
                name,
                part.words,
                part.sayings,
                entry.id,
                needed,
                part.several,
                usual=part.usual,
                longest=part.longest,
                numbers=part.numbers,
                folded=part.folded,
            )
        )
        items += [Item(f"{name}={each.value}", f"{part.words}: {each.words}") for each in part.sayings]
    later = asks.moment in WAIVED
    words = _("We count for ourselves")
    if later:
        items.append(Item(LATER, words))
    return EntryTelling(
        tuple(items),
        fields=tuple(fields),
        pieces=tuple(pieces.items()),
        later=later,
        waived=later,
        submit=_("That is all"),
        submit_later=words if later else "",
        note=_("It is asked once and kept with your box. What is not printed there stays as it is."),
        book=state.book,
        asks=asks,
        setup=state.setup,
    )


def _asked(book: Book, asks: Asks) -> Iterator[tuple[Entry, Part]]:
    known = {entry.id: entry for entry in book.entries}
    for id in asks.entries:
        for part in parts(book, known[id], asks.moment):
            yield known[id], part


def _called(book: Book, entry: Entry) -> str:
    """A mission by its number: its text is what is asked."""
    name = book.text(entry.id, "name")
    return name or (_("an archaeotech") if entry.type == "archaeotech" else name_of(entry))


def told_tiles(book: Book, asks: Asks, value: tuple[str, ...]) -> Iterator[BoxTile]:
    """The entries as they are after this answer. What can be read off a card as nothing is told with it; a
    text that nobody typed stays untold."""
    said = told_by_field(value) or {}
    if LATER in value and not said:
        return
    changed: dict[str, tuple[Entry, Told, set[str]]] = {}
    for entry, part in _asked(book, asks):
        values = said.get(f"{entry.id}/{part.name}", ())
        if not values and (part.stays or LATER in value):
            continue
        _entry, fields, told = changed.setdefault(entry.id, (entry, {}, set()))
        fields.update(part.told(values))
        told.update(part.fields)
    for id, (entry, fields, told) in changed.items():
        own = book.owner_entries.get(id, {})
        before = dict(own) if own.get("source", "owner") == "owner" else {}
        untold = sorted(book.untold[id] - told)
        tile: Told = {"id": id, **before, **fields} | ({"untold": untold} if untold else {})
        if not untold:
            tile.pop("untold", None)
        yield BoxTile(entry.type, tile)


def told_book(book: Book, asks: Asks, value: tuple[str, ...]) -> Book:
    """The book with what was told. Raises Illegal."""
    taught = tuple(entry_text(tile) for tile in told_tiles(book, asks, value))
    return asking(with_box(book.owner, (*book.taught, *taught))) if taught else book


def entry_text(tile: BoxTile) -> str:
    """A box file of this entry alone; JSON's texts, numbers and lists are TOML's, too."""
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in tile.fields.items()]
    return "\n".join((f"[[{tile.type}]]", *lines, ""))


def said_words(book: Book, value: tuple[str, ...]) -> str:
    """ "Told: Kraken: cost 5" """
    known = {entry.id: entry for entry in book.entries}
    by_entry: dict[str, list[str]] = {}
    for name, values in (told_by_field(value) or {}).items():
        id, _slash, part = name.partition("/")
        if id in known:
            words = by_entry.setdefault(_called(book, known[id]), [])
            words += [_said(known[id], part, said) for said in values if said not in ("0", "no", "none")]
    return told_words(value, by_entry)


def _said(entry: Entry, part: str, said: str) -> str:
    fields: Mapping[str, Field] = {each.name: each for each in entry.fields}
    if part == "wants":
        return wanted_words(*said.partition("/")[::2])
    if part in fields:
        each = fields[part]
        return f"{_(each.words)} {said if each.kind == 'number' else value_words(each, said)}"
    return said.replace("/", " ")


def printed(copy: Book, book: Book, asks: Asks) -> tuple[str, ...]:
    """The answer of somebody who holds a copy with these entries in hand."""
    real = {entry.id: entry for entry in copy.entries}
    found = []
    for entry, part in _asked(book, asks):
        values = {name: v for name, v in real[entry.id].values.items() if name not in STATUS_FIELDS}
        said = _printed(values, part)
        found += [f"{entry.id}/{part.name}={each}" for each in said]
    return tuple(found)


def _printed(values: Mapping[str, object], part: Part) -> tuple[str, ...]:
    match part.name:
        case "techs" | "titles":
            own = [str(values[name]) for name in part.fields if values.get(name, "none") != "none"]
            return tuple(dict.fromkeys(own))
        case "tactics" | "beats":
            several = values.get(part.name)
            return tuple(map(str, several)) if isinstance(several, list) else ()
        case "wants":
            deed, target = values.get("deed"), values.get("target") or ANYONE
            return () if deed is None else (f"{deed}/{target}" if deed in TARGETED else str(deed),)
        case "builds":
            kind = str(values.get("facility") or "none")
            return ("none",) if kind == "none" else (f"{kind}/{values.get('facilities') or 1}",)
        case "tied":
            agenda = str(values.get("ties") or "none")
            return ("none",) if agenda == "none" else (f"{agenda}/{values.get('tie_for')}",)
    value = values.get(part.name)
    if value is None or value == "":
        if not part.sayings:
            return (str(part.numbers[0]),) if part.numbers and not part.optional else ()
        if part.stays:
            return ()
        return (part.usual or part.sayings[0].value,)
    return (str(value),)
