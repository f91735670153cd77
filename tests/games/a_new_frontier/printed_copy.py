"""A copy of A New Frontier: what is printed on each of its cards and boards, drawn by a seed, wherever the
rulebook's surviving text leaves it open; what a track or a table must keep to is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.games.a_new_frontier.book.book_files import shipped
from companion.games.a_new_frontier.book.entry_fields import Entry, Field
from companion.games.contract import BoxTile, Decision, Game, Json, Naming, Question, State, TellingField
from tests.rigs.half_told import row_text, some_told, spoilt
from tests.rigs.told_games import Said

TARGETED = ("attack", "defeat", "steal", "steal-3")
AGENDAS = ("red", "blue")
NEVER_ASKED = ("remind",)
"""A reminder is the owner's own wish, nothing printed."""
SEVERAL: dict[str, tuple[str, ...]] = {
    "techs": ("tech_1", "tech_2", "tech_3"),
    "titles": tuple(f"title_{n}" for n in range(1, 7)),
    "wants": ("deed", "target"),
    "builds": ("facility", "facilities"),
    "tied": ("ties", "tie_for"),
    "voters": ("voters", "own_vote"),
}
"""Fields that are told together, by what a form calls them."""


class PrintedCopy:
    game = "a-new-frontier"
    untyped: tuple[str, ...] = ("tell",)
    options: Mapping[str, str] = {}

    def __init__(self, seed: int) -> None:
        rng, book = Random(f"copy {seed}"), shipped()
        self.entries = {entry.id: entry for entry in book.entries}
        self.printed = {
            id: _drawn(entry, book.untold[id] - {*NEVER_ASKED}, rng) for id, entry in self.entries.items()
        }

    def said(self, field: TellingField, called: str) -> tuple[str, ...]:
        id, part = field.name.split("/", 1)
        of = self.printed[id]
        match part:
            case "techs" | "titles":
                return tuple(of[name] for name in SEVERAL[part] if name in of)
            case "tactics" | "beats":
                return tuple(of[part])
            case "wants":
                return (f"{of['deed']}/{of['target']}" if of["deed"] in TARGETED else of["deed"],)
            case "builds":
                kind = of.get("facility", "none")
                return (kind if kind == "none" else f"{kind}/{of['facilities']}",)
            case "tied":
                return (of["ties"] if of["ties"] == "none" else f"{of['ties']}/{of['tie_for']}",)
        if part in of and (of[part] != "none" or any(saying.value == "none" for saying in field.sayings)):
            return (str(of[part]),)
        return ("0",) if field.sayings and field.sayings[0].value.lstrip("-").isdigit() else ()

    def name(self, form: Naming, state: Any, rng: Random) -> tuple[str, ...]:
        raise AssertionError("no piece is named to be met")

    def move(self, game: Game[State], state: Any, question: Question, rng: Random) -> Decision | None:
        """A tactics card is one that its strategy card names, told or not. Nobody lays an archaeotech
        open that is not told: one that is registered is named first."""
        offered = [option.decision for option in game.options(state, question.player)]
        may = [decision for decision in offered if decision.do != "show-archaeotech"]
        if question.player is not None and any(decision.do == "choose-tactics" for decision in may):
            fight = state.step.fight
            strategy = self._card(fight.strategies[question.player])
            tactics = set(self.printed[strategy].get("tactics", ()))
            eligible = [one for one in may if one.do == "choose-tactics" and self._card(one.card) in tactics]
            may = eligible or may
        return rng.choice(may)

    def _card(self, name: str) -> str:
        """The entry of a conflict card by its name, or by that which it has until it is told."""
        return next(
            id
            for id, entry in self.entries.items()
            if entry.type in ("strategy", "tactic")
            and name in (entry.values["name"], self.printed[id].get("name"))
        )

    def noted(self, decision: Json) -> Json:
        return decision

    def now(self, tiles: Mapping[str, BoxTile]) -> None:
        pass

    def registered_as(self, noted: Json) -> Json:
        return noted

    def falls_out(self, registered: Decision) -> bool:
        return False

    def registered(self, told: Mapping[str, Said]) -> str:
        return "\n".join(
            row_text(self.entries[id].type, {"id": id} | fields)
            for id, fields in self.printed.items()
            if fields
        )

    def half_told(self, rng: Random, spoil: float = 0.0) -> str:
        """A box file of these entries, of each of which any part is told. spoil: of so many of them something
        is written that it cannot say."""
        rows = []
        for id, fields in self.printed.items():
            told = some_told(fields, rng)
            untold = [name for name in fields if name not in told]
            row = {"id": id} | told | ({"untold": untold} if untold else {})
            rows.append(row_text(self.entries[id].type, spoilt(row, rng) if rng.random() < spoil else row))
        return "\n".join(rows)

    def counted(self, facts: Mapping[str, Json]) -> Mapping[str, Json]:
        """Colonies that nobody has are counted once the exploration board is told."""
        return {path: value for path, value in facts.items() if value or not path.startswith("colony/")}

    def fields(self, piece: str, facts: Sequence[str]) -> dict[str, Json]:
        names = [name for fact in facts for name in SEVERAL.get(fact, (fact,))]
        return {name: self.printed[piece][name] for name in names if name in self.printed[piece]}

    def known(self, piece: str) -> frozenset[str]:
        return frozenset(field.name for field in self.entries[piece].fields if field.known)


