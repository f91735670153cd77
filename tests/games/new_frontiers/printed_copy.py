"""A copy of New Frontiers: what is printed on each of its tiles, drawn by a seed.

What the rulebook and publishers say of a tile is so. All else is drawn, homes and costs too: the facts of
worlds within the rulebook's counts (p. 10), the quantities of Tax on Trade, powers out of all that the tile
language has, and lines that it does not know. A made-up tile's number says nothing: which number a tile gets
is said at the table.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import companion.games.new_frontiers
from companion.games.contract import BoxTile, Decision, Game, Json, Naming, Question, State, TellingField
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from tests.rigs.half_told import row_text, some_told, spoilt
from tests.rigs.told_games import Said, in_told_order, options_of

DATA = Path(companion.games.new_frontiers.__file__).parent / "tiles" / "data"
KINDS = ("Novelty", "Rare", "Genes", "Alien")
KEYWORDS = ("Imperium", "Rebel", "Uplift", "Alien", "Terraforming")
TYPES = ("Explore", "Develop", "Settle", "Produce", "Trade", "Consume")
GOODS = {"Novelty": 19, "Rare": 17, "Genes": 13, "Alien": 11}
"""Of each kind in the box (p. 2): enough for all colonies."""
GAINS = ("$1", "$2", "1 VP", "1 colonist", "$1 + 1 VP", "2 VP", "$3", "$2 + 1 colonist")
CONSUMED = (
    "1 good",
    "2 goods",
    *(f"1 {kind} good" for kind in KINDS),
    "3 goods of different kinds",
    "all goods",
)
POWERS = (
    *(f"Explore: draw {n}" for n in ("1 world", "2 worlds")),
    *(f"Explore: gain {gain}" for gain in GAINS),
    *(f"Develop: -{n} cost" for n in (1, 2)),
    *(f"Develop: -{n} cost of 9-cost" for n in (1, 2)),
    *(f"Develop: after you develop, gain {gain}" for gain in GAINS),
    *(f"Settle: {n} Military" for n in ("+1", "+2", "+3", "+4", "-1", "-2")),
    *(f"Settle: +{n} Military vs {foe}" for n in (1, 2, 3) for foe in ("REBEL", "IMPERIUM", "ALIEN", *KINDS)),
    *(f"Settle: spend {goods} for +{n} Military" for n in (2, 3) for goods in CONSUMED),
    *(f"Settle: -{n} cost" for n in (1, 2)),
    *(f"Settle: -{n} cost of {kind} worlds" for n in (1, 2, 3) for kind in KINDS),
    *(f"Settle: may pay for a non-Alien military world at -{n} cost" for n in (0, 1)),
    "Settle: may settle 2 worlds",
    *(f"Settle: after you settle, {gain}" for gain in (*GAINS, "draw 1 world")),
    "Settle: may replace a non-military colony, same kind, cost 0-3 higher",
    "Settle: may replace this by settling a world",
    "Settle: once a game you may look at the bag",
    *(f"Produce: gain {gain}" for gain in GAINS),
    *(f"Produce: gain {gain} when this produces" for gain in GAINS[:4]),
    *(f"Produce: good on 1 {kind}windfall" for kind in ("", *(f"{kind} " for kind in KINDS))),
    *(
        f"Produce: gain $1 per {what}"
        for what in (*(f"{kind} good produced" for kind in KINDS), "kind produced")
    ),
    *(
        f"Produce: gain {gain} per {what}"
        for gain in GAINS[:3]
        for what in ("Genes colony", "UPLIFT tile", "REBEL military colony")
    ),
    *(f"Produce: gain $2 if you produced the most {kind} goods" for kind in KINDS),
    *(f"Trade: +{n}{what}" for n in (1, 2) for what in ("", " this", *(f" {kind}" for kind in KINDS))),
    "Trade: sell a good twice, by the tile",
    *(f"Consume: {may}{goods} -> {gain}" for may in ("", "may ") for goods in CONSUMED for gain in GAINS),
    *(f"Consume: up to {n} goods -> {gain} each" for n in (2, 3) for gain in GAINS[:5]),
    *(f"Consume: {goods} -> trade price" for goods in CONSUMED[:6]),
    *(f"Consume: {gain}" for gain in GAINS[:3]),
    "Consume: +1 VP per good consumed",
    'Consume: +1 VP per good consumed, +2 VP if you have "Old Earth"',
)
"""Every form that a power has in the tile language, two of which it does not know: nobody but a person does
them."""
BONUSES = (
    *(
        f"VP: {n} per {word.upper()} {tile}"
        for n in (1, 2)
        for word in KEYWORDS
        for tile in ("tile", "military colony")
    ),
    *(f"VP: {n} per {kind} colony" for n in (1, 2) for kind in (*KINDS, "production", "windfall", "gray")),
    *(f"VP: 1 per {military} colony" for military in ("military", "non-military")),
    *(f"VP: 1 per tile with {type} power" for type in TYPES),
    *(f"VP: {n} per 9-cost development" for n in (1, 2)),
    *(
        f"VP: 1 per {what}"
        for what in ("development", "Military", "3 VP in chips", "good at game end", "colonist on your mat")
    ),
    *(f"VP: 2 per {what}" for what in ("colony kind", "power type", "keyword")),
    "VP: as many as the tile says",
)
"""What a "?" may count, and one that a person counts."""
FACTS = {
    "world": ("price", "colonists", "kind", "vp", "bonus", "keywords", "powers"),
    "home": ("price", "kind", "vp", "bonus", "keywords", "powers"),
    "development": ("price", "vp", "bonus", "keywords", "powers"),
}
FIELDS = {
    "name": ("name",),
    "price": ("cost", "defense"),
    "colonists": ("colonists",),
    "kind": ("kind", "good"),
    "vp": ("vp", "bonus"),
    "bonus": ("bonus",),
    "keywords": ("keywords",),
    "powers": ("powers",),
}
PLACE = ("mat", "side", "stack", "first_game")
FIRST = ("Blaster", "Hidden", "Lost", "Distant", "Burned", "Silent", "Rich", "Free")
SECOND = ("Gem", "Moon", "Colony", "Fortress", "Reef", "Market", "Station", "Relics")


class Tile:
    """sort: its table in a box file; said: what is printed, by fact, as a form says it; place: what its box
    row says of where it belongs; known: the facts that the rulebook or a publisher tells."""

    def __init__(
        self, id: str, sort: str, name: str, place: Mapping[str, Json], known: Iterable[str]
    ) -> None:
        self.id, self.sort, self.name = id, sort, name
        self.place, self.known = dict(place), frozenset(known)
        self.said: dict[str, tuple[str, ...]] = {}

    def fields(self, facts: Iterable[str]) -> dict[str, Json]:
        """What a box file has of these facts. What a list has nothing of, and gray, is left out there."""
        found: dict[str, Json] = {}
        for fact in facts:
            said = self.said.get(fact, ())
            match fact.partition("/")[0]:
                case "name":
                    found["name"] = self.name
                case "price":
                    what, _space, number = said[0].partition(" ")
                    found[what] = int(number)
                case "colonists":
                    found["colonists"] = int(said[0])
                case "kind" if said != ("gray",):
                    found["kind"], found["good"] = said[0].split()
                case "vp" if said != ("?",):
                    found["vp"] = int(said[0])
                case "bonus" if said:
                    found["bonus"] = said[0]
                case "keywords" if said:
                    found["keywords"] = list(said)
                case "powers" if of := self.of_type(fact):
                    found["powers"] = [*dict.fromkeys((*found.get("powers", ()), *of))]
        return found

    def of_type(self, fact: str) -> tuple[str, ...]:
        """The lines of powers that a fact ("powers", "powers/Settle") tells."""
        type = fact.partition("/")[2]
        return tuple(line for line in self.said["powers"] if not type or line.startswith(f"{type}:"))

    def row(self, id: str, told: Said) -> str:
        fields = {"id": id, "name": self.name} | self.place | self.fields(FACTS[self.sort])
        fields["powers"] = in_told_order(self.said["powers"], told)
        return row_text(self.sort, fields)

    def half_told(self, rng: Random) -> dict[str, Json]:
        """The fields of a box file in which only a part is told."""
        facts = ("name", *(fact for fact in FACTS[self.sort] if fact not in ("bonus", "powers")))
        told = [*some_told(dict.fromkeys(facts), rng)]
        of_types = some_told(dict.fromkeys(TYPES), rng)
        if "vp" in told and self.said["vp"] == ("?",) and rng.random() < 0.5:
            told.append("bonus")
        fields = {"id": self.id} | self.place | self.fields(told)
        if powers := [line for line in self.said["powers"] if line.partition(":")[0] in of_types]:
            fields["powers"] = powers
        untold = [fact for fact in facts if fact not in told]
        if "vp" in told and self.said["vp"] == ("?",) and "bonus" not in told:
            untold.append("bonus")
        untold += [f"powers/{type}" for type in TYPES if type not in of_types]
        marks = {"told": [f"2026-10-03 Mia: {', '.join(told)}"]} if told and rng.random() < 0.5 else {}
        return fields | ({"untold": untold} if untold else {}) | marks


def _said(fields: Mapping[str, Json], fact: str) -> tuple[str, ...]:
    """What the fields of a tile's table say of a fact."""
    match fact:
        case "price":
            what = "defense" if "defense" in fields else "cost"
            return (f"{what} {fields[what]}",)
        case "colonists":
            return (str(fields.get("colonists", 1)),)
        case "kind":
            return (f"{fields['kind']} {fields['good']}",) if "kind" in fields else ("gray",)
        case "vp":
            return ("?",) if "bonus" in fields else (str(fields.get("vp", 0)),)
        case "bonus":
            return (fields["bonus"],) if "bonus" in fields else ()
    return tuple(fields.get(fact, ()))


