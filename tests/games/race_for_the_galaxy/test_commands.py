"""Tests of Race for the Galaxy's commands: simulate, record and replay, plays, BG Stats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import commands
from companion.games.contract import Player, Setup
from companion.plays import bgstats
from companion.plays.tracked import play_of
from companion.simulation.computer_seats import ComputerSeats
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.record import record, replay
from companion.table.table import Table
from companion.table.tables import Tables
from tests.games.race_for_the_galaxy.build import GAME


def run(*arguments: object) -> Any:
    return CliRunner().invoke(commands, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table[Any]]:
    """A whole tracked game of three computer players with a real deck."""
    tables = Tables(Journal(tmp_path_factory.mktemp("race") / "journal.db"))
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(players), 3), seed=3)
    seats = ComputerSeats(table, Random(3))
    while not table.state.over:
        decision = seats.decision(table.now)
        assert decision is not None
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    yield table
    tables.close()


def test_games_are_simulated():
    said = run("simulate", "--game", GAME.name, "--players", 4, "--games", 2, "--seed", 1, "--json")
    assert said.exit_code == 0, said.output
    told = json.loads(said.output)
    assert [len(scores) for scores in told["scores"]] == [4, 4]
    assert all(rounds > 3 for rounds in told["rounds"])
    assert sum(told["end_reasons"].values()) >= 2


def test_a_record_replays_to_the_same_end(ended):
    again = replay(json.loads(json.dumps(record(ended))))
    assert again["illegal"] is None
    assert again["over"]
    assert [p["total"] for p in again["score"]] == [p.total for p in GAME.score(ended.state).players]


def test_a_record_is_replayed_by_the_command(ended, tmp_path):
    file = tmp_path / "race.json"
    file.write_text(json.dumps(record(ended)))
    said = run("replay", file, "--json")
    assert said.exit_code == 0, said.output
    assert json.loads(said.output)["over"] is True


def test_a_play_is_kept_with_what_each_player_owned(ended, tmp_path):
    play = play_of(ended)
    assert play is not None
    totals = [player.total for player in GAME.score(ended.state).players]
    assert [result.total for result in play.brief.results] == totals
    for empire, seated in zip(ended.state.empires, play.players, strict=True):
        owned = {name for names in seated.owned.values() for name in names}
        assert owned == {ended.state.card(held.card).name for held in empire.tableau}


def test_a_play_goes_to_bg_stats_by_the_game_s_own_number(ended):
    play = play_of(ended)
    assert play is not None
    data = bgstats.create_play(play, GAME)
    assert data["game"]["bggId"] == 28143
    assert data["game"]["name"] == "Race for the Galaxy"
    assert {player["score"] for player in data["players"]} == {r.total for r in play.brief.results}
    assert sum(player["winner"] for player in data["players"]) >= 1
    assert "28143" in bgstats.link(play, GAME)
