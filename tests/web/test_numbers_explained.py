"""Tests that a number says how it came to be what it is, on the panel that a touch of it opens."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.contract import Correction, Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play.corrections import MAX_CHANGES
from companion.web.request.services import services_of
from tests.web.conftest import bare_room
from tests.web.parsed import parsed, words


@pytest.fixture
def played(tmp_path):
    """A table some way into a game of New Frontiers, and its client."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = (Player("Mia", "blue"), Player("Ben", "green"))
    table = tables.create("new-frontiers", Setup(players), seed=2, settings=Settings(draws="virtual"))
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for step in range(60):
        now = table.now
        question = now.questions[0]
        decision = choose(
            table.game, now.state, question, table.game.options(now.state, question.player), rng
        )
        table.submit(decision, now.number, f"step-{step:06}", "test")
    app = create_app(bare_room(tables))
    yield table, app.test_client()
    services_of(app).live.close()
    tables.close()


def rows(client, table, path, seat=""):
    text = client.get(f"/t/{table.id}/correct/touched?path={path}{seat}").text
    pairs = [[words(part) for part in row] for row in parsed(text).iter("li") if len(row) == 2]
    return [(what, int(number.replace("−", "-"))) for what, number in pairs]


@pytest.mark.parametrize("what", ["credits", "chips", "colonists"])
def test_a_player_s_number_is_its_changes_and_what_was_before(played, what):
    table, client = played
    for seat, empire in enumerate(table.state.empires):
        (now, *changes) = rows(client, table, f"{what}/{seat}")
        assert now == ("now", getattr(empire, what))
        assert sum(number for _words, number in changes) == now[1]
        assert len(changes) <= MAX_CHANGES + 1
        assert changes[-1][0] in ("before that", "at the start")
        assert all(number for _words, number in changes[:-1])
    assert len(rows(client, table, "credits/0", "&seat=0")) > 2
    assert len(rows(client, table, "supply/vp")) >= 2


def test_a_correction_is_one_of_its_changes_and_goes_with_undo(played):
    table, client = played
    before = rows(client, table, "credits/0")
    entry = table.correct(Correction("credits/0", before[0][1] + 7), table.number, "a-key-123456", "Mia")
    after = rows(client, table, "credits/0")
    assert after[1] == (table.words_of(entry.number, None), 7)
    table.undo(table.number, "a-key-654321", "Mia", seat=None)
    assert rows(client, table, "credits/0") == before


def test_a_number_that_never_changed_is_what_it_was_at_the_start(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create("new-frontiers", Setup((Player("Mia", "blue"), Player("Ben", "green"))), seed=2)
    app = create_app(bare_room(tables))
    assert rows(app.test_client(), table, "chips/0") == [("now", 0), ("at the start", 0)]
    services_of(app).live.close()
    tables.close()
