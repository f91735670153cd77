"""The page on security names a test beside each of its statements; each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)


def test_every_test_that_the_page_names_is_there() -> None:
    assert len(NAMED) > 60
    for file, name in NAMED:
        assert re.search(rf"^def test_{name}\(", (TESTS / file).read_text("utf-8"), re.M), f"{file}::{name}"


def test_every_line_of_what_is_protected_names_its_test() -> None:
    table = PAGE.partition("## What is protected")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(lines) > 15
    assert [line for line in lines if not re.search(r"\| `[\w/]+\.py::\w+` \|$", line)] == []


def test_every_paragraph_of_who_may_do_what_names_a_test() -> None:
    part = PAGE.partition("## Guarded")[2].partition("\n## ")[0]
    told = [it for it in part.split("\n\n") if it.startswith("**")]
    assert len(told) >= 6
    assert [it[:40] for it in told if "::" not in it] == []
    rows = [line for line in part.partition("**Codes.**")[0].splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 7
    assert [line[:40] for line in rows if "::" not in line and "| all of that;" not in line] == []
