"""Tests of New Frontiers' view model: places, numbers with reasons, drawings, hidden information."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Tree
from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Option, Tally, Term
from companion.games.new_frontiers.display import legend
from companion.games.new_frontiers.display.tile_svg import KINDS, POWERS, draw, planet, said
from companion.games.new_frontiers.display.tile_view import PlacedTile, tile_view
from companion.games.new_frontiers.display.view_model import page
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.endings import EMPTY_POOL, FEW_COLONISTS
from companion.games.new_frontiers.rules.scoring import standing
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import Disk, Gained, State
from companion.games.new_frontiers.tiles.amounts import POWER_TYPES
from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.translation import speaking
from tests.games.new_frontiers.build import development, give, plain, select
from tests.games.new_frontiers.sample_state import sample_state


def shown(state: State, player: int | None = None) -> Any:
    return page(state, player)


def disk_positions(state: State) -> dict[tuple[int, int], float]:
    return {(disk.seat.number, disk.number): disk.at for disk in shown(state).track}


def test_disks_stand_on_their_space_behind_it_or_between_while_their_action_is_done() -> None:
    """p. 4: half of the way when the action is selected, the rest when all players have done it."""
    state = replace(sample_state(3), disks=(Disk(2, done=True), Disk(0, half=True), Disk(1)))
    assert disk_positions(state) == {(2, 0): 0, (0, 0): 1.5, (1, 0): 3}


def test_a_disk_half_of_the_way_is_between_two_places_in_words() -> None:
    state = replace(sample_state(3), disks=(Disk(2, done=True), Disk(0, half=True), Disk(1)))
    names = [player.name for player in state.empires]
    assert [disk.place for disk in shown(state).track if disk.number == 0] == [
        f"{names[0]}: between places 2 and 3",
        f"{names[1]}: place 4",
        f"{names[2]}: place 1",
    ]


def test_a_game_of_two_shows_four_disks_and_five_spaces() -> None:
    state = sample_state(2)
    assert len(disk_positions(state)) == 4
    assert shown(state).spaces == 5


def test_the_tile_being_done_is_active_and_selected_ones_name_their_player() -> None:
    actions = {it.name: it for it in shown(sample_state(3)).actions}
    assert [name for name, it in actions.items() if it.active] == ["settle"]
    assert actions["develop"].selected_by.name == "Blue"
    assert actions["explore"].selected_by is None
    assert actions["produce"].credits == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("full", [False, True])
def test_a_mat_has_nine_places_for_worlds_and_ten_spaces_for_developments(players: int, full: bool) -> None:
    for empire in shown(sample_state(players, full=full)).empires:
        assert len(empire.colonies) + len(empire.explored) + empire.free == 9
        assert empire.spaces.total == sum(piece.tile.spaces for piece in empire.developments)
        assert empire.free_spaces == max(0, 10 - empire.spaces.total)


def test_military_leaves_out_what_counts_against_some_worlds_only_and_what_is_new() -> None:
    state = sample_state(3)
    empire = state.empires[1]
    before = shown(state).empires[1]
    with_power = next(c for c in empire.colonies if any(p.type == "Settle" for p in _powers(state, c.world)))
    new = tuple(replace(c, new=True) if c is with_power else c for c in empire.colonies)
    after = shown(state.with_empire(1, replace(empire, colonies=new))).empires[1]
    all_before = before.military.total + sum(it.total for it in before.special)
    all_after = after.military.total + sum(it.total for it in after.special)
    assert all_after < all_before
    assert not {term.tile for term in before.military.terms} & {
        term.tile for it in before.special for term in it.terms
    }


def _powers(state: State, id: str) -> Any:
    return state.catalogue.world(id).powers


def test_a_goal_face_down_is_shown_to_its_holder_only() -> None:
    state = sample_state(3)
    for player in (None, 1, 2):
        empire = shown(state, player).empires[0]
        assert empire.hidden_goal is None
        assert empire.has_hidden_goal
    assert shown(state, 0).me.hidden_goal.name == "Conscription"


def test_an_end_is_met_when_the_rules_say_so_and_not_when_a_number_looks_like_it() -> None:
    """p. 7: too few colonists count after a Settle only."""
    state = sample_state(3)
    few = replace(state, supply=replace(state.supply, colonists=3))
    assert not any(it.met for it in shown(few).ends)
    endings = (EMPTY_POOL, FEW_COLONISTS)
    met = shown(replace(few, endings=endings))
    assert {it.name for it in met.ends if it.met} == {"chips", "colonists"}
    assert met.endings == endings
    assert shown(replace(few, endings=endings, over=True)).endings == ()


def test_the_gauges_of_empires_tell_whose_is_nearest() -> None:
    state = sample_state(5, full=True)
    fewer = replace(state.empires[0], developments=("D00",), colonies=state.empires[0].colonies[:2])
    gauges = {it.name: it for it in shown(state.with_empire(0, fewer)).ends}
    assert gauges["developments"].now.total == 11
    assert gauges["developments"].nearest == 1
    assert gauges["colonies"].now.total == 7
    assert gauges["colonies"].nearest == 1
    assert gauges["chips"].nearest is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_gauge_is_a_part_of_the_way_with_reasons_that_add_up(players: int) -> None:
    for gauge in shown(sample_state(players, full=True)).ends:
        assert gauge.now.total == sum(term.value for term in gauge.now.terms)
        assert gauge.part == min(gauge.now.total / gauge.whole, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bar_and_number_of_a_gauge_agree(players: int) -> None:
    """Both go down with what is used up and up with what is built; near the end the page shows a warning."""
    begun, late = (shown(sample_state(players, full=full)).ends for full in (False, True))
    for before, after in zip(begun, late, strict=True):
        assert before.grows == after.grows == (before.name in ("colonies", "developments"))
        assert (after.part >= before.part) == (after.now.total >= before.now.total)
    chips, colonists, colonies, spaces = begun
    start = chips.whole
    for gauge, number, near, met in (
        (chips, start, False, False),
        (chips, start // 4 - 1, True, False),
        (colonists, 5, True, False),
        (colonists, start // 2, False, False),
        (colonies, 6, False, False),
        (colonies, 7, True, False),
        (spaces, 8, False, False),
        (spaces, 9, True, False),
    ):
        there = replace(gauge, now=Tally("now", (Term("now", number),)))
        assert (there.name, number, there.near, there.met) == (gauge.name, number, near, met)
        assert there.part == number / gauge.whole
    assert (chips.mark, colonies.mark, spaces.mark) == (0, 1, 1)
    assert 0 < colonists.mark < 0.5


def test_every_drawing_stands_alone_and_has_no_text() -> None:
    """Every tile of the box, explored, settled and built, with and without each good; also in German."""
    tiles = catalogue()
    for spoken in ("en", "de"):
        with speaking(spoken):
            pieces = [piece for piece, _ in legend.tiles()]
            pieces += [piece for _, disc, ring in legend.kinds() for piece in (disc, ring)]
            for id in tiles:
                for face in ("explored", "settled", "built"):
                    pieces += [
                        PlacedTile(tile_view(tiles, id), face, good) for good in (None, "Novelty", "Alien")
                    ]
            for piece in pieces:
                assert {it.tag for it in Tree.fromstring(draw(piece)).iter()} <= {
                    "svg",
                    "path",
                    "circle",
                    "ellipse",
                    "g",
                    "rect",
                }
                if not (piece.face == "explored" and piece.good):  # a state that no rule allows
                    assert len(draw(piece)) < 2560


def test_a_power_of_every_type_has_a_sign() -> None:
    assert POWERS.keys() == {*map(str.lower, POWER_TYPES), "info"}


def test_a_drawing_tells_kinds_apart_without_hue() -> None:
    """Each kind has its own letter and surface; a windfall's ring and a full disc differ in shape."""
    drawn = [planet(kind, windfall, "W01") for kind in KINDS for windfall in (False, True)]
    assert len({re.sub(r'"#[0-9a-f]+"', "", one) for one in drawn}) == 12


