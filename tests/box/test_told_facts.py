"""Tests of told facts on their way into the owner's box: none is lost, whatever happens meanwhile."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.box.editing import tile_text, tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import LATER, Correction, State, Telling, box_of, game_at
from companion.games.contract.box import BoxTile
from companion.games.contract.rules import game_of_box
from companion.games.contract.told import Told, ToldBy
from companion.plays.store import Plays
from companion.plays.tracked import PlayKeeper
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.rigs.told_games import setup as told_setup

GAME = "new-frontiers"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as opened:
        yield opened


def tell(table: Table[State], owner: Owner, by: str = "Mia’s phone", count: int = 100) -> None:
    """Answers the table's first questions of what is printed, or `count` of them."""
    for _ in range(count):
        question = table.questions[0]
        if not isinstance(question.form, Telling):
            return
        decision = owner.answer(table.game, table.state, question)  # type: ignore[arg-type]
        table.submit(decision, table.number, f"key-{table.number:08}", by)


def check_box(shelf: Shelf, table: Table[State], number: int | None = None) -> int:
    """The box has what the entries tell, no more and no less. Returns how many tiles that are."""
    told = box_of(table.game).told_tiles(table.state_at(1), table.state_at(number or table.number))
    kept = tiles_in(shelf.text(table.game.name))
    assert set(kept) == set(told)
    for id, tile in told.items():
        fields = {name: value for name, value in kept[id].fields.items() if name != "told"}
        assert fields == {name: value for name, value in tile.fields.items() if name != "told"}, id
    return len(told)


@pytest.mark.parametrize("box_first", [True, False])
def test_it_is_told_whoever_else_follows_and_began_before(
    tables: Tables, shelf: Shelf, box_first: bool
) -> None:
    if box_first:
        ToldFacts(tables, shelf)
    PlayKeeper(tables, Plays(tables.journal))
    if not box_first:
        ToldFacts(tables, shelf)
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    tell(table, Owner(printed_box(1), Random(1)))
    assert check_box(shelf, table) == 2


def test_killed_between_the_journal_and_the_box_it_is_in_the_box_after_the_next_start(
    tmp_path: Path, shelf: Shelf
) -> None:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        ToldFacts(tables, shelf)
        table_id = asked_for_homes(tables.create(GAME, setup(2, 1))).id
    for answers in (1, 2):
        process = multiprocessing.get_context("spawn").Process(
            target=tell_and_die, args=(tmp_path / "journal.db", shelf.folder, table_id)
        )
        process.start()
        process.join(60)
        assert process.exitcode == DIED
        with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
            assert tables.open(table_id).number == 2 + answers
            told = ToldFacts(tables, shelf)
            assert told.follower.catch_up() == 0
            assert check_box(shelf, tables.open(table_id)) == answers
            by = [tile.fields["told"] for tile in tiles_in(shelf.text(GAME)).values()]
            assert all(len(lines) == 1 and f"Ben (table {table_id}): " in lines[0] for lines in by)


DIED = 9


def tell_and_die(journal: Path, boxes: Path, table_id: str) -> None:
    """Tells one tile; the process ends where the box would be written."""
    shelf = Shelf(boxes)
    shelf.change = lambda *_: os._exit(DIED)  # type: ignore[method-assign]
    tables = Tables(Journal(journal))
    ToldFacts(tables, shelf)
    tell(tables.open(table_id), Owner(printed_box(1), Random(1)), "Ben", 1)


def test_a_box_that_cannot_be_written_for_a_while_is_said_and_made_up_for(
    tables: Tables, shelf: Shelf
) -> None:
    told = ToldFacts(tables, shelf)
    shelf.folder.mkdir()
    (shelf.folder / GAME).write_text("a file lies where the folder should")
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    tell(table, Owner(printed_box(1), Random(1)))
    assert table.questions[0].kind == "select-action"  # the game goes on
    said = told.follower.trouble
    assert said.startswith("What was told at the table is not in your box yet: The box cannot be kept in ")
    (shelf.folder / GAME).unlink()
    assert told.follower.catch_up() == 0
    assert check_box(shelf, table) == 2
    assert not told.follower.trouble


