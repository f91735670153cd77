"""A fixed loop of plain Python, timed in the same run as a figure, so that ratios compare across machines."""

from __future__ import annotations

from time import perf_counter


def reference_seconds(repeats: int = 5) -> float:
    """The best of `repeats` times of the loop, in seconds."""
    return min(_once() for _ in range(repeats))


def _once() -> float:
    begin = perf_counter()
    total, seen = 0, {}
    for n in range(100_000):
        total = (total * 31 + n) % 1_000_003
        seen[total & 1023] = n
    assert len(seen) == 1024
    return perf_counter() - begin
