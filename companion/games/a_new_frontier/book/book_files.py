"""Reads the book from TOML: what is shipped here, and an owner's over it.

An owner's file holds entries ([[ship]], `entries.py`), or lays values over by their names in data/book.toml
([ships.kraken]). What of it cannot be read is said, and the rest stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.games.a_new_frontier.book import entries, laying_over
from companion.games.a_new_frontier.book.book import Book, Ship, Tech
from companion.games.a_new_frontier.book.choices import ENTRY_TYPES, METRICS
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.contract import Illegal
from companion.games.contract.box_rows import BoxRow, Problem, line_of, rows_in
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

SHIPPED_FILE = Path(__file__).resolve().parents[1] / "data" / "book.toml"


@cache
def shipped() -> Book:
    return _Reading().book()


@lru_cache(maxsize=256)
def with_box(text: str) -> Book:
    """The shipped book with an owner's TOML over it; what cannot be read is left out (`Book.unread`)."""
    reading = _Reading()
    reading.box(text)
    reading.settle()
    problems = sorted(reading.problems, key=lambda problem: problem.line)
    return replace(reading.book(), unread=tuple(each.words(_("the box file")) for each in problems))


def read(text: str) -> Book:
    """The shipped book with this TOML over it. Raises Illegal: some of it cannot be read."""
    reading = _Reading()
    reading.box(text)
    reading.settle()
    for sentence in (*(problem.sentence for problem in reading.problems), *reading.missing):
        raise Illegal(sentence)
    return reading.book()


def told(book: Book, told_entries: Iterable[Entry]) -> Book:
    """The book with these entries as a table told them. Raises Illegal: they do not go together."""
    data, given = book.base
    own = {id: book.pieces[id] for id in book.owned} | {entry.id: entry for entry in told_entries}
    if (fault := next(laying_over.faults(data, own), None)) is not None:
        raise Illegal(fault.sentence)
    return replace(_laid(data, given, own), unread=book.unread)


def _laid(base: dict[str, Any], given: frozenset[str], own: dict[str, Entry]) -> Book:
    """The book of these nested values with an owner's entries over them."""
    data = deepcopy(base)
    laying_over.lay_over(data, own)
    now = (_now(entry, own.get(entry.id)) for entry in entries.entries(data, given))
    return replace(_whole(data, tuple(now), given), owned=tuple(own), base=(base, given))


def _now(entry: Entry, own: Entry | None) -> Entry:
    if own is None:
        return entry
    name = str(own.values.get("name", entry.name)) if entry.type == "archaeotech" else entry.name
    untold = own.untold if own.own else entry.untold
    return replace(entry, name=name, values=own.values, untold=untold, marks=own.marks)


