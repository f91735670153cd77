"""Tests of the checker of lessons: it finds each kind of error, and the games' own lessons have none."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games
from companion.commands.lessons import GAMES
from companion.commands.lessons import lessons as command
from companion.games.contract.lessons import NO_LESSONS
from companion.lessons.checking import MAX_WORDS, faults, play, unreached
from companion.lessons.lesson_files import of_game, read

GAME_WITHOUT_LESSONS: Any = SimpleNamespace(name=games.names()[0], lessons=NO_LESSONS)
WRONG_LESSONS = {
    "no sign 'rich'": 'when = { sign = "rich" }\n[[lesson.step]]\ntext = "Read."',
    "nothing called 'board'": 'when = { start = true }\n[[lesson.step]]\ntext = "Read."\npoints_at = "board"',
    "no lesson 'other'": 'when = { begun = "other" }\n[[lesson.step]]\ntext = "Read."',
    "only after itself": 'when = { begun = "one" }\n[[lesson.step]]\ntext = "Read."',
    "names nothing that can happen": 'when = { tap = true }\n[[lesson.step]]\ntext = "Read."',
    "name it in “decided”": 'when = { start = true, by = "me" }\n[[lesson.step]]\ntext = "Read."',
    "no translation into de": 'when = { start = true }\n[[lesson.step]]\ntext = "Nobody translated this."',
    f"{MAX_WORDS + 1} words in en": 'when = { start = true }\n[[lesson.step]]\ntext = "' + "go " * 41 + '"',
}


@pytest.mark.parametrize("said", WRONG_LESSONS)
def test_each_kind_of_fault_is_found(tmp_path: Path, said: str) -> None:
    (tmp_path / "one.toml").write_text(
        f'[[lesson]]\nid = "one"\ntitle = "Lessons"\n{WRONG_LESSONS[said]}\n', "utf-8"
    )
    found = [str(fault) for fault in faults(GAME_WITHOUT_LESSONS, read(tmp_path))]
    assert any(said in fault for fault in found)
    assert all(fault.startswith("one") for fault in found)


def test_a_game_of_one_language_lacks_no_translation(tmp_path: Path) -> None:
    text = 'when = { start = true }\n[[lesson.step]]\ntext = "Nobody translated this."'
    (tmp_path / "one.toml").write_text(f'[[lesson]]\nid = "one"\ntitle = "Lessons"\n{text}\n', "utf-8")
    game: Any = SimpleNamespace(name="a game in English", lessons=NO_LESSONS)
    assert faults(game, read(tmp_path)) == ()


@pytest.mark.parametrize("name", games.names())
def test_the_lessons_of_a_game_have_no_fault(name: str) -> None:
    book = of_game(name)
    assert book.lessons
    found = [str(fault) for fault in faults(games.load(name), book)]
    # What is still to translate is a release's fault (test_translation.py).
    assert [fault for fault in found if "there is no translation into" not in fault] == []


@pytest.mark.parametrize("name", games.names())
def test_simulated_games_begin_with_the_aim_and_teach_more(name: str) -> None:
    """A few games: a lesson that comes up in none of them may come up in more, as the slow test plays."""
    book = of_game(name)
    played = play(games.load(name), book, 3)
    fewest, most = games.load(name).seats
    assert played.begun["aim"] == sum(fewest + n % (most - fewest + 1) for n in range(3))
    assert sum(bool(count) for count in played.begun.values()) > len(book.lessons) / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_every_step_comes_up_in_the_games_that_the_command_plays(name: str) -> None:
    """Otherwise whoever adds a lesson is told of others' faults."""
    book = of_game(name)
    assert [str(fault) for fault in unreached(book, play(games.load(name), book, GAMES), GAMES)] == []


def test_what_never_comes_up_is_named(tmp_path: Path) -> None:
    text = """
[[lesson]]
id = "one"
title = "Lessons"
when = { start = true }
[[lesson.step]]
text = "Lessons"
until = { decided = "fly" }

[[lesson]]
id = "two"
title = "Lessons"
when = { phase = "sleep" }
[[lesson.step]]
text = "Lessons"

[[reminder]]
id = "three"
text = "Lessons"
when = { decided = "fly" }
"""
    (tmp_path / "some.toml").write_text(text, "utf-8")
    book = read(tmp_path)
    game = games.load(games.names()[-1])
    named = [fault.where for fault in unreached(book, play(game, book, 1), 1)]
    assert named == ["two", "one, step 1", "three"]


def test_the_command_says_what_it_found() -> None:
    told = CliRunner().invoke(command, ["check", "--games", "0"], standalone_mode=False)
    assert told.return_value == int("there is no translation into" in told.output)
    assert all(games.load(name).title in told.output for name in games.names())
