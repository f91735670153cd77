"""`companion box`: check, list, use, import, export, diff, merge."""

from __future__ import annotations

import pytest

from tests.test_cli import say  # noqa: F401

BOX = """# ours
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
    (tmp_path / "ours.toml").write_text(BOX)
    (tmp_path / "theirs.toml").write_text(BOX.replace("cost = 2", "cost = 3"))
    (tmp_path / "wrong.toml").write_text(BOX.replace("cost = 2", 'cost = "two"'))
    return tmp_path


def test_a_box_is_imported_used_and_exported_as_it_was(say, files):  # noqa: F811
    assert say("box", "import", files / "ours.toml").status == 0
    assert say("box", "list").out.startswith("* ours: 1 tiles")
    assert say("box", "export").out == BOX
    assert say("box", "export", "--out", files / "copy.toml").status == 0
    assert (files / "copy.toml").read_text() == BOX
    assert say("box", "import", files / "ours.toml").refused_in_one_line()
    assert say("box", "use", "--none").status == 0
    assert say("box", "export").refused_in_one_line()


def test_the_box_in_use_is_what_is_checked(say, files):  # noqa: F811
    shipped = say("box", "check").out
    say("box", "import", files / "ours.toml")
    assert say("box", "check").out != shipped
    assert say("box", "check", files / "ours.toml").out == say("box", "check", "ours").out


def test_boxes_are_compared(say, files):  # noqa: F811
    told = say("box", "diff", files / "ours.toml", files / "theirs.toml")
    assert (told.status, told.out) == (1, "W11 Gem World: cost: 2 / 3\n")
    assert say("box", "diff", files / "ours.toml", files / "ours.toml").status == 0
    assert (
        "W11 Gem World: name: Gem World / Rare windfall world 1"
        in say("box", "diff", files / "ours.toml").out
    )


def test_a_conflict_is_shown_and_nothing_written_until_it_is_settled(say, files):  # noqa: F811
    line = ["box", "merge", files / "ours.toml", files / "theirs.toml", "--out", files / "both.toml"]
    told = say(*line)
    assert told.status == 1
    assert "conflict: W11 Gem World: cost: 2 / 3" in told.out
    assert not (files / "both.toml").exists()
    assert say(*line, "--take", "theirs").status == 0
    assert (files / "both.toml").read_text() == BOX.replace("cost = 2", "cost = 3")


def test_a_new_box_is_empty_and_in_use(say):  # noqa: F811
    assert say("box", "new", "cafe").status == 0
    assert say("box", "list").out.startswith("* cafe: 0 tiles")
    assert say("box", "new", "cafe").refused_in_one_line()


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
        ["box", "check", "wrong.toml"],
    ],
)
def test_what_cannot_be_done_is_one_line(say, files, monkeypatch, line):  # noqa: F811
    monkeypatch.chdir(files)
    assert say(*line).refused_in_one_line()
    assert say("box", "list").out.startswith("No box yet")
