"""Tests of the setup, p. 3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Illegal, Player, Setup
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.actions.homes import ChooseHome
from companion.games.new_frontiers.rules.setup import with_home
from companion.games.new_frontiers.rules.state import Colony, Disk, Stockpile
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.wording.names import ACTION_TILES
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    home,
    play,
    refused,
    setup,
    with_tiles,
)


@pytest.mark.parametrize(("players", "small", "pool"), [(2, 1, 24), (3, 2, 36), (4, 2, 48), (5, 3, 60)])
def test_developments_chips_and_colonists_by_number_of_players_p3(
    players: int, small: int, pool: int
) -> None:
    state = GAME.new(setup(players))
    sizes = dict(state.supply.developments)
    large = [id for id in sizes if state.catalogue.developments[id].large]
    assert len(large) == 8
    assert all(sizes[id] == 1 for id in large)
    assert len(sizes) - len(large) == 16
    assert all(sizes[id] == small for id in sizes if id not in large)
    assert state.supply.vp == pool
    assert state.supply.colonists == pool - players


def test_a_first_game_lays_out_the_white_square_sides_only_p3() -> None:
    state = GAME.new(setup(3))
    faces = [state.catalogue.developments[id] for id, _ in state.supply.developments]
    assert all(face.first_game for face in faces)
    assert len({face.stack for face in faces}) == len(faces)


def test_a_first_game_plays_on_the_white_square_homes_p3() -> None:
    state = GAME.new(setup(3))
    homes = [state.catalogue.homes[empire.colonies[0].world] for empire in state.empires]
    assert [(home.mat, home.side) for home in homes] == [(1, "A"), (2, "A"), (3, "A")]


@pytest.mark.parametrize(
    ("players", "credits"), [(2, [3, 4]), (3, [3, 3, 4]), (4, [3, 3, 4, 4]), (5, [3, 3, 3, 4, 4])]
)
def test_three_credits_and_one_more_for_the_last_players_p3(players: int, credits: list[int]) -> None:
    state = GAME.new(setup(players))
    assert [empire.credits for empire in state.empires] == credits


def test_the_last_player_is_last_on_the_track_not_in_seat_order_p3() -> None:
    state = GAME.new(setup(3, order=(2, 0, 1)))
    assert [disk.player for disk in state.disks] == [2, 0, 1]
    assert [empire.credits for empire in state.empires] == [3, 4, 3]


def test_one_disk_each_on_the_track_p3() -> None:
    assert GAME.new(setup(3)).disks == (Disk(0), Disk(1), Disk(2))


def test_two_players_put_their_second_disks_behind_in_the_same_order_p3() -> None:
    state = GAME.new(setup(2, order=(1, 0)))
    assert state.disks == (Disk(1, 0), Disk(0, 0), Disk(1, 1), Disk(0, 1))


def test_the_stockpile_mats_are_empty_p11() -> None:
    state = GAME.new(setup(3, goals="yes"))
    assert {empire.stockpile for empire in state.empires} == {Stockpile(goods=(), credits=0, worlds=())}


def test_each_home_has_one_colonist_from_the_supply_p3() -> None:
    state = GAME.new(setup(4))
    assert all(empire.colonies[0].colonists == 1 for empire in state.empires)
    assert all(empire.colonists == 0 for empire in state.empires)


def test_a_home_with_a_halo_begins_with_its_good_p3() -> None:
    state = GAME.new(setup(2))
    state = with_tiles(state, home("halo", kind="Genes", good="windfall"))
    begun = with_home(state, 0, "halo")
    assert begun.empires[0].colonies == (Colony("halo", 1, "Genes"),)
    assert begun.supply.goods[2] == state.supply.goods[2] - 1


def test_a_production_home_begins_without_a_good_p3() -> None:
    state = with_tiles(GAME.new(setup(2)), home("producer", kind="Genes", good="production"))
    assert with_home(state, 0, "producer").empires[0].colonies[0].good is None


def test_all_sixty_worlds_are_in_the_bag_p2() -> None:
    state = GAME.new(setup(2))
    assert set(state.bag) == set(state.catalogue.worlds)
    assert len(state.bag) == 60


def test_the_seven_action_tiles_with_isolation_in_a_first_game_p3() -> None:
    state = GAME.new(setup(2))
    assert tuple(tile.name for tile in state.actions) == ACTION_TILES
    assert state.goal_stack == ()


def test_goals_replace_isolation_and_are_stacked_face_down_p3_p11() -> None:
    state = GAME.new(setup(2, goals="yes"))
    assert [tile.name for tile in state.actions] == ["goals", *ACTION_TILES[1:]]
    assert state.goal_stack == ("",) * 8


def test_later_games_flip_a_coin_for_each_tile_or_stack_with_two_faces_p3() -> None:
    bare = Setup(setup(3).players, (("game", "later"),))
    flips = [draw for draw in GAME.setup_draws(bare) if draw.what.startswith("side ")]
    assert len(flips) == 8 + 8
    assert all(draw.count == 1 and len(draw.pool) == 2 for draw in flips)


def test_tails_turns_the_whole_stack_over_p3() -> None:
    whole = setup(3, game="later")
    stack = next(what for what, _ in whole.chance if what.startswith("side "))
    faces = next(d.pool for d in GAME.setup_draws(Setup(whole.players, whole.options)) if d.what == stack)
    for face, other in (faces, faces[::-1]):
        chance = tuple((what, (face,) if what == stack else names) for what, names in whole.chance)
        sizes = dict(GAME.new(replace(whole, chance=chance)).supply.developments)
        assert face in sizes
        assert other not in sizes


def test_later_games_let_players_choose_their_home_in_player_order_p3() -> None:
    state = GAME.new(setup(3, order=(2, 0, 1), game="later"))
    assert asked(state) == (2, "choose-home")
    assert answers(state) == [ChooseHome(2, "H3A"), ChooseHome(2, "H3B")]
    assert NO_ANSWER in refused(state, ChooseHome(2, "H1A"))
    state = play(state, ChooseHome(2, "H3B"))
    assert state.empires[2].colonies[0].world == "H3B"
    assert asked(state) == (0, "choose-home")
    state = play(state, ChooseHome(0, "H1A"), ChooseHome(1, "H2A"))
    assert asked(state) == (2, "select-action")
    assert state.supply.colonists == 36 - 3


def test_a_setup_names_what_is_still_to_be_drawn() -> None:
    with pytest.raises(Illegal, match="order"):
        GAME.new(Setup(setup(2).players))


@pytest.mark.parametrize("count", [0, 1, 6])
def test_two_to_five_players_p1(count: int) -> None:
    players = tuple(Player(f"Seat {n}", colour) for n, colour in enumerate((*GAME.colours, "red")[:count]))
    with pytest.raises(Illegal, match="2 to 5"):
        GAME.setup_draws(Setup(players))


def test_there_must_be_an_empire_mat_for_each_player() -> None:
    few = NewFrontiers(
        Catalogue(tile for tile in GAME.catalogue.values() if getattr(tile, "mat", 1) in (1, 2, None))
    )
    players = tuple(Player(colour, colour) for colour in GAME.colours[:3])
    assert few.setup_draws(Setup(players[:2]))
    with pytest.raises(Illegal, match="not enough empire mats"):
        few.setup_draws(Setup(players))


def test_two_players_cannot_have_one_colour() -> None:
    with pytest.raises(Illegal, match="colour"):
        GAME.setup_draws(Setup((Player("One", "red"), Player("Two", "red"))))


@pytest.mark.parametrize("option", [("game", "middle"), ("cards", "yes")])
def test_unknown_choices_are_refused(option: tuple[str, str]) -> None:
    with pytest.raises(Illegal, match="setup choice"):
        GAME.setup_draws(Setup(setup(2).players, (option,)))


def test_a_draw_that_cannot_be_is_refused() -> None:
    whole = setup(2)
    chance = tuple((what, ("H1", "H1") if what == "mats" else names) for what, names in whole.chance)
    with pytest.raises(Illegal, match="mats"):
        GAME.new(replace(whole, chance=chance))
