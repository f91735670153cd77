"""Tests that what earlier versions wrote is read by this one (docs/upgrading.md): the files in tests/kept."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from companion import __version__, games
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.record import entries_of, record
from companion.table.tables import Tables
from tests.kept_files import KEPT, api, outcome, tiles_of, unpack

VERSIONS = sorted(folder.name for folder in KEPT.iterdir())
RECORDS = [(version, file.name) for version in VERSIONS for file in (KEPT / version).glob("*.record.json.gz")]
BOXES = [(version, file.name) for version in VERSIONS for file in (KEPT / version).glob("*.box.toml")]


def kept(version: str, name: str) -> Any:
    return json.loads((KEPT / version / name).read_text(encoding="utf-8"))


def test_this_version_or_the_last_one_left_its_files() -> None:
    assert VERSIONS
    assert __version__ in VERSIONS or __version__.split(".")[:2] > VERSIONS[-1].split(".")[:2]


@pytest.mark.parametrize(("version", "name"), RECORDS)
def test_a_kept_record_leads_where_it_led(version: str, name: str) -> None:
    data = json.loads(unpack(KEPT / version / name))
    then = kept(version, "outcomes.json")[data["game"]]
    assert json.loads(json.dumps(outcome(data))) == then
    assert then["stopped"] is None


@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_journal_goes_on(version: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(unpack(KEPT / version / "tables.sql.gz"))
    with closing(Tables(Journal(file))) as tables:
        assert [found.trouble for found in check_tables(tables)] == [""] * len(games.names())
        for row in tables.list():
            table = tables.open(row.id)
            then = json.loads(unpack(KEPT / version / f"{row.game}.record.json.gz"))
            assert record(table)["steps"] == then["steps"]
            number = table.number
            table.undo(number, "kept-later", "tablet", confirm=number)
            assert table.number == number + 1
        imported = entries_of(json.loads(unpack(KEPT / version / f"{games.names()[0]}.record.json.gz")))
        assert imported


@pytest.mark.parametrize(("version", "name"), BOXES)
def test_a_kept_box_is_read_tile_by_tile(version: str, name: str) -> None:
    file = KEPT / version / name
    box = games.load(name.partition(".")[0]).box
    assert box is not None
    book = box.with_box(file.read_text(encoding="utf-8"))
    assert book is not None
    assert tiles_of(file) > 0


@pytest.mark.parametrize("version", VERSIONS)
def test_the_api_lost_nothing(version: str) -> None:
    """Version 1 is append-only: fields are added to answers, and to requests where they may be left out."""
    then, now = kept(version, "api-v1.json"), api()
    for name, operation in then["operations"].items():
        assert name in now["operations"], name
        assert operation["id"] == now["operations"][name]["id"]
        assert set(operation["statuses"]) <= set(now["operations"][name]["statuses"]), name
        assert set(operation["parameters"]) <= set(now["operations"][name]["parameters"]), name
    for name, kind in then["types"].items():
        assert set(kind["fields"]) <= set(now["types"][name]["fields"]), name
        if name.endswith("Body") or name.startswith("New"):
            assert set(now["types"][name]["required"]) <= set(kind["required"]), name
        else:
            assert set(kind["required"]) <= set(now["types"][name]["required"]), name
    assert set(then["decisions"]) <= set(now["decisions"])


def test_an_option_that_goes_away_warns_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are marked `deprecated` for one version: the help and a line say what to use instead."""

    @click.command()
    @click.option("--eye", deprecated="use --camera", envvar="COMPANION_OLD_EYE")
    def old(eye: str | None) -> None:
        click.echo(f"looks through {eye}")

    result = CliRunner().invoke(old, ["--eye", "Desk Cam"])
    assert (result.exit_code, "use --camera" in result.output) == (0, True)
    assert "looks through Desk Cam" in result.output
    monkeypatch.setenv("COMPANION_OLD_EYE", "Desk Cam")
    assert "use --camera" in CliRunner().invoke(old).output
    assert "use --camera" in CliRunner().invoke(old, ["--help"]).output
