"""Tests of corrections in mid-game: replaced homes, gray colonies, drawn worlds, turns, endings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Correction, Illegal, Setup
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.course.facts import ROWS
from companion.games.new_frontiers.rules.endings import FEW_COLONISTS, FULL_EMPIRE
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CREDITS
from companion.games.new_frontiers.rules.setup import OPTIONS
from companion.games.new_frontiers.rules.state import Colony, State
from tests.games.new_frontiers.build import (
    GAME,
    answers,
    draw,
    explored,
    give,
    good_on,
    home,
    plain,
    play,
    select,
    with_tiles,
    world,
)


def corrected(state: State, path: str, value: object) -> State:
    return GAME.correct(state, Correction(path, value))


def value(state: State, path: str) -> object:
    fact = ROWS.find(state, path)
    assert fact is not None, path
    return fact.value


def doomed() -> State:
    """Red has settled W in place of the home, which may be replaced."""
    state = with_tiles(plain(2), home("P0", "Settle: may replace this by settling a world"))
    state = explored(state, 0, world("W"))
    state = select(state, "settle")
    return play(state, SettleWorld(0, "W", CREDITS, onto="P0"))


# --- homes ----------------------------------------------------------------------------------------------


def test_a_replaced_home_is_a_fact_and_comes_back_by_correction_p5_p7() -> None:
    state = doomed()
    assert [colony.world for colony in state.empires[0].colonies] == ["W"]
    assert value(state, "home/0") == "replaced by W"
    before = GAME.check(state)
    lost = corrected(state, "world/W", "explored by red")
    assert value(lost, "home/0") == "none"
    assert "Red has no home colony, and no world in its place." in GAME.check(lost)
    back = corrected(lost, "home/0", "P0")
    assert [colony.world for colony in back.empires[0].colonies] == ["P0"]
    assert back.empires[0].colonies[0].colonists == 1
    assert GAME.check(back) == before


def test_a_replacement_made_on_the_table_alone_can_be_told_p7() -> None:
    state = explored(plain(2), 0, world("W"))
    state = select(state, "settle")
    state = good_on(play(state, SettleWorld(0, "W", CREDITS)), 0, "P0", "Rare")
    before = state
    state = corrected(state, "home/0", "replaced by W")
    empire = state.empires[0]
    assert [(colony.world, colony.covers) for colony in empire.colonies] == [("W", "P0")]
    assert empire.colonists == before.empires[0].colonists + 1
    assert state.supply.goods[1] == before.supply.goods[1] + 1
    again = corrected(state, "home/0", "P0")
    assert [colony.world for colony in again.empires[0].colonies] == ["P0", "W"]
    assert again.empires[0].colonists == before.empires[0].colonists


def test_a_world_that_replaces_the_one_on_the_home_lies_there_too_p7() -> None:
    state = give(explored(plain(2), 0, world("V")), 0, world("W"), world("T", ENGINEERS), colonists=5)
    state = corrected(state, "home/0", "replaced by W")
    state = play(select(state, "settle"), TakeColonists(0), ReplaceWithWorld(0, "W", "V"))
    assert value(state, "home/0") == "replaced by V"


# --- gray colonies --------------------------------------------------------------------------------------


ENGINEERS = "Settle: may replace a non-military colony, same kind, cost 0-3 higher"
GRAY_W07 = '[[world]]\nid = "W07"\nname = "Comet Zone"\ncost = 1\nvp = 1\ncolonists = 1\n'


def with_good_on_w07() -> State:
    state = plain(2)
    empire = state.empires[0]
    kind = state.catalogue.world("W07").kind
    colonies = (*empire.colonies, Colony("W07", 1, kind))
    return state.with_empire(0, replace(empire, colonies=colonies))


def test_a_good_goes_when_its_world_is_taught_as_gray_p7() -> None:
    state = with_good_on_w07()
    taught = Correction("tile/W07", GRAY_W07)
    assert "Red's good on Comet Zone goes back to the supply." in GAME.words(state, taught)
    after = GAME.correct(state, taught)
    assert after.empires[0].colonies[1].good is None
    assert sum(after.supply.goods) == sum(state.supply.goods) + 1


def test_a_good_goes_when_the_home_is_corrected_to_a_gray_one_p7() -> None:
    state = plain(2)
    state = good_on(
        state.with_empire(0, replace(state.empires[0], colonies=(Colony("H3A", 1),))), 0, "H3A", "Novelty"
    )
    to_gray = Correction("home/0", "H1B")
    assert "goes back to the supply" in GAME.words(state, to_gray)
    after = GAME.correct(state, to_gray)
    assert after.empires[0].colonies == (Colony("H1B", 1),)


def test_a_good_that_cannot_lie_there_can_still_be_taken_away() -> None:
    state = good_on(plain(2), 0, "P0", "Rare")
    assert value(state, "good/0/P0") == "Rare"
    assert corrected(state, "good/0/P0", "none").empires[0].colonies[0].good is None


# --- worlds in the middle -------------------------------------------------------------------------------


def test_a_world_corrected_into_the_middle_counts_among_the_drawn_p6() -> None:
    state = select(plain(2), "explore")
    state = corrected(state, "world/W01", "middle")
    assert state.doing is not None
    assert state.doing.draw == 6
    back = corrected(state, "world/W01", "bag")
    assert back.doing is not None
    assert back.doing.draw == 7
    state = draw(state)
    assert len(state.center) == 7
    assert "W01" in state.center
    assert not [sentence for sentence in GAME.check(state) if "nowhere" in sentence]


def test_a_world_that_lies_in_the_middle_before_explore_counts_among_the_drawn_p6() -> None:
    state = select(corrected(plain(2), "world/W01", "middle"), "explore")
    assert state.doing is not None
    assert state.doing.draw == 6


def test_seven_worlds_corrected_into_the_middle_need_no_draw_p6() -> None:
    state = select(plain(2), "explore")
    for number in range(1, 8):
        state = corrected(state, f"world/W{number:02}", "middle")
    assert {type(decision).__name__ for decision in answers(state)} == {"PickWorld"}


# --- whose part is done ---------------------------------------------------------------------------------


def test_a_settling_told_by_correction_can_be_the_players_part_of_the_action_p6() -> None:
    state = explored(plain(2), 1, world("W"))
    state = play(select(state, "settle"), TakeColonists(0))
    state = corrected(state, "world/W", "colony of yellow")
    colonists = state.supply.colonists
    assert value(state, "done/1") == "no"
    state = corrected(state, "done/1", "yes")
    assert state.doing is None
    assert state.supply.colonists == colonists


@pytest.mark.parametrize("action", ["develop", "settle", "trade-consume", "explore", "produce"])
def test_every_player_can_be_done_in_every_action_p4(action: str) -> None:
    state = plain(3)
    for seat, kind in enumerate(("Novelty", "Rare", "Genes")):
        for number in (1, 2, 3):
            state = give(state, seat, world(f"G{seat}{number}", kind=kind, good="windfall"))
        state = good_on(state, seat, f"G{seat}1", kind)
    state = select(state, action)
    if action == "explore":
        state = draw(state)
    assert state.doing is not None
    asked = state.doing.order[state.doing.at :]
    last = corrected(state, f"done/{asked[-1]}", "yes")
    assert last.doing is not None
    assert last.doing.player == asked[0]
    assert value(last, f"done/{asked[-1]}") == "yes"
    again = corrected(last, f"done/{asked[-1]}", "no")
    assert value(again, f"done/{asked[-1]}") == "no"
    while state.doing is not None:
        state = corrected(state, f"done/{state.doing.player}", "yes")
    assert next(tile for tile in state.actions if tile.name == action).selected_by == 0


# --- endings --------------------------------------------------------------------------------------------


def few_colonists_left() -> State:
    """The round's last action, a Settle, has left 4 colonists: the game is over."""
    state = explored(plain(2), 1, world("W"))
    state = replace(state, supply=replace(state.supply, colonists=8))
    state = replace(state, disks=tuple(replace(d, done=n > 0) for n, d in enumerate(state.disks)))
    state = play(select(state, "settle"), TakeColonists(0), TakeColonists(1))
    assert state.over
    assert state.endings == (FEW_COLONISTS,)
    return state


