"""Tests that each input of a report is tried, and that the page of what was tried names real tests."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion import games
from companion.reference.lookup import reply
from companion.translation import speaking
from tests.reports import REPORTS

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "reports.md"


def test_each_reports_input_is_tried():
    code = "".join(file.read_text("utf-8") for file in TESTS.rglob("*.py"))
    inputs = [
        file.name for file in REPORTS.iterdir() if file.suffix not in (".py", ".md", "") and file.is_file()
    ]
    untried = [name for name in inputs if name not in code and f"{name.rpartition('.')[0]}.{{" not in code]
    assert not untried
    listed = (REPORTS / "README.md").read_text("utf-8")
    assert not [name for name in inputs if f"`{name}`" not in listed]


def test_the_tests_of_what_was_tried_are_there():
    named = re.findall(r"`([\w/]+\.py)`", PAGE.read_text("utf-8"))
    assert named
    assert not [name for name in named if not (TESTS / name).is_file()]


@pytest.mark.parametrize(
    "asked", json.loads((REPORTS / "rule-questions.json").read_text("utf-8")), ids=lambda it: it["question"]
)
def test_no_question_is_answered_wrongly_and_the_right_paragraph_is_there(asked):
    game = games.load(asked["game"])
    with speaking(asked["language"]):
        said = reply(game, asked["question"])
        paragraphs = [f"{rule.title} {rule.text}".casefold() for rule in (said.rule, *said.nearest) if rule]
    right = [any(words.casefold() in one for words in asked["must"]) for one in paragraphs]
    if said.rule is not None:
        assert right[0], said.rule
        assert not [words for words in asked["never"] if words.casefold() in paragraphs[0]]
    assert any(right)
    assert said.silent is None
