"""The catalogue held against every count printed on pages 10 and 11 of the rulebook, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import (
    KINDS,
    ConsumeAll,
    ConsumeForPrice,
    ConsumeGoods,
    DiscardForMilitary,
    DiscardForVP,
    Military,
    ProduceWindfall,
)
from companion.games.race_for_the_galaxy.rules.lucky import CARDS_BY_COST
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _, listed, plural


@dataclass(frozen=True, slots=True)
class Count:
    """One printed count. number: as printed; there: what the catalogue has."""

    words: str
    number: int
    there: int

    @property
    def right(self) -> bool:
        return self.number == self.there


@dataclass(frozen=True, slots=True)
class CountReport:
    """All counts of a catalogue, and the cards that nobody has confirmed."""

    counts: tuple[Count, ...]
    unverified: tuple[str, ...]
    further: tuple[str, ...] = ()
    """The cards beyond those that the rulebook counts."""

    @property
    def differing(self) -> tuple[Count, ...]:
        return tuple(count for count in self.counts if not count.right)

    @property
    def ok(self) -> bool:
        return not self.differing and not self.unverified

    def lines(self) -> tuple[str, ...]:
        right = sum(count.right for count in self.counts)
        found = [_("{right} of {all} printed counts agree.", right=right, all=len(self.counts))]
        for count in self.differing:
            found.append(
                _(
                    "{what}: {number} printed, {there} in the catalogue.",
                    what=count.words,
                    number=count.number,
                    there=count.there,
                )
            )
        found += further_lines(self.further)
        for name in self.unverified:
            found.append(_("{card} is a stand-in: its printed facts are not known.", card=name))
        return tuple(found)


def further_lines(names: tuple[str, ...]) -> tuple[str, ...]:
    if not names:
        return ()
    words = plural(
        "{number} card beyond the rulebook's: {cards}.",
        "{number} cards beyond the rulebook's: {cards}.",
        len(names),
        cards=listed(names),
    )
    return (words,)


def check(catalogue: Catalogue) -> CountReport:
    """Every count of pages 10 and 11 against these cards."""
    of_box = [card for card in catalogue if not card.further]
    counts = tuple(Count(words, number, sum(map(fits, of_box))) for words, number, fits in _printed())
    return CountReport(
        counts,
        tuple(card.name for card in of_box if not card.verified),
        tuple(card.name for card in catalogue if card.further),
    )


Row = tuple[str, int, Callable[[Card], bool]]


def _printed() -> Iterator[Row]:
    yield from _distribution()
    yield from _defenses()
    yield from _costs()
    yield from _kinds()
    yield from _military()
    yield from _powers()


def _start(card: Card) -> bool:
    return card.number is not None


def _paid(card: Card) -> bool:
    return not card.military


def _distribution() -> Iterator[Row]:
    yield _("game cards"), 120, lambda card: True
    yield _("start worlds, non-military"), 8, lambda card: _start(card) and not card.military
    yield _("start worlds, military"), 3, lambda card: _start(card) and card.military
    yield _("other military worlds"), 22, lambda card: card.military and not _start(card)
    yield (
        _("other non-military worlds"),
        37,
        lambda card: card.world and not card.military and not _start(card),
    )
    yield _("6-cost developments"), 12, lambda card: card.variable
    yield _("other developments"), 38, lambda card: card.development and not card.variable


DEFENSES = {1: (6, 1, 0, 0), 2: (9, 1, 1, 3), 3: (3, 2, 0, 0), 4: (2, 0, 1, 0), 5: (2, 1, 1, 0)}
DEFENSES |= {6: (2, 1, 1, 0), 7: (1, 1, 0, 0)}
"""defense -> military worlds in all, Rebel ones, Alien ones, start worlds (p. 11)."""


def _defenses() -> Iterator[Row]:
    def with_defense(defense: int, fits: Callable[[Card], bool]) -> Callable[[Card], bool]:
        return lambda card: card.military and card.cost == defense and fits(card)

    for defense, (whole, rebel, alien, start) in DEFENSES.items():
        placeholders = {"defense": defense}
        yield (
            _("military worlds, defense {defense}", **placeholders),
            whole,
            with_defense(defense, lambda c: True),
        )
        yield (
            _("Rebel worlds, defense {defense}", **placeholders),
            rebel,
            with_defense(defense, lambda c: c.rebel),
        )
        yield (
            _("Alien military worlds, defense {defense}", **placeholders),
            alien,
            with_defense(defense, lambda c: c.kind == "alien"),
        )
        yield (
            _("military start worlds, defense {defense}", **placeholders),
            start,
            with_defense(defense, _start),
        )


def _costs() -> Iterator[Row]:
    def with_cost(cost: int, world: bool) -> Callable[[Card], bool]:
        return lambda card: _paid(card) and card.cost == cost and card.world == world

    for cost in range(7):
        number = CARDS_BY_COST["development"][cost]
        yield _("developments, cost {cost}", cost=cost), number, with_cost(cost, False)
        number = CARDS_BY_COST["world"][cost]
        yield _("non-military worlds, cost {cost}", cost=cost), number, with_cost(cost, True)


WINDFALLS = {"novelty": (3, 3), "rare": (5, 2), "gene": (2, 5), "alien": (3, 3)}
PRODUCERS = {"novelty": (8, 1), "rare": (5, 2), "gene": (3, 1), "alien": (1, 1)}
"""kind -> non-military and military worlds (p. 11)."""


def _kinds() -> Iterator[Row]:
    def of_kind(kind: str, windfall: bool, military: bool) -> Callable[[Card], bool]:
        return lambda card: (
            card.world and card.kind == kind and card.windfall == windfall and card.military == military
        )

    for kind in KINDS:
        for at, military in enumerate((False, True)):
            placeholders = {"kind": kind_name(kind)}
            if military:
                windfalls, producers = (
                    _("military windfall worlds, {kind}", **placeholders),
                    _("military production worlds, {kind}", **placeholders),
                )
            else:
                windfalls, producers = (
                    _("non-military windfall worlds, {kind}", **placeholders),
                    _("non-military production worlds, {kind}", **placeholders),
                )
            yield windfalls, WINDFALLS[kind][at], of_kind(kind, True, military)
            yield producers, PRODUCERS[kind][at], of_kind(kind, False, military)


def _gives(card: Card) -> list[int]:
    """The Military that a card gives against every world."""
    found = [power.amount for power in card.powers if isinstance(power, Military) and power.against is None]
    return [amount for amount in found if amount > 0]


def _military() -> Iterator[Row]:
    def plain(amount: int, fits: Callable[[Card], bool]) -> Callable[[Card], bool]:
        return lambda card: amount in _gives(card) and fits(card)

    def military_world(card: Card) -> bool:
        return card.military and not _start(card)

    def other_world(card: Card) -> bool:
        return card.world and not card.military and not _start(card)

    def military_start(card: Card) -> bool:
        return _start(card) and card.military

    rows: tuple[tuple[str, Callable[[Card], bool], dict[int, int]], ...] = (
        (_("developments"), lambda card: card.development, {1: 2, 2: 3, 3: 2}),
        (_("military worlds"), military_world, {1: 5, 2: 1, 3: 1}),
        (_("non-military worlds"), other_world, {1: 2}),
        (_("non-military start worlds"), lambda card: _start(card) and not card.military, {1: 1}),
        (_("military start worlds"), military_start, {1: 2, 2: 1}),
    )
    for words, fits, amounts in rows:
        for amount, number in amounts.items():
            label = _("{cards} that give {amount} Military", cards=words, amount=amount)
            yield label, number, plain(amount, fits)
    yield (
        _("cards with less Military"),
        5,
        lambda card: any(isinstance(power, Military) and power.amount < 0 for power in card.powers),
    )
    yield _("cards that give Military when discarded"), 2, _having(DiscardForMilitary)


def _having(*forms: type) -> Callable[[Card], bool]:
    return lambda card: any(isinstance(power, forms) for power in card.powers)


def _powers() -> Iterator[Row]:
    consumes = _having(ConsumeGoods, ConsumeAll, ConsumeForPrice)
    yield (
        _("non-military worlds that consume goods"),
        17,
        lambda card: card.world and not card.military and consumes(card),
    )
    yield (
        _("non-military start worlds that consume goods"),
        4,
        lambda card: _start(card) and not card.military and consumes(card),
    )
    yield _("military worlds that consume goods"), 2, lambda card: card.military and consumes(card)
    yield _("developments that consume goods"), 15, lambda card: card.development and consumes(card)
    yield (
        _("developments that consume cards"),
        2,
        lambda card: card.development and _having(DiscardForVP)(card),
    )
    yield _("worlds that consume cards"), 1, lambda card: card.world and _having(DiscardForVP)(card)

    def windfall_for(any_kind: bool, world: bool) -> Callable[[Card], bool]:
        return lambda card: (
            card.world == world
            and any(
                isinstance(power, ProduceWindfall) and (power.kind is None) == any_kind
                for power in card.powers
            )
        )

    yield (
        _("developments that produce on a kind of windfall world"),
        6,
        windfall_for(any_kind=False, world=False),
    )
    yield _("worlds that produce on a kind of windfall world"), 2, windfall_for(any_kind=False, world=True)
    yield _("worlds that produce on any windfall world"), 2, windfall_for(any_kind=True, world=True)
