"""Tests of Settle, p. 6 and 7."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.actions.settle import EndSettle, TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.endings import FEW_COLONISTS, FULL_EMPIRE
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.settling import CONTACT, CREDITS, MILITARY, military
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.rules.world_limit import ReturnWorld
from companion.games.new_frontiers.tiles.catalogue import Development, World
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    draw,
    explored,
    give,
    good_on,
    home,
    option,
    options,
    plain,
    play,
    refused,
    select,
    world,
)


def _ready(*worlds: World, tiles: tuple[World | Development, ...] = (), credits: int = 9) -> State:
    """Seat 1 selects Settle with these explored worlds and these tiles, and then has 4 colonists."""
    state = explored(plain(2), 0, *worlds)
    return select(give(state, 0, *tiles, colonists=3, credits=credits), "settle")


# --- the choice -----------------------------------------------------------------------------------------


def test_the_selecting_player_gains_a_colonist_first_p6() -> None:
    state = plain(3)
    left = state.supply.colonists
    state = select(state, "settle")
    assert state.empires[0].colonists == 1
    assert state.supply.colonists == left - 1
    assert asked(state) == (0, "settle")


def test_the_bonus_colonist_may_settle_at_once_p6() -> None:
    state = explored(give(plain(2), 0, credits=1), 0, world("A", cost=1))
    assert state.empires[0].colonists == 0
    state = play(select(state, "settle"), SettleWorld(0, "A", CREDITS))
    assert state.empires[0].colonies[-1] == Colony("A", 1, new=True)


def test_everyone_gains_two_colonists_or_settles_and_nobody_passes_p6() -> None:
    state = play(_ready(world("A", cost=2)), SettleWorld(0, "A", CREDITS))
    assert asked(state) == (1, "settle")
    assert NO_ANSWER in refused(state, EndSettle(1))
    refused(state, Pass(1))
    state = play(state, TakeColonists(1))
    assert state.doing is None
    assert state.empires[1].colonists == 2
    assert state.empires[0].colonists == 3


def test_one_who_could_settle_may_take_colonists_instead_p6() -> None:
    state = _ready(world("A", cost=0))
    assert answers(state) == [SettleWorld(0, "A", CREDITS), TakeColonists(0)]


def test_a_settled_world_leaves_the_explored_ones_with_its_colonists_p6() -> None:
    state = play(_ready(world("A", cost=2, colonists=2)), SettleWorld(0, "A", CREDITS))
    empire = state.empires[0]
    assert empire.explored == ()
    assert [c.world for c in empire.colonies] == ["P0", "A"]
    assert empire.colonies[1].colonists == 2
    assert empire.colonists == 2
    assert empire.credits == 7


def test_it_takes_both_colonists_and_credits_p6() -> None:
    state = give(_ready(world("A", cost=2, colonists=2), credits=1), 0, colonists=2)
    assert refused(state, SettleWorld(0, "A", CREDITS)) == "A costs 2 credits; Red has 1."
    state = give(state, 0, colonists=1, credits=5)
    assert "2 colonists" in refused(state, SettleWorld(0, "A", CREDITS))
    (refusal,) = GAME.refusals(state, 0)
    assert refusal.tile == "A"
    assert "2 colonists" in refusal.sentence


def test_military_must_equal_or_exceed_the_defense_p6() -> None:
    soldiers = development("M", "Settle: +2 Military")
    state = _ready(world("A", defense=2), world("B", defense=3), tiles=(soldiers,), credits=0)
    assert SettleWorld(0, "A", MILITARY) in answers(state)
    assert refused(state, SettleWorld(0, "B", MILITARY)) == "B has defense 3; Red has Military 2 against it."
    (refusal,) = GAME.refusals(state, 0)
    assert refusal.why[0].total == 2


def test_refusals_give_the_reason_for_each_way_to_pay() -> None:
    state = _ready(world("A", defense=5), tiles=(SPECIALIST,), credits=1)
    sentences = [refusal.sentence for refusal in GAME.refusals(state, 0)]
    assert sentences == [
        "A has defense 5; Red has Military 0 against it.",
        "A costs 4 credits; Red has 1.",
    ]


def test_military_and_payment_are_not_combined_p6() -> None:
    soldiers = development("M", "Settle: +2 Military")
    state = _ready(world("A", defense=3), world("B", cost=3), tiles=(soldiers,))
    assert NO_ANSWER in refused(state, SettleWorld(0, "A", CREDITS))
    assert NO_ANSWER in refused(state, SettleWorld(0, "A", CONTACT))
    assert NO_ANSWER in refused(state, SettleWorld(0, "B", MILITARY))
    assert NO_ANSWER in refused(state, SettleWorld(0, "B", CONTACT))
    refused(state, SettleWorld(0, "A", "beads"))


def test_conquering_costs_no_credits_p6() -> None:
    state = _ready(world("A", defense=1), tiles=(development("M", "Settle: +1 Military"),), credits=5)
    assert play(state, SettleWorld(0, "A", MILITARY)).empires[0].credits == 5


def test_military_comes_from_homes_developments_and_colonies_settled_before_p6() -> None:
    tiles = (
        development("D", "Settle: +1 Military"),
        world("C", "Settle: +2 Military"),
        world("N", "Settle: -1 Military"),
    )
    state = _ready(world("A", defense=9), tiles=tiles)
    assert military(state, 0, state.catalogue.world("A")).total == 2
    assert {term.tile for term in military(state, 0, state.catalogue.world("A")).terms} == {"C", "D", "N"}


def test_specialized_military_counts_only_against_such_worlds_p7() -> None:
    tiles = (
        development("R", "Settle: +3 Military vs REBEL"),
        development("K", "Settle: +2 Military vs Rare"),
        development("G", "Settle: +1 Military"),
    )
    rebel = world("rebel", defense=5, keywords=("Rebel",))
    rare = world("rare", defense=5, kind="Rare", good="windfall")
    both = world("both", defense=5, kind="Rare", good="windfall", keywords=("Rebel", "Uplift"))
    neither = world("neither", defense=5, kind="Genes", good="windfall", keywords=("Imperium",))
    state = _ready(rebel, rare, both, neither, tiles=tiles)
    totals = [military(state, 0, tile).total for tile in (rebel, rare, both, neither)]
    assert totals == [4, 3, 6, 1]


def test_alien_the_kind_and_alien_the_keyword_differ() -> None:
    tiles = (
        development("K", "Settle: +2 Military vs Alien"),
        development("W", "Settle: +1 Military vs ALIEN"),
    )
    kind = world("kind", defense=2, kind="Alien", good="windfall")
    keyword = world("keyword", defense=2, keywords=("Alien",))
    state = _ready(kind, keyword, tiles=tiles)
    assert military(state, 0, kind).total == 2
    assert military(state, 0, keyword).total == 1


def test_discounts_add_up_by_kind_and_never_below_0_p5() -> None:
    tiles = (
        development("A", "Settle: -1 cost"),
        development("B", "Settle: -2 cost of Genes worlds"),
        development("C", "Settle: -1 cost of Genes worlds"),
    )
    genes = world("genes", cost=5, kind="Genes", good="windfall")
    rare = world("rare", cost=5, kind="Rare", good="windfall")
    cheap = world("cheap", cost=1, kind="Genes", good="production")
    state = _ready(genes, rare, cheap, tiles=tiles)
    prices = {o.tile: o.why[0].total for o in options(state) if isinstance(o.decision, SettleWorld)}
    assert prices == {"genes": 1, "rare": 4, "cheap": 0}


def test_a_discount_leaves_the_need_for_colonists_p5() -> None:
    state = _ready(world("A", cost=1, colonists=2), tiles=(development("D", "Settle: -3 cost"),))
    assert "colonists" in refused(give(state, 0, colonists=1), SettleWorld(0, "A", CREDITS))


def test_a_windfall_world_gets_its_good_when_settled_and_a_production_world_none_p6() -> None:
    state = _ready(
        world("W", cost=1, kind="Rare", good="windfall"), world("P", cost=1, kind="Rare", good="production")
    )
    windfall = play(state, SettleWorld(0, "W", CREDITS))
    assert windfall.empires[0].colonies[-1].good == "Rare"
    assert windfall.supply.goods[1] == state.supply.goods[1] - 1
    assert play(state, SettleWorld(0, "P", CREDITS)).empires[0].colonies[-1].good is None


def test_only_explored_worlds_of_ones_own_are_settled_p6() -> None:
    state = explored(_ready(world("A", cost=1)), 1, world("B", cost=1))
    assert NO_ANSWER in refused(state, SettleWorld(0, "B", CREDITS))
    refused(state, SettleWorld(0, state.bag[0], CREDITS))
    refused(state, SettleWorld(0, "nothing", CREDITS))
    refused(state, SettleWorld(0, "A", CREDITS, kind="Genes"))


# --- triggers and limits --------------------------------------------------------------------------------


def test_an_effect_after_settling_needs_settling_p5() -> None:
    state = _ready(world("A", cost=1), tiles=(development("T", "Settle: after you settle, $1"),), credits=3)
    assert play(state, TakeColonists(0)).empires[0].credits == 3
    assert play(state, SettleWorld(0, "A", CREDITS)).empires[0].credits == 3


def test_a_world_settled_now_does_not_use_its_own_power_p5() -> None:
    state = _ready(world("A", "Settle: after you settle, $1", cost=1), credits=3)
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert state.empires[0].credits == 2
    state = play(state, TakeColonists(1))
    assert not any(colony.new for colony in state.empires[0].colonies)


def test_terraforming_robots_draws_a_world_after_settling_p7() -> None:
    robots = development("T", "Settle: after you settle, draw 1 world")
    state = play(_ready(world("A", cost=1), tiles=(robots,)), SettleWorld(0, "A", CREDITS))
    assert asked(state) == (None, "draw-worlds")
    state = draw(state)
    assert len(state.empires[0].explored) == 1
    assert asked(state) == (1, "settle")


def test_an_empty_bag_gives_no_world_after_settling_p11() -> None:
    robots = development("T", "Settle: after you settle, draw 1 world")
    state = replace(_ready(world("A", cost=1), tiles=(robots,)), bag=())
    assert asked(play(state, SettleWorld(0, "A", CREDITS))) == (1, "settle")


def test_more_than_nine_at_the_end_of_settle_go_back_p7() -> None:
    robots = development("T", "Settle: after you settle, draw 1 world")
    state = _ready(*(world(f"E{n}", cost=1) for n in range(8)), tiles=(robots,))
    state = play(draw(play(state, SettleWorld(0, "E0", CREDITS))), TakeColonists(1))
    assert asked(state) == (0, "return-world")
    state = play(state, ReturnWorld(0, "E5"))
    assert state.doing is None
    assert "E5" in state.bag


def test_the_eighth_colony_ends_the_game_after_the_action_p6() -> None:
    state = _ready(world("A", cost=1), tiles=tuple(world(f"C{n}") for n in range(6)))
    assert len(state.empires[0].colonies) == 7
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert state.endings == ()
    assert play(state, TakeColonists(1)).endings == (FULL_EMPIRE,)


def test_seven_colonies_do_not_end_the_game_p6() -> None:
    state = _ready(world("A", cost=1), tiles=tuple(world(f"C{n}") for n in range(5)))
    assert play(state, SettleWorld(0, "A", CREDITS), TakeColonists(1)).endings == ()


def _with_colonists(state: State, left: int) -> State:
    return replace(state, supply=replace(state.supply, colonists=left))


def test_four_or_fewer_colonists_after_settle_end_the_game_p6() -> None:
    five = _with_colonists(plain(2), 10)
    state = play(select(five, "settle"), TakeColonists(0), TakeColonists(1))
    assert state.supply.colonists == 5
    assert state.endings == ()
    state = play(select(_with_colonists(plain(2), 9), "settle"), TakeColonists(0), TakeColonists(1))
    assert state.supply.colonists == 4
    assert state.endings == (FEW_COLONISTS,)


def test_few_colonists_in_other_actions_do_not_end_the_game_p7() -> None:
    state = give(_with_colonists(plain(2), 4), 0, world("A", "Produce: gain 1 colonist"))
    state = select(state, "produce")
    assert state.supply.colonists == 3
    assert state.endings == ()


def test_late_players_gain_the_colonists_there_are_and_need_not_settle_p7() -> None:
    state = explored(_with_colonists(plain(3), 4), 2, world("A", cost=0, colonists=1))
    state = give(state, 2, colonists=1)
    state = play(select(state, "settle"), TakeColonists(0))
    assert option(state, TakeColonists(1)).words == "Gain 1 colonist"
    state = play(state, TakeColonists(1))
    assert [empire.colonists for empire in state.empires] == [3, 1, 1]
    assert TakeColonists(2) in answers(state)
    state = play(state, TakeColonists(2))
    assert state.empires[2].colonists == 1
    assert state.supply.colonists == 0


# --- temporary Military ---------------------------------------------------------------------------------


def _with_goods(*lines: str, defense: int = 3, goods: tuple[str, ...] = ("Rare", "Genes")) -> State:
    """A military world in reach, powers that spend goods, and goods on colonies g0, g1, ..."""
    powers = tuple(development(f"S{n}", line) for n, line in enumerate(lines))
    colonies = tuple(world(f"g{n}", kind=kind, good="production") for n, kind in enumerate(goods))
    state = _ready(world("A", defense=defense), tiles=powers + colonies)
    for n, kind in enumerate(goods):
        state = good_on(state, 0, f"g{n}", kind)
    return state


def test_a_good_of_any_colony_is_spent_for_temporary_military_p7() -> None:
    state = _with_goods("Settle: spend 1 good for +3 Military")
    refused(state, SettleWorld(0, "A", MILITARY))
    spends = [SpendGoods(0, "S0", 0, ("g0",)), SpendGoods(0, "S0", 0, ("g1",))]
    assert answers(state, SpendGoods) == spends
    left = state.supply.goods
    state = play(state, spends[1])
    assert state.supply.goods[2] == left[2] + 1
    assert [colony.good for colony in state.empires[0].colonies[1:]] == ["Rare", None]
    state = play(state, SettleWorld(0, "A", MILITARY))
    assert state.empires[0].colonies[-1].world == "A"


def test_each_such_power_is_used_once_an_action_p7() -> None:
    state = _with_goods("Settle: spend 1 good for +2 Military", defense=2)
    state = play(state, SpendGoods(0, "S0", 0, ("g0",)))
    assert answers(state, SpendGoods) == []
    assert NO_ANSWER in refused(state, SpendGoods(0, "S0", 0, ("g1",)))


def test_two_such_powers_add_up_p5() -> None:
    line = "Settle: spend 1 good for +2 Military"
    state = play(_with_goods(line, line), SpendGoods(0, "S0", 0, ("g0",)), SpendGoods(0, "S1", 0, ("g1",)))
    assert military(state, 0, state.catalogue.world("A")).total == 4
    assert SettleWorld(0, "A", MILITARY) in answers(state)


def test_a_power_that_takes_a_kind_takes_only_that_kind() -> None:
    state = _with_goods("Settle: spend 1 Rare good for +3 Military")
    assert answers(state, SpendGoods) == [SpendGoods(0, "S0", 0, ("g0",))]
    assert NO_ANSWER in refused(state, SpendGoods(0, "S0", 0, ("g1",)))


def test_goods_may_be_spent_though_no_world_comes_into_reach_p7() -> None:
    """To empty a colony before Produce, for example: offered last, and labelled as such."""
    state = _with_goods("Settle: spend 1 good for +2 Military", defense=9, goods=("Genes",))
    spend = SpendGoods(0, "S0", 0, ("g0",))
    offered = option(state, spend)
    assert offered.likely < min(other.likely for other in options(state) if other != offered)
    assert offered.words.endswith("(gives no new world)")
    state = play(state, spend)
    assert state.empires[0].colonies[1].good is None
    assert answers(state) == [TakeColonists(0)], "the choice is still to be made, and no good is left"


def test_no_question_is_asked_for_goods_that_bring_nothing_into_reach() -> None:
    """After the main choice no question is asked for them alone; with another one they may be spent."""
    line = "Settle: spend 1 good for +2 Military"
    state = explored(give(_with_goods(line, defense=9), 0, LOGISTICS), 0, world("B", cost=0))
    assert asked(play(state, SettleWorld(0, "B", CREDITS))) == (1, "settle")
    state = explored(state, 0, world("C", cost=0))
    state = play(state, SettleWorld(0, "B", CREDITS))
    assert asked(state) == (0, "settle-again")
    assert SpendGoods(0, "S0", 0, ("g0",)) in answers(state)


def test_the_sensible_player_wastes_no_goods() -> None:
    state = _with_goods("Settle: spend 1 good for +2 Military", defense=9, goods=("Genes",))
    (question,) = GAME.questions(state)
    client = GAME.players["sensible"]
    chosen = client.choose(GAME, state, question, GAME.options(state, 0), Random(1))
    assert chosen == TakeColonists(0)


def test_a_good_that_another_power_needs_for_the_world_in_reach_is_spent_there_first() -> None:
    rare, other = "Settle: spend 1 Rare good for +2 Military", "Settle: spend 1 good for +2 Military"
    state = _with_goods(rare, other, defense=4, goods=("Rare", "Genes"))
    useful = [one.decision for one in options(state) if "no new world" not in one.words]
    assert useful[:2] == [SpendGoods(0, "S0", 0, ("g0",)), SpendGoods(0, "S1", 0, ("g1",))]
    assert "no new world" in option(state, SpendGoods(0, "S1", 0, ("g0",))).words


def test_the_nearest_of_several_worlds_is_what_goods_may_bring_into_reach() -> None:
    state = explored(_with_goods("Settle: spend 1 good for +2 Military", defense=9), 0, world("B", defense=2))
    assert "no new world" not in option(state, SpendGoods(0, "S0", 0, ("g0",))).words
    far = explored(state, 0, world("B", defense=2, colonists=2))
    far = give(far, 0, colonists=1)
    assert "no new world" in option(far, SpendGoods(0, "S0", 0, ("g0",))).words, (
        "there are no colonists for B"
    )
    doomed = home("doomed", "Settle: may replace this by settling a world")
    assert "no new world" not in option(give(far, 0, doomed), SpendGoods(0, "S0", 0, ("g0",))).words


def test_refusals_name_powers_that_find_no_goods() -> None:
    state = _with_goods("Settle: spend 2 Alien goods for +2 Military", defense=9)
    assert [refusal.tile for refusal in GAME.refusals(state, 0)] == ["A", "S0"]


def test_temporary_military_ends_with_the_action_and_is_nobody_elses_p7() -> None:
    state = _with_goods("Settle: spend 1 good for +3 Military")
    state = play(state, SpendGoods(0, "S0", 0, ("g0",)), SettleWorld(0, "A", MILITARY))
    assert military(state, 1, world("B", defense=1)).total == 0
    state = play(state, TakeColonists(1))
    assert military(state, 0, world("B", defense=1)).total == 0


# --- Improved Logistics ---------------------------------------------------------------------------------

LOGISTICS = development("L", "Settle: may settle 2 worlds")


def test_improved_logistics_settles_a_second_world_p7() -> None:
    state = _ready(world("A", cost=1), world("B", cost=1), world("C", cost=1), tiles=(LOGISTICS,))
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert asked(state) == (0, "settle-again")
    assert answers(state) == [SettleWorld(0, "B", CREDITS), SettleWorld(0, "C", CREDITS), EndSettle(0)]
    state = play(state, SettleWorld(0, "B", CREDITS))
    assert asked(state) == (1, "settle")


def test_the_second_world_is_a_choice_and_no_two_colonists_besides_p7() -> None:
    state = play(
        _ready(world("A", cost=1), world("B", cost=1), tiles=(LOGISTICS,)), SettleWorld(0, "A", CREDITS)
    )
    refused(state, TakeColonists(0))
    assert asked(play(state, EndSettle(0))) == (1, "settle")


def test_after_two_colonists_there_is_no_second_world_p7() -> None:
    state = _ready(world("A", cost=1), tiles=(LOGISTICS,))
    assert asked(play(state, TakeColonists(0))) == (1, "settle")


def test_temporary_military_of_the_first_counts_for_the_second_p7() -> None:
    line = "Settle: spend 1 good for +3 Military"
    state = give(_with_goods(line), 0, LOGISTICS)
    state = explored(state, 0, world("B", defense=3))
    state = play(state, SpendGoods(0, "S0", 0, ("g0",)), SettleWorld(0, "A", MILITARY))
    assert SettleWorld(0, "B", MILITARY) in answers(state)


def test_powers_of_the_first_world_do_not_count_for_the_second_p7() -> None:
    first = world("A", "Settle: +5 Military", "Settle: -5 cost", cost=1)
    state = _ready(first, world("B", defense=1), world("C", cost=2), tiles=(LOGISTICS,), credits=2)
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert asked(state) == (1, "settle")
    assert state.empires[0].credits == 1


def test_effects_after_settling_occur_twice_p5_p7() -> None:
    robots = development("T", "Settle: after you settle, draw 1 world", "Settle: after you settle, $1")
    state = _ready(world("A", cost=1), world("B", cost=1), tiles=(LOGISTICS, robots), credits=2)
    state = draw(play(state, SettleWorld(0, "A", CREDITS)))
    assert asked(state) == (0, "settle-again")
    state = draw(play(state, SettleWorld(0, "B", CREDITS)))
    assert len(state.empires[0].explored) == 2
    assert state.empires[0].credits == 2


def test_the_world_drawn_after_the_first_may_be_the_second_p7() -> None:
    robots = development("T", "Settle: after you settle, draw 1 world")
    state = _ready(world("A", cost=1), tiles=(LOGISTICS, robots))
    state = play(state, SettleWorld(0, "A", CREDITS))
    cheap = next(id for id in state.bag if state.catalogue.world(id).cost == 1)
    state = draw(state, cheap)
    assert SettleWorld(0, cheap, CREDITS) in answers(state)


def test_without_improved_logistics_one_world_is_settled_p6() -> None:
    state = play(_ready(world("A", cost=1), world("B", cost=1)), SettleWorld(0, "A", CREDITS))
    assert asked(state) == (1, "settle")
    assert "Red" not in refused(state, SettleWorld(1, "B", CREDITS)).split(" is ")[0]


def test_goods_may_be_spent_for_the_second_world_alone_p7() -> None:
    line = "Settle: spend 1 good for +3 Military"
    state = explored(give(_with_goods(line), 0, LOGISTICS), 0, world("B", cost=0))
    state = play(state, SettleWorld(0, "B", CREDITS))
    assert asked(state) == (0, "settle-again")
    assert answers(state, SettleWorld) == []
    state = play(state, SpendGoods(0, "S0", 0, ("g0",)))
    assert answers(state) == [SettleWorld(0, "A", MILITARY), EndSettle(0)]


ENGINEERS = development("E", "Settle: may replace a non-military colony, same kind, cost 0-3 higher")


def test_where_only_a_replacement_is_left_nothing_else_is_offered_or_taken_p7() -> None:
    """After two colonists, and after the one world that may be settled."""
    state = explored(give(_with_goods("Settle: spend 1 good for +3 Military"), 0, ENGINEERS), 0, world("B"))
    state = explored(state, 0, world("C", cost=0))
    for first, left in ((TakeColonists(0), {"A", "B", "C"}), (SettleWorld(0, "C", CREDITS), {"A", "B"})):
        after = play(state, first)
        (question,) = GAME.questions(after)
        assert question.text == "Red, replace a colony?"
        assert answers(after) == [ReplaceWithWorld(0, "P0", "B"), EndSettle(0)]
        for late in (SettleWorld(0, "B", CREDITS), SpendGoods(0, "S0", 0, ("g0",))):
            said = refused(after, late)
            assert NO_ANSWER in said or "only one world is settled in an action" in said
        waiting = {r.tile for r in GAME.refusals(after, 0) if "must wait" in r.sentence}
        assert waiting == left
        assert not any(r.words.startswith("Spend") for r in GAME.refusals(after, 0))


def test_the_question_names_the_second_world_only_where_one_can_be_settled_p7() -> None:
    state = _ready(world("A", cost=1), world("B", cost=1), tiles=(LOGISTICS, ENGINEERS), credits=2)
    (question,) = GAME.questions(play(state, SettleWorld(0, "A", CREDITS)))
    assert question.text == "Red, settle a second world?"
    state = give(play(state, SettleWorld(0, "A", CREDITS)), 0, credits=0)
    assert answers(state) == [ReplaceWithWorld(0, "P0", "B"), EndSettle(0)]
    (question,) = GAME.questions(state)
    assert question.text == "Red, replace a colony?"


# --- Contact Specialist ---------------------------------------------------------------------------------

SPECIALIST = development("S", "Settle: may pay for a non-Alien military world at -1 cost")


def test_contact_specialist_pays_the_defense_less_one_and_discounts_p7() -> None:
    tiles = (
        SPECIALIST,
        development("D", "Settle: -1 cost"),
        development("K", "Settle: -1 cost of Rare worlds"),
    )
    state = _ready(world("A", defense=5, kind="Rare", good="windfall"), tiles=tiles)
    price = option(state, SettleWorld(0, "A", CONTACT)).why[0]
    assert price.total == 2
    state = play(state, SettleWorld(0, "A", CONTACT))
    assert state.empires[0].credits == 7
    assert state.empires[0].colonies[-1] == Colony("A", 1, "Rare", new=True)


def test_contact_specialist_does_not_reach_alien_worlds_p7() -> None:
    kind = world("A", defense=2, kind="Alien", good="windfall")
    keyword = world("B", defense=2, keywords=("Alien",))
    state = _ready(kind, keyword, tiles=(SPECIALIST,))
    assert answers(state) == [TakeColonists(0)]
    assert NO_ANSWER in refused(state, SettleWorld(0, "A", CONTACT))


def test_contact_specialist_still_needs_colonists_and_may_conquer_instead_p7() -> None:
    soldiers = development("M", "Settle: +2 Military")
    state = _ready(world("A", defense=2, colonists=2), tiles=(SPECIALIST, soldiers))
    assert answers(state) == [SettleWorld(0, "A", MILITARY), SettleWorld(0, "A", CONTACT), TakeColonists(0)]
    assert "colonists" in refused(give(state, 0, colonists=1), SettleWorld(0, "A", CONTACT))


def test_military_powers_do_not_help_to_pay_p7() -> None:
    soldiers = development("M", "Settle: +2 Military")
    state = _ready(world("A", defense=4), tiles=(SPECIALIST, soldiers))
    assert option(state, SettleWorld(0, "A", CONTACT)).why[0].total == 3


# --- Alien Oort Cloud Factory ---------------------------------------------------------------------------


def test_the_factorys_kind_is_set_for_its_own_placement_p5() -> None:
    factory = world("F", cost=4, kind="any", good="windfall")
    state = _ready(factory, tiles=(development("D", "Settle: -2 cost of Genes worlds"),))
    prices = {o.decision.kind: o.why[0].total for o in options(state) if isinstance(o.decision, SettleWorld)}
    assert prices == {"Novelty": 4, "Rare": 4, "Genes": 2, "Alien": 4}
    assert NO_ANSWER in refused(state, SettleWorld(0, "F", CREDITS))
    refused(state, SettleWorld(0, "F", CREDITS, "gray"))
    state = play(state, SettleWorld(0, "F", CREDITS, "Genes"))
    assert state.empires[0].colonies[-1].good == "Genes"
    assert state.empires[0].credits == 7
    assert state.doing is not None
    assert state.doing.kinds == (("F", "Genes"),)
