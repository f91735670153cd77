"""Tests of parts of pages that are made once for each value and language."""

from __future__ import annotations

from markupsafe import Markup

from companion.translation import speaking
from companion.web.live import fragment_cache


def test_a_piece_is_made_once_for_what_it_is_made_of_and_each_language(monkeypatch):
    made = []

    def make(text):
        return lambda: made.append(text) or Markup(text)

    pieces = fragment_cache.FragmentCache()
    assert pieces("tile", 1, caller=make("one")) == "one"
    assert pieces("tile", 1, caller=make("again")) == "one"
    assert pieces("tile", 2, caller=make("two")) == "two"
    with speaking("de"):
        assert pieces("tile", 1, caller=make("eins")) == "eins"
    assert made == ["one", "two", "eins"]
    monkeypatch.setattr(fragment_cache, "MAX_FRAGMENTS", 2)
    pieces("tile", 3, caller=make("three"))
    pieces("tile", 1, caller=make("new"))
    assert made[-1] == "new"  # the oldest is dropped first, so the cache does not grow
