"""The book's entries: all that is printed somewhere, with what is told of it and what holds until then.

A box file has a table [[type]] for each entry, with its id and the fields of its rows (`printed`). Until an
owner tells them, the values of data/book.toml stand in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from companion.games.a_new_frontier.book import printed as of
from companion.games.a_new_frontier.book.choices import (
    ARCHAEOTECH_COUNT,
    BRANCH_WORDS,
    POLICY_WORDS,
    SUITE_WORDS,
    Choices,
)
from companion.games.a_new_frontier.book.rows import EntryRow
from companion.games.a_new_frontier.book.stand_ins import stand_in_name
from companion.games.contract import BoxTile, Json
from companion.games.contract.box_pieces import Marks, boxed
from companion.games.contract.printed import Printed
from companion.translation import marked

TENTH_BRANCH = "marketing"
"""The branch that the surviving text does not name."""
KNOWN_STRATEGIES, KNOWN_TACTICS, KNOWN_POLICIES, KNOWN_FACTIONS = 2, 10, 6, 2
"""How many of each the rulebook names; they come first in data/book.toml."""
TOLD_BY_THE_TEXT = {
    "technology-exploration-1A": ("at_once",),
    "technology-research-2B": ("at_once", "builds"),
}
"""What the rulebook's text says of single technologies (p. 11, 12)."""
BOARD_WORDS = {
    "board-start": marked("What a corporation starts with"),
    "board-influence": marked("The influence track"),
    "board-table": marked("The Conflict Resolution Table"),
    "board-colonies": marked("The exploration board"),
    "board-scoring": marked("The end scoring"),
    "board-branch": marked("The tenth branch of technologies"),
}


@dataclass(frozen=True)
class Entry:
    """One printed thing. name: what people call it; of: its sort, with its rows; stand_ins: the fields of a
    box file that hold while nobody tells others, some of them by the rulebook's text (`known`, by row);
    values: those that an owner told; untold: the rows that nobody told; marks: what a file says of these.

    others: the pieces that it may name, and words for them. confirmed: rows that an owner laid over by their
    dotted names.
    """

    of: Printed[Any]
    id: str
    name: str
    stand_ins: Mapping[str, Json]
    known: frozenset[str] = frozenset()
    others: Choices = ()
    values: Mapping[str, Json] = field(default_factory=dict)
    untold: tuple[str, ...] = ()
    marks: Marks | None = None
    confirmed: frozenset[str] = frozenset()

    @property
    def type(self) -> str:
        return self.of.kind

    @property
    def rows(self) -> tuple[EntryRow, ...]:
        return self.of.rows  # type: ignore[return-value]

    @cached_property
    def now(self) -> Mapping[str, Json]:
        """The fields that hold now: no stand-in beside what is told of a row, of a track or of a table."""
        told = {
            name for row in self.rows if not self.values.keys().isdisjoint(row.fields) for name in row.fields
        }
        if self.type == "board":
            begins = {name.rpartition("_")[0] for name in self.stand_ins} - {""}
            begins = {begin for begin in begins if self.track(begin) or self.whole(begin) is not None}
            told |= {name for name in self.stand_ins if name.rpartition("_")[0] in begins} - self.known
        left = {name: value for name, value in self.stand_ins.items() if name not in told}
        return {name: value for name, value in {**left, **self.values}.items() if value is not None}

    @property
    def called(self) -> str:
        """Its name by the text, else as an owner told it."""
        stand_in = str(self.stand_ins["name"])
        return stand_in if "name" in self.known else str(self.values.get("name", stand_in))

    def keys_of(self, begin: str) -> tuple[str, ...]:
        """The rows of a track or a table."""
        return tuple(row.key for row in self.rows if row.key.startswith(f"{begin}_"))

    def track(self, begin: str) -> dict[str, Any]:
        """The fields "begin_..." that an owner told, by what follows."""
        names = (name for row in self.rows for name in row.fields if name.startswith(f"{begin}_"))
        return {name.partition("_")[2]: self.values[name] for name in names if name in self.values}

    def whole(self, begin: str) -> dict[str, Any] | None:
        """The same; None: something of them is untold."""
        if self.marks is None:
            return None
        untold = self.untold if self.own else self.marks.untold
        return None if any(key.startswith(begin) for key in untold) else self.track(begin)

    @property
    def by_the_text(self) -> Mapping[str, Json]:
        """The fields that the rulebook's text says."""
        names = (name for row in self.rows if row.key in self.known for name in row.fields)
        return {name: value for name in names if (value := self.stand_ins.get(name)) is not None}

    @property
    def told(self) -> tuple[str, ...]:
        """Who told what, and when, a line each."""
        return self.marks.told if self.marks else ()

    @property
    def assumed(self) -> tuple[str, ...]:
        return (self.marks and self.marks.assumed) or ()

    @property
    def own(self) -> bool:
        """An owner told of it."""
        return self.marks is not None and self.marks.source in ("", "owner")

    @property
    def begun(self) -> Entry:
        """As an owner tells it: what another source says of it is none of his."""
        return self if self.own else replace(self, values={}, marks=Marks())

    @property
    def open(self) -> bool:
        """Something of it is a stand-in."""
        return not all(self.is_confirmed(row) for row in self.rows)

    def is_confirmed(self, row: EntryRow) -> bool:
        """By an owner, or by the rulebook's text."""
        left = row.key in self.untold or not {*row.fields}.isdisjoint(self.assumed)
        return (self.own and not left) or row.key in self.known or row.key in self.confirmed

    def put(self, changes: Mapping[str, Any]) -> Entry:
        """With these fields, and `untold`; of None there is none any more."""
        untold = changes.get("untold", self.untold)
        fields = {name: changes.get(name, self.values.get(name)) for name in (*self.values, *changes)}
        values = {name: v for name, v in fields.items() if v is not None and name != "untold"}
        return replace(self, values=values, untold=tuple(untold))


