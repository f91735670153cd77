"""Tests of every command that is given a file or folder: one that cannot be used is refused in one sentence
with its name and the true cause, and nothing is made or changed."""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest

from companion.cli import commands, main
from companion.system.folders import data_folder
from companion.table.journal import Journal

LONG = "x" * 300
"""More letters than a name may have: the system refuses the very question whether it is there."""
CAUSES = {
    "missing": r"[Tt]here is no|No such file|no folder",
    "below/file": "Not a directory|[Tt]here is no",
    "folder": "[Ii]s a directory|is there already",
    "loop": "Too many levels|[Tt]here is no",
    LONG: "File name too long",
    "closed": "Permission denied|is not readable",
}
"""By the name of what is given, what may be said of it; Windows has other words."""
PICTURE = "cannot be read as a picture"
VIDEO = "is no video that can be played"
JOURNAL = ("is there but empty", r"is damaged \(file is not a database\)")
READ: dict[str, tuple[str, str]] = {
    "read {}": (PICTURE, PICTURE),
    "calibrate --picture {}": (PICTURE, PICTURE),
    "score {}": (r"is not JSON \(it is empty\)", "is not JSON"),
    "replay {}": (r"is not JSON \(it is empty\)", "is not JSON"),
    "import {}": (r"is not JSON \(it is empty\)", "is not JSON"),
    "replay-video {}": ("is no recording of this companion", "is no recording of this companion"),
    "restore {}": (r"no whole backup \(it is empty\)", r"no whole backup \(file is not a database\)"),
    "serve --try --port 0 --camera {}": (VIDEO, VIDEO),
    "lights flash --config {}": ("lacks PIN", "is not Python"),
    "--settings {} box list": ("", "is not TOML"),
    "box check {}": ("", ""),  # a box without a tile, and a report of what cannot be read
    "box import {}": ("", "TOML"),
    "box diff {}": ("", "TOML"),
    "box diff {} {}": ("", "TOML"),
    "box merge {} {} --out merged.toml": ("", "TOML"),
    "check --database {}": JOURNAL,
    "backup --database {}": JOURNAL,
    "record kobura --database {}": JOURNAL,
    "replay kobura --database {}": JOURNAL,
    "plays list --database {}": JOURNAL,
    "plays export --database {}": JOURNAL,
}
"""What each says of an empty file, and of one of another kind; "" where it can be used."""
BEGUN = {
    "pin host --pin 739214 --database {}": JOURNAL,
    "serve --try --port 0 --database {}": JOURNAL,
    "import record.json --database {}": JOURNAL,
}
"""The same of a journal that is begun where none is."""
USABLE = {"serve --try --port 0 --camera {}": ("folder",), "replay {}": ("missing", "loop")}
"""Pictures in a folder are a camera; a name that is no file is a table's."""
WRITTEN = [
    "tags --only Z --out {}",
    "lights template --out {}",
    "backup {}",
    "plays export --out {}",
    "box export mine --out {}",
    "box merge empty empty --out {}",
    "new-game Foo --out {}",
    "--log-file {} box list",
]
LEFT_OUT = {
    "serve --backup-folder": "it may come later: a warning",
    "backup --backup-folder": "as the backup's own name",
    "calibrate --pictures": "written where a camera is",
    **dict.fromkeys(("service install --root", "service uninstall --root"), "tests/test_service.py"),
    **dict.fromkeys(("demo --database", "calibrate --database"), "open it as serve --try does"),
    **dict.fromkeys(("restore --database", "doctor --database"), "tests of backups, of the doctor"),
}


@pytest.fixture
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, folder in (("DATA", "data"), ("CONFIG", "config"), ("CACHE", "cache")):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "own" / folder))
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    here = tmp_path / "here"
    (here / "folder").mkdir(parents=True)
    (here / "folder" / "inside").touch()
    (here / "below").touch()
    (here / "empty").touch()
    (here / "closed").touch()
    (here / "closed").chmod(0)
    (here / "other.zip").write_text("Something else\n\x07(", encoding="utf-8")
    (here / "record.json").write_text("{}", encoding="utf-8")
    if hasattr(os, "symlink") and os.name == "posix":
        (here / "loop").symlink_to(here / "loop")
    monkeypatch.chdir(here)
    return here


