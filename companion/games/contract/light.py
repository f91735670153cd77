"""The light on the table: one lamp, and all lamps of a table by segment."""

from __future__ import annotations

from dataclasses import dataclass

MOTIONS = (
    "off",
    "steady",
    "slow-pulse",
    "double-blink",
    "flutter",
    "breathe",
    "long-short",
    "alarm",
    "triple-blink",
)
"""How a lamp may move. The table itself uses "flutter" (somebody must act) and "alarm" (table and tracker
disagree): a game leaves these two alone."""


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp. colour: a player's, "white", "amber" or "alarm"; motion: of MOTIONS; level: 0 to 3."""

    colour: str = "white"
    motion: str = "off"
    level: int = 0


@dataclass(frozen=True, slots=True)
class LightPicture:
    """The lamps by segment, each from its first place on: `{"track": 6 lights, "tiles": 7 lights}`.

    calls: (segment, place from 0) of the lamps that stand for whoever must act now; the table draws
    attention with them when nobody does for a while.
    """

    segments: tuple[tuple[str, tuple[Light, ...]], ...]
    calls: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of lamps that a game's board has. count: how many; words: where they lie, for a person."""

    name: str
    count: int
    words: str