def _drawn(entry: Entry, names: frozenset[str], rng: Random) -> dict[str, Json]:
    """The fields of an entry that are to be told."""
    found = {field.name: _value(entry, field, rng) for field in entry.fields if field.name in names}
    rules: dict[str, Callable[[], dict[str, Json]]] = {
        "board-start": lambda: _start(found, rng),
        "board-influence": lambda: _track(rng),
        "board-table": lambda: _steps("casualties", 6, rng) | _steps("steal", 8, rng),
        "board-colonies": lambda: {f"level_{n}": rng.randint(1, 3) for n in range(1, 8)},
        "board-scoring": lambda: _scoring(entry, rng),
    }
    if entry.id in rules:
        return _said_fields(entry, rules[entry.id]())
    if "ties" in found:
        ties = rng.choice(("none", *AGENDAS))
        found |= {
            "ties": ties,
            "tie_for": "none" if ties == "none" else rng.choice(("most prestige", "least prestige")),
        }
        first, other = rng.sample(AGENDAS, 2)
        support = (
            entry.id == "policy-5"
        )  # one of its agendas has VP for its voters, the other its own vote (p. 9)
        found |= {"voters": first, "own_vote": other} if support else {"voters": "none", "own_vote": "none"}
    if "deed" in found and found["deed"] not in TARGETED:
        found["target"] = "anyone"
    if "facilities" in found:
        found["facilities"] = rng.randint(1, 2)
        if found.get("facility", "none") == "none":
            del found["facilities"]
    if "tech_1" in found:
        techs = rng.sample(
            [id for id, _words in _choices(entry, "tech_1") if id != "none"], rng.randint(0, 3)
        )
        found = {n: v for n, v in found.items() if not n.startswith("tech_")} | dict(
            zip(SEVERAL["techs"], techs, strict=False)
        )
    return _said_fields(entry, found)


def _said_fields(entry: Entry, found: Mapping[str, Json]) -> dict[str, Json]:
    """Without the numbers that are not there: a box says nothing of them."""
    needed = {field.name for field in entry.fields if field.needed}
    return {name: value for name, value in found.items() if value != 0 or name in needed}


def _value(entry: Entry, field: Field, rng: Random) -> Json:
    if field.kind == "number":
        return rng.randint(field.lowest, min(field.highest, 6))
    if field.kind == "choice":
        return rng.choice(field.choices)[0]
    if field.kind == "many":
        # One of them is always of those that new players keep (p. 3): else they take the others after all.
        kept = [id for id, words in field.choices if words not in shipped().heavy_tactics]
        more = [id for id, _words in field.choices]
        return [*dict.fromkeys((rng.choice(kept), *rng.sample(more, rng.randint(1, 5))))]
    return f"{field.name.capitalize()} of {entry.id} {rng.randrange(100)}"


def _choices(entry: Entry, name: str) -> tuple[tuple[str, str], ...]:
    return next(field.choices for field in entry.fields if field.name == name)


def _start(found: Mapping[str, Json], rng: Random) -> dict[str, Json]:
    """There are ships for the fleets of five (p. 2)."""
    fleet = {name: 0 for name in found if name.startswith("fleet_")}
    fleet |= {"fleet_stingray": 1, "fleet_barracuda": rng.randint(0, 1)}
    fleet["fleet_hammerhead"] = rng.randint(0, 1)
    return {"credits": rng.randint(6, 20), "prosperity": rng.randint(0, 3), **fleet}


def _track(rng: Random) -> dict[str, Json]:
    """3, 9 and 10 prestige are 1, 3 and 4 influence (p. 2, 8)."""
    second = rng.randint(4, 7)
    found = {
        "influence_1": rng.randint(1, 3),
        "influence_2": second,
        "influence_3": rng.randint(second + 1, 9),
    }
    last = 10
    for n in range(5, rng.choice((5, 6, 7, 8))):
        found[f"influence_{n}"] = last = rng.randint(last + 1, last + 4)
    return dict(found)


def _steps(row: str, most: int, rng: Random) -> dict[str, Json]:
    """Each wants more Might than the one before (p. 7)."""
    count = rng.randint(1, most)
    return {f"{row}_{n}": might for n, might in enumerate(sorted(rng.sample(range(1, 26), count)), 1)}


def _scoring(entry: Entry, rng: Random) -> dict[str, Json]:
    metrics = [id for id, _words in _choices(entry, "tie_1")]
    titles = rng.sample(metrics, rng.randint(2, 6))
    ties = rng.sample(metrics, 2)
    return dict(zip(SEVERAL["titles"], titles, strict=False)) | {"tie_1": ties[0], "tie_2": ties[1]}
