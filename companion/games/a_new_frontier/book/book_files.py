"""Reads the book from TOML: what is shipped here, and an owner's over it.

An owner's file holds entries ([[ship]], `entries.py`), or lays values over by their names in data/book.toml
([ships.kraken]). What of it cannot be read is said, and the rest stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.choices import CARD_RULES, ENTRY_TYPES, METRICS
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.together import faults
from companion.games.contract import BoxTile, Illegal, Json
from companion.games.contract.box_pieces import missing, read_piece
from companion.games.contract.box_rows import BoxRow, Misread, Problem, line_of, parts_of, rows_in
from companion.translation import _, language
from companion.untrusted_text import UnreadableText, read_toml

SHIPPED_FILE = Path(__file__).resolve().parents[1] / "data" / "book.toml"
TIE_WINNERS = frozenset(("most prestige", "least prestige"))
"""Whom an agenda lets win a tie in Might."""


@cache
def shipped() -> Book:
    return _of_data(tomllib.loads(SHIPPED_FILE.read_text("utf-8")), frozenset())


def with_box(text: str) -> Book:
    """The shipped book with an owner's TOML over it; what cannot be read is left out (`unread_in`)."""
    return box_read(text, language())[0]


def unread_in(text: str) -> tuple[Problem, ...]:
    """What of an owner's TOML cannot be read."""
    return box_read(text, language())[1]


@lru_cache(maxsize=256)
def box_read(text: str, _language: str) -> tuple[Book, tuple[Problem, ...]]:
    """Both, with sentences in this language."""
    book, problems, _missing = _read(text)
    return book, tuple(sorted(problems, key=lambda problem: problem.line))


def read(text: str) -> Book:
    """The shipped book with this TOML over it. Raises Illegal: some of it cannot be read."""
    return _whole(*_read(text))


def read_entry(tile: BoxTile) -> Entry:
    """The entry that a table of a box file says. Raises Illegal."""
    row = BoxRow(tile.type, tile.fields, 1)
    return _whole(*_with_rows(shipped(), (row,), [])).pieces[tile.id]


def _whole(book: Book, problems: list[Problem], lacking: list[str]) -> Book:
    for sentence in (*(problem.sentence for problem in problems), *lacking):
        raise Illegal(sentence)
    return book


def _read(text: str) -> tuple[Book, list[Problem], list[str]]:
    """The book; what of the file cannot be read, in the order in which it is found; and what must be said of
    an entry and is not, a sentence each."""
    problems: list[Problem] = []
    book, ignored = _nested(text, problems)
    rows, unread = rows_in(text)
    problems += [problem for problem in unread if problem.line not in ignored]
    return _with_rows(book, rows, problems)


def _with_rows(
    book: Book, rows: Iterable[BoxRow], problems: list[Problem]
) -> tuple[Book, list[Problem], list[str]]:
    lacking: list[str] = []
    own: dict[str, Entry] = {}
    lines: dict[str, BoxRow] = {}
    order = [type for type, _words in ENTRY_TYPES]
    for row in sorted(rows, key=lambda row: order.index(row.kind) if row.kind in order else len(order)):
        entry = book.pieces.get(str(row.fields.get("id")))
        if entry is None or entry.type != row.kind:
            name = row.fields.get("id") if row.kind in order else row.kind
            problems.append(Problem(row.line, _not_known(f"{name!r:.60}"), row.id, whole=True))
            continue
        own[entry.id], wrong, left = _entry(entry, row.fields)
        problems += map(row.problem, wrong)
        lacking += (row.problem(one).sentence for one in left)
        lines[entry.id] = row
    laid = book.laid(own)
    while (fault := next(faults(laid.pieces), None)) is not None:
        entry = own[fault.entry]
        field = next((name for name in fault.rows if name in entry.values), "")
        problems.append(Problem(lines[entry.id].line_of(field), fault.sentence, entry.id, field))
        own[entry.id] = entry.of.untelling(entry, fault.rows)
        laid = book.laid(own)
    return laid, problems, lacking


