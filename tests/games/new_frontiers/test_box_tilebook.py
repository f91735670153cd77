"""Tests of registering New Frontiers' tiles: their fields, the choices offered, and changes during play."""

import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.box.editing import tile_text
from companion.games.contract import LATER, Correction, Illegal, Player, Setup
from companion.games.contract.box import BoxTile
from companion.games.contract.told import Told
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.box_file import as_fields, box_tile, catalogue
from companion.games.new_frontiers.tiles.catalogue import Development
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tiles.powers import Manual
from companion.simulation.simulate import new_game

GAME = games.load("new-frontiers")
BOOK = GAME.box.book()


def test_a_tile_s_fields_read_back_to_the_same_tile():
    for tile in catalogue().values():
        fields = as_fields(tile)
        read = box_tile(fields.type, fields.fields, "here")
        assert (replace(read, paired=tile.paired) if isinstance(read, Development) else read) == tile


def test_the_book_goes_through_all_116_tiles_and_then_the_goals():
    tiles = BOOK.tiles()
    assert [t.type for t in tiles] == ["world"] * 60 + ["development"] * 40 + ["home"] * 16 + ["goal"] * 8


def test_every_line_offered_is_one_that_the_rules_can_play():
    lines = suggestions.lines(catalogue())
    assert len(lines) > 150
    shipped = {power.text for tile in catalogue().values() for power in getattr(tile, "powers", ())}
    assert not [
        line for line in lines if isinstance(parse_power(line).effect, Manual) and line not in shipped
    ]
    assert all(parse_bonus(line).pairs for line in suggestions.bonuses(catalogue()))


def test_another_game_s_values_are_offered_under_its_name_and_never_as_this_game_s():
    assert {"Gem World", "Devolved Uplift Race"} <= {*suggestions.names(catalogue().values())}
    start = suggestions.starting_values()["Gem World"].fields
    assert start == {"name": "Gem World", "cost": 2, "vp": 1, "kind": "Novelty", "good": "production"}
    assert BOOK.usual_from == "Race for the Galaxy"
    assert not any(tile.name == "Gem World" for tile in catalogue().values())


def test_what_is_understood_of_a_tile_is_drawn_and_said():
    said = (
        "name=Mine",
        "price=defense 4",
        "vp=2",
        "kind=gray",
        "colonists=1",
        "powers=Trade: +2 this",
        "powers=Trade: ?",
    )
    told = BOOK.told("W11", Told.read([f"W11/{one}" for one in said]))
    known = BOOK.understood(told.piece)
    assert known.wrong == ""
    assert known.caption == "Military world, defense 4, 1 colonist, gray, 2 VP"
    assert len(known.faces) == 2
    assert [plays for _, plays in known.lines] == [True, False]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"cost": 2}, "name"),
        ({"name": " ", "cost": 2}, "name"),
        ({"name": "Mine"}, "cost"),
        ({"name": "Mine", "cost": 2, "defense": 3}, "cost and a defense"),
        ({"name": "Mine", "cost": 2, "good": "production"}, "kind"),
        ({"name": "Mine", "cost": 2, "kind": "Purple"}, "kind"),
        ({"name": "Mine", "cost": 200}, "cost"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(fields, says):
    text = tile_text(BoxTile("world", {"id": "W11"} | fields))
    with pytest.raises(Illegal, match=says):
        GAME.correct(started(), Correction("tile/W11", text))


@pytest.mark.parametrize("id", ["", "X1", "W", "W1", "G9", "H3C", "W07A", "w07", "Z1"])
def test_an_id_that_no_tag_can_have_is_refused(id):
    with pytest.raises(Illegal):
        BOOK.telling(id)


def test_the_homes_are_the_faces_of_the_mats():
    assert BOOK.owned("H3A") == "H3A"
    assert BOOK.owned("W07A") == BOOK.owned("W07B") == BOOK.owned("W07") == "W07"
    unmet = BOOK.told("H9B", Told.read((LATER,))).tile
    assert (unmet.fields["mat"], unmet.fields["side"]) == (9, "B")
    home = tile_text(BoxTile("home", {"id": "H3A", "name": "Mine", "cost": 0, "mat": 4, "side": "A"}))
    with pytest.raises(Illegal, match="side A of empire mat 3"):
        GAME.correct(started(), Correction("tile/H3A", home))


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["name", "cost", "vp", "kind", "good", "powers", "bonus", "nonsense"]),
        st.one_of(
            st.integers(-5, 200),
            st.text(string.printable, max_size=30),
            st.none(),
            st.lists(st.text(max_size=10), max_size=3),
        ),
    )
)
def test_whatever_comes_from_a_form_is_understood_or_refused_in_words(fields):
    sentence = "."
    try:
        box_tile("world", {"id": "W11"} | fields, "the form")
    except Illegal as refused:
        sentence = refused.sentence
    assert sentence.endswith(".")


# --- in play --------------------------------------------------------------------------------------------


def started():
    import random

    return new_game(GAME, 2, (), random.Random(1))


def taught(id="W61", **fields):
    text = tile_text(BoxTile("world", {"id": id, "name": "Newcomer", "cost": 2, "vp": 1} | fields))
    return Correction(f"tile/{id}", text)


def test_a_tile_taught_in_play_is_in_the_bag_and_in_the_game_of_that_state():
    before = started()
    after = GAME.correct(before, taught())
    assert after.bag == (*before.bag, "W61")
    assert GAME.box.at(after).tracking.tile("W61").name == "Newcomer"
    assert GAME.tracking.tile("W61") is None
    assert GAME.box.at(before) is GAME
    assert GAME.words(before, taught()) == "Tile W61 is Newcomer: World, cost 2, 1 colonist, gray, 1 VP"


def test_a_known_tile_taught_again_stays_where_it_is():
    before = started()
    after = GAME.correct(before, taught("W11", cost=5))
    assert after.bag == before.bag
    assert after.catalogue["W11"].cost == 5
    assert after.catalogue["W11"].assumed == ()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tile/W61", 3),
        ("tile/W61", "nonsense ["),
        ("tile/W61", ""),
        ("tile/W62", tile_text(BoxTile("world", {"id": "W61", "name": "N", "cost": 1}))),
        ("tile/Q61", tile_text(BoxTile("world", {"id": "Q61", "name": "N", "cost": 1}))),
    ],
)
def test_what_teaches_no_tile_is_refused(path, text):
    with pytest.raises(Illegal):
        GAME.correct(started(), Correction(path, text))


def test_a_game_with_a_box_begins_with_its_tiles():
    box = tile_text(BoxTile("world", {"id": "W11", "name": "Mine", "cost": 2}))
    game = GAME.box.with_box(box)
    players = (Player("Blue", "blue"), Player("Green", "green"))
    setup = Setup(players, box=box)
    while wanted := game.setup_draws(setup):
        setup = setup.with_draw(wanted[0].what, wanted[0].pool[: wanted[0].count])
    assert setup.box == box
    assert game.box.at(game.new(setup)).tracking.tile("W11").name == "Mine"
    assert [problem.words() for problem in GAME.box.with_box("[[world]]\nid = 'W11'\n").unread] == [
        "the box file, line 1: W11: name is missing: give 'name', or list 'name' in untold.",
        "the box file, line 1: W11: cost or defense is missing: "
        "give 'cost', 'defense', or list 'price' in untold.",
    ]
