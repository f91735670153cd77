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
"""How a lamp may move: what a lights board can show (firmware_bridge/frames.py). The table itself uses
"flutter" (somebody must act) and "alarm" (table and tracker disagree): a game leaves these two alone."""


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
    """A run of lamps along the table.

    name: as on the wire, 1 to 12 small letters. count: how many lamps. words: where they lie, for a person
    ("along the track"); lamp: one of them, with its number from 1 ("space {number} of the track"). pitch_mm:
    from the middle of one to the next. optional: the board's owner may leave it out.
    signs: of each lamp, in their order, the game's icon that lies under it on a drawn table; empty: none.
    """

    name: str
    count: int
    words: str
    lamp: str = ""
    pitch_mm: float = 33.3
    optional: bool = False
    signs: tuple[str, ...] = ()
