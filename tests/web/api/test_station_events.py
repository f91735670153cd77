"""The house's event stream, and what webhooks are told of its stations."""

from __future__ import annotations

import queue
import threading
from time import monotonic, sleep
from typing import Any

import pytest

from companion.access.kept_stations import KeptStation
from companion.table.table import Table
from companion.web.api import station_changes
from companion.web.live.console import call_for_help, end_call
from companion.web.request.services import services_of
from tests.default_run import first_by_default


@pytest.mark.usefixtures("quick_beats")
def test_the_stream_says_the_stations_at_once_and_after_each_change(
    listen: Any, serving: Any, table: Table[Any]
) -> None:
    services_of(serving.app).house.stations.add(KeptStation("1", "Window", table=table.id))
    stream = listen("/api/v1/stations/events")
    first = next(it for it in stream.next("stations") if it["station"] == "1")
    assert (first["name"], first["table"], first["state"]) == ("Window", table.id, "plays")
    call_for_help(table)
    changed = next(it for it in stream.next("stations") if it["station"] == "1")
    assert (changed["state"], changed["table"]) == ("calls", table.id)
    assert stream.next("beat") == {}
    serving.app.test_client().get("/")
    services_of(serving.app).live.close()
    assert stream.next("gone") == {}


def test_webhooks_are_told_of_what_changes_and_of_nothing_else(
    serving: Any, table: Table[Any], monkeypatch: Any
) -> None:
    monkeypatch.setattr(station_changes, "LOOK_SECONDS", 0.05)
    told: queue.Queue[Any] = queue.Queue()
    looked = station_changes.stations_now
    looks: queue.Queue[None] = queue.Queue()

    def look(here: Any) -> Any:
        found = looked(here)
        looks.put(None)
        return found

    monkeypatch.setattr(station_changes, "stations_now", look)
    changes = station_changes.StationChanges(serving.app, told.put, "en")
    for _ in range(2):
        looks.get(timeout=60)
    call_for_help(table)
    calling = told.get(timeout=60)
    assert (calling["table"], calling["state"]) == (table.id, "calls")
    assert set(calling) == set(serving.app.test_client().get("/api/v1/stations").json[0])
    end_call(table)
    assert told.get(timeout=60)["state"] == "plays"
    changes.close()
    assert told.empty()


@pytest.mark.parametrize("fault", first_by_default([RecursionError, MemoryError, UnicodeError, OSError]))
def test_whatever_is_thrown_it_is_said_and_looked_again(
    serving: Any, table: Table[Any], monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    monkeypatch.setattr(station_changes, "LOOK_SECONDS", 0.02)
    told: queue.Queue[Any] = queue.Queue()
    looked, throws = station_changes.stations_now, threading.Event()

    def look(here: Any) -> Any:
        if throws.is_set():
            raise fault("thrown")
        return looked(here)

    def until(true: Any) -> None:
        end = monotonic() + 60
        while not true():
            assert monotonic() < end
            sleep(0.01)

    monkeypatch.setattr(station_changes, "stations_now", look)
    changes = station_changes.StationChanges(serving.app, told.put, "en")
    services_of(serving.app).tellers.append(changes)
    throws.set()
    until(lambda: "thrown" in changes.trouble)
    # Both pages of whoever runs the house say it.
    for page in ("/", "/staff"):
        assert "Webhooks are not told" in serving.app.test_client().get(page).text
    throws.clear()
    until(lambda: not changes.trouble)
    call_for_help(table)
    assert told.get(timeout=60)["state"] == "calls"
    changes.close()
