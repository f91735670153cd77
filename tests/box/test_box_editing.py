import tomllib
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.editing import (
    FILE_HEADER,
    aside,
    tile_text,
    tiles_in,
    with_tile,
    without_tellers,
    without_tile,
)
from companion.box.shelf import BoxTrouble
from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import rows_in

OWN_BOX = """# Our copy
# bought second-hand

[[world]]
id = "W01"       # top left
name = "First"
cost = 0         # free

# the next one is worn
[[world]]
name = "Second"
id = "W02"
cost = 1

[[development]]
id = "D01"
name = "Third"
cost = 1
# the end
"""


def test_a_changed_value_leaves_every_other_character_alone():
    changed = with_tile(OWN_BOX, BoxTile("world", {"id": "W01", "name": "First", "cost": 5}))
    assert changed == OWN_BOX.replace("cost = 0 ", "cost = 5 ")


def test_an_added_field_comes_last_in_its_tile_and_a_dropped_one_goes():
    changed = with_tile(OWN_BOX, BoxTile("world", {"id": "W02", "name": "Second", "defense": 3}))
    assert changed == OWN_BOX.replace('id = "W02"\ncost = 1\n', 'id = "W02"\ndefense = 3\n')


def test_a_new_tile_follows_the_last_of_its_kind():
    changed = with_tile(OWN_BOX, BoxTile("world", {"id": "W03", "name": "New", "cost": 2}))
    assert changed == OWN_BOX.replace(
        "[[development]]", '[[world]]\nid = "W03"\nname = "New"\ncost = 2\n\n[[development]]'
    )


def test_a_kind_the_box_has_not_had_begins_at_its_end():
    changed = with_tile(OWN_BOX, BoxTile("home", {"id": "H1A"}))
    assert changed == OWN_BOX.replace("# the end\n", '\n[[home]]\nid = "H1A"\n# the end\n')


def test_a_tile_taken_out_takes_no_comment_with_it():
    without = without_tile(OWN_BOX, "W02")
    assert list(tiles_in(without)) == ["W01", "D01"]
    assert all(
        f"# {words}" in without for words in ("Our copy", "top left", "the next one is worn", "the end")
    )
    assert without_tile(OWN_BOX, "W99") == OWN_BOX


def test_the_first_tile_begins_the_box_with_a_head():
    text = with_tile("", BoxTile("world", {"id": "W01"}), "Stones")
    assert text == FILE_HEADER.format(title="Stones") + '\n[[world]]\nid = "W01"\n'


def test_what_is_put_aside_is_a_comment_as_it_was_written():
    odd = 'cost = {low = 1, high = 2}  # or so\npowers = [\n    "Fly",\n]\n'
    box = OWN_BOX.replace("cost = 0         # free\n", odd)
    aside_ = aside(box, "W01", ["cost", "powers"])
    lines = ["# cost = {low = 1, high = 2}", "# powers = [", '#     "Fly",', "# ]"]
    assert [line for line in aside_.splitlines() if line in lines] == lines
    assert tiles_in(aside_)["W01"].fields == {"id": "W01", "name": "First"}
    whole = aside(box, "W01")
    assert list(tiles_in(whole)) == ["W02", "D01"]
    assert all(
        f"# {line}" in whole.splitlines() for line in ("[[world]]", 'name = "First"', *odd.splitlines())
    )
    assert aside(box, "W99") == box


def test_a_tile_that_turns_out_to_be_of_another_kind_is_there_once():
    changed = with_tile(OWN_BOX, BoxTile("development", {"id": "W01", "name": "First"}))
    assert tiles_in(changed)["W01"].type == "development"
    assert len(tiles_in(changed)) == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[world]\n", "TOML"),
        ("world = 3\n", "begin each world"),
        ("a = " + "[" * 5000, "TOML"),
    ],
)
def test_what_is_no_box_is_refused(text, says):
    with pytest.raises(BoxTrouble, match=says):
        with_tile(text, BoxTile("world", {"id": "W01"}))


