"""Tests of combining photos: the owner of each tile, and the questions asked. Readings are made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion import games
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.scanned.draft import Draft, PhotoRef, ScanPlayer
from companion.scan import doubts
from companion.scan.assembling import assemble
from companion.scan.doubts import Doubt
from companion.scan.finished import finish_scan
from companion.scan.found import FoundTile, Mat, PhotoContents, ScannedTable, ScannedTile
from tests.rigs.finished_tables import Thing

from .drawn_tables import STONES, cover_tag, mat, read

Tile = tuple[str, float, float]
"""A tag, and the position of its middle on the table in mm."""


def photo(
    *tiles: Tile,
    turn: float = 0.3,
    shift: tuple[float, float] = (900.0, 700.0),
    asked: tuple[Doubt, ...] = (),
) -> PhotoContents:
    """A photo from straight above at 3 px/mm, turned and shifted; doubts are given in mm."""
    c, s = np.cos(turn), np.sin(turn)
    to_px = np.array([[c, -s], [s, c]]) * 3

    def px(x: float, y: float) -> tuple[float, float]:
        u, v = to_px @ (x, y) + shift
        return float(u), float(v)

    found = []
    for tag, x, y in tiles:
        tile, face = tag.rstrip("AB"), tag[len(tag.rstrip("AB")) :]
        part = STONES.untracked.part(tile, face)
        assert part is not None
        corners = tuple(px(x + dx, y + dy) for dx, dy in ((-8, -8), (8, -8), (8, 8), (-8, 8)))
        found.append(FoundTile(f"ST:{tag}", tile, face, corners, part.id, part.role))  # type: ignore[arg-type]
    moved = tuple(replace(d, outline=tuple(px(*p) for p in d.outline)) for d in asked)
    return PhotoContents((2000, 1500), tuple(found), moved)


def home_with_colonies(home: str, worlds: list[str], x: float = 0.0, y: float = 0.0) -> list[Tile]:
    """A home with its colonies in a row above it."""
    return [(home, x, y + 120.0), *((w, x + 61.0 * n, y) for n, w in enumerate(worlds))]


def square_around(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))


def ids(mat: Mat) -> set[str]:
    return {p.id for p in mat.pieces}


def kinds(table: ScannedTable) -> set[str]:
    return {d.kind for m in table.mats for d in m.doubts} | {d.kind for d in table.doubts}


def on(mat: Mat, role: str) -> list[ScannedTile]:
    return [piece for piece in mat.all_pieces if piece.role == role]


def is_sure(mat: Mat) -> bool:
    """Nothing but a hint about a photo is left to ask."""
    return {doubt.kind for doubt in mat.doubts} <= doubts.HINTS


GAME = NewFrontiers()
BLUE = home_with_colonies("H1A", ["W01B", "W02B", "W03B", "W04B"])
GREEN = home_with_colonies("H2B", ["W11B", "W12B", "W13B"], x=500)


def test_a_mat_in_one_photo() -> None:
    table = assemble([(photo(*BLUE, ("W20A", 244.0, 0.0), ("D01A", 61.0, 110.0)), 2)], STONES)
    (blue,) = table.mats
    assert (blue.player, blue.marker and blue.marker.id) == (2, "H1A")
    assert {p.id for p in on(blue, "colony")} == {"W01", "W02", "W03", "W04"}
    assert [p.id for p in on(blue, "explored")] == ["W20"]
    assert [p.id for p in on(blue, "development")] == ["D01"]
    assert is_sure(blue)
    assert not table.loose
    assert kinds(table) == set()


def test_nothing_makes_an_empty_table() -> None:
    assert assemble([], STONES) == ScannedTable(())
    table = assemble([(PhotoContents((800, 600), (), (Doubt(doubts.NOTHING),)), 1)], STONES)
    assert table.mats == ()
    assert [(d.kind, d.player, d.photo) for d in table.doubts] == [(doubts.NOTHING, 1, 0)]


@pytest.mark.parametrize("word", [None, 0])
def test_two_mats_in_one_photo_are_told_apart_by_place(word: int | None) -> None:
    table = assemble([(photo(*BLUE, *GREEN), word), (photo(*GREEN), 1 if word == 0 else None)], STONES)
    blue, green = sorted(table.mats, key=lambda m: m.marker.id if m.marker else "")
    assert ids(blue) == {"W01", "W02", "W03", "W04"}
    assert ids(green) == {"W11", "W12", "W13"}
    assert (blue.player, green.player) == ((0, 1) if word == 0 else (None, None))
    assert kinds(table) == set()


def test_overlapping_photos_of_one_mat_become_one() -> None:
    left = photo(*BLUE[:4])
    right = photo(*BLUE[2:], ("W05B", 244.0, 0.0), turn=2.0, shift=(1200, 300))
    table = assemble([(left, None), (right, None)], STONES)
    (blue,) = table.mats
    assert ids(blue) == {"W01", "W02", "W03", "W04", "W05"}
    assert {p.id: p.photos for p in on(blue, "colony")}["W02"] == (0, 1)
    assert blue.photos == (0, 1)
    assert kinds(table) == set()


def test_photos_for_one_player_need_not_overlap() -> None:
    far = photo(("W08B", 0.0, 0.0), ("W09B", 61.0, 0.0))
    table = assemble([(photo(*BLUE), 0), (far, 0)], STONES)
    (blue,) = table.mats
    assert ids(blue) == {"W01", "W02", "W03", "W04", "W08", "W09"}
    assert is_sure(blue)


def test_a_photo_of_nobody_knows_whose_asks() -> None:
    table = assemble([(photo(*BLUE), 0), (photo(("W08B", 0.0, 0.0), ("W09B", 61.0, 0.0)), None)], STONES)
    assert {p.id for p in table.loose} == {"W08", "W09"}
    assert {doubts.UNTIED, doubts.APART} <= kinds(table)
    assert all(p.why for p in table.loose)


def test_a_neighbours_tile_in_the_picture_is_not_mine() -> None:
    mine = photo(*BLUE, ("W11B", 500.0, 0.0))
    table = assemble([(mine, 0), (photo(*GREEN), 1)], STONES)
    blue, green = table.mats
    assert "W11" not in ids(blue)
    assert "W11" in ids(green)
    assert kinds(table) == set()


def test_a_tile_apart_that_no_other_photo_explains_is_asked_about() -> None:
    table = assemble([(photo(*BLUE, ("W11B", 520.0, 0.0)), 0)], STONES)
    assert [p.id for p in table.loose] == ["W11"]
    assert table.loose[0].why
    assert "World 11" in table.loose[0].why.said(STONES.untracked.final().name)
    assert ids(table.mats[0]) == {"W01", "W02", "W03", "W04"}


def test_a_tile_between_two_mats_is_asked_about() -> None:
    near = home_with_colonies("H2B", ["W11B", "W12B"], x=375)
    table = assemble([(photo(*BLUE, *near, ("W15B", 279.0, 0.0)), None)], STONES)
    assert [(p.id, p.why and p.why.kind) for p in table.loose] == [("W15", doubts.BETWEEN)]


def test_the_same_tile_with_both_faces_up_is_asked_about() -> None:
    turned = [tile for tile in BLUE if tile[0] != "W03B"]
    table = assemble([(photo(*BLUE), 0), (photo(*turned, ("W03A", 122.0, 0.0)), 0)], STONES)
    assert doubts.FACES in kinds(table)
    assert not is_sure(table.mats[0])


def test_the_same_tile_on_two_mats_is_asked_about_but_copies_are_not() -> None:
    blue = photo(*BLUE, ("D01A", 61.0, 110.0), ("W25B", 244.0, 0.0))
    green = photo(*GREEN, ("D01A", 561.0, 110.0), ("W25B", 683.0, 0.0))
    table = assemble([(blue, 0), (green, 1)], STONES)
    asked = {(d.kind, d.tiles) for m in table.mats for d in m.doubts} | {
        (d.kind, d.tiles) for d in table.doubts
    }
    assert any(tiles == ("W25",) for _, tiles in asked)
    assert not any(tiles == ("D01",) for _, tiles in asked)


def test_two_tags_alike_in_one_photo_are_asked_about() -> None:
    table = assemble([(photo(*BLUE, ("W02B", 61.0, 61.0)), 0)], STONES)
    assert doubts.TWICE in kinds(table)


def test_two_homes_in_photos_for_one_player_are_two_mats_and_tiles_without_one_are_that_players() -> None:
    two = assemble([(photo(*BLUE), 0), (photo(("H3A", 0.0, 0.0), ("W21B", 61.0, 0.0)), 0)], STONES)
    assert [(m.player, m.marker and m.marker.id) for m in two.mats] == [(0, "H1A"), (None, "H3A")]
    (without,) = assemble([(photo(*BLUE[1:]), 0)], STONES).mats
    assert (without.player, without.marker, ids(without)) == (0, None, {"W01", "W02", "W03", "W04"})


def test_the_homes_of_photos_that_show_neighbours_go_to_the_right_seats() -> None:
    first, second = photo(*BLUE, GREEN[0], GREEN[1]), photo(*GREEN, BLUE[0])
    for order in ([(first, 3), (second, 1)], [(second, 1), (first, 3)]):
        table = assemble(order, STONES)
        assert {m.player: m.marker.id for m in table.mats if m.marker} == {3: "H1A", 1: "H2B"}
        assert kinds(table) == set()


def test_another_photo_answers_a_doubt() -> None:
    bare = Doubt(doubts.BARE, outline=square_around(122, 0))
    short = [tile for tile in BLUE if tile[0] != "W03B"]
    alone = assemble([(photo(*short, asked=(bare,)), 0)], STONES)
    assert [d.kind for d in alone.mats[0].doubts] == [doubts.BARE]
    both = assemble([(photo(*short, asked=(bare,)), 0), (photo(*BLUE, turn=1.0), 0)], STONES)
    assert is_sure(both.mats[0])
    assert "W03" in ids(both.mats[0])


def test_a_lamp_is_answered_by_a_photo_without_it_and_a_bare_tile_is_not() -> None:
    lamp = Doubt(doubts.GLARE, outline=square_around(122, 60))
    bare = Doubt(doubts.BARE, outline=square_around(122, 60))
    clear = photo(*BLUE, turn=1.0, shift=(800, 500))
    assert is_sure(assemble([(photo(*BLUE, asked=(lamp,)), 0), (clear, 0)], STONES).mats[0])
    left = assemble([(photo(*BLUE, asked=(bare,)), 0), (clear, 0)], STONES).mats[0].doubts
    assert [(d.kind, d.photo, d.player) for d in left] == [(doubts.BARE, 0, 0)]


def test_a_guess_lays_no_photos_over_each_other() -> None:
    first = photo(*BLUE)
    second = photo(*GREEN, ("W02B", 900.0, 300.0))
    guessed = replace(
        second,
        found=tuple(
            replace(f, sure=False, why=Doubt(doubts.HARD, (), f.corners, (f.id,))) if f.tile == "W02" else f
            for f in second.found
        ),
    )
    table = assemble([(first, 0), (guessed, 1)], STONES)
    assert ids(table.mats[0]) >= {"W01", "W03", "W04"}
    assert ids(table.mats[1]) >= {"W11", "W12", "W13"}
    assert kinds(table)


@pytest.mark.slow
def test_drawn_photos_of_a_covered_tile_ask_until_one_shows_it() -> None:

    laid, open_ = (mat("H1B", ["W05", "W06", "W07"], built=["D02"]) for _ in range(2))
    for angle in (0.0, 90.0):
        cover_tag(laid, "W06", Thing("chip", 0, 0, 36.0, (205, 190, 120), angle))
    hidden, shown = read(laid), read(open_, seed=4)
    asked = assemble([(hidden, 0)], STONES)
    assert not is_sure(asked.mats[0])
    answered = assemble([(hidden, 0), (shown, 0)], STONES)
    assert is_sure(answered.mats[0])
    assert ids(answered.mats[0]) == {"W05", "W06", "W07", "D02"}


def test_one_tag_that_was_nudged_moves_no_mat_onto_another() -> None:
    nudged = photo(*GREEN[1:2], *[(t, x - 900.0, y) for t, x, y in BLUE], turn=2.4)
    table = assemble([(nudged, 0), (photo(*GREEN), 1)], STONES)
    blue, green = table.mats
    assert ids(blue) == {"W01", "W02", "W03", "W04"}
    assert ids(green) == {"W11", "W12", "W13"}
    assert not table.loose


def looks(id: str, x: float, y: float) -> Doubt:
    part = next(p for tag in "AB" if (p := STONES.untracked.part(id, tag)) is not None and p.role == "colony")
    return Doubt(doubts.LOOKS, (("role", part.role),), square_around(x, y), (part.id,))


def test_a_tile_proposed_by_its_look_is_a_question_and_lies_nowhere_by_itself():
    *short, missing = BLUE
    asked = looks(missing[0].rstrip("AB"), missing[1], missing[2])
    table = assemble([(photo(*short, asked=(asked,)), 0)], STONES)
    assert [d.kind for d in table.mats[0].doubts] == [doubts.LOOKS]
    assert not ids(table.mats[0]) & set(asked.tiles)
    assert not is_sure(table.mats[0])
    seen = assemble([(photo(*short, asked=(asked,)), 0), (photo(*BLUE, turn=1.0), 0)], STONES)
    assert is_sure(seen.mats[0])


def test_a_tag_hardly_read_is_asked_about_with_several_names_and_counts_as_none():
    """Not even as the likeliest; a tile that there is once and that was read elsewhere is not named."""
    *short, missing = BLUE
    names = (missing[0].rstrip("AB"), short[-1][0].rstrip("AB"), GREEN[-1][0].rstrip("AB"))
    roles = tuple((f"role {n}", "colony") for n in names)
    asked = Doubt(doubts.MAYBE, roles, square_around(*missing[1:3]), names)
    table = assemble([(photo(*short, asked=(asked,)), 0)], STONES)
    (doubt,) = table.mats[0].doubts
    assert (doubt.kind, doubt.tiles, doubt.player) == (doubts.MAYBE, (names[0], names[2]), 0)
    assert not ids(table.mats[0]) & set(doubt.tiles)
    seen = assemble([(photo(*short, asked=(asked,)), 0), (photo(*BLUE, turn=1.0), 0)], STONES)
    assert is_sure(seen.mats[0])


def test_a_look_whose_tag_was_read_elsewhere_names_no_tile_any_more():
    *short, missing = BLUE
    asked = looks(missing[0].rstrip("AB"), 122, 60)
    other = photo(*home_with_colonies(GREEN[0][0], [missing[0]]), turn=1.0)
    table = assemble([(photo(*short, asked=(asked,)), 0), (other, 1)], STONES)
    kinds = {d.kind for mat in table.mats for d in mat.doubts}
    assert doubts.BARE in kinds
    assert doubts.LOOKS not in kinds


def of_new_frontiers(*tags: str, apart: str = "") -> PhotoContents:
    """A photo of these tiles in a row; `apart` lies far from it."""
    found = []
    for n, tag in enumerate((*tags, *([apart] if apart else []))):
        part = GAME.untracked.part(tag[:-1], tag[-1])
        assert part is not None
        x = 200.0 * (n + 1) + 700 * (tag == apart)
        corners = ((x, 500.0), (x + 48, 500.0), (x + 48, 548.0), (x, 548.0))
        found.append(FoundTile(f"NF:{tag}", tag[:-1], tag[-1], corners, part.id, part.role))
    return PhotoContents((2000, 1500), tuple(found), ())


PLAYERS = (ScanPlayer("Ann", "blue"), ScanPlayer("Ben", "green"))


def test_a_tile_that_belongs_to_nobody_yet_is_asked_about_once():
    draft = Draft("new-frontiers", PLAYERS, (PhotoRef("p"),))
    done = finish_scan(draft, {"p": of_new_frontiers("H2A", "W02B", apart="W09B")}, GAME)
    assert [question.key for question in done.open] == ["apart/W09/p/", "missing/home/1"]


def test_a_world_seen_on_two_mats_is_asked_of_both_players_and_everything_else_goes_on():
    draft = Draft("new-frontiers", PLAYERS, (PhotoRef("p", 0), PhotoRef("q", 1)))
    photos = {"p": of_new_frontiers("H2A", "W02B"), "q": of_new_frontiers("H3A", "W02B")}
    done = finish_scan(draft, photos, GAME)
    assert [seat.open[0].key for seat in done.seats] == ["mats/W02/p/", "mats/W02/q/"]
    assert not done.sure
    told = finish_scan(replace(draft, tiles={"1/W02": "colony"}), photos, GAME)
    assert ["W02" in holding.tiles for holding in told.final.players] == [False, True]
    assert not any(question.key.startswith("mats") for question in told.all_open)


def test_whoever_said_that_a_tile_moved_is_not_asked_about_a_photo_of_before():
    draft = Draft("new-frontiers", PLAYERS, (PhotoRef("p", 0), PhotoRef("q", 1)))
    photos = {"p": of_new_frontiers("H2A"), "q": of_new_frontiers("H3A", "W02B")}
    for both in ({"0/W02": "colony", "1/W02": ""}, {"1/W02": "", "0/W02": "colony"}):
        moved = finish_scan(replace(draft, tiles=both), photos, GAME)
        assert ["W02" in holding.tiles for holding in moved.final.players] == [True, False]
        assert not any(question.key.startswith("moved") for question in moved.all_open)
    said_once = finish_scan(replace(draft, tiles={"0/W02": "colony"}), photos, GAME)
    assert any(question.key == "moved/W02/0/1" for question in said_once.all_open)


@pytest.mark.parametrize("name", ["new-frontiers", "race-for-the-galaxy"])
@pytest.mark.parametrize("role", ["home", "colony", "development"])
def test_a_tile_that_the_box_in_use_does_not_know_is_asked_about_and_does_not_count(name: str, role: str):
    draft = Draft(name, PLAYERS, tiles={"0/of-another-box": role})
    done = finish_scan(draft, {}, games.load(name))
    (asked,) = (q for q in done.all_open if q.key == "unknown/0/of-another-box")
    assert "of-another-box" in asked.words
    assert done.final.players[0].tiles == {}
    right = finish_scan(replace(draft, settled=(asked.key,)), {}, games.load(name))
    assert asked.key not in {question.key for question in right.all_open}
