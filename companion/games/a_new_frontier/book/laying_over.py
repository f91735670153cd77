"""An owner's entries: read from the rows of a box file, checked together, and laid over the nested values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.a_new_frontier.book import choices as of
from companion.games.a_new_frontier.book.choices import NONE
from companion.games.a_new_frontier.book.entries import (
    KNOWN_FACTIONS,
    KNOWN_POLICIES,
    KNOWN_STRATEGIES,
    KNOWN_TACTICS,
    Entry,
)
from companion.games.a_new_frontier.book.printed import TECHS, TITLES
from companion.games.contract import Json
from companion.games.contract.box_pieces import missing, read_piece
from companion.games.contract.box_rows import Misread
from companion.translation import _

Own = Mapping[str, Entry]
"""The entries of which an owner told something, by id."""


def read(entry: Entry, fields: Mapping[str, Json]) -> tuple[Entry, list[Misread], list[Misread]]:
    """The entry as these fields of a box file tell it; what of them cannot be read, which is untold then; and
    what must be said of it and is neither told nor said to be untold. What they say nothing of is not there,
    but for what must be said."""
    needed = tuple(
        row.key
        for row in entry.rows
        if row.needed and row.key not in entry.known and not row.several and not row.usual(entry)
    )
    of = entry.of
    given = {name: value for name, value in fields.items() if name != "name" or of.has(name)}
    found, marks, wrong = read_piece(of, replace(entry, values={}, untold=needed), given)
    kept: dict[str, Any] = {"id": entry.id, "assumed": marks.assumed or (), "told": marks.told}
    found = replace(found, marks=kept | ({"source": marks.source} if marks.source else {}))
    return found, wrong, [*missing(of, found, marks, wrong, needed)]


@dataclass(frozen=True, slots=True)
class Fault:
    """Entries that do not go together, or facts of one that do not. rows: those of the entry at fault."""

    entry: str
    rows: tuple[str, ...]
    sentence: str


def faults(data: Mapping[str, Any], own: Own) -> Iterator[Fault]:
    """What the rulebook rules out: names that two have, steps that do not rise, a start without a ship."""
    for prefix, names, known in _name_lists(data):
        taken = list(names)
        for at in range(known, len(names)):
            id = prefix.format(at + 1)
            taken[at] = own[id].values.get("name", taken[at]) if id in own else taken[at]
        for at in range(known, len(names)):
            if taken.count(taken[at]) > 1 and taken[at] != names[at]:
                sentence = _("Two entries have the same name: {names}.", names=", ".join(map(str, taken)))
                yield Fault(prefix.format(at + 1), ("name",), sentence)
                break
    for id, row, first in _STEPS:
        if told := _told(own, id, row):
            steps = [least for _n, least in sorted((first | told).items())]
            if steps != sorted(set(steps)):
                sentence = _("Each step of the track or table must want more than the one before.")
                yield Fault(id, _rows(own[id], row), sentence)
            elif row == "influence" and _all_told(own[id], row) and _influence(told) != [1, 3, 4]:
                sentence = _("The rulebook says that 3, 9 and 10 prestige are 1, 3 and 4 influence.")
                yield Fault(id, _rows(own[id], row), sentence)
    for id, row, sentence in (
        ("board-colonies", "level", _("The exploration board has colonies: enter how many of each level.")),
        ("board-start", "fleet", _("A fleet must always have at least 1 ship.")),
    ):
        if id in own and _all_told(own[id], row) and not any(_told(own, id, row).values()):
            yield Fault(id, _rows(own[id], row), sentence)


_STEPS: tuple[tuple[str, str, dict[int, int]], ...] = (
    ("board-influence", "influence", {4: 10}),
    ("board-table", "casualties", {}),
    ("board-table", "steal", {}),
)
"""Tracks and tables: their entry, how their rows begin, and the steps that the text says (p. 2)."""


def _rows(entry: Entry, begin: str) -> tuple[str, ...]:
    return tuple(row.key for row in entry.rows if row.key.startswith(f"{begin}_"))


def _all_told(entry: Entry, begin: str) -> bool:
    return {*_rows(entry, begin)}.isdisjoint(entry.untold)


def _told(own: Own, id: str, begin: str) -> dict[Any, Any]:
    """What is told of the rows that begin so, by what follows: a number, or the id of a ship."""
    values = own[id].values if id in own else {}
    found = {name.partition("_")[2]: value for name, value in values.items() if name.startswith(f"{begin}_")}
    return {int(key) if key.isdecimal() else key: value for key, value in found.items()}


def _whole(own: Own, id: str, begin: str) -> dict[Any, Any]:
    """The same where all of it is told; a part of a track is none."""
    return _told(own, id, begin) if id in own and _all_told(own[id], begin) else {}


def _influence(told: dict[int, int]) -> list[int]:
    """The influence of 3, 9 and 10 prestige."""
    return [max((n for n, least in (told | {4: 10}).items() if at >= least), default=0) for at in (3, 9, 10)]


def _name_lists(data: Mapping[str, Any]) -> tuple[tuple[str, list[str], int], ...]:
    """(how the ids are made, the names, how many of them the rulebook says)."""
    return (
        ("planet-{}", data["planets"]["names"], 0),
        ("tactic-{:02}", data["cards"]["tactics"], KNOWN_TACTICS),
        ("strategy-{}", data["cards"]["strategies"], KNOWN_STRATEGIES),
        ("policy-{}", data["policies"]["names"], KNOWN_POLICIES),
        ("faction-{}", data["factions"]["names"], KNOWN_FACTIONS),
    )


def lay_over(data: dict[str, Any], own: Own) -> None:
    """Changes the nested values by an owner's entries, which have no `faults`."""
    _lay_names(data, own)
    _lay_boards(data, own)
    _lay_cards(data, own)
    _lay_technologies(data, own)


