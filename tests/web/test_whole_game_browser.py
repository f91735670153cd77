"""A whole game of New Frontiers through the pages alone, from the setup wizard to the score sheet."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace

import pytest

from companion import games
from companion.games.game import decision_to_json
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def real(tmp_path):
    """A served room with the games that are really there."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room))
    yield SimpleNamespace(room=room, serving=serving)
    serving.stop()
    tables.close()


def test_two_players_from_the_wizard_to_the_score_sheet(browser, real):
    tablet = Device(browser, real.serving.address, (1180, 820))
    tablet.page.clock.install()
    page = tablet.open("/")
    page.click("text=New game")
    page.fill("#name-0", "Blue")
    page.fill("#name-1", "Green")
    page.click("text=More")
    page.fill("#seed", "11")
    page.click("button:has-text('Begin')")
    page.wait_for_selector("#live")
    table = real.room.tables.open(real.room.active)
    play(table, tablet, Random(2))

    page.click("text=The score sheet")
    sheet = table.game.score(table.state)
    for score in sheet.players:
        shown = page.locator(f"tr.total [data-total='{score.player}']").inner_text()
        assert int(shown) == score.total
    winners = [p.name for p in sheet.players if p.winner]
    assert all(name in page.inner_text("main h2") for name in winners)
    assert not tablet.errors
    tablet.context.close()


def play(table, device, rng):
    """Answers every question by the button that stands on the page for it, as a sensible player would."""
    choose = table.game.players()["sensible"].choose
    for _ in range(2000):
        if table.game.over(table.state):
            device.until(table.number)
            return
        now = table.now
        device.until(now.number)
        question = now.questions[0]
        options = table.game.options(now.state, question.player)
        wanted = decision_to_json(choose(table.game, now.state, question, options, rng))
        text = json.dumps(wanted, separators=(",", ":"), ensure_ascii=False)
        # Nobody taps within the moment in which a changed button takes no tap: the page's clock leaps it.
        device.page.clock.fast_forward(310)
        pressed = device.page.evaluate(
            """wanted => {
                const all = [...document.querySelectorAll("[data-decision]")];
                const button = all.find(one => one.dataset.decision === wanted);
                button?.click();
                return Boolean(button);
            }""",
            text,
        )
        assert pressed, f"no button for {text}"
        device.until(now.number + 1)
    raise AssertionError("the game does not end")


def test_the_games_name_their_pages(real):
    """Each game that is there renders its own two pages for every number of players."""
    from companion.games.game import Player, Setup

    for name in games.names():
        game = games.load(name)
        for count in range(game.seats[0], game.seats[1] + 1):
            players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:count])
            table = real.room.tables.create(name, Setup(players), seed=count)
            client = create_app(real.room).test_client()
            assert client.get(f"/t/{table.id}/").status_code == 200
            for seat in range(count):
                assert client.get(f"/t/{table.id}/seat/{seat}").status_code == 200
