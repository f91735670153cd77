"""Tests that long work and large uploads delay nobody's taps, and that no device takes all threads."""

from __future__ import annotations

import asyncio
import http.client
import multiprocessing
import socket
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from flask import request

from companion.web import create_app
from companion.web.live import live as live_module
from companion.web.request.services import services_of
from companion.web.scan import scan_photos
from companion.web.server import connections
from companion.web.transport import asgi, client_address, long_work
from companion.web.transport.long_work import TooMuchWork, WorkQueue
from tests.web.conftest import Serving


def state(serving, table):
    with urllib.request.urlopen(f"{serving.address}/t/{table.id}/state", timeout=30) as answer:
        return answer.status


@pytest.fixture
def slow(app, monkeypatch):
    """Makes the list of finished plays (long work) wait until `release` is set; `begun` counts the calls."""
    slow = SimpleNamespace(release=threading.Event(), begun=threading.Semaphore(0))

    @long_work.long_work
    def view(form):
        slow.begun.release()
        assert slow.release.wait(30)
        return "done"

    endpoint = next(rule.endpoint for rule in app.url_map.iter_rules() if str(rule) == "/plays.<form>")
    monkeypatch.setitem(app.view_functions, endpoint, view)
    yield slow
    slow.release.set()


def test_fifty_long_requests_leave_taps_their_threads(serving, table, slow, client):
    lines = [http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60) for _ in range(50)]
    for line in lines:
        line.request("GET", f"/plays.csv?ticket=own-{lines.index(line)}")
    for _ in range(long_work.LONG_WORK_THREADS):
        assert slow.begun.acquire(timeout=30)
    assert state(serving, table) == 200
    queue = client.get("/queue").get_json()
    assert queue["running"] + queue["waiting"] == 50
    assert queue["running"] <= long_work.MAX_RUNNING_REQUESTS
    assert not slow.begun.acquire(blocking=False)  # no more than there are threads for it
    # This machine may be a proxy for many devices, whose requests come as they are accepted.
    places = [client.get(f"/queue?ticket=own-{n}").get_json()["before"] for n in range(50)]
    assert sorted(places) == [0] * long_work.LONG_WORK_THREADS + list(range(1, 49))
    slow.release.set()
    for line in lines:
        assert line.getresponse().read() == b"done"
        line.close()
    nothing = {"running": 0, "waiting": 0, "before": None}
    until = time.monotonic() + 30
    while client.get("/queue").get_json() != nothing and time.monotonic() < until:
        time.sleep(0.01)  # the last answer is out a moment before its place is free
    assert client.get("/queue").get_json() == nothing


def test_a_house_that_comes_back_at_once_leaves_taps_their_threads(serving, app, table, monkeypatch):
    """After a restart every page's stream starts anew, and each renders a page."""
    release, begun, news = threading.Event(), threading.Semaphore(0), services_of(app).live.latest_event

    def slow(*asked):
        begun.release()
        assert release.wait(30)
        return news(*asked)

    monkeypatch.setattr(services_of(app).live, "latest_event", slow)
    lines = [http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60) for _ in range(40)]
    try:
        for line in lines:
            line.request("GET", f"/t/{table.id}/live")
        for _ in range(asgi.STREAM_START_THREADS):
            assert begun.acquire(timeout=30)
        assert state(serving, table) == 200
        assert not begun.acquire(blocking=False)
        release.set()
        assert all(line.getresponse().status == 200 for line in lines)
    finally:
        release.set()
        for line in lines:
            line.close()


def test_a_pdf_is_made_in_a_process_of_its_own(serving, app, table):
    table.set(standing="shown")
    with urllib.request.urlopen(f"{serving.address}/t/{table.id}/score.pdf", timeout=60) as answer:
        assert answer.read(5) == b"%PDF-"
    assert multiprocessing.active_children()
    serving.stop()
    until = time.monotonic() + 30
    while multiprocessing.active_children() and time.monotonic() < until:
        time.sleep(0.02)
    assert not multiprocessing.active_children()


