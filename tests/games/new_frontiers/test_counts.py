"""Tests of an empire's counts and of the tiles they come from, for powers in play and for the score."""

from __future__ import annotations

import pytest

from companion.games.new_frontiers.rules.counts import count, total_military
from companion.games.new_frontiers.rules.state import Colony, Empire
from companion.games.new_frontiers.tiles.box_file import catalogue, read_tile
from companion.games.new_frontiers.tiles.counted import Count
from companion.games.new_frontiers.tiles.power_lines import parse_power


def per(line):
    """The count that a Produce line with "per X" gives."""
    return parse_power(f"Produce: gain $1 per {line}").effect.per


def test_a_count_names_its_tiles():
    tally = count(
        catalogue(), Empire("", "", colonies=(Colony("W01", 1), Colony("W35", 1))), per("REBEL colony")
    )
    assert [(term.label, term.value, term.tile) for term in tally.terms] == [
        (catalogue()["W35"].name, 1, "W35")
    ]
    assert (tally.label, tally.total) == ("Rebel colony", 1)


@pytest.mark.parametrize(
    ("line", "number"),
    [("good produced", 4), ("Genes good produced", 2), ("Alien good produced", 0), ("kind produced", 3)],
)
def test_goods_produced_in_this_action(line, number):
    produced = ("Genes", "Novelty", "Genes", "Rare")
    assert count(catalogue(), Empire("", ""), per(line), produced=produced).total == number


def test_a_world_of_any_kind_is_of_the_kind_it_is_set_to_and_never_gray():
    oort = Empire("", "", colonies=(Colony("W10", 1),))
    genes = per("Genes colony")
    assert count(catalogue(), oort, genes).total == 0
    assert count(catalogue(), oort, genes, any_kind="Genes").total == 1
    assert count(catalogue(), oort, per("gray colony")).total == 0


@pytest.mark.parametrize(
    ("words", "worlds"),
    [
        ("military", ["M"]),
        ("non-military", ["F", "P"]),
        ("windfall", ["F"]),
        ("production", ["P"]),
        ("gray", ["M"]),
        ("Rare", ["P"]),
    ],
)
def test_words_for_colonies_narrow_a_tile_to_colonies(words, worlds):
    """A development has no defense, no goods and no kind, so none of these match it, though it is a tile."""
    tiles = catalogue().with_tiles(
        [
            read_tile({"type": "world", "id": "M", "defense": 2}, "M"),
            read_tile({"type": "world", "id": "F", "cost": 2, "kind": "Genes", "good": "windfall"}, "F"),
            read_tile({"type": "world", "id": "P", "cost": 2, "kind": "Rare", "good": "production"}, "P"),
        ]
    )
    colonies = tuple(Colony(id, 1) for id in ("M", "F", "P"))
    empire = Empire("", "", colonies=colonies, developments=("D01", "D25"))
    assert [term.tile for term in count(tiles, empire, per(f"{words} tile")).terms] == worlds
    assert count(tiles, empire, per("tile")).total == 5
    assert [term.tile for term in count(tiles, empire, per("9-cost tile")).terms] == ["D25"]


def fighter(id, *powers):
    return read_tile({"type": "world", "id": id, "powers": list(powers)}, id)


def test_military_is_the_sum_of_what_is_always_there_p7():
    tiles = catalogue().with_tiles(
        [
            fighter("a", "Settle: +2 Military", "Settle: +4 Military vs REBEL"),
            fighter("b", "Settle: -1 Military", "Settle: spend 1 good for +3 Military"),
            fighter("c", "Settle: +5 Military"),
        ]
    )
    colonies = (Colony("a", 1), Colony("b", 1), Colony("c", 1, new=True))
    marines = next(id for id, face in tiles.developments.items() if face.name == "Space Marines")
    empire = Empire("", "", colonies=colonies, developments=(marines,))
    assert [(term.tile, term.value) for term in total_military(tiles, empire).terms] == [
        ("a", 2),
        ("b", -1),
        (marines, 2),
    ]
    bought_now = Empire("", "", colonies=colonies, developments=(marines,), new_developments=(marines,))
    assert total_military(tiles, bought_now).total == 1
    assert count(tiles, empire, Count("Military")).total == 3
