"""The game's numbers and names, as frozen values from TOML: those shipped here, an owner's laid over them.

`unverified` says which of them the surviving rulebook does not give; they are stand-ins. An owner's file
holds entries ([[ship]], `entries.py`), or lays values over by their names in data/book.toml ([ships.kraken]).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.games.a_new_frontier import entries, laying_over
from companion.games.a_new_frontier.entry_fields import METRICS, Entry
from companion.games.contract import Illegal, Untold
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

SHIPPED_FILE = Path(__file__).resolve().parent / "data" / "book.toml"

FIVE_PLAYERS = "five-players"
"""The mission that only games of five have (p. 2)."""


@dataclass(frozen=True, slots=True)
class Ship:
    """factions_only: built by faction abilities, not from the Storage Area by everybody. untold: which of its
    numbers nobody has told, at a table that asks for them; they are 0."""

    id: str
    name: str
    count: int
    cost: int
    attack: int
    defense: int
    factions_only: bool = False
    untold: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tech:
    """level: what it costs; copies: in the tray; needs: techs of its branch that must be there before.

    free: level 1 technologies that are taken instantly with it. on_planet: its token goes onto a planet.
    """

    id: str
    branch: str
    place: str
    level: int
    copies: int
    needs: int
    instant: bool
    facilities: tuple[str, ...]
    free: int = 0
    on_planet: bool = False


@dataclass(frozen=True)
class Book:
    """See data/book.toml. unverified: dotted names of the stand-ins.

    entries: all that an owner registers; open: the ids of those of which something is not confirmed;
    owner_entries: what an owner entered, by id. faction_starts: technologies and archaeotechs at the start,
    by faction. tenth_branch: its printed name; "": not known. untold: the fields of each entry that neither
    the rulebook nor an owner told; asks: they are asked at the table, and blank till then (`asking`). owner,
    taught: the texts laid over the shipped ones.
    """

    start_credits: int
    start_prestige: int
    start_mine: int
    start_fleet: tuple[str, ...]
    actions: int
    last_turn_actions: int
    prosperity: int
    planets: tuple[str, ...]
    influence_steps: tuple[tuple[int, int], ...]
    ships: Mapping[str, Ship]
    casualties: tuple[tuple[int, int], ...]
    steal: tuple[tuple[int, int], ...]
    strategies: tuple[str, ...]
    tactics: tuple[str, ...]
    heavy_tactics: tuple[str, ...]
    tie_wins: tuple[tuple[str, str], ...]
    destroys_two: tuple[str, ...]
    steals_first: tuple[str, ...]
    eligible: Mapping[str, tuple[str, ...]]
    policies: tuple[str, ...]
    heavy_policies: tuple[str, ...]
    planet_policies: tuple[str, ...]
    voters_agenda: tuple[str, str]
    own_vote_agenda: tuple[str, str]
    policy_ties: tuple[tuple[str, str, str], ...]
    suites: tuple[str, ...]
    missions_each: int
    colony_levels: tuple[int, ...]
    techs: Mapping[str, Tech]
    facilities: Mapping[str, tuple[int, bool]]
    factions: tuple[str, ...]
    titles: tuple[tuple[str, str], ...]
    tie_breakers: tuple[str, ...]
    unverified: tuple[str, ...]
    entries: tuple[Entry, ...]
    open: frozenset[str]
    owner_entries: Mapping[str, Mapping[str, Any]]
    faction_starts: Mapping[str, tuple[tuple[str, ...], int]]
    tenth_branch: str
    untold: Mapping[str, frozenset[str]]
    asks: bool = False
    owner: str = ""
    taught: tuple[str, ...] = ()

    def text(self, id: str, field: str = "text") -> str:
        """What an owner entered there; "": nothing."""
        return str(self.owner_entries.get(id, {}).get(field, ""))

    def figure(self, id: str, field: str) -> int:
        """A number that an owner entered there; 0: none."""
        value = self.owner_entries.get(id, {}).get(field, 0)
        return value if isinstance(value, int) else 0

    def card_entry(self, name: str) -> str:
        """The id of a conflict card's entry."""
        if name in self.tactics:
            return f"tactic-{self.tactics.index(name) + 1:02}"
        at = self.strategies.index(name) if name in self.strategies else -1
        return f"strategy-{at + 1}"

    def agenda_text(self, policy: str, agenda: str) -> str:
        """What an owner entered of a policy's red or blue side; "": nothing."""
        at = self.policies.index(policy) if policy in self.policies else -1
        return self.text(f"policy-{at + 1}", agenda)

    def card(self, name: str, field: str) -> int:
        """A number that an owner entered of a conflict card; 0: none."""
        return self.figure(self.card_entry(name), field)

    def is_untold(self, id: str, *fields: str) -> bool:
        """Whether the table is asked for one of these fields of an entry; without fields: for any."""
        untold = self.untold.get(id, frozenset()) if self.asks else frozenset()
        return bool(untold.intersection(fields) if fields else untold)

    def influence(self, prestige: int) -> int:
        """What so much prestige is worth at the start of a phase (p. 2). Raises Untold."""
        known = self.known_influence(prestige)
        if known is None:
            raise Untold("board-influence", "influence")
        return known

    def known_influence(self, prestige: int) -> int | None:
        """None: nobody told it, and the rulebook's text does not say it."""
        if prestige not in INFLUENCE_OF_THE_TEXT and self.is_untold("board-influence"):
            return None
        return max((worth for least, worth in self.influence_steps if prestige >= least), default=0)

    def from_row(self, row: tuple[tuple[int, int], ...], might: int) -> int:
        """The number of a Conflict Resolution Table's row at so much Might; above 25, 1 for each 2 (p. 7).
        0 of a row that nobody told."""
        if not row:
            return 0
        base = max((number for least, number in row if min(might, 25) >= least), default=0)
        return base + max(0, might - 25) // 2

    def tactics_for(self, strategy: str, light: bool) -> tuple[str, ...]:
        """The tactics that may follow a strategy. light: without those taken out for new players (p. 3)."""
        those = self.eligible.get(strategy, self.tactics)
        return tuple(card for card in those if not (light and card in self.heavy_tactics)) or those


