"""Tests that answers that never change are cached, and that all others are made anew by their views."""

from __future__ import annotations

import gzip
import http.client
import re

import pytest
from flask import request

from companion.web.server import answer_cache


@pytest.fixture
def ask(serving):
    """ask(path, **headers) returns (status, headers, body)."""
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=60)

    def send(path, method="GET", **headers):
        line.request(method, path, headers={name.replace("_", "-"): it for name, it in headers.items()})
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()

    yield send
    line.close()


@pytest.fixture
def views(app):
    """The paths for which a view was called."""
    asked = []
    app.before_request_funcs.setdefault(None, []).insert(0, lambda: asked.append(request.path))
    return asked


def script_of(ask):
    return re.findall(r'<script type="module" src="([^"]+)"', ask("/")[2].decode())[0]


def test_a_script_is_given_again_without_a_view(ask, views):
    script = script_of(ask)
    first = ask(script)
    again = ask(script)
    assert views.count(script) == 1
    assert again[0] == first[0] == 200
    assert again[2] == first[2]
    without_date = [{n: v for n, v in it[1].items() if n.lower() != "date"} for it in (first, again)]
    assert without_date[0] == without_date[1]


def test_each_encoding_is_its_own_answer(ask, views):
    script = script_of(ask)
    plain = ask(script)[2]
    for _ in range(2):
        status, headers, body = ask(script, Accept_Encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(body) == plain
    assert views.count(script) == 2


def test_what_a_device_has_already_is_not_sent_again(ask):
    script = script_of(ask)
    etag = ask(script)[1]["etag"]
    assert ask(script, If_None_Match=etag)[0] == 304
    assert ask(script, Range="bytes=0-3")[2] != ask(script)[2]
    assert ask(script, method="HEAD")[2] == b""
    assert len(ask(script)[2]) > 100


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/js/nowhere.js", "/t/nowhere/"])
def test_what_may_change_is_made_each_time(ask, views, path):
    ask(path), ask(path)
    assert views.count(path) == 2


def test_no_more_is_kept_than_a_room_needs(ask, views, monkeypatch):
    monkeypatch.setattr(answer_cache, "MAX_CACHED_BYTES", 60_000)
    script = script_of(ask)
    for n in range(100):
        assert ask(f"{script}?{n}")[0] == 200
    ask(f"{script}?0")
    assert views.count(script) == 101
    assert ask(f"{script}?99")[0] == 200
    assert views.count(script) == 101