def test_what_cannot_be_read_stays_as_it_is_beside_what_is_written():
    odd = "[[world]]\nname = 'x'\n\n[[world]]\nid = 3\n\n[[world]]\nid = broken\n\n"
    changed = with_tile(odd, BoxTile("world", {"id": "W01", "cost": 2}))
    assert changed.startswith(odd)
    assert tiles_in(changed) == {"W01": BoxTile("world", {"id": "W01", "cost": 2})}


def test_of_two_with_one_id_the_first_counts_and_is_the_one_that_is_written():
    twice = "[[world]]\nid = ' W01 '\ncost = 1\n\n[[home]]\nid = 'W01'\n\n[[world]]\nid = 'W01'\ncost = 5\n"
    assert tiles_in(twice)["W01"].fields["cost"] == 1
    assert [problem.line for problem in rows_in(twice)[1]] == [6, 9]
    changed = with_tile(twice, BoxTile("world", {"id": "W01", "cost": 2}))
    assert tiles_in(changed)["W01"].fields["cost"] == 2
    assert tiles_in(without_tile(twice, "W01")) == {}
    moved = with_tile(twice, BoxTile("home", {"id": "W01"}))
    assert tiles_in(moved) == {"W01": BoxTile("home", {"id": "W01"})}


def test_values_by_their_names_stay_below_the_row_that_is_written():
    text = "[[tech]]\nid = 'a'\nlevel = 1\n\n[values]\ntax = 3\n"
    changed = with_tile(text, BoxTile("tech", {"id": "a", "level": 2}))
    assert changed == text.replace("level = 1", "level = 2")
    assert tomllib.loads(with_tile(changed, BoxTile("tech", {"id": "b"})))["values"] == {"tax": 3}


def test_after_a_while_no_line_of_who_told_what_names_anybody():
    text = '[[world]] # ours\nid = "W01" # seen\ntold = ["2026-05-01 Mia\'s phone: name", "Mia wrote this"'
    text += ', "2026-05-01 Ben\'s phone: name", "2026-05-02 Ben\'s phone & the tablet: cost"'
    text += ', "2026-05-03 Ben\'s phone: vp"]\n\n'
    broken = '[[world]]\nid = broken\ntold = ["2026-05-01 Mia\'s phone: name"]\n'
    text += broken
    after = without_tellers(text, date(2026, 5, 3))
    assert tiles_in(after)["W01"].told == (
        "2026-05-01 a phone: name",
        "Mia wrote this",
        "2026-05-02 a phone & the tablet: cost",
        "2026-05-03 Ben's phone: vp",
    )
    assert after.startswith('[[world]] # ours\nid = "W01" # seen\n')
    assert after.endswith(broken)
    assert without_tellers(after, date(2026, 5, 3)) is after
    assert without_tellers(text, date(2026, 5, 1)) is text


values = st.one_of(
    st.integers(0, 99), st.booleans(), st.text(max_size=40), st.lists(st.text(max_size=60), max_size=4)
)
tiles = st.builds(
    lambda type, number, fields: BoxTile(type, {"id": f"X{number}"} | fields),
    st.sampled_from(["world", "home", "development"]),
    st.integers(1, 6),
    st.dictionaries(st.sampled_from(["name", "cost", "vp", "powers", "kind"]), values),
)


@settings(deadline=None)
@given(st.lists(tiles, max_size=12), st.sampled_from(["", OWN_BOX]))
def test_a_box_holds_the_last_that_was_said_of_each_tile(said, text):
    comments = [line for line in text.splitlines() if line.startswith("#")]
    wanted = tiles_in(text)
    for tile in said:
        text = with_tile(text, tile, "Stones")
        wanted[tile.id] = tile
    assert tiles_in(text) == wanted
    assert all(comment in text for comment in comments)
    tomllib.loads(text)


@settings(deadline=None)
@given(tiles)
def test_a_tile_alone_reads_back(tile):
    assert tiles_in(tile_text(tile)) == {tile.id: tile}
