"""The device that a request comes from, for limits per device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address


def is_this_machine(address: str) -> bool:
    """Whether it is a loopback address: a browser on this machine, or a proxy that serves the whole room and
    has limits of its own."""
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return True  # not a network address: a test client, a Unix socket


class DeviceCounts:
    """Counts what each device holds; it is named by its address, or as "what it has@address". limit: per
    device; this machine has none."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: Counter[str] = Counter()

    def is_full(self, device: str, more: int = 0) -> bool:
        """more: so many it is about to hold."""
        return self._counts[device] + more >= self._limit and not is_this_machine(device.rpartition("@")[2])

    def held(self, device: str) -> int:
        return self._counts[device]

    @contextmanager
    def hold(self, device: str) -> Iterator[None]:
        """This device holds one more within the block."""
        self._counts[device] += 1
        try:
            yield
        finally:
            self._counts[device] -= 1
            if not self._counts[device]:
                del self._counts[device]
