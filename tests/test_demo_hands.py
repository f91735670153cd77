"""The demo's hands at tables of every game: they decide with the cards that a dealer gives, and by forms."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import demo, games
from companion.commands.play import _begin_demo
from companion.computer_seats import ComputerSeats
from companion.demo import Demo
from companion.table.journal import Journal
from companion.table.tables import Tables


class Unseen:
    """A drawn table that no camera looks at."""

    def __init__(self) -> None:
        self.laid: dict[str, tuple[str, str]] = {}

    def put_in(self, zone: str, tile: str, face: str, angle: float = 0.0) -> None:
        self.laid[tile] = (zone, face)

    def remove(self, tile: str) -> None:
        self.laid.pop(tile, None)

    def tiles(self) -> dict[str, Any]:
        return {}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CAMERA_PATIENCE", "LEAST_PATIENCE", "STEP", "HAND"):
        monkeypatch.setattr(demo, name, 0.0)


@pytest.mark.parametrize("name", games.names())
def test_the_demo_plays_on_by_itself(name: str, hasty: None, tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "demo.db"))
    _begin_demo(tables, name, 3, 1)
    table = tables.open(tables.list()[0].id)
    begun = table.number
    hands = Demo(table, Unseen(), auto=True, speed=16)  # type: ignore[arg-type]
    until = time.monotonic() + 60
    while table.number < begun + 25 and time.monotonic() < until:
        time.sleep(0.01)
    hands.close()
    assert table.number >= begun + 25
    assert {entry.by for entry in table.entries()[begun:]} <= {"demo", "virtual bag", "virtual dice"}
    tables.close()


def test_the_cards_behind_the_counts_follow_the_table(tmp_path: Path) -> None:
    """After a decision they are carried on; after an undo they are dealt to what the counts are then."""
    tables = Tables(Journal(tmp_path / "demo.db"))
    _begin_demo(tables, "race-for-the-galaxy", 2, 1)
    table = tables.open(tables.list()[0].id)
    dealer = table.game.dealer
    assert dealer is not None
    seats = ComputerSeats(table, Random(1))
    for step in range(40):
        decision = seats.decision(table.now)
        assert decision is not None
        hands = seats.hands(table.now, dealer)
        assert [len(dealer.hand(hands, seat)) for seat in (0, 1)] == [e.hand for e in table.state.empires]
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
        if step % 10 == 9:
            table.undo(table.number, f"undo-{table.number:06}", "test", confirm=table.now.undo_of)
    tables.close()
