"""Tests that text is compressed, without a change, for browsers that accept it."""

from __future__ import annotations

import gzip

from flask.testing import FlaskClient

GZIP_HEADERS = {"Accept-Encoding": "gzip, deflate"}
"""As browsers send it over http."""


def test_a_page_and_a_style_come_compressed_and_whole(client: FlaskClient) -> None:
    for path in ("/new", "/static/css/parts.css", "/static/icons/sprite.svg"):
        plain, compressed = client.get(path), client.get(path, headers=GZIP_HEADERS)
        assert compressed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in compressed.headers["Vary"]
        assert gzip.decompress(compressed.data) == plain.data
        assert len(compressed.data) < len(plain.data) / 2


def test_who_does_not_take_gzip_gets_plain_text(client: FlaskClient) -> None:
    answer = client.get("/static/css/parts.css")
    assert "Content-Encoding" not in answer.headers
    assert b".answer" in answer.data


def test_what_is_packed_already_stays_as_it_is(client: FlaskClient) -> None:
    font = client.get(
        "/static/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2", headers=GZIP_HEADERS
    )
    assert "Content-Encoding" not in font.headers
    assert font.data[:4] == b"wOF2"


def test_an_unchanged_style_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/css/parts.css", headers=GZIP_HEADERS)
    again = client.get(
        "/static/css/parts.css", headers=GZIP_HEADERS | {"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304
    assert again.data == b""
