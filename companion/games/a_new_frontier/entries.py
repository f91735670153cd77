"""The book's entries: the current values of each printed thing, with the owner's values laid over them.

A box file has a table [[type]] for each entry, with its id and its fields (`entry_fields`); they change the
nested values that data/book.toml holds, or stand beside them as texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier import entry_fields as of
from companion.games.a_new_frontier.entry_fields import ARCHAEOTECH_COUNT, NO_CHOICE, NONE, Entry, Field
from companion.games.contract import Illegal
from companion.games.contract.box import BoxTile
from companion.translation import _, marked

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


POLICY_WORDS = {
    "conflict": marked("Conflict Policy"),
    "contract": marked("Contract Policy"),
    "corporate": marked("Corporate Policy"),
    "planet": marked("Planet Policy"),
    "support": marked("Support Policy"),
    "system": marked("System Policy"),
    "seventh": marked("The seventh policy"),
}


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


# --- laying an owner's entries over the nested values ---------------------------------------------------


def read(entry: Entry, tile: BoxTile) -> dict[str, Any]:
    """The tile's fields, checked. Raises Illegal with what must be corrected."""
    fields = {field.name: field for field in entry.fields}
    if unknown := [name for name in tile.fields if name not in (*fields, "name", *STATUS_FIELDS)]:
        raise Illegal(_("{entry} has no field {field}.", entry=entry.id, field=f"{unknown[0]!r:.40}"))
    assumed, untold_fields = tile.fields.get("assumed", []), tile.fields.get("untold", [])
    for of_fields in (assumed, untold_fields):
        if not isinstance(of_fields, list | tuple) or not set(map(str, of_fields)) <= fields.keys():
            raise Illegal(_("{entry}: assumed must list fields of it.", entry=entry.id))
    kept: dict[str, Any] = {"id": entry.id}
    for field in entry.fields:
        value = tile.fields.get(field.name)
        if value is None or value == "" or value == []:
            if field.known and field.name in entry.values:
                continue
            if field.needed and field.kind not in ("many", "choice") and field.name not in untold_fields:
                raise Illegal(_("{entry}: enter {field}.", entry=entry.id, field=_(field.words)))
            continue
        kept[field.name] = _value(entry, field, value)
    return kept | {name: tile.fields[name] for name in STATUS_FIELDS[1:] if name in tile.fields}


def _value(entry: Entry, field: Field, value: Any) -> Any:
    placeholders = {"entry": entry.id, "field": _(field.words)}
    if field.kind == "number":
        if type(value) is not int or not field.lowest <= value <= field.highest:
            raise Illegal(
                _(
                    "{entry}: {field} is a number from {lowest} to {highest}.",
                    lowest=field.lowest,
                    highest=field.highest,
                    **placeholders,
                )
            )
        return value
    if field.kind == "many":
        if not isinstance(value, list | tuple) or not set(value) <= {id for id, _words in field.choices}:
            raise Illegal(_("{entry}: choose {field} from those that are offered.", **placeholders))
        return list(dict.fromkeys(value))
    longest = of.MAX_TEXT_CHARACTERS if field.kind == "words" else of.MAX_NAME_CHARACTERS
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise Illegal(
            _("{entry}: {field} is a text of up to {longest} letters.", longest=longest, **placeholders)
        )
    if field.kind == "choice" and value not in {id for id, _words in field.choices}:
        raise Illegal(_("{entry}: choose {field} from those that are offered.", **placeholders))
    return " ".join(value.split()) if field.kind == "text" else value.strip()


def lay_over(data: dict[str, Any], tables: Mapping[str, list[Any]]) -> None:
    """Changes the nested values by an owner's entries. Raises Illegal."""
    known = {entry.id: entry for entry in entries(data)}
    given_now: dict[str, Any] = data.setdefault(OWNER_ENTRIES_KEY, {})
    for type, _words in of.ENTRY_TYPES:
        for fields in tables.get(type, ()):
            id = fields.get("id") if isinstance(fields, Mapping) else None
            entry = known.get(id) if isinstance(id, str) else None
            if entry is None or entry.type != type:
                raise Illegal(
                    _("The box file names {name}, which this game does not have.", name=f"{id!r:.60}")
                )
            given_now[entry.id] = read(entry, BoxTile(type, fields))
    if unknown := [type for type in tables if type not in dict(of.ENTRY_TYPES)]:
        raise Illegal(_("The box file names {name}, which this game does not have.", name=repr(unknown[0])))
    _lay_names(data, given_now)
    _lay_boards(data, given_now)
    _lay_cards(data, given_now)
    _lay_technologies(data, given_now)


def _lay_names(data: dict[str, Any], own: Mapping[str, Mapping[str, Any]]) -> None:
    lists = (
        ("planet-{}", data["planets"]["names"], 0),
        ("tactic-{:02}", data["cards"]["tactics"], KNOWN_TACTICS),
        ("strategy-{}", data["cards"]["strategies"], KNOWN_STRATEGIES),
        ("policy-{}", data["policies"]["names"], KNOWN_POLICIES),
        ("faction-{}", data["factions"]["names"], KNOWN_FACTIONS),
    )
    for id, names, known in lists:
        for at in range(known, len(names)):
            names[at] = own.get(id.format(at + 1), {}).get("name", names[at])
        if len(set(names)) != len(names):
            raise Illegal(_("Two entries have the same name: {names}.", names=", ".join(names)))
    for id, ship in data["ships"].items():
        ship |= {
            field: value
            for field, value in own.get(f"ship-{id}", {}).items()
            if field in ("cost", "attack", "defense")
        }


