"""A card, the conditions of a 6-cost development, and the catalogue of a box's cards by their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.games.race_for_the_galaxy.cards.powers import PHASES, Form, Produce


@dataclass(frozen=True, slots=True)
class Condition:
    """What a 6-cost development gives VP for (p. 12). per: as in `cards.json`; name: the card it names."""

    vp: int
    per: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card. `key` is the same for all copies; `id` stands in tags and records.

    cost: the printed cost, or the defense of a military world. kind: of its goods, None: it holds none.
    number: of a start world, which decides timing (p. 8); None: no start world.
    verified: False where the facts were not taken from a printed card.
    """

    id: str
    key: str
    name: str
    world: bool
    cost: int
    vp: int
    kind: str | None = None
    windfall: bool = False
    military: bool = False
    rebel: bool = False
    alien: bool = False
    powers: tuple[Form, ...] = ()
    conditions: tuple[Condition, ...] = ()
    number: int | None = None
    copies: int = 1
    verified: bool = True

    @property
    def development(self) -> bool:
        return not self.world

    @property
    def variable(self) -> bool:
        """A development worth "?" VP."""
        return bool(self.conditions)

    @property
    def production(self) -> bool:
        """A world that produces in the Produce phase, by its solid circle."""
        return self.world and self.kind is not None and not self.windfall

    @property
    def produces(self) -> bool:
        return any(isinstance(power, Produce) for power in self.powers)

    @property
    def red(self) -> bool:
        """Of the odd start worlds (p. 8)."""
        return self.number is not None and self.number % 2 == 1

    def has_power(self, phase: str) -> bool:
        """Whether it has a power of "explore", "develop", "settle", "trade", "consume" or "produce"."""
        return any(isinstance(power, PHASES[phase]) for power in self.powers)


class Catalogue:
    """The cards by id, and by name or key where all copies are alike.

    by_cost: how many cards there are at each cost or defense from 0 to 7; None: as these cards have it.
    """

    def __init__(self, cards: Iterable[Card], by_cost: tuple[int, ...] | None = None) -> None:
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        self._by_cost = by_cost
        self.caches: dict[str, dict[object, object]] = {}
        """Cached results of the rules for these cards, by name; the cards never change."""

    def __getstate__(self) -> dict[str, object]:
        """To another process without what is cached here."""
        return {"cards": self.cards, "_by_cost": self._by_cost, "caches": {}}

    def __getitem__(self, id: str) -> Card:
        return self.cards[id]

    def __contains__(self, id: object) -> bool:
        return id in self.cards

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __len__(self) -> int:
        return len(self.cards)

    def with_cards(self, own: Iterable[Card]) -> Catalogue:
        """The same cards with these in the place of those with their ids; others are none of this box."""
        laid = {card.id: card for card in own}
        return Catalogue((laid.get(card.id, card) for card in self), self._by_cost)

    @cached_property
    def by_cost(self) -> tuple[int, ...]:
        """The cards at each cost or defense from 0 to 7."""
        if self._by_cost is not None:
            return self._by_cost
        found = Counter(card.cost for card in self)
        return tuple(found[cost] for cost in range(8))

    @cached_property
    def by_key(self) -> Mapping[str, tuple[Card, ...]]:
        """The copies of each card by key, in the order of the file."""
        found: dict[str, list[Card]] = {}
        for card in self:
            found.setdefault(card.key, []).append(card)
        return {key: tuple(copies) for key, copies in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Card, ...]]:
        """The copies of each card by its name in lower case."""
        return {copies[0].name.casefold(): copies for copies in self.by_key.values()}

    @cached_property
    def starts(self) -> tuple[Card, ...]:
        """The start worlds by their numbers."""
        found = [card for card in self if card.number is not None]
        return tuple(sorted(found, key=lambda card: card.number or 0))

    def copies(self, named: str) -> tuple[Card, ...]:
        """The copies of the card with this id, key or name; none: there is no such card."""
        if named in self.cards:
            return (self.cards[named],)
        return self.by_key.get(named) or self.by_name.get(named.strip().casefold(), ())

    def without(self, ids: tuple[str, ...]) -> Catalogue:
        """The cards of a box that lacks these."""
        return Catalogue(tuple(card for card in self if card.id not in ids))
