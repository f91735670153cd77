"""Tests of the server with what Windows has: `select` alone, which takes 512 sockets, and ports that cannot
be used again at once. What macOS lacks of Linux (epoll) is never used then."""

from __future__ import annotations

import os
import select
import selectors
import socket
import urllib.request
from types import SimpleNamespace

import pytest

from companion.web.server import listening
from companion.web.server.connections import MAX_CONNECTIONS, MAX_CONNECTIONS_WITH_SELECT, max_connections
from companion.web.server.server import Server
from tests.web.conftest import Serving
from tests.web.stream import Stream

MAX_SELECT_SOCKETS = 512
"""Sockets in a call of Windows' select."""


@pytest.fixture
def with_select_alone(monkeypatch):
    """Makes this process wait with `select` alone. Returns the numbers of sockets it waited for."""
    for name in ("poll", "epoll", "kqueue"):
        monkeypatch.delattr(select, name, raising=False)
    monkeypatch.setattr(selectors, "DefaultSelector", selectors.SelectSelector)
    with_select_alone = SimpleNamespace(**{**vars(os), "name": "nt"})
    monkeypatch.setattr(listening, "os", with_select_alone)
    waited = []
    really = select.select

    def noted(*sets):
        waited.append(max(map(len, sets[:3])))
        return really(*sets)

    monkeypatch.setattr(selectors.SelectSelector, "_select", staticmethod(noted))
    return waited


@pytest.fixture
def serving(with_select_alone, app):
    serving = Serving(app)
    yield serving
    serving.stop()


def test_pages_and_live_pages_are_served_with_select_alone(serving, with_select_alone, table, post):
    with urllib.request.urlopen(f"{serving.address}/t/{table.id}/", timeout=30) as answer:
        assert answer.status == 200
    streams = [Stream(serving.port, f"/t/{table.id}/live") for _ in range(40)]
    for one in streams:
        assert one.next()["number"] == 1
    for number in (2, 3, 4):
        assert post(f"/t/{table.id}/corrections", number - 1, path="coins/0", value=number).status_code == 200
        for one in streams:
            assert one.next()["number"] == number
    assert max(with_select_alone) > 40
    serving.stop()
    for one in streams:
        assert one.next() is None
        one.close()


def test_it_stops_at_once_though_nobody_asks_for_anything(with_select_alone, app):
    Serving(app).stop()


def test_a_port_that_another_program_has_is_not_shared(with_select_alone, app):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(listening.CannotServe, match="in use"):
            Server(app, "127.0.0.1", taken.getsockname()[1])


def test_it_takes_no_more_connections_than_select_can_wait_for(with_select_alone):
    assert max_connections() == MAX_CONNECTIONS_WITH_SELECT
    assert 2 * 200 <= MAX_CONNECTIONS_WITH_SELECT < MAX_SELECT_SOCKETS < MAX_CONNECTIONS


@pytest.mark.parametrize(("files", "most"), [(96, 32), (256, 132), (1024, 900), (1 << 20, 900), (-1, 900)])
def test_connections_leave_files_to_the_rest_of_the_program(monkeypatch, files, most):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (files, files))
    assert max_connections() == most