def test_more_than_can_wait_is_refused_with_a_sentence(serving, slow, monkeypatch):
    monkeypatch.setattr(long_work, "MAX_REQUESTS", 1)
    first = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    first.request("GET", "/plays.csv")
    assert slow.begun.acquire(timeout=30)
    second = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)
    second.request("GET", "/plays.csv", headers={"Accept": "application/json"})
    answer = second.getresponse()
    assert (answer.status, b"wait a minute" in answer.read()) == (503, True)
    slow.release.set()
    assert first.getresponse().status == 200
    first.close()
    second.close()


def in_a_loop(work):
    """Runs a coroutine in a new thread, because browser tests keep an event loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result(timeout=30)


def test_of_one_device_one_runs_at_a_time_and_others_come_between():
    async def play():
        queue, order = WorkQueue(), []

        async def work(device):
            async with queue.turn(device):
                order.append(device)
                await asyncio.sleep(0)

        greedy = [asyncio.ensure_future(work("10.0.0.1")) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(work("10.0.0.2"), *greedy)
        assert (queue.running, queue.waiting) == (0, 0)
        assert queue._device_locks == {}
        return order

    order = in_a_loop(play())
    assert len(order) == 21
    assert order.index("10.0.0.2") <= 2


def test_each_knows_its_own_place_while_devices_take_turns():
    async def play():
        queue, order, told, release = WorkQueue(), [], [], asyncio.Event()

        async def work(device, ticket):
            async with queue.turn(device, ticket):
                order.append(ticket)
                await release.wait()

        sent = [("10.0.0.1", f"one-{n}") for n in range(9)] + [("10.0.0.2", f"two-{n}") for n in range(2)]
        working = [asyncio.ensure_future(work(*photo)) for photo in sent]
        await asyncio.sleep(0)
        told = {ticket: queue.before(ticket) for _device, ticket in sent}
        assert queue.before("") is queue.before("nobody's") is None
        release.set()
        await asyncio.gather(*working)
        assert queue.before("one-8") is None
        return order, told

    order, told = in_a_loop(play())
    in_turn = ["one-0", "two-0", "one-1", "two-1", *(f"one-{n}" for n in range(2, 9))]
    assert order == sorted(order, key=in_turn.index)
    working = long_work.LONG_WORK_THREADS - 1
    assert told == {ticket: max(0, n - working) for n, ticket in enumerate(in_turn)}


def test_one_device_may_not_fill_the_queue(monkeypatch):
    monkeypatch.setattr(long_work, "MAX_REQUESTS_PER_DEVICE", 2)

    async def play():
        queue = WorkQueue()
        async with queue.turn("10.0.0.1"):
            waiting = asyncio.ensure_future(queue.turn("10.0.0.1").__aenter__())
            await asyncio.sleep(0)
            with pytest.raises(TooMuchWork):
                async with queue.turn("10.0.0.1"):
                    pass
            async with queue.turn("10.0.0.2"):
                pass
            waiting.cancel()  # a client that disconnects frees its place
            await asyncio.gather(waiting, return_exceptions=True)
        assert (queue.running, queue.waiting, queue._device_locks) == (0, 0, {})

    in_a_loop(play())


def answered(serving, path, length, **headers):
    """The answer to an upload of which only the head was sent."""
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30)
    line.putrequest("POST", path)
    for name, value in {"Content-Length": str(length), "Content-Type": "image/jpeg", **headers}.items():
        line.putheader(name.replace("_", "-"), value)
    line.endheaders()
    answer = line.getresponse()
    told = answer.read().decode()
    line.close()
    return answer.status, told


@pytest.mark.parametrize(
    ("path", "status"),
    [("/scan/nosuch/photos", 404), ("/nowhere", 413), ("/scan/nosuch/undo", 413)],
)
def test_an_upload_to_a_wrong_address_is_refused_before_its_body(serving, path, status):
    assert answered(serving, path, 50 << 20)[0] == status


def test_an_upload_of_another_site_is_refused_before_its_body(serving):
    found = answered(serving, "/camera/phone/abc/frame", 2 << 20, Origin="http://evil.example")
    assert found[0] == 403


def test_who_goes_on_sending_what_was_refused_is_cut_off(serving, monkeypatch):
    monkeypatch.setattr(connections, "MAX_DISCARDED_BYTES", 1 << 20)
    with socket.create_connection(("127.0.0.1", serving.port), timeout=30) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (2 << 30))
        with pytest.raises(ConnectionError):
            line.sendall(bytes(200 << 20))
    # A body that is a little too large gets an answer, and the connection can take the next request.
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30)
    monkeypatch.setattr(connections, "MAX_DISCARDED_BYTES", 64 << 20)
    line.request("POST", "/nowhere", bytes(4 << 20))
    assert line.getresponse().read()
    line.request("GET", "/healthz")
    assert line.getresponse().status == 200
    line.close()


def test_a_body_beyond_the_views_own_limit_is_refused_unread(serving):
    status, told = answered(serving, "/camera/phone/abc/frame", 900 << 20)
    assert (status, bool(told)) == (413, True)


def test_a_welcome_upload_is_read_and_handed_on(serving, app, monkeypatch):
    read = []

    @long_work.takes_upload(scan_photos.MAX_UPLOAD_BYTES, lambda scan_id: read.append(scan_id))
    def view(scan_id):
        request.max_content_length = scan_photos.MAX_UPLOAD_BYTES
        read.append(len(request.get_data()))
        return "taken"

    monkeypatch.setitem(app.view_functions, "scan.photos", view)
    body = b"x" * (3 << 20)
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30)
    line.request("POST", "/scan/abc/photos", body, {"Content-Type": "image/jpeg"})
    assert line.getresponse().read() == b"taken"
    assert read == ["abc", len(body)]
    # Chunks of unknown length, too.
    line.request("POST", "/scan/abc/photos", iter([b"x" * 100_000] * 20), {"Content-Type": "image/jpeg"})
    assert line.getresponse().read() == b"taken"
    assert read[2:] == ["abc", 2_000_000]
    line.close()


def test_an_upload_that_never_ends_is_broken_off(serving, monkeypatch):
    monkeypatch.setattr(asgi, "UPLOAD_TIMEOUT_SECONDS", 0.3)
    assert answered(serving, "/camera/phone/abc/frame", 2 << 20)[0] == 408


def test_one_device_holds_so_many_live_lines_and_no_more(app, client, table):
    live = services_of(app).live
    elsewhere = {"REMOTE_ADDR": "192.168.1.7"}
    held = [live.devices.hold("192.168.1.7") for _ in range(live_module.MAX_LIVE_CONNECTIONS_PER_DEVICE)]
    for one in held:
        one.__enter__()
    assert client.get(f"/t/{table.id}/live", environ_overrides=elsewhere).status_code == 503
    other = client.get(f"/t/{table.id}/live", environ_overrides={"REMOTE_ADDR": "192.168.1.8"})
    assert other.status_code == 200
    held[0].__exit__(None, None, None)
    assert client.get(f"/t/{table.id}/live", environ_overrides=elsewhere).status_code == 200


@pytest.mark.parametrize(
    ("address", "here"),
    [("127.0.0.1", True), ("::1", True), ("", True), ("192.168.1.7", False), ("fe80::1%eth0", False)],
)
def test_limits_of_a_device_do_not_hold_for_this_machine(address, here):
    assert client_address.is_this_machine(address) is here


def test_an_upload_of_somebody_who_may_not_is_refused_before_its_body(room):
    serving = Serving(create_app(room, trust=False))
    try:
        assert answered(serving, "/camera/phone/abc/frame", 2 << 20)[0] == 403
    finally:
        serving.stop()
