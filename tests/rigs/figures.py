"""The rows that a benchmark prints, and keeps for BENCHMARKS.md if `benchmarks/write.py` asked for them."""

from __future__ import annotations

import json
import os
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from tests.rigs.reference import reference_seconds

ROWS_FILE = "BENCHMARK_ROWS"
"""The environment variable that names the file to which rows are added, a line of JSON each."""


def row(what: str, **cells: str) -> None:
    """One row of a table. what: what was measured; cells: a figure with its unit for each column, whose name
    has "_" for a blank and "__" for a semicolon."""
    named = {column.replace("__", "; ").replace("_", " "): cell for column, cell in cells.items()}
    print(f"{what}: " + ", ".join(f"{column} {cell}" for column, cell in named.items()), flush=True)
    if file := os.environ.get(ROWS_FILE):
        with Path(file).open("a", encoding="utf-8") as rows:
            rows.write(json.dumps({"what": what} | named) + "\n")


def times_row(what: str, times_ms: Sequence[float], reference: float, **more: str) -> None:
    """A row with the median and p95 of times, and the median as a multiple of the reference loop. reference:
    seconds of the loop in the same run."""
    median = statistics.median(times_ms)
    p95 = percentile(sorted(times_ms), 95)
    ratio = median / 1000 / reference
    row(
        what,
        median=milliseconds(median),
        p95=milliseconds(p95),
        ratio=f"{ratio:.2g}" if ratio < 100 else f"{ratio:.0f}",
        times=str(len(times_ms)),
        **more,
    )


def percentile(ordered: Sequence[float], part: float) -> float:
    """The `part`th percentile (0 to 100) of values in ascending order."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


def milliseconds(ms: float) -> str:
    """The time with two or three digits, in us, ms or s."""
    if ms >= 1000:
        return f"{ms / 1000:.2f} s"
    if ms < 0.1:
        return f"{ms * 1000:.1f} us"
    return f"{ms:.0f} ms" if ms >= 20 else f"{ms:.1f} ms" if ms >= 2 else f"{ms:.2f} ms"


def measured_ms(jobs: list[Callable[[], object]], rounds: int) -> list[float]:
    """The milliseconds of every job, done `rounds` times in turn."""
    times = []
    for _ in range(rounds):
        for job in jobs:
            begun = perf_counter()
            job()
            times.append((perf_counter() - begun) * 1000)
    return times


def print_rows(figures: dict[str, list[float]]) -> None:
    """A row for each figure, with the reference loop of this moment."""
    reference = reference_seconds()
    for what, times in figures.items():
        times_row(what, times, reference)
