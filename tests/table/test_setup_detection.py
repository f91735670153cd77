"""Tests of the setup that is detected from tiles, for New Frontiers and for a game that begins without
tiles."""

from __future__ import annotations

import pytest

from companion import games
from companion.games.contract import MIDDLE, Draw, Player, Setup, Spot, seat_zone
from companion.table.chance import setup_with_draws
from companion.table.setup_detection import (
    draws_shown_by_tiles,
    option_matching_tiles,
    setup_places,
    with_detected_draws,
)
from tests.table.toy_game import STONES, StonesGame

GAME = games.load("new-frontiers")
PLAYERS = (Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red"))
TWO = Setup(PLAYERS[:2])
MATS = {"H3": Spot(seat_zone(0), "A"), "H1": Spot(seat_zone(1), "B"), "H8": Spot(seat_zone(2), "A")}


def setup(game="later"):
    return Setup(PLAYERS, (("game", game),))


def test_a_mat_before_each_player_is_read_with_its_home():
    found = setup_places(GAME, setup(), MATS)
    assert [place.player for place in found] == list(PLAYERS)
    assert [place.found for place in found] == [("H3",), ("H1",), ("H8",)]
    assert all(place.good for place in found)
    name = GAME.untracked.final().name
    assert [place.words for place in found] == [
        f"{name(tile + spot.face)} (Empire mat {tile[1:]})" for tile, spot in MATS.items()
    ]
    assert with_detected_draws(GAME, setup(), MATS).drawn("mats") == ("H3", "H1", "H8")


def test_what_lies_elsewhere_tells_nothing():
    """Mats in the middle, worlds in front of a player, and all else that no draw of the setup asks for."""
    others = {"H5": Spot(MIDDLE, "A"), "W07": Spot(seat_zone(0), "A")}
    assert with_detected_draws(GAME, setup(), MATS | others).drawn("mats") == ("H3", "H1", "H8")
    assert [place.found for place in setup_places(GAME, setup(), others)] == [(), (), ()]


@pytest.mark.parametrize(
    ("lying", "found"),
    [
        ({"H3": MATS["H3"]}, [("H3",), (), ()]),
        (MATS | {"H4": Spot(seat_zone(1), "A")}, [("H3",), ("H1", "H4"), ("H8",)]),
    ],
)
def test_a_draw_that_is_not_whole_is_not_told(lying, found):
    laid = setup_places(GAME, setup(), lying)
    assert [place.found for place in laid] == found
    assert not all(place.good for place in laid)
    assert with_detected_draws(GAME, setup(), lying).drawn("mats") is None


def test_a_mat_with_the_wrong_side_up_is_said_so():
    """A first game is played on the white-square sides (p. 3)."""
    found = setup_places(GAME, setup("first"), MATS)
    assert [bool(place.mend) for place in found] == [False, True, False]
    assert "Empire mat 1" in found[1].mend
    assert "Green" in found[1].mend
    assert not found[1].good


def test_the_homes_are_chosen_as_the_mats_lie():
    """In later games each player in turn chooses a side of the mat (p. 3)."""
    state = GAME.new(setup_with_draws(GAME, with_detected_draws(GAME, setup(), MATS), seed=1))
    chosen = []
    while (option := option_matching_tiles(GAME, state, MATS)) is not None:
        chosen.append(option.tile)
        state = GAME.play(state, option.decision)
    assert sorted(chosen) == ["H1B", "H3A", "H8A"]
    assert [empire.colonies[0].world for empire in state.empires] == ["H3A", "H1B", "H8A"]
    assert GAME.questions(state)[0].kind == "select-action"


def test_a_mat_out_of_sight_is_left_for_its_player_to_choose():
    whole = setup_with_draws(GAME, with_detected_draws(GAME, setup(), MATS), seed=1)
    state = GAME.new(whole)
    first = GAME.questions(state)[0].player
    seen = {tile: spot for tile, spot in MATS.items() if spot.zone != seat_zone(first)}
    assert option_matching_tiles(GAME, state, seen) is None


def test_a_game_whose_setup_has_no_tiles_is_told_nothing():
    game = StonesGame()
    assert draws_shown_by_tiles(game, TWO) == ()
    assert setup_places(game, TWO, {"S01": Spot(MIDDLE, "A")}) == ()
    assert with_detected_draws(game, TWO, {"S01": Spot(MIDDLE, "A")}) == TWO


class FirstStoneGame(StonesGame):
    """Its setup draws a stone to the middle. Nothing tells what a stone is on a finished table."""

    def setup_draws(self, setup):
        first = Draw("first", 1, STONES, zones=(MIDDLE,))
        return (*super().setup_draws(setup), *(() if setup.drawn("first") else (first,)))


def test_a_tile_that_lies_by_no_other_name_is_called_by_its_own():
    (place,) = setup_places(FirstStoneGame(), TWO, {"S03": Spot(MIDDLE, "A")})
    assert (place.words, place.good) == ("Stone 3", True)
