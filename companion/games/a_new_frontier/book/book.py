"""The game's numbers and names: what they are called, what is printed, and what is asked of it.

A `Book` is the values that the rulebook says and the entries (`entries.py`), read where a rule asks for them;
`told_book.py` says what holds where nobody told a fact. `book_files.py` reads the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from companion.games.a_new_frontier.book.choices import NONE
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.pieces import Ship, Tech, number
from companion.games.a_new_frontier.book.printed import TECHS, TITLES
from companion.games.a_new_frontier.book.rows_of_several import SUPPORT_POLICY
from companion.games.a_new_frontier.book.told_book import ToldBook
from companion.games.contract import Untold

FIVE_PLAYERS = "five-players"
"""The mission that only games of five have (p. 2)."""
INFLUENCE_OF_THE_TEXT = (0, 3, 9, 10)
TEXT_STEPS = ((0, 0), (3, 1), (9, 3), (10, 4))
"""Prestige whose influence the rulebook's text says (p. 2, 8)."""
Steps = tuple[tuple[int, int], ...]
V = TypeVar("V")


def _pairs(rows: Any) -> Steps:
    return tuple((number(a), number(b)) for a, b in rows)


def _of_text(read: Callable[[Any], V], *path: str) -> cached_property[V]:
    """What data/book.toml says there."""

    def found(book: Book) -> V:
        value: Any = book.data
        for name in path:
            value = value[name]
        return read(value)

    return cached_property(found)


def _fact(id: str, key: str, read: Callable[[Book, Entry], V], blank: Any = ()) -> cached_property[V]:
    """What an entry says. key: of its row, or how those of the rows begin that say it together."""
    return cached_property(lambda book: blank if book.lacks(id, key) else read(book, book.pieces[id]))


def _track(id: str, key: str, place: str, blank: Steps, said: Mapping[str, int]) -> cached_property[Steps]:
    """The steps of a track or a table's row: (from so much on, so much). said: those that the text says."""

    def read(book: Book, entry: Entry) -> Steps:
        if not (told := entry.whole(key)):
            return _pairs(book.data[place]["steps" if key == place else key])
        return ((0, 0), *sorted((least, int(worth)) for worth, least in {**told, **said}.items()))

    return _fact(id, f"{key}_", read, blank)


def _names(type: str) -> cached_property[tuple[str, ...]]:
    """What the entries of a type are called, in their order."""

    def found(book: Book) -> tuple[str, ...]:
        return tuple(each.called for each in book.pieces.values() if each.type == type)

    return cached_property(found)


def _fleet(book: Book, entry: Entry) -> tuple[str, ...]:
    told = entry.whole("fleet")
    stand_in = tuple(book.data["start"]["fleet"])
    return tuple(id for id in book.ships for _n in range(told.get(id, 0))) if told else stand_in


def _colonies(book: Book, entry: Entry) -> tuple[int, ...]:
    if not (told := entry.whole("level")):
        return tuple(number(level, 20) for level in book.data["colonies"]["levels"])
    return tuple(level for level in sorted(map(int, told)) for _n in range(told[str(level)]))


def _titles(book: Book, entry: Entry) -> tuple[tuple[str, str], ...]:
    stand_ins = tuple((str(title), str(what)) for title, what in book.data["scoring"]["titles"])
    if entry.whole("title") is None:
        return stand_ins
    called = {what: title for title, what in stand_ins}
    told = (str(entry.values[name]) for name in TITLES if entry.values.get(name, NONE) != NONE)
    return tuple((called.get(what, what), what) for what in told)


def _tie_breakers(book: Book, entry: Entry) -> tuple[str, ...]:
    told = (str(entry.values[name]) for name in ("tie_1", "tie_2") if name in entry.values)
    return tuple(told) or tuple(book.data["scoring"]["tie_breakers"])


