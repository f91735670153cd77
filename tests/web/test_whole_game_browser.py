"""A whole game of New Frontiers through the pages alone, from the setup wizard to the score sheet."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace

import pytest

from companion import games
from companion.games.game import Player, Setup, decision_to_json
from companion.table.journal import Journal
from companion.table.table import Table
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
    for _ in range(2000):
        if table.game.over(table.state):
            device.until(table.number)
            return
        number = table.number
        tap(device, table, *sensible(table, rng))
        device.until(number + 1)
    raise AssertionError("the game does not end")


def sensible(table, rng):
    """(seat, decision): what a sensible player answers to one of the open questions."""
    now = table.now
    question = rng.choice(now.questions)
    options = table.game.options(now.state, question.player)
    choose = table.game.players()["sensible"].choose
    return question.player, choose(table.game, now.state, question, options, rng)


def tap(device, table, player, decision, times=1):
    """Taps the decision's button on the device, `times` as fast as it goes."""
    device.until(table.number)
    # Nobody taps within the moment in which a changed button takes no tap: the page's clock leaps it.
    device.page.clock.fast_forward(310)
    text = json.dumps(decision_to_json(decision), separators=(",", ":"), ensure_ascii=False)
    pressed = device.page.evaluate(
        """([wanted, times]) => {
            const all = [...document.querySelectorAll("[data-decision]")];
            const button = all.find(one => one.dataset.decision === wanted);
            for (let n = 0; n < times; n++) button?.click();
            return Boolean(button);
        }""",
        [text, times],
    )
    assert pressed, f"no button for {text} on the device of seat {player}"


@pytest.mark.slow
def test_five_players_with_six_devices_through_an_evenings_troubles(browser, real):
    """Each answers on a phone of their own; there are double taps, two devices with the same tap, a phone
    asleep for a minute, a stale tap on waking, and a server that restarts in the middle of a turn."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
    table = real.room.tables.create(game.name, Setup(players), seed=4)
    tablet = Device(browser, real.serving.address, (1180, 820))
    phones = [Device(browser, real.serving.address, (390, 844)) for _ in players]
    for one, path in zip((tablet, *phones), ("", *(f"seat/{n}" for n in range(5))), strict=True):
        one.page.clock.install()
        one.open(f"/t/{table.id}/{path}")
    rng, serving, asleep = Random(3), real.serving, None
    for step in range(3000):
        if table.game.over(table.state):
            break
        before = table.number
        player, decision = sensible(table, rng)
        phone = phones[player]
        if asleep is phone:
            # It wakes, and is brought up to date before it can do anything.
            phone.context.set_offline(False)
            phone.page.clock.fast_forward(60_000)
            asleep = None
        if step % 7 == 3:
            tap(phone, table, player, decision, times=3)
        elif step % 11 == 5:
            tap(tablet, table, player, decision)
            phone.page.clock.fast_forward(310)
            phone.page.evaluate("""() => document.querySelector("[data-decision]")?.click()""")
        else:
            tap(phone, table, player, decision)
        phone.until(before + 1)
        phone.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
        if step == 40:
            asleep = phones[(player + 1) % 5]
            asleep.context.set_offline(True)
        if step == 60:
            serving.stop()
            serving = Serving(create_app(real.room), serving.port)
    assert table.game.over(table.state)
    for one in (tablet, *phones):
        one.context.set_offline(False)
        one.page.clock.fast_forward(6000)
        one.until(table.number)
        assert "The game is over" in one.page.inner_text("#question")
        assert not one.errors
    # Every entry is one player's answer to what was then asked: the journal replays to the same state.
    again = Table(table.game, real.room.tables.journal, table.id)
    assert again.state == table.state
    for one in (tablet, *phones):
        one.context.close()
    serving.stop()


def test_the_games_name_their_pages(real):
    """Each game that is there renders its own two pages for every number of players."""
    for name in games.names():
        game = games.load(name)
        for count in range(game.seats[0], game.seats[1] + 1):
            players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:count])
            table = real.room.tables.create(name, Setup(players), seed=count)
            client = create_app(real.room).test_client()
            assert client.get(f"/t/{table.id}/").status_code == 200
            for seat in range(count):
                assert client.get(f"/t/{table.id}/seat/{seat}").status_code == 200
