"""The catalogue held against every count printed on pages 10 and 11 of the rulebook, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.contract.box_report import BoxReport, PrintedCount
from companion.games.contract.box_rows import Problem
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import (
    KINDS,
    ConsumeAll,
    ConsumeForPrice,
    ConsumeGoods,
    DiscardForMilitary,
    DiscardForVP,
    Military,
    Power,
    ProduceWindfall,
)
from companion.games.race_for_the_galaxy.rules.lucky import CARDS_BY_COST
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _, listed, plural

Fits = Callable[[Card], bool]
Row = tuple[str, int, Fits]
"""What is counted, in words, the number printed, and which cards it counts."""


def check(catalogue: Catalogue, unread: tuple[Problem, ...] = ()) -> BoxReport:
    """What of these cards holds of the counts on pages 10 and 11, and which nobody has confirmed.

    unread: what of their file cannot be read."""
    of_box = [card for card in catalogue if not card.further]
    sure = [card for card in of_box if card.verified]
    further = [card.name for card in catalogue if card.further]
    beyond = plural(
        "{number} card beyond the rulebook's: {cards}.",
        "{number} cards beyond the rulebook's: {cards}.",
        len(further),
        cards=listed(further),
    )
    return BoxReport(
        counts=tuple(
            PrintedCount(words, number, sum(map(fits, of_box)), sum(map(fits, sure)))
            for words, number, fits in _printed()
        ),
        unread=unread,
        progress=(beyond,) if further else (),
        missing=tuple(
            _("missing: the printed card of {card}", card=card.name) for card in of_box if not card.verified
        ),
    )


def _cards(power: Callable[[Power], bool] | None = None, /, **facts: object) -> Fits:
    """The cards of which these facts are so. power: of one of its powers; start: it is a start world."""
    start = facts.pop("start", None)

    def fits(card: Card) -> bool:
        return (
            all(getattr(card, name) == value for name, value in facts.items())
            and start in (None, card.number is not None)
            and (power is None or any(map(power, card.powers)))
        )

    return fits


DEFENSES = {1: (6, 1, 0, 0), 2: (9, 1, 1, 3), 3: (3, 2, 0, 0), 4: (2, 0, 1, 0), 5: (2, 1, 1, 0)}
DEFENSES |= {6: (2, 1, 1, 0), 7: (1, 1, 0, 0)}
"""defense -> military worlds in all, Rebel ones, Alien ones, start worlds (p. 11)."""
WINDFALLS = {"novelty": (3, 3), "rare": (5, 2), "gene": (2, 5), "alien": (3, 3)}
PRODUCERS = {"novelty": (8, 1), "rare": (5, 2), "gene": (3, 1), "alien": (1, 1)}
"""kind -> non-military and military worlds (p. 11)."""


def _printed() -> Iterator[Row]:
    yield _("game cards"), 120, _cards()
    yield _("start worlds, non-military"), 8, _cards(start=True, military=False)
    yield _("start worlds, military"), 3, _cards(start=True, military=True)
    yield _("other military worlds"), 22, _cards(start=False, military=True)
    yield _("other non-military worlds"), 37, _cards(start=False, world=True, military=False)
    yield _("6-cost developments"), 12, _cards(variable=True)
    yield _("other developments"), 38, _cards(world=False, variable=False)
    for defense, (whole, rebel, alien, starts) in DEFENSES.items():
        with_it, at = {"cost": defense, "military": True}, {"defense": defense}
        yield _("military worlds, defense {defense}", **at), whole, _cards(**with_it)
        yield _("Rebel worlds, defense {defense}", **at), rebel, _cards(**with_it, rebel=True)
        yield _("Alien military worlds, defense {defense}", **at), alien, _cards(**with_it, kind="alien")
        yield _("military start worlds, defense {defense}", **at), starts, _cards(**with_it, start=True)
    for cost in range(7):
        with_it, by_cost = {"cost": cost, "military": False}, CARDS_BY_COST
        number = by_cost["development"][cost]
        yield _("developments, cost {cost}", cost=cost), number, _cards(**with_it, world=False)
        number = by_cost["world"][cost]
        yield _("non-military worlds, cost {cost}", cost=cost), number, _cards(**with_it, world=True)
    for kind in KINDS:
        of, name = {"world": True, "kind": kind}, {"kind": kind_name(kind)}
        (windfalls, military_windfalls), (producers, military_producers) = WINDFALLS[kind], PRODUCERS[kind]
        windfall = _cards(**of, windfall=True, military=False)
        yield _("non-military windfall worlds, {kind}", **name), windfalls, windfall
        producer = _cards(**of, windfall=False, military=False)
        yield _("non-military production worlds, {kind}", **name), producers, producer
        windfall = _cards(**of, windfall=True, military=True)
        yield _("military windfall worlds, {kind}", **name), military_windfalls, windfall
        producer = _cards(**of, windfall=False, military=True)
        yield _("military production worlds, {kind}", **name), military_producers, producer
    yield from _powers()


def _military(amount: int) -> Callable[[Power], bool]:
    """Gives so much Military against every world."""
    return lambda power: isinstance(power, Military) and power.against is None and power.amount == amount


def _powers() -> Iterator[Row]:
    rows: tuple[tuple[str, dict[str, bool], dict[int, int]], ...] = (
        (_("developments"), {"world": False}, {1: 2, 2: 3, 3: 2}),
        (_("military worlds"), {"military": True, "start": False}, {1: 5, 2: 1, 3: 1}),
        (_("non-military worlds"), {"world": True, "military": False, "start": False}, {1: 2}),
        (_("non-military start worlds"), {"military": False, "start": True}, {1: 1}),
        (_("military start worlds"), {"military": True, "start": True}, {1: 2, 2: 1}),
    )
    for words, those, amounts in rows:
        for amount, number in amounts.items():
            label = _("{cards} that give {amount} Military", cards=words, amount=amount)
            yield label, number, _cards(_military(amount), **those)
    less = _cards(lambda power: isinstance(power, Military) and power.amount < 0)
    yield _("cards with less Military"), 5, less
    discarded = _cards(lambda power: isinstance(power, DiscardForMilitary))
    yield _("cards that give Military when discarded"), 2, discarded

    def goods(power: Power) -> bool:
        return isinstance(power, ConsumeGoods | ConsumeAll | ConsumeForPrice)

    def cards(power: Power) -> bool:
        return isinstance(power, DiscardForVP)

    consumers = _cards(goods, world=True, military=False)
    yield _("non-military worlds that consume goods"), 17, consumers
    consumers = _cards(goods, start=True, military=False)
    yield _("non-military start worlds that consume goods"), 4, consumers
    yield _("military worlds that consume goods"), 2, _cards(goods, military=True)
    yield _("developments that consume goods"), 15, _cards(goods, world=False)
    yield _("developments that consume cards"), 2, _cards(cards, world=False)
    yield _("worlds that consume cards"), 1, _cards(cards, world=True)

    def of_a_kind(power: Power) -> bool:
        return isinstance(power, ProduceWindfall) and power.kind is not None

    def of_any_kind(power: Power) -> bool:
        return isinstance(power, ProduceWindfall) and power.kind is None

    developments = _cards(of_a_kind, world=False)
    yield _("developments that produce on a kind of windfall world"), 6, developments
    yield _("worlds that produce on a kind of windfall world"), 2, _cards(of_a_kind, world=True)
    yield _("worlds that produce on any windfall world"), 2, _cards(of_any_kind, world=True)
