"""Tests of the pages over https, with a certificate of the companion's own authority."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import threading
import urllib.error
import urllib.request
from contextlib import suppress

import pytest

from companion.system.certificates import Authority
from companion.web.server.listening import CannotServe
from companion.web.server.server import Server
from tests.web.conftest import SIZES, Device
from tests.web.drawn import eventually

pytestmark = pytest.mark.waits


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("keys") / "https")


@pytest.fixture
def secured(app, authority):
    server = Server(app, "127.0.0.1", 0, authority, 0)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    yield server
    server.stop()
    running.join(10)


@pytest.fixture
def trusting_client(authority):
    """A client that trusts this authority, and nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority.certificate)
    return context


def connect(server, context, timeout=60):
    return http.client.HTTPSConnection("127.0.0.1", server.https_port, context=context, timeout=timeout)


def test_who_trusts_the_authority_reads_pages_and_sends_steps(secured, trusting_client, table):
    for name in ("127.0.0.1", "localhost"):
        with urllib.request.urlopen(
            f"https://{name}:{secured.https_port}/", context=trusting_client
        ) as answer:
            assert answer.status == 200
    connection = connect(secured, trusting_client)
    body = {"seen": 1, "key": "over-https-1", "path": "coins/0", "value": 4}
    origin = f"https://127.0.0.1:{secured.https_port}"
    headers = {"Content-Type": "application/json", "Origin": origin, "Sec-Fetch-Site": "same-origin"}
    connection.request("POST", f"/t/{table.id}/corrections", json.dumps(body), headers)
    assert connection.getresponse().status == 200
    assert table.state.coins[0] == 4


def test_http_goes_on_beside_it(secured):
    with urllib.request.urlopen(f"http://127.0.0.1:{secured.port}/secure") as answer:
        page = answer.read().decode()
    assert f"https://127.0.0.1:{secured.https_port}/secure" in page
    with urllib.request.urlopen(f"http://127.0.0.1:{secured.port}/secure/authority.crt") as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        offered = answer.read()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=offered)
    with urllib.request.urlopen(f"https://127.0.0.1:{secured.https_port}/secure", context=context) as answer:
        assert "This page came over https" in answer.read().decode()


def test_the_page_shows_the_fingerprint_that_the_program_prints(secured, authority):
    with urllib.request.urlopen(f"http://127.0.0.1:{secured.port}/secure") as answer:
        page = answer.read().decode()
    assert authority.fingerprint in page
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", authority.fingerprint)


def test_the_stream_works_over_it(secured, trusting_client, table, post):
    connection = connect(secured, trusting_client)
    connection.request("GET", f"/t/{table.id}/live")
    answer = connection.getresponse()

    def view():
        while line := answer.readline():
            if line.startswith(b"data: {") and b'"number":' in line:
                return json.loads(line[6:])
        return None

    assert view()["html"]
    for value in (1, 2, 3):
        post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=value)
        assert view()["number"] == table.number


def test_who_does_not_trust_it_is_not_served(secured):
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://127.0.0.1:{secured.https_port}/")


def test_a_device_that_says_nothing_or_nonsense_holds_up_nobody(secured, trusting_client, table):
    silent = [socket.create_connection(("127.0.0.1", secured.https_port)) for _ in range(20)]
    for one in silent[:10]:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")  # plain http on the https port
    connection = connect(secured, trusting_client)
    connection.request("GET", f"/t/{table.id}/state")
    assert connection.getresponse().status == 200
    silent[0].settimeout(60)
    with suppress(ConnectionResetError):
        while silent[0].recv(1000):
            pass  # closed, and not left waiting
    for one in silent:
        one.close()


def test_a_large_answer_and_a_slow_reader(secured, trusting_client, app):
    """Nobody reads until the connection is full; what was held back arrives later, and is complete."""
    big = b"x" * 8_000_000
    app.add_url_rule("/big", view_func=lambda: big)
    plain = socket.create_connection(("127.0.0.1", secured.https_port))
    one = trusting_client.wrap_socket(plain, server_hostname="127.0.0.1")
    one.sendall(b"GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

    connections = secured._servers[0][0].server_state.connections

    def full():
        """Whether the server has sent all that the connection takes, which is far less than the answer."""
        return any(it.cycle is not None and it.cycle.response_complete for it in tuple(connections))

    eventually(full)
    got = b"".join(iter(lambda: one.recv(100_000), b""))
    assert got.endswith(big)
    one.close()


def test_devices_that_say_nothing_or_take_nothing_do_not_hold_up_the_end(secured, app, caplog):
    app.add_url_rule("/big", view_func=lambda: b"x" * 8_000_000)
    half = socket.create_connection(("127.0.0.1", secured.https_port))
    deaf = socket.create_connection(("127.0.0.1", secured.port))
    deaf.sendall(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
    connections = secured._servers[0][0].server_state.connections
    eventually(lambda: any(it.flow.write_paused for it in tuple(connections)))
    secured.stop()
    eventually(lambda: not connections)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", secured.port))
    half.close(), deaf.close()
    assert not caplog.records


def test_both_doors_need_a_free_port(app, authority):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"Port {port} is in use .* --https-port\."):
            Server(app, "127.0.0.1", 0, authority, port)


def test_the_code_to_join_leads_to_https_where_asked_for(secured, client):
    assert f"https://localhost:{secured.https_port}/" in client.get("/join?secure=1").text
    plain = client.get("/join").text
    assert "https://localhost" not in plain
    assert "?secure=1" in plain
    assert "https://" in client.get("/join", base_url="https://localhost").text


def test_without_https_the_page_says_how_to_turn_it_on(client):
    assert "Start the companion with --https" in client.get("/secure").text
    assert client.get("/secure/authority.crt").status_code == 404
    assert "secure=" not in client.get("/join").text


@pytest.mark.slow
@pytest.mark.browser
def test_a_browser_plays_over_it_and_may_keep_its_screen_awake(browser, secured, table, post):
    """The browser here accepts the certificate, as with a person's trust; checking it is tested above."""
    one = Device(
        browser, f"https://127.0.0.1:{secured.https_port}", SIZES["tablet"], ignore_https_errors=True
    )
    page = one.open(f"/t/{table.id}/")
    assert page.evaluate("isSecureContext && 'wakeLock' in navigator")
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=3)
    one.until(table.number)
    page.click("[data-turn]")
    assert not one.errors
    one.close()