@cache
def shipped() -> Book:
    return read(SHIPPED_FILE.read_text("utf-8"))


@lru_cache(maxsize=256)
def with_box(text: str, taught: tuple[str, ...] = ()) -> Book:
    """The shipped book with an owner's TOML over it, and what a table was taught in play. Raises Illegal."""
    return read(SHIPPED_FILE.read_text("utf-8"), text, taught)


def read(text: str, over: str = "", taught: tuple[str, ...] = ()) -> Book:
    """The book that these TOML texts say, each over those before. Raises Illegal."""
    data = tomllib.loads(text)
    given: set[str] = set()
    tables: dict[str, list[Any]] = {}
    for each in (over, *taught):
        try:
            more = read_toml(each)
        except UnreadableText as wrong:
            raise Illegal(_("The box file is no TOML: {why}.", why=wrong.sentence)) from None
        given |= _laid_over(data, {name: part for name, part in more.items() if not isinstance(part, list)})
        for name, part in more.items():
            if isinstance(part, list):
                tables.setdefault(name, []).extend(part)
    try:
        laying_over.lay_over(data, tables)
        return replace(_book(data, given), owner=over, taught=taught)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
        raise Illegal(_("The box file does not hold what it should: {why}.", why=f"{wrong!s:.80}")) from None


def asking(book: Book) -> Book:
    """The book of a table with printed pieces: what nobody told is blank instead of a stand-in, and asked."""
    untold = book.untold
    voters, own_vote = (
        agenda if field not in untold["policy-5"] else ("", "")
        for field, agenda in (("voters", book.voters_agenda), ("own_vote", book.own_vote_agenda))
    )

    def told_cards(field: str, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if field not in untold[book.card_entry(card)])

    planets = (f"policy-{n}" for n, name in enumerate(book.policies, 1) if name in book.planet_policies)
    start, colonies, table, scoring = (
        bool(untold[id]) for id in ("board-start", "board-colonies", "board-table", "board-scoring")
    )
    return replace(
        book,
        asks=True,
        start_credits=0 if start else book.start_credits,
        start_fleet=() if start else book.start_fleet,
        prosperity=0 if start else book.prosperity,
        influence_steps=TEXT_STEPS if untold["board-influence"] else book.influence_steps,
        ships={id: _told_ship(ship, untold[f"ship-{id}"]) for id, ship in book.ships.items()},
        casualties=() if table else book.casualties,
        steal=() if table else book.steal,
        destroys_two=told_cards("destroys_two", book.destroys_two),
        steals_first=told_cards("steals_first", book.steals_first),
        eligible={
            card: those
            for card, those in book.eligible.items()
            if "tactics" not in untold[book.card_entry(card)]
        },
        planet_policies=tuple(book.policies[int(id[-1]) - 1] for id in planets if "planet" not in untold[id]),
        voters_agenda=voters,
        own_vote_agenda=own_vote,
        colony_levels=() if colonies else book.colony_levels,
        techs={id: _told_tech(tech, untold[f"technology-{id}"]) for id, tech in book.techs.items()},
        titles=() if scoring else book.titles,
        tie_breakers=() if scoring else book.tie_breakers,
    )


