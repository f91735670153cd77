"""Tests of what-ifs: whole score sheets with one change that could have happened at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.new_frontiers.rules.scoring import score, sheet
from companion.games.new_frontiers.rules.state import Colony, Empire
from companion.games.new_frontiers.rules.what_ifs import of_state, owned_names, what_ifs
from companion.games.new_frontiers.tiles import box_file
from companion.plays.near_misses import nearly
from companion.simulation.simulate import play_game


@pytest.fixture(scope="module")
def finals():
    """The last states of a few whole games."""
    game = games.load("new-frontiers")
    return [play_game(game, players, f"nearly {n}", "sensible")[0] for n, players in enumerate((2, 3, 4, 5))]


def all_of(state, player):
    return [what for kind in of_state(state, player) for what in kind]


def test_every_sheet_is_that_of_a_table_with_one_thing_more(finals):
    for state in finals:
        before = score(state)
        for player in range(len(state.empires)):
            for what in all_of(state, player):
                after = what.sheet
                for other in range(len(state.empires)):
                    if other != player:
                        assert after.players[other].total == before.players[other].total
                gain = after.players[player].total - before.players[player].total
                if what.kind == "chips":
                    assert gain >= what.things
                if what.kind == "development":
                    assert gain >= 0


def test_a_development_must_be_left_unowned_and_fit(finals):
    state = finals[0]
    tiles = state.catalogue
    large = [id for id, face in tiles.developments.items() if face.large]
    small = [id for id, face in tiles.developments.items() if not face.large]
    empires = (Empire("Blue", "blue", developments=tuple(small[:11])), Empire("Green", "green"))
    added = [
        what.sheet.players[0].lines
        for kind in what_ifs(tiles, empires, (), 0, [small[0], small[11], large[0]])
        for what in kind
        if what.kind == "development"
    ]
    built = [
        {term.tile for line in lines for term in line.why.terms} & set(tiles.developments) for lines in added
    ]
    # One space is free, so neither the development that is owned already nor the large one is possible.
    assert len(built) == 1
    assert small[11] in built[0]


def test_a_tie_is_parted_by_one_credit_or_one_good():
    tiles = box_file.catalogue()
    genes = next(w.id for w in tiles.worlds.values() if w.kind == "Genes" and w.good and w.bonus is None)
    vp = tiles.world(genes).vp
    empires = (
        Empire("Blue", "blue", credits=1, chips=10 + vp),
        Empire("Green", "green", credits=1, chips=10, colonies=(Colony(genes, 1),)),
    )
    assert {p.winner for p in sheet(tiles, empires, ()).players} == {True}
    for player, kinds in ((0, {"credits"}), (1, {"credits", "goods"})):
        parting = {
            what.kind
            for kind in what_ifs(tiles, empires, (), player, ())
            for what in kind
            if what.things == 1 and what.kind != "chips" and not what.sheet.players[1 - player].winner
        }
        assert parting == kinds


def test_gray_colonies_take_no_good():
    tiles = box_file.catalogue()
    gray = next(w.id for w in tiles.worlds.values() if w.kind is None)
    empire = Empire("Blue", "blue", colonies=(Colony(gray, 1),))
    kinds = what_ifs(tiles, (empire, replace(empire, name="Green")), (), 0, ())
    assert not [what for kind in kinds for what in kind if what.kind == "goods"]


def test_the_sentences_of_a_game_say_how_near_it_was(finals):
    game = games.load("new-frontiers")
    for state in finals:
        first, *rest = nearly(game, state)
        assert "apart" in first or "the same VP" in first or "even after the tie-break" in first
        assert len(rest) <= 2
        assert all(" would have " in sentence for sentence in rest)


def test_an_explored_world_is_settled_with_the_colonists_that_are_there():
    tiles = box_file.catalogue()
    windfall = next(
        w for w in tiles.worlds.values() if w.good == "windfall" and w.kind == "Rare" and w.colonists == 1
    )
    needy = next(w for w in tiles.worlds.values() if w.colonists == 2)
    empire = Empire("Blue", "blue", colonists=1, explored=(windfall.id, needy.id))
    other = Empire("Green", "green", chips=windfall.vp, credits=1)
    found = [
        what for kind in what_ifs(tiles, (empire, other), (), 0, ()) for what in kind if what.kind == "world"
    ]
    assert [what.words for what in found] == [f"its explored world {windfall.name} settled"]
    # The windfall's good counts in the tie, as Green's credit does.
    assert [p.winner for p in found[0].sheet.players] == [True, True]


def test_a_tile_of_which_something_is_untold_is_not_tried():
    """Its blanks would count as if they were printed: a kind that nobody told as gray, its colonists as
    one, so that the sheet said who would have won with it."""
    tiles = box_file.catalogue()
    world = next(w for w in tiles.worlds.values() if w.colonists == 1)
    face = next(f for f in tiles.developments.values() if not f.large)
    empire = Empire("Blue", "blue", colonists=1, explored=(world.id,))

    def tried(*untold):
        half_told = tiles.with_tiles(replace(tile, untold=untold) for tile in (world, face))
        kinds = what_ifs(half_told, (empire, replace(empire, name="Green")), (), 0, [face.id])
        return {what.kind for kind in kinds for what in kind} & {"world", "development"}

    assert tried() == tried("name") == {"world", "development"}
    assert tried("colonists") == tried("kind", "name") == tried("vp") == set()


def test_what_an_empire_owns_by_name():
    tiles = box_file.catalogue()
    home, world, face = next(iter(tiles.homes)), next(iter(tiles.worlds)), next(iter(tiles.developments))
    empire = Empire("Blue", "blue", colonies=(Colony(home, 1), Colony(world, 1)), developments=(face,))
    assert owned_names(tiles, empire) == {
        "Home colony": (tiles.homes[home].name,),
        "Developments": (tiles.developments[face].name,),
        "Colonies": (tiles.worlds[world].name,),
    }
