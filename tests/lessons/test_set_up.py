"""Tests of the checklist for setting up the table: who does what, checks by camera and by people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import MIDDLE, Player, Setup, SetUpTask, Spot, seat_zone
from companion.lessons.set_up import checklist
from companion.room.room import Room
from companion.simulation.simulate import new_game
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.tables import Tables
from companion.web import create_app

MAT_TASK = SetUpTask("mat-1", "The mat", seat=1, lies=(("H2", Spot(seat_zone(1), "A")),))
ROW_TASK = SetUpTask("row", "The row", lies=(("T1", Spot(MIDDLE, "")), ("T2", Spot(MIDDLE, ""))))
BAG_TASK = SetUpTask("bag", "The bag", away=frozenset({"W01", "W02"}))
CHIPS_TASK = SetUpTask("chips", "The chips")
TASKS = (ROW_TASK, BAG_TASK, CHIPS_TASK, MAT_TASK)
WATCHED_ZONES = frozenset({MIDDLE})


def states(seen: SeenTable | None, laid: frozenset[str] = frozenset()) -> dict[str, str]:
    return {item.task.id: item.done for item in checklist(TASKS, 2, laid, seen)}


def test_everybody_has_about_as_much_to_do() -> None:
    items = checklist(TASKS, 2, frozenset(), None)
    assert [item.who for item in items] == [0, 0, 1, 1]


def test_without_a_camera_all_is_checked_off_by_touch() -> None:
    assert states(None) == {"row": "", "bag": "", "chips": "", "mat-1": ""}
    assert states(None, frozenset({"row", "chips"})) == {
        "row": "touch",
        "bag": "",
        "chips": "touch",
        "mat-1": "",
    }


def test_the_camera_checks_off_what_it_sees_where_it_belongs() -> None:
    spots = {"T1": Spot(MIDDLE, "A"), "T2": Spot(MIDDLE, "A"), "H2": Spot(seat_zone(1), "A")}
    assert states(SeenTable(spots, watching=WATCHED_ZONES)) == {
        "row": "camera",
        "bag": "camera",
        "chips": "",
        "mat-1": "camera",
    }
    assert states(SeenTable()) == {"row": "", "bag": "", "chips": "", "mat-1": ""}, (
        "a blind camera sees no bag"
    )


def test_what_lies_wrong_is_named_and_not_done() -> None:
    spots = {"T1": Spot(MIDDLE, "A"), "H2": Spot(seat_zone(1), "B"), "W02": Spot(MIDDLE, "A")}
    items = {
        item.task.id: item
        for item in checklist(TASKS, 2, frozenset(), SeenTable(spots, watching=WATCHED_ZONES))
    }
    assert (items["row"].found, items["row"].done) == (1, "")
    assert items["mat-1"].wrong == ("H2",)
    assert (items["bag"].wrong, items["bag"].done) == (("W02",), "")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    yield room
    room.close()


def test_beginning_with_teach_us_leads_to_the_checklist_and_it_is_touched_off(
    room: Room, tmp_path: Path
) -> None:
    client = create_app(room, Shelf(tmp_path / "boxes")).test_client()
    form = {
        "game": "new-frontiers",
        "name-0": "Ann",
        "colour-0": "blue",
        "name-1": "Ben",
        "colour-1": "red",
        "teaching": "lessons",
    }
    address = client.post("/new", data=form).headers["Location"]
    assert address.endswith("/set-up")
    page = client.get(address).text
    assert "what is not published of them is made up" in page
    assert 'href="/box/new-frontiers"' in page or "/box" in page
    tasks = re.findall(r'data-lay="([^"]+)"\s+role="checkbox"\s+aria-checked="(\w+)"', page)
    assert len(tasks) > 9
    assert {done for _task, done in tasks} == {"false"}
    table = room.tables.list()[0].id
    assert (
        client.post(f"/t/{table}/lessons", json={"do": "lay", "task": "bag", "laid": True}).status_code == 200
    )
    later = dict(
        re.findall(
            r'data-lay="([^"]+)"\s+role="checkbox"\s+aria-checked="(\w+)"',
            client.get(address + "/tasks").text,
        )
    )
    assert [task for task, done in later.items() if done == "true"] == ["bag"]
    client.post(f"/t/{table}/lessons", json={"do": "lay", "task": "bag", "laid": False})
    assert 'aria-checked="true"' not in client.get(address + "/tasks").text
    client.post(f"/t/{table}/lessons", json={"do": "level", "level": "knows", "seats": [1]})
    assert re.findall(r'data-level="(\w+)" data-of="(\d)"', client.get(address).text) == [
        ("knows", "0"),
        ("new", "1"),
    ]


def test_those_who_know_the_game_come_to_the_same_page_after_begin(room: Room, tmp_path: Path) -> None:
    """Joining by phone, who is on one, what is laid out, and the way to the table."""
    client = create_app(room, Shelf(tmp_path / "boxes")).test_client()
    form = {"game": "new-frontiers", "name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "red"}
    address = client.post("/new", data=form).headers["Location"]
    page = client.get(address).text
    assert address.endswith("/set-up")
    assert "Play now" in page
    assert "<svg" in page.split('class="qr"')[1].split("</figure>")[0]
    assert page.count("at this tablet") >= 2
    assert "Lessons are on" not in page
    assert "ticker" not in page  # nothing looks at stickers here


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_new_frontiers_counts_as_its_rulebook_does(players: int) -> None:
    """The table on p. 3: tiles of each small development, colonists and VP in chips."""
    game: Any = games.load("new-frontiers")
    state = new_game(game, players, (("game", "first"),), Random(1))
    words = {task.id: task.words for task in game.lessons.set_up(state)}
    tiles, supply = {2: (1, 24), 3: (2, 36), 4: (2, 48), 5: (3, 60)}[players]
    assert f"{tiles} tile" in words["small-developments"]
    assert f"{supply} VP" in words["chips"]
    assert f"{supply} colonists" in words["colonists"]
    credits = sorted(int(re.findall(r"\d+", words[f"credits-{seat}"])[-1]) for seat in range(players))
    assert credits == [3] * (players - 1 - (players >= 4)) + [4] * (1 + (players >= 4))


def test_later_games_name_the_developments_that_lie_the_other_way_up() -> None:
    game: Any = games.load("new-frontiers")
    state = new_game(game, 3, (("game", "later"), ("goals", "yes")), Random(1))
    tasks = {task.id: task for task in game.lessons.set_up(state)}
    turned = [
        id for id, _left in state.supply.developments if not state.catalogue.developments[id].first_game
    ]
    of_both = (tasks["large-developments"], tasks["small-developments"])
    assert turned
    assert all(any(id in task.stickers for task in of_both) for id in turned)
    assert "goals" in tasks


def test_developments_and_mats_are_checked_off_by_their_tags_sides_and_all() -> None:
    """A later game, where coins were flipped for the sides (p. 3); copies of a development share a tag."""
    game: Any = games.load("new-frontiers")
    state = new_game(game, 3, (("game", "later"), ("goals", "no")), Random(2))
    tasks = {task.id: task for task in game.lessons.set_up(state)}
    large, small, mat = tasks["large-developments"], tasks["small-developments"], tasks["mat-2"]
    assert len(large.lies) == 8
    assert {tile for tile, _spot in (*large.lies, *small.lies)} == {
        id for id, _n in state.supply.developments
    }
    seen = {tile: Spot(MIDDLE, "A") for tile, _spot in (*large.lies, *small.lies)}
    seen[mat.lies[0][0]] = Spot(seat_zone(2), "B")
    told = {item.task.id: item for item in checklist(tasks.values(), 3, frozenset(), watched(seen))}
    assert [told[id].done for id in ("large-developments", "small-developments", "mat-2")] == ["camera"] * 3
    assert told["mat-1"].done == told["credits-2"].done == told["disks"].done == ""

    first = large.lies[0][0]
    stack = state.catalogue.developments[first].stack
    other = next(d.id for d in state.catalogue.developments.values() if d.stack == stack and d.id != first)
    turned = {**seen, other: seen[first]}
    del turned[first]
    told = {item.task.id: item for item in checklist(tasks.values(), 3, frozenset(), watched(turned))}
    assert (told["large-developments"].done, told["large-developments"].wrong) == ("", (other,))
    assert told["large-developments"].found == 7
    assert told["small-developments"].done == "camera"


def watched(spots: dict[str, Spot]) -> SeenTable:
    return SeenTable(spots, watching=WATCHED_ZONES)


def test_the_page_says_what_the_camera_cannot_see(tmp_path: Path) -> None:
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    players = (Player("Ann", "blue"), Player("Ben", "red"))
    table = room.tables.create("new-frontiers", Setup(players, (("game", "first"),)), seed=1)
    client = create_app(room, Shelf(tmp_path / "boxes")).test_client()
    address = f"/t/{table.id}/set-up/tasks"
    said = "It has no tags for the camera to see"
    assert said not in client.get(address).text, "nobody looks at this table"
    room.home.activate(table.id)
    pieces = re.split(r'data-lay="', client.get(address).text)[1:]
    untagged = {piece.partition('"')[0] for piece in pieces if said in piece}
    assert {"chips", "colonists", "supply", "disks", "credits-0", "credits-1"} <= untagged
    assert not untagged & {"large-developments", "small-developments", "action-tiles", "bag", "mat-0"}
    assert len(pieces) > len(untagged)
    room.close()
