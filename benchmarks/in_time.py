"""Plays many games in several processes within a time, and keeps each in a file, to go on from there."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

SURE = 1.96
"""Standard errors of an interval of 95 %."""

Job = TypeVar("Job")
Played = TypeVar("Played")


def add_arguments(arguments: argparse.ArgumentParser, seed: str, seconds: float) -> None:
    arguments.add_argument("--seconds", type=float, default=seconds, help="of the wall clock; 0: plays none")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    arguments.add_argument("--seed", default=seed)
    arguments.add_argument("--kept", type=Path, help="a file of finished games, to go on with")


def read(file: Path | None, played: Callable[..., Played]) -> list[Played]:
    """The games of a file; none where there is no file. played: the dataclass of one."""
    if file is None or not file.exists():
        return []
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [played(**{k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}) for line in lines]


def play_in_time(
    play: Callable[[Job], Played],
    jobs: Iterable[Job],
    kept: list[Played],
    given: argparse.Namespace,
) -> None:
    """Adds what is played within `given.seconds` to `kept` and to the file; a game in play then is left."""
    until = monotonic() + given.seconds
    if given.seconds <= 0:
        return
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        results = pool.imap_unordered(play, jobs)
        while (left := until - monotonic()) > 0:
            try:
                one: Any = results.next(timeout=left)
            except (StopIteration, multiprocessing.TimeoutError):
                break
            kept.append(one)
            if given.kept is not None:
                with given.kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
