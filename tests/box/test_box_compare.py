from companion.box.compare import THEIRS, differences, merge
from companion.box.editing import tiles_in

OWN_BOX = """# mine
[[world]]
id = "W01"
name = "One"
cost = 1
vp = 1
assumed = ["vp"]

[[world]]
id = "W02"
name = "Two"
cost = 2
"""
OTHER_BOX = """[[world]]
id = "W01"
name = "One"
cost = 1
vp = 2

[[world]]
id = "W02"
name = "Two"
defense = 3

[[home]]
id = "H1A"
name = "Home"
"""
FIELD_GROUPS = (("cost", "defense"),)


def test_differences_are_told_field_by_field():
    lines = [d.line() for d in differences(tiles_in(OWN_BOX), tiles_in(OTHER_BOX))]
    assert lines == [
        "W01 One: vp: 1 / 2",
        "W02 Two: cost: 2 / -",
        "W02 Two: defense: - / 3",
        "H1A Home: only in the second",
    ]
    assert differences(tiles_in(OWN_BOX), tiles_in(OWN_BOX)) == ()


def test_merging_learns_what_is_better_known_and_shows_conflicts():
    merged = merge(OWN_BOX, OTHER_BOX, FIELD_GROUPS)
    assert [c.line() for c in merged.conflicts] == ["W02 Two: cost: 2 / -"]
    assert merged.learned == ("W01", "H1A")
    tiles = tiles_in(merged.text)
    assert tiles["W01"].fields == {"id": "W01", "name": "One", "cost": 1, "vp": 2}
    assert tiles["W02"] == tiles_in(OWN_BOX)["W02"]
    assert merged.text.startswith("# mine\n")


def test_a_conflict_can_be_settled_for_the_other_box_and_takes_the_whole_group():
    tiles = tiles_in(merge(OWN_BOX, OTHER_BOX, FIELD_GROUPS, THEIRS).text)
    assert tiles["W02"].fields == {"id": "W02", "name": "Two", "defense": 3}


def test_what_the_other_does_not_know_either_changes_nothing():
    doubtful = OTHER_BOX.replace("vp = 2\n", 'vp = 2\nassumed = ["vp"]\n')
    assert tiles_in(merge(OWN_BOX, doubtful, FIELD_GROUPS).text)["W01"] == tiles_in(OWN_BOX)["W01"]


def test_merging_twice_changes_nothing_more():
    once = merge(OWN_BOX, OTHER_BOX, FIELD_GROUPS, THEIRS)
    again = merge(once.text, OTHER_BOX, FIELD_GROUPS, THEIRS)
    assert (again.text, again.learned, again.conflicts) == (once.text, (), ())


def test_a_stand_in_that_somebody_saw_is_one_no_longer():
    made_up = '[[world]]\nid = "W01"\nname = "World 1"\ncost = 9\nsource = "stand-in"\n'
    tile = tiles_in(merge(made_up, OTHER_BOX).text)["W01"]
    assert tile.own
    assert tile.fields["name"] == "One"