def test_a_tile_that_the_catalogue_lacks_is_shown_as_unknown() -> None:
    state = sample_state(2)
    state = state.with_empire(0, replace(state.empires[0], explored=("W99",)))
    piece = shown(state).empires[0].explored[0]
    assert piece.tile.name == "Unknown tile W99"
    assert "no tile W99" in piece.tile.doubt
    assert draw(piece).startswith("<svg")


def test_words_for_the_eye_and_for_the_ear() -> None:
    state = sample_state(3)
    view = tile_view(state.catalogue, "W03")
    assert view.what == "Military world, defense 4, 2 colonists, Alien production, 3 VP, REBEL"
    assert said(PlacedTile(view, "explored")) == f"{view.name}, explored"
    assert said(PlacedTile(view, "settled", "Alien", new=True)) == f"{view.name}, Alien good, new"
    goal = tile_view(state.catalogue, "G8")
    assert goal.what == "Goal: VP for unused colonists"
    assert goal.bonus == "Unused colonists: 2 VP for 3 to 4, 5 VP for 5 to 6, 8 VP for 7 or more."
    untold = Catalogue([replace(state.catalogue["G8"], ranges=())])
    assert not tile_view(untold, "G8").bonus, "nobody has told what it gives"
    assert tile_view(state.catalogue, "D16").what == "Development, cost 9, ? VP"


