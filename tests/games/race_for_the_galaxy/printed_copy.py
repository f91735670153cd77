"""A copy of Race for the Galaxy with cards of an expansion that nobody registered, drawn by a seed.

The base box has nothing to tell. Every sort of world and development is drawn: costs and defenses, gray and
all kinds of goods, Rebel and ALIEN, fixed VP and "?", powers of every form that a known card has, and lines
that only hands can do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.contract import BoxTile, Decision, Game, Json, Naming, Question, State, TellingField
from tests.rigs.half_told import row_text, some_told, spoilt
from tests.rigs.told_games import Said, in_told_order

PHASES = ("Explore", "Develop", "Settle", "Trade", "Consume", "Produce")
KINDS = ("novelty", "rare", "gene", "alien")
OF_KIND = ("", ": Novelty", ": Rare elements", ": Genes", ": Alien technology")
POWERS = (
    *(
        f"Explore: {what}"
        for what in ("draw 1 more to choose from", "draw 2 more to choose from", "keep 1 more")
    ),
    *(f"Develop: developments cost {n} less" for n in (1, 2)),
    "Develop: draw 1 card after placing a development",
    "Develop: draw 1 card first",
    *(f"Settle: {n} Military" for n in ("+1", "+2", "+3", "-1")),
    "Settle: +1 Military against Rare elements worlds",
    "Settle: +2 Military against Alien technology worlds",
    "Settle: +4 Military against Rebel worlds",
    "Settle: Alien technology worlds cost 2 less",
    "Settle: non-military worlds cost 2 less",
    "Settle: draw 1 card after placing a world",
    "Settle: may be discarded for +3 Military in this phase",
    "Settle: may be discarded to place a world for nothing, not an Alien one",
    "Settle: may pay for a military world, not an Alien one: its defense less 1",
    "Settle: takes over a neighbour",
    *(f"Trade: {n} more for selling a good{kind}" for n in ("1 card", "2 cards") for kind in OF_KIND[:4]),
    *(f"Trade: {n} more for selling the good of this world" for n in ("1 card", "3 cards")),
    *(
        f"Consume: discard 1 good for {what}"
        for what in ("1 VP", "1 VP + 1 card", "1 card", "2 VP", "2 cards")
    ),
    "Consume: discard 2 goods for 3 VP",
    "Consume: discard 3 goods of different kinds for 3 VP",
    "Consume: discard a good for its price in cards, without Trade powers",
    "Consume: discard all goods for 1 VP less than their number",
    "Consume: discard up to 2 goods for 1 VP each",
    "Consume: draw 1 card",
    "Consume: may discard up to 2 cards from hand for 1 VP each",
    "Consume: antes a card",
    *(f"Produce: a good on a windfall world{kind}" for kind in OF_KIND),
    *(f"Produce: draw {n}" for n in ("1 card", "2 cards")),
    "Produce: draw 1 card for each good produced: Novelty",
    "Produce: draw 1 card for each kind of good produced",
    "Produce: draw 1 card for each world: Genes",
    "Produce: draw 2 cards when a good is produced here",
    "Produce: draw 2 cards for producing the most: Rare elements",
)
"""Lines of every form that a known card has, two of which no card has."""
BONUSES = (
    *(f"2 {what}" for what in ("alien_production", "alien_windfall", "gene_production", "gene_windfall")),
    *("2 rare_production", "1 rare_windfall", "2 novelty_production", "1 novelty_windfall"),
    *("2 alien_flag", "2 six_devel", "1 devel", "1 world", "1 military", "2 rebel_military"),
    *("1 devel_explore", "2 world_explore", "2 devel_consume", "1 world_consume", "2 devel_trade"),
    *("1 world_trade", "1 three_vp", "1 total_military", "1 good"),
)
"""What a "?" counts."""
FACTS = {
    "world": ("price", "marks", "kind", "vp", "powers"),
    "development": ("price", "marks", "vp", "bonus", "powers"),
}
CARDS = 20
"""Of each sort."""


@dataclass
class Card:
    """said: what is printed, by fact, as a form says it."""

    sort: str
    name: str
    said: dict[str, tuple[str, ...]]

    def fields(self, facts: Sequence[str]) -> dict[str, Json]:
        """What a box file has of these facts. What there is nothing of is left out there."""
        found: dict[str, Json] = {}
        for fact in facts:
            said = self.of(fact)
            match fact.partition("/")[0]:
                case "price":
                    what, _space, number = said[0].partition(" ")
                    found[what] = int(number)
                case "marks":
                    found |= {mark.casefold(): True for mark in said}
                case "kind" if said != ("gray",):
                    found["kind"], found["good"] = said[0].split()
                case "vp":
                    found["vp"] = said[0] if said == ("?",) else int(said[0])
                case "bonus" if said:
                    found["bonus"] = list(said)
                case "powers" if said:
                    found["powers"] = [*dict.fromkeys((*found.get("powers", ()), *said))]
        return found

    def half_told(self, rng: Random) -> dict[str, Json]:
        """The fields of a box file in which only a part is told."""
        facts = [fact for fact in FACTS[self.sort] if fact not in ("bonus", "powers")]
        told = [*some_told(dict.fromkeys(facts), rng)]
        of_phases = some_told(dict.fromkeys(PHASES), rng)
        asks = "vp" in told and self.said["vp"] == ("?",)
        if asks and rng.random() < 0.5:
            told.append("bonus")
        fields = {"name": self.name} | self.fields(told)
        if powers := [line for line in self.said["powers"] if line.partition(":")[0] in of_phases]:
            fields["powers"] = powers
        untold = [fact for fact in facts if fact not in told]
        untold += ["bonus"] if asks and "bonus" not in told else []
        untold += [f"powers/{phase.casefold()}" for phase in PHASES if phase not in of_phases]
        return fields | ({"untold": untold} if untold else {})

    def of(self, fact: str) -> tuple[str, ...]:
        if not fact.startswith("powers"):
            return self.said[fact]
        phase = fact.partition("/")[2].capitalize()
        return tuple(line for line in self.said["powers"] if line.startswith(phase))


class PrintedCopy:
    game = "race-for-the-galaxy"
    untyped: tuple[str, ...] = ("tell",)
    options: Mapping[str, str] = {"steps": "each"}
    """Who can pay for no card that the box knows is not asked for one else, and an unmet one may be free."""

    def __init__(self, seed: int) -> None:
        rng = Random(f"copy {seed}")
        cards = [_drawn(rng, sort, n) for sort in FACTS for n in range(CARDS)]
        self.by_name = {card.name: card for card in cards}
        self.ids: dict[str, Card] = {}
        """The cards that the table knows."""
        self._named: set[str] = set()
        """Nobody has another copy of these."""

    def said(self, field: TellingField, called: str) -> tuple[str, ...]:
        return self.by_name[called].of(field.name.split("/", 1)[1])

    def name(self, form: Naming, state: Any, rng: Random) -> tuple[str, ...]:
        raise AssertionError("no world is drawn out of a bag")

    def move(self, game: Game[State], state: State, question: Question, rng: Random) -> Decision | None:
        """Of what is placed, some is of the expansion: what the table has not met yet."""
        if not question.meets or question.player is None:
            return None
        if rng.random() < 0.5:
            return self._of_the_table(game, state, question.player, rng)
        met = {card.name for card in self.ids.values()} | self._named
        cards = [
            card for card in self.by_name.values() if card.sort == question.meets and card.name not in met
        ]
        if not cards:
            return self._of_the_table(game, state, question.player, rng)
        data = {"do": "place-new", "player": question.player, "name": rng.choice(cards).name}
        self._named.add(data["name"])
        return game.decision(data)

    def _of_the_table(self, game: Game[State], state: Any, player: int, rng: Random) -> Decision:
        """One of the answers that are offered. Nobody has a card in hand that another player is placing, but
        for a second copy of a development of the expansion; none where one of the two may be taken back, as
        whose is which is not the same where that falls out."""
        others = {one.placed for one in state.progress if one.placed and not self._second(state, one)}
        answers = [option.decision for option in game.options(state, player)]
        return rng.choice([one for one in answers if getattr(one, "card", None) not in others])

    def _second(self, state: Any, placing: Any) -> bool:
        card = self.ids.get(placing.placed)
        sort = card.sort if card is not None and not placing.lies_open else ""
        return sort == "development" and state.catalogue.shown[placing.placed].priced

    def noted(self, decision: Json) -> Json:
        return decision

    def truly(self, state: Any, decision: Decision) -> Decision:
        return decision

    def now(self, tiles: Mapping[str, BoxTile]) -> None:
        self.ids = {id: self.by_name[str(tile.fields["name"])] for id, tile in tiles.items()}

    def registered_as(self, noted: Json, state: Any) -> Sequence[Json]:
        if noted["do"] != "place-new":
            return (noted,)
        ids = [id for id, card in self.ids.items() if card.name == noted["name"]]
        return ({"do": "place", "player": noted["player"], "card": ids[0]},)

    def falls_out(self, registered: Decision) -> bool:
        """What turned out too dear is taken back."""
        return registered.do == "place" and getattr(registered, "card", "") in self.ids

    def registered(self, told: Mapping[str, Said]) -> str:
        """Of the cards that were met: nobody counts the others."""
        rows = []
        for id, card in sorted(self.ids.items()):
            fields = {"id": id, "name": card.name} | card.fields(FACTS[card.sort])
            said = {(one, fact): told[one][fact] for one in self._copies(id) for fact in told.get(one, ())}
            fields["powers"] = in_told_order(card.said["powers"], said)
            rows.append(row_text(card.sort, fields))
        return "\n".join(rows)

    def half_told(self, rng: Random, spoil: float = 0.0) -> str:
        """A box file of these cards, of each of which any part is told. spoil: of so many of them something
        is written that it cannot say."""
        rows = []
        for n, card in enumerate(self.by_name.values(), 1):
            facts = {"id": f"X{n:02}", **card.half_told(rng)}
            rows.append(row_text(card.sort, spoilt(facts, rng) if rng.random() < spoil else facts))
        return "\n".join(rows)

    def counted(self, facts: Mapping[str, Json]) -> dict[str, Json]:
        """A card that nobody had counted before is in the draw pile from its meeting on, so that the pile is
        used up, and the discards shuffled, at another time: both piles together hold the same."""
        supply, discards = facts["supply"], facts["discards"]
        return {**facts, "supply": supply + discards, "discards": 0}

    def fields(self, piece: str, facts: Sequence[str]) -> dict[str, Json]:
        return self.ids[piece].fields(facts)

    def told_elsewhere(self, piece: str, told: Mapping[str, Said]) -> tuple[str, ...]:
        """What is told of one copy of a card is told of all."""
        return tuple(fact for copy in self._copies(piece) for fact in told.get(copy, ()))

    def _copies(self, id: str) -> list[str]:
        return [other for other, card in self.ids.items() if card is self.ids[id]]

    def known(self, piece: str) -> frozenset[str]:
        return frozenset(("name",))


def _drawn(rng: Random, sort: str, number: int) -> Card:
    first, second = rng.choice(("Blaster", "Nova", "Lost", "Silent")), rng.choice(("Gem", "Reef", "Guild"))
    name = f"{first} {second} {number}"
    powers = tuple(rng.sample(POWERS, rng.choice((0, 1, 1, 2, 2, 3))))
    marks = ("ALIEN",) if rng.random() < 0.2 else ()
    if sort == "development":
        asks = rng.random() < 0.4
        return Card(sort, f"{name} Office", {
            "price": (f"cost {rng.randint(0, 6)}",),
            "marks": marks,
            "vp": ("?",) if asks else (str(rng.randint(0, 5)),),
            "bonus": tuple(rng.sample(BONUSES, rng.randint(1, 3))) if asks else (),
            "powers": powers,
        })  # fmt: skip
    military = rng.random() < 0.4
    kind = rng.choice(KINDS)
    return Card(sort, name, {
        "price": (f"{'defense' if military else 'cost'} {rng.randint(0, 5)}",),
        "marks": (*(("Rebel",) if military and rng.random() < 0.5 else ()), *marks),
        "kind": (rng.choice(("gray", f"{kind} production", f"{kind} windfall")),),
        "vp": (str(rng.randint(0, 6)),),
        "powers": powers,
    })  # fmt: skip