INFLUENCE_OF_THE_TEXT = (0, 3, 9, 10)
TEXT_STEPS = ((0, 0), (3, 1), (9, 3), (10, 4))
"""Prestige whose influence the rulebook's text says (p. 2, 8)."""


def _told_ship(ship: Ship, untold: frozenset[str]) -> Ship:
    cost, attack, defense = (
        0 if field in untold else getattr(ship, field) for field in ("cost", "attack", "defense")
    )
    return replace(ship, untold=untold, cost=cost, attack=attack, defense=defense)


def _told_tech(tech: Tech, untold: frozenset[str]) -> Tech:
    """What nobody told of its needs is its player's to read: it is never the first of its branch (p. 11)."""
    return replace(
        tech,
        needs=1 if "needs" in untold else tech.needs,
        instant=tech.instant and "at_once" not in untold,
        facilities=() if "facility" in untold else tech.facilities,
    )


def _laid_over(data: dict[str, Any], more: dict[str, Any], path: str = "") -> set[str]:
    """Changes `data`; gives the dotted names of what was laid over. Raises Illegal for what is not known."""
    given = set()
    for name, value in more.items():
        dotted_name = f"{path}{name}"
        free = path == "cards.eligible."
        if name not in data and not free:
            raise Illegal(
                _("The box file names {name}, which this game does not have.", name=repr(dotted_name))
            )
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            given |= _laid_over(data[name], value, dotted_name + ".")
            continue
        if not free and type(value) is not type(data[name]):
            raise Illegal(_("In the box file, {name} does not hold what it should.", name=repr(dotted_name)))
        data[name] = value
        given.add(dotted_name)
    return given


def _book(data: dict[str, Any], given: set[str]) -> Book:
    all_entries = entries.entries(data)
    unsure: set[str] = set()
    sure: set[str] = set()
    for entry in all_entries:
        for field in entry.fields:
            if field.path:
                (sure if entries.is_confirmed(data, given, entry, field) else unsure).add(field.path)
    open_ids = frozenset(entry.id for entry in all_entries if entries.is_open(data, given, entry))
    start, cards, policies = data["start"], data["cards"], data["policies"]
    book = Book(
        start_credits=_number(start["credits"]),
        start_prestige=_number(start["prestige"], 22),
        start_mine=_number(start["mine"], 8),
        start_fleet=tuple(start["fleet"]),
        actions=_number(start["actions"]),
        last_turn_actions=_number(start["last_turn_actions"]),
        prosperity=_number(start["prosperity"]),
        planets=tuple(data["planets"]["names"]),
        influence_steps=_pairs(data["influence"]["steps"]),
        ships={id: _ship(id, each) for id, each in data["ships"].items()},
        casualties=_pairs(data["table"]["casualties"]),
        steal=_pairs(data["table"]["steal"]),
        strategies=tuple(cards["strategies"]),
        tactics=tuple(cards["tactics"]),
        heavy_tactics=tuple(cards["heavy_tactics"]),
        tie_wins=tuple((str(a), str(b)) for a, b in cards["tie_wins"]),
        destroys_two=tuple(cards["destroys_two"]),
        steals_first=tuple(cards["steals_first"]),
        eligible={name: tuple(those) for name, those in cards["eligible"].items()},
        policies=tuple(policies["names"]),
        heavy_policies=tuple(policies["heavy"]),
        planet_policies=tuple(policies["planet_specific"]),
        voters_agenda=(policies["voters_agenda"][0], policies["voters_agenda"][1]),
        own_vote_agenda=(policies["own_vote_agenda"][0], policies["own_vote_agenda"][1]),
        policy_ties=tuple((str(a), str(b), str(c)) for a, b, c in policies["ties"]),
        suites=tuple(data["missions"]["suites"]),
        missions_each=_number(data["missions"]["each"]),
        colony_levels=tuple(_number(level, 20) for level in data["colonies"]["levels"]),
        techs=_techs(data["technologies"]),
        facilities={id: (_number(n), bool(orbit)) for id, (n, orbit) in data["facilities"].items()},
        factions=tuple(data["factions"]["names"]),
        titles=tuple((str(a), str(b)) for a, b in data["scoring"]["titles"]),
        tie_breakers=tuple(data["scoring"]["tie_breakers"]),
        unverified=tuple(sorted(_unverified(data) - given - (sure - unsure))),
        entries=all_entries,
        open=open_ids,
        owner_entries=data.get(entries.OWNER_ENTRIES_KEY, {}),
        faction_starts={
            faction: (tuple(techs), _number(archaeotechs, 3))
            for faction, (techs, archaeotechs) in data["factions"].get("start", {}).items()
        },
        tenth_branch=str(data["technologies"]["more"].get("tenth", "")),
        untold={entry.id: entries.untold(data, given, entry) for entry in all_entries},
    )
    _check(book)
    return book


