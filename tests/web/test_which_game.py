"""Tests of pages whose address names no game: they are about the one that was created last."""

from __future__ import annotations

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web.app import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

PAGES = {"/scan": "untracked", "/box": "box", "/plays/statistics": "", "/plays/records": ""}


@pytest.fixture
def tables(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


@pytest.fixture
def client(tables, tmp_path):
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    app.testing = True
    yield app.test_client()
    services_of(app).live.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_a_game_is_about_the_one_begun_last(client, tables, path):
    fitting = games.titles(PAGES[path])
    assert len(fitting) > 1
    for name, title in (*fitting, fitting[0]):
        game = games.load(name)
        players = tuple(Player(colour, colour) for colour in game.colours[: game.seats[0]])
        tables.create(name, Setup(players))
        page = client.get(path).text
        assert f'?game={name}" aria-current="page">{title}</a>' in page
        other, other_title = next(one for one in fitting if one[0] != name)
        page = client.get(f"{path}?game={other}").text
        assert f'?game={other}" aria-current="page">{other_title}</a>' in page


def test_the_setting_holds_before_any_game_was_begun(client, monkeypatch):
    for name, title in games.titles():
        monkeypatch.setenv("COMPANION_GAME", name)
        assert f'?game={name}" aria-current="page">{title}</a>' in client.get("/plays/statistics").text
