"""Measures how long a group waits for a new game, and how long a phone takes to reconnect.

    python benchmarks/group.py [--samples 10] [--slowdown 4]

A group of four that has played before goes from the start page to the first question: by touch, with its mats
under a (drawn) camera, and with all results of chance entered by hand. The touches are counted, and the time
of the pages is measured, with the browser's processor throttled to a tablet's speed. The camera's time
includes reading the mats. From the first group on templates are kept compiled, as `companion serve` keeps
them.

Then a phone that was disconnected: from the return of its connection, its waking, or the restarted server's
first answer, until it shows what it missed and no longer reports a lost connection.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from benchmarks.pages import throttle_cpu
from companion import games
from companion.games.contract import Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from companion.web import create_app
from companion.web.server.server import Server
from tests.rigs.chromium import chromium_path
from tests.rigs.figures import times_row
from tests.rigs.reference import reference_seconds
from tests.rigs.served_table import play_step

GAME_OPTIONS = (("game", "later"), ("goals", "yes"), ("turns", "order"))
MATS = (("H3", "A"), ("H1", "B"), ("H5", "A"), ("H2", "B"))
TAP_GUARD_SECONDS = 0.35
"""How long a new button ignores taps."""

ABSENCES = ("its line was cut", "a sleep without a line", "the server was restarted")


def measure_reconnects(
    browser: Any, room: Room, server: Server, path: str, table: Table[Any], compiled: Path
) -> dict[str, float]:
    """Milliseconds until a phone is up to date and connected, by the kind of absence: connection cut (as in
    airplane mode), from its return; sleep without a connection, from waking; server restarted, from its first
    answer. Stops the server at the end."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}{path}")
    page.wait_for_selector("html[data-ready]")
    rng, took = Random(table.number), {}
    session = context.new_cdp_session(page)
    session.send("Page.enable")
    for how in ABSENCES:
        if how == ABSENCES[2]:
            server.stop()
        elif how == ABSENCES[1]:
            session.send("Page.setWebLifecycleState", {"state": "frozen"})
            cut_connections(context, server)
            time.sleep(6)
        else:
            cut_connections(context, server)
        if how != ABSENCES[1]:
            page.wait_for_selector("html[data-line=lost]")
        time.sleep(1)
        play_step(table, rng)
        if how == ABSENCES[2]:
            server = Server(create_app(room, compiled=compiled), "127.0.0.1", server.port)
            threading.Thread(target=server.run, daemon=True).start()
            urlopen(f"http://127.0.0.1:{server.port}/t/{table.id}/state", timeout=60).close()
        else:
            context.set_offline(False)
        begin = time.perf_counter()
        if how == ABSENCES[1]:
            session.send("Page.setWebLifecycleState", {"state": "active"})
        shown = "n => Number(document.getElementById('live').dataset.number) >= n"
        page.wait_for_function(shown, arg=table.number)
        page.wait_for_selector("html:not([data-line])")
        took[how] = (time.perf_counter() - begin) * 1000
    context.close()
    server.stop()
    return took


def cut_connections(context: Any, server: Server) -> None:
    """Blocks new requests and closes open connections, which a browser's offline mode would keep."""
    context.set_offline(True)
    for connection in tuple(server._servers[0][0].server_state.connections):
        connection.loop.call_soon_threadsafe(connection.transport.abort)


