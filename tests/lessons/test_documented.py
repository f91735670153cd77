"""Tests of docs/lessons.md: its example is a lesson file, and its table names every condition."""

from __future__ import annotations

import re
from pathlib import Path

from companion.lessons.lesson_files import Condition, read

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "lessons.md").read_text("utf-8")


def test_the_example_can_be_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.S)
    (tmp_path / "example.toml").write_text(example, "utf-8")
    book = read(tmp_path)
    assert [len(lesson.step) for lesson in book.lessons] == [2]
    assert len(book.reminders) == len(book.proposals) == 1


def test_every_key_of_a_condition_is_told() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", TEXT, re.M)
    assert {name for row in rows for name in re.findall(r"\w+", row)} == set(Condition.__struct_fields__)
