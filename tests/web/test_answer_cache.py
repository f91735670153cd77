"""Tests that answers that never change are cached, and that all others are made anew by their views."""

from __future__ import annotations

import gzip
import http.client
import re
import time

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


def until_kept(cache, number):
    """An answer is kept when all of it is sent, which may be after it was received."""
    end = time.monotonic() + 30
    while len(cache._cached) != number:
        assert time.monotonic() < end, cache._cached.keys()
        time.sleep(0.01)


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


def test_what_a_client_adds_to_an_address_or_accepts_is_not_kept(ask, views, serving):
    """Else every invented query and every list of encodings would be kept for good."""
    script = script_of(ask)
    style = re.search(r'href="([^"]+[.]css[?]v=\w+)"', ask("/")[2].decode())[1]
    cache = serving.server.kept_answers
    ask(script), ask(style)
    kept = 2
    until_kept(cache, kept)
    for n in range(50):
        assert ask(f"{script}?{n}")[0] == 200
        assert ask(f"{style}&x={n}")[0] == 200
        ask(style, Accept_Encoding=f"x-{n}, identity")
    assert len(cache._cached) == kept
    ask(style, Accept_Encoding="br;q=0.1, gzip, x-one"), ask(style, Accept_Encoding="gzip")
    until_kept(cache, kept + 1)
    ask(style)
    assert len(cache._cached) == kept + 1


@pytest.mark.parametrize("address", ["/static/js-0123456789/main.js", "/static/css/house.css?v=0123456789"])
def test_a_digest_that_no_file_has_is_not_there(ask, serving, address):
    kept = len(serving.server.kept_answers._cached)
    assert ask(address)[0] == 404
    assert len(serving.server.kept_answers._cached) == kept


def test_no_more_is_kept_than_a_room_needs(ask, views, monkeypatch, serving):
    """Neither bytes, headers and keys counted, nor answers."""
    page = ask("/")[2].decode()
    scripts = dict.fromkeys(re.findall(r'(?:src|href)="(/static/js-[^"]+)"', page))
    assert len(scripts) > 8
    monkeypatch.setattr(answer_cache, "MAX_CACHED_ANSWERS", 5)
    for script in scripts:
        assert ask(script)[0] == 200
        assert len(serving.server.kept_answers._cached) <= 5
    monkeypatch.setattr(answer_cache, "MAX_CACHED_BYTES", 60_000)
    for script in scripts:
        assert ask(script, Accept_Encoding="gzip")[0] == 200
        assert serving.server.kept_answers._cached_bytes <= 60_000
