"""Tests of the best order of consume powers, compared with trying every order."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.race_for_the_galaxy.rules import consume_best
from companion.games.race_for_the_galaxy.rules.consume_goods import Consume, ConsumeBest, usable_later
from companion.games.race_for_the_galaxy.rules.goods_groups import goods
from tests.games.race_for_the_galaxy.build import GAME, table

CONSUMERS = [
    card.name
    for card in GAME.catalogue
    if card.has_power("consume") and card.name != "New Sparta" and card.number is None
]
WORLDS = [
    card.name
    for card in GAME.catalogue
    if card.kind and card.number is None and card.name != "Alien Robotic Factory"
]


def outcomes(state, seat: int) -> set[tuple[int, int]]:
    """(chips, hand) of every way to use all powers, by playing one after the other."""
    singles = [one.decision for one in GAME.options(state, seat) if isinstance(one.decision, Consume)]
    if GAME.phase(state).key != "consume" or not singles:
        return {(state.empires[seat].chips, state.empires[seat].hand)}
    found = set()
    for decision in singles:
        found |= outcomes(GAME.play(state, decision), seat)
    return found


@pytest.mark.parametrize("number", range(40))
def test_no_other_order_gives_more(number):
    rng = Random(f"best {number}")
    names = list(dict.fromkeys([*rng.sample(CONSUMERS, 3), *rng.sample(WORLDS, 4)]))
    names = [name for name in names if name not in ("Gambling World", "Deficit Spending", "Merchant World")]
    laid = [name + "*" * (name in WORLDS and rng.random() < 0.8) for name in names]
    # Green still has to consume, so that Blue's result is visible before the next phase.
    other = ["Epsilon Eridani", "Alpha Centauri*", "Alien Robotic Factory*", "New Sparta"]
    state = table(laid, other, chosen=("consume-2x", "consume-2x"), hand=0, chips=0)
    offered = [one.decision for one in GAME.options(state, 0)]
    best = {decision.aim: decision for decision in offered if isinstance(decision, ConsumeBest)}
    every = outcomes(state, 0)
    powers = tuple(usable_later(state, 0))
    lying = goods(state, 0)
    for aim, key in (("vp", lambda pair: pair), ("cards", lambda pair: pair[::-1])):
        plan = consume_best.best(powers, lying, aim)
        empire = state.empires[0]
        assert (empire.chips + 2 * plan.vp, empire.hand + plan.cards) == max(every, key=key)
        if aim in best:
            after = GAME.play(state, best[aim]).empires[0]
            assert (after.chips, after.hand) == max(every, key=key)


def kept_of(state, seat: int, plan) -> tuple[int, int, int]:
    """What a plan keeps: the price of the goods, those that do not come again, less what these would draw."""
    lying = [good for good in goods(state, seat) if good.world not in plan.worlds]
    return (
        sum(good.price for good in lying),
        sum(not good.returns for good in lying),
        -sum(good.draws for good in lying),
    )


def plans(state, seat: int):
    """(chips, hand, worlds in order) of every way to use all powers."""
    singles = [one.decision for one in GAME.options(state, seat) if isinstance(one.decision, Consume)]
    if GAME.phase(state).key != "consume" or not singles:
        lying = set(state.empires[seat].goods)
        yield state.empires[seat].chips, state.empires[seat].hand, lying
        return
    for decision in singles:
        yield from plans(GAME.play(state, decision), seat)


@pytest.mark.parametrize("number", range(25))
def test_no_equal_plan_keeps_better_goods(number):
    rng = Random(f"kept {number}")
    consumers = [
        name for name in CONSUMERS if name not in ("Gambling World", "Deficit Spending", "Merchant World")
    ]
    names = list(dict.fromkeys([*rng.sample(consumers, 2), *rng.sample(WORLDS, 5)]))
    laid = [name + "*" * (name in WORLDS) for name in names]
    other = ["Epsilon Eridani", "Alpha Centauri*", "Alien Robotic Factory*", "New Sparta"]
    state = table(laid, other, chosen=("consume-2x", "consume-2x"), hand=0, chips=0)
    lying = {good.world: good for good in goods(state, 0)}
    if GAME.phase(state).key != "consume" or not usable_later(state, 0):
        return
    plan = consume_best.best(tuple(usable_later(state, 0)), tuple(lying.values()), "vp")

    def rank(chips, hand, kept):
        left = [lying[world] for world in kept]
        return (
            chips,
            hand,
            *map(sum, ([g.price for g in left], [not g.returns for g in left], [-g.draws for g in left])),
        )

    best = max(rank(*one) for one in plans(state, 0))
    empire = state.empires[0]
    gained = (empire.chips + 2 * plan.vp, empire.hand + plan.cards)
    assert (*gained, *kept_of(state, 0, plan)) == best
