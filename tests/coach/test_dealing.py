"""Tests of tables whose cards the companion deals: what follows from the seed stays secret with it."""

from __future__ import annotations

import json

from companion import games
from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.settings import Settings
from companion.table.tables import Tables


def test_the_record_of_a_table_that_deals_tells_no_hand_until_the_game_is_over(tmp_path):
    """Whoever reads it would else deal the same cards by the seed."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    game = games.load("race-for-the-galaxy")
    setup = Setup((Player("Ann", "blue"), Player("Coach", "green"))).stating(game.setup_options())
    setup = setup_with_draws(game, setup, 7)
    table = tables.create(game.name, setup, seed=7, settings=Settings(computers={"1": "sensible"}))
    text = json.dumps(record(table))
    assert '"seed": 7' not in text
    assert '"seed": null' in text
    again = tables.revive(json.loads(text))
    assert again.state == table.state
    assert again.seed != 7
    plain = tables.create(game.name, setup, seed=7)
    assert record(plain)["seed"] == 7
    tables.close()
