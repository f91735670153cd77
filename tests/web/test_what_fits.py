"""Which game fits so many people and minutes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation import usual_length
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from companion.web.setup.what_fits import FEWEST_TAUGHT, teaching_minutes
from tests.default_run import first_by_default
from tests.web.conftest import bare_room


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield create_app(bare_room(tables)).test_client()
    tables.close()


def test_only_games_for_so_many_are_named_and_the_short_ones_come_first(client: FlaskClient) -> None:
    page = client.get("/new/fits?people=5&minutes=600").text
    assert page.count("<h2>New Frontiers</h2>") == 2, "with goals it is another evening"
    named = [title for _name, title in games.titles() if f"<h2>{title}</h2>" in page]
    assert named == [title for name, title in games.titles() if games.load(name).seats[1] >= 5]
    assert "chip good" in page
    assert "None of the games" in client.get("/new/fits?people=12").text
    assert client.get("/new/fits?people=5&minutes=-3").status_code == 200
    assert client.get("/new/fits?people=12&minutes=many").status_code == 200


def test_a_variant_is_chosen_already_where_it_is_played(client: FlaskClient) -> None:
    page = client.get("/new/fits?people=2&minutes=90&taught=yes").text
    assert "of lessons" in page, "this house has taught nobody yet"
    (link,) = re.findall(r'href="([^"]*two-players=experienced[^"]*)"', page)
    form = client.get(html.unescape(link)).text
    assert re.search(r'name="option-two-players" value="experienced"[^>]* checked', form)
    assert re.search(r'name="teaching" value="lessons"[^>]* checked', form)
    assert "two-players" not in client.get("/new/fits?people=3").text, "three are not asked that"


def test_a_house_learns_how_long_its_teaching_takes(client: FlaskClient) -> None:
    tables = services_of(client.application).room.tables
    game: Any = games.load("new-frontiers")
    players = tuple(Player(*each) for each in zip(("Ann", "Ben"), game.colours, strict=False))
    for n in range(FEWEST_TAUGHT):
        table = tables.create(game.name, Setup(players), seed=n, settings=Settings(teaching="lessons"))
        option = table.game.options(table.state, table.game.questions(table.state)[0].player)[0]
        with client.application.test_request_context():
            assert teaching_minutes(game.name) is None
        table.submit(option.decision, table.number, f"key-{n:08}", "tester")
    with client.application.test_request_context():
        took = teaching_minutes(game.name)
    assert took is not None
    assert 0 < took < 1


def test_nobody_waits_until_games_were_simulated(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game's folder says how long each of its variants is, for any number of players."""

    def simulated(*_args: object) -> float:
        raise AssertionError("a whole game is simulated while somebody waits")

    monkeypatch.setattr(usual_length, "simulated_length", simulated)
    for name in games.names():
        game = games.load(name)
        fewest, most = game.seats
        asked = [(n, each) for n in range(fewest, most + 1) for each in usual_length.variants(game, n)]
        assert sorted(game.usual_lengths) == sorted(asked), "run scripts/usual_lengths.py"
        assert usual_length.usual_length(game, fewest) > 0
    assert client.get("/new/fits?people=4").status_code == 200


@pytest.mark.parametrize("name", first_by_default(games.names(), 1))
def test_what_a_folder_says_is_what_games_of_today_last(name: str) -> None:
    game = games.load(name)
    players = game.seats[0]
    said = usual_length.usual_length(game, players)
    again = usual_length.simulated_length(game, players, next(usual_length.variants(game, players)), 12)
    assert said == pytest.approx(again, rel=0.25), "run scripts/usual_lengths.py"
