"""Tests that a table keeps the tiles it began with, and learns new ones by entries of its journal."""

import json

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, Illegal, Player, Setup, setup_from_json
from companion.games.contract.box import BoxTile
from companion.games.contract.setup import setup_to_json
from companion.table.journal import Journal
from companion.table.record import play_again, record
from companion.table.tables import Tables

PLAYERS = (Player("Blue", "blue"), Player("Green", "green"))


def tile_toml(id: str, **fields) -> str:
    return tile_text(BoxTile("world", {"id": id, "name": f"Owned {id}", "cost": 2, "vp": 1} | fields))


BOX = tile_toml("W11")


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.db"


def test_a_table_opens_again_with_the_box_it_began_with(journal):
    tables = Tables(Journal(journal))
    table = tables.create("new-frontiers", Setup(PLAYERS, box=BOX), seed=1)
    state = table.state
    assert table.game.tracking.tile("W11").name == "Owned W11"
    tables.close()
    again = Tables(Journal(journal)).open(table.id)
    assert again.state == state
    assert again.game.tracking.tile("W11").name == "Owned W11"


def test_a_table_without_a_box_knows_nothing_of_it(journal):
    tables = Tables(Journal(journal))
    plain = tables.create("new-frontiers", Setup(PLAYERS), seed=1)
    tables.create("new-frontiers", Setup(PLAYERS, box=BOX), seed=1)
    assert plain.game.tracking.tile("W11").name == "Rare windfall world 1"


def test_a_tile_taught_in_play_is_an_entry_that_undo_takes_back(journal):
    tables = Tables(Journal(journal))
    table = tables.create("new-frontiers", Setup(PLAYERS), seed=1)
    table.correct(Correction("tile/W61", tile_toml("W61")), table.number, "teach", "the tablet")
    assert table.game.tracking.tile("W61").name == "Owned W61"
    assert table.history()[-1].words.startswith("Tile W61 is Owned W61")
    state = table.state
    tables.close()
    again = Tables(Journal(journal)).open(table.id)
    assert again.state == state
    assert again.game.tracking.tile("W61") is not None
    again.undo(again.number, "back", "the tablet")
    assert again.game.tracking.tile("W61") is None


def test_a_record_carries_the_box_and_replays_to_the_same_state(journal):
    tables = Tables(Journal(journal))
    table = tables.create("new-frontiers", Setup(PLAYERS, box=BOX), seed=1)
    table.correct(Correction("tile/W61", tile_toml("W61")), table.number, "teach", "the tablet")
    replayed = play_again(json.loads(json.dumps(record(table))))
    assert replayed.stopped is None
    assert replayed.state == table.state
    assert tables.revive(record(table)).state == table.state


@pytest.mark.parametrize("wrong", ["[[world]]\nid = 3\n", "[[world]]\nid = ", "not a box"])
def test_what_of_a_box_cannot_be_read_begins_a_table_without_it(journal, wrong):
    tables = Tables(Journal(journal))
    table = tables.create("new-frontiers", Setup(PLAYERS, box=f"{BOX}\n{wrong}"), seed=1)
    assert len(table.game.unread) == 1
    assert table.game.unread[0].words().startswith("the box file, line ")
    again = Tables(Journal(journal)).open(table.id)
    assert again.state == table.state


def test_a_setup_s_box_goes_through_json():
    setup = Setup(PLAYERS, box=BOX)
    assert setup_from_json(json.loads(json.dumps(setup_to_json(setup)))) == setup
    assert "box" not in setup_to_json(Setup(PLAYERS))
    with pytest.raises(Illegal):
        setup_from_json(setup_to_json(setup) | {"box": 3})
