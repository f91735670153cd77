"""The way out where a correction left a player one answer that nobody wants."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from random import Random

from companion import games
from companion.games.contract import Correction, Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import bare_room


def test_a_world_told_as_colony_during_its_owners_settle_leaves_a_way_out(tmp_path: Path) -> None:
    """The table is right: Ben has settled by hand, his world is told as colony, and Settle then offers him
    2 colonists alone. His page offers that his Settle is done, and the game goes on."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    client = create_app(bare_room(tables)).test_client()
    colours = games.load("new-frontiers").colours
    table = tables.create(
        "new-frontiers", Setup((Player("Ann", colours[0]), Player("Ben", colours[1]))), seed=3
    )
    computers = ComputerSeats(table, Random(4))
    while table.questions[0].kind != "settle" or len(table.game.options(table.state, 1)) != 2:
        decision = computers.decision(table.now)
        table.submit(decision, table.number, f"computer-{table.number}", "test")
    page = f"/t/{table.id}/seat/1"
    assert "Not that:" not in client.get(page).text
    (world,) = table.state.empires[1].explored
    told = Correction(f"world/{world}", f"colony of {colours[1]}")
    table.correct(told, table.number, "told-0001", "test")
    assert len(table.game.options(table.state, 1)) == 1
    text = unescape(client.get(page).text)
    assert "Not that: Settle: Ben is done" in text
    (body,) = re.findall(r'data-post="corrections" data-body=\'(.*?)\'', text)
    answer = client.post(
        f"/t/{table.id}/corrections",
        data=f'{{"seen": {table.number}, "key": "done-0001", {body[1:]}',
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert table.questions[0].player != 1
    tables.close()