def test_an_answer_shows_its_tile_or_its_action_with_the_bonus() -> None:
    state = sample_state(3)
    answer = shown(state).answer
    produce = answer(Option(SelectAction(1, "produce"), "Produce"))
    assert produce.icon == "produce"
    assert produce.note == "Take 2 credits; a good on 1 windfall."
    pick = answer(Option(PickWorld(1, "W04"), "Pick", tile="W04"))
    assert 'class="face explored"' in pick.face
    home = answer(Option(TakeColonists(1), "Keep", tile=state.empires[1].colonies[0].world))
    assert 'class="face settled"' in home.face
    buy = answer(Option(BuyDevelopment(1, "D01"), "Buy", tile="D01"))
    assert buy.note == "Settle: +1 Military."
    assert answer(Option(TakeColonists(1), "Take 2 colonists")).face == ""


def test_every_tile_in_sight_tells_its_words_once() -> None:
    pieces = shown(sample_state(5, full=True, center=True)).pieces
    ids = [piece.tile.id for piece in pieces]
    assert len(ids) == len(set(ids))
    assert {"W45", "D16", "H1A"} <= set(ids)


def test_my_score_now_adds_up_to_the_sheet_and_counts_my_own_goal() -> None:
    state = sample_state(3)
    sheet = {line.name: line for line in standing(state).players}
    for player, name in ((1, "Green"), (2, "Red")):
        assert shown(state, player).score.total == sheet[name].total
    mine = shown(state, 0).score
    assert mine.total == sheet["Blue"].total + 2  # Conscription: three colonists are worth 2 VP (p. 11)
    assert "Conscription" in {term.label for term in mine.terms}
    assert shown(state).score is None


def test_what_a_decision_brought_is_shown_with_the_tiles_it_came_from() -> None:
    gained = (Gained(1, "Explore power", "W03", credits=1), Gained(1, "bonus", None, vp=1))
    state = sample_state(3).changed(gained=gained)
    empires = shown(state).empires
    vp, money = empires[1].gained
    assert (vp.label, vp.total) == ("VP", 1)
    assert [(term.label, term.value) for term in money.terms] == [
        (f"Explore power, {state.catalogue['W03'].name}", 1)
    ]
    assert empires[0].gained == ()


def test_powers_that_only_people_understand_are_named_until_the_next_action() -> None:
    state = give(plain(2), 1, development("M", "Produce: sing"), development("A", "Dance in every action"))
    state = give(state, 0, development("E", "Explore: look twice"))
    state = select(state, "produce")
    assert state.doing is None, "nobody was asked"
    assert [(it.seat.number, it.tile.id, it.line) for it in shown(state).by_hand] == [
        (1, "M", "Produce: sing"),
        (1, "A", "Dance in every action"),
    ]
    assert [it.tile.id for it in shown(state, 1).by_hand] == ["M", "A"]
    assert shown(state, 0).by_hand == ()
    state = select(state, "isolation")
    assert [it.tile.id for it in shown(state).by_hand] == ["A"]
