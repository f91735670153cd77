"""Tests of docs/lessons.md: its example is a lesson file; its tables name each key of both kinds."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from companion.lessons.lesson_files import Condition, Statement, read

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "lessons.md").read_text("utf-8")


def test_the_example_can_be_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.S)
    (tmp_path / "example.toml").write_text(example, "utf-8")
    book = read(tmp_path)
    assert [len(lesson.step) for lesson in book.lessons] == [2]
    assert len(book.reminders) == len(book.proposals) == 1


@pytest.mark.parametrize(("section", "what"), [("Conditions", Condition), ("What it states", Statement)])
def test_every_key_is_told(section: str, what: type[msgspec.Struct]) -> None:
    rows = re.findall(r"^\| (.*) \|", TEXT.split(f"## {section}\n")[1].split("\n## ")[0], re.M)
    told = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert told >= set(what.__struct_fields__)
