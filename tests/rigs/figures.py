"""Times in milliseconds, measured and printed: a median, the slowest, and the ratio to the reference loop."""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable
from time import perf_counter

from tests.rigs.reference import reference_seconds

Figures = dict[str, dict[str, float]]


def median_ms(jobs: list[Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median and the slowest of every job, done `rounds` times in turn."""
    times = []
    for _ in range(rounds):
        for job in jobs:
            begun = perf_counter()
            job()
            times.append(perf_counter() - begun)
    return {"median": statistics.median(times) * 1e3, "slowest": max(times) * 1e3, "n": len(times)}


def run_benchmark(description: str, measure: Callable[[], Figures]) -> None:
    """The command line of a benchmark: measures, and prints a line per figure, or JSON with --json."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = measure()
    reference = reference_seconds() * 1e3
    for figure in figures.values():
        figure["ratio"] = figure["median"] / reference
    figures["reference loop"] = {"median": reference, "ratio": 1.0}
    if args.json:
        print(json.dumps(figures, indent=1))
        return
    for name, figure in figures.items():
        slowest = f"  slowest {figure['slowest']:9.3f} ms" if "slowest" in figure else ""
        print(f"{name:58} {figure['median']:9.3f} ms  ratio {figure['ratio']:8.3f}{slowest}")
