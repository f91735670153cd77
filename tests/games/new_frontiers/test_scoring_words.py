"""Tests that a bonus shows the condition a tile scores for, and others that it meets (rulebook p. 10)."""

from __future__ import annotations

from companion.games.new_frontiers.rules.scoring import BONUSES, sheet
from companion.games.new_frontiers.rules.state import Colony, Empire
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.amounts import KINDS

TILES = box_file.catalogue()


def lines(empire, goals=()):
    return sheet(TILES, (empire, Empire("Green", "green")), goals).players[0].lines


def test_a_tile_that_meets_two_conditions_says_for_which_it_scores():
    found = 0
    for large in TILES.developments.values():
        worths = [vp for vp, _count in large.bonus.pairs] if large.bonus is not None else []
        for face in TILES.developments if worths else ():
            for line in lines(Empire("Blue", "blue", developments=tuple({large.id: 0, face: 0}))):
                if line.source != BONUSES or line.why.label != large.name:
                    continue
                for term in line.why.terms:
                    if "scores once" in term.label:
                        found += 1
                        # It meets only one condition.
                        assert term.value in worths
                        assert [t.tile for t in line.why.terms].count(term.tile) == 1
                        assert term.label.startswith(TILES[term.tile].name)
    assert found


def test_a_tile_that_meets_one_condition_says_no_more():
    for large in TILES.developments.values():
        if large.bonus is None or len(large.bonus.pairs) != 1:
            continue
        for line in lines(Empire("Blue", "blue", developments=(large.id,))):
            assert not any("scores once" in term.label for term in line.why.terms)


def test_a_world_of_any_kind_says_as_which_it_was_scored_and_why():
    oort = next(id for id, world in TILES.worlds.items() if world.kind == "any")
    empire = Empire("Blue", "blue", colonies=(Colony(oort, 1),))
    labels = [term.label for line in lines(empire) for term in line.why.terms if term.tile == oort]
    assert any("the kind that gives the most" in label and any(k in label for k in KINDS) for label in labels)
