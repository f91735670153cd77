"""Tests of the setup (rulebook p. 2, 8): start worlds, first hands and discards, chips and the supply."""

from __future__ import annotations

import pytest

from companion.games.contract import Illegal, Player, Setup
from companion.games.race_for_the_galaxy.rules.start_choice import KeepStart
from tests.games.race_for_the_galaxy.build import GAME, NAMES, asked, goods, new, play, refused, setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_twelve_vp_in_chips_for_each_player_p2(players):
    assert new(players).pool == 12 * players


def test_two_to_four_players_p2():
    for number in (1, 5):
        seats = tuple(Player(f"P{n}", colour) for n, colour in enumerate(("blue", "green", "red", "yellow")))
        with pytest.raises(Illegal, match="2 to 4 players"):
            GAME.new(Setup(seats[:number] if number < 5 else (*seats, Player("P5", "pink"))))


def test_two_players_cannot_have_one_colour():
    seats = (Player("A", "blue"), Player("B", "blue"))
    with pytest.raises(Illegal, match="one colour"):
        GAME.new(Setup(seats).with_draw("start-worlds", ("S01", "S02")))


def test_each_player_is_dealt_one_of_five_start_worlds_p2():
    (draw,) = GAME.setup_draws(Setup(tuple(Player(n, n.lower()) for n in NAMES)))
    names = [GAME.catalogue[id].name for id in draw.pool]
    assert names == ["Old Earth", "Epsilon Eridani", "Alpha Centauri", "New Sparta", "Earth's Lost Colony"]
    assert draw.count == 4
    assert draw.ordered
    assert [len(empire.tableau) for empire in new(4).empires] == [1, 1, 1, 1]


def test_the_same_start_world_is_not_dealt_twice():
    made = Setup(tuple(Player(n, n.lower()) for n in NAMES[:2])).with_draw("start-worlds", ("S01", "S01"))
    with pytest.raises(Illegal, match="another one"):
        GAME.new(made)


@pytest.mark.parametrize(("players", "numbers"), [(2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4])])
def test_a_first_game_uses_the_start_worlds_from_1_on_p2(players, numbers):
    seats = tuple(Player(n, n.lower()) for n in NAMES[:players])
    (draw,) = GAME.setup_draws(Setup(seats, (("game", "first"),)))
    assert [GAME.catalogue[id].number for id in draw.pool] == numbers


def test_six_cards_are_dealt_and_two_discarded_p2():
    state = new(3)
    assert [empire.hand for empire in state.empires] == [4, 4, 4]
    # Alpha Centauri is among the start worlds, and has a card as its good.
    assert state.discards == 6
    assert state.supply == 120 - 3 * 7 - 1


def test_a_first_hand_is_preset_and_nothing_is_discarded_p2():
    state = new(2, game="first")
    assert [empire.hand for empire in state.empires] == [4, 4]
    assert state.discards == 0


def test_unused_start_worlds_are_shuffled_into_the_supply_p2():
    state = new(2)
    assert state.supply + state.discards + 2 * 4 + 2 == 120


def test_alpha_centauri_begins_with_its_windfall_good_p2():
    state = new(3)
    assert goods(state, 2) == {"Alpha Centauri"}
    assert goods(state, 0) == goods(state, 1) == set()


def test_start_worlds_can_be_all_eleven_p11():
    seats = tuple(Player(n, n.lower()) for n in NAMES)
    (draw,) = GAME.setup_draws(Setup(seats, (("start-worlds", "eleven"),)))
    assert len(draw.pool) == 11


# --- the choice of start worlds (p. 8) ---


def choice(players: int = 2, **options: str):
    return GAME.new(setup(players, start="choice", **options))


def test_experienced_players_keep_one_of_two_start_worlds_p8():
    state = choice()
    assert asked(state) == [(0, "keep-start"), (1, "keep-start")]
    state = play(state, KeepStart(0, "S02"), KeepStart(1, "S03"))
    assert [empire.start for empire in state.empires] == ["S02", "S03"]
    assert goods(state, 1) == {"Alpha Centauri"}
    assert asked(state) == [(0, "choose-actions"), (1, "choose-actions")]


def test_one_start_world_and_two_cards_are_discarded_p8():
    state = play(choice(), KeepStart(0, "S02"), KeepStart(1, "S04"))
    assert [empire.hand for empire in state.empires] == [4, 4]
    assert state.discards == 2 * 3


def test_start_worlds_are_revealed_simultaneously_p8():
    state = play(choice(), KeepStart(0, "S02"))
    assert GAME.view(state, 1).progress[0].placed == ""
    assert GAME.view(state, None).progress[0].placed == ""
    assert GAME.view(state, 0).progress[0].placed == "S02"
    state = play(state, KeepStart(0, "S04"))
    assert GAME.view(state, 0).progress[0].placed == "S04"


def test_two_who_name_the_same_start_world_choose_again():
    state = play(choice(), KeepStart(0, "S02"), KeepStart(1, "S02"))
    assert asked(state) == [(0, "keep-start"), (1, "keep-start")]


def test_there_must_be_an_odd_and_an_even_world_for_each_player_p8():
    with pytest.raises(Illegal, match="odd and an even"):
        choice(3)
    assert asked(choice(4, start_worlds="eleven"))


def test_only_start_worlds_can_be_kept():
    refused(choice(), KeepStart(0, "W01"), "which start world do you keep?")


def test_an_unknown_option_is_refused():
    with pytest.raises(Illegal, match="cannot be"):
        GAME.new(setup(2, game="never"))
