"""A made-up game's tiles, and tables drawn with them."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from companion.games.contract import MIDDLE, TileInfo, seat_zone
from companion.vision.rendered import RenderedTable
from tests.rigs.plans import Pieces

TILES = {
    f"W{n:02d}": TileInfo(f"W{n:02d}", f"World number {n}", "AB", ("#707478", "#8a5a2b"), "cost 3")
    for n in range(1, 61)
} | {f"G{n}": TileInfo(f"G{n}", f"Goal {n}", "", ("#335577",), round=False) for n in range(1, 9)}


@pytest.fixture
def tiles() -> dict[str, TileInfo]:
    return TILES


@pytest.fixture
def table() -> RenderedTable:
    """Three seats, nothing on the table."""
    return RenderedTable(3, Pieces(TILES), "NF")


def lay_fifty(table: RenderedTable, seats: int, seed: int = 0) -> None:
    """Eight tiles in the middle and 42 on the seats, turned any way."""
    random = np.random.default_rng(seed)
    for n in range(1, 51):
        zone = MIDDLE if n <= 8 else seat_zone(n % seats)
        table.put_in(zone, f"W{n:02d}", "A" if n <= 8 else "B", float(random.integers(0, 360)))


def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until something in another thread has become true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