class Group:
    """Four who have played before, at a tablet. touches: their count; waited: seconds that the pages took."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.touches, self.waited = 0, 0.0

    def tap(self, what: str, until: str = "") -> None:
        """Taps the first visible `what`, and waits for the selector `until`."""
        self.touches += 1
        begin = time.perf_counter()
        self.page.locator(what).locator("visible=true").first.tap()
        if until:
            self.page.wait_for_selector(until)
        self.waited += time.perf_counter() - begin

    def choose(self, name: str, value: str) -> None:
        """Chooses from a list, which takes two touches."""
        self.touches += 2
        self.page.select_option(f"[name='{name}']", value)

    def begin(self, way: str, scene: RenderedTable) -> None:
        """From the start page to the first question."""
        set_up = "html[data-ready] #begin-play"
        self.page.goto(self.address)
        self.page.wait_for_selector("html[data-ready]")
        self.tap("text=New game", "html[data-ready] #again")
        if way == "camera":
            begin = time.perf_counter()
            for seat, (mat, face) in enumerate(MATS):
                scene.put_in(seat_zone(seat), mat, face)
            self.page.wait_for_selector("#again button[name=laid]:enabled")
            time.sleep(TAP_GUARD_SECONDS)
            self.waited += time.perf_counter() - begin
            self.tap("#again button[name=laid]:enabled", set_up)
        else:
            self.tap(
                "text=Begin as last time", "html[data-ready] [data-each-once]" if way == "hand" else set_up
            )
        if way == "hand":
            for place, colour in enumerate(("red", "blue", "green")):  # the last follows
                self.tap(f"input[name='drawn-order-{place}'][value={colour}]")
            for seat, (mat, _) in enumerate(MATS):
                self.choose(f"drawn-mats-{seat}", mat)
            for coin in self.page.locator("input[type=radio][name^='drawn-side']:nth-of-type(1)").all()[::2]:
                self.touches += 1
                coin.check()
            self.tap("text=Go on", set_up)
        self.tap("#begin-play", "html[data-ready] #live #question .answer")


def begin_again(browser: Any, way: str, slowdown: float, compiled: Path) -> tuple[int, float]:
    """(touches, seconds that the pages took) of one group that begins a new game. compiled: the folder of
    compiled templates."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:4])
    scene = RenderedTable(4, game.tracking, game.tag_prefix)
    with tempfile.TemporaryDirectory() as folder:
        kept = Calibrations(Path(folder, "cameras.json"))
        camera = (lambda: RenderedCamera(scene)) if way == "camera" else None
        room = Room(Tables(Journal(Path(folder, "group.db"))), camera=camera, calibrations=kept)
        settings = Settings(pages={"chance": "hand"} if way == "hand" else {})
        room.tables.create(game.name, Setup(players, GAME_OPTIONS), seed=1, settings=settings)
        server = Server(create_app(room, compiled=compiled), "127.0.0.1", 0)
        threading.Thread(target=server.run, daemon=True).start()
        context = browser.new_context(viewport={"width": 1180, "height": 820}, has_touch=True)
        page = context.new_page()
        throttle_cpu(page, slowdown)
        group = Group(page, f"http://127.0.0.1:{server.port}/")
        group.begin(way, scene)
        context.close()
        server.stop()
        room.close()
    return group.touches, group.waited


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--samples", type=int, default=10)
    options.add_argument("--slowdown", type=float, default=4)
    args = options.parse_args()
    reference = reference_seconds()
    print(f"reference loop: {reference * 1000:.1f} ms; processor slowed down {args.slowdown:g} times")
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        compiled = Path(folder, "templates")
        for way, words in (
            ("touch", "the companion draws"),
            ("camera", "the mats lie under the camera"),
            ("hand", "order, mats and 16 coins told by hand"),
        ):
            samples = max(3, args.samples // 3)
            found = [begin_again(browser, way, args.slowdown, compiled) for _ in range(samples)]
            times_row(
                f"a group of four begins again, {words}: the pages' share",
                [seconds * 1000 for _, seconds in found],
                reference,
                touches=str(found[0][0]),
            )
        tables = Tables(Journal(Path(folder, "away.db")))
        game = games.load("new-frontiers")
        seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
        table = tables.create(game.name, Setup(seats), seed=5)
        room, back = Room(tables), []
        for _ in range(args.samples):
            server = Server(create_app(room, compiled=compiled), "127.0.0.1", 0)
            threading.Thread(target=server.run, daemon=True).start()
            back.append(measure_reconnects(browser, room, server, f"/t/{table.id}/seat/0", table, compiled))
        for how in ABSENCES:
            times_row(f"a phone up to date again after {how}", [took[how] for took in back], reference)
        browser.close()
        tables.close()


if __name__ == "__main__":
    main()
