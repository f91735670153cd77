"""Tests that every request in docs/score-request.md is scored by its game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion import games
from companion.games.contract import untracked_of

PAGE = Path(__file__).parents[2] / "docs" / "score-request.md"
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
REQUESTS = [json.loads(block) for block in BLOCKS]


def test_each_game_that_scores_files_has_a_request_there():
    assert {request["game"] for request in REQUESTS} == set(games.names())


@pytest.mark.parametrize("request_", REQUESTS, ids=[request["game"] for request in REQUESTS])
def test_a_printed_request_is_scored(request_):
    sheet = untracked_of(games.load(request_["game"])).score_request(request_)
    assert [player["name"] for player in sheet["players"]] == [p["name"] for p in request_["players"]]
    for player in sheet["players"]:
        assert player["total"] == sum(line["vp"] for line in player["lines"])
    assert any(player["winner"] for player in sheet["players"])
