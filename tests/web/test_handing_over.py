"""Tests in Firefox and in WebKit of the page that holds the one stream of its browser: it hands over as it is
closed, and no other waits until it has been silent for long (test_one_stream_browser.py: in Chromium)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Correction, Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Serving, bare_room
from tests.web.other_browsers import TIMEOUT_SECONDS, OtherBrowser
from tests.web.test_other_browsers import each_engine, started

LISTEN_JS = """const says = BroadcastChannel.prototype.postMessage;
window.said = [];
const heard = (message) => { if (["lead", "over"].includes(message.kind)) window.said.push(message); };
BroadcastChannel.prototype.postMessage = function (message) {
  heard({ ...message, own: true });
  return says.call(this, message);
};
window.ear = new BroadcastChannel("companion.streams");
window.ear.addEventListener("message", ({ data }) => heard(data));
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key === "companion.lead" && !newValue) heard({ kind: "over", from: JSON.parse(oldValue).id });
});"""
"""What pages say of leading: each two seconds, and as they hand over, by a message or by what they forget."""
LEADS_JS = """const last = window.said.at(-1);
const own = window.said.some((it) => it.own && it.from === last?.from);
return own && last.kind === "lead" ? last.from : "";"""
TAKEN_OVER_JS = """const over = window.said.findIndex((it) => it.kind === "over" && it.from === arguments[0]);
return over >= 0 && window.said.slice(over).some((it) => it.kind === "lead" && it.from !== arguments[0]);"""
SHOWS_JS = "return document.querySelector('#live').dataset.number === arguments[0]"


def leading(other: OtherBrowser, tabs: list[Any]) -> tuple[Any, str]:
    """The tab that holds the stream, and what it is called; the browser is there then."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < end:
        for tab in tabs:
            other.send("go", handle=tab)
            if called := other.run(LEADS_JS):
                return tab, called
    raise AssertionError("no page says that it leads")


@pytest.mark.slow
@pytest.mark.waits
@each_engine
def test_a_page_that_leads_hands_over_as_it_is_closed(engine: str, tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create("new-frontiers", Setup((Player("Ann", "blue"), Player("Ben", "green"))), seed=3)
    serving = Serving(create_app(bare_room(tables)))
    with started(engine) as other:
        first, tabs = other.send("handle"), list[Any]()
        for path in ("", "seat/0", "seat/1", ""):
            tabs.append(other.open_tab())
            other.open(f"{serving.address}/t/{table.id}/{path}")
            other.run(LISTEN_JS)
        while len(tabs) > 1:
            leads, called = leading(other, tabs)
            other.send("close tab")
            tabs.remove(leads)
            other.send("go", handle=tabs[0])
            other.until(TAKEN_OVER_JS, called)
            table.correct(Correction("credits/0", 10 + len(tabs)), table.number, f"{len(tabs)} left", "test")
            other.until(SHOWS_JS, str(table.number))
        other.send("close tab")
        other.send("go", handle=first)
    serving.stop()
    tables.close()