def test_jump_undo_and_redo_take_it_back_and_give_it_again(tables: Tables, shelf: Shelf) -> None:
    ToldFacts(tables, shelf)
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    tell(table, Owner(printed_box(1), Random(1)))
    end = table.number
    moves: list[Any] = [
        lambda key: table.jump(3, table.number, key, "test"),
        lambda key: table.undo(table.number, key, "test"),
        lambda key: table.undo(table.number, key, "test"),
        lambda key: table.redo(table.number, key, "test"),
        lambda key: table.jump(2, table.number, key, "test"),
        lambda key: table.jump(end, table.number, key, "test"),
    ]
    found = []
    for n, move in enumerate(moves):
        move(f"moved-{n:04}")
        found.append(check_box(shelf, table))
    assert found == [1, 2, 1, 2, 0, 2]
    assert all(len(tile.fields["told"]) == 1 for tile in tiles_in(shelf.text(GAME)).values())


def tellers(tile: BoxTile) -> list[str]:
    read = [ToldBy.read(line) for line in tile.told]
    return [f"{one.by}, {one.at}" for one in read if one is not None]


@pytest.mark.parametrize(("mia", "ben"), [("Mia", "Ben"), ("the tablet", "the tablet")])
def test_two_tables_tell_the_same_piece_and_one_takes_it_back(
    tables: Tables, shelf: Shelf, mia: str, ben: str
) -> None:
    ToldFacts(tables, shelf)
    one, other = (asked_for_homes(tables.create(GAME, setup(2, 1))) for _ in range(2))
    tell(one, Owner(printed_box(1), Random(1)), mia, 1)
    tell(other, Owner(printed_box(1), Random(1)), ben, 1)
    (home,) = tiles_in(shelf.text(GAME)).values()
    assert tellers(home) == [f"{mia}, table {one.id}", f"{ben}, table {other.id}"]
    one.undo(one.number, "undo-one", "test")
    (kept,) = tiles_in(shelf.text(GAME)).values()
    assert kept.fields["vp"] == home.fields["vp"]  # the other table tells it still
    assert tellers(kept) == [f"{ben}, table {other.id}"]
    other.undo(other.number, "undo-other", "test")
    assert tiles_in(shelf.text(GAME)) == {}


@pytest.mark.parametrize(("game", "first"), [(GAME, "W11"), ("race-for-the-galaxy", "X01")])
def test_two_tables_that_give_one_number_to_two_pieces_or_two_to_one(
    tables: Tables, shelf: Shelf, game: str, first: str
) -> None:
    ToldFacts(tables, shelf)
    rules = games.load(game)
    begun = told_setup(rules, Random(1), players="fewest")
    one, other = (tables.create(game, begun) for _ in range(2))

    def meet(table: Table[State], name: str) -> str:
        tile = box_of(game_at(table.game, table.state)).newly_named("world", name, table.state)
        teach(table, tile)
        return tile.id

    def teach(table: Table[State], tile: BoxTile) -> None:
        change = Correction(f"tile/{tile.id}", tile_text(tile))
        by = "Mia" if table is one else "Ben"
        table.correct(change, table.number, f"key-{table.number:08}", by)

    def names() -> list[str]:
        return sorted(str(tile.fields["name"]) for tile in tiles_in(shelf.text(game)).values())

    assert meet(one, "Blaster Gem") == meet(other, "Blaster Gem 7") == first
    assert names() == ["Blaster Gem", "Blaster Gem 7"]
    meet(one, "Deep Reef")
    meet(one, "Mira's Moon")
    assert meet(other, "Mira’s  Moon") != meet(one, "Rich Market")
    assert names() == ["Blaster Gem", "Blaster Gem 7", "Deep Reef", "Mira's Moon", "Rich Market"]
    book = box_of(game_at(other.game, other.state)).book()
    teach(other, book.told(first, Told.read([f"{first}/name=Blaster Gem 7", f"{first}/vp=3", LATER])).tile)
    (colony,) = (tile for tile in tiles_in(shelf.text(game)).values() if tile.name == "Blaster Gem 7")
    assert colony.fields["vp"] == 3
    for _entry in range(other.number - 1):
        other.undo(other.number, f"undo-{other.number:08}", "test")
    assert names() == ["Blaster Gem", "Deep Reef", "Mira's Moon", "Rich Market"]
    new = game_of_box(rules, shelf.text(game))
    assert new.unread == ()