def _lay_names(data: dict[str, Any], own: Own) -> None:
    for id, names, known in _name_lists(data):
        for at in range(known, len(names)):
            names[at] = _of(own, id.format(at + 1)).get("name", names[at])
    for id, ship in data["ships"].items():
        ship |= {field: value for field, value in _of(own, f"ship-{id}").items() if field in ship}


def _of(own: Own, id: str) -> Mapping[str, Any]:
    return own[id].values if id in own else {}


def _lay_boards(data: dict[str, Any], own: Own) -> None:
    start = _of(own, "board-start")
    data["start"] |= {name: start[name] for name in ("credits", "prosperity") if name in start}
    if fleet := _whole(own, "board-start", "fleet"):
        data["start"]["fleet"] = [id for id in data["ships"] for _n in range(fleet.get(id, 0))]
    for id, row, first in _STEPS:
        if told := _whole(own, id, row):
            place = data["influence"] if row == "influence" else data["table"]
            name = "steps" if row == "influence" else row
            place[name] = [[0, 0], *([least, n] for n, least in sorted((first | told).items()))]
    if levels := _whole(own, "board-colonies", "level"):
        data["colonies"]["levels"] = [n for n, count in sorted(levels.items()) for _k in range(count)]
    scoring = _of(own, "board-scoring")
    titles = [scoring[name] for name in TITLES if scoring.get(name, NONE) != NONE]
    if "board-scoring" in own and "titles" not in own["board-scoring"].untold:
        named = {what: title for title, what in data["scoring"]["titles"]}
        data["scoring"]["titles"] = [[named.get(what, what), what] for what in titles]
    ties = [scoring[name] for name in ("tie_1", "tie_2") if name in scoring]
    data["scoring"]["tie_breakers"] = ties or data["scoring"]["tie_breakers"]


def _lay_cards(data: dict[str, Any], own: Own) -> None:
    cards, policies = data["cards"], data["policies"]
    names = {f"tactic-{n:02}": name for n, name in enumerate(cards["tactics"], 1)}
    for n, strategy in enumerate(cards["strategies"], 1):
        entered = _of(own, f"strategy-{n}")
        if entered.get("tactics"):
            cards["eligible"][strategy] = [names[id] for id in entered["tactics"]]
        cards["tie_wins"] += [[strategy, names[id]] for id in entered.get("beats", ())]
    names |= {f"strategy-{n}": name for n, name in enumerate(cards["strategies"], 1)}
    for id, card in names.items():
        for rule in of.CARD_RULES:
            if (said := _of(own, id).get(rule)) is not None:
                others = [each for each in cards[rule] if each != card]
                cards[rule] = [*others, card] if said == "yes" else others
    for n, policy in enumerate(policies["names"], 1):
        entered = _of(own, f"policy-{n}")
        if "planet" in entered:
            others = [name for name in policies["planet_specific"] if name != policy]
            policies["planet_specific"] = [*others, policy] if entered["planet"] == "yes" else others
        if entered.get("ties", NONE) != NONE and entered.get("tie_for", NONE) != NONE:
            policies["ties"].append([policy, entered["ties"], entered["tie_for"]])
        for field in ("voters", "own_vote"):
            if entered.get(field, NONE) != NONE:
                policies[f"{field}_agenda"] = [policy, entered[field]]


def _lay_technologies(data: dict[str, Any], own: Own) -> None:
    more = data["technologies"]["more"]
    needs = more.setdefault("needs", {})
    for id in [id for id in own if id.startswith("technology-")]:
        entered, tech = own[id].values, id.removeprefix("technology-")
        if "needs" in entered:
            needs[tech] = entered["needs"]
        if "at_once" in entered:
            others = [each for each in more["instant"] if each != tech]
            more["instant"] = [*others, tech] if entered["at_once"] == "yes" else others
        if "facility" in entered:
            more["facilities"] = [each for each in more["facilities"] if each[0] != tech]
            if entered["facility"] != NONE:
                more["facilities"].append([tech, *[entered["facility"]] * entered.get("facilities", 1)])
    if "name" in _of(own, "board-branch"):
        more["tenth"] = _of(own, "board-branch")["name"]
    factions = data["factions"].setdefault("start", {})
    for n in range(1, 7):
        entered = _of(own, f"faction-{n}")
        techs = [entered[name] for name in TECHS if entered.get(name, NONE) != NONE]
        factions[f"faction-{n}"] = [list(dict.fromkeys(techs)), entered.get("archaeotechs", 0)]