def tiles(sort: str) -> list[Tile]:
    """The tiles of a sort as the program has them, nothing drawn yet."""
    file = {"world": "worlds", "home": "homes", "development": "developments"}[sort]
    rows = tomllib.loads((DATA / f"{file}.toml").read_text("utf-8"))[sort]
    return [_tile(sort, fields) for fields in rows]


def _tile(sort: str, fields: Mapping[str, Json]) -> Tile:
    assumed = fields.get("assumed", ())
    # Which mat has a home of this name is not known, and so nothing of that mat.
    nothing = ("assumed" not in fields and fields["source"] == "stand-in") or "mat" in assumed
    known = [] if nothing else [fact for fact in (*FACTS[sort], "name") if not {*FIELDS[fact]} & {*assumed}]
    if fields.get("stack", "").startswith("L"):
        known.append("price")  # the large tiles cost 9 (p. 4)
    place = {name: fields[name] for name in PLACE if name in fields}
    made = Tile(fields["id"], sort, fields["name"], place, known)
    made.said = {fact: _said(fields, fact) for fact in FACTS[sort]}
    return made


class PrintedCopy:
    game = "new-frontiers"
    untyped: tuple[str, ...] = ("tell", "ask-what-it-says")
    options: Mapping[str, str] = {"turns": "order"}
    """Whom else is asked at the same time depends on what is known of powers."""

    def __init__(self, seed: int) -> None:
        rng = Random(f"copy {seed}")
        self.worlds, self.homes, self.developments = map(tiles, ("world", "home", "development"))
        _draw_worlds(self.worlds, rng)
        _draw_homes(self.homes, self.worlds, rng)
        _draw_developments(self.developments, rng)
        for tile in (*self.worlds, *self.homes, *self.developments):
            if "powers" not in tile.known:
                count = rng.choice((0, 1, 1, 1, 2, 2, 3))
                tile.said["powers"] = tuple(rng.sample(POWERS, count))
            if "name" not in tile.known and tile.sort != "home":
                tile.name = f"{rng.choice(FIRST)} {rng.choice(SECOND)} {tile.id}"
        names = ["Old Earth", "Doomed Colony", *(f"{rng.choice(SECOND)} Home {n}" for n in range(14))]
        rng.shuffle(names)
        for home, name in zip(self.homes, names, strict=True):
            home.name = name
        fewest = sorted(rng.sample(range(2, 13), 3))
        self.tax = [[credits, vp] for credits, vp in zip(fewest, (2, 5, 8), strict=True)]
        """The quantities of Tax on Trade, which the rulebook does not say (p. 12)."""
        self.by_name = {tile.name: tile for tile in self.worlds}
        self.by_id = {tile.id: tile for tile in (*self.homes, *self.developments)}
        self.ids = {tile.id: tile for tile in self.worlds if "name" in tile.known}
        """The worlds that have a number at the table."""

    # --- the owner's hands

    def said(self, field: TellingField, called: str) -> tuple[str, ...]:
        piece, fact = field.name.split("/", 1)
        if fact == "ranges":
            return (" ".join(str(credits) for credits, _vp in self.tax),)
        tile = self.tile(piece)
        if fact == "name":
            return (tile.name,)
        return tile.of_type(fact) if fact.startswith("powers") else tile.said[fact]

    def tile(self, piece: str) -> Tile:
        return self.by_id[piece] if piece in self.by_id else self.ids[piece]

    def name(self, form: Naming, state: Any, rng: Random) -> tuple[str, ...]:
        """A world out of the bag: as the box knows it, as a new one, or by no more than a number."""
        out = {
            id
            for empire in state.empires
            for id in (
                *empire.explored,
                *(colony.world for colony in empire.colonies),
                *empire.stockpile.worlds,
            )
        }
        out |= {*state.doing.returning}
        numbers = {tile.name: id for id, tile in self.ids.items()}
        tile = rng.choice([tile for tile in self.worlds if numbers.get(tile.name) not in out])
        offered = {item.id for item in form.items}
        if numbers.get(tile.name) in offered:
            return (numbers[tile.name],)
        self._in_hand = tile
        return ("new:" if rng.random() < 0.2 else f"new:{tile.name}",)

    def move(self, game: Game[State], state: State, question: Question, rng: Random) -> Decision | None:
        """Nobody spends goods for a world before all know what their worlds cost, nor where it brings none: a
        table that knows what they cost does not ask for that."""
        options = options_of(game, state, question)
        asked = any(option.decision.do == "ask-what-it-says" for option in options)
        sure = [
            option
            for option in options
            if option.decision.do != "spend-goods" or not (asked or option.seldom)
        ]
        return rng.choice(sure).decision

    def noted(self, decision: Json) -> Json:
        if decision["do"] == "take-world" and decision["taken"][0].startswith("new:"):
            return {**decision, "taken": [f"new:{self._in_hand.name}"]}
        return decision

    def truly(self, state: Any, decision: Decision) -> Decision:
        return decision

    def now(self, tiles: Mapping[str, BoxTile]) -> None:
        named = {
            id: str(tile.fields["name"])
            for id, tile in tiles.items()
            if tile.type == "world" and "name" not in tile.fields.get("untold", ())
        }
        self.ids = {id: tile for id, tile in self.ids.items() if "name" in tile.known or id in named}
        for id, name in named.items():
            if id not in self.ids:
                self.ids[id] = self.by_name.get(name) or self._in_hand

    def registered_as(self, noted: Json, state: Any) -> Sequence[Json]:
        if noted["do"] != "take-world" or not noted["taken"][0].startswith("new:"):
            return (noted,)
        name = noted["taken"][0].removeprefix("new:")
        return ({**noted, "taken": [next(id for id, tile in self.ids.items() if tile.name == name)]},)

    # --- the same copy, registered

    def falls_out(self, registered: Decision) -> bool:
        """Nothing was chosen where nobody knew that there was nothing to choose; or a world was to be settled
        of which nobody knew that its owner sets its kind, and was then settled with one (p. 5)."""
        if isinstance(registered, SettleWorld) and registered.kind is None:
            return self.tile(registered.world).said["kind"] == ("any production",)
        return bool(getattr(registered, "declines", False))

    def registered(self, told: Mapping[str, Said]) -> str:
        free = sorted({tile.id for tile in self.worlds} - self.ids.keys())
        unmet = [tile for tile in self.worlds if tile not in self.ids.values()]
        worlds = {**self.ids, **dict(zip(free, unmet, strict=False))}
        goal = {
            "id": "G7",
            "name": "Tax on Trade",
            "measure": "credits",
            "ranges": self.tax,
            "stockpile": True,
        }
        rows = [tile.row(id, told.get(id, {})) for id, tile in (*worlds.items(), *self.by_id.items())]
        return "\n".join((*rows, row_text("goal", goal)))

    def half_told(self, rng: Random, spoil: float = 0.0) -> str:
        """A box file of these tiles, of each of which any part is told. spoil: of so many of them something
        is written that it cannot say."""
        rows = []
        for tile in (*self.worlds, *self.homes, *self.developments):
            facts = tile.half_told(rng)
            rows.append(row_text(tile.sort, spoilt(facts, rng) if rng.random() < spoil else facts))
        return "\n".join(rows)

    def counted(self, facts: Mapping[str, Json]) -> Mapping[str, Json]:
        return facts

    def fields(self, piece: str, facts: Sequence[str]) -> dict[str, Json]:
        return {"ranges": self.tax} if piece == "G7" else self.tile(piece).fields(facts)

    def told_elsewhere(self, piece: str, told: Mapping[str, Said]) -> tuple[str, ...]:
        return ()

    def known(self, piece: str) -> frozenset[str]:
        if piece == "G7":
            return frozenset(("name", "measure", "stockpile"))
        tile = self.tile(piece)
        of_facts = (field for fact in tile.known for field in FIELDS[fact])
        return frozenset((*PLACE, *of_facts, "name", *(("colonists",) if tile.sort == "home" else ())))


