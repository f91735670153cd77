"""Tests of the expected places of tagged tiles, and of their descriptions."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.games.contract import MIDDLE, Difference, Player, Setup, Spot, seat_zone
from companion.games.new_frontiers.rules.state import Colony, Stockpile
from companion.games.new_frontiers.tiles.tile_info import GRAY
from companion.games.new_frontiers.tracking.layout import layout, seat_of
from companion.table.differences import DifferenceTexts
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start, with_explored


def test_only_the_mats_lie_on_the_table_before_the_first_round() -> None:
    state = start(3)
    mats = state.setup.drawn("mats")
    assert mats is not None
    assert layout(state) == {mat: Spot(seat_zone(seat), "A") for seat, mat in enumerate(mats)}


def test_before_homes_are_chosen_no_side_of_a_mat_is_expected() -> None:
    assert layout(start(3, game="later")) == {}


def test_a_mat_lies_with_the_side_of_the_home_that_was_chosen() -> None:
    state = start(2)
    mat = (state.setup.drawn("mats") or ())[0]
    state = state.with_empire(0, replace(state.empires[0], colonies=(Colony(f"{mat}B", 1),)))
    assert layout(state)[mat] == Spot("seat:0", "B")


def test_explored_worlds_are_gray_side_up_and_colonies_colony_side_up_p6_p7() -> None:
    state = with_explored(start(2), 1, "W03", "W07")
    empire = replace(
        state.empires[1], explored=("W03",), colonies=(*state.empires[1].colonies, Colony("W07", 1))
    )
    spots = layout(state.with_empire(1, empire))
    assert spots["W03"] == Spot("seat:1", "A")
    assert spots["W07"] == Spot("seat:1", "B")


def test_worlds_drawn_lie_in_the_middle_and_the_bag_nowhere() -> None:
    state = start(2)
    state = replace(state, center=state.bag[:7], bag=state.bag[7:])
    spots = layout(state)
    assert all(spots[world] == Spot(MIDDLE, "A") for world in state.center)
    assert not spots.keys() & set(state.bag)


def test_stockpiled_worlds_stay_with_their_owner_gray_side_up_p11() -> None:
    state = start(2, goals="yes")
    state = state.with_empire(0, replace(state.empires[0], stockpile=Stockpile(worlds=("W10",))))
    assert layout(state)["W10"] == Spot("seat:0", "A")


def test_developments_are_not_laid_out_because_copies_share_a_tag() -> None:
    state = start(2)
    state = state.with_empire(0, replace(state.empires[0], developments=("D01", "D02")))
    assert not layout(state).keys() & {"D01", "D02"}


def test_seats_have_zones_and_the_middle_has_no_seat() -> None:
    state = start(3)
    assert [seat_of(seat_zone(seat), state) for seat in range(3)] == [0, 1, 2]
    assert seat_of(MIDDLE, state) is None
    assert seat_of("seat:3", state) is None


# --- tiles ----------------------------------------------------------------------------------------------


def test_every_tile_with_a_tag_is_listed_once_and_found_by_its_id() -> None:
    infos = NEW_FRONTIERS.tracking.tiles()
    ids = [info.id for info in infos]
    assert len(ids) == len(set(ids)) == 60 + 8 + 40 + 8 + 7
    assert all(NEW_FRONTIERS.tracking.tile(info.id) == info for info in infos)
    for unknown in ("W61", "H9", "T8", "", "X1"):
        assert NEW_FRONTIERS.tracking.tile(unknown) is None


def test_every_tag_keeps_the_grammar_and_every_face_has_a_colour() -> None:
    for info in NEW_FRONTIERS.tracking.tiles():
        assert re.fullmatch("[A-Z][0-9]{1,4}", info.id)
        assert len(info.colour) == max(1, len(info.faces))
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in info.colour)


def test_worlds_are_gray_explored_and_in_their_kinds_colour_settled() -> None:
    catalogue = NEW_FRONTIERS.catalogue
    settled: dict[str | None, set[str]] = {}
    for id, world in catalogue.worlds.items():
        info = NEW_FRONTIERS.tracking.tile(id)
        assert info is not None
        assert info.faces == "AB"
        settled.setdefault(world.kind, set()).add(info.colour[1])
        assert info.colour[0] == GRAY
    assert all(len(colours) == 1 for colours in settled.values())
    assert len({colours.copy().pop() for colours in settled.values()}) == 6


def test_a_mat_tells_both_its_homes() -> None:
    info = NEW_FRONTIERS.tracking.tile("H1")
    assert info is not None
    assert info.faces == "AB"
    homes = NEW_FRONTIERS.catalogue.homes
    assert info.caption == f"{homes['H1A'].name} / {homes['H1B'].name}"
    home = NEW_FRONTIERS.tracking.tile("H1A")
    assert home is not None
    assert home.name == homes["H1A"].name


def test_what_nobody_confirmed_stays_marked() -> None:
    catalogue = NEW_FRONTIERS.catalogue
    for id in (*catalogue.worlds, *catalogue.developments, *catalogue.goals):
        info = NEW_FRONTIERS.tracking.tile(id)
        assert info is not None
        assert info.unverified == catalogue[id].assumed


def test_a_home_that_was_replaced_takes_its_mat_out_of_the_layout_p7() -> None:
    """Doomed Colony: a world lies where the home was, colony side up, on the mat's tag or beside it."""
    state = start(2)
    mat = (state.setup.drawn("mats") or ())[0]
    state = state.with_empire(0, replace(state.empires[0], colonies=(Colony("W05", 1),)))
    spots = layout(state)
    assert spots["W05"] == Spot("seat:0", "B")
    assert mat not in spots
    seen = NEW_FRONTIERS.tracking.explain(state, (Difference(mat, None, Spot("seat:0", "A")),))
    assert seen.tolerated == {mat}


def test_a_world_that_lies_wrong_is_told_by_its_sides_names_p6() -> None:
    state = with_explored(start(2), 0, "W03")
    speaker = DifferenceTexts(
        NEW_FRONTIERS, Setup(tuple(Player(empire.name, "blue") for empire in state.empires))
    )
    zone = f"in {state.empires[0].name}'s area"
    wrong = Difference("W03", Spot(seat_zone(0), "A"), Spot(seat_zone(0), "B"))
    assert speaker.move(wrong) == f"Put Imperium Survey HQ {zone}, gray side up."
    assert f"is {zone}, colony side up;" in speaker.differ(wrong)
