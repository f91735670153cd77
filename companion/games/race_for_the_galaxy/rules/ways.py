"""The ways in which a world can come into a tableau: paid for, conquered, or paid for though it is military.

Military and payments never combine (p. 5). A card is discarded for a cost of 0 only where there is a cost;
one for Military may also be discarded without need (p. 9).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.contract import Tally, Term, Value, later
from companion.games.contract.later import reads_later
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.costs import Prices
from companion.translation import _


@reads_later("why")
class Way(Value, frozen=True):
    """name: as in a decision; cost: cards to pay; discards: cards of the tableau that go; why: reasons;
    needless: Military suffices without the discards."""

    name: str
    cost: int
    discards: tuple[str, ...]
    why: Tally
    needless: bool = False


def open_ways(prices: Prices, world: Card, hand: int, needless: bool = False) -> Iterator[Way]:
    """Every way to place this world. hand: the cards there are to pay with, without the world itself;
    needless: with those that discard a card for Military that suffices."""
    if not world.military:
        yield from _paid(prices, world, hand, None)
        return
    yield from _conquests(prices, world, needless)
    known: list[tuple[int, tuple[str, ...]]] = []
    for specialist in prices.specialists(world):
        # By whose power a world is paid for is no choice where the price is the same.
        found = [w for w in _paid(prices, world, hand, specialist) if (w.cost, w.discards) not in known]
        known += [(way.cost, way.discards) for way in found]
        yield from found


def lacking(prices: Prices, world: Card) -> tuple[Tally, ...]:
    """Where no way is open: the numbers of those that fail, for a refusal."""
    if not world.military:
        return (prices.world(world),)
    found: tuple[Tally, ...] = (_margin(prices.with_tactics(prices.strength(world), prices.tactics), world),)
    for specialist in prices.specialists(world):
        cost = prices.world(world, specialist)
        if cost.total not in [other.total for other in found[1:]]:
            found += (cost,)
    return found


def is_open(prices: Prices, world: Card, hand: int) -> bool:
    """Whether any way is: the one of most, or one by a power that is seldom there."""
    if world.military:
        plain = prices.military(world) >= world.cost
    else:
        plain = prices.world_price(world) <= hand
    return plain or (bool(prices.other_ways) and next(open_ways(prices, world, hand), None) is not None)


def _paid(prices: Prices, world: Card, hand: int, specialist: InForce | None) -> Iterator[Way]:
    before = "" if specialist is None else f"{specialist.card}+"
    price = prices.world_price(world, specialist)
    if price <= hand:
        yield Way(f"{before}pay", price, (), later(prices.world, world, specialist))
    if price:
        for ship in prices.ships(world):
            yield Way(f"{before}{ship.card}", 0, (ship.card,), prices.nothing(ship.card))


def _conquests(prices: Prices, world: Card, needless: bool) -> Iterator[Way]:
    if prices.military(world) >= world.cost:
        plain = prices.strength(world)
        yield Way("conquer", 0, (), later(_margin, plain, world))
        for one in prices.tactics if needless else ():
            yield _discarding((one,), _margin(prices.with_tactics(plain, (one,)), world), needless=True)
        return
    tactics = prices.tactics
    if not tactics:
        return
    plain = prices.strength(world)
    for count in range(1, len(tactics) + 1):
        can = False
        for used in combinations(tactics, count):
            more = prices.with_tactics(plain, used)
            if more.total >= world.cost:
                can = True
                yield _discarding(used, _margin(more, world))
        if can:
            return


def _discarding(used: tuple[InForce, ...], why: Tally, needless: bool = False) -> Way:
    """Conquering with these cards discarded."""
    cards = tuple(one.card for one in used)
    return Way("+".join(("conquer", *cards)), 0, cards, why, needless)


def conquers(tally: Tally, world: Card) -> bool:
    """Whether this number of a way is of Military, not of cards to pay."""
    return tally.label == _conquest(world)


def _conquest(world: Card) -> str:
    return _("Military against defense {defense}", defense=world.cost)


def _margin(tally: Tally, world: Card) -> Tally:
    return Tally(later(_conquest, world), tally.terms or (Term(_("no Military"), 0),))
