"""Tests of boxes that change while tables play on: another is chosen, one is deleted or written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.box.editing import tile_text, tiles_in, with_tile
from companion.box.shelf import DEFAULT_BOX, Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import LATER, BoxTile, Correction, State, box_of, game_at
from companion.games.contract.rules import game_of_box
from companion.games.contract.told import Told
from companion.table.backup import back_up, restore_file
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.rigs.told_games import setup

GAMES = pytest.mark.parametrize("game", ["new-frontiers", "race-for-the-galaxy"])
CAFE = "cafe"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path: Path, shelf: Shelf) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as opened:
        ToldFacts(opened, shelf)
        yield opened


def begin(tables: Tables, game: str, box: str = "", copy: str = DEFAULT_BOX) -> Table[State]:
    begun = setup(games.load(game), Random(1), players="fewest")
    return tables.create(game, replace(begun, box=box), settings=Settings(copy=copy))


def tell(table: Table[State], name: str, vp: int) -> None:
    """The table meets a world, or another of its facts."""
    met = next((id for id, tile in told(table).items() if tile.name == name), None)
    if met is None:
        tile = box_of(game_at(table.game, table.state)).newly_named("world", name, table.state)
        teach(table, tile)
        met = tile.id
    book = box_of(game_at(table.game, table.state)).book()
    teach(table, book.told(met, Told.read([f"{met}/name={name}", f"{met}/vp={vp}", LATER])).tile)


def teach(table: Table[State], tile: BoxTile) -> None:
    change = Correction(f"tile/{tile.id}", tile_text(tile))
    table.correct(change, table.number, f"key-{table.number:08}", "the tablet")


def told(table: Table[State]) -> dict[str, BoxTile]:
    return {tile.id: tile for tile in box_of(game_at(table.game, table.state)).book().tiles()}


def take_all_back(table: Table[State]) -> None:
    while table.undo_words is not None:
        table.undo(table.number, f"undo-{table.number:08}", "the tablet")


def worlds(text: str) -> dict[str, int | None]:
    """The VP of each world by its name."""
    return {str(it.fields["name"]): it.fields.get("vp") for it in tiles_in(text).values()}  # type: ignore[misc]


def box_with(game: str, *named: tuple[str, int]) -> str:
    """A box file in which a person wrote worlds and their VP; they are numbered as they come."""
    text = ""
    for name, vp in named:
        tile = box_of(game_of_box(games.load(game), text)).newly_named("world", name)
        book = box_of(game_of_box(games.load(game), with_tile(text, tile))).book()
        text = with_tile(
            text, book.told(tile.id, Told.read([f"{tile.id}/name={name}", f"{tile.id}/vp={vp}", LATER])).tile
        )
    return text


@GAMES
def test_a_table_tells_into_the_box_that_it_began_with_whichever_is_chosen_meanwhile(
    tables: Tables, shelf: Shelf, game: str
) -> None:
    cafe = box_with(game, ("Nova Guild", 1), ("Far Office", 2))
    shelf.write(game, CAFE, cafe)
    shelf.write(game, DEFAULT_BOX, box_with(game, ("Silent Reef", 3)))
    shelf.use(game, DEFAULT_BOX)
    table = begin(tables, game, shelf.text(game))
    shelf.use(game, CAFE)
    tell(table, "Deep Gem", 5)
    assert worlds(shelf.read(game, DEFAULT_BOX)) == {"Silent Reef": 3, "Deep Gem": 5}
    shelf.use(game, None)
    take_all_back(table)
    assert worlds(shelf.read(game, DEFAULT_BOX)) == {"Silent Reef": 3}
    assert shelf.read(game, CAFE) == cafe


@GAMES
def test_where_the_table_s_box_is_deleted_another_box_keeps_its_pieces_under_their_numbers(
    tables: Tables, shelf: Shelf, game: str
) -> None:
    shelf.write(game, DEFAULT_BOX, box_with(game, ("Silent Reef", 3), ("Mira's Moon", 4)))
    shelf.use(game, DEFAULT_BOX)
    table = begin(tables, game, shelf.text(game))
    cafe = box_with(game, ("Nova Guild", 1), ("Far Office", 2), ("Deep Gem", 5))
    shelf.write(game, CAFE, cafe)
    shelf.use(game, CAFE)
    shelf.path(game, DEFAULT_BOX).unlink()
    tell(table, "Silent Reef", 2)  # its number is that of Nova Guild there
    tell(table, "Deep Gem", 5)  # which that box has already
    assert worlds(shelf.text(game)) == {"Nova Guild": 1, "Far Office": 2, "Deep Gem": 5, "Silent Reef": 2}
    assert game_of_box(games.load(game), shelf.text(game)).unread == ()
    take_all_back(table)
    left = worlds(shelf.text(game))
    assert {name: left[name] for name in worlds(cafe)} == worlds(cafe)


@GAMES
def test_what_somebody_wrote_into_the_file_stays_whatever_a_table_tells_and_takes_back(
    tables: Tables, shelf: Shelf, game: str
) -> None:
    table = begin(tables, game)
    tell(table, "Deep Gem", 5)
    (row,) = tiles_in(shelf.text(game)).values()
    by_hand = {name: value for name, value in row.fields.items() if name != "told"}
    shelf.write(game, DEFAULT_BOX, tile_text(BoxTile(row.type, by_hand)))
    tell(table, "Silent Reef", 3)
    take_all_back(table)
    assert worlds(shelf.text(game)) == {"Deep Gem": 5}
    tell(table, "Deep Gem", 5)
    take_all_back(table)
    assert worlds(shelf.text(game)) == {"Deep Gem": 5}
    tell(table, "Deep Gem", 6)  # otherwise: what the owner wrote stays, too
    assert worlds(shelf.text(game)) == {"Deep Gem": 5}


@GAMES
def test_a_piece_that_a_person_wrote_under_nearly_the_same_name_is_another_piece(
    tables: Tables, shelf: Shelf, game: str
) -> None:
    table = begin(tables, game)
    shelf.write(game, DEFAULT_BOX, box_with(game, ("Silent Gem 3", 1)))
    shelf.use(game, DEFAULT_BOX)
    tell(table, "Silent Gem 15", 4)
    assert {*told(table)} & {*tiles_in(shelf.text(game))}, "both have the same number"
    assert worlds(shelf.text(game)) == {"Silent Gem 3": 1, "Silent Gem 15": 4}
    take_all_back(table)
    assert worlds(shelf.text(game)) == {"Silent Gem 3": 1}


@GAMES
def test_what_was_told_after_a_backup_stays_told_by_whom_once_the_backup_is_restored(
    tmp_path: Path, shelf: Shelf, game: str
) -> None:
    journal, backup = tmp_path / "journal.db", tmp_path / "backup.db"
    with closing(Tables(Journal(journal))) as tables:
        ToldFacts(tables, shelf)
        id = begin(tables, game).id
        tell(tables.open(id), "Deep Gem", 5)
        back_up(journal, backup)
        tell(tables.open(id), "Far Office", 2)
        tell(tables.open(id), "Deep Gem", 3)
    restore_file(backup, journal, datetime.now(UTC))
    with closing(Tables(Journal(journal))) as tables:
        follower = ToldFacts(tables, shelf).follower
        table = tables.open(id)
        tell(table, "Far Office 2", 4)  # under the number of another piece by now
        assert worlds(shelf.text(game)) == {"Deep Gem": 3, "Far Office": 2, "Far Office 2": 4}
        teach(table, box_of(game_at(table.game, table.state)).newly_named("world", "Far Office", table.state))
        (office,) = (it for it in tiles_in(shelf.text(game)).values() if it.name == "Far Office")
        assert any(line.endswith(": vp") for line in office.told), "who told it is still known"
        tell(table, "Far Office", 1)
        assert worlds(shelf.text(game))["Far Office"] == 1, "what the table told last"
        assert follower.trouble == ""
