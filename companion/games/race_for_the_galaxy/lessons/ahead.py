"""What a newcomer to Race for the Galaxy is asked one tap ahead: prices, Military, goods to come, sales.

Of open information only: a hand is nobody's business, so cards that lie nowhere stand for those in it. Only
while nothing was placed in the phase being done: by the next one its powers would count.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract.asked_ahead import AskedAhead, because, three_numbers
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import FillsWindfalls, ProducePower
from companion.games.race_for_the_galaxy.rules import pages, trade
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.costs import Prices
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _


def ask_ahead(state: State, player: int) -> tuple[AskedAhead, ...]:
    empire = state.empires[player]
    cards = [state.card(held.card) for held in empire.tableau]
    if state.over or state.round < 1 or any(held.new for held in empire.tableau):
        return ()
    if not cards or any(card.untold for card in cards):
        return ()
    numbers = Prices(state.catalogue, empire.in_force, False)
    return (
        *_development(state, player, numbers),
        *_world(state, player, numbers),
        *_conquer(state, player, numbers),
        *_goods(state, player),
        *_sale(state, player),
    )


def _elsewhere(state: State, player: int) -> list[Card]:
    """Cards that lie in no tableau, each once, in an order of their own for each round and player."""
    lying = {state.card(held.card).key for empire in state.empires for held in empire.tableau}
    known = {card.key: card for card in state.catalogue if not card.untold and card.number is None}
    free = [card for key, card in known.items() if key not in lying]
    turn = (state.round * 17 + player * 5) % max(1, len(free))
    return free[turn:] + free[:turn]


def _development(state: State, player: int, numbers: Prices) -> Iterator[AskedAhead]:
    card = next((card for card in _elsewhere(state, player) if card.development), None)
    if card is not None:
        price = numbers.development(card)
        answers, right = three_numbers(price.total)
        words = _(
            "As you stand now: with how many cards would you pay {card}, if somebody else chose Develop?",
            card=card.name,
        )
        yield AskedAhead("development", words, answers, right, because(price), pages.DEVELOP)


def _world(state: State, player: int, numbers: Prices) -> Iterator[AskedAhead]:
    """Not a world for which a card could be discarded instead: with how many cards one pays is open then."""
    worlds = (one for one in _elsewhere(state, player) if one.world and not one.military)
    card = next((one for one in worlds if not any(numbers.ships(one))), None)
    if card is not None:
        price = numbers.world(card)
        answers, right = three_numbers(price.total)
        words = _("As you stand now: with how many cards would you pay {card} in Settle?", card=card.name)
        yield AskedAhead("world", words, answers, right, because(price), pages.SETTLE)


def _conquer(state: State, player: int, numbers: Prices) -> Iterator[AskedAhead]:
    """Two worlds of which one at most can be conquered, one if there is one; not while a card could be
    discarded for Military, or a power could pay instead."""
    worlds = [card for card in _elsewhere(state, player) if card.military]
    if numbers.tactics or any(any(numbers.specialists(world)) for world in worlds):
        return
    can = [card for card in worlds if numbers.military(card) >= card.cost]
    cannot = [card for card in worlds if numbers.military(card) < card.cost]
    if not cannot or (not can and len(cannot) < 2):
        return
    pair = (can[0], cannot[0]) if can else (cannot[0], cannot[1])
    pair = pair if state.round % 2 else (pair[1], pair[0])
    right = pair.index(can[0]) if can else 2
    refused = next(card for card in pair if card in cannot)
    why = _(
        "{world} has defense {defense}, and you have Military {military} against it.",
        world=refused.name,
        defense=refused.cost,
        military=numbers.military(refused),
    )
    words = _("As you stand now: which of these could you conquer with your Military?")
    answers = (pair[0].name, pair[1].name, _("Neither"))
    yield AskedAhead("conquer", words, answers, right, why, pages.SETTLE)


def _goods(state: State, player: int) -> Iterator[AskedAhead]:
    """Without powers that would put more on windfall worlds, and while there are cards for all."""
    powers = abilities(state, player)
    producing = [found.card for found in powers.of(ProducePower) if found.power.produces]
    if powers.of(FillsWindfalls) or not producing or state.supply + state.discards < 20:
        return
    full = sum(card in state.empires[player].goods for card in producing)
    answers, right = three_numbers(len(producing) - full)
    words = _("If Produce began now: how many of your worlds would get a good?")
    why = _(
        "Production worlds: {number}, with a good already: {full}. A world holds one good.",
        number=len(producing),
        full=full,
    )
    yield AskedAhead("goods", words, answers, right, why, pages.PRODUCE)


def _sale(state: State, player: int) -> Iterator[AskedAhead]:
    world = next(iter(state.empires[player].goods), None)
    if world is None or (kind := state.card(world).kind) is None:
        return
    price = trade.price(state, player, world, kind)
    answers, right = three_numbers(price.total)
    words = _(
        "You choose Consume: Trade. For how many cards do you sell the good on {world}?",
        world=state.card(world).name,
    )
    yield AskedAhead("sale", words, answers, right, because(price), pages.CONSUME)
