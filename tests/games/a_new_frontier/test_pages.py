"""Tests of the table's page of A New Frontier: questions that play does not wait for do not crowd it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.games.a_new_frontier.build import GAME
from tests.web.conftest import bare_room


@pytest.mark.parametrize(("players", "folded"), [(3, False), (5, True)])
def test_what_nobody_waits_for_is_folded_where_there_is_much(
    installed: None, tmp_path: Path, players: int, folded: bool
) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:players])
    table = tables.create(GAME.name, setup_with_draws(GAME, Setup(seats), 3), seed=3)
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")
    optional = sum(q.optional for q in table.questions)
    app = create_app(bare_room(tables))
    app.testing = True
    page = app.test_client().get(f"/t/{table.id}/").text
    assert page.count('popovertarget="aside-') == optional
    assert ('id="asides-fold"' in page) == folded == (optional > 3)
    own = app.test_client().get(f"/t/{table.id}/seat/0").text
    assert 'id="asides-fold"' not in own
    services_of(app).live.close()
    tables.close()
