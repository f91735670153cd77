"""Tests of the best order of Consume powers, compared with trying every order (p. 8)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.new_frontiers.rules import consuming
from companion.games.new_frontiers.rules.actions.consume import SkipConsume, UseConsumePower
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import KINDS
from tests.default_run import examples
from tests.games.new_frontiers.build import (
    answers,
    asked,
    development,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)

CONSUME_LINES = (
    "Consume: 1 good -> $2",
    "Consume: 1 good -> 1 VP",
    "Consume: 2 goods -> 3 VP",
    "Consume: 1 Rare good -> 2 VP",
    "Consume: 2 Genes goods -> 4 VP",
    "Consume: up to 2 goods -> 1 VP + $1 each",
    "Consume: up to 3 Rare goods -> 1 VP each",
    "Consume: 2 goods of different kinds -> 3 VP",
    "Consume: all goods -> 4 VP",
    "Consume: 1 good -> trade price",
    "Consume: may 1 good -> $3",
    "Consume: +1 VP per good consumed",
)

tables = given(
    goods=st.lists(st.sampled_from(KINDS), min_size=1, max_size=4),
    lines=st.lists(st.sampled_from(CONSUME_LINES), min_size=1, max_size=4),
)


def _table(goods: list[str], lines: list[str]) -> State:
    colonies = [world(f"g{n}", kind=kind, good="production") for n, kind in enumerate(goods)]
    powers = [development(f"c{n}", line) for n, line in enumerate(lines)]
    state = give(plain(2), 0, *colonies, *powers, credits=0)
    for n, kind in enumerate(goods):
        state = good_on(state, 0, f"g{n}", kind)
    return play(select(state, "trade-consume"), NoTrade(0))


def _gained(state: State) -> tuple[int, int]:
    return state.empires[0].chips, state.empires[0].credits


def _best_by_brute_force(state: State) -> tuple[int, int]:
    """The most VP, then credits, that any sequence of legal steps results in."""
    if state.doing is None:
        return _gained(state)
    steps = answers(state, UseConsumePower, SkipConsume)
    return max(_best_by_brute_force(play(state, step)) for step in steps)


@tables
@settings(max_examples=examples(60), deadline=None)
def test_the_best_order_is_as_good_as_the_best_of_all_orders(goods: list[str], lines: list[str]) -> None:
    state = _table(goods, lines)
    if state.doing is None:
        return
    assert asked(state) == (0, "consume")
    best = consuming.best_order(state, 0)
    chips, credits = _gained(state)
    assert (chips + best.gain.vp, credits + best.gain.credits) == _best_by_brute_force(state)


@tables
@settings(max_examples=examples(60), deadline=None)
def test_taking_the_best_order_at_once_is_taking_its_steps(goods: list[str], lines: list[str]) -> None:
    state = _table(goods, lines)
    if state.doing is None:
        return
    best = consuming.best_order(state, 0)
    at_once = play(state, answers(state)[0]) if best.steps else play(state, SkipConsume(0))
    for step in best.steps:
        (offered,) = (
            one
            for one in answers(state, UseConsumePower)
            if isinstance(one, UseConsumePower)
            and (one.tile, one.power, sorted(one.colonies)) == (step.tile, step.power, sorted(step.colonies))
        )
        state = play(state, offered)
    if state.doing is not None:
        state = play(state, SkipConsume(0))
    assert at_once == state


def test_of_equal_orders_the_one_that_leaves_more_goods() -> None:
    state = _table(["Rare", "Genes"], ["Consume: 2 goods -> 2 VP", "Consume: 1 good -> 2 VP"])
    assert [step.tile for step in consuming.best_order(state, 0).steps] == ["c1"]


def test_of_goods_of_a_kind_the_unsaleable_go_first_and_windfall_goods_last() -> None:
    state = give(
        plain(2),
        0,
        world("W", kind="Rare", good="windfall"),
        world("P", kind="Rare", good="production"),
        world("F", kind="any", good="windfall"),
        development("C", "Consume: 1 good -> 1 VP"),
        development("D", "Consume: 1 good -> 1 VP"),
    )
    for tile in ("W", "P", "F"):
        state = good_on(state, 0, tile, "Rare")
    state = play(select(state, "trade-consume"), NoTrade(0))
    assert {step.colonies for step in consuming.best_order(state, 0).steps} == {("F",), ("P",)}
