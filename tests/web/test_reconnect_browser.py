"""Browser tests of reconnecting: a device reports it and shows what it missed, after airplane mode, after a
sleep during which its clock stood still, and on a connection that died silently."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest

from tests.web.conftest import SIZES, Device, Serving
from tests.web.test_live_browser import to_take_phase

pytestmark = pytest.mark.browser

OFFLINE, BACK = "This device has no network", "Connected again, and up to date."
TIMEOUT_SECONDS = 60
"""Seconds for an answer on a loaded machine."""


class Connection:
    """A device's connection, and the server's end of it."""

    def __init__(self, device: socket.socket, server: socket.socket) -> None:
        self.device, self.server = device, server
        self.live = self.dead = False
        for ends in ((device, server), (server, device)):
            threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def close(self) -> None:
        for one in (self.device, self.server):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                self.live = self.live or b"/live?" in data.split(b"\r\n", 1)[0]
                if not self.dead:
                    other.sendall(data)
            if not self.dead:
                other.shutdown(socket.SHUT_WR)


class Wire:
    """A line to a server that can go dead: a live connection stays open, but nothing passes any more."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open: list[Connection] = []
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self) -> None:
        """Cuts the line. New connections work; idle ones are closed, as by a network that has gone."""
        for one in tuple(self._open):
            one.dead = True
            if not one.live:
                one.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)  # closing alone would not wake a thread that waits on it
        self._door.close()
        for one in self._open:
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                device, _ = self._door.accept()
                server = socket.create_connection(("127.0.0.1", self._server))
                self._open.append(Connection(device, server))


@pytest.fixture
def wired(browser: Any, serving: Serving, table: Any, post: Any) -> Iterator[tuple[Wire, Device]]:
    """A phone of seat 1 whose line can go dead, and whose clock the test controls."""
    to_take_phase(table, post)
    wire = Wire(serving.port)
    phone = Device(browser, wire.address, SIZES["phone"])
    phone.page.clock.install()
    # A page is ready before its line is there, and where its clock stands still it would open none any more.
    with phone.page.expect_request("**/live?*"):
        phone.open(f"/t/{table.id}/seat/1")
    yield wire, phone
    phone.close()
    wire.close()
    assert not phone.errors


@pytest.mark.slow
def test_airplane_mode_is_said_and_ends_with_what_was_missed(wired, table, post):
    wire, phone = wired
    page = phone.page
    wire.die()  # the browser alone would let pass what was open before
    phone.context.set_offline(True)
    page.wait_for_selector(f"#line .toast:has-text('{OFFLINE}')")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    page.clock.run_for(1100)  # after a short absence there is no message
    assert page.locator("html[data-line=lost]").count() == 1
    phone.context.set_offline(False)
    page.wait_for_selector(f".toast:has-text('{BACK}')")
    phone.until(table.number)
    assert "Green" in page.inner_text("#question")
    assert page.locator("html[data-line]").count() == 0


def test_a_device_that_missed_nothing_is_told_at_once_that_its_line_is_there(serving, table, post):
    """It need not wait for the next beat: the answer to its own new request is enough."""
    to_take_phase(table, post)
    address = f"{serving.address}/t/{table.id}/live?view=seat&seat=1"
    with urlopen(address, timeout=TIMEOUT_SECONDS) as line:
        stamp = next(json.loads(text[6:])["stamp"] for text in line if text.startswith(b"data: "))
    with urlopen(f"{address}&stamp={stamp}", timeout=TIMEOUT_SECONDS) as line:
        first = b"".join(line.readline() for _ in range(4))
    assert re.fullmatch(rb'retry: 500\n\nevent: beat\ndata: \{"time":[0-9.]+\}\n', first)


def test_a_line_that_dies_without_a_word_is_noticed(wired, table, post):
    """There is no error: the device gets no beat any more, and asks again."""
    wire, phone = wired
    wire.die()
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    phone.page.clock.run_for(7000)
    phone.until(table.number)
    phone.page.wait_for_selector("html:not([data-line])")


def test_a_page_that_was_held_up_hears_first_what_waits_for_it(wired, table, post):
    """As on a busy device: it opens no new stream, unless nothing comes after all."""
    wire, phone = wired
    page, asked = phone.page, []
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    page.clock.run_for(1000)
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    phone.until(table.number)
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward(7000)
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 1})
    phone.until(table.number)
    page.clock.run_for(2000)
    assert not [url for url in asked if "/live" in url]
    wire.die()
    page.clock.fast_forward(7000)
    with page.expect_request("**/live?*"):
        page.clock.run_for(1000)


def test_a_page_goes_on_without_the_scripts_that_do_not_come(browser, serving, table, post):
    """It has a stream of its own instead of the shared one."""
    to_take_phase(table, post)
    phone = Device(browser, serving.address, SIZES["phone"])
    page = phone.page
    for name in ("one-stream", "awake", "digits"):
        page.route(f"**/{name}.js", lambda route: route.abort())
    phone.open(f"/t/{table.id}/seat/1")
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    phone.until(table.number)
    assert not phone.errors
    phone.close()


@pytest.mark.slow
def test_a_sleep_through_which_the_clock_stood_still_is_noticed(wired, table, post):
    """The page's own clock does not count a laptop's sleep; the time of day does. A second is enough."""
    wire, phone = wired
    now = phone.page.evaluate("Date.now()")
    phone.page.clock.pause_at(now + 100)
    wire.die()
    post(f"/t/{table.id}/decisions", table.number, decision={"do": "pass", "player": 0})
    phone.page.clock.set_system_time(now + 60_000)
    phone.page.clock.run_for(1100)
    phone.until(table.number)
    assert "Green" in phone.page.inner_text("#question")
