"""Tests of a server behind proxies: which ones are believed about a request's origin, and its effects."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
from flask import Flask, request

from companion.commands.options import ProxyAddress
from companion.web.access.rules import ANYBODY, RULES
from companion.web.request.visitor import client_address
from companion.web.server.server import Server


@pytest.fixture
def client_seen(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[str, bool]]]:
    """Serves with these proxies; returns the client's address and scheme as the application sees them."""
    monkeypatch.setitem(RULES, "whence", ANYBODY)
    app.add_url_rule("/whence", "whence", lambda: f"{client_address()} {request.is_secure}")
    serving: list[tuple[Server, threading.Thread]] = []

    def ask(proxies: tuple[str, ...], **headers: str) -> tuple[str, bool]:
        server = Server(app, "127.0.0.1", 0, proxies=proxies)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        serving.append((server, thread))
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("GET", "/whence", headers={f"X-Forwarded-{name}": it for name, it in headers.items()})
        address, _, secure = line.getresponse().read().decode().partition(" ")
        line.close()
        return address, secure == "True"

    yield ask
    for server, thread in serving:
        server.stop()
        thread.join(10)


def test_a_named_proxy_is_believed(client_seen: Any) -> None:
    assert client_seen(("127.0.0.1",), For="203.0.113.9", Proto="https") == ("203.0.113.9", True)
    assert client_seen(("127.0.0.0/8",), For="203.0.113.9") == ("203.0.113.9", False)
    # nginx with `listen [::]:80 ipv6only=off` writes a guest's IPv4 so.
    assert client_seen(("127.0.0.1",), For="::ffff:203.0.113.9")[0] == "203.0.113.9"


def test_nobody_else_is_believed(client_seen: Any) -> None:
    assert client_seen((), For="203.0.113.9", Proto="https") == ("127.0.0.1", False)
    assert client_seen(("10.0.0.1",), For="203.0.113.9", Proto="https") == ("127.0.0.1", False)


def test_what_a_guest_writes_before_the_proxy_s_word_is_not_believed(client_seen: Any) -> None:
    assert client_seen(("127.0.0.1",), For="198.51.100.1, 203.0.113.9")[0] == "203.0.113.9"
    assert (
        client_seen(("127.0.0.1", "10.0.0.2"), For="198.51.100.1, 203.0.113.9, 10.0.0.2")[0] == "203.0.113.9"
    )


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("127.0.0.1", "127.0.0.1"),
        (" ::1 ", "::1"),
        ("10.0.0.7/24", "10.0.0.0/24"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
    ],
)
def test_a_proxy_is_named_by_its_address(given: str, taken: str) -> None:
    assert ProxyAddress().convert(given, None, None) == taken


@pytest.mark.parametrize("given", ["*", "0.0.0.0/0", "::/0", "proxy.example.org", ""])
def test_everybody_is_no_proxy(given: str) -> None:
    with pytest.raises(click.BadParameter):
        ProxyAddress().convert(given, None, None)
