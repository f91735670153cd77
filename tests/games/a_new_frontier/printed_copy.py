"""A copy of A New Frontier: what is printed on each of its cards and boards, drawn by a seed, wherever the
rulebook's surviving text leaves it open; what a track or a table must keep to is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.a_new_frontier.book.book_files import shipped
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.rows import EntryRow
from companion.games.a_new_frontier.book.rows_of_several import SUPPORT_POLICY
from companion.games.a_new_frontier.rules.archaeotech import SIDES, NameArchaeotechs
from companion.games.a_new_frontier.rules.research import ChooseTechs
from companion.games.a_new_frontier.rules.setup import few_forms
from companion.games.a_new_frontier.rules.techs import AT_THE_CHOICE
from companion.games.contract import BoxTile, Decision, Game, Json, Naming, Question, State, TellingField
from tests.rigs.half_told import row_text, some_told, spoilt
from tests.rigs.told_games import Said, options_of

NEVER_ASKED = ("remind",)
"""A reminder is the owner's own wish, nothing printed."""


class PrintedCopy:
    game = "a-new-frontier"
    untyped: tuple[str, ...] = ("tell",)
    options: Mapping[str, str] = {}

    def __init__(self, seed: int) -> None:
        rng, book = Random(f"copy {seed}"), shipped()
        self.entries = dict(book.pieces)
        self.printed = {
            id: _drawn(entry, {*entry.untold} - {*NEVER_ASKED}, rng) for id, entry in self.entries.items()
        }
        of_place: dict[str, Json] = {}
        for id, fields in self.printed.items():
            if "needs" in fields and (place := _needs_by_the_tree(id)):
                fields["needs"] = of_place.setdefault(place, fields["needs"])

    def said(self, field: TellingField, called: str) -> tuple[str, ...]:
        said = _row(self.entries[field.piece], field.key).said(self.printed[field.piece])
        if said:
            return said
        return ("0",) if field.sayings and field.sayings[0].value.lstrip("-").isdigit() else ()

    def name(self, form: Naming, state: Any, rng: Random) -> tuple[str, ...]:
        raise AssertionError("no piece is named to be met")

    def move(self, game: Game[State], state: Any, question: Question, rng: Random) -> Decision | None:
        """A tactics card is one that its strategy card names, told or not."""
        may = [option.decision for option in options_of(game, state, question)]
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
            and name in (entry.now["name"], self.printed[id].get("name"))
        )

    def truly(self, state: Any, decision: Decision) -> Decision:
        """Whoever chooses technologies ticks whether one of them says more than they need. No two hold the
        same archaeotech."""
        if isinstance(decision, NameArchaeotechs):
            others = {id for seat in state.seats if seat != decision.seat for id in state.corps[seat].named}
            return replace(decision, names=tuple(id for id in decision.names if id not in others))
        if not isinstance(decision, ChooseTechs) or not few_forms(state):
            return decision
        entries = [self.entries[f"technology-{id}"] for id in decision.techs]
        untold = [
            (entry, _row(entry, key))
            for entry in entries
            for key in AT_THE_CHOICE
            if state.book.is_untold(entry.id, key)
        ]
        more = any(tuple(row.said(self.printed[it.id])) != tuple(row.usual(it)) for it, row in untold)
        return replace(decision, more=more)

    def noted(self, decision: Json) -> Json:
        return decision

    def now(self, tiles: Mapping[str, BoxTile]) -> None:
        pass

    def registered_as(self, noted: Json, state: Any) -> Sequence[Json]:
        """That something is still to be told of chosen technologies is no part of the choice. An archaeotech
        that is registered is named before it is laid open, and one of a single use is used by that."""
        data, seat = {key: value for key, value in noted.items() if key != "more"}, noted["player"]
        match noted["do"]:
            case "use-archaeotech":
                return (*_named(state, seat, noted["archaeotech"]), data)
            case "show-archaeotech":
                id = noted["archaeotech"]
                sides = [side for side in SIDES if self.printed[id].get(side)]
                used = {"do": "use-archaeotech", "player": seat, "archaeotech": id, "side": sides[0]}
                return (*_named(state, seat, id), *([used] if len(sides) == 1 else ()))
        return (data,)

    def falls_out(self, registered: Decision) -> bool:
        """Technologies of which nobody had told what they need, and which do not fit as printed (p. 11)."""
        return isinstance(registered, ChooseTechs) and any(
            "needs" in self.printed.get(f"technology-{id}", {}) for id in registered.techs
        )

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
        names = [name for fact in facts for name in _row(self.entries[piece], fact).fields]
        return {name: self.printed[piece][name] for name in names if name in self.printed[piece]}

    def told_elsewhere(self, piece: str, told: Mapping[str, Said]) -> tuple[str, ...]:
        """What a technology needs, with that of its place in another branch (p. 11: one tree for all)."""
        place = piece.rpartition("-")[2]
        same = (facts for other, facts in told.items() if _needs_by_the_tree(other) == place)
        return ("needs",) if _needs_by_the_tree(piece) and any("needs" in facts for facts in same) else ()

    def known(self, piece: str) -> frozenset[str]:
        return frozenset(self.entries[piece].by_the_text)


