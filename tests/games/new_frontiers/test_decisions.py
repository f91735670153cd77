"""Tests of decisions as JSON, and of the page that lists them (docs/new-frontiers-decisions.md)."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from companion.games.contract import Illegal
from companion.games.contract.decisions import moves_by_name
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.course.moves import MOVES
from companion.games.new_frontiers.rules.settling import CREDITS
from tests.games.new_frontiers.build import GAME

PAGE = Path(__file__).parents[3] / "docs" / "new-frontiers-decisions.md"


def test_the_page_lists_every_decision_with_its_fields() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = {do: re.findall(r"(\[?)`(\w+)`", cell) for do, cell in rows}
    real = {
        do: [("[" if f.default is not MISSING else "", f.name) for f in fields(kind) if f.name != "player"]
        for do, kind in moves_by_name(MOVES).items()
    }
    assert listed == real


def test_the_pages_example_is_a_decision() -> None:
    example = re.search(r"```json\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    assert GAME.decision(json.loads(example[1])) == SettleWorld(1, "W12", CREDITS)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"do": "fly"},
        {"do": "pick-world", "player": 0},
        {"do": "pick-world", "player": 0, "world": 7},
        {"do": "pick-world", "player": True, "world": "W01"},
        {"do": "pass", "player": 0, "why": "no"},
        {"do": "consume", "player": 0, "tile": "W01", "power": 0, "colonies": "W02"},
        {"do": "consume-all", "player": 0, "steps": [["W01", 0]]},
    ],
)
def test_what_is_no_decision_is_refused(data: object) -> None:
    with pytest.raises(Illegal):
        GAME.decision(data)
