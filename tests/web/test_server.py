"""Tests of starting and stopping the server."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import urllib.request

import pytest

from companion.web.request.services import services_of
from companion.web.server import connections as server_module
from companion.web.server.listening import EVERYWHERE, CannotServe
from companion.web.server.server import Server, serve
from companion.web.transport import asgi
from tests.web.drawn import eventually


def test_a_busy_port_is_said_in_one_sentence(app):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"Port {port} is in use .* --port\."):
            serve(app, "127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port"), [("no.such.host.invalid", 0), ("192.0.2.1", 0), ("127.0.0.1", 99999)]
)
def test_a_place_that_cannot_be_listened_on(app, host, port):
    with pytest.raises(CannotServe, match=r"--(host|port)"):
        Server(app, host, port)


def test_the_usual_server_is_reached_by_both_kinds_of_address(app, monkeypatch):
    """A phone's IPv4 is the same device on the socket for both, for every limit; a machine's IPv6 address of
    the internet is none at which a server without a PIN answers."""
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    server = Server(app, EVERYWHERE, 0)
    monkeypatch.setattr(server, "_announce", lambda: None)
    running = threading.Thread(target=server.run)
    running.start()

    def asked(host):
        line = http.client.HTTPConnection(host, server.port, timeout=30)
        line.request("GET", "/healthz")
        status = line.getresponse().status
        seen = {it.client[0] for it in server._servers[0][0].server_state.connections}
        line.close()
        eventually(lambda: not server._servers[0][0].server_state.connections)
        return status, seen

    try:
        eventually(lambda: server._servers[0][0].started)
        assert asked("127.0.0.1") == (200, {"127.0.0.1"})
        assert asked("::1") == (200, {"::1"})
        monkeypatch.setattr(server_module, "public", lambda here: here == ["::1"])
        with pytest.raises((http.client.HTTPException, OSError)):
            asked("::1")
        assert asked("127.0.0.1")[0] == 200
    finally:
        server.stop()
        running.join(20)


def test_it_serves_until_it_is_stopped_and_frees_its_port(app):
    server = Server(app, "127.0.0.1", 0)
    running = threading.Thread(target=server.run)
    running.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=60) as answer:
        assert answer.status == 200
    server.stop()
    running.join(20)
    assert not running.is_alive()
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", server.port))


@pytest.fixture
def sent(serving):
    """sent(bytes, ...) returns a connection to the server on which only these bytes were sent."""
    opened = []

    def send(*data):
        opened.append(socket.create_connection(("127.0.0.1", serving.port), timeout=30))
        opened[-1].sendall(b"".join(data))
        return opened[-1]

    yield send
    for one in opened:
        one.close()


def ended(connection) -> bytes:
    """Everything that the server sends before it closes the connection."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def test_more_connections_than_it_can_hold_are_hung_up_on(sent, monkeypatch):
    monkeypatch.setattr(server_module, "max_connections", lambda: 3)
    first = [sent() for _ in range(3)]
    with contextlib.suppress(ConnectionError):
        assert ended(sent()) == b""
    first[0].sendall(b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert ended(first[0]).startswith(b"HTTP/1.1 404")


def test_one_device_holds_so_many_connections_and_no_more(sent, monkeypatch):
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS_PER_DEVICE", 3)
    monkeypatch.setattr(server_module, "is_this_machine", lambda address: False)
    first = [sent() for _ in range(3)]
    with contextlib.suppress(ConnectionError):
        assert ended(sent()) == b""
    first[0].sendall(b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert ended(first[0]).startswith(b"HTTP/1.1 404")


def test_a_crowd_that_says_nothing_keeps_nobody_out(sent, monkeypatch):
    monkeypatch.setattr(server_module, "max_connections", lambda: 3)
    monkeypatch.setattr(server_module, "MIN_SILENT_SECONDS", 0.0)
    half = [sent(b"GET / HTTP/1.1\r\nHost:"), sent(), sent()]
    for _ in range(3):
        answer = ended(sent(b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        assert answer.startswith(b"HTTP/1.1 404")
    with contextlib.suppress(ConnectionError):
        assert ended(half[0]) == b""  # the one that waited longest


def test_kept_open_connections_give_way_at_once_the_quietest_first(serving, monkeypatch):
    monkeypatch.setattr(server_module, "max_connections", lambda: 3)

    def ask(connection):
        connection.request("GET", "/nowhere")
        answer = connection.getresponse()
        answer.read()
        return answer.status

    kept = [http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30) for _ in range(3)]
    others = [http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30) for _ in range(2)]
    assert [ask(one) for one in (*kept, kept[0])] == [404] * 4
    taken = kept[0].sock.getsockname()
    assert [ask(one) for one in others] == [404] * 2
    assert ask(kept[0]) == 404
    assert kept[0].sock.getsockname() == taken, "it asked again before the others came"
    for one in kept[1:]:
        with pytest.raises(ConnectionError):
            ask(one)
    for one in (*kept, *others):
        one.close()


def test_devices_that_the_house_knows_have_places_of_their_own():
    """Strangers hold all places but theirs, and are answered slowly: none of them is idle."""
    crowd = server_module.Crowd()
    places = server_module.max_connections()
    theirs = places // server_module.KNOWN_PART
    strangers = [object() for _ in range(places)]
    crowd.strangers.update(strangers)
    assert not crowd.is_over(False, places), "while it knows nobody, strangers may take all"
    crowd.learn(strangers[0], "10.0.0.7")
    assert crowd.knows("10.0.0.7")
    assert crowd.is_over(False, places - 1)
    assert not crowd.make_room(strangers[1], False)
    crowd.strangers = set(strangers[: places - theirs])
    assert not crowd.is_over(False, places - theirs)
    assert not crowd.is_over(True, places)
    for n in range(server_module.MAX_KNOWN_ADDRESSES):
        crowd.learn(strangers[0], f"10.1.{n // 250}.{n % 250}")
    assert not crowd.knows("10.0.0.7"), "only the latest are kept"


def test_a_seat_s_connections_count_as_known(serving, app, sent, table):
    """By the cookie of its requests, wherever people are not trusted."""
    house = services_of(app).house
    house.set_pin("host", "739214")
    token = house.token("seat", table.id, 0)
    for line, known in ((b"", False), (b"Authorization: Bearer " + token.encode() + b"\r\n", True)):
        assert sent(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + line + b"\r\n").recv(65536)
        crowd = serving.server._servers[0][0].server_state.crowd
        eventually(lambda known=known, crowd=crowd: crowd.knows("127.0.0.1") == known)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_a_connection_that_asks_for_nothing_is_hung_up_on(sent, monkeypatch, said):
    monkeypatch.setattr(server_module, "FIRST_REQUEST_TIMEOUT_SECONDS", 0.2)
    assert ended(sent(said)) == b""


def test_a_body_that_stops_coming_holds_no_thread(sent, serving, app, monkeypatch):
    """As many uploads as there are threads, all half sent: another request is still answered, and the uploads
    are ended in time."""
    monkeypatch.setattr(asgi, "CLIENT_TIMEOUT_SECONDS", 1.0)
    head = b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n"
    half = [sent(head, b"half of it") for _ in range(asgi.VIEW_THREADS + 1)]
    with urllib.request.urlopen(f"{serving.address}/", timeout=30) as answer:
        assert answer.status == 200
    for one in half:
        assert ended(one).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 99999999999\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n" + b"20000\r\n" + b"x" * 131072 + b"\r\n0\r\n\r\n",
        b"Content-Length: 70000\r\n\r\n" + b"x" * 70_000,
    ],
    ids=["claims", "chunks", "sends"],
)
def test_a_body_that_is_too_large_is_refused_with_a_sentence(sent, table, body):
    head = f"POST /t/{table.id}/decisions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    one = sent(head.encode() + b"Connection: close\r\n", body)
    answer = http.client.HTTPResponse(one)
    answer.begin()
    assert answer.status == 413
    assert "sentence" in json.loads(answer.read())


def test_a_body_in_chunks_is_read_whole(sent, table):
    said = json.dumps({"seen": 1, "key": "in-chunks-1", "path": "coins/0", "value": 4}).encode()
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (said[:10], said[10:])) + b"0\r\n\r\n"
    head = f"POST /t/{table.id}/corrections HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    one = sent(head.encode() + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n", chunks)
    assert ended(one).startswith(b"HTTP/1.1 200")
    assert table.state.coins[0] == 4


def test_an_answer_has_one_date_and_does_not_tell_what_serves_it(serving):
    with urllib.request.urlopen(f"{serving.address}/", timeout=30) as answer:
        assert len(answer.headers.get_all("Date")) == 1
        assert answer.headers.get_all("Server") == ["companion"]
