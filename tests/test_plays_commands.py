"""Tests of `companion plays`: list and export of an existing journal; the command never creates one."""

from __future__ import annotations

import csv
import io
import json

import pytest

from companion.games.contract import Player, Setup
from companion.plays.tracked import play_id
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.plays.test_tracked import finish
from tests.table.conftest import load_toy
from tests.test_cli import run_command  # noqa: F401


@pytest.fixture
def journal(tmp_path, monkeypatch):
    """A journal with two finished games and one in play; no plays have been collected from it yet."""
    monkeypatch.setattr("companion.commands.options.Tables", lambda journal: Tables(journal, load_toy))
    file = tmp_path / "evening.db"
    tables = Tables(Journal(file), load_toy)
    ids = []
    for names in (("Blue", "Green"), ("Blue", "Green", "Red")):
        players = tuple(Player(name, name.lower()) for name in names)
        table = tables.create("stones", Setup(players), seed=len(names))
        finish(table)
        ids.append(play_id(table.id))
    tables.create("stones", Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=9)
    tables.close()
    return file, ids


def test_the_list_finds_what_was_played(run_command, journal):  # noqa: F811
    file, ids = journal
    lines = run_command("plays", "list", "--database", file).out.splitlines()
    assert [line.split()[0] for line in lines] == ids[::-1]
    assert all("(won)" in line for line in lines)
    result = run_command("plays", "list", "--database", file, "--text", "red").out.splitlines()
    assert [line.split()[0] for line in result] == [ids[1]]
    assert run_command("plays", "list", "--database", file, "--since", "2999-01-01").out == "No play fits.\n"


def test_an_export_is_json_or_csv(run_command, journal, tmp_path):  # noqa: F811
    file, ids = journal
    data = json.loads(run_command("plays", "export", "--database", file).out)
    assert [play["id"] for play in data["plays"]] == ids[::-1]
    one = json.loads(run_command("plays", "export", ids[0], ids[0], "--json", "--database", file).out)
    assert [play["id"] for play in one["plays"]] == [ids[0]]
    out = tmp_path / "plays.csv"
    result = run_command("plays", "export", "--csv", "--players", 3, "--out", out, "--database", file)
    assert result.status == 0
    assert result.out == ""
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))
    assert {row["play"] for row in rows} == {ids[1]}


def test_nothing_kept_is_said(run_command, tmp_path):  # noqa: F811
    Journal(tmp_path / "new.db").close()
    assert run_command("plays", "list", "--database", tmp_path / "new.db").out == "No play is kept.\n"


@pytest.mark.parametrize(
    "wrong",
    [
        ("list", "--since", "yesterday"),
        ("list", "--until", "2026-02-31"),
        ("list", "--players", "none"),
        ("export", "table-nosuch"),
        ("export", "--out", "/nowhere/at/all.json"),
    ],
)
def test_what_cannot_be_is_one_line(run_command, journal, wrong):  # noqa: F811
    file, _ = journal
    assert run_command("plays", *wrong, "--database", file).refused_in_one_line()


def test_a_journal_that_is_not_there_is_not_begun(run_command, tmp_path):  # noqa: F811
    result = run_command("plays", "list", "--database", tmp_path / "none.db")
    assert result.refused_in_one_line()
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "bad.db").write_bytes(b"this is no database at all" * 100)
    assert run_command("plays", "list", "--database", tmp_path / "bad.db").refused_in_one_line()
