"""Tests that a table's open pages take little memory: a house may have forty finished games with theirs."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live import shown_pages
from companion.web.live.shown_pages import KEPT_RENDERINGS
from companion.web.request.services import services_of

from .conftest import bare_room

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green", "yellow")))
MOST_BYTES = 2_000_000
"""For the pages of a table, of five megabytes for all of it. The table itself takes a half."""


def size_of(kept: list[Any]) -> int:
    """Bytes of these objects with all that they refer to, each once; not of classes, modules and code."""
    seen, size = set[int](), 0
    while kept:
        it = kept.pop()
        if id(it) in seen or isinstance(it, type) or callable(it):
            continue
        seen.add(id(it))
        size += sys.getsizeof(it)
        kept += gc.get_referents(it)
    return size


def test_pages_of_any_number_of_tables_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_pages, "MAX_CACHED_PAGES", 2)
    tables = Tables(Journal(tmp_path / "tables.db"))
    services = services_of(create_app(bare_room(tables)))
    table, views = tables.create("new-frontiers", PLAYERS, seed=1), services.live.views
    for player in (None, 0, 1):
        views.event(table, player, "")
    assert [name[1] for name in views._pages] == [0, 1]
    services.live.close()
    tables.close()


def test_a_page_for_each_seat_and_the_tablet_takes_little(tmp_path: Path) -> None:
    tables, random = Tables(Journal(tmp_path / "tables.db")), Random(1)
    services = services_of(create_app(bare_room(tables)))
    table, views = tables.create("new-frontiers", PLAYERS, seed=1), services.live.views
    stamps = dict.fromkeys((None, 0, 1, 2, 3), "")
    for number in range(KEPT_RENDERINGS + 3):
        for player, stamp in stamps.items():
            stamps[player], event = views.event(table, player, stamp)
            assert event
        question = random.choice([q for q in table.questions if q.form is None])
        decision = random.choice(table.game.options(table.state, question.player)).decision
        table.submit(decision, table.number, f"key-{number}", "test")
    pages = list(views._pages.values())
    assert [len(page.before) for page in pages] == [KEPT_RENDERINGS] * len(stamps)
    services.live.close()
    tables.close()
    assert 0 < size_of([(page.shown, page.before, page.events) for page in pages]) < MOST_BYTES


def test_invented_stamps_are_one_page(tmp_path: Path) -> None:
    """A page is rendered whole for a stamp that the server did not give; it is not kept once a stamp."""
    tables = Tables(Journal(tmp_path / "tables.db"))
    services = services_of(create_app(bare_room(tables)))
    table, views = tables.create("new-frontiers", PLAYERS, seed=1), services.live.views
    given, _whole = views.event(table, None, "")
    events = {views.event(table, None, f"invented-{n}")[1] for n in range(200)}
    assert len(events) == 1
    assert views.event(table, None, given) == (given, b"")
    (page,) = views._pages.values()
    assert len(page.events) == 1
    services.live.close()
    tables.close()
