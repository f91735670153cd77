"""Tests that a power that only players can apply is displayed while its action is the last one selected."""

from __future__ import annotations

from pathlib import Path

from companion import games
from companion.games.contract import Correction, Player, Setup
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

TILE = """
[[development]]
id = "{id}"
name = "Odd Tile"
cost = {cost}
vp = 1
stack = "{stack}"
powers = ["Produce: sing a song"]
"""


def test_a_chip_opens_the_line_and_leads_to_the_corrections(tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    game = games.load("new-frontiers")
    players = tuple(Player(name, name.lower()) for name in ("Blue", "Green"))
    table = tables.create(game.name, setup_with_draws(game, Setup(players), 1), seed=1)
    app = create_app(bare_room(tables))
    client = app.test_client()
    face = table.state.catalogue.developments[table.state.supply.developments[0][0]]
    taught = TILE.format(id=face.id, cost=face.cost, stack=face.stack)
    table.correct(Correction(f"tile/{face.id}", taught), table.number, "teach", "tablet")
    table.correct(Correction(f"development/1/{face.id}", "yes"), table.number, "give", "tablet")
    paths = (f"/t/{table.id}/", f"/t/{table.id}/seat/0", f"/t/{table.id}/seat/1")
    assert not any("by-hand-powers" in client.get(path).text for path in paths)
    first = table.questions[0].player
    table.submit(SelectAction(first, "produce"), table.number, "select", "tablet")
    assert table.state.doing is None, "nobody is asked anything"
    middle, other, own = (client.get(path).text for path in paths)
    for page in (middle, own):
        assert page.count('id="by-hand-powers"') == 1
        assert "Odd Tile: “Produce: sing a song”" in page
    assert f"/t/{table.id}/correct?seat=1" in own
    assert "by-hand-powers" not in other
    services_of(app).live.close()
    tables.close()
