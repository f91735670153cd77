"""Tests that requests with a foreign host name are refused, whatever a browser sends as origin."""

from __future__ import annotations

import pytest

from companion.web import create_app
from companion.web.transport.trusted_hosts import ENVIRONMENT_VARIABLE, is_trusted_host


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_foreign_name_that_was_pointed_here_is_refused(client, table, method):
    headers = {
        "Host": "evil.example:8000",
        "Origin": "http://evil.example:8000",
        "Sec-Fetch-Site": "same-origin",
    }
    body = {"seen": 1, "key": "long-enough", "decision": {"do": "bid", "player": 0, "amount": 1}}
    path = f"/t/{table.id}/" if method == "GET" else f"/t/{table.id}/decisions"
    answer = client.open(path, method=method, json=body if method == "POST" else None, headers=headers)
    assert answer.status_code == 421
    assert "evil.example" in answer.text
    assert table.number == 1


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("192.168.1.7:8000", True),
        ("10.0.0.2", True),
        ("[fe80::1]:8000", True),
        ("table-companion.local:8000", True),
        ("table-companion-2.local", True),
        ("raspberrypi", True),
        ("evil.example", False),
        ("192.168.1.7.evil.example", False),
        ("table-companion.local.evil.example", False),
        ("evil.example.", False),
        ("", False),
        ("localhost:65536", False),
        ("localhost:" + "9" * 5000, False),
        ("[::1].evil.example", False),
    ],
)
def test_this_servers_own_names_are_answered(host, answered):
    assert is_trusted_host(host) is answered


@pytest.mark.parametrize("path", ["/", "/join", "/nowhere", "/api/v1/games"])
def test_what_can_be_no_name_is_refused_with_a_sentence(client, path):
    for host in ("a" * 64, "a" * 64 + ".local", "pi..local", "localhost:99999", "[::1", "%", "é"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 421, host
        assert "is not called" in answer.text, host


def test_a_proxys_name_is_answered_when_it_is_told(room, monkeypatch):
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "games.example, Cafe.example")
    client = create_app(room).test_client()
    for host, status in (("games.example", 200), ("cafe.example:443", 200), ("evil.example", 421)):
        assert client.get("/", headers={"Host": host}).status_code == status


def test_a_name_with_an_underscore_is_answered(client):
    """Home networks have such names, and no name of the internet has; Werkzeug takes them for none."""
    assert client.get("/", headers={"Host": "my_pi:8000"}).status_code == 200
    headers = {"Host": "my_pi:8000", "Origin": "http://my_pi:8000"}
    assert client.post("/timer", headers=headers).status_code != 403
    assert client.post("/timer", headers=headers | {"Origin": "http://other:8000"}).status_code == 403
    refused = client.get("/", headers={"Host": "my_pi.example.com"})
    assert refused.status_code == 421
    assert "my_pi.example.com" in refused.text
