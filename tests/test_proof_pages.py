"""The pages on the eyes and on the lights name a test beside what holds; each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent


@pytest.mark.parametrize(("page", "least"), [("vision.md", 25), ("lights.md", 10)])
def test_each_line_of_how_it_is_proved_names_a_test_that_is_there(page: str, least: int) -> None:
    text = (TESTS.parent / "docs" / page).read_text("utf-8")
    part = text.partition("## How it is proved")[2].partition("| what holds | test |\n")[2]
    lines = [line for line in part.partition("\n\n")[0].splitlines() if not line.startswith("|---")]
    assert len(lines) >= least
    for line in lines:
        named = re.search(r"\| `([\w/]+\.py)::(\w+)` \|$", line)
        assert named, line
        test = rf"^def test_{named[2]}\("
        assert re.search(test, (TESTS / named[1]).read_text("utf-8"), re.MULTILINE), line