def _draw_worlds(worlds: Sequence[Tile], rng: Random) -> None:
    """Which are military, and each fact among the worlds of a type, so that all counts of p. 10 hold."""
    of_type: dict[bool, list[dict[str, tuple[str, ...]]]] = {True: [], False: []}
    for tile in worlds:
        of_type[tile.said["price"][0].startswith("defense")].append(dict(tile.said))
    loose = [tile for tile in worlds if not tile.known]
    kept = {tile.id: tile.said["price"][0].startswith("defense") for tile in worlds}
    types = [kept[tile.id] for tile in loose]
    rng.shuffle(types)
    kept |= {tile.id: type for tile, type in zip(loose, types, strict=True)}
    for military, facts in of_type.items():
        members = [tile for tile in worlds if kept[tile.id] == military]
        for group in (("price",), ("colonists",), ("kind",), ("vp", "bonus"), ("keywords",)):
            _deal(members, facts, group, rng)


def _deal(
    members: Sequence[Tile],
    facts: Sequence[Mapping[str, tuple[str, ...]]],
    group: tuple[str, ...],
    rng: Random,
) -> None:
    fixed = [tile for tile in members if tile.known.issuperset(group)]
    rest = Counter(tuple(of[fact] for fact in group) for of in facts)
    rest.subtract(Counter(tuple(tile.said[fact] for fact in group) for tile in fixed))
    assert min(rest.values()) >= 0
    open_tiles = [tile for tile in members if tile not in fixed]
    values = list(rest.elements())
    rng.shuffle(values)
    if group == ("keywords",):  # the one world with ALIEN is gray (p. 10)
        values.sort(key=lambda value: "Alien" in value[0])
        open_tiles.sort(key=lambda tile: tile.said["kind"] == ("gray",))
    for tile, value in zip(open_tiles, values, strict=True):
        tile.said |= dict(zip(group, value, strict=True))


