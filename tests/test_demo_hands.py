"""Tests of the demo's automatic players at tables of every game: with dealt cards, and with answer forms."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.commands.run_demo import begin_demo
from companion.room import demo
from companion.room.demo import Demo
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.tables import Tables

pytestmark = pytest.mark.waits


class SceneStandIn:
    """A stand-in for a drawn table, without a camera."""

    def __init__(self) -> None:
        self.laid: dict[str, tuple[str, str]] = {}

    def put_in(self, zone: str, tile: str, face: str, angle: float = 0.0) -> None:
        self.laid[tile] = (zone, face)

    def free_spot(self, zone: str, tile: str) -> tuple[float, float]:
        return 0.0, 0.0

    def put(self, tile: str, face: str, x_mm: float, y_mm: float, angle: float = 0.0) -> None:
        self.laid[tile] = ("", face)

    def remove(self, tile: str) -> None:
        self.laid.pop(tile, None)

    def tiles(self) -> dict[str, Any]:
        return {}


@pytest.fixture
def without_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "CAMERA_TIMEOUT_SECONDS",
        "MIN_CAMERA_TIMEOUT_SECONDS",
        "DECISION_INTERVAL_SECONDS",
        "CARRY_SECONDS",
    ):
        monkeypatch.setattr(demo, name, 0.0)


@pytest.mark.parametrize("name", games.names())
def test_the_demo_plays_on_by_itself(name: str, without_delays: None, tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, name, 3, 1)
    table = tables.open(tables.list()[0].id)
    begun = table.number
    hands = Demo(table, SceneStandIn(), auto=True, speed=16)  # type: ignore[arg-type]
    until = time.monotonic() + 60
    while table.number < begun + 25 and time.monotonic() < until:
        time.sleep(0.01)
    hands.close()
    assert table.number >= begun + 25
    assert {entry.by for entry in table.entries()[begun:]} <= {"demo", "virtual bag", "virtual dice"}
    tables.close()


def test_the_cards_behind_the_counts_follow_the_table(tmp_path: Path) -> None:
    """After a decision the dealt cards are carried on; after an undo they are dealt to the older counts."""
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, "race-for-the-galaxy", 2, 2)
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


def test_it_plays_only_while_somebody_looks_on(
    without_delays: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "WATCHED_SECONDS", 0.5)
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, None, 2, 1)
    table = tables.open(tables.list()[0].id)
    hands = Demo(table, SceneStandIn(), speed=16)  # type: ignore[arg-type]
    hands.only_watched = True
    hands.set(auto=True)
    begun = table.number
    time.sleep(0.4)
    assert table.number == begun
    until = time.monotonic() + 20
    while table.number == begun and time.monotonic() < until:
        hands.note_watched()
        time.sleep(0.01)
    assert table.number > begun
    # Nobody looks any more. On a busy machine a step may still be under way.
    rested, until = begun, time.monotonic() + 20
    while rested != table.number:
        assert time.monotonic() < until, "nobody has looked for a while"
        rested = table.number
        time.sleep(1.0)
    hands.close()
    tables.close()


class TimedScene(SceneStandIn):
    """A drawn table that records when each tile was put down."""

    def __init__(self) -> None:
        super().__init__()
        self.put_at: dict[str, float] = {}

    def put(self, tile: str, face: str, x_mm: float, y_mm: float, angle: float = 0.0) -> None:
        super().put(tile, face, x_mm, y_mm, angle)
        self.put_at[tile] = time.monotonic()


def test_the_camera_has_a_tile_when_the_hand_lets_go(
    without_delays: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "CARRY_SECONDS", 0.4)
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, "new-frontiers", 2, 1)
    table = tables.open(tables.list()[0].id)
    scene = TimedScene()
    hands = Demo(table, scene, auto=True)  # type: ignore[arg-type]
    until = time.monotonic() + 30
    while hands.carry is None and time.monotonic() < until:
        time.sleep(0.005)
    carry = hands.carry
    assert carry is not None
    assert carry.tile not in scene.put_at or time.monotonic() >= carry.until, "still in the hand"
    while carry.tile not in scene.put_at and time.monotonic() < until:
        time.sleep(0.005)
    assert scene.put_at[carry.tile] >= carry.until
    hands.close()
    tables.close()