class _Reading:
    """The data of the shipped book, while a box file is laid over it. problems: what cannot be read, in the
    order in which it was found; missing: what must be said of an entry and is not, a sentence each."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = tomllib.loads(SHIPPED_FILE.read_text("utf-8"))
        self.given: frozenset[str] = frozenset()
        self.known = {entry.id: entry for entry in entries.entries(self.data)}
        self.own: dict[str, Entry] = {}
        self.problems: list[Problem] = []
        self.missing: list[str] = []
        self._lines: dict[str, BoxRow] = {}

    def box(self, text: str) -> None:
        nested = {name: part for name, part in _tables(text).items() if not isinstance(part, list)}
        places = {name: line_of(name, text) for name in nested}
        for name, part in nested.items():
            try:
                self._lay_nested(name, part)
            except Illegal as wrong:
                self.problems.append(Problem(places[name], wrong.sentence))
        self.known = {entry.id: entry for entry in entries.entries(self.data, self.given)}
        self.entries_of(text, ignored=frozenset(places.values()))

    def _lay_nested(self, name: str, part: Any) -> None:
        data = deepcopy(self.data)
        given = self.given | _laid_over(data, {name: part})
        _whole(data, entries.entries(data, given), given)
        self.data, self.given = data, given

    def entries_of(self, text: str, ignored: frozenset[int] = frozenset()) -> None:
        """Its rows. ignored: the lines of what is no row and was read otherwise."""
        rows, unread = rows_in(text)
        self.problems += [problem for problem in unread if problem.line not in ignored]
        order = [type for type, _words in ENTRY_TYPES]
        for row in sorted(rows, key=lambda row: order.index(row.kind) if row.kind in order else len(order)):
            entry = self.known.get(str(row.fields.get("id")))
            if entry is None or entry.type != row.kind:
                name = row.fields.get("id") if row.kind in order else row.kind
                sentence = _(
                    "The box file names {name}, which this game does not have.", name=f"{name!r:.60}"
                )
                self.problems.append(Problem(row.line, sentence))
                continue
            self.own[entry.id], wrong, missing = laying_over.read(entry, row.fields)
            self.problems += map(row.problem, wrong)
            self.missing += (row.problem(one).sentence for one in missing)
            self._lines[entry.id] = row

    def settle(self) -> None:
        """Leaves out what does not go together."""
        while (fault := next(laying_over.faults(self.data, self.own), None)) is not None:
            entry = self.own[fault.entry]
            field = next((name for name in fault.rows if name in entry.values), "")
            self.problems.append(Problem(self._lines[entry.id].line_of(field), fault.sentence))
            self.own[entry.id] = entry.of.untelling(entry, fault.rows)

    def book(self) -> Book:
        return _laid(self.data, self.given, self.own)


def _tables(text: str) -> dict[str, Any]:
    try:
        return dict(read_toml(text))
    except UnreadableText:
        return {}  # its rows are read one by one


def _whole(data: dict[str, Any], all_entries: tuple[Entry, ...], given: frozenset[str]) -> Book:
    """Raises Illegal."""
    try:
        return _book(data, all_entries, given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
        raise Illegal(_("The box file does not hold what it should: {why}.", why=f"{wrong!s:.80}")) from None


def _laid_over(data: dict[str, Any], more: dict[str, Any], path: str = "") -> frozenset[str]:
    """Changes `data`; gives the dotted names of what was laid over. Raises Illegal for what is not known."""
    given: set[str] = set()
    for name, value in more.items():
        dotted_name = f"{path}{name}"
        free = path == "cards.eligible."
        if name not in data and not free:
            raise Illegal(
                _("The box file names {name}, which this game does not have.", name=repr(dotted_name))
            )
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            given |= _laid_over(data[name], value, dotted_name + ".")
            continue
        if not free and type(value) is not type(data[name]):
            raise Illegal(_("In the box file, {name} does not hold what it should.", name=repr(dotted_name)))
        data[name] = value
        given.add(dotted_name)
    return frozenset(given)


def _book(data: dict[str, Any], all_entries: tuple[Entry, ...], given: frozenset[str]) -> Book:
    unsure: set[str] = set()
    sure: set[str] = set()
    for entry in all_entries:
        for row in entry.rows:
            (sure if entry.is_confirmed(row) else unsure).update(row.paths)
    start, cards, policies = data["start"], data["cards"], data["policies"]
    book = Book(
        start_credits=_number(start["credits"]),
        start_prestige=_number(start["prestige"], 22),
        start_mine=_number(start["mine"], 8),
        start_fleet=tuple(start["fleet"]),
        actions=_number(start["actions"]),
        last_turn_actions=_number(start["last_turn_actions"]),
        prosperity=_number(start["prosperity"]),
        planets=tuple(data["planets"]["names"]),
        influence_steps=_pairs(data["influence"]["steps"]),
        ships={id: _ship(id, each) for id, each in data["ships"].items()},
        casualties=_pairs(data["table"]["casualties"]),
        steal=_pairs(data["table"]["steal"]),
        strategies=tuple(cards["strategies"]),
        tactics=tuple(cards["tactics"]),
        heavy_tactics=tuple(cards["heavy_tactics"]),
        tie_wins=tuple((str(a), str(b)) for a, b in cards["tie_wins"]),
        destroys_two=tuple(cards["destroys_two"]),
        steals_first=tuple(cards["steals_first"]),
        eligible={name: tuple(those) for name, those in cards["eligible"].items()},
        policies=tuple(policies["names"]),
        heavy_policies=tuple(policies["heavy"]),
        planet_policies=tuple(policies["planet_specific"]),
        voters_agenda=(policies["voters_agenda"][0], policies["voters_agenda"][1]),
        own_vote_agenda=(policies["own_vote_agenda"][0], policies["own_vote_agenda"][1]),
        policy_ties=tuple((str(a), str(b), str(c)) for a, b, c in policies["ties"]),
        suites=tuple(data["missions"]["suites"]),
        missions_each=_number(data["missions"]["each"]),
        colony_levels=tuple(_number(level, 20) for level in data["colonies"]["levels"]),
        techs=_techs(data["technologies"]),
        facilities={id: (_number(n), bool(orbit)) for id, (n, orbit) in data["facilities"].items()},
        factions=tuple(data["factions"]["names"]),
        titles=tuple((str(a), str(b)) for a, b in data["scoring"]["titles"]),
        tie_breakers=tuple(data["scoring"]["tie_breakers"]),
        unverified=tuple(sorted(_unverified(data) - given - (sure - unsure))),
        faction_starts={
            faction: (tuple(techs), _number(archaeotechs, 3))
            for faction, (techs, archaeotechs) in data["factions"].get("start", {}).items()
        },
        tenth_branch=str(data["technologies"]["more"].get("tenth", "")),
        pieces={entry.id: entry for entry in all_entries},
    )
    _check(book)
    return book


def _check(book: Book) -> None:
    if len(book.planets) != 4 or len(book.factions) != 6 or len(book.suites) != 3:
        raise ValueError("4 planets, 6 factions, 3 suites")
    if len(book.strategies) != 5 or len(book.tactics) != 15 or len(book.policies) != 7:
        raise ValueError("5 strategies, 15 tactics, 7 policies")
    if not book.start_fleet or not set(book.start_fleet) <= book.ships.keys():
        raise ValueError("start.fleet")
    counted = {key for _title, key in book.titles} | set(book.tie_breakers)
    if not counted <= set(METRICS):
        raise ValueError("scoring")
    if not {who for _policy, _agenda, who in book.policy_ties} <= TIE_WINNERS:
        raise ValueError("policies.ties")
    known = set(book.tactics) | set(book.strategies)
    if not all(
        set(those) <= known
        for those in (*book.eligible.values(), *book.tie_wins, book.destroys_two, book.steals_first)
    ):
        raise ValueError("cards")
    if any(not those for those in book.eligible.values()):
        raise ValueError("cards.eligible")


TIE_WINNERS = frozenset(("most prestige", "least prestige"))
"""Whom an agenda lets win a tie in Might."""


def _number(value: Any, highest: int = 999) -> int:
    if type(value) is not int or not 0 <= value <= highest:
        raise ValueError(f"{value!r} is no number from 0 to {highest}")
    return value


def _pairs(rows: Any) -> tuple[tuple[int, int], ...]:
    return tuple((_number(a), _number(b)) for a, b in rows)


def _ship(id: str, each: dict[str, Any]) -> Ship:
    numbers = {name: _number(each[name]) for name in ("count", "cost", "attack", "defense")}
    return Ship(
        id,
        str(each["name"]),
        numbers["count"],
        numbers["cost"],
        numbers["attack"],
        numbers["defense"],
        factions_only=bool(each.get("factions_only")),
    )


def _techs(data: dict[str, Any]) -> dict[str, Tech]:
    more = data["more"]
    gives = {tech: tuple(those) for tech, *those in more["facilities"]}
    free = {tech: _number(count, 9) for tech, count in more["free"]}
    found = {}
    for branch in data["branches"]:
        for place, (level, copies, needs) in data["levels"].items():
            id = f"{branch}-{place}"
            instant = id in more["instant"]
            wanted = _number(more.get("needs", {}).get(id, needs), 4)
            built, laid = gives.get(id, ()), id in more["on_planet"]
            found[id] = Tech(id, branch, place, level, copies, wanted, instant, built, free.get(id, 0), laid)
    return found


def _unverified(data: dict[str, Any], path: str = "") -> set[str]:
    found = {f"{path}{name}" for name in data.get("unverified", ())}
    for name, value in data.items():
        if isinstance(value, dict):
            found |= _unverified(value, f"{path}{name}.")
    return found
