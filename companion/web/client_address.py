"""Tells the device that a request comes from, for limits that hold for each device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address


def is_this_machine(address: str) -> bool:
    """Whether it is a loopback address: a browser here, or a proxy before the whole room, which has limits of
    its own."""
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return True  # no address of a network: a test's client, a socket in the file system


class DeviceCounts:
    """How much of something each device holds. most: of one device; this machine may hold any number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def full(self, device: str) -> bool:
        return self._held[device] >= self._most and not is_this_machine(device)

    @contextmanager
    def held(self, device: str) -> Iterator[None]:
        """While within, this device holds one more."""
        self._held[device] += 1
        try:
            yield
        finally:
            self._held[device] -= 1
            if not self._held[device]:
                del self._held[device]
