"""Tests of live connections in the server: no thread for each, and nobody waits for a slow one."""

from __future__ import annotations

import http.client
import socket
import threading
from urllib.parse import urlencode

import pytest

from companion.web.live.shown_pages import Views
from companion.web.request.services import services_of
from companion.web.transport import asgi
from tests.web.drawn import eventually

pytestmark = pytest.mark.waits

_event = Views.event


def big_event(self, *args):
    """The events of a page with very much on it."""
    stamp, news = _event(self, *args)
    return stamp, news and b": " + b"x" * 500_000 + b"\n" + news


def test_a_stream_is_one_and_is_not_kept_by_anybody(listen, table):
    answer = listen(f"/t/{table.id}/live").answer
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Content-Length" not in answer.headers


def test_all_who_show_a_page_get_each_change_and_hold_no_thread(listen, table, post):
    listen(f"/t/{table.id}/live").next()
    before = threading.active_count()
    streams = [listen(f"/t/{table.id}/live") for _ in range(40)]
    streams += [listen(f"/t/{table.id}/live?view=seat&seat={n % 3}") for n in range(20)]
    for one in streams:
        assert one.next()["html"]
    views = [it for it in threading.enumerate() if it.name.startswith("WSGI")]
    assert len(views) <= asgi.VIEW_THREADS
    assert threading.active_count() - before <= asgi.VIEW_THREADS
    for value in (1, 2, 3):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        for one in streams:
            view = one.next()
            assert view["number"] == table.number
            assert view["regions"]


def together(*addresses: str) -> str:
    return "/streams?" + urlencode([("of", address) for address in addresses])


def test_several_pages_of_a_browser_share_a_stream(listen, table, post):
    pages = (f"/t/{table.id}/live", f"/t/{table.id}/live?view=seat&seat=1", f"/t/{table.id}/strip")
    one = listen(together(*pages))
    assert [(one.next()["html"] is not None, one.last_id) for _ in range(2)] == [(True, "0"), (True, "1")]
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=7)
    views = {}
    while len(views) < 2:
        view = one.next()
        views[one.last_id] = view
    assert {view["number"] for view in views.values()} == {table.number}
    assert all(view["regions"] for view in views.values())


def test_what_gives_no_stream_fails_alone(listen, table):
    wrong = ("/t/nosuch/live", "/new", "https://elsewhere/t/x/live", "/t/€/live", "/t/x/live?stamp=€")
    one = listen(together(f"/t/{table.id}/live", *wrong))
    assert one.next()["html"]
    assert [(one.next("failed"), one.last_id) for _ in wrong] == [({}, str(n)) for n in range(1, 6)]


def test_streams_that_begin_together_count_together(listen, table, app, monkeypatch):
    monkeypatch.setattr("companion.web.live.live.MAX_LIVE_CONNECTIONS", 3)
    one = listen(together(*[f"/t/{table.id}/live"] * 5))
    assert [(one.next("failed"), one.last_id) for _ in range(2)] == [({}, "3"), ({}, "4")]
    eventually(lambda: services_of(app).live.connected == 3)


@pytest.mark.parametrize("addresses", [(), ("/t/x/live",) * 25])
def test_too_many_or_no_streams_at_once_are_refused(client, addresses):
    assert client.get(together(*addresses)).status_code == 400


@pytest.mark.usefixtures("quick_beats")
def test_a_quiet_table_beats(listen, table):
    one = listen(f"/t/{table.id}/live")
    one.next()
    assert one.next("beat").keys() == {"time"}
    assert one.next("beat").keys() == {"time"}


@pytest.mark.slow
def test_who_comes_all_the_time_keeps_no_beat_from_the_others(listen, table, monkeypatch):
    one = listen(f"/t/{table.id}/live")
    one.next()
    ended = threading.Event()

    def come():
        while not ended.is_set():
            listen(f"/t/{table.id}/live").next()

    coming = threading.Thread(target=come)
    coming.start()
    try:
        assert one.next("beat").keys() == {"time"}
    finally:
        ended.set()
        coming.join()


def test_who_asks_for_the_head_alone_gets_no_stream(serving, table):
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    connection.request("HEAD", f"/t/{table.id}/live")
    assert connection.getresponse().read() == b""
    connection.request("GET", f"/t/{table.id}/state")
    assert connection.getresponse().status == 200


def test_one_that_hung_up_is_forgotten(listen, table, post, app):
    one, other = listen(f"/t/{table.id}/live"), listen(f"/t/{table.id}/live?view=seat&seat=0")
    one.next(), other.next()
    live = services_of(app).live
    eventually(lambda: live.connected == 2)
    one.close()
    eventually(lambda: live.connected == 1)
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=2)
    assert other.next()["number"] == table.number
    other.close()
    eventually(lambda: live.connected == 0)


def test_one_that_does_not_read_delays_nobody_and_is_hung_up_on(
    serving, listen, table, post, app, monkeypatch, caplog
):
    monkeypatch.setattr(asgi, "CLIENT_TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr(Views, "event", big_event)
    deaf = socket.create_connection(("127.0.0.1", serving.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.sendall(b"GET /t/%b/live HTTP/1.1\r\nHost: x\r\n\r\n" % table.id.encode())
    other = listen(f"/t/{table.id}/live?view=seat&seat=0")
    other.next()
    live = services_of(app).live
    eventually(lambda: live.connected == 2)

    def left():
        value = table.state.coins[0] % 5 + 1
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        assert other.next()["number"] >= table.number
        return live.connected == 1

    eventually(left)
    assert not caplog.records  # a device that sleeps is not logged as an error
    deaf.close()


def test_one_that_was_slow_gets_what_it_missed_in_one_piece(serving, listen, table, post, monkeypatch):
    """The backlog is limited by what the connection holds, and not by what happened."""
    monkeypatch.setattr(Views, "event", big_event)
    slow, other = listen(f"/t/{table.id}/live"), listen(f"/t/{table.id}/live")
    slow.next(), other.next()
    for n in range(60):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=n % 5 + 1)
        assert other.next()["number"] == table.number
    got = []
    while not got or got[-1] < table.number:
        got.append(slow.next()["number"])
    assert len(got) < 60
    assert got == sorted(set(got))


def test_a_server_that_ends_says_so(listen, table, serving):
    one = listen(f"/t/{table.id}/live")
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


def test_another_request_is_answered_while_many_listen(listen, table, serving):
    for _ in range(60):
        listen(f"/t/{table.id}/live").next()
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    connection.request("GET", f"/t/{table.id}/state")
    assert connection.getresponse().status == 200


def test_under_another_server_a_stream_is_its_first_event(client, table):
    """A page then asks repeatedly."""
    answer = client.get(f"/t/{table.id}/live")
    assert answer.data.startswith(b"retry: 500\n\nevent: view\n")


@pytest.mark.parametrize("view", ["live", "strip"])
def test_a_stream_that_cannot_be_is_refused_with_a_sentence(client, table, app, view):
    assert client.get(f"/t/nowhere/{view}").status_code == 404
    services_of(app).live.connected = 10_000
    answer = client.get(f"/t/{table.id}/{view}")
    assert answer.status_code == 503
    assert "Too many devices" in answer.text