def _named(state: Any, seat: int, id: str) -> Sequence[Json]:
    """This player names this archaeotech, and where all of theirs were named another one no more."""
    corp = state.corps[seat]
    names = [*corp.named[: corp.archaeotech - 1], id]
    return () if id in corp.named else ({"do": "name-archaeotechs", "player": seat, "names": names},)


def _needs_by_the_tree(piece: str) -> str:
    """Of a technology its place in the tree, where that tells what it needs; "": of all else."""
    place = piece.rpartition("-")[2]
    return place if piece.startswith("technology-") and place in ("2B", "3") else ""


def _row(entry: Entry, key: str) -> EntryRow:
    return next(row for row in entry.rows if row.key == key)


def _drawn(entry: Entry, keys: set[str], rng: Random) -> dict[str, Json]:
    """The fields of an entry that are to be told."""
    rules: dict[str, Callable[[], dict[str, Json]]] = {
        "board-start": lambda: _start(rng),
        "board-influence": lambda: _track(rng),
        "board-table": lambda: _steps("casualties", 6, rng) | _steps("steal", 8, rng),
        "board-colonies": lambda: {f"level_{n}": rng.randint(1, 3) if n < 8 else 0 for n in range(1, 10)},
        "board-scoring": lambda: _scoring(entry, rng),
    }
    if entry.id in rules:
        return rules[entry.id]()
    found: dict[str, Json] = {}
    for row in entry.rows:
        if row.key in keys:
            found |= row.boxed(_said(entry, row, rng))
    return found


def _said(entry: Entry, row: EntryRow, rng: Random) -> tuple[str, ...]:
    offered = [saying.value for saying in row.sayings(entry)]
    if row.key == "techs":
        return tuple(rng.sample(offered, rng.randint(0, 3)))
    if row.several:
        # One of them is always of those that new players keep (p. 3): else they take the others after all.
        kept = [id for id, name in entry.others if name not in shipped().heavy_tactics]
        return tuple(dict.fromkeys((rng.choice(kept), *rng.sample(offered, rng.randint(1, 5)))))
    if row.key == "voters" and entry.id != SUPPORT_POLICY:
        return ("none",)  # that is of the Support Policy alone (p. 9)
    if row.numbers:
        return (str(rng.randint(row.numbers[0], min(row.numbers[1], 6))),)
    if offered:
        return (rng.choice([value for value in offered if not value.isdigit() or int(value) <= 6]),)
    return (f"{row.key.capitalize()} of {entry.id} {rng.randrange(100)}",)


def _start(rng: Random) -> dict[str, Json]:
    """There are ships for the fleets of five (p. 2)."""
    ships = shipped().ships
    fleet = {"stingray": 1, "barracuda": rng.randint(0, 1), "hammerhead": rng.randint(0, 1)}
    found = {f"fleet_{ship}": fleet.get(ship, 0) for ship, each in ships.items() if not each.factions_only}
    return {"credits": rng.randint(6, 20), "prosperity": rng.randint(0, 3), **found}


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
    metrics = [saying.value for saying in _row(entry, "tie_1").sayings(entry)]
    titles = rng.sample(metrics, rng.randint(2, 6))
    ties = rng.sample(metrics, 2)
    return _row(entry, "titles").boxed(tuple(titles)) | {"tie_1": ties[0], "tie_2": ties[1]}
