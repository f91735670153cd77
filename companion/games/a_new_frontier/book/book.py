"""The game's numbers and names, as frozen values: what they are called, and what is asked of them.

`unverified` says which of them the surviving rulebook does not give; they are stand-ins. A table with printed
pieces asks for these instead (`asking`). `book_files.py` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.a_new_frontier.book.entry_fields import Entry
from companion.games.contract import Untold

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
    taught: the texts laid over the shipped ones; unread: what of the owner's cannot be read, a sentence each.
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
    unread: tuple[str, ...] = ()

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
