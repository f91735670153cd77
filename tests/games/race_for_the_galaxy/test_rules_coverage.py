"""Tests that the rules coverage page names existing tests, each test with a page, and every form of power."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from companion.games.race_for_the_galaxy.cards.powers import PHASES

HERE = Path(__file__).parent
COVERAGE_PAGE = HERE.parents[2] / "docs" / "rules-coverage-race-for-the-galaxy.md"
RULE_TESTS = (
    "setup",
    "round",
    "explore",
    "develop",
    "settle",
    "consume",
    "produce",
    "game_end",
    "timing",
    "two_players",
    "six_cost",
    "cards",
    "further_starts",
)
"""The test modules that go through the rulebook page by page."""


@cache
def _tests(module: str) -> set[str]:
    """The names of the module's tests, without "test_"."""
    tree = ast.parse((HERE / f"test_{module}.py").read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return {name.removeprefix("test_") for name in names if name.startswith("test_")}


def _rows() -> list[list[str]]:
    lines = COVERAGE_PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [row for row in rows if row[0] != "page"]


def _named() -> set[tuple[str, str]]:
    return {(module, test) for row in _rows() for module, test in re.findall(r"`(\w+)::(\w+)`", row[2])}


def test_each_rule_has_a_page_and_a_test() -> None:
    rows = _rows()
    assert len(rows) > 80
    for page, rule, shown_by, *_places in rows:
        assert 1 <= int(page) <= 12, rule
        assert re.search(r"`\w+::\w+`", shown_by), rule


def test_every_test_named_exists() -> None:
    gone = {f"{module}::{test}" for module, test in _named() if test not in _tests(module)}
    assert not gone


def test_every_test_that_shows_a_page_is_named() -> None:
    showing = {(module, test) for module in RULE_TESTS for test in _tests(module) if re.search(r"_p\d", test)}
    assert not {f"{module}::{test}" for module, test in showing - _named()}


def test_every_form_of_power_is_named() -> None:
    forms = {form.__name__ for group in PHASES.values() for form in group}
    named = {name for row in _rows() for name in re.findall(r"^`(\w+)`$", row[1])}
    assert named == forms