@pytest.mark.parametrize("game", [GAME, "race-for-the-galaxy"])
def test_what_is_told_of_a_piece_stays_whatever_its_number_in_the_box_means_at_another_table(
    tables: Tables, shelf: Shelf, game: str
) -> None:
    ToldFacts(tables, shelf)
    begun = told_setup(games.load(game), Random(1), players="fewest")
    one, other = (tables.create(game, begun) for _ in range(2))

    def teach(table: Table[State], tile: BoxTile) -> None:
        change = Correction(f"tile/{tile.id}", tile_text(tile))
        table.correct(change, table.number, f"key-{table.number:08}", "the tablet")

    def meet(table: Table[State], name: str, vp: int | None = None) -> None:
        tile = box_of(game_at(table.game, table.state)).newly_named("world", name, table.state)
        teach(table, tile)
        if vp is not None:
            book = box_of(game_at(table.game, table.state)).book()
            told = Told.read([f"{tile.id}/name={name}", f"{tile.id}/vp={vp}", LATER])
            teach(table, book.told(tile.id, told).tile)

    def kept() -> dict[str, Any]:
        tiles = tiles_in(shelf.text(game)).values()
        return {str(tile.fields["name"]): tile.fields.get("vp") for tile in tiles}

    meet(one, "Silent Reef", 3)
    meet(other, "Nova Guild", 1)  # its number is that of Silent Reef in the box
    meet(other, "Silent Reef")
    assert kept() == {"Silent Reef": 3, "Nova Guild": 1}
    for _entry in range(other.number - 1):
        other.undo(other.number, f"undo-{other.number:08}", "the tablet")
        assert kept()["Silent Reef"] == 3
    for _entry in range(one.number - 1):
        one.undo(one.number, f"undo-{one.number:08}", "the tablet")
    assert kept() == {}


def test_two_tables_that_tell_it_differently_leave_what_was_told_first(tables: Tables, shelf: Shelf) -> None:
    ToldFacts(tables, shelf)
    one, other = (asked_for_homes(tables.create(GAME, setup(2, 1))) for _ in range(2))
    tell(one, Owner(printed_box(1), Random(1)), "Mia", 1)
    ((_id, before),) = tiles_in(shelf.text(GAME)).items()
    form = other.questions[0].form
    assert isinstance(form, Telling)
    piece = form.fields[0].piece
    owner = Owner(printed_box(1), Random(1))
    said = [text for text in owner.told(other.state, form) if "/vp=" not in text] + [f"{piece}/vp=9"]
    decision = other.game.answer(other.state, other.questions[0], tuple(said))
    other.submit(decision, other.number, "told-else", "Ben")
    (kept,) = tiles_in(shelf.text(GAME)).values()
    assert kept.fields == before.fields | {"told": list(kept.told)}
    (mine,) = before.told
    assert kept.told == (
        mine,
        mine.replace(f"Mia (table {one.id})", f"Ben (table {other.id})").replace(" vp,", ""),
    )
    other.undo(other.number, "undo-else", "test")
    assert [*tiles_in(shelf.text(GAME)).values()] == [before]


def test_a_number_that_means_another_piece_after_a_jump_leaves_what_another_table_tells(
    tables: Tables, shelf: Shelf
) -> None:
    ToldFacts(tables, shelf)
    game = games.load("race-for-the-galaxy")
    begun = told_setup(game, Random(1), players="fewest")
    one, other = (tables.create(game.name, begun) for _ in range(2))

    def meet(table: Table[State], sort: str, name: str) -> None:
        tile = box_of(game_at(table.game, table.state)).newly_named(sort, name, table.state)
        change = Correction(f"tile/{tile.id}", tile_text(tile))
        table.correct(change, table.number, f"key-{name}-{table.number:04}", "the tablet")

    def names() -> set[str]:
        return {str(tile.fields["name"]) for tile in tiles_in(shelf.text(game.name)).values()}

    meet(one, "world", "Silent Gem")
    meet(other, "world", "Silent Gem")
    first = one.number
    for name, sort in (("Blaster Reef", "world"), ("Far Office", "development")):
        one.jump(1, one.number, f"jump-to-{name}", "the tablet")
        meet(one, sort, name)  # X01 of this table each time
        assert names() == {"Silent Gem", name}
    one.jump(first, one.number, "jump-to-the-first", "the tablet")
    assert names() == {"Silent Gem"}
    other.undo(other.number, "undo-of-the-other", "the tablet")
    assert names() == {"Silent Gem"}
    one.jump(1, one.number, "jump-to-the-start", "the tablet")
    assert names() == set()


def test_another_house_on_the_same_journal_has_a_box_of_its_own(
    tmp_path: Path, tables: Tables, shelf: Shelf
) -> None:
    ToldFacts(tables, shelf, "north")
    elsewhere = Shelf(tmp_path / "south")
    ToldFacts(tables, elsewhere, "south")
    table = asked_for_homes(tables.create(GAME, setup(2, 1), settings=Settings(branch="north")))
    tell(table, Owner(printed_box(1), Random(1)))
    assert check_box(shelf, table) == 2
    assert elsewhere.text(GAME) == ""
