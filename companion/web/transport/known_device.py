"""Whether the house knows the device that sent a request, said to whoever holds its connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KNOWN_DEVICE = "companion.known_device"
"""In a request's ASGI state, which the server's connection reads: True where the house knows its device."""


def tell_server_that_device_is_known(environ: Mapping[str, Any]) -> None:
    """The device has a seat, a tablet or a staff session: its connections have places of their own."""
    environ.get("asgi.scope", {}).get("state", {})[KNOWN_DEVICE] = True
