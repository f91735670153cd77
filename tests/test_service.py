"""Tests of the systemd unit, which systemd accepts and which can be removed, and of the container file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import commands

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(commands, ["service", *arguments])
    return result.exit_code, result.output


def test_the_unit_and_the_rule_are_written_and_removed(tmp_path: Path) -> None:
    root = ("--root", str(tmp_path))
    status, said = run("install", *root, "--user", "host", "--", "--camera", "Desk Cam", "--lights", "auto")
    unit = tmp_path / "etc/systemd/system/table-companion.service"
    rules = tmp_path / "etc/udev/rules.d/60-table-companion.rules"
    assert status == 0, said
    assert "serve --camera 'Desk Cam' --lights auto" in unit.read_text()
    assert "User=host" in unit.read_text()
    assert 'GROUP="dialout"' in rules.read_text()
    assert run("uninstall", *root)[0] == 0
    assert not unit.exists()
    assert not rules.exists()
    status, said = run("uninstall", *root)
    assert status == 2
    assert "not installed" in said


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    assert run("install", "--root", str(tmp_path), "--user", "root")[0] == 0
    unit = tmp_path / "etc/systemd/system/table-companion.service"
    unit.write_text(unit.read_text().replace("ExecStart=companion", "ExecStart=/usr/bin/true"))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    about = [line for line in found.stderr.splitlines() if unit.name in line]
    assert about == []
    assert found.returncode == 0, found.stderr


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "etc"
    blocked.write_text("a file where a folder belongs")
    status, said = run("install", "--root", str(tmp_path), "--user", "host")
    assert status == 2
    assert "cannot be written" in said


def test_the_containers_file_is_without_a_known_fault() -> None:
    """Without a container builder, scripts/container_steps.py runs its steps."""
    linter = Path(sys.executable).with_name("hadolint")
    said = subprocess.run(
        [str(linter), "--no-color", str(ROOT / "Dockerfile")], capture_output=True, text=True
    )
    assert (said.returncode, said.stdout) == (0, "")
