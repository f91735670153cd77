"""The list of putting away: who does what, what is missing, and what a copy's record says afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.put_away.checklist import checklist, missing
from companion.put_away.copies import Copies, PieceRecord, after_putting_away, with_state
from companion.put_away.kept import PutAway, Seen, put_away_from_json, put_away_to_json
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables

NOW = datetime(2026, 3, 1, 20, 41, tzinfo=UTC)


def begun(tmp_path: Path, name: str = "new-frontiers", **parts: Any) -> Table[Any]:
    game = games.load(name)
    players = tuple(Player(f"P{n}", colour) for n, colour in enumerate(game.colours[: max(3, game.seats[0])]))
    return Tables(Journal(tmp_path / "journal.db")).create(name, Setup(players, **parts), seed=7)


@pytest.mark.parametrize("name", games.names())
def test_everything_in_the_box_is_on_the_list_once_and_nobody_has_much_more_to_do(
    tmp_path: Path, name: str
) -> None:
    table = begun(tmp_path, name)
    items = checklist(table, PutAway())
    parts = table.game.contents()
    assert sorted(one.piece.id for item in items for one in item.pieces) == sorted(
        piece.id for part in parts for piece in part.pieces
    )
    assert {item.part.id for item in items} == {part.id for part in parts}
    work = [sum(item.who == seat for item in items) for seat in range(len(table.setup.players))]
    assert max(work) - min(work) <= 1


def test_a_mat_is_put_away_by_the_player_in_whose_area_it_lies(tmp_path: Path) -> None:
    table = begun(tmp_path)
    for seat, mat in enumerate(table.setup.drawn("mats") or ()):
        item = next(
            item
            for item in checklist(table, PutAway())
            if mat in {one.piece.id for one in item.pieces} and item.who == seat
        )
        assert item.part.id == "mats"


def test_what_neither_camera_nor_hand_accounts_for_is_missing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    worlds = next(part for part in table.game.contents() if part.id == "worlds").pieces
    kept = PutAway(NOW).with_seen({piece.id: Seen("", NOW) for piece in worlds[3:]})
    for item in checklist(table, kept):
        if item.part.id != "worlds":
            kept = kept.with_whole(item.id, True)
    kept = kept.with_count("colonists", 58)
    items = checklist(table, kept)
    assert [it.piece.id for it in missing(items, all_open=True) if it.piece] == [p.id for p in worlds[:3]]
    assert [(it.part.id, it.number) for it in missing(items)] == [("colonists", 2)]
    found = kept.with_missing(worlds[0].id, True).with_seen({worlds[0].id: Seen("middle", NOW)})
    assert worlds[0].id not in {it.piece.id for it in missing(checklist(table, found), True) if it.piece}


def test_the_list_survives_a_restart_and_opens_again_by_a_change() -> None:
    kept = PutAway(NOW).with_whole("disks", True).with_missing("W23", True).with_count("colonists", 0)
    closed = kept.with_seen({"W01": Seen("middle", NOW)}).at_end(NOW)
    assert put_away_from_json(put_away_to_json(closed)) == closed
    assert closed.with_count("colonists", None).finished is None
    assert put_away_from_json({"seen": 3}) == PutAway()
    assert put_away_from_json(None) == PutAway()


def record(piece: str, state: Any = "missing", days: int = 0) -> PieceRecord:
    return PieceRecord(piece, f"the {piece}", state, NOW + timedelta(days=days))


def test_a_copy_keeps_since_when_a_piece_is_missing_and_forgets_what_was_found() -> None:
    before = (record("W01"), record("W02"), record("W03", "replaced"), record("colonists"))
    after = after_putting_away(before, (record("W01", days=9),), frozenset({"W01", "W02", "W03"}))
    assert {it.piece: (it.state, it.since) for it in after} == {
        "W01": ("missing", NOW),
        "W03": ("replaced", NOW),
        "colonists": ("missing", NOW),
    }
    assert [it.state for it in with_state(after, "W01", "replaced")].count("replaced") == 2
    assert {it.piece for it in with_state(after, "W01", None)} == {"W03", "colonists"}


def test_each_copy_of_a_game_has_a_record_of_its_own(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.write("new-frontiers", "red corner", "")
    copies = Copies(shelf)
    copies.change("new-frontiers", lambda before: (*before, record("W23")))
    assert [it.piece for it in Copies(shelf).missing("new-frontiers")] == ["W23"]
    assert copies.records("new-frontiers", "red corner") == ()
    assert shelf.names("new-frontiers") == ("red corner",), "a record is no box"
    (tmp_path / "new-frontiers" / "my box.pieces.json").write_text("{broken")
    assert copies.records("new-frontiers") == ()


def test_a_table_is_played_without_what_its_copy_lacks(tmp_path: Path) -> None:
    table = begun(tmp_path, without=("W23", "L2", "H3"))
    assert "W23" not in table.state.bag
    assert not {"D27", "D28"} & {id for id, _count in table.state.supply.developments}
    assert "H3" not in (table.setup.drawn("mats") or ())
    again = Tables(Journal(tmp_path / "journal.db")).open(table.id)
    assert again.state == table.state
    race = begun(tmp_path, "race-for-the-galaxy", without=("W23",))
    assert race.state.supply == begun(tmp_path, "race-for-the-galaxy").state.supply - 1
