"""Tests that docs/pages.md names every address, event and status of the pages."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs" / "pages.md").read_text("utf-8")
ELSEWHERE = ("/api", "/box", "/static")
"""Described in the documents of their own parts."""


def test_every_address_is_named(app):
    addresses = {re.sub(r"<\w+:", "<", str(rule)) for rule in app.url_map.iter_rules()}
    named = set(re.findall(r"`(?:GET |POST )?(/[^`? ]*)`", TEXT))
    wanted = {address for address in addresses if not address.startswith(ELSEWHERE)}
    assert wanted - named == set()
    assert named - addresses == set()


def test_every_event_is_named():
    web = Path(__file__).parents[2] / "companion" / "web"
    files = (*(web / "live").glob("*.py"), web / "play" / "streams.py")
    source = "".join(path.read_text("utf-8") for path in files)
    events = set(re.findall(r'\bevent\("(\w+)"', source)) | set(re.findall(r"event: (\w+)\\n", source))
    assert events == {"view", "beat", "gone", "strip", "broken", "refused", "failed"}
    assert all(f"`{event}" in TEXT for event in events)