def _steps(own: Mapping[str, Any], row: str, first: list[list[int]]) -> list[list[int]]:
    steps = [[own[name], n] for n in range(1, 10) if (name := f"{row}_{n}") in own]
    if steps != sorted(steps) or len({least for least, _worth in steps}) != len(steps):
        raise Illegal(_("Each step of the track or table must want more than the one before."))
    return [*first, *steps]


def _lay_boards(data: dict[str, Any], own: Mapping[str, Mapping[str, Any]]) -> None:
    if start := own.get("board-start"):
        data["start"] |= {name: start[name] for name in ("credits", "prosperity") if name in start}
        data["start"]["fleet"] = [id for id in data["ships"] for _n in range(start.get(f"fleet_{id}", 0))]
    if track := own.get("board-influence"):
        data["influence"]["steps"] = _steps({"influence_4": 10} | dict(track), "influence", [[0, 0]])
        worth = [max(w for least, w in data["influence"]["steps"] if p >= least) for p in (3, 9, 10)]
        if worth != [1, 3, 4]:
            raise Illegal(_("The rulebook says that 3, 9 and 10 prestige are 1, 3 and 4 influence."), 8)
    if table := own.get("board-table"):
        for row in ("casualties", "steal"):
            data["table"][row] = _steps(table, row, [[0, 0]])
    if board := own.get("board-colonies"):
        data["colonies"]["levels"] = [
            n for n in range(1, of.LEVELS + 1) for _k in range(board.get(f"level_{n}", 0))
        ]
        if not data["colonies"]["levels"]:
            raise Illegal(_("The exploration board has colonies: enter how many of each level."))
    if scoring := own.get("board-scoring"):
        titles = [scoring.get(f"title_{n}", NONE) for n in range(1, of.TITLES + 1)]
        named = {what: title for title, what in data["scoring"]["titles"]}
        data["scoring"]["titles"] = [[named.get(what, what), what] for what in titles if what != NONE]
        ties = [scoring[name] for name in ("tie_1", "tie_2") if name in scoring]
        data["scoring"]["tie_breakers"] = ties or data["scoring"]["tie_breakers"]


def _lay_cards(data: dict[str, Any], own: Mapping[str, Mapping[str, Any]]) -> None:
    cards, policies = data["cards"], data["policies"]
    names = {f"tactic-{n:02}": name for n, name in enumerate(cards["tactics"], 1)}
    for n, strategy in enumerate(cards["strategies"], 1):
        entered = own.get(f"strategy-{n}", {})
        if entered.get("tactics"):
            cards["eligible"][strategy] = [names[id] for id in entered["tactics"]]
        cards["tie_wins"] += [[strategy, names[id]] for id in entered.get("beats", ())]
    names |= {f"strategy-{n}": name for n, name in enumerate(cards["strategies"], 1)}
    for id, card in names.items():
        for rule in of.CARD_RULES:
            if rule in own.get(id, {}):
                others = [each for each in cards[rule] if each != card]
                cards[rule] = [*others, card] if own[id][rule] == "yes" else others
    for n, policy in enumerate(policies["names"], 1):
        entered = own.get(f"policy-{n}", {})
        if "planet" in entered:
            others = [name for name in policies["planet_specific"] if name != policy]
            policies["planet_specific"] = [*others, policy] if entered["planet"] == "yes" else others
        if entered.get("ties", NONE) != NONE and entered.get("tie_for", NONE) != NONE:
            policies["ties"].append([policy, entered["ties"], entered["tie_for"]])
        for field in ("voters", "own_vote"):
            if entered.get(field, NONE) != NONE:
                policies[f"{field}_agenda"] = [policy, entered[field]]


def _lay_technologies(data: dict[str, Any], own: Mapping[str, Mapping[str, Any]]) -> None:
    more = data["technologies"]["more"]
    needs = more.setdefault("needs", {})
    for id in [id for id in own if id.startswith("technology-")]:
        entered, tech = own[id], id.removeprefix("technology-")
        if "needs" in entered:
            needs[tech] = entered["needs"]
        if "at_once" in entered:
            others = [each for each in more["instant"] if each != tech]
            more["instant"] = [*others, tech] if entered["at_once"] == "yes" else others
        if "facility" in entered:
            more["facilities"] = [each for each in more["facilities"] if each[0] != tech]
            if entered["facility"] != NONE:
                more["facilities"].append([tech, *[entered["facility"]] * entered.get("facilities", 1)])
    if "name" in own.get("board-branch", {}):
        more["tenth"] = own["board-branch"]["name"]
    factions = data["factions"].setdefault("start", {})
    for n in range(1, 7):
        entered = own.get(f"faction-{n}", {})
        techs = [entered[f"tech_{k}"] for k in (1, 2, 3) if entered.get(f"tech_{k}", NONE) != NONE]
        factions[f"faction-{n}"] = [list(dict.fromkeys(techs)), entered.get("archaeotechs", 0)]
