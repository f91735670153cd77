"""A card, and the catalogue of a box's cards by their ids.

Of a card of an expansion some facts may be untold: nobody has said yet what is printed on it. Pages show such
a card with blanks (`printed.py`). Rules read it from `Catalogue.strict`, where the fields of an untold fact
are not there at all: reading one raises `Untold`, so that no rule can compute with a value that nobody told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.games.contract.piece_names import plain_name
from companion.games.contract.printed import Printed
from companion.games.contract.untold import TellablePiece
from companion.games.race_for_the_galaxy.cards.conditions import Condition
from companion.games.race_for_the_galaxy.cards.powers import Power
from companion.games.race_for_the_galaxy.cards.printed import (
    DEVELOPMENT,
    KIND,
    MARKS,
    PRICE,
    START,
    WINDFALL,
    WORLD,
)
from companion.games.race_for_the_galaxy.cards.printed_worth import BONUS


@dataclass(frozen=True, slots=True)
class Card(TellablePiece):
    """One physical card. `key` is the same for all copies; `id` stands in tags and records.

    cost: the printed cost, or the defense of a military world. kind: of its goods, None: it holds none; good:
    "production" or "windfall".
    number: of a start world, which decides timing (p. 8); None: no start world.
    verified: False where the facts were not taken from a printed card. further: not of this box: it was met
    in play.
    """

    id: str
    key: str
    name: str
    world: bool
    cost: int
    vp: int
    kind: str | None = None
    good: str | None = None
    military: bool = False
    rebel: bool = False
    alien: bool = False
    powers: tuple[Power, ...] = ()
    conditions: tuple[Condition, ...] = ()
    number: int | None = None
    copies: int = 1
    verified: bool = True
    further: bool = False

    @property
    def development(self) -> bool:
        return not self.world

    @property
    def windfall(self) -> bool:
        return self.good == WINDFALL

    @property
    def variable(self) -> bool:
        """A development worth "?" VP."""
        return BONUS in self.untold or bool(self.conditions)

    @property
    def priced(self) -> bool:
        """All is told that says what it takes to place it."""
        if not self.untold:
            return True
        left = {*self.untold}
        return left.isdisjoint((PRICE, KIND)) and (MARKS not in left or not self.military)

    @property
    def production(self) -> bool:
        """A world that produces in the Produce phase, by its solid circle."""
        return self.world and self.kind is not None and not self.windfall

    @property
    def produces(self) -> bool:
        self.need_powers("produce")
        return any(power.produces for power in self.powers)

    @property
    def red(self) -> bool:
        """Of the odd start worlds (p. 8)."""
        return self.number is not None and self.number % 2 == 1

    def has_power(self, phase: str) -> bool:
        """Whether it has a power of "explore", "develop", "settle", "trade", "consume" or "produce"."""
        self.need_powers(phase)
        return any(power.phase == phase for power in self.powers)

    def need_powers(self, phase: str) -> None:
        """Raises Untold where a rule asks for the powers of this phase, and nobody told which it has."""
        if self.hidden:
            self.need(f"powers/{phase}")


def printed_on(card: Card) -> Printed[Card]:
    """What is printed on such a card."""
    if card.number is not None:
        return START
    return WORLD if card.world else DEVELOPMENT


class Catalogue:
    """The cards by id, and by name or key where all copies are alike. shown: the same with blanks for what is
    untold: itself, unless it is another's `strict`.

    by_cost: how many cards there are at each cost or defense from 0 to 7; None: as these cards have it.
    """

    def __init__(self, cards: Iterable[Card], by_cost: tuple[int, ...] | None = None) -> None:
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        self._by_cost = by_cost
        self._shown: Catalogue | None = None
        self.caches: dict[str, dict[object, object]] = {}
        """Cached results of the rules for these cards, by name; the cards never change."""
        self.abilities: dict[tuple[str, ...], Any] = {}
        """Of these too, what the rules' `abilities` find for the cards in force."""

    def __reduce__(self) -> tuple[object, ...]:
        """To another process without what is cached here."""
        if self._shown is not None:
            return _strict_of, (self._shown,)
        return Catalogue, (tuple(self), self._by_cost)

    @property
    def shown(self) -> Catalogue:
        return self if self._shown is None else self._shown

    @cached_property
    def strict(self) -> Catalogue:
        """For rules: without the fields of what is untold. Itself where all is told."""
        if self._shown is not None or not any(card.untold for card in self):
            return self
        found = Catalogue((printed_on(card).strict(card) for card in self), self._by_cost)
        found._shown = self
        return found

    def __getitem__(self, id: str) -> Card:
        return self.cards[id]

    def __contains__(self, id: object) -> bool:
        return id in self.cards

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __len__(self) -> int:
        return len(self.cards)

    def with_cards(self, own: Iterable[Card]) -> Catalogue:
        """The same cards with these in the place of those with their ids, and with further ones; others are
        none of this box."""
        if self._shown is not None:
            return self._shown.with_cards(own).strict
        laid = {card.id: card for card in own}
        further = (card for id, card in laid.items() if card.further and id not in self.cards)
        return Catalogue((*(laid.get(card.id, card) for card in self), *further), self._by_cost)

    def of(self, cards: Iterable[Card]) -> Catalogue:
        """These cards alone, of the same box."""
        return Catalogue(cards, self._by_cost)

    @cached_property
    def by_cost(self) -> tuple[int, ...]:
        """The cards at each cost or defense from 0 to 7."""
        if self._by_cost is not None:
            return self._by_cost
        found = Counter(card.cost for card in self if PRICE not in card.untold)
        return tuple(found[cost] for cost in range(8))

    @cached_property
    def by_key(self) -> Mapping[str, tuple[Card, ...]]:
        """The copies of each card by key, in the order of the file."""
        found: dict[str, list[Card]] = {}
        for card in self:
            found.setdefault(card.key, []).append(card)
        return {key: tuple(copies) for key, copies in found.items()}

    @cached_property
    def ids_by_key(self) -> Mapping[str, tuple[str, ...]]:
        """Their ids."""
        return {key: tuple(card.id for card in copies) for key, copies in self.by_key.items()}

    @cached_property
    def copies_of_worlds(self) -> tuple[tuple[Card, ...], ...]:
        """Of `by_key`."""
        return tuple(copies for copies in self.by_key.values() if copies[0].world)

    @cached_property
    def copies_of_developments(self) -> tuple[tuple[Card, ...], ...]:
        """Of `by_key`."""
        return tuple(copies for copies in self.by_key.values() if not copies[0].world)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Card, ...]]:
        """The copies of each card by its name, as `plain_name` has it. Of two cards that a table of
        before met under two spellings the first counts."""
        found: dict[str, tuple[Card, ...]] = {}
        for copies in self.by_key.values():
            found.setdefault(plain_name(copies[0].name), copies)
        return found

    @cached_property
    def starts(self) -> tuple[Card, ...]:
        """The start worlds by their numbers."""
        found = [card for card in self if card.number is not None]
        return tuple(sorted(found, key=lambda card: card.number or 0))

    def copies(self, named: str) -> tuple[Card, ...]:
        """The copies of the card with this id, key or name; none: there is no such card."""
        if named in self.cards:
            return (self.cards[named],)
        return self.by_key.get(named) or self.by_name.get(plain_name(named), ())

    def without(self, ids: tuple[str, ...]) -> Catalogue:
        """The cards of a box that lacks these."""
        return Catalogue(tuple(card for card in self if card.id not in ids))


def _strict_of(shown: Catalogue) -> Catalogue:
    return shown.strict
