"""Tests of the examples, run against a served room."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games
from companion.cli import commands
from companion.games.contract import Player, Setup
from companion.web.request.services import services_of
from tests.plays.conftest import a_play
from tests.web.api.conftest import EXAMPLES, example

TIMEOUT_SECONDS = 100
"""Seconds for a whole game on a loaded machine."""


def started(real: SimpleNamespace, name: str) -> Any:
    game = games.load(name)
    colours = game.colours[: game.seats[0]]
    return real.tables.create(name, Setup(tuple(Player(c.title(), c) for c in colours)), seed=4)


def play_all(real: SimpleNamespace, table: Any) -> list[Any]:
    """A bot at each seat; returns what each of them saw last."""
    random.seed(1)
    bot, seen = example("bot"), []
    seats = [
        threading.Thread(
            target=lambda seat=seat: seen.append(bot.play(real.address, table.id, seat)), daemon=True
        )
        for seat in range(len(table.setup.players))
    ]
    for seat in seats:
        seat.start()
    for seat in seats:
        seat.join(TIMEOUT_SECONDS)
    return seen


LONG_GAME = "a-new-frontier"
"""Its whole game takes a bot five times as long as one of the others."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=(pytest.mark.slow,) * (name == LONG_GAME)) for name in games.names()]
)
def test_bots_play_a_whole_game(real: SimpleNamespace, name: str) -> None:
    table = started(real, name)
    seen = play_all(real, table)
    assert table.game.phase(table.state).over
    assert [state["number"] for state in seen] == [table.number] * len(table.setup.players)
    told = {entry.by for entry in table.entries() if entry.kind == "decision"}
    assert told == {"bot"}


@pytest.mark.parametrize("name", sorted(it.name for it in EXAMPLES.glob("*.py")))
def test_an_example_without_its_words_says_how_it_is_started(name: str) -> None:
    told = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True)
    assert told.returncode == 1
    assert f"python3 examples/{name} http://localhost:8000" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_logger_writes_each_play_once(real: SimpleNamespace, tmp_path: Path) -> None:
    logger, file = example("score_logger"), tmp_path / "scores.csv"
    first, *others = a_play().players
    formula = (replace(first, name='=HYPERLINK("//x")'), *others)
    plays = services_of(real.serving.app).keeper.plays
    for number in range(3):
        plays.keep(a_play(id=f"table-{number}", players=formula))
    logger.PART = 2
    assert logger.log(real.address, file) == 3
    assert logger.log(real.address, file) == 0
    plays.keep(a_play(id="table-9"))
    assert logger.log(real.address, file) == 1
    with file.open(newline="", encoding="utf-8") as lines:
        written = list(csv.DictReader(lines))
    assert written[0]["player"] == '\'=HYPERLINK("//x")'
    seats = len(a_play().players)
    assert [line["play"] for line in written[-seats:]] == ["table-9"] * seats
    assert len(written) == 4 * seats
    assert {line["total"] for line in written} == {str(r.total) for r in a_play().brief.results}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.browser
def test_the_overlay_shows_the_turn_and_the_winner(
    browser: Any, real: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its own server, as on a machine that streams: another origin than the companion's."""
    table = started(real, games.default_name())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(EXAMPLES))) as here:
        threading.Thread(target=here.serve_forever, args=(0.02,), daemon=True).start()
        origin = f"http://127.0.0.1:{here.server_port}"
        monkeypatch.setenv("COMPANION_API_ORIGINS", f"http://elsewhere.example, {origin}")
        page = browser.new_page()
        page.goto(f"{origin}/overlay.html?companion={real.address}&table={table.id}")
        waiting = table.setup.players[table.questions[0].player].name
        page.wait_for_function("name => document.getElementById('turn').textContent === name", arg=waiting)
        play_all(real, table)
        page.wait_for_function("document.getElementById('turn').textContent.startsWith('Won by')")
        sheet = table.game.score(table.state)
        said = page.text_content("#turn")
        assert all(f"{p.name} ({p.total})" in said for p in sheet.players if p.winner)
        page.close()
        here.shutdown()


def test_only_named_origins_may_read(real: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    client, name = real.serving.app.test_client(), "Access-Control-Allow-Origin"
    for origin, allowed in (("http://a.example", "http://a.example"), ("http://b.example", None)):
        monkeypatch.setenv("COMPANION_API_ORIGINS", "")  # put back afterwards
        tried = CliRunner().invoke(
            commands, ["serve", "--try", "--port", "0", "--api-origin", "http://a.example/"]
        )
        assert tried.exit_code == 0, tried.output
        answer = client.get("/api/v1/games", headers={"Origin": origin})
        assert (answer.status_code, answer.headers.get(name)) == (200, allowed)
        assert client.post("/api/v1/tables", json={}, headers={"Origin": origin}).status_code == 403