def as_tile(entry: Entry) -> BoxTile:
    """What is told of it, as a box file has it."""
    return boxed(entry.of, entry, entry.id, replace(entry.marks or Marks(), source=""))


def entries(data: Mapping[str, Any], given: frozenset[str], own: Mapping[str, Entry]) -> dict[str, Entry]:
    """All entries, in the order in which a person goes through the box. given: dotted names that an owner
    laid over in `data`; own: the entries of which an owner told something."""
    called = {id: one.values["name"] for id, one in own.items() if "name" in one.values}
    made = (entry for make in (_boards, _pieces, _cards, _rest) for entry in make(data, called))
    return {entry.id: _told(entry, given, own.get(entry.id)) for entry in made}


def _told(entry: Entry, given: frozenset[str], own: Entry | None) -> Entry:
    """With what an owner told. What another source says stands, and is asked."""
    confirmed = frozenset(row.key for row in entry.rows if not given.isdisjoint(row.paths))
    if own is not None and own.own:
        return replace(entry, confirmed=confirmed, values=own.values, untold=own.untold, marks=own.marks)
    said = (*entry.known, *confirmed, *TOLD_BY_THE_TEXT.get(entry.id, ()))
    untold = tuple(row.key for row in entry.rows if row.key not in said)
    values, marks = (own.values, own.marks and replace(own.marks, untold=own.untold)) if own else ({}, None)
    return replace(entry, confirmed=confirmed, values=values, untold=untold, marks=marks)


_start, _ship = cache(of.start), cache(of.ship)
Called = Mapping[str, str]
"""The names that an owner told, by entry."""


def _boards(data: Mapping[str, Any], _called: Called) -> Iterator[Entry]:
    ships = tuple(
        (id, str(ship["name"])) for id, ship in data["ships"].items() if not ship.get("factions_only")
    )
    fleet = Counter(data["start"]["fleet"])
    start = {name: data["start"][name] for name in ("credits", "prosperity")}
    start |= {f"fleet_{id}": fleet[id] for id, _name in ships}
    steps = {f"influence_{worth}": least for least, worth in data["influence"]["steps"] if worth}
    rows = {
        f"{row}_{worth}": least
        for row in ("casualties", "steal")
        for least, worth in data["table"][row]
        if worth
    }
    colonies = {f"level_{level}": n for level, n in Counter(data["colonies"]["levels"]).items()}
    scoring = {f"title_{n}": what for n, (_title, what) in enumerate(data["scoring"]["titles"], 1)}
    scoring |= {f"tie_{n}": what for n, what in enumerate(data["scoring"]["tie_breakers"], 1)}
    parts: tuple[tuple[str, Printed[Any], dict[str, Any], tuple[str, ...]], ...] = (
        ("board-start", _start(ships), start, ()),
        ("board-influence", of.INFLUENCE, steps, ("influence_4",)),
        ("board-table", of.CONFLICT_TABLE, rows, ()),
        ("board-colonies", of.COLONIES, colonies, ()),
        ("board-scoring", of.SCORING, scoring, ()),
        ("board-branch", of.BRANCH, {}, ()),
    )
    for id, printed, now, known in parts:
        yield Entry(printed, id, BOARD_WORDS[id], now, frozenset(known))