def test_an_ending_that_a_correction_undoes_is_undone_p9() -> None:
    over = few_colonists_left()
    assert over.empires[1].explored == ()
    state = corrected(over, "colonists/1", 0)
    assert not state.over
    assert state.endings == ()
    assert state.empires[1].explored == ("W",)
    assert state.round == over.round + 1
    assert GAME.questions(state)[0].kind == "select-action"


def test_a_face_down_goal_turned_up_at_the_end_is_face_down_again_p9() -> None:
    state = plain(2, goals="yes")
    state = state.with_empire(1, replace(state.empires[1], hidden_goal="G1"))
    state = replace(state, goal_stack=state.goal_stack[1:], endings=(FULL_EMPIRE,))
    state = replace(state, disks=tuple(replace(d, done=n > 0) for n, d in enumerate(state.disks)))
    over = select(state, "envoys")
    assert over.over
    assert over.empires[1].goals == ("G1",)
    state = corrected(over, "colonists/0", 1)
    assert not state.over
    assert (state.empires[1].goals, state.empires[1].hidden_goal) == ((), "G1")


def test_that_the_game_goes_on_holds_until_the_cause_changes_anew_p9() -> None:
    state = plain(2)
    for number in range(1, 8):
        state = corrected(state, f"world/W{number:02}", "colony of red")
    assert state.endings == (FULL_EMPIRE,)
    state = corrected(state, "last-round", "no")
    assert corrected(state, "credits/0", 9).endings == ()
    assert corrected(state, "colonists/0", 3).endings == ()
    state = play(select(state, "settle"), TakeColonists(0), TakeColonists(1))
    assert state.endings == ()
    assert corrected(state, "world/W08", "colony of red").endings == (FULL_EMPIRE,)


