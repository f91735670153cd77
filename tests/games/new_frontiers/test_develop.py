"""Tests of Develop, p. 5, and of the rules that apply to all powers, p. 5."""

from __future__ import annotations

from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment, Pass, cost
from companion.games.new_frontiers.rules.endings import FULL_MAT, spaces
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    for_sale,
    give,
    option,
    plain,
    play,
    refused,
    select,
    world,
)


def test_the_selecting_player_pays_one_credit_less_p5() -> None:
    state = give(give(for_sale(plain(2), development("X", cost=3), left=2), 0, credits=3), 1, credits=3)
    state = select(state, "develop")
    price = option(state, BuyDevelopment(0, "X")).why[0]
    assert price.total == 2
    assert [(term.label, term.value) for term in price.terms] == [("printed cost", 3), ("Develop bonus", -1)]
    state = play(state, BuyDevelopment(0, "X"))
    assert option(state, BuyDevelopment(1, "X")).why[0].total == 3
    state = play(state, BuyDevelopment(1, "X"))
    assert [empire.credits for empire in state.empires] == [1, 0]


def test_each_player_buys_one_development_or_none_p5() -> None:
    state = for_sale(plain(2), development("X", cost=1), development("Y", cost=1))
    state = play(select(state, "develop"), BuyDevelopment(0, "X"))
    assert asked(state) == (1, "develop")
    state = play(state, Pass(1))
    assert state.doing is None
    assert state.empires[0].developments == ("X",)
    assert state.empires[1].developments == ()


def test_what_one_cannot_pay_is_refused_with_the_price_p5() -> None:
    state = select(give(for_sale(plain(2), development("X", cost=6)), 0, credits=4), "develop")
    assert refused(state, BuyDevelopment(0, "X")) == "X costs 5 credits; Red has 4."
    (refusal,) = GAME.refusals(state, 0)
    assert refusal.why[0].total == 5
    assert refusal.tile == "X"


def test_no_development_twice_in_an_empire_p5() -> None:
    tile = development("X", cost=1)
    state = select(give(for_sale(plain(2), tile, left=2), 0, tile), "develop")
    assert "already" in refused(state, BuyDevelopment(0, "X"))
    state = play(state, Pass(0))
    assert BuyDevelopment(1, "X") in answers(state)


def test_a_stack_runs_out_p5() -> None:
    state = select(for_sale(plain(2), development("X", cost=1), left=1), "develop")
    state = play(state, BuyDevelopment(0, "X"))
    assert "left" in refused(state, BuyDevelopment(1, "X"))


def test_a_development_of_the_other_side_is_not_in_play_p3() -> None:
    state = select(for_sale(plain(2), development("X")), "develop")
    other = next(id for id in state.catalogue.developments if id != "X")
    assert NO_ANSWER in refused(state, BuyDevelopment(0, other))


def test_discounts_add_up_and_a_cost_never_falls_below_0_p5() -> None:
    state = for_sale(plain(2), development("X", cost=3), development("Y", cost=1))
    state = give(state, 0, development("A", "Develop: -1 cost"), world("B", "Develop: -1 cost"))
    state = select(give(state, 0, credits=0), "develop")
    assert cost(state, 0, "X").total == 0
    assert cost(state, 0, "Y").total == 0
    assert play(state, BuyDevelopment(0, "Y")).empires[0].credits == 0


def test_a_discount_of_large_developments_applies_to_them_only() -> None:
    state = for_sale(plain(2), development("X", cost=9), development("Y", cost=5))
    state = give(state, 1, development("A", "Develop: -2 cost of 9-cost"), credits=9)
    state = play(select(state, "develop"), Pass(0))
    assert cost(state, 1, "X").total == 7
    assert cost(state, 1, "Y").total == 5


def test_a_discount_does_not_count_for_other_players() -> None:
    state = give(for_sale(plain(2), development("X", cost=3)), 1, development("A", "Develop: -1 cost"))
    assert cost(select(state, "develop"), 0, "X").total == 2


def test_a_power_is_not_used_in_the_action_in_which_its_tile_is_placed_p5() -> None:
    state = for_sale(plain(2), development("X", "Develop: after you develop, gain $1", cost=1))
    state = give(state, 0, credits=0)
    state = play(select(state, "develop"), BuyDevelopment(0, "X"))
    assert state.empires[0].credits == 0
    assert state.empires[0].new_developments == ("X",)
    assert play(state, Pass(1)).empires[0].new_developments == ()


def test_effects_after_developing_add_up_p5() -> None:
    state = give(
        for_sale(plain(2), development("X", cost=1)),
        0,
        world("A", "Develop: after you develop, gain $1"),
        development("B", "Develop: after you develop, gain 1 VP"),
        credits=0,
    )
    state = play(select(state, "develop"), BuyDevelopment(0, "X"))
    assert (state.empires[0].credits, state.empires[0].chips) == (1, 1)


def test_effects_after_developing_do_not_occur_without_it_p5() -> None:
    state = give(plain(2), 0, world("A", "Develop: after you develop, gain $1"), credits=0)
    assert play(select(state, "develop"), Pass(0)).empires[0].credits == 0


def test_large_developments_cover_two_spaces_p5() -> None:
    state = give(plain(2), 0, development("X", cost=9), development("Y", cost=2))
    assert spaces(state, 0) == 3


def test_ten_spaces_do_not_end_the_game_and_more_do_p5() -> None:
    many = [development(f"L{n}", cost=9) for n in range(4)]
    state = give(for_sale(plain(2), development("S", cost=1), development("L", cost=9)), 0, *many)
    state = give(state, 0, development("M", cost=1), credits=20)
    ten = play(select(state, "develop"), BuyDevelopment(0, "S"), Pass(1))
    assert spaces(ten, 0) == 10
    assert ten.endings == ()
    eleven = play(select(state, "develop"), BuyDevelopment(0, "L"))
    assert eleven.endings == ()
    assert play(eleven, Pass(1)).endings == (FULL_MAT,)


def test_the_last_spaces_may_still_be_covered_once_the_others_are_p5() -> None:
    many = [development(f"L{n}", cost=9) for n in range(5)]
    state = give(for_sale(plain(2), development("L", cost=9)), 0, *many, credits=20)
    state = play(select(state, "develop"), BuyDevelopment(0, "L"))
    assert spaces(state, 0) == 12
