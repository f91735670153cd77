"""Tests of lesson files: their format, and the refusal of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.lessons.lesson_files import BadLesson, LessonBook, read

VALID_LESSON = """
[[lesson]]
id = "aim"
title = "The aim"
when = { start = true }
page = 2

[[lesson.step]]
text = "Win."

[[lesson.step]]
text = "Begin."
until = { decided = ["take", "pass"], by = "me" }

[[reminder]]
id = "chip"
text = "Take the chip."
when = { phase = "trade" }
"""


def written(folder: Path, text: str) -> LessonBook:
    (folder / "some.toml").write_text(text, "utf-8")
    return read(folder)


def test_a_file_is_read(tmp_path: Path) -> None:
    book = written(tmp_path, VALID_LESSON)
    (lesson,) = book.lessons
    assert [step.waits_for_tap for step in lesson.step] == [True, False]
    assert [text for _where, text in book.texts()] == ["The aim", "Win.", "Begin.", "Take the chip."]


def test_a_game_without_lessons_has_none(tmp_path: Path) -> None:
    assert not read(tmp_path / "there is none")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (VALID_LESSON.replace("title =", "titel ="), "titel"),
        (VALID_LESSON.replace('by = "me"', 'by = "you"'), "you"),
        (VALID_LESSON.replace('id = "chip"', 'id = "aim"'), "aim"),
        (VALID_LESSON.replace('id = "aim"', 'id = "The aim"'), "The aim"),
        (VALID_LESSON.replace("when = { start = true }", "when = { whenever = true }"), "whenever"),
        ('[[lesson]]\nid = "x"\ntitle = "X"\nwhen = { over = true }\nstep = []\n', "no steps"),
        ("[[lesson]", "some.toml"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_the_reason(tmp_path: Path, wrong: str, said: str) -> None:
    with pytest.raises(BadLesson) as refused:
        written(tmp_path, wrong)
    assert said in refused.value.sentence
    assert "some.toml" in refused.value.sentence
