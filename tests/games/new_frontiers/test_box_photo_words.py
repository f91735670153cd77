"""Tests of tile fields that are found in the text on a photo, with text recognized on rendered photos."""

import pytest

from companion import games
from companion.games.contract.box import SeenWord

BOOK = games.load("new-frontiers").box.book()


def words(*texts, y=-1.5):
    return tuple(SeenWord(text, x, y) for text, x in texts)


@pytest.mark.parametrize(
    ("name", "power", "said"),
    [
        ("Gem World", "Trade:+1 this", {"name": "Gem World", "powers": ["Trade:+1 this"]}),
        (
            "Devolved UpliftRace",
            "Settle:-l costofAlien worlds",
            {"name": "Devolved Uplift Race", "powers": ["Settle: -1 cost of Alien worlds"]},
        ),
        ("", "Trade:+l this", {"powers": ["Trade:+1 this"]}),
        ("NewVinland", "Develop:-1 cost", {"name": "New Vinland", "powers": ["Develop:-1 cost"]}),
        ("Produce:gain s1 when this produces", "中", {"powers": ["Produce: gain $1 when this produces"]}),
        ("Nothing known at all", "回回", {}),
    ],
)
def test_readings_are_brought_to_what_is_known(name, power, said):
    found = BOOK.read_off(words((name, 0.0), (power, 0.1)))
    assert {field: found[field] for field in said} == said
    assert found.keys() <= {"name", "powers"}


def test_a_digit_left_is_the_cost_and_right_the_vp_and_beside_the_tag_none():
    assert BOOK.read_off(words(("O", -1.0), ("9", 1.0))) == {"cost": 0, "vp": 9}
    assert BOOK.read_off(words(("4", -1.0), y=0.4)) == {}


def test_a_power_that_is_no_line_is_kept_as_it_was_read():
    assert BOOK.read_off(words(("Consume: sing three songs", 0.0))) == {
        "powers": ["Consume: sing three songs"]
    }
    assert BOOK.read_off(()) == {}