def test_that_the_game_goes_on_is_refused_with_a_reason_once_it_is_over_p9() -> None:
    over = few_colonists_left()
    with pytest.raises(Illegal) as refused:
        corrected(over, "last-round", "no")
    assert refused.value.sentence == (
        "The game is over: to go on, correct what ended it "
        "(fewer than 5 colonists are left after a Settle action)."
    )


def test_an_end_that_the_players_agreed_on_can_be_taken_back_when_over() -> None:
    state = corrected(plain(2), "last-round", "yes")
    state = replace(state, disks=tuple(replace(d, done=n > 0) for n, d in enumerate(state.disks)))
    over = select(state, "envoys")
    assert over.over
    assert not corrected(over, "last-round", "no").over


# --- the track, the supply, goals -----------------------------------------------------------------------


def test_a_disk_corrected_in_mid_action_says_what_stays_p4() -> None:
    state = select(plain(3), "develop")
    said = GAME.words(state, Correction("track/2/0", 1))
    assert said.endswith("The order of the action being done stays: it is changed at “Develop: whose turn”.")
    assert corrected(state, "track/2/0", 1).doing == state.doing
    assert ROWS.find(state, "turn") is not None
    assert "stays" not in GAME.words(plain(3), Correction("track/2/0", 1))


def test_supply_corrections_are_not_held_to_what_a_game_begins_with() -> None:
    state = plain(2)
    assert corrected(state, "supply/vp", 40).supply.vp == 40
    assert corrected(state, "supply/colonists", 30).supply.colonists == 30


def test_goals_in_a_first_game_are_called_a_house_rule_p3() -> None:
    goals = next(option for option in OPTIONS if option.name == "goals")
    assert "house rule" in dict(goals.choices)["yes"]
    assert isinstance(plain(2, goals="yes").setup, Setup)
    assert SelectAction(0, "goals") in answers(plain(2, goals="yes"))