def _entry(entry: Entry, fields: Mapping[str, Json]) -> tuple[Entry, list[Misread], list[Misread]]:
    """The entry as these fields of a box file tell it; what of them cannot be read, which is untold then; and
    what must be said of it and is neither told nor said to be untold. What they say nothing of is not there,
    but for what must be said."""
    needed = tuple(
        row.key
        for row in entry.rows
        if row.needed and row.key not in entry.known and not row.several and not row.usual(entry)
    )
    given = {name: value for name, value in fields.items() if name != "name" or entry.of.has(name)}
    found, marks, wrong = read_piece(entry.of, replace(entry, values={}, untold=needed), given)
    return replace(found, marks=marks), wrong, [*missing(entry.of, found, marks, wrong, needed)]


def _not_known(name: str) -> str:
    return _("The box file names {name}, which this game does not have.", name=name)


# --- values by their names in data/book.toml


def _nested(text: str, problems: list[Problem]) -> tuple[Book, frozenset[int]]:
    """The book with these values over it, and the lines where they stand."""
    book, lines = shipped(), set[int]()
    for begin, part in _readable_parts(text):
        for name, value in read_toml(part).items():
            if isinstance(value, list):
                continue
            line = begin + line_of(name, part) - 1
            lines.add(line)
            data: dict[str, Any] = deepcopy({**book.data})
            try:
                book = _of_data(data, book.given | _laid_over(data, {name: value}))
            except Illegal as wrong:
                problems.append(Problem(line, wrong.sentence))
    return book, frozenset(lines)


def _readable_parts(text: str) -> Iterator[tuple[int, str]]:
    """The text with its first line; where it is no TOML those of its parts that are, as its rows are read."""
    for begin, part in ((1, text), *((line, part) for _kind, line, part in parts_of(text))):
        try:
            read_toml(part)
        except UnreadableText:
            continue
        yield begin, part
        if part == text:
            return


def _laid_over(data: dict[str, Any], more: dict[str, Any], path: str = "") -> frozenset[str]:
    """Changes `data`; gives the dotted names of what was laid over. Raises Illegal for what is not known."""
    given: set[str] = set()
    for name, value in more.items():
        dotted_name = f"{path}{name}"
        free = path == "cards.eligible."
        if name not in data and not free:
            raise Illegal(_not_known(repr(dotted_name)))
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            given |= _laid_over(data[name], value, dotted_name + ".")
            continue
        if not free and type(value) is not type(data[name]):
            raise Illegal(_("In the box file, {name} does not hold what it should.", name=repr(dotted_name)))
        data[name] = value
        given.add(dotted_name)
    return frozenset(given)


def _of_data(data: dict[str, Any], given: frozenset[str]) -> Book:
    """The book of these values alone. Raises Illegal."""
    try:
        book = Book(data, {}, given).laid({})
        for each in (book, *book.ships.values(), *book.techs.values()):
            for name, view in vars(type(each)).items():
                if isinstance(view, cached_property):
                    getattr(each, name)
        _check(book)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
        raise Illegal(_("The box file does not hold what it should: {why}.", why=f"{wrong!s:.80}")) from None
    return book


def _check(book: Book) -> None:
    if len(book.planets) != 4 or len(book.factions) != 6 or len(book.suites) != 3:
        raise ValueError("4 planets, 6 factions, 3 suites")
    if len(book.strategies) != 5 or len(book.tactics) != 15 or len(book.policies) != 7:
        raise ValueError("5 strategies, 15 tactics, 7 policies")
    if not book.start_fleet or not set(book.start_fleet) <= book.ships.keys():
        raise ValueError("start.fleet")
    if not {*(key for _title, key in book.titles), *book.tie_breakers} <= set(METRICS):
        raise ValueError("scoring")
    cards, policies = book.data["cards"], book.data["policies"]
    if not {who for _policy, _agenda, who in policies["ties"]} <= TIE_WINNERS:
        raise ValueError("policies.ties")
    if any(len(policies[name]) != 2 for name in ("voters_agenda", "own_vote_agenda")):
        raise ValueError("policies.voters_agenda")
    known = {*book.tactics, *book.strategies}
    if not all(
        known.issuperset(those)
        for those in (*cards["eligible"].values(), *book.tie_wins, *(cards[rule] for rule in CARD_RULES))
    ):
        raise ValueError("cards")
    if any(not those for those in cards["eligible"].values()):
        raise ValueError("cards.eligible")
