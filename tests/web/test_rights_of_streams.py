"""Tests that a stream ends with the right to it, in every process on one journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.access.house import House
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import Serving, bare_room
from tests.web.stream import Stream

pytestmark = pytest.mark.waits

HOST = "739214"
LONGEST_SECONDS = 5.0
"""After which a stream without a right must have ended."""


@pytest.fixture
def processes(room: SimpleNamespace, tmp_path: Path) -> Iterator[tuple[Flask, Serving]]:
    """Two applications with tables and a house of their own on one journal; the second is served."""
    first = create_app(room)
    house = services_of(first).house
    house.set_pin("host", HOST)
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    second = Serving(create_app(bare_room(tables)))
    yield first, second
    second.stop()
    services_of(second.app).live.close()
    services_of(first).live.close()
    tables.close()


def ends_with(stream: Stream, name: str) -> float:
    """Seconds until the event `name`, which must come, and then the end."""
    began = time.monotonic()
    assert stream.next(name) == {}
    took = time.monotonic() - began
    assert next(iter(stream), None) is None
    return took


def free_seat(house: House, table: str) -> None:
    house.free_seat(table, 0)


def reset(house: House, table: str) -> None:
    house.revoke_guests(table)


def sign_out(house: House, table: str) -> None:
    house.end_sessions()


@pytest.mark.usefixtures("quick_beats")
@pytest.mark.parametrize("elsewhere", [True, False])
@pytest.mark.parametrize(
    ("change", "who"),
    [(free_seat, "seat"), (reset, "seat"), (sign_out, "staff")],
    ids=["free", "reset", "out"],
)
@pytest.mark.parametrize(
    ("path", "end"),
    [
        ("/t/{id}/live?view=seat&seat=0", "refused"),
        ("/streams?of=/t/{id}/live%3Fview%3Dseat%26seat%3D0", "refused"),
        ("/api/v1/tables/{id}/events?seat=0", "gone"),
    ],
    ids=["page", "pages", "events"],
)
def test_a_stream_ends_with_its_right(
    processes: tuple[Flask, Serving],
    table: Table[Any],
    change: Callable[[House, str], None],
    who: str,
    path: str,
    end: str,
    elsewhere: bool,
) -> None:
    first, second = processes
    here = services_of(second.app).house
    headers = {"Authorization": f"Bearer {here.token('seat', table.id, 0)}"}
    if who == "staff":
        client = second.app.test_client()
        assert client.post("/staff/sign-in", data={"pin": HOST}).status_code == 303
        cookies = "; ".join(f"{c.key}={c.value}" for c in client._cookies.values())
        headers = {"Cookie": cookies}
    kept = {"Authorization": f"Bearer {here.token('tablet', table.id)}"}
    stream, other = (Stream(second.port, path.format(id=table.id), it) for it in (headers, kept))
    for it in (stream, other):
        assert it.answer.status == 200
        assert it.next("beat") is not None
    change(services_of(first).house if elsewhere else here, table.id)
    assert ends_with(stream, end) < LONGEST_SECONDS
    assert other.next("beat") is not None  # the tablet's goes on
    for it in (stream, other):
        it.close()


def test_a_stream_of_several_pages_gives_none_that_may_not_be_watched(
    processes: tuple[Flask, Serving], table: Table[Any]
) -> None:
    _first, second = processes
    live, seat = f"/t/{table.id}/live", f"/t/{table.id}/live%3Fview%3Dseat%26seat%3D"
    token = services_of(second.app).house.token("seat", table.id, 0)
    own = Stream(
        second.port, f"/streams?of={seat}0&of={seat}1&of={live}", {"Authorization": f"Bearer {token}"}
    )
    events = {}
    while len(events) < 3:
        name, _data = next(own)
        events.setdefault(own.last_id, name)
    assert events == {"0": "view", "1": "refused", "2": "view"}
    own.close()