def _pieces(data: Mapping[str, Any], called: Called) -> Iterator[Entry]:
    yield from _named(of.PLANET, "planet-{}", data["planets"]["names"], 0, called)
    for id, ship in data["ships"].items():
        now = {name: ship[name] for name in ("cost", "attack", "defense")}
        known = frozenset(() if "cost" in ship["unverified"] else ("cost",))
        yield Entry(_ship(id), f"ship-{id}", ship["name"], now, known)


def _named(
    sort: Printed[Any], ids: str, names: Sequence[str], known: int, called: Called, others: Choices = ()
) -> Iterator[Entry]:
    """Entries with names. known: the rulebook names so many, which come first."""
    for n, stand_in in enumerate(names, 1):
        id, by_the_text = ids.format(n), frozenset(("name",) if n <= known else ())
        name = stand_in if by_the_text else called.get(id, stand_in)
        yield Entry(sort, id, stand_in_name(name), {"name": stand_in}, by_the_text, others)


def _cards(data: Mapping[str, Any], called: Called) -> Iterator[Entry]:
    cards, policies = data["cards"], data["policies"]
    tactics = [*_named(of.TACTIC, "tactic-{:02}", cards["tactics"], KNOWN_TACTICS, called)]
    yield from tactics
    offered = tuple((tactic.id, tactic.name) for tactic in tactics)
    yield from _named(of.STRATEGY, "strategy-{}", cards["strategies"], KNOWN_STRATEGIES, called, offered)
    for entry in _named(of.POLICY, "policy-{}", policies["names"], KNOWN_POLICIES, called):
        planet = "yes" if entry.stand_ins["name"] in policies["planet_specific"] else "no"
        words = POLICY_WORDS.get(entry.name, entry.name)
        yield replace(entry, name=words, stand_ins={**entry.stand_ins, "planet": planet})


def _rest(data: Mapping[str, Any], called: Called) -> Iterator[Entry]:
    suites, tech = data["missions"]["suites"], data["technologies"]
    for suite in suites:
        for n in range(1, data["missions"]["each"] + 1):
            yield Entry(of.MISSION, f"mission-{suite}-{n}", f"{suite} {n}", {})
    of_suites = tuple((suite, SUITE_WORDS.get(suite, suite)) for suite in suites)
    five = marked("for five players")
    yield Entry(of.MISSION_OF_FIVE, "mission-five-players", five, {}, others=of_suites)
    gives = {id: those for id, *those in tech["more"]["facilities"]}
    branches = {id: BRANCH_WORDS.get(id, id) for id in tech["branches"]}
    branches[TENTH_BRANCH] = called.get("board-branch", branches[TENTH_BRANCH])
    ids = {f"{branch}-{place}": branch for branch in tech["branches"] for place in tech["levels"]}
    for id in ids:
        place = id.rpartition("-")[2]
        now: dict[str, Any] = {
            "needs": tech["levels"][place][2],
            "at_once": "yes" if id in tech["more"]["instant"] else None,
            "facility": gives[id][0] if id in gives else None,
            "facilities": len(gives[id]) if id in gives else None,
        }
        known = frozenset(() if place in ("2B", "3") else ("needs",))
        yield Entry(of.TECHNOLOGY, f"technology-{id}", id, now, known)
    for id in data["facilities"]:
        yield Entry(of.FACILITY, f"facility-{id}", id, {})
    of_techs = tuple((id, branches[branch]) for id, branch in ids.items())
    yield from _named(of.FACTION, "faction-{}", data["factions"]["names"], KNOWN_FACTIONS, called, of_techs)
    for id in archaeotech_ids():
        yield Entry(of.ARCHAEOTECH, id, stand_in_name(called.get(id, id)), {})


def archaeotech_ids() -> tuple[str, ...]:
    return tuple(f"archaeotech-{n:02}" for n in range(1, ARCHAEOTECH_COUNT + 1))
