"""The server's beginning and end."""

from __future__ import annotations

import socket
import threading
import urllib.request

import pytest

from companion.web.server import CannotServe, Server, serve


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
