"""Reads the book from TOML: what is shipped here, and an owner's over it.

An owner's file holds entries ([[ship]], `entries.py`), or lays values over by their names in data/book.toml
([ships.kraken]).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.games.a_new_frontier.book import entries, laying_over
from companion.games.a_new_frontier.book.book import Book, Ship, Tech
from companion.games.a_new_frontier.book.entry_fields import METRICS, Entry
from companion.games.contract import Illegal
from companion.games.contract.box_rows import BoxRow, Problem, rows_in
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

SHIPPED_FILE = Path(__file__).resolve().parents[1] / "data" / "book.toml"


@cache
def shipped() -> Book:
    return _read([])


@lru_cache(maxsize=256)
def with_box(text: str, taught: tuple[str, ...] = ()) -> Book:
    """The shipped book with an owner's TOML over it, and what a table was taught in play. What of the owner's
    cannot be read is left out (`Book.unread`). Raises Illegal for what was taught."""
    known, problems = _readable(text)
    book = _read([known, *map(_tables, taught)])
    return replace(book, owner=text, taught=taught, unread=problems)


def read(text: str) -> Book:
    """The shipped book with this TOML over it. Raises Illegal: some of it cannot be read."""
    return replace(_read([_tables(text)]), owner=text)


Tables = dict[str, Any]
"""A box file: by name rows of an entry's fields ([[ship]]), or nested values as data/book.toml has them."""


def _tables(text: str) -> Tables:
    try:
        return dict(read_toml(text))
    except UnreadableText as wrong:
        raise Illegal(_("The box file is no TOML: {why}.", why=wrong.sentence)) from None


def _read(over: list[Tables]) -> Book:
    """Raises Illegal."""
    data = tomllib.loads(SHIPPED_FILE.read_text("utf-8"))
    given: set[str] = set()
    tables: dict[str, list[Any]] = {}
    for more in over:
        given |= _laid_over(data, {name: part for name, part in more.items() if not isinstance(part, list)})
        for name, part in more.items():
            if isinstance(part, list):
                tables.setdefault(name, []).extend(part)
    try:
        laying_over.lay_over(data, tables)
        return _book(data, given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
        raise Illegal(_("The box file does not hold what it should: {why}.", why=f"{wrong!s:.80}")) from None


@lru_cache(maxsize=64)
def _readable(text: str) -> tuple[Tables, tuple[str, ...]]:
    """What of an owner's file can be read, and a sentence with its line for each thing that cannot."""
    try:
        whole = _tables(text)
        _read([whole])
        return whole, ()
    except Illegal:
        pass
    rows, unread = rows_in(text)
    problems = [problem for problem in unread if not _is_nested(text, problem)]
    known: Tables = {}
    for name, part in _nested(text).items():
        known = _with(known, {name: part}, problems, _line_of(text, name))
    for row in rows:
        known = _with_row(known, row, problems)
    problems.sort(key=lambda problem: problem.line)
    return known, tuple(problem.words(_("the box file")) for problem in problems)


def _nested(text: str) -> Tables:
    try:
        return {name: part for name, part in _tables(text).items() if not isinstance(part, list)}
    except Illegal:
        return {}


def _is_nested(text: str, problem: Problem) -> bool:
    return any(_line_of(text, name) == problem.line for name in _nested(text))


def _line_of(text: str, name: str) -> int:
    found = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _with(known: Tables, more: Tables, problems: list[Problem], line: int) -> Tables:
    """With one more thing of the file, where it can be read beside the rest."""
    try:
        _read([known, more])
    except Illegal as wrong:
        problems.append(Problem(line, wrong.sentence))
        return known
    return {
        name: [*known.get(name, ()), *part] if isinstance(part, list) else part
        for name, part in (known | more).items()
    } | {name: part for name, part in known.items() if name not in more}


def _with_row(known: Tables, row: BoxRow, problems: list[Problem]) -> Tables:
    """With one more row; of one that cannot be read whole, with each field that can."""
    try:
        _read([known, {row.kind: [row.fields]}])
    except Illegal as wrong:
        whole = wrong.sentence
    else:
        return _with(known, {row.kind: [row.fields]}, problems, row.line)
    id = row.fields.get("id")
    entry = next((one for one in shipped().entries if one.id == id and one.type == row.kind), None)
    if entry is None:
        problems.append(Problem(row.line, whole))
        return known
    kept: dict[str, Any] = {"id": id}
    told = [name for name in row.fields if name not in entries.STATUS_FIELDS]
    for name in told:
        tried = kept | {name: row.fields[name]}
        try:
            _read([known, {row.kind: [_with_untold(entry, tried, row)]}])
        except Illegal as wrong:
            problems.append(Problem(row.line_of(name), wrong.sentence))
        else:
            kept = tried
    if len(kept) > 1:
        return _with(known, {row.kind: [_with_untold(entry, kept, row)]}, problems, row.line)
    return known


def _with_untold(entry: Entry, kept: dict[str, Any], row: BoxRow) -> dict[str, Any]:
    """The row with these fields alone; the others of the entry are untold."""
    marks = {name: row.fields[name] for name in ("source", "told") if name in row.fields}
    left = [field.name for field in entry.fields if field.name not in kept and not field.known]
    return kept | marks | ({"untold": left} if left else {})


def _laid_over(data: dict[str, Any], more: dict[str, Any], path: str = "") -> set[str]:
    """Changes `data`; gives the dotted names of what was laid over. Raises Illegal for what is not known."""
    given = set()
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
    return given


def _book(data: dict[str, Any], given: set[str]) -> Book:
    all_entries = entries.entries(data)
    unsure: set[str] = set()
    sure: set[str] = set()
    for entry in all_entries:
        for field in entry.fields:
            if field.path:
                (sure if entries.is_confirmed(data, given, entry, field) else unsure).add(field.path)
    open_ids = frozenset(entry.id for entry in all_entries if entries.is_open(data, given, entry))
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
        entries=all_entries,
        open=open_ids,
        owner_entries=data.get(entries.OWNER_ENTRIES_KEY, {}),
        faction_starts={
            faction: (tuple(techs), _number(archaeotechs, 3))
            for faction, (techs, archaeotechs) in data["factions"].get("start", {}).items()
        },
        tenth_branch=str(data["technologies"]["more"].get("tenth", "")),
        untold={entry.id: entries.untold(data, given, entry) for entry in all_entries},
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
