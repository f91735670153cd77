"""The game's numbers and names, as frozen values from TOML: those shipped here, an owner's laid over them.

`unverified` says which of them the surviving rulebook does not give; they are stand-ins.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.contract import Illegal
from companion.translation import _

SHIPPED = Path(__file__).resolve().parent / "data" / "book.toml"

NAMES_BY_PEOPLE = ("conflict", "contract", "corporate", "planet", "support", "system")
"""Policies that the rulebook names (p. 9)."""


@dataclass(frozen=True, slots=True)
class Ship:
    """factions_only: built by faction abilities, not from the Storage Area by everybody."""

    id: str
    name: str
    count: int
    cost: int
    attack: int
    defense: int
    factions_only: bool = False


@dataclass(frozen=True, slots=True)
class Tech:
    """level: what it costs; copies: in the tray; needs: techs of its branch that must be there before."""

    id: str
    branch: str
    place: str
    level: int
    copies: int
    needs: int
    instant: bool
    facilities: tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """See data/book.toml. unverified: dotted names of the stand-ins."""

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

    def influence(self, prestige: int) -> int:
        """What so much prestige is worth at the start of a phase (p. 2)."""
        return max((worth for least, worth in self.influence_steps if prestige >= least), default=0)

    def from_row(self, row: tuple[tuple[int, int], ...], might: int) -> int:
        """The number of a Conflict Resolution Table's row at so much Might; above 25, 1 for each 2 (p. 7)."""
        base = max((number for least, number in row if min(might, 25) >= least), default=0)
        return base + max(0, might - 25) // 2

    def tactics_for(self, strategy: str, light: bool) -> tuple[str, ...]:
        """The tactics that may follow a strategy. light: without those taken out for new players (p. 3)."""
        those = self.eligible.get(strategy, self.tactics)
        return tuple(card for card in those if not (light and card in self.heavy_tactics)) or those


@cache
def shipped() -> Book:
    return read(SHIPPED.read_text("utf-8"))


@cache
def with_box(text: str) -> Book:
    """The shipped book with an owner's TOML over it. Raises Illegal."""
    return read(SHIPPED.read_text("utf-8"), text)


def read(text: str, over: str = "") -> Book:
    """The book that these TOML texts say, the second over the first. Raises Illegal."""
    try:
        data = tomllib.loads(text)
        more = tomllib.loads(over) if over else {}
    except tomllib.TOMLDecodeError as wrong:
        raise Illegal(_("The box file is no TOML: {why}.", why=str(wrong))) from None
    given = _laid_over(data, more)
    try:
        return _book(data, given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
        raise Illegal(_("The box file does not hold what it should: {why}.", why=f"{wrong!s:.80}")) from None


def _laid_over(data: dict[str, Any], more: dict[str, Any], path: str = "") -> set[str]:
    """Changes `data`; gives the dotted names of what was laid over. Raises Illegal for what is not known."""
    given = set()
    for name, value in more.items():
        here = f"{path}{name}"
        free = path == "cards.eligible."
        if name not in data and not free:
            raise Illegal(_("The box file names {name}, which this game does not have.", name=repr(here)))
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            given |= _laid_over(data[name], value, here + ".")
            continue
        if not free and type(value) is not type(data[name]):
            raise Illegal(_("In the box file, {name} does not hold what it should.", name=repr(here)))
        data[name] = value
        given.add(here)
    return given


def _book(data: dict[str, Any], given: set[str]) -> Book:
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
        unverified=tuple(sorted(_unverified(data) - given)),
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
    if not {key for _title, key in book.titles} <= METRICS or not set(book.tie_breakers) <= METRICS:
        raise ValueError("scoring")
    if not {who for _policy, _agenda, who in book.policy_ties} <= TIES:
        raise ValueError("policies.ties")
    known = set(book.tactics) | set(book.strategies)
    if not all(set(those) <= known for those in (*book.eligible.values(), *book.tie_wins)):
        raise ValueError("cards")
    if any(not those for those in book.eligible.values()):
        raise ValueError("cards.eligible")


TIES = frozenset(("most prestige", "least prestige"))
"""Whom an agenda lets win a tie in Might."""
METRICS = frozenset(("prestige", "credits", "ships", "techs", "colonies", "missions", "facilities", "mines"))
"""What a title of the end scoring may count."""


def _number(value: Any, highest: int = 999) -> int:
    if type(value) is not int or not 0 <= value <= highest:
        raise ValueError(f"{value!r} is no number from 0 to {highest}")
    return value


def _pairs(rows: Any) -> tuple[tuple[int, int], ...]:
    return tuple((_number(a), _number(b)) for a, b in rows)


def _ship(id: str, each: dict[str, Any]) -> Ship:
    numbers = {name: _number(each[name]) for name in ("count", "cost", "attack", "defense")}
    return Ship(id, str(each["name"]), **numbers, factions_only=bool(each.get("factions_only")))


def _techs(data: dict[str, Any]) -> dict[str, Tech]:
    more = data["more"]
    gives = {tech: tuple(those) for tech, *those in more["facilities"]}
    found = {}
    for branch in data["branches"]:
        for place, (level, copies, needs) in data["levels"].items():
            id = f"{branch}-{place}"
            instant = id in more["instant"]
            found[id] = Tech(id, branch, place, level, copies, needs, instant, gives.get(id, ()))
    return found


def _unverified(data: dict[str, Any], path: str = "") -> set[str]:
    found = {f"{path}{name}" for name in data.get("unverified", ())}
    for name, value in data.items():
        if isinstance(value, dict):
            found |= _unverified(value, f"{path}{name}.")
    return found