@dataclass(frozen=True, repr=False)
class Book(ToldBook):
    """What the rulebook's text and the entries say, read where a rule asks for it."""

    start_prestige = _of_text(lambda value: number(value, 22), "start", "prestige")
    start_mine = _of_text(lambda value: number(value, 8), "start", "mine")
    actions = _of_text(number, "start", "actions")
    last_turn_actions = _of_text(number, "start", "last_turn_actions")
    heavy_tactics = _of_text(tuple[str, ...], "cards", "heavy_tactics")
    heavy_policies = _of_text(tuple[str, ...], "policies", "heavy")
    suites = _of_text(tuple[str, ...], "missions", "suites")
    missions_each = _of_text(number, "missions", "each")
    start_credits = _fact("board-start", "credits", lambda _book, start: number(start.now["credits"]), 0)
    prosperity = _fact("board-start", "prosperity", lambda _book, start: number(start.now["prosperity"]), 0)
    start_fleet = _fact("board-start", "fleet_", _fleet)
    influence_steps = _track("board-influence", "influence", "influence", TEXT_STEPS, {"4": 10})
    casualties = _track("board-table", "casualties", "table", (), {})
    steal = _track("board-table", "steal", "table", (), {})
    colony_levels = _fact("board-colonies", "level_", _colonies)
    titles = _fact("board-scoring", "titles", _titles)
    tie_breakers = _fact("board-scoring", "tie_", _tie_breakers)

    @cached_property
    def ships(self) -> Mapping[str, Ship]:
        found = {}
        for id, each in self.data["ships"].items():
            name, count, special = str(each["name"]), number(each["count"]), bool(each.get("factions_only"))
            found[id] = Ship(self, self.pieces[f"ship-{id}"], id, name, count, special)
        return found

    @cached_property
    def techs(self) -> Mapping[str, Tech]:
        data, found = self.data["technologies"], {}
        more = data["more"]
        gives = {id: tuple(those) for id, *those in more["facilities"]}
        free = {id: number(count, 9) for id, count in more["free"]}
        for branch in data["branches"]:
            for place, (level, copies, _needs) in data["levels"].items():
                id = f"{branch}-{place}"
                entry, laid = self.pieces[f"technology-{id}"], id in more["on_planet"]
                printed = gives.get(id, ()), free.get(id, 0), laid
                found[id] = Tech(self, entry, id, branch, place, level, copies, *printed)
        return found

    @cached_property
    def facilities(self) -> Mapping[str, tuple[int, bool]]:
        """How many there are of each kind, and whether it lies by the fleet."""
        return {id: (number(n), bool(orbit)) for id, (n, orbit) in self.data["facilities"].items()}

    planets = _names("planet")
    factions = _names("faction")
    policies = _names("policy")
    strategies = _names("strategy")
    tactics = _names("tactic")

    @cached_property
    def branches(self) -> Mapping[str, tuple[Tech, ...]]:
        """The technologies of each branch."""
        found: dict[str, list[Tech]] = {}
        for tech in self.techs.values():
            found.setdefault(tech.branch, []).append(tech)
        return {branch: tuple(those) for branch, those in found.items()}

    @cached_property
    def ship_entries(self) -> tuple[str, ...]:
        """The entries of the ships that everybody may build."""
        return tuple(f"ship-{id}" for id, ship in self.ships.items() if not ship.factions_only)

    def card_entry(self, name: str) -> str:
        """The id of a conflict card's entry."""
        if name in self.tactics:
            return f"tactic-{self.tactics.index(name) + 1:02}"
        at = self.strategies.index(name) if name in self.strategies else -1
        return f"strategy-{at + 1}"

    @cached_property
    def _cards(self) -> Mapping[str, Entry]:
        """The entries of the conflict cards, by name."""
        return {card: self.pieces[self.card_entry(card)] for card in (*self.tactics, *self.strategies)}

    @cached_property
    def tie_wins(self) -> tuple[tuple[str, str], ...]:
        """Ties in Might: the card that wins, and the other (p. 7)."""
        of_text = tuple((str(a), str(b)) for a, b in self.data["cards"]["tie_wins"])
        names = {entry.id: card for card, entry in self._cards.items()}
        told = (
            (card, names[id]) for card in self.strategies for id in self._cards[card].values.get("beats", ())
        )
        return (*of_text, *told)

    @cached_property
    def eligible(self) -> Mapping[str, tuple[str, ...]]:
        """The tactics that may follow a strategy; of one that is not here, all."""
        names, found = {entry.id: card for card, entry in self._cards.items()}, {}
        stand_ins = self.data["cards"]["eligible"]
        for card in self.strategies:
            told = tuple(names[id] for id in self._cards[card].values.get("tactics", ()))
            those = told or tuple(stand_ins.get(card, ()))
            if those and not self.is_untold(self._cards[card].id, "tactics"):
                found[card] = those
        return found

    def policy_entry(self, name: str) -> str:
        """The id of a policy's entry."""
        return f"policy-{(self.policies.index(name) if name in self.policies else -1) + 1}"

    def card(self, name: str, field: str) -> int:
        """A number that an owner told of a conflict card; 0: none."""
        return self.figure(self.card_entry(name), field)

    def does(self, card: str, rule: str) -> bool:
        """Whether a card "destroys_two" or "steals_first" (p. 7). Raises Untold."""
        id = self.card_entry(card)
        told = self.told(id).get(rule, "yes" if card in self.data["cards"][rule] else "no")
        return not self.lacks(id, rule) and bool(told == "yes")

    def is_for_one_planet(self, policy: str) -> bool:
        """Whether a policy's agendas are each about one planet (p. 9). Raises Untold."""
        id = self.policy_entry(policy)
        return not self.lacks(id, "planet") and self.pieces[id].now["planet"] == "yes"

    def tie_winner(self, policy: str, agenda: str) -> str | None:
        """Whom an agenda lets win ties in Might; None: it says nothing of them (p. 9). Raises Untold."""
        id = self.policy_entry(policy)
        told = self.told(id)
        ties = (*self.data["policies"]["ties"], (policy, told.get("ties"), told.get("tie_for", NONE)))
        found = (str(who) for *which, who in ties if which == [policy, agenda] and who != NONE)
        return None if self.lacks(id, "tied") else next(found, None)

    def supports(self, policy: str, agenda: str, which: str) -> bool:
        """Whether an agenda gives VP to its voters ("voters"), or holds a vote of its own ("own_vote", p. 9).
        Raises Untold."""
        if self.policy_entry(policy) == SUPPORT_POLICY:
            self.lacks(SUPPORT_POLICY, "voters")
        if self.is_untold(SUPPORT_POLICY, "voters"):
            return False
        told = {name: self.told(self.policy_entry(name)).get(which, NONE) for name in self.policies}
        those = [each for each in told.items() if each[1] != NONE]
        return (policy, agenda) == (those[-1] if those else tuple(self.data["policies"][f"{which}_agenda"]))

    def starts_with(self, faction: str) -> tuple[tuple[str, ...], int]:
        """A faction's technologies and archaeotechs at the start, as far as they are told (p. 11, 12)."""
        told = self.told(faction)
        techs = dict.fromkeys(str(told[name]) for name in TECHS if told.get(name, NONE) != NONE)
        return tuple(techs), self.figure(faction, "archaeotechs")

    def influence(self, prestige: int) -> int:
        """What so much prestige is worth at the start of a phase (p. 2). Raises Untold."""
        known = self.known_influence(prestige)
        if known is None:
            raise Untold("board-influence", self.pieces["board-influence"].untold[0])
        return known

    def known_influence(self, prestige: int) -> int | None:
        """None: nobody told it, and the rulebook's text does not say it."""
        if prestige not in INFLUENCE_OF_THE_TEXT and self.is_untold("board-influence"):
            return None
        return max((worth for least, worth in self.shown.influence_steps if prestige >= least), default=0)

    def from_row(self, row: tuple[tuple[int, int], ...], might: int) -> int:
        """The number of a Conflict Resolution Table's row at so much Might; above 25, 1 for each 2 (p. 7).
        0 of a row that nobody told (`shown`)."""
        if not row:
            return 0
        base = max((number for least, number in row if min(might, 25) >= least), default=0)
        return base + max(0, might - 25) // 2

    def tactics_for(self, strategy: str, light: bool) -> tuple[str, ...]:
        """The tactics that may follow a strategy. light: without those taken out for new players (p. 3)."""
        those = self.eligible.get(strategy, self.tactics)
        return tuple(card for card in those if not (light and card in self.heavy_tactics)) or those
