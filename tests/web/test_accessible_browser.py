"""axe-core finds nothing serious on any page, dark, light or in high contrast.

The pages are those that the application has: every address that answers with HTML is looked at, with a
rendered table in play, a game that has ended, and a kept play. The scan's are in test_scan_browser.py.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from companion import games
from companion.games.game import Player, Setup
from companion.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import SIZES, Device, Serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TILE = "W07"


@pytest.fixture(scope="module")
def serious():
    """What axe-core calls serious or critical on a page, one line each."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def find(page):
        return [
            f"{wrong['id']} ({len(wrong['nodes'])}): {[node['html'][:120] for node in wrong['nodes'][:3]]}"
            for wrong in axe.run(page).response["violations"]
            if wrong["impact"] in ("serious", "critical")
        ]

    return find


def play(table, steps):
    choose, rng = table.game.players()["sensible"].choose, Random(1)
    for step in range(steps):
        now = table.now
        if table.game.over(now.state):
            return
        question = now.questions[0]
        options = table.game.options(now.state, question.player)
        decision = choose(table.game, now.state, question, options, rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Everything at once: a rendered table of five in its middle, one that has ended, its play."""
    folder = tmp_path_factory.mktemp("whole")
    room = Room(Tables(Journal(folder / "journal.db")), rendered=True)
    app = create_app(room)
    game = games.load("new-frontiers")
    ended = room.tables.create(game.name, Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=3)
    play(ended, 2000)
    seats = tuple(Player(f"{colour.capitalize()} Longname", colour) for colour in game.colours[:5])
    table = room.tables.create(game.name, Setup(seats), seed=5)
    play(table, 120)
    room.activate(table.id)
    serving = Serving(app)
    yield SimpleNamespace(serving=serving, table=table, ended=ended, app=app)
    serving.stop()
    room.close()


def addresses(whole):
    """Every address of the application that answers with a page."""
    client = whole.app.test_client()
    plays = client.get("/plays.json").json
    play_id = (plays["plays"] if isinstance(plays, dict) else plays)[0]["id"]
    found, broken = [], []
    for rule in sorted(str(rule) for rule in whole.app.url_map.iter_rules() if "GET" in (rule.methods or ())):
        if rule.startswith(("/scan/", "/static/")) or rule.endswith(("/live", "/strip")):
            continue
        for table in (whole.table, whole.ended):
            path = rule
            for name, value in (
                ("table_id", table.id),
                ("seat", "0"),
                ("name", "new-frontiers"),
                ("id", TILE),
                ("play_id", str(play_id)),
                ("int:number", "0"),
                ("int:place", "0"),
                ("form", "json"),
            ):
                path = path.replace(f"<{name}>", value)
            if path in found or "<" in path:
                continue
            answer = client.get(path)
            if answer.mimetype == "text/html" and "<html" in answer.text:
                found.append(path)
                broken += [f"{path} {answer.status_code}"] * (answer.status_code >= 500)
    assert not broken
    return found


def test_nothing_serious_on_any_page(browser, whole, serious):
    found, pages = [], addresses(whole)
    assert {"/", "/new", "/demo", "/secure", "/plays", "/box", "/camera"} <= set(pages)
    assert len(pages) > 25
    for size, themes in (("tablet", ("dark",)), ("phone", ("light", "contrast"))):
        one = Device(browser, whole.serving.address, SIZES[size])
        for path in [*pages, "/t/nosuch/"]:
            page = one.open(path)
            for theme in themes:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                found += [f"{path} {theme} {size}: {wrong}" for wrong in serious(page)]
        one.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_serious_in_what_opens_over_a_live_page(browser, whole, serious, theme):
    one = Device(browser, whole.serving.address, SIZES["tablet"])
    found = []
    for path, menu in ((f"/t/{whole.table.id}/", "table-menu"), (f"/t/{whole.table.id}/seat/0", "seat-menu")):
        page = one.open(path)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for opened in (menu, "preferences"):
            page.evaluate("id => document.getElementById(id).showPopover()", opened)
            found += [f"{path} {opened}: {wrong}" for wrong in serious(page)]
        page.evaluate("document.querySelector('[data-correct-here]').click()")
        found += [f"{path} correcting: {wrong}" for wrong in serious(page)]
        page.evaluate("document.querySelector('.live [data-fact]').click()")
        page.wait_for_selector("#fact-panel .touched-fact")
        found += [f"{path} a touched fact: {wrong}" for wrong in serious(page)]
    one.context.close()
    assert not found, "\n".join(found)


def test_the_check_would_find_something(browser, whole, serious):
    one = Device(browser, whole.serving.address, SIZES["phone"])
    page = one.open("/")
    page.evaluate("document.querySelector('main').innerHTML = '<button></button><img src=\"/x.png\">'")
    assert len(serious(page)) == 2
    one.context.close()
