"""Tests of `companion pin`, and of starts that are refused because the server would be unprotected."""

from __future__ import annotations

import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.access import pins
from companion.access.house import House
from companion.cli import CommandError, commands
from companion.commands import running
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from firmware_bridge.backends.screen import Screen


def run(*arguments: str, typed: str = "") -> Any:
    return CliRunner().invoke(commands, arguments, input=typed)


def test_pins_are_set_by_typing_them_twice(tmp_path: Path) -> None:
    file = str(tmp_path / "tables.db")
    no_host = run("pin", "staff", "--database", file, typed="739214\n739214\n")
    assert "Set a PIN for the host first" in no_host.output
    done = run("pin", "host", "--database", file, typed="739214\n739214\n")
    assert done.exit_code == 0, done.output
    assert "739214" not in done.output
    easy = run("pin", "host", "--database", file, typed="123456\n123456\n")
    assert easy.exit_code == 2
    assert "guessed first" in easy.output
    with closing(Journal(file)) as journal:
        house = House(journal)
        assert house.role_of("739214") == "host"
        assert house.role_of("123456") == ""
        assert not house.trusts_everybody


def test_a_pin_is_kept_with_the_full_work_of_scrypt() -> None:
    """Somebody who has the journal still needs 32 MB and this time for each guess."""
    kept = pins.hash_pin("739214")
    assert kept.startswith("scrypt:32768:8:1$")
    assert pins.pin_matches("739214", kept)
    assert not pins.pin_matches("739215", kept)


@pytest.fixture
def tables(tmp_path: Path) -> Any:
    tables = Tables(Journal(tmp_path / "tables.db"))
    yield tables
    tables.close()


def test_a_public_server_without_a_host_pin_does_not_start(tables: Tables) -> None:
    with pytest.raises(
        CommandError, match=r"reached from the internet at 8\.8\.8\.8: set a PIN with `companion pin host`"
    ):
        running.may_serve(tables, "8.8.8.8", None)


def test_a_public_server_with_a_host_pin_starts_and_knows_that_it_is_public(tables: Tables) -> None:
    House(tables.journal).set_pin("host", "739214")
    assert running.may_serve(tables, "8.8.8.8", None)
    assert not running.may_serve(tables, "192.168.1.7", False)


def test_a_guarded_start_needs_somebody_who_can_sign_in(tables: Tables) -> None:
    assert not running.may_serve(tables, "192.168.1.7", None)
    with pytest.raises(CommandError, match="set a PIN"):
        running.may_serve(tables, "192.168.1.7", False)


def test_a_public_name_counts_as_public(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_TRUSTED_HOSTS", "play.cafe.example")
    with pytest.raises(CommandError, match=r"play\.cafe\.example"):
        running.may_serve(tables, "127.0.0.1", None)


def test_a_signal_to_stop_raises_nothing_where_it_arrives_and_ends_the_server(
    tables: Tables, tmp_path: Path
) -> None:
    """What is raised within the garbage collector's callback is lost."""
    before, ended = signal.getsignal(signal.SIGTERM), False
    begun = running.running(
        "127.0.0.1", 0, None, tables, Screen, "en", calibrations=Calibrations(tmp_path / "c")
    )
    try:
        with begun as (_room, server):
            signal.raise_signal(signal.SIGTERM)
            server.run()
            ended = True
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended
