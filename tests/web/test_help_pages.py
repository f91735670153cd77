"""Tests that no page of help is missing: in every game, with a box that nobody registered, and in a game that
has no help at all, its page says what is true and leads on."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.coach.suggestions import suggest
from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play import coach
from companion.web.request.services import services_of
from tests.web.conftest import bare_room
from tests.web.forms_game import FormsGame

OF_A_TABLE = (
    *("ask", "legend", "lessons", "lessons/0", "moments", "set-up", "set-up/tasks"),
    *("seat/0/ask", "seat/0/help", "seat/0/suggest", "leaving", "seat/0/leaving"),
)
OF_A_GAME = ("/rules/{game}", "/rules/{game}/staff", "/rules/{game}/staff.pdf", "/what/{game}")
LACKING = {
    "a-new-frontier": {
        "legend": "A New Frontier has no page that explains its signs.",
        "moments": "A New Frontier has no coach here.",
        "seat/0/help": "A New Frontier has no coach here.",
        "seat/0/suggest": "A New Frontier has no coach here.",
        "/what/{game}": "A New Frontier has no pieces that are explained here.",
    },
    "forms": {
        "ask": "Forms has no rules to be looked up here.",
        "seat/0/ask": "Forms has no rules to be looked up here.",
        "/rules/{game}": "Forms has no rules to be looked up here.",
        "/rules/{game}/staff": "Forms has no rules to be looked up here.",
        "/rules/{game}/staff.pdf": "Forms has no rules to be looked up here.",
        "/what/{game}": "Forms has no pieces that are explained here.",
        "legend": "Forms has no page that explains its signs.",
        "moments": "Forms has no coach here.",
        "seat/0/help": "Forms has no coach here.",
        "seat/0/suggest": "Forms has no coach here.",
    },
}
"""What is said where a game lacks what the page is about."""


@pytest.mark.parametrize("told", [False, True], ids=["all registered", "nothing registered"])
@pytest.mark.parametrize("name", [*games.names(), "forms"])
def test_no_page_of_help_is_missing(
    name: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "suggest", partial(suggest, seconds=0.02))
    game: Any = FormsGame() if name == "forms" else games.load(name)
    if name == "forms":
        monkeypatch.setattr(games, "load", lambda name: game)
    tables = Tables(Journal(tmp_path / "journal.db"), lambda name: game)
    people = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:3])
    setup = Setup(people).stating(game.setup_options())
    begun = setup_with_draws(game, setup.with_told_pieces() if told else setup, 1)
    table = tables.create(name, begun, seed=1)
    app = create_app(bare_room(tables))
    try:
        _read_all(app.test_client(), game, f"/t/{table.id}/")
    finally:
        services_of(app).live.close()
        tables.close()


def _read_all(client: FlaskClient, game: Any, table: str) -> None:
    lacking = LACKING.get(game.name, {})
    for address in (*(f"{table}{page}" for page in OF_A_TABLE), *OF_A_GAME):
        page = client.get(address.format(game=game.name), follow_redirects=True)
        assert page.status_code == 200, address
        if said := lacking.get(address.removeprefix(table)):
            content = page.text.split("<main")[1]
            assert said in content
            onward = re.findall(r'href="([^"]+)"', page.text.split('<header class="bar">')[1])
            assert len(onward) > 1, "besides the list of all tables"
            assert [at for at in onward if client.get(at).status_code != 200] == []
