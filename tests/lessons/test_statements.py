"""Tests of what lessons state: whole games judge it, and a false sentence is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import games
from companion.installed_games import folders
from companion.lessons.checking import play, unreached
from companion.lessons.lesson_files import LessonBook, of_game, read

FALSE = """
[[lesson]]
id = "false-{n}"
title = "False"
when = {{ start = true }}

[[lesson.step]]
text = "Selling brings chips."
states = [{state}]
"""


@pytest.mark.parametrize("name", games.names())
def test_every_step_says_what_it_states(name: str) -> None:
    silent = [lesson.id for lesson in of_game(name).lessons for step in lesson.step if step.states is None]
    assert not silent


@pytest.mark.parametrize("name", games.names())
def test_a_step_that_states_nothing_to_be_judged_says_why(name: str) -> None:
    files = sorted((folders()[name] / "lessons").glob("*.toml"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    silent = [line for line in lines if line.startswith("states = []")]
    assert all(re.fullmatch(r"states = \[\]  # none: \S.{8,}", line) for line in silent), silent


@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("name", games.names())
def test_no_game_contradicts_a_lesson(name: str, count: int) -> None:
    book = LessonBook(of_game(name).lessons)
    judge = play(games.load(name), book, count).judge
    against = [sentence for where, sentence in judge.untrue(count) if "contradicts" in sentence]
    assert not against


def test_every_kind_of_false_sentence_is_found(tmp_path: Path) -> None:
    states = (
        '{ decided = "trade-good", number = "chips", change = [1, 9] }',
        '{ decided = "select-action", having = { action = "isolation" }, number = "credits", change = 3 }',
        '{ number = "credits", falls_by = "buy-development" }',
        '{ number = "chips", rises_by = "trade-good" }',
        '{ number = "colonists", most = 1, asked = "select-action" }',
        '{ decided = "select-action", each_round = [3, 3] }',
        '{ ends = [{ number = "supply/vp", least = 200 }, { number = "world", value = "col", least = 61 }] }',
        "{ rounds = [99, 99] }",
        '{ phases = ["settle", "trade-consume", "select"] }',
    )
    for n, state in enumerate(states):
        (tmp_path / f"false-{n}.toml").write_text(FALSE.format(n=n, state=state), "utf-8")
    book = read(tmp_path)
    found = [str(fault) for fault in unreached(book, play(games.load("new-frontiers"), book, 4), 4)]
    contradicted = [fault for fault in found if "a game contradicts what it states" in fault]
    missed = [state for n, state in enumerate(states) if not any(f"false-{n}" in it for it in contradicted)]
    assert not missed, found


def test_what_no_game_shows_is_said(tmp_path: Path) -> None:
    state = '{ decided = "fly-home", number = "chips", change = 1 }'
    (tmp_path / "false.toml").write_text(FALSE.format(n=0, state=state), "utf-8")
    book = read(tmp_path)
    found = [str(fault) for fault in unreached(book, play(games.load("new-frontiers"), book, 1), 1)]
    assert any("never showed what it states: fly-home" in fault for fault in found), found
