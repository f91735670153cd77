"""Tests of explaining changes on the table: draws, picks, settles, replaced and returned worlds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import MIDDLE, Decision, Difference, Explanation, Spot, seat_zone
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import DrawWorlds, PickWorld
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.rules.world_limit import ReturnWorld
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tracking.explain import explain
from companion.games.new_frontiers.tracking.layout import layout
from companion.simulation.simulate import new_game, steps
from tests.default_run import examples
from tests.games.new_frontiers.tables import NEW_FRONTIERS, differing, start, with_explored

IN_MIDDLE = Spot(MIDDLE, "A")


def seen(state: State, **moved: Spot | None) -> Explanation:
    """The explanation when these tiles have moved there, and all others are where they should be."""
    lying = layout(state)
    found = tuple(Difference(tile, lying.get(tile), spot) for tile, spot in moved.items())
    return explain(state, found)


def only(explanation: Explanation) -> Decision:
    """The decision of an explanation that has exactly one."""
    assert len(explanation.options) == 1, explanation
    return explanation.options[0].decision


def own(player: int, face: str = "A") -> Spot:
    return Spot(seat_zone(player), face)


def exploring(players: int = 3) -> State:
    """The first player has selected Explore; seven worlds are to be drawn."""
    state = start(players)
    return NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "explore"))


def drawn(state: State) -> State:
    return NEW_FRONTIERS.play(state, DrawWorlds(None, state.bag[:7]))


def settling(players: int = 3, **explored: str) -> State:
    """The first player has selected Settle; seatN="W01": this seat has explored W01. All can pay for any."""
    state = start(players)
    for seat, empire in enumerate(state.empires):
        state = state.with_empire(seat, replace(empire, credits=20, colonists=9))
    for seat_name, worlds in explored.items():
        state = with_explored(state, int(seat_name[-1]), *worlds.split())
    return NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "settle"))


def order(state: State) -> tuple[int, ...]:
    assert state.doing is not None
    return state.doing.order


# --- the draw (rulebook p. 6) ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 7))
def test_fewer_than_seven_worlds_wait_for_the_rest(number: int) -> None:
    state = exploring()
    found = seen(state, **dict.fromkeys(state.bag[:number], IN_MIDDLE))
    assert found.options == ()
    assert found.waiting == f"{number} of 7 worlds lie in the middle."
    assert found.tolerated == set(state.bag[:number])


def test_seven_worlds_in_the_middle_are_the_draw() -> None:
    state = exploring()
    worlds = state.bag[10:17]
    found = seen(state, **dict.fromkeys(worlds, IN_MIDDLE))
    assert only(found) == DrawWorlds(None, tuple(sorted(worlds)))
    assert found.covers == set(worlds)
    assert NEW_FRONTIERS.play(state, only(found)).center == tuple(sorted(worlds))
    names = [state.catalogue[world].name for world in sorted(worlds)]
    assert found.options[0].words == f"{', '.join(names[:-1])} and {names[-1]} are drawn"


def test_an_eighth_world_is_one_too_many() -> None:
    state = exploring()
    found = seen(state, **dict.fromkeys(state.bag[:8], IN_MIDDLE))
    assert found.options == ()
    assert found.waiting == "8 worlds lie in the middle, but only 7 are drawn: put 1 back into the bag."


def test_a_world_drawn_colony_side_up_is_to_be_turned() -> None:
    state = exploring()
    world = state.bag[0]
    moved = {**dict.fromkeys(state.bag[1:7], IN_MIDDLE), world: Spot(MIDDLE, "B")}
    found = seen(state, **moved)
    assert found.options == ()
    assert found.waiting == f"Turn {state.catalogue[world].name} gray side up."


def test_what_is_wrong_elsewhere_is_not_hidden_by_a_draw_that_has_not_begun() -> None:
    state = exploring()
    world = state.bag[0]
    found = seen(state, **{world: own(1)})
    assert found == Explanation()


def test_a_power_draws_into_its_owners_area() -> None:
    state = start(2)
    seat = state.disks[0].player
    # Imperium Survey HQ: draw 1 world after the picks.
    empire = state.empires[seat]
    empire = replace(empire, colonies=(*empire.colonies, Colony("W03", 1)))
    state = replace(state.with_empire(seat, empire), bag=tuple(w for w in state.bag if w != "W03"))
    state = drawn(NEW_FRONTIERS.play(state, SelectAction(seat, "explore")))
    while state.doing is not None and not state.doing.draw:
        state = NEW_FRONTIERS.play(state, PickWorld(state.doing.player, state.center[0]))
    world = state.bag[0]
    found = seen(state, **{world: own(seat)})
    assert only(found) == DrawWorlds(None, (world,))
    assert found.options[0].words == f"{state.catalogue[world].name} is drawn"
    many = seen(state, **{world: own(seat), state.bag[1]: own(seat)})
    assert many.waiting == (
        f"2 worlds lie in {state.empires[seat].name}'s area, but only 1 is drawn: put 1 back into the bag."
    )
    other = seen(state, **{world: own(1 - seat)})
    assert other.options == ()
    assert other.waiting == ""
    assert world not in other.tolerated


# --- picks (p. 6) ---------------------------------------------------------------------------------------


def test_a_world_taken_into_the_area_of_whose_turn_it_is_is_picked() -> None:
    state = drawn(exploring())
    first = order(state)[0]
    for world in state.center:
        found = seen(state, **{world: own(first)})
        assert only(found) == PickWorld(first, world)
        assert found.covers == {world}


def test_the_selecting_players_second_pick_comes_after_all_others() -> None:
    state = drawn(exploring(2))
    first, other = order(state)
    one, two, three = state.center[:3]
    early = seen(state, **{one: own(first), two: own(first)})
    assert {option.decision for option in early.options} == {PickWorld(first, one), PickWorld(first, two)}
    state = NEW_FRONTIERS.play(state, PickWorld(first, one))
    tolerated = seen(state, **{two: own(first)})
    assert tolerated.options == ()
    assert tolerated.tolerated == {two}
    state = NEW_FRONTIERS.play(state, PickWorld(other, three))
    assert only(seen(state, **{two: own(first)})) == PickWorld(first, two)


def test_two_picks_at_once_are_taken_in_the_order_of_the_track() -> None:
    state = drawn(exploring(3))
    first, second, _ = order(state)
    one, two = state.center[:2]
    found = seen(state, **{one: own(second), two: own(first)})
    assert only(found) == PickWorld(first, two)
    assert found.covers == {two}
    assert found.tolerated == {one}
    state = NEW_FRONTIERS.play(state, PickWorld(first, two))
    assert only(seen(state, **{one: own(second)})) == PickWorld(second, one)


def test_a_pick_before_ones_turn_waits_and_says_for_whom() -> None:
    state = drawn(exploring(3))
    first, second, _ = order(state)
    world = state.center[0]
    found = seen(state, **{world: own(second)})
    names = [empire.name for empire in state.empires]
    assert found.options == ()
    assert found.waiting == (
        f"{names[second]} has {state.catalogue[world].name} already: "
        f"it counts when {names[second]}'s turn comes. First {names[first]} picks."
    )


def test_a_pick_by_somebody_who_has_picked_already_has_no_explanation() -> None:
    state = drawn(exploring(3))
    first, second, _ = order(state)
    one, two = state.center[:2]
    state = NEW_FRONTIERS.play(state, PickWorld(first, one))
    state = NEW_FRONTIERS.play(state, PickWorld(second, two))
    assert seen(state, **{state.center[0]: own(second)}) == Explanation()


def test_a_world_picked_but_lying_colony_side_up_has_no_explanation() -> None:
    state = drawn(exploring(3))
    assert seen(state, **{state.center[0]: own(order(state)[0], "B")}) == Explanation()


def test_a_world_in_a_hand_over_the_middle_harms_nothing() -> None:
    state = drawn(exploring(3))
    found = seen(state, **{state.center[0]: None})
    assert found.options == ()
    assert found.tolerated == {state.center[0]}


def test_worlds_left_in_the_middle_are_on_their_way_to_the_bag() -> None:
    state = start(3)
    found = seen(state, **dict.fromkeys(state.bag[:4], IN_MIDDLE))
    assert found.options == ()
    assert found.tolerated == set(state.bag[:4])
    assert found.waiting == ""


def test_a_tile_from_the_bag_in_an_area_has_no_explanation_when_nothing_is_drawn() -> None:
    state = start(3)
    assert seen(state, **{state.bag[0]: own(2)}) == Explanation()


# --- more than nine worlds (p. 6) -----------------------------------------------------------------------


def test_an_explored_world_that_leaves_the_area_is_returned() -> None:
    state = start(2)
    first = state.disks[0].player
    state = with_explored(state, first, *state.bag[:8])
    state = drawn(NEW_FRONTIERS.play(state, SelectAction(first, "explore")))
    while state.doing is not None and state.doing.stage != "keep":
        state = NEW_FRONTIERS.play(state, PickWorld(state.doing.player, state.center[0]))
    assert state.doing is not None
    world = state.empires[first].explored[3]
    for spot in (None, IN_MIDDLE):
        found = seen(state, **{world: spot})
        assert only(found) == ReturnWorld(first, world)
    wrong = seen(state, **{world: own(1 - first)})
    assert wrong.options == ()
    assert wrong.tolerated == frozenset()


# --- settle (p. 6, 7) -----------------------------------------------------------------------------------


def test_a_world_turned_over_in_its_owners_area_is_settled() -> None:
    first = start(3).disks[0].player
    state = settling(3, **{f"seat{first}": "W02 W03"})
    found = seen(state, W02=own(first, "B"))
    assert only(found) == SettleWorld(first, "W02", "credits")
    assert found.covers == {"W02"}


def test_a_world_turned_over_in_another_area_has_no_explanation() -> None:
    first = start(3).disks[0].player
    state = settling(3, **{f"seat{first}": "W02"})
    assert seen(state, W02=own((first + 1) % 3, "B")) == Explanation()


def test_a_world_that_cannot_be_settled_has_no_explanation() -> None:
    first = start(2).disks[0].player
    state = settling(2, **{f"seat{first}": "W03"})
    state = state.with_empire(first, replace(state.empires[first], credits=0))
    assert seen(state, W03=own(first, "B")) == Explanation()


def test_two_settles_at_once_are_taken_in_order_and_the_later_one_waits() -> None:
    probe = settling(3)
    first, second, _ = order(probe)
    state = settling(3, **{f"seat{first}": "W02", f"seat{second}": "W03"})
    found = seen(state, W02=own(first, "B"), W03=own(second, "B"))
    assert only(found) == SettleWorld(first, "W02", "credits")
    assert found.tolerated == {"W03"}
    state = NEW_FRONTIERS.play(state, only(found))
    assert only(seen(state, W03=own(second, "B"))) == SettleWorld(second, "W03", "credits")


def test_a_settle_out_of_turn_says_whom_it_waits_for() -> None:
    probe = settling(3)
    first, second, _ = order(probe)
    state = settling(3, **{f"seat{second}": "W03"})
    found = seen(state, W03=own(second, "B"))
    names = [empire.name for empire in state.empires]
    assert found.waiting == (
        f"{names[second]} has Imperium Survey HQ already: it counts when {names[second]}'s turn comes. "
        f"First {names[first]} settles."
    )
    assert found.tolerated == {"W03"}


def test_where_all_settle_together_a_settle_need_not_wait_p10() -> None:
    state = start(3, turns="together")
    first = state.disks[0].player
    second = state.disks[1].player
    for seat, world in ((first, "W02"), (second, "W03")):
        state = with_explored(state, seat, world)
        state = state.with_empire(seat, replace(state.empires[seat], credits=9, colonists=3))
    state = NEW_FRONTIERS.play(state, SelectAction(first, "settle"))
    alone = seen(state, W03=own(second, "B"))
    assert only(alone) == SettleWorld(second, "W03", "credits")
    both = seen(state, W02=own(first, "B"), W03=own(second, "B"))
    assert only(both) == SettleWorld(first, "W02", "credits")
    after = NEW_FRONTIERS.play(state, only(alone))
    assert only(seen(after, W02=own(first, "B"))) == SettleWorld(first, "W02", "credits")


def test_several_ways_to_settle_one_world_are_for_a_person_to_choose() -> None:
    first = start(2).disks[0].player
    oort = next(id for id, world in NEW_FRONTIERS.catalogue.worlds.items() if world.kind == "any")
    state = settling(2, **{f"seat{first}": oort})
    found = seen(state, **{oort: own(first, "B")})
    assert len(found.options) == 4, "the Alien Oort Cloud Factory may be any of the four kinds"
    assert {option.tile for option in found.options} == {oort}


def spending(credits: int = 20) -> tuple[State, int, str]:
    """The first player can conquer a world of defense 2 only by spending the good that is there."""
    state = start(2)
    first = state.disks[0].player
    catalogue = NEW_FRONTIERS.catalogue.with_tiles(
        (World("W91", "Arsenal", cost=1, powers=(parse_power("Settle: spend 1 good for +2 Military"),)),)
    )
    target = next(id for id, world in catalogue.worlds.items() if world.defense == 2)
    state = with_explored(replace(state, catalogue=catalogue), first, target)
    home = state.catalogue.homes[state.empires[first].colonies[0].world]
    plain = replace(home, powers=())
    empire = state.empires[first]
    colonies = (Colony(home.id, 1), Colony("W91", 1), Colony("W02", 1, "Novelty"))
    empire = replace(empire, credits=credits, colonists=3, colonies=colonies)
    state = replace(state.with_empire(first, empire), catalogue=catalogue.with_tiles((plain,)))
    return NEW_FRONTIERS.play(state, SelectAction(first, "settle")), first, target


def test_a_world_in_reach_only_with_goods_waits_until_they_are_named_p7() -> None:
    state, first, target = spending()
    turned = {target: own(first, "B")}
    found = seen(state, **turned)
    name = state.catalogue[target].name
    assert found.options == ()
    assert found.waiting == f"{name} takes more Military: first say which goods are spent for it."
    assert found.tolerated == {target}
    spend = next(
        o.decision for o in NEW_FRONTIERS.options(state, first) if isinstance(o.decision, SpendGoods)
    )
    state = NEW_FRONTIERS.play(state, spend)
    assert only(seen(state, **turned)) == SettleWorld(first, target, "military")


def replacing(kind: str = "Novelty", credits: int = 20) -> tuple[State, int, str, str, str]:
    """The first player, with Terraforming Engineers, may replace `old` by `new`, or settle `new`."""
    first = start(2).disks[0].player
    catalogue = NEW_FRONTIERS.catalogue
    engineers = next(id for id, d in catalogue.developments.items() if d.name == "Terraforming Engineers")
    plain = [w for w in catalogue.worlds.values() if w.kind == kind and not w.military]
    old, new = next(
        (a, b)
        for a in plain
        for b in plain
        if a is not b and 0 <= (b.cost or 0) - (a.cost or 0) <= 3 and b.colonists <= 1
    )
    state = settling(2, **{f"seat{first}": new.id})
    empire = state.empires[first]
    empire = replace(
        empire,
        credits=credits,
        colonies=(*empire.colonies, Colony(old.id, 1)),
        developments=(*empire.developments, engineers),
    )
    state = replace(state.with_empire(first, empire), bag=tuple(w for w in state.bag if w != old.id))
    return state, first, old.id, new.id, engineers


def test_a_colony_gone_while_another_world_is_turned_over_was_replaced_p7() -> None:
    state, first, old, new, _ = replacing()
    for away in (None, IN_MIDDLE):
        found = seen(state, **{new: own(first, "B"), old: away})
        assert only(found) == ReplaceWithWorld(first, old, new)
        assert found.covers == {old, new}


def test_a_world_turned_over_while_every_colony_stays_was_settled() -> None:
    state, first, _, new, _ = replacing()
    assert only(seen(state, **{new: own(first, "B")})) == SettleWorld(first, new, "credits")


def test_a_home_is_not_taken_for_replaced_while_a_world_of_its_kind_may_be_about_to_go_p7() -> None:
    """No camera sees which home is covered, so the replacement of a home leaves no trace of its own."""
    first = start(2).disks[0].player
    home = start(2).empires[first].colonies[0].world
    kind = NEW_FRONTIERS.catalogue.homes[home].kind
    assert kind is not None
    state, first, old, new, _ = replacing(kind, credits=0)
    asked = seen(state, **{new: own(first, "B")})
    assert {o.decision for o in asked.options} == {
        ReplaceWithWorld(first, home, new),
        ReplaceWithWorld(first, old, new),
    }
    assert asked.covers == {new}
    assert only(seen(state, **{new: own(first, "B"), old: None})) == ReplaceWithWorld(first, old, new)
    alone = state.empires[first].colonies[:1]
    state = state.with_empire(first, replace(state.empires[first], colonies=alone))
    assert only(seen(state, **{new: own(first, "B")})) == ReplaceWithWorld(first, home, new)


def test_a_replaced_world_may_lie_about_until_the_action_ends_p7() -> None:
    state, first, old, new, _ = replacing()
    state = NEW_FRONTIERS.play(state, ReplaceWithWorld(first, old, new))
    assert seen(state, **{old: own(first, "B")}).tolerated == {old}
    for seat in order(state):
        state = NEW_FRONTIERS.play(state, TakeColonists(seat))
    assert seen(state, **{old: own(first, "B")}).tolerated == frozenset()
    assert seen(state, **{old: Spot(MIDDLE, "B")}).tolerated == {old}


def test_a_colony_that_is_simply_gone_has_no_explanation() -> None:
    state, _, old, _, _ = replacing()
    assert seen(state, **{old: None}) == Explanation()


# --- tiles whose tags are optional ----------------------------------------------------------------------


def test_a_mat_out_of_view_is_nothing_but_a_wrong_one_is() -> None:
    state = start(2)
    mats = state.setup.drawn("mats") or ()
    assert seen(state, **{mats[0]: None}).tolerated == {mats[0]}
    assert seen(state, **{mats[0]: own(1)}) == Explanation()
    assert seen(state, **{mats[0]: own(0, "B")}) == Explanation()


def test_a_development_in_view_is_bought_by_whom_it_comes_to_and_then_rests() -> None:
    state = start(2)
    first = state.disks[0].player
    state = state.with_empire(first, replace(state.empires[first], credits=9))
    state = NEW_FRONTIERS.play(state, SelectAction(first, "develop"))
    assert only(seen(state, D01=own(first))) == BuyDevelopment(first, "D01")
    assert seen(state, D01=own(1 - first)) == Explanation()
    state = NEW_FRONTIERS.play(state, BuyDevelopment(first, "D01"))
    assert seen(state, D01=own(first)).tolerated == {"D01"}
    assert seen(state, D02=Spot(MIDDLE, "A")).tolerated == {"D02"}


def test_goals_and_action_tiles_may_lie_anywhere() -> None:
    state = start(2, goals="yes")
    assert seen(state, G1=own(0), T3=Spot(MIDDLE, "A")).tolerated == {"G1", "T3"}


def test_a_tile_that_is_none_of_this_game_has_no_explanation() -> None:
    assert seen(start(2), W99=own(0)).tolerated == frozenset()


# --- whole games ----------------------------------------------------------------------------------------

OPTIONS = (
    (),
    (("game", "later"),),
    (("turns", "together"),),
    (("game", "later"), ("goals", "yes"), ("turns", "together")),
)


@settings(deadline=None, max_examples=examples(12))
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5), options=st.sampled_from(OPTIONS))
def test_every_move_of_a_tile_in_a_game_is_explained_by_its_decision(
    seed: int, players: int, options: tuple[tuple[str, str], ...]
) -> None:
    rng = Random(seed)
    state = new_game(NEW_FRONTIERS, players, options, rng)
    for step in steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng):
        if step.decision.do == "choose-home" or step.after.over:
            continue  # mats are not read for it, and at the end players clear the table
        found = differing(layout(step.before), layout(step.after))
        explained = explain(step.before, found)
        assert {d.tile for d in found} <= explained.covers | explained.tolerated
        moves = isinstance(
            step.decision, DrawWorlds | PickWorld | SettleWorld | ReturnWorld | ReplaceWithWorld
        )
        assert bool(explained.covers) == bool(explained.options) == moves
        if not moves:
            continue
        said = [option.decision for option in explained.options]
        if isinstance(step.decision, DrawWorlds):
            assert [sorted(d.worlds) for d in said if isinstance(d, DrawWorlds)] == [
                sorted(step.decision.worlds)
            ]
            continue
        assert step.decision in said
        # Any other option moves the same tiles in the same way, so no camera could tell them apart.
        for other in said:
            there = layout(NEW_FRONTIERS.play(step.before, other))
            assert all(there.get(tile) == layout(step.after).get(tile) for tile in explained.covers)


@settings(deadline=None, max_examples=examples(8))
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5))
def test_no_shuffled_tile_ever_breaks_the_explanation(seed: int, players: int) -> None:
    """Any tile anywhere, at any moment, gives an explanation whose decisions are all legal."""
    rng = Random(seed)
    state = new_game(NEW_FRONTIERS, players, (), rng)
    zones = [MIDDLE, *(seat_zone(seat) for seat in range(players)), "off"]
    tiles = [info.id for info in NEW_FRONTIERS.tracking.tiles()]
    for number, step in enumerate(steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng)):
        if number % 5:
            continue
        there = layout(step.before)
        lying = dict(there)
        for tile in rng.sample(tiles, rng.randint(1, 4)):
            lying[tile] = Spot(rng.choice(zones), rng.choice("AB"))
        for tile in rng.sample(sorted(there), min(len(there), rng.randint(0, 2))):
            del lying[tile]
        found = differing(there, lying)
        explained = explain(step.before, found)
        named = {d.tile for d in found}
        assert explained.covers | explained.tolerated <= named
        assert not explained.covers & explained.tolerated
        for option in explained.options:
            NEW_FRONTIERS.play(step.before, option.decision)


@settings(deadline=None, max_examples=examples(10))
@given(seed=st.integers(0, 10**6), players=st.integers(3, 5))
def test_picks_and_settles_made_all_at_once_are_taken_one_by_one_in_order(seed: int, players: int) -> None:
    """All players move a tile in the same moment; the decisions are the same as if each had waited."""
    rng = Random(seed)
    state = new_game(NEW_FRONTIERS, players, (), rng)
    made = list(steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["sensible"], rng))
    for begin, step in enumerate(made):
        many = [step]
        for later in made[begin + 1 :]:
            same = type(later.decision) is type(step.decision)
            if not same or later.decision.player in {s.decision.player for s in many}:
                break
            many.append(later)
        if not isinstance(step.decision, PickWorld | SettleWorld) or len(many) < 2 or many[-1].after.over:
            continue
        table = layout(many[-1].after)
        state = step.before
        for each in many:
            explained = explain(state, differing(layout(state), table))
            assert each.decision in [option.decision for option in explained.options]
            assert explained.covers == {each.decision.world}  # type: ignore[attr-defined]
            assert all(
                d.tile in explained.covers | explained.tolerated for d in differing(layout(state), table)
            )
            state = NEW_FRONTIERS.play(state, each.decision)
        assert state == many[-1].after
