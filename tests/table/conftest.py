"""Fixtures: a journal, and tables of the toy game on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import UnknownGame
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.table.toy_game import StonesGame

SETUP = Setup((Player("Blue", "blue"), Player("Green", "green")))


def load_toy(name: str) -> Any:
    if name != "stones":
        raise UnknownGame(f"There is no game called {name!r:.60}; the games here are: stones.")
    return StonesGame()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "tables.db")
    yield journal
    journal.close()


@pytest.fixture
def tables(journal: Journal) -> Tables:
    return Tables(journal, load_toy)
