"""The list of putting away: who does what, what is missing, and what a copy's record says afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.put_away.checklist import checked, checklist, missing
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


def test_missing_is_what_a_person_named_and_what_nobody_checked_is_not(tmp_path: Path) -> None:
    table = begun(tmp_path)
    worlds = next(part for part in table.game.contents() if part.id == "worlds").pieces
    kept = PutAway(NOW).with_seen({piece.id: Seen("", NOW) for piece in worlds[3:]})
    for item in checklist(table, kept):
        if item.part.id != "worlds":
            kept = kept.with_whole(item.id, True)
    kept = kept.with_count("colonists", 58)
    items = checklist(table, kept)
    assert [(it.part.id, it.number) for it in missing(items)] == [("colonists", 2)]
    bag = next(item for item in items if item.part.id == "worlds" and item.unchecked)
    assert (bag.unchecked, bag.done, sum(item.unchecked for item in items)) == (3, False, 3)
    assert not checked(items) & {piece.id for piece in worlds[:3]}
    assert {worlds[3].id, "colonists"} <= checked(items)
    named = kept.with_missing(worlds[0].id, True).with_missing(worlds[1].id, True)
    found = named.with_seen({worlds[0].id: Seen("middle", NOW)})
    items = checklist(table, found)
    assert [it.piece.id for it in missing(items) if it.piece] == [worlds[1].id]
    assert worlds[1].id in checked(items)
    whole = found.with_whole(bag.id, True)
    (bag,) = (item for item in checklist(table, whole) if item.id == bag.id)
    assert (bag.unchecked, bag.lacks, bag.done) == (0, 1, False), "something of it is missing: no green tick"


def test_nothing_that_nobody_looked_at_is_struck_off_or_added(tmp_path: Path) -> None:
    table = begun(tmp_path)
    items = checklist(table, PutAway(NOW))
    assert (missing(items), checked(items)) == ((), frozenset())
    before = (record("W01"), record("colonists"))
    assert after_putting_away(before, (), checked(items)) == before


def test_a_piece_that_is_a_line_of_its_own_is_either_there_or_missing() -> None:
    kept = PutAway(NOW).with_whole("bag-0", True).with_missing("bag", True, "bag-0")
    assert (kept.whole, kept.missing) == (frozenset(), {"bag"})
    again = kept.with_whole("bag-0", True, "bag")
    assert (again.whole, again.missing) == ({"bag-0"}, frozenset())


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