def run(command: str, given: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main([word.replace("{}", given) for word in shlex.split(command)])
    told = capsys.readouterr()
    return int(str(ended.value.code or 0)), told.err


def refused(said: str, given: str, cause: str) -> None:
    (sentence,) = said.splitlines()
    assert sentence.startswith("companion: ")
    assert given[:80] in sentence or str(Path(given)) in sentence  # a page says no more of a camera
    assert os.name != "posix" or re.search(cause, sentence), sentence


def unusable(*without: str) -> Iterator[tuple[str, str]]:
    """What can be given, and what may be said of it."""
    for given, cause in CAUSES.items():
        if given in without or (given == "loop" and os.name != "posix"):
            continue
        if given in ("below/file", LONG) and os.name != "posix" and "missing" in without:
            continue  # to Windows nothing is there
        if given == "closed" and (os.name != "posix" or os.geteuid() == 0):
            continue  # root may read everything
        yield given, cause


def seen(here: Path) -> list[tuple[str, int]]:
    return sorted((str(it), it.lstat().st_size) for it in here.rglob("*"))


@pytest.mark.parametrize("command", [*READ, *BEGUN])
def test_a_file_that_cannot_be_read_is_one_true_sentence(
    command: str, things: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = seen(things)
    for given, cause in unusable(*USABLE.get(command, ("missing",) if command in BEGUN else ())):
        status, said = run(command, given, capsys)
        assert status == 2, (given, said)
        refused(said, given, cause)
    for given, cause in zip(("empty", "other.zip"), (READ | BEGUN)[command], strict=True):
        if cause:
            status, said = run(command, given, capsys)
            assert status == 2, (given, said)
            refused(said, given, cause)
    assert [it for it in seen(things) if "backups" not in it[0]] == before


@pytest.mark.parametrize("command", WRITTEN)
def test_a_file_that_cannot_be_written_is_one_true_sentence(
    command: str, things: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data_folder().mkdir(parents=True, exist_ok=True)
    Journal(data_folder() / "tables.db").close()
    assert run("box new mine", "", capsys)[0] == 0
    before = seen(things)
    for given, cause in unusable():
        if given in ("missing", "loop", "closed"):
            continue
        status, said = run(command, given, capsys)
        assert status == 2, (given, said)
        refused(said, given, cause)
    assert seen(things) == before


def test_a_backup_without_a_table_is_not_restored(things: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To SQLite it is a whole database; in the journal's place it would be the end of all tables."""
    with closing(sqlite3.connect(things / "bare.db")) as bare:
        bare.execute("VACUUM")
    refused(run("restore {}", "bare.db", capsys)[1], "bare.db", "no whole backup")


def test_a_journal_that_cannot_be_begun_is_said_before_the_start(
    things: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its folder may come later: the installer of a service makes it."""
    status, said = run("serve --try --port 0 --database {}", "nowhere/tables.db", capsys)
    assert status == 0
    refused(said, "nowhere/tables.db", "cannot be begun now: it needs a folder nowhere ")


def test_every_file_that_a_command_takes_is_tried_here() -> None:
    tried = {place for row in (*READ, *BEGUN, *WRITTEN) for place in _places(row)}
    assert {place for place in _taken(commands, "") if place not in tried} == set(LEFT_OUT)


def _places(row: str) -> Iterator[str]:
    """ "box merge --out" for the places of {} in a row, "box merge FILE" for its arguments."""
    words = row.split()
    name, command = "", commands
    for word in [it for n, it in enumerate(words) if not it.startswith("-") and it != "{}"]:
        inner = command.commands.get(word) if isinstance(command, click.Group) else None
        inner = inner or (command.get_command(click.Context(command), word) if command is commands else None)
        if inner is None:
            break
        name, command = f"{name} {word}".strip(), inner
    for before, word in zip(["", *words], words, strict=False):
        if word == "{}":
            option = before.startswith("--")
            yield (
                f"{name} {before}"
                if option and before not in ("--settings", "--log-file")
                else (before if option else f"{name} FILE")
            )


def _taken(command: click.Command, name: str) -> Iterator[str]:
    for parameter in command.params:
        option = next((it for it in parameter.opts if it.startswith("--")), "FILE")
        if isinstance(parameter.type, click.Path) or option == "--database":
            yield f"{name} {option}".strip()
    if isinstance(command, click.Group):
        for inner in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), inner)
            assert found is not None
            yield from _taken(found, f"{name} {inner}".strip())
