"""Tests of `companion box`: check, list, use, import, export, diff, merge."""

from __future__ import annotations

import pytest

from companion.box.kept_pictures import LearntLooks
from companion.box.shelf import Shelf
from tests.reports import REPORTS
from tests.test_cli import run_command  # noqa: F401

BOX_FILE = """# ours
[[world]]
id = "W11"
name = "Gem World"
cost = 2
vp = 1
kind = "Novelty"
good = "production"
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ours.toml").write_text(BOX_FILE)
    (tmp_path / "theirs.toml").write_text(BOX_FILE.replace("cost = 2", "cost = 3"))
    (tmp_path / "wrong.toml").write_text(BOX_FILE.replace("cost = 2", 'cost = "two"'))
    return tmp_path


def test_a_box_is_imported_used_and_exported_as_it_was(run_command, files):  # noqa: F811
    assert run_command("box", "import", files / "ours.toml").status == 0
    assert run_command("box", "list").out.startswith("* ours: 1 tile,")
    assert run_command("box", "export").out == BOX_FILE
    assert run_command("box", "export", "--out", files / "copy.toml").status == 0
    assert (files / "copy.toml").read_text() == BOX_FILE
    assert run_command("box", "import", files / "ours.toml").refused_in_one_line()
    assert run_command("box", "use", "--none").status == 0
    assert run_command("box", "export").refused_in_one_line()


def test_a_file_with_a_byte_order_mark_is_read(run_command, files):  # noqa: F811
    marked = files / "marked.toml"
    marked.write_text(BOX_FILE, encoding="utf-8-sig")
    for file in (marked, REPORTS / "box-with-mark.toml"):
        checked = run_command("box", "check", file)
        assert not checked.err, "what is missing in it is another matter"
        assert run_command("box", "import", file).status == 0
    assert run_command("box", "use", "marked").status == 0
    assert run_command("box", "export").out == BOX_FILE
    settings = files / "settings.toml"
    settings.write_text("[read]\njson = true\n", encoding="utf-8-sig")
    assert run_command("--settings", settings, "box", "list").status == 0


def test_the_box_in_use_is_what_is_checked(run_command, files):  # noqa: F811
    shipped = run_command("box", "check").out
    run_command("box", "import", files / "ours.toml")
    assert run_command("box", "check").out != shipped
    assert run_command("box", "check", files / "ours.toml").out == run_command("box", "check", "ours").out


def test_boxes_are_compared(run_command, files):  # noqa: F811
    result = run_command("box", "diff", files / "ours.toml", files / "theirs.toml")
    assert (result.status, result.out) == (1, "W11 Gem World: cost: 2 / 3\n")
    assert run_command("box", "diff", files / "ours.toml", files / "ours.toml").status == 0
    assert (
        "W11 Gem World: name: Gem World / Rare windfall world 1"
        in run_command("box", "diff", files / "ours.toml").out
    )


def test_a_conflict_is_shown_and_nothing_written_until_it_is_settled(run_command, files):  # noqa: F811
    line = ["box", "merge", files / "ours.toml", files / "theirs.toml", "--out", files / "both.toml"]
    result = run_command(*line)
    assert result.status == 1
    assert "conflict: W11 Gem World: cost: 2 / 3" in result.out
    assert not (files / "both.toml").exists()
    assert run_command(*line, "--take", "theirs").status == 0
    assert (files / "both.toml").read_text() == BOX_FILE.replace("cost = 2", "cost = 3")


def test_a_new_box_is_empty_and_in_use(run_command):  # noqa: F811
    assert run_command("box", "new", "cafe").status == 0
    assert run_command("box", "list").out.startswith("* cafe: 0 tiles")
    assert run_command("box", "new", "cafe").refused_in_one_line()


@pytest.mark.parametrize(
    "line",
    [
        ["box", "import", "wrong.toml"],
        ["box", "import", "none.toml"],
        ["box", "import", "ours.toml", "--name", "../up"],
        ["box", "use", "nothing"],
        ["box", "use"],
        ["box", "export", "nothing"],
        ["box", "diff", "wrong.toml"],
        ["box", "merge", "ours.toml", "wrong.toml", "--out", "x.toml"],
        ["box", "merge", "ours.toml", "ours.toml", "--out", "no/such/folder.toml"],
    ],
)
def test_what_cannot_be_done_is_one_line(run_command, files, monkeypatch, line):  # noqa: F811
    monkeypatch.chdir(files)
    assert run_command(*line).refused_in_one_line()
    assert run_command("box", "list").out.startswith("No box yet")


def test_a_check_says_what_of_a_file_cannot_be_read(run_command, files, monkeypatch):  # noqa: F811
    monkeypatch.chdir(files)
    checked = run_command("box", "check", "wrong.toml")
    assert checked.status == 1
    assert checked.out.startswith("cannot be read: the box file, line 5: W11: 'cost': ")


def test_looks_that_cameras_learnt_are_listed_and_forgotten(run_command):  # noqa: F811
    kept = LearntLooks(Shelf().folder)
    for _ in range(2):
        kept.learn("new-frontiers", "W07A", b"picture")
    assert run_command("box", "looks", "--game", "new-frontiers").out == "W07A: 2\n"
    assert run_command("box", "looks", "--forget", "w07a", "--game", "new-frontiers").status == 0
    assert kept.learnt("new-frontiers") == {}
    assert run_command("box", "looks", "--game", "new-frontiers").out.startswith("No look was learnt yet")
    assert run_command("box", "looks", "--forget", "W07A", "--game", "new-frontiers").refused_in_one_line()
    kept.learn("new-frontiers", "W07B", b"picture")
    assert run_command("box", "looks", "--forget-all", "--game", "new-frontiers").status == 0
    assert kept.learnt("new-frontiers") == {}
