"""A page that devices follow: rendered once for all of them."""

from __future__ import annotations

import asyncio
from typing import Any

from companion.table.table import Table


class Page:
    """A page that devices show, in one language: rendered once for all of them. Used in the loop alone."""

    def __init__(self, table: Table[Any], player: int | None, spoken: str) -> None:
        self.table = table
        self.player = player
        self.spoken = spoken
        self.stamps: dict[object, str] = {}
        """Of each device, the rendering that it has."""
        self.news: dict[str, tuple[str, bytes]] = {}
        """By a rendering that a device has: the one now, and the event that brings the device there."""
        self.beats = False
        """Whether a device without news is sent a beat."""
        self.sent = 0.0
        """When all its devices were last sent something, in the loop's time."""
        self.asked = True
        """Whether something at the table may have changed, or a device came."""
        self.handed_out = asyncio.Event()
        """Set, and replaced by another, when `news` is new."""
        self.ended = False
        self.refused = False
        """It ended because a seat's tokens were revoked."""

    def end(self) -> None:
        self.ended = True
        self.hand_out({}, False)

    def hand_out(self, news: dict[str, tuple[str, bytes]], beats: bool) -> None:
        self.news, self.beats = news, beats
        handed_out, self.handed_out = self.handed_out, asyncio.Event()
        handed_out.set()
