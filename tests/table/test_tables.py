"""Tests of the list of tables: create, find, archive, delete and restore."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import games
from companion.games.contract import Draw, Illegal, Player, Setup
from companion.table.chance import sample, setup_with_draws
from companion.table.journal import Entry, Journal, TableRow
from companion.table.journal_check import check_tables
from companion.table.journal_errors import JournalError
from companion.table.settings import Settings, settings_from_json
from companion.table.snapshot import ReadOnly
from companion.table.tables import NoSuchTable, Tables, new_id
from tests.table.conftest import SETUP, load_toy
from tests.table.test_journal import entry, row
from tests.table.toy_game import STONES, Bid, StonesGame


def test_two_processes_that_get_one_request_at_once_begin_one_table(tmp_path: Path) -> None:
    with (
        closing(Tables(Journal(tmp_path / "t.db"), load_toy)) as one,
        closing(Tables(Journal(tmp_path / "t.db"), load_toy)) as two,
    ):
        raced: list[str] = []
        write = one.journal.create

        def first_the_other(row: TableRow, entries: Sequence[Entry]) -> None:
            one.journal.create = write  # type: ignore[method-assign]
            raced.append(two.create("stones", SETUP, key="friday-1", request={"a": 1}).id)
            write(row, entries)

        one.journal.create = first_the_other  # type: ignore[method-assign]
        assert one.create("stones", SETUP, key="friday-1", request={"a": 1}).id == raced[0]
        with pytest.raises(Illegal, match="key of its own"):
            one.create("stones", SETUP, key="friday-1", request={"a": 2})
        assert len(one.list()) == 1


def test_a_table_is_created_listed_and_opened(tables: Tables, journal: Journal) -> None:
    table = tables.create("stones", SETUP, title="Friday", settings=Settings(draws="hand"), by="tablet")
    assert [(r.id, r.title, r.game) for r in tables.list()] == [(table.id, "Friday", "stones")]
    assert tables.open(table.id) is table
    again = Tables(journal, load_toy).open(table.id)
    assert again is not table
    assert (again.state, again.settings, again.seed) == (table.state, table.settings, table.seed)
    assert again.entries()[0].words == "Stones begins: Blue, Green"


def test_what_the_setup_leaves_to_chance_the_bag_draws_by_the_seed(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=5)
    assert sorted(table.setup.drawn("seats") or ()) == ["Blue", "Green"]
    assert tables.create("stones", SETUP, seed=5).setup == table.setup
    given = SETUP.with_draw("seats", ("Green", "Blue"))
    assert tables.create("stones", given, seed=5).setup == given


def test_a_setup_that_cannot_be_leaves_no_table(tables: Tables) -> None:
    with pytest.raises(Illegal, match="2 to 4"):
        tables.create("stones", Setup((Player("Blue", "blue"),)))
    assert tables.list() == ()


def test_archive_and_delete_take_it_off_the_list_and_back(tables: Tables) -> None:
    table = tables.create("stones", SETUP)
    tables.archive(table.id)
    assert tables.list() == ()
    assert [r.id for r in tables.list(archived=True)] == [table.id]
    tables.archive(table.id, away=False)
    assert len(tables.list()) == 1
    assert tables.delete(table.id).deleted is not None
    assert tables.list() == ()
    assert [r.id for r in tables.list(deleted=True)] == [table.id]
    tables.restore(table.id)
    assert [r.id for r in tables.list()] == [table.id]
    assert tables.open(table.id).number == 1


def test_the_table_deleted_last_is_restored_first(tables: Tables) -> None:
    one, other = (tables.create("stones", SETUP) for _n in range(2))
    for table in (other, one):
        tables.delete(table.id)
    assert [row.id for row in tables.deleted()] == [one.id, other.id]


def test_renaming_keeps_the_rest(tables: Tables) -> None:
    table = tables.create("stones", SETUP)
    table.set(moment=3)
    tables.rename(table.id, "Sunday")
    assert tables.list()[0].title == table.title == "Sunday"
    assert settings_from_json(tables.list()[0].settings).moment == 3


@pytest.mark.parametrize("stored", [5, ["0"], {"0": "no kind"}, {"blue": "sensible"}])
def test_stored_computers_that_are_none_are_dropped_and_the_rest_kept(stored: object) -> None:
    settings = settings_from_json({"computers": stored, "moment": 3})
    assert (settings.computers, settings.moment) == ({}, 3)


def test_no_such_table_is_a_sentence(tables: Tables) -> None:
    for use in (tables.open, tables.archive, tables.delete, tables.restore):
        with pytest.raises(NoSuchTable, match="There is no table 'nobody'"):
            use("nobody")


def test_ids_can_be_said_aloud_and_differ() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) > 190
    assert all(len(i) == 6 and i.isalpha() and i.islower() and not set(i) & set("clsx01") for i in ids)


def test_settings_that_this_version_does_not_know_fall_away() -> None:
    kept = {"moment": 4, "draws": "dice", "future": {"x": 1}}
    assert settings_from_json(kept) == Settings(moment=4)
    assert settings_from_json(Settings(referee="ask").to_json()) == Settings(referee="ask")


# --- the virtual bag


def test_a_draw_depends_on_seed_and_depth_alone() -> None:
    wanted = StonesGame().setup_draws(SETUP)[0]
    pool = tuple(f"S{n}" for n in range(30))
    of_pool = type(wanted)("worlds", 7, pool)
    assert sample(of_pool, 1, 4) == sample(of_pool, 1, 4)
    assert len({sample(of_pool, 1, depth) for depth in range(20)}) == 20
    assert len(set(sample(of_pool, 1, 4))) == 7


def test_the_companion_draws_for_as_many_entries_as_lead_to_it(tables: Tables) -> None:
    """None for the first: a seed gives the same game in every version."""
    table = tables.create("stones", SETUP.with_draw("seats", ("Green", "Blue")), seed=7)
    for seat, bid in enumerate((2, 1)):
        table.submit(Bid(seat, bid), table.number, f"bid of {seat}", "phone")
    drawn = table.effective()[-1].data["stones"]
    assert drawn == list(sample(Draw("stones", 3, STONES), 7, 2))


def test_every_name_comes_up_about_as_often() -> None:
    """7 of 30 drawn 3000 times: 700 each expected, standard deviation 23; 150 is more than six of them."""
    pool = tuple(f"S{n}" for n in range(30))
    wanted = type(StonesGame().setup_draws(SETUP)[0])("worlds", 7, pool)
    counts = dict.fromkeys(pool, 0)
    for depth in range(3000):
        for name in sample(wanted, 11, depth):
            counts[name] += 1
    assert all(abs(count - 700) < 150 for count in counts.values())


def test_a_pool_that_is_too_small_is_drawn_empty() -> None:
    wanted = type(StonesGame().setup_draws(SETUP)[0])("worlds", 7, ("a", "b"))
    assert sorted(sample(wanted, 1, 1)) == ["a", "b"]
    assert sample(type(wanted)("worlds", 0, ("a",)), 1, 1) == ()


def test_a_setup_already_whole_is_left_as_it_is() -> None:
    whole = SETUP.with_draw("seats", ("Green", "Blue"))
    assert setup_with_draws(StonesGame(), whole, 1) is whole


# --- installed games


def test_games_are_found_by_name_and_unknown_ones_are_a_sentence() -> None:
    for name in games.names():
        assert games.load(name).name == name
        assert games.load(name) is games.load(name)
    for wrong in ("chess", "", "../x", "game", "new_frontiers"):
        with pytest.raises(games.UnknownGame, match="There is no game called"):
            games.load(wrong)


def test_a_second_program_on_one_file_takes_in_what_the_first_wrote(tables: Tables, tmp_path: Path) -> None:
    table = tables.create("stones", SETUP, seed=1)
    there = Tables(Journal(tmp_path / "tables.db"), load_toy)
    other = there.open(table.id)
    there.follow()
    with other.subscribe() as news:
        assert news.get(10) is not None
        table.submit(Bid(0, 2), 1, "first", "tablet")
        told = news.get(20)
        assert told is not None
        assert (list(told.entries), told.now.state) == ([2], table.state)
        tables.rename(table.id, "Friday")
        table.set(moment=7)
        while (other.title, other.settings.moment) != ("Friday", 7):
            assert news.get(20) is not None
    there.close()
    assert not [it for it in threading.enumerate() if it.name == "journal watch"]


def test_many_readers_wait_for_no_writer(journal: Journal, tmp_path: Path) -> None:
    """A file that another program has locked can still be read, and a second write does not wait for the lock
    after the first has."""
    journal.create(row(), [entry(1)])
    assert journal._lock.acquire(timeout=1)  # a write of this program that waits for the other program
    try:
        assert journal.entries("kobura") == (entry(1),)
    finally:
        journal._lock.release()


def test_a_write_that_waits_behind_another_is_refused_in_time(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.journal.BUSY_SECONDS", 0.05)
    journal.create(row(), [entry(1)])
    with journal._lock, pytest.raises(JournalError, match="holding the journal") as caught:
        journal.append("kobura", [entry(2)])
    assert caught.value.kind == "locked"
    journal.append("kobura", [entry(2)])


def test_a_clock_that_jumps_changes_no_order_and_loses_nothing(
    tables: Tables, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumps = iter(range(100))
    monkeypatch.setattr(
        "companion.table.table.utc_now",
        lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=(-1) ** next(jumps) * 4000),
    )
    table = tables.create("stones", SETUP, seed=1)
    table.submit(Bid(0, 2), table.number, "first", "tablet")
    table.submit(Bid(1, 1), table.number, "second", "tablet")
    table.undo(table.number, "third", "tablet")
    times = [it.at for it in table.entries()]
    assert times != sorted(times)
    again = Tables(journal, load_toy).open(table.id)
    assert again.entries() == table.entries()
    assert (again.state, again.read_only) == (table.state, None)


def test_a_deleted_table_takes_no_steps_until_it_is_restored(tmp_path: Path) -> None:
    """Neither here nor at another process, and its pages say so."""
    here, there = (Tables(Journal(tmp_path / "tables.db"), load_toy) for _ in range(2))
    table = here.create("stones", SETUP, seed=1)
    other = there.open(table.id)
    before = table.number
    here.delete(table.id)
    there.refresh(None)
    for one in (table, other, there.open_unshared(table.id)):
        assert one.read_only is not None
        assert "was deleted" in one.read_only
        with pytest.raises(ReadOnly):
            one.submit(Bid(0, 1), one.number, "a", "phone")
        assert one.number == before
    assert [found.trouble for found in check_tables(here)] == [""]
    here.restore(table.id)
    there.refresh(None)
    assert other.read_only is None
    assert other.submit(Bid(0, 1), other.number, "a", "phone").number == before + 1
    here.close()
    there.close()


def test_a_question_that_stays_open_is_kept_once(tables: Tables) -> None:
    """Forms of some games hold hundreds of places: a table of 300 entries took 4.8 MB, and takes 1 MB so."""
    table = tables.create("stones", SETUP, seed=1)
    table.submit(Bid(0, 1), table.number, "key-00001", "a phone")
    before, after = (table._line.at(number).questions for number in (1, 2))
    assert after == before[1:]
    assert after[0] is before[1]
