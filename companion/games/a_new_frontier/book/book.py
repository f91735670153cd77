"""The game's numbers and names, as frozen values: what they are called, and what is asked of them.

`unverified` says which of them the surviving rulebook does not give; they are stand-ins. A table with printed
pieces plays with the strict book instead (`Book.strict`), which lacks what nobody told: a rule that reads it
raises Untold. Pages look at its `shown`, which has blanks there. `book_files.py` reads the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.book.rows import SUPPORT_POLICY
from companion.games.contract import Untold
from companion.games.contract.untold import without

FIVE_PLAYERS = "five-players"
"""The mission that only games of five have (p. 2)."""


Fact = tuple[str, str]
"""An entry's id, and the key of one of its rows."""


class Strict:
    """Values of which some are gone, as nobody told them; hidden: by field, the fact that tells it."""

    __slots__ = ()
    if TYPE_CHECKING:
        hidden: Mapping[str, Fact]
    else:

        def __getattr__(self, name: str) -> object:
            hidden = {} if name.startswith("_") or name == "hidden" else self.hidden
            if name in hidden:
                raise Untold(*hidden[name])
            raise AttributeError(name)


S = TypeVar("S", bound=Strict)


@dataclass(frozen=True, slots=True)
class Ship(Strict):
    """factions_only: built by faction abilities, not from the Storage Area by everybody."""

    id: str
    name: str
    count: int
    cost: int
    attack: int
    defense: int
    factions_only: bool = False
    hidden: Mapping[str, Fact] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tech(Strict):
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
    hidden: Mapping[str, Fact] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, repr=False)
class Book(Strict):
    """See data/book.toml. unverified: dotted names of the stand-ins.

    pieces: all that is printed somewhere, by id; owned: those of which an owner told something, in the order
    of the file. faction_starts: technologies and archaeotechs at the start,
    by faction. tenth_branch: its printed name; "": not known. base: the nested values over which
    the entries lie, and the dotted names that an owner laid over in them; unread: what of the owner's file
    cannot be read, a sentence each. asks: what nobody told is asked at the table, and blank or gone till
    then; blanks: of a strict book, the one for pages.
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
    faction_starts: Mapping[str, tuple[tuple[str, ...], int]]
    tenth_branch: str
    pieces: Mapping[str, Entry]
    owned: tuple[str, ...] = ()
    base: tuple[dict[str, Any], frozenset[str]] = field(default=({}, frozenset()), compare=False)
    unread: tuple[str, ...] = ()
    asks: bool = False
    blanks: Book | None = None
    hidden: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def shown(self) -> Book:
        """For pages, and for what the companion proposes: with blanks for what nobody told."""
        return self.blanks or self

    @cached_property
    def strict(self) -> Book:
        """The book of a table with printed pieces."""
        return self if self.blanks is not None else asking(self)

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

    @cached_property
    def open(self) -> frozenset[str]:
        """The ids of the entries of which something is not confirmed."""
        return frozenset(id for id, entry in self.pieces.items() if entry.open)

    @cached_property
    def all_told(self) -> bool:
        return not any(entry.untold for entry in self.pieces.values())

    def told(self, id: str) -> Mapping[str, Any]:
        """The fields that an owner told of an entry."""
        entry = self.pieces.get(id)
        return {} if entry is None else entry.values

    def text(self, id: str, field: str = "text") -> str:
        """What an owner told there; "": nothing."""
        return str(self.told(id).get(field, ""))

    def figure(self, id: str, field: str) -> int:
        """A number that an owner told there; 0: none."""
        value = self.told(id).get(field, 0)
        return value if isinstance(value, int) else 0

    def need(self, id: str, *keys: str) -> None:
        """Raises Untold where nobody told one of these facts of an entry, though the table is asked."""
        if self.asks and self.blanks is not None:
            for key in keys:
                if key in self.pieces[id].untold:
                    raise Untold(id, key)

    def knows(self, id: str, key: str) -> bool:
        """Whether an owner told this fact of an entry, or that there is none of it."""
        entry = self.pieces[id]
        return entry.own and key not in entry.untold

    def is_untold(self, id: str, *keys: str) -> bool:
        """Whether the table is asked for one of these facts of an entry; without keys: for any."""
        untold = self.pieces[id].untold if self.asks else ()
        return not {*untold}.isdisjoint(keys) if keys else bool(untold)

    def card_entry(self, name: str) -> str:
        """The id of a conflict card's entry."""
        if name in self.tactics:
            return f"tactic-{self.tactics.index(name) + 1:02}"
        at = self.strategies.index(name) if name in self.strategies else -1
        return f"strategy-{at + 1}"

    def policy_entry(self, name: str) -> str:
        """The id of a policy's entry."""
        return f"policy-{(self.policies.index(name) if name in self.policies else -1) + 1}"

    def agenda_text(self, policy: str, agenda: str) -> str:
        """What an owner told of a policy's red or blue side; "": nothing."""
        return self.text(self.policy_entry(policy), agenda)

    def card(self, name: str, field: str) -> int:
        """A number that an owner told of a conflict card; 0: none."""
        return self.figure(self.card_entry(name), field)

    def does(self, card: str, rule: str) -> bool:
        """Whether a card "destroys_two" or "steals_first" (p. 7). Raises Untold."""
        self.need(self.card_entry(card), rule)
        return card in (self.destroys_two if rule == "destroys_two" else self.steals_first)

    def is_for_one_planet(self, policy: str) -> bool:
        """Whether a policy's agendas are each about one planet (p. 9). Raises Untold."""
        self.need(self.policy_entry(policy), "planet")
        return policy in self.planet_policies

    def tie_winner(self, policy: str, agenda: str) -> str | None:
        """Whom an agenda lets win ties in Might; None: it says nothing of them (p. 9). Raises Untold."""
        self.need(self.policy_entry(policy), "tied")
        ties = (who for policy_, agenda_, who in self.policy_ties if (policy_, agenda_) == (policy, agenda))
        return next(ties, None)

    def rewards_voters(self, policy: str, agenda: str) -> bool:
        """Whether an agenda gives VP to its voters (p. 9). Raises Untold."""
        return self._of_support(policy, agenda, "voters_agenda")

    def holds_own_vote(self, policy: str, agenda: str) -> bool:
        """Whether an agenda holds a vote of its own (p. 9). Raises Untold."""
        return self._of_support(policy, agenda, "own_vote_agenda")

    def _of_support(self, policy: str, agenda: str, which: str) -> bool:
        if self.policy_entry(policy) == SUPPORT_POLICY:
            self.need(SUPPORT_POLICY, "voters")
        found: tuple[str, str] = getattr(self.shown, which)
        return (policy, agenda) == found

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


