"""A page that devices follow: rendered once for all of them."""

from __future__ import annotations

import asyncio

from companion.games.contract import State
from companion.table.table import Table


class Page:
    """A page that devices show, in one language, below one root path and with its names kept or not: rendered
    once for all of them. Used in the loop alone."""

    def __init__(
        self, table: Table[State], player: int | None, spoken: str, root: str, names_kept: bool
    ) -> None:
        self.table = table
        self.player = player
        self.spoken = spoken
        self.root = root
        self.names_kept = names_kept
        self.stamps: dict[object, str] = {}
        """By device: the stamp of the rendering that it has."""
        self.events: dict[str, tuple[str, bytes]] = {}
        """By the stamp that a device has: the current stamp, and the event that updates the device."""
        self.heartbeat_due = False
        """Whether a device without a new event is sent a heartbeat."""
        self.last_sent = 0.0
        """When all its devices were last sent something, in the loop's time."""
        self.render_requested = True
        """Whether something at the table may have changed, or a device connected."""
        self.published = asyncio.Event()
        """Set, and replaced by a new one, when `events` changes."""
        self.ended = False
        self.refused = False
        """It ended because a seat's tokens were revoked."""
        self.refused_devices: set[object] = set()
        """Those that lost their right to it alone."""

    def end(self) -> None:
        self.ended = True
        self.publish({}, False)

    def refuse(self, device: object) -> None:
        """Ends this device's stream."""
        self.refused_devices.add(device)
        self.publish(self.events, False)

    def publish(self, events: dict[str, tuple[str, bytes]], heartbeat_due: bool) -> None:
        self.events, self.heartbeat_due = events, heartbeat_due
        published, self.published = self.published, asyncio.Event()
        published.set()
