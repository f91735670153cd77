"""Tests of actions that all players do at once, p. 10, compared with the same answers in player order."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Decision, Illegal
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.actions.produce import PlaceWindfallGood
from companion.games.new_frontiers.rules.actions.settle import EndSettle, TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade, TradeGood
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CREDITS
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game
from tests.default_run import examples
from tests.games.new_frontiers.build import (
    GAME,
    development,
    drawn,
    explored,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)
from tests.games.new_frontiers.test_random_powers import random_box


def _asked(state: State) -> list[int | None]:
    return [question.player for question in GAME.questions(state)]


def _table(players: int = 3) -> State:
    return plain(players, turns="together")


def test_in_settle_all_players_are_asked_and_answer_in_any_order_p10() -> None:
    state = select(_table(), "settle")
    assert _asked(state) == [0, 1, 2]
    state = play(state, TakeColonists(2))
    assert _asked(state) == [0, 1]
    state = play(state, TakeColonists(0))
    assert _asked(state) == [1]
    with pytest.raises(Illegal):
        check_legal(GAME, state, TakeColonists(0))
    state = play(state, TakeColonists(1))
    assert state.doing is None
    assert [empire.colonists for empire in state.empires] == [3, 2, 2]


@pytest.mark.parametrize(("first", "others"), [(0, (1, 2)), (1, (0, 2))])
def test_one_in_the_middle_of_a_turn_goes_on_with_it_p10(first: int, others: tuple[int, int]) -> None:
    """Also one who began before the turn came."""
    logistics = development("L", "Settle: may settle 2 worlds")
    state = give(_table(), first, logistics, colonists=3)
    state = explored(state, first, world("A", cost=0), world("B", cost=0))
    state = play(select(state, "settle"), SettleWorld(first, "A", CREDITS))
    assert set(_asked(state)) == {0, 1, 2}
    state = play(state, TakeColonists(others[0]))
    assert [o.decision for o in GAME.options(state, first)] == [
        SettleWorld(first, "B", CREDITS),
        EndSettle(first),
    ]
    state = play(state, SettleWorld(first, "B", CREDITS))
    assert _asked(state) == [others[1]]
    assert state.empires[first].colonies[-1].new


def test_trade_and_consume_of_those_who_have_something_to_do_p10() -> None:
    state = _table(4)
    for player in (0, 2, 3):
        state = give(state, player, world(f"g{player}", kind="Rare", good="production"), credits=0)
        state = good_on(state, player, f"g{player}", "Rare")
    state = select(state, "trade-consume")
    assert _asked(state) == [0, 2, 3]
    state = play(state, TradeGood(3, "g3"), NoTrade(0))
    assert _asked(state) == [2]
    state = play(state, TradeGood(2, "g2"))
    assert state.doing is None
    assert [empire.credits for empire in state.empires][2:] == [2, 2]


def test_produce_asks_those_who_choose_p10() -> None:
    power = "Produce: good on 1 windfall"
    state = _table(2)
    for player in (0, 1):
        tiles = [world(f"{letter}{player}", kind="Rare", good="windfall") for letter in "abc"]
        state = give(state, player, *tiles, development(f"W{player}", power))
    state = play(select(state, "produce"), PlaceWindfallGood(1, "b1"))
    assert _asked(state) == [0]
    state = play(state, PlaceWindfallGood(0, "a0"), PlaceWindfallGood(0, "c0"))
    assert state.doing is None


def test_the_other_actions_are_done_in_order_p10() -> None:
    assert _asked(select(_table(), "develop")) == [0]


def test_off_unless_chosen() -> None:
    assert _asked(select(plain(3), "settle")) == [0]


def _colonists(state: State, left: int) -> State:
    return replace(state, supply=replace(state.supply, colonists=left))


def test_in_order_when_colonists_might_end_the_game_p10() -> None:
    # The bonus takes one, three players two each: then five are left.
    assert _asked(select(_colonists(_table(), 12), "settle")) == [0, 1, 2]
    assert _asked(select(_colonists(_table(), 11), "settle")) == [0]


def test_in_order_when_settling_might_bring_more_than_there_is_p10() -> None:
    """VP, worlds from the bag, and windfall goods, once for each world that can still be settled."""

    def table(*lines: str, **supply: object) -> State:
        state = give(_table(2), 1, *(development(f"D{n}", line) for n, line in enumerate(lines)))
        return replace(state, supply=replace(state.supply, **supply))

    after, twice = "Settle: after you settle, ", "Settle: may settle 2 worlds"
    for lines, pool in (((f"{after}2 VP",), 2), ((f"{after}2 VP", twice), 4)):
        assert _asked(select(table(*lines, vp=pool + 1), "settle")) == [0, 1]
        assert _asked(select(table(*lines, vp=pool), "settle")) == [0]
    for lines, worlds in (((f"{after}draw 2 worlds",), 2), ((f"{after}draw 2 worlds", twice), 4)):
        state = table(*lines)
        assert _asked(select(replace(state, bag=state.bag[:worlds]), "settle")) == [0, 1]
        assert _asked(select(replace(state, bag=state.bag[: worlds - 1]), "settle")) == [0]
    replacing = "Settle: may replace a non-military colony, same kind, cost 0-3 higher"
    for lines, goods in (((), 2), ((twice,), 3), ((replacing,), 3)):
        assert _asked(select(table(*lines, goods=(9, goods, 9, 9)), "settle")) == [0, 1]
        assert _asked(select(table(*lines, goods=(9, goods - 1, 9, 9)), "settle")) == [0]
    # One colonist for each of two worlds is no more than the two colonists taken instead; two for each are.
    for gain, left in ((1, 10), (2, 12)):
        lines = (f"{after}{gain} colonists", twice)
        assert _asked(select(table(*lines, colonists=left), "settle")) == [0, 1]
        assert _asked(select(table(*lines, colonists=left - 1), "settle")) == [0]


def test_what_is_done_in_a_turn_already_counts_no_more_p10() -> None:
    """The player who has settled the seventh colony settles no eighth, and takes no two colonists either."""
    state = explored(
        give(_table(2), 0, *(world(f"C{n}") for n in range(5)), colonists=2), 0, world("A", cost=0)
    )
    state = explored(give(state, 0, development("E", REPLACES)), 0, world("B", cost=1))
    state = replace(state, supply=replace(state.supply, colonists=10))
    state = select(state, "settle")
    assert _asked(state) == [0, 1]
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert _asked(state) == [0, 1]
    few = replace(state, supply=replace(state.supply, colonists=7))
    assert _asked(few) == [0, 1], "two for the second player leave five"
    assert _asked(replace(state, supply=replace(state.supply, colonists=6))) == [0]


REPLACES = "Settle: may replace a non-military colony, same kind, cost 0-3 higher"


def test_a_draw_comes_before_anybody_else_is_asked_p10() -> None:
    state = give(_table(2), 0, development("T", "Settle: after you settle, draw 1 world"), colonists=1)
    state = play(select(explored(state, 0, world("A", cost=0)), "settle"), SettleWorld(0, "A", CREDITS))
    assert _asked(state) == [None]
    state = give(_table(2), 0, development("T", "Settle: may after you settle, $1"), colonists=1)
    state = play(select(explored(state, 0, world("A", cost=0)), "settle"), SettleWorld(0, "A", CREDITS))
    assert _asked(state) == [0]


def test_in_order_when_colonies_might_end_the_game_p10() -> None:
    state = give(_table(), 1, *(world(f"C{n}") for n in range(5)))
    assert _asked(select(state, "settle")) == [0, 1, 2]
    state = give(state, 1, world("C5"))
    assert _asked(select(state, "settle")) == [0]


def test_in_order_when_the_vp_pool_might_be_emptied_p10() -> None:
    state = _table(2)
    for player in (0, 1):
        tiles = (world(f"g{player}", "Consume: 1 good -> 2 VP", kind="Rare", good="production"),)
        state = good_on(give(state, player, *tiles), player, f"g{player}", "Rare")
    pool = replace(state, supply=replace(state.supply, vp=6))
    assert _asked(select(pool, "trade-consume")) == [0, 1]
    pool = replace(state, supply=replace(state.supply, vp=5))
    assert _asked(select(pool, "trade-consume")) == [0]


def test_in_order_when_goods_might_run_short_p10() -> None:
    state = _table(2)
    for player in (0, 1):
        tiles = [world(f"{letter}{player}", kind="Rare", good="windfall") for letter in "ab"]
        state = give(state, player, *tiles, development(f"W{player}", "Produce: good on 1 windfall"))
    enough = replace(state, supply=replace(state.supply, goods=(9, 4, 9, 9)))
    assert _asked(select(enough, "produce")) == [0, 1]
    short = replace(state, supply=replace(state.supply, goods=(9, 3, 9, 9)))
    assert _asked(select(short, "produce")) == [0]


def test_in_order_when_producing_or_consuming_brings_what_can_run_out_p10() -> None:
    state = _table(2)
    for player in (0, 1):
        tiles = [world(f"{letter}{player}", kind="Rare", good="windfall") for letter in "ab"]
        state = give(state, player, *tiles, development(f"W{player}", "Produce: good on 1 windfall"))
    for line, asked in (("$1", [0, 1]), ("1 VP", [0]), ("1 colonist", [0])):
        gaining = give(state, 1, development("G", f"Produce: gain {line} per development"))
        assert _asked(select(gaining, "produce")) == asked
        most = give(state, 1, development("G", f"Produce: gain {line} if you produced the most Rare goods"))
        assert _asked(select(most, "produce")) == asked
        here = give(state, 1, world("H", f"Produce: gain {line} when this produces", kind="Rare"))
        assert _asked(select(here, "produce")) == asked
        eating = state
        for player in (0, 1):
            eating = give(eating, player, world(f"E{player}", f"Consume: 1 good -> {line}"))
            eating = good_on(eating, player, f"a{player}", "Rare")
        # There are enough VP chips here; colonists decide whether a later Settle ends the game.
        assert _asked(select(eating, "trade-consume")) == ([0] if "colonist" in line else [0, 1])


def test_in_order_when_an_economy_might_empty_the_pool_p10() -> None:
    """Three goods by an "up to" power, 1 VP for each, as many again and 1 more: 7 with the bonus before."""
    economy = development("PE", "Consume: +1 VP per good consumed, +1 VP if you have Galactic Salon")
    state = give(_table(2), 0, economy, world("U", "Consume: up to 4 goods -> 1 VP each"))
    for n in range(3):
        state = good_on(give(state, 0, world(f"g{n}", kind="Rare", good="windfall")), 0, f"g{n}", "Rare")
    state = good_on(give(state, 1, world("h", kind="Rare", good="windfall")), 1, "h", "Rare")
    for pool, asked in ((9, [0, 1]), (8, [0])):
        begun = select(replace(state, supply=replace(state.supply, vp=pool)), "trade-consume")
        assert _asked(begun) == asked


# --- against player order -------------------------------------------------------------------------------


def _comparable(state: State) -> object:
    """The state without what may differ: the option in the setup, and the order of tiles in the bag."""
    return replace(state, setup=plain(2).setup, bag=tuple(sorted(state.bag)))


def _in_order(game: NewFrontiers, state: State, answers: dict[int, list[Decision]]) -> State:
    """The same answers, given in player order."""
    options = tuple((name, value) for name, value in state.setup.options if name != "turns")
    state = replace(state, setup=replace(state.setup, options=options))
    state = game.play(state, answers[SELECTION].pop(0))
    while state.doing is not None:
        (question,) = game.questions(state)
        whose = state.doing.player if question.player is None else question.player
        state = game.play(state, answers[whose].pop(0))
    assert not any(answers.values())
    return state


SELECTION = -1


@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    goals=st.sampled_from(("no", "yes")),
    any_powers=st.booleans(),
)
@settings(max_examples=examples(24), deadline=None)
def test_any_order_comes_to_the_same_as_player_order_p10(
    players: int, seed: int, goals: str, any_powers: bool
) -> None:
    rng = Random(seed)
    game = NewFrontiers(random_box(rng, 0.1)) if any_powers else GAME
    state: State = new_game(game, players, (("goals", goals), ("turns", "together")), rng)
    together = 0
    before = state
    answers: dict[int, list[Decision]] = defaultdict(list)
    for _ in range(5000):
        if game.phase(state).over:
            break
        questions = game.questions(state)
        together += len(questions) > 1
        question = rng.choice(questions)
        if question.draw is not None:
            decision = drawn(state, tuple(rng.sample(question.draw.pool, question.draw.count)))
            assert state.doing is not None
            whose = state.doing.player
        else:
            assert question.player is not None
            decision = rng.choice(game.options(state, question.player)).decision
            whose = SELECTION if isinstance(decision, SelectAction) else question.player
        answers[whose].append(decision)
        state = game.play(state, decision)
        if state.doing is None:
            assert _comparable(_in_order(game, before, answers)) == _comparable(state)
            before, answers = state, defaultdict(list)
    assert game.phase(state).over
    assert together > 0 or any_powers