def asking(book: Book) -> Book:
    """The book of a table with printed pieces: without what nobody told; its `shown` has blanks there."""
    pieces = book.pieces
    hidden = {
        name: fact
        for name, (id, rows) in FACTS_OF.items()
        if (fact := _first_untold(pieces[id], rows)) is not None
    }
    blanks = {name: BLANKS[name] for name in hidden}

    def told_cards(rule: str, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if rule not in pieces[book.card_entry(card)].untold)

    for_one = tuple(p for p in book.planet_policies if "planet" not in pieces[book.policy_entry(p)].untold)
    shown = replace(
        book,
        **blanks,
        asks=True,
        ships={id: _with_blanks(ship, pieces[f"ship-{id}"], SHIP) for id, ship in book.ships.items()},
        techs={id: _with_blanks(tech, pieces[f"technology-{id}"], TECH) for id, tech in book.techs.items()},
        destroys_two=told_cards("destroys_two", book.destroys_two),
        steals_first=told_cards("steals_first", book.steals_first),
        eligible={
            card: those for card, those in book.eligible.items() if card in told_cards("tactics", (card,))
        },
        planet_policies=for_one,
    )
    strict = replace(
        shown,
        ships={id: _strict(ship, pieces[f"ship-{id}"], SHIP) for id, ship in shown.ships.items()},
        techs={id: _strict(tech, pieces[f"technology-{id}"], TECH) for id, tech in shown.techs.items()},
        blanks=shown,
    )
    return without(strict, hidden)


INFLUENCE_OF_THE_TEXT = (0, 3, 9, 10)
TEXT_STEPS = ((0, 0), (3, 1), (9, 3), (10, 4))
"""Prestige whose influence the rulebook's text says (p. 2, 8)."""
BLANKS: Mapping[str, Any] = {
    "start_credits": 0,
    "start_fleet": (),
    "prosperity": 0,
    "influence_steps": TEXT_STEPS,
    "casualties": (),
    "steal": (),
    "colony_levels": (),
    "titles": (),
    "tie_breakers": (),
    "voters_agenda": ("", ""),
    "own_vote_agenda": ("", ""),
}
FACTS_OF: Mapping[str, tuple[str, str]] = {
    "start_credits": ("board-start", "credits"),
    "start_fleet": ("board-start", "fleet_"),
    "prosperity": ("board-start", "prosperity"),
    "influence_steps": ("board-influence", "influence_"),
    "casualties": ("board-table", "casualties_"),
    "steal": ("board-table", "steal_"),
    "colony_levels": ("board-colonies", "level_"),
    "titles": ("board-scoring", "titles"),
    "tie_breakers": ("board-scoring", "tie_"),
    "voters_agenda": (SUPPORT_POLICY, "voters"),
    "own_vote_agenda": (SUPPORT_POLICY, "voters"),
}
"""By field of the book, the entry that says it, and how the keys of its rows begin."""
SHIP: Mapping[str, tuple[str, Any]] = {
    "cost": ("cost", 0),
    "attack": ("attack", 0),
    "defense": ("defense", 0),
}
# What nobody told of its needs is its player's to read: it is never the first of its branch (p. 11).
TECH: Mapping[str, tuple[str, Any]] = {
    "needs": ("needs", 1),
    "instant": ("at_once", False),
    "facilities": ("builds", ()),
}
"""By field of a ship and of a technology, the row that says it, and what is there while nobody told it."""


def _first_untold(entry: Entry, row: str) -> Fact | None:
    return next(((entry.id, key) for key in entry.untold if key.startswith(row)), None)


def _with_blanks(piece: S, entry: Entry, rows: Mapping[str, tuple[str, Any]]) -> S:
    blank = {name: value for name, (row, value) in rows.items() if row in entry.untold}
    found: S = replace(piece, **blank) if blank else piece  # type: ignore[type-var]
    return found


def _strict(piece: S, entry: Entry, rows: Mapping[str, tuple[str, Any]]) -> S:
    return without(
        piece, {name: (entry.id, row) for name, (row, _value) in rows.items() if row in entry.untold}
    )
