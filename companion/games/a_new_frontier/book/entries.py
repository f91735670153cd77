"""The book's entries: the current values of each printed thing, with the owner's values laid over them.

A box file has a table [[type]] for each entry, with its id and its fields (`printed_fields`); they change the
nested values that data/book.toml holds, or stand beside them as texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier.book import printed_fields as of
from companion.games.a_new_frontier.book.entry_fields import (
    ARCHAEOTECH_COUNT,
    NO_CHOICE,
    POLICY_WORDS,
    Entry,
    Field,
)
from companion.translation import marked

KNOWN_STRATEGIES, KNOWN_TACTICS, KNOWN_POLICIES, KNOWN_FACTIONS = 2, 10, 6, 2
"""How many of each the rulebook names; they come first in data/book.toml."""
OWNER_ENTRIES_KEY = "given"
"""Where the nested data keeps the owner's entries, by id."""
STATUS_FIELDS = ("id", "source", "assumed", "untold", "told")
"""Fields that a file may hold of every entry: see `companion.games.contract.BoxTile`."""
TOLD_BY_THE_TEXT = {
    "technology-exploration-1A": ("at_once", "facility"),
    "technology-research-2B": ("at_once", "facility", "facilities"),
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


def owner_entries(data: Mapping[str, Any], id: str) -> Mapping[str, Any]:
    """What an owner entered there."""
    found: Mapping[str, Any] = data.get(OWNER_ENTRIES_KEY, {}).get(id, {})
    return found


def entries(data: Mapping[str, Any]) -> tuple[Entry, ...]:
    """All entries, in the order in which a person goes through the box."""
    return (*_boards(data), *_pieces(data), *_cards(data), *_rest(data))


def _entry(
    data: Mapping[str, Any], type: str, id: str, name: str, fields: tuple[Field, ...], /, **now: Any
) -> Entry:
    """now: the nested values; the owner's own entries replace them."""
    own_values = {
        field: value for field, value in owner_entries(data, id).items() if field not in STATUS_FIELDS
    }
    return Entry(type, id, name, fields, {k: v for k, v in now.items() if v is not None} | own_values)


def _boards(data: Mapping[str, Any]) -> list[Entry]:
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
    branch = {"name": data["technologies"]["more"].get("tenth")}
    parts = (
        ("board-start", of.start_fields(ships), start),
        ("board-influence", of.influence_fields(), steps),
        ("board-table", of.table_fields(), rows),
        ("board-colonies", of.colony_fields(), colonies),
        ("board-scoring", of.scoring_fields(), scoring),
        ("board-branch", of.branch_fields(), branch),
    )
    return [_entry(data, "board", id, BOARD_WORDS[id], fields, **now) for id, fields, now in parts]


def _pieces(data: Mapping[str, Any]) -> list[Entry]:
    planets = [
        _entry(data, "planet", f"planet-{n}", name, of.planet_fields(), name=name)
        for n, name in enumerate(data["planets"]["names"], 1)
    ]
    ships = [
        _entry(
            data,
            "ship",
            f"ship-{id}",
            ship["name"],
            of.ship_fields(id, "cost" not in ship["unverified"]),
            **{name: ship[name] for name in ("cost", "attack", "defense")},
        )
        for id, ship in data["ships"].items()
    ]
    return [*planets, *ships]


def _cards(data: Mapping[str, Any]) -> list[Entry]:
    cards, policies = data["cards"], data["policies"]
    ids = {name: f"tactic-{n:02}" for n, name in enumerate(cards["tactics"], 1)}
    tactics = [
        _entry(data, "tactic", id, name, of.tactic_fields(n <= KNOWN_TACTICS), name=name)
        for n, (name, id) in enumerate(ids.items(), 1)
    ]
    offered = tuple((id, name) for name, id in ids.items())
    strategies = [
        _entry(
            data,
            "strategy",
            f"strategy-{n}",
            name,
            of.strategy_fields(n <= KNOWN_STRATEGIES, offered),
            name=name,
        )
        for n, name in enumerate(cards["strategies"], 1)
    ]
    found = []
    for n, name in enumerate(policies["names"], 1):
        known = n <= KNOWN_POLICIES
        now = {"planet": "yes" if name in policies["planet_specific"] else "no"}
        found.append(
            _entry(
                data,
                "policy",
                f"policy-{n}",
                POLICY_WORDS.get(name, name),
                of.policy_fields(known),
                name=name,
                **now,
            )
        )
    return [*tactics, *strategies, *found]


def _rest(data: Mapping[str, Any]) -> list[Entry]:
    suites, tech = data["missions"]["suites"], data["technologies"]
    missions = [
        _entry(data, "mission", f"mission-{suite}-{n}", f"{suite} {n}", of.mission_fields())
        for suite in suites
        for n in range(1, data["missions"]["each"] + 1)
    ]
    of_five = of.mission_fields((NO_CHOICE, *((suite, suite) for suite in suites)))
    missions.append(_entry(data, "mission", "mission-five-players", marked("for five players"), of_five))
    facilities = tuple((id, id) for id in data["facilities"])
    ids = [f"{branch}-{place}" for branch in tech["branches"] for place in tech["levels"]]
    gives = {id: those for id, *those in tech["more"]["facilities"]}
    techs = []
    for id in ids:
        place = id.rpartition("-")[2]
        now: dict[str, Any] = {
            "needs": tech["more"].get("needs", {}).get(id, tech["levels"][place][2]),
            "at_once": "yes" if id in tech["more"]["instant"] else None,
            "facility": gives[id][0] if id in gives else None,
            "facilities": len(gives[id]) if id in gives else None,
        }
        fields = of.technology_fields(place not in ("2B", "3"), facilities)
        techs.append(_entry(data, "technology", f"technology-{id}", id, fields, **now))
    of_factions = (NO_CHOICE, *((id, id) for id in ids))
    factions = [
        _entry(
            data,
            "faction",
            f"faction-{n}",
            name,
            of.faction_fields(n <= KNOWN_FACTIONS, of_factions),
            name=name,
        )
        for n, name in enumerate(data["factions"]["names"], 1)
    ]
    kinds = [
        _entry(data, "facility", f"facility-{id}", id, of.facility_fields()) for id in data["facilities"]
    ]
    found = [
        _entry(data, "archaeotech", id, str(owner_entries(data, id).get("name", id)), of.archaeotech_fields())
        for id in archaeotech_ids()
    ]
    return [*missions, *techs, *kinds, *factions, *found]


def archaeotech_ids() -> tuple[str, ...]:
    return tuple(f"archaeotech-{n:02}" for n in range(1, ARCHAEOTECH_COUNT + 1))


def is_confirmed(data: Mapping[str, Any], dotted: set[str], entry: Entry, field: Field) -> bool:
    """Whether a field is confirmed: by an owner's entry or dotted name, or by the rulebook's text."""
    own = owner_entries(data, entry.id)
    open_fields = (*own.get("assumed", ()), *own.get("untold", ()))
    if own and own.get("source", "owner") == "owner" and field.name not in open_fields:
        return True
    return field.known or bool(field.path and field.path in dotted)


def untold(data: Mapping[str, Any], dotted: set[str], entry: Entry) -> frozenset[str]:
    """The fields that a table with the printed pieces is asked for."""
    own = owner_entries(data, entry.id)
    if own and own.get("source", "owner") == "owner":
        return frozenset(own.get("untold", ()))
    said = TOLD_BY_THE_TEXT.get(entry.id, ())
    return frozenset(
        field.name
        for field in entry.fields
        if field.name not in said and not (field.known or (field.path and field.path in dotted))
    )


def is_open(data: Mapping[str, Any], dotted: set[str], entry: Entry) -> bool:
    return not all(is_confirmed(data, dotted, entry, field) for field in entry.fields)