def _check(book: Book) -> None:
    if len(book.planets) != 4 or len(book.factions) != 6 or len(book.suites) != 3:
        raise ValueError("4 planets, 6 factions, 3 suites")
    if len(book.strategies) != 5 or len(book.tactics) != 15 or len(book.policies) != 7:
        raise ValueError("5 strategies, 15 tactics, 7 policies")
    if not book.start_fleet or not set(book.start_fleet) <= book.ships.keys():
        raise ValueError("start.fleet")
    counted = {key for _title, key in book.titles} | set(book.tie_breakers)
    if not counted <= set(METRICS):
        raise ValueError("scoring")
    if not {who for _policy, _agenda, who in book.policy_ties} <= TIE_WINNERS:
        raise ValueError("policies.ties")
    known = set(book.tactics) | set(book.strategies)
    if not all(
        set(those) <= known
        for those in (*book.eligible.values(), *book.tie_wins, book.destroys_two, book.steals_first)
    ):
        raise ValueError("cards")
    if any(not those for those in book.eligible.values()):
        raise ValueError("cards.eligible")


TIE_WINNERS = frozenset(("most prestige", "least prestige"))
"""Whom an agenda lets win a tie in Might."""


def _number(value: Any, highest: int = 999) -> int:
    if type(value) is not int or not 0 <= value <= highest:
        raise ValueError(f"{value!r} is no number from 0 to {highest}")
    return value


def _pairs(rows: Any) -> tuple[tuple[int, int], ...]:
    return tuple((_number(a), _number(b)) for a, b in rows)


def _ship(id: str, each: dict[str, Any]) -> Ship:
    numbers = {name: _number(each[name]) for name in ("count", "cost", "attack", "defense")}
    return Ship(
        id,
        str(each["name"]),
        numbers["count"],
        numbers["cost"],
        numbers["attack"],
        numbers["defense"],
        factions_only=bool(each.get("factions_only")),
    )


def _techs(data: dict[str, Any]) -> dict[str, Tech]:
    more = data["more"]
    gives = {tech: tuple(those) for tech, *those in more["facilities"]}
    free = {tech: _number(count, 9) for tech, count in more["free"]}
    found = {}
    for branch in data["branches"]:
        for place, (level, copies, needs) in data["levels"].items():
            id = f"{branch}-{place}"
            instant = id in more["instant"]
            wanted = _number(more.get("needs", {}).get(id, needs), 4)
            built, laid = gives.get(id, ()), id in more["on_planet"]
            found[id] = Tech(id, branch, place, level, copies, wanted, instant, built, free.get(id, 0), laid)
    return found


def _unverified(data: dict[str, Any], path: str = "") -> set[str]:
    found = {f"{path}{name}" for name in data.get("unverified", ())}
    for name, value in data.items():
        if isinstance(value, dict):
            found |= _unverified(value, f"{path}{name}.")
    return found
