"""Tests of A New Frontier's commands: score by file, simulate, record and replay, plays, BG Stats."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.games.contract import Player, Setup
from companion.plays import bgstats
from companion.plays.tracked import play_of
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.record import record, replay
from companion.table.table import Table
from companion.table.tables import Tables

from .build import GAME

pytestmark = pytest.mark.usefixtures("installed")


def run(*arguments: object) -> Any:
    return CliRunner().invoke(commands, [str(each) for each in arguments])


@pytest.fixture
def ended(tmp_path: Path) -> Table[Any]:
    """A whole tracked game of three computer players."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    table = tables.create("a-new-frontier", setup_with_draws(GAME, Setup(players), 3), seed=3)
    rng, player = Random(3), GAME.players["sensible"]
    while not table.state.over:
        question = next(q for q in table.questions if not q.optional)
        key = f"step-{table.number:06}"
        if question.chance is not None:
            table.bag_draw(table.number, key)
            continue
        view = GAME.view(table.state, question.player)
        options = GAME.options(table.state, question.player)
        table.submit(player.choose(GAME, view, question, options, rng), table.number, key, "test")
    return table


def test_a_finished_table_is_scored_by_file(tmp_path):
    file = tmp_path / "table.json"
    file.write_text(
        json.dumps(
            {"game": "a-new-frontier", "players": [{"name": "Blue", "vp": 7}, {"name": "Green", "vp": 9}]}
        )
    )
    said = run("score", file, "--json")
    assert said.exit_code == 0, said.output
    assert [player["name"] for player in json.loads(said.output)["players"]] == ["Blue", "Green"]
    file.write_text(json.dumps({"game": "a-new-frontier", "players": [{"name": "Blue", "speed": 1}, {}]}))
    said = run("score", file, "--json")
    assert said.exit_code == 2
    assert "speed" in said.output


def test_games_are_simulated():
    said = run("simulate", "--game", "a-new-frontier", "--players", 3, "--games", 2, "--seed", 1, "--json")
    assert said.exit_code == 0, said.output
    told = json.loads(said.output)
    assert told["rounds"] == [5, 5]
    assert [len(scores) for scores in told["scores"]] == [3, 3]


def test_a_record_replays_to_the_same_end(ended):
    again = replay(json.loads(json.dumps(record(ended))))
    assert again["illegal"] is None
    assert again["over"]
    assert [p["total"] for p in again["score"]] == [p.total for p in GAME.score(ended.state).players]


def test_a_play_is_kept_and_goes_to_bg_stats(ended):
    play = play_of(ended)
    assert play is not None
    totals = [player.total for player in GAME.score(ended.state).players]
    assert [result.total for result in play.brief.results] == totals
    data = json.loads(bgstats.bgsplay(play, GAME))
    assert "A New Frontier" in json.dumps(data)
