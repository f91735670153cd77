"""Tests that docs/a-new-frontier-rules.md names existing tests, and each test that has a page in its name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
COVERAGE_PAGE = HERE.parents[2] / "docs" / "a-new-frontier-rules.md"


def all_tests() -> set[str]:
    """ "module::name" of every test in this folder."""
    found = set()
    for file in HERE.glob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        module = file.stem.removeprefix("test_")
        found |= {f"{module}::{name.removeprefix('test_')}" for name in names if name.startswith("test_")}
    return found


def rows() -> list[list[str]]:
    lines = COVERAGE_PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [row for row in cells if row[0] != "page"]


def named_tests() -> set[str]:
    return {test for row in rows() for test in re.findall(r"`(\w+::\w+)`", row[2])}


def test_each_rule_has_a_page_and_a_test():
    assert len(rows()) > 100
    for page, rule, shown_by, *_places in rows():
        assert 1 <= int(page) <= 12, rule
        assert re.search(r"`\w+::\w+`", shown_by), rule


def test_every_test_named_exists():
    assert named_tests() - all_tests() == set()


def test_every_test_that_shows_a_page_is_named():
    assert {test for test in all_tests() if re.search(r"_p\d+$", test)} - named_tests() == set()
