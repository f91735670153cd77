"""Fixtures of the pages for this game's browser test, and one that installs this game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from companion import games, installed_games
from tests.web.conftest import app, device, serving

__all__ = ["app", "device", "serving"]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs this game, whether or not the program offers it by default."""
    entry = EntryPoint("a-new-frontier", "companion.games.a_new_frontier:game", "companion.games")
    others = tuple(found for found in installed_games.entry_points() if found.name != entry.name)
    caches = (installed_games.folders, games.installed)
    monkeypatch.setattr(installed_games, "entry_points", lambda: (*others, entry))
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()
