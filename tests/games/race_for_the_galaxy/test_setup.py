"""Tests of the setup (rulebook p. 2, 8): start worlds, first hands and discards, chips and the supply."""

from __future__ import annotations

import pytest

from companion.games.contract import Illegal, Player, Setup
from companion.games.race_for_the_galaxy.rules.starts import KeepStart
from companion.table.chance import setup_with_draws
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
    assert state.supply == 114 - 3 * 7 - 1


def test_a_first_hand_is_preset_and_nothing_is_discarded_p2():
    state = new(2, game="first")
    assert [empire.hand for empire in state.empires] == [4, 4]
    assert state.discards == 0


def test_unused_start_worlds_are_shuffled_into_the_supply_p2():
    assert all_cards(new(2)) == 114


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, 114),
        ({"start_worlds": "eleven"}, 120),
        ({"edition": "first"}, 114),
        ({"edition": "first", "start_worlds": "eleven"}, 114),
    ],
)
def test_the_supply_has_what_is_in_the_box_p11(options, cards):
    state = new(2, **options)
    assert all_cards(state) == len(state.catalogue) == cards


def all_cards(state) -> int:
    """Of two players with a start world each and no good."""
    return state.supply + state.discards + sum(empire.hand for empire in state.empires) + 2


def test_alpha_centauri_begins_with_its_windfall_good_p2():
    state = new(3)
    assert goods(state, 2) == {"Alpha Centauri"}
    assert goods(state, 0) == goods(state, 1) == set()


def test_start_worlds_can_be_all_eleven_p11():
    seats = tuple(Player(n, n.lower()) for n in NAMES)
    (draw,) = GAME.setup_draws(Setup(seats, (("edition", "second"), ("start-worlds", "eleven"))))
    assert [GAME.catalogue[id].number for id in draw.pool] == list(range(-6, 5))


def test_the_second_edition_is_the_usual_one():
    """A new table says so; what does not say it is from before there was a choice."""
    assert GAME.setup_options()[2].choices[0][0] == "second"
    made = setup_with_draws(GAME, Setup(tuple(Player(n, n.lower()) for n in NAMES[:2])), 1)
    assert made.option("edition") == "second"
    assert GAME.new(made).card("D29").name == "Galactic Renaissance"


def test_a_setup_without_an_edition_is_played_as_before_there_was_one():
    seats = tuple(Player(n, n.lower()) for n in NAMES[:2])
    old = Setup(seats, (("start-worlds", "eleven"), ("six-cost", "rulebook")))
    (draw,) = GAME.setup_draws(old)
    assert [GAME.new(old.with_draw(draw.what, ("S01", "S06"))).card(id).number for id in draw.pool] == [
        *range(11)
    ]
    state = GAME.new(old.with_draw(draw.what, ("S06", "S01")))
    assert state.supply + state.discards + 2 * 4 + 2 == 120
    assert state.card("S06").name == "Start World 5"
    by_name = {card.name: card for card in state.catalogue}
    assert (by_name["Imperium Armaments World"].cost, by_name["Black Market Trading World"].vp) == (4, 2)
    assert {(one.per, one.vp) for one in by_name["Galactic Imperium"].conditions} == {
        ("rebel_military", 2),
        ("military", 2),
    }


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
