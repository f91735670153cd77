"""A room without camera and lights, with the tests' own little game at its tables."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import games
from companion.games.game import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from tests.table.toy_game import StonesGame


class Stones(StonesGame):
    """The tests' game with what a page needs; it has no templates of its own."""

    def page(self, state: Any, player: int | None) -> dict[str, object]:
        return {}


STONES = Stones()


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> Stones:
    """The only game there is, for a while."""

    def load(name: str) -> Any:
        if name != STONES.name:
            raise games.UnknownGame(f"There is no game called {name!r}.")
        return STONES

    monkeypatch.setattr(games, "names", lambda: (STONES.name,))
    monkeypatch.setattr(games, "load", load)
    return STONES


@pytest.fixture
def room(stones: Stones, tmp_path: Any) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    room = SimpleNamespace(
        tables=tables, active=None, eyes=None, referee=None, lights=None, demo=None, address=""
    )
    room.activate = lambda table_id: setattr(room, "active", table_id)
    yield room
    tables.close()


@pytest.fixture
def app(room: SimpleNamespace) -> Iterator[Flask]:
    app = create_app(room)
    app.testing = True
    yield app
    app.extensions["live"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = (Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red"))
    return room.tables.create("stones", Setup(players), seed=1, settings=Settings(draws="hand"))


@pytest.fixture
def post(client: FlaskClient) -> Any:
    """Sends what a page's script sends: (path, seen, what, key) to the response."""
    keys = iter(range(10**6))

    def send(path: str, seen: int, key: str = "", **what: Any) -> Any:
        return client.post(path, json={"seen": seen, "key": key or f"key-{next(keys):08}", **what})

    return send