def _draw_homes(homes: Sequence[Tile], worlds: Sequence[Tile], rng: Random) -> None:
    """Of no more mats of a kind than there are goods for (p. 7)."""
    for facts in (("price",), ("vp", "bonus"), ("keywords",)):
        values = [tuple(home.said[fact] for fact in facts) for home in homes]
        rng.shuffle(values)
        for home, value in zip(homes, values, strict=True):
            home.said |= dict(zip(facts, value, strict=True))
    needed = {kind: sum(t.said["kind"][0].startswith((kind, "any")) for t in worlds) for kind in KINDS}
    kinds = [home.said["kind"] for home in homes]
    while True:
        rng.shuffle(kinds)
        mats = {
            kind: {home.place["mat"] for home, of in zip(homes, kinds, strict=True) if of[0].startswith(kind)}
            for kind in KINDS
        }
        if all(needed[kind] + min(5, len(mats[kind])) <= GOODS[kind] for kind in KINDS):
            break
    for home, kind_ in zip(homes, kinds, strict=True):
        home.said["kind"] = kind_


def _draw_developments(faces: Sequence[Tile], rng: Random) -> None:
    draws: dict[str, Callable[[], tuple[str, ...]]] = {
        "price": lambda: (f"cost {rng.randint(1, 8)}",),
        "keywords": lambda: tuple(rng.sample(KEYWORDS, rng.choice((0, 0, 1, 2)))),
    }
    for face in faces:
        face.said |= {fact: draw() for fact, draw in draws.items() if fact not in face.known}
        if "vp" not in face.known:
            large = face.place["stack"].startswith("L")
            asks = rng.random() < (0.7 if large else 0.1)
            face.said |= {
                "vp": ("?",) if asks else (str(rng.randint(0, 9)),),
                "bonus": (rng.choice(BONUSES),) if asks else (),
            }
