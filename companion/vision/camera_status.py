"""The state of a camera, and a fresh reading of the whole table, as a camera worker gives them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.observation import SeenTable


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """state: "starting", "online", "still", "black", "lost" or "ended". sentence: what is said of it to a
    person; English and marked."""

    state: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TableReading:
    """A fresh look at the whole table. unread: tiles that lie there as far as is known, and were not read."""

    observation: SeenTable
    unread_tiles: frozenset[str]
