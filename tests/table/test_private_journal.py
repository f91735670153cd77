"""Tests that a journal, its log and its backups are their owner's alone, or a group's."""

from __future__ import annotations

import os
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.commands.options import open_journal
from companion.commands.serve import _share
from companion.system.private_files import NoSuchGroup, begin_private
from companion.table.backup import back_up, backup_folder, backup_name, restore_file, rotate
from companion.table.journal import Journal
from tests.table.test_journal import entry, row

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path | str) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)


def test_a_new_journal_its_log_and_its_folder_are_private(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("companion.commands.options.data_folder", lambda: tmp_path / "data")
    with closing(open_journal(None)) as journal:
        journal.create(row(), [entry(1)])
        modes = {path.name: mode(path) for path in (tmp_path / "data").iterdir()}
    assert modes == {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}
    assert mode(tmp_path / "data") == 0o700


def test_a_journal_that_everybody_could_open_is_closed_and_one_of_a_group_is_not(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    for before, after in ((0o644, 0o600), (0o664, 0o600), (0o660, 0o660), (0o640, 0o640)):
        Journal(path).close()
        path.chmod(before)
        Journal(path).close()
        assert mode(path) == after, oct(before)


def test_backups_old_and_new_and_what_is_restored_are_private(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with closing(Journal(path)) as journal:
        journal.create(row(), [entry(1)])
        first = backup_folder(path) / backup_name("tables", NOON)
        back_up(path, first)
        assert (mode(first), mode(first.parent)) == (0o600, 0o700)
        first.chmod(0o644)
        rotate(first.parent, "tables")
        assert mode(first) == 0o600
    first.chmod(0o644)
    aside = restore_file(first, path, NOON)
    assert aside is not None
    assert (mode(path), mode(aside)) == (0o600, 0o600)


def test_a_group_may_be_let_in(tmp_path: Path) -> None:
    import grp

    group = grp.getgrgid(os.getgid()).gr_name
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir(mode=0o700)
    with closing(Journal(path)) as journal:
        _share(path, None, group, whole_folder=True)
        journal.create(row(), [entry(1)])
        assert (mode(path.parent), mode(path), mode(f"{path}-wal")) == (0o2770, 0o660, 0o660)
        copy = backup_folder(path) / backup_name("tables", NOON)
        back_up(path, copy)
        assert (mode(copy.parent), mode(copy)) == (0o2770, 0o660)
        with pytest.raises(NoSuchGroup, match="There is no group 'nobody-here'"):
            _share(path, None, "nobody-here", whole_folder=True)


def test_a_file_is_never_open_to_others_even_as_it_begins(tmp_path: Path) -> None:
    os.umask(0)
    begin_private(tmp_path / "new")
    assert mode(tmp_path / "new") == 0o600
