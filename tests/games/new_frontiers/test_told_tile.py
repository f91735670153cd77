"""Tests of the large drawing of a tile that is being told: whatever may be said of it is drawn."""

from __future__ import annotations

import pytest

from companion.games.new_frontiers.display import told_tile
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.tiles.catalogue import Goal, printed_on

CATALOGUE = NewFrontiers().catalogue


@pytest.mark.parametrize("id", ["W01", "W30", "D02", "D30", "H1A"])
def test_each_saying_of_a_drawn_fact_has_a_picture_and_no_two_look_alike(id: str) -> None:
    tile = CATALOGUE[id]
    drawn = told_tile.drawing(tile)
    assert drawn is not None
    assert {"vp", "powers"} <= drawn.facts.keys()
    for key, fact in drawn.facts.items():
        said = [saying.value for saying in printed_on(tile).row(key).sayings(tile)]
        assert said, key
        pictures = {one: fact.pictures[fact.sort(one)] for one in said}
        assert all(pictures.values()), key
        if fact.chosen_by_picture:
            assert len(set(pictures.values())) == len(pictures), key


def test_what_is_told_is_drawn_and_nothing_else() -> None:
    book = NewFrontiers().box.with_box('[[world]]\nid = "W20"\nname = "Rift"\nvp = 4\n').box.book()
    drawn = book.drawing("W20")
    assert drawn is not None
    assert drawn.told["vp"] == ("4",)
    assert "kind" not in book.drawing("W21").told  # type: ignore[union-attr]


def test_a_goal_is_not_drawn() -> None:
    goal = next(tile for tile in CATALOGUE.values() if isinstance(tile, Goal))
    assert told_tile.drawing(goal) is None
