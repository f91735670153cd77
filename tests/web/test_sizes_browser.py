"""Every page at the sizes that it is used at: nothing wider than the screen, nothing too small to touch."""

from __future__ import annotations

import pytest

from companion import games
from companion.games.game import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

SIZES = {"phone": (390, 844), "tablet": (1180, 820), "upright": (820, 1180), "laptop": (1440, 900)}


@pytest.fixture(scope="module")
def full_table(tmp_path_factory):
    """Five players of each game that is there, some way into the game; served."""
    tables = Tables(Journal(tmp_path_factory.mktemp("sizes") / "journal.db"))
    game = games.load(games.names()[0])
    players = tuple(Player(f"{colour.capitalize()} Longname", colour) for colour in game.colours[:5])
    table = tables.create(game.name, Setup(players), seed=5)
    choose = game.players()["sensible"].choose
    from random import Random

    rng = Random(1)
    for step in range(120):
        now = table.now
        question = now.questions[0]
        decision = choose(game, now.state, question, game.options(now.state, question.player), rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")
    room = bare_room(tables)
    room.active = table.id
    serving = Serving(create_app(room))
    yield serving, table
    serving.stop()
    tables.close()


PATHS = (
    "/",
    "/new",
    "/join",
    "/t/{id}/",
    "/t/{id}/seat/0",
    "/t/{id}/seat/4",
    "/t/{id}/seats",
    "/t/{id}/history",
    "/t/{id}/correct",
    "/t/{id}/score",
    "/t/{id}/join",
    "/t/{id}/settings",
    "/t/nosuch/",
)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(browser, full_table, size):
    serving, table = full_table
    one = Device(browser, serving.address, SIZES[size])
    for path in PATHS:
        page = one.open(path.format(id=table.id))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} is {wide} px wider than a {size}"
    assert not one.errors
    one.context.close()


def test_text_at_double_size_loses_nothing(browser, full_table):
    """At 200 % every word can still be reached: no page is wider than a phone."""
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    one.open("/")
    one.page.evaluate("localStorage.setItem('companion.text', '2')")
    for path in PATHS:
        page = one.open(path.format(id=table.id))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} is {wide} px wider than a phone at 200 %"
    one.context.close()


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_what_is_touched_is_large_enough(browser, full_table, size):
    """Buttons of the live pages are 44 px and more each way (48 by design, less a hairline's rounding)."""
    serving, table = full_table
    path = f"/t/{table.id}/" if size == "tablet" else f"/t/{table.id}/seat/{table.questions[0].player}"
    one = Device(browser, serving.address, SIZES[size])
    page = one.open(path)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".answer, .bar button, .tab, .card button")]
            .map(e => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
            .filter(([, b]) => b.width > 0 && (b.width < 44 || b.height < 44))
            .map(([text, b]) => `${text} ${Math.round(b.width)}x${Math.round(b.height)}`)"""
    )
    assert small == []
    one.context.close()


def test_no_page_is_heavier_than_the_budget(full_table):
    """150 KB a page with its scripts and styles, without pictures and the font that is loaded once."""
    import re

    serving, table = full_table
    client = serving.app.test_client()
    for path in ("/", "/new", f"/t/{table.id}/", f"/t/{table.id}/seat/0", f"/t/{table.id}/history"):
        page = client.get(path)
        total = len(page.data)
        assets = set(re.findall(r'(?:href|src)="(/static/(?:css|js)/[^"]+)"', page.text))
        total += sum(len(client.get(asset).data) for asset in assets)
        assert total < 150_000, f"{path}: {total} bytes"
