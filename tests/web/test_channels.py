"""Connections that are handed to the live pages: no thread each, and nobody is waited for."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time

import pytest

from companion.web import channels
from companion.web.views import Views


class Stream:
    """A live connection as a browser holds it."""

    def __init__(self, serving, path):
        self.connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def next(self, wanted="view"):
        """The data of the next event of this name; None: the stream has ended."""
        name = ""
        while line := self.answer.readline():
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"data: ") and name == wanted:
                return json.loads(line[6:])
        return None


@pytest.fixture
def stream(serving):
    opened = []

    def open_one(path):
        opened.append(Stream(serving, path))
        return opened[-1]

    yield open_one
    for one in opened:
        one.connection.close()


_event = Views.event


def big_event(self, *args):
    """The events of a page with a great deal on it."""
    stamp, news = _event(self, *args)
    return stamp, news and b": " + b"x" * 500_000 + b"\n" + news


def test_all_who_show_a_page_get_each_change_and_hold_no_thread(stream, table, post):
    before = threading.active_count()
    streams = [stream(f"/t/{table.id}/live") for _ in range(40)]
    streams += [stream(f"/t/{table.id}/live?view=seat&seat={n % 3}") for n in range(20)]
    for one in streams:
        assert one.next()["html"]
    assert threading.active_count() <= before + 4
    for value in (1, 2, 3):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        for one in streams:
            view = one.next()
            assert view["number"] == table.number
            assert view["regions"]


def test_a_quiet_table_beats(stream, table):
    one = stream(f"/t/{table.id}/live")
    one.next()
    assert one.next("beat") == {}


def test_a_connection_that_beats_is_no_idle_one(stream, table, serving):
    """Waitress hangs up on connections that send and get nothing for two minutes."""
    one = stream(f"/t/{table.id}/live")
    one.next()
    one.next("beat")
    (channel,) = [it for it in serving.server._server.active_channels.values() if it.handed]
    before = channel.last_activity
    one.next("beat")
    one.next("beat")
    assert channel.last_activity > before


def test_who_asks_for_the_head_alone_gets_no_stream(serving, table):
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    connection.request("HEAD", f"/t/{table.id}/live")
    assert connection.getresponse().read() == b""
    connection.request("GET", f"/t/{table.id}/state")
    assert connection.getresponse().status == 200


def test_one_that_hung_up_is_forgotten(stream, table, post, app):
    one, other = stream(f"/t/{table.id}/live"), stream(f"/t/{table.id}/live")
    one.next(), other.next()
    live = app.extensions["live"]
    one.answer.close()
    one.connection.close()
    for value in (1, 2, 3, 4):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        assert other.next()["number"] == table.number
    assert len(live._listeners) == 1


def test_one_that_does_not_read_delays_nobody_and_is_hung_up_on(
    serving, stream, table, post, app, monkeypatch
):
    monkeypatch.setattr(channels, "MOST_WAITING", 4096)
    monkeypatch.setattr(Views, "event", big_event)
    deaf = socket.create_connection(("127.0.0.1", serving.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.sendall(b"GET /t/%b/live HTTP/1.1\r\nHost: x\r\n\r\n" % table.id.encode())
    other = stream(f"/t/{table.id}/live?view=seat&seat=0")
    other.next()
    live = app.extensions["live"]
    while len(live._listeners) < 2:
        time.sleep(0.01)
    for _ in range(3000):
        value = table.state.coins[0] % 5 + 1
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        assert other.next()["number"] >= table.number
        if len(live._listeners) == 1:
            break
    assert len(live._listeners) == 1
    deaf.close()


def test_a_server_that_ends_says_so(stream, table, serving):
    one = stream(f"/t/{table.id}/live")
    one.next()
    serving.stop()
    assert one.next("gone") == {}
    assert one.next() is None


def test_a_client_that_takes_no_chunks_gets_the_events_plain(serving, table):
    plain = socket.create_connection(("127.0.0.1", serving.port))
    plain.sendall(b"GET /t/%b/live HTTP/1.0\r\n\r\n" % table.id.encode())
    got = b""
    while b"event: beat" not in got:
        got += plain.recv(65536)
    assert b"chunked" not in got
    plain.close()


def test_another_request_is_answered_while_many_listen(stream, table, serving):
    for _ in range(60):
        stream(f"/t/{table.id}/live").next()
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    connection.request("GET", f"/t/{table.id}/state")
    assert connection.getresponse().status == 200
