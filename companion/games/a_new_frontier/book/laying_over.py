"""An owner's entries: read from a box file, checked, and laid over the nested values of the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier.book import entry_fields as of
from companion.games.a_new_frontier.book.entries import (
    KNOWN_FACTIONS,
    KNOWN_POLICIES,
    KNOWN_STRATEGIES,
    KNOWN_TACTICS,
    OWNER_ENTRIES_KEY,
    STATUS_FIELDS,
    entries,
)
from companion.games.a_new_frontier.book.entry_fields import NONE, Entry, Field
from companion.games.contract import Illegal
from companion.games.contract.box import BoxTile
from companion.translation import _


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
