"""Tests of the table layer under simulated faults, and that the simulation finds faults that are planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from companion.access.house import TableAccess
from companion.table.question_clock import QuestionClock
from companion.table.steps import Step, Steps
from companion.table.table_core import TableCore
from companion.table.words import Words
from tests.table.fault_simulation import Broken, Disk, Simulation, run, simulated_time

SEEDS, STEPS = 300, 20
SEEDS_TO_FIND, STEPS_TO_FIND = 150, 60


def test_nothing_breaks_in_three_hundred_seeds() -> None:
    for seed in range(SEEDS):
        run(seed, steps=STEPS)


def test_a_seed_replays_exactly() -> None:
    def entries(seed: int) -> list[Any]:
        running: list[Simulation] = []
        with simulated_time(running):
            running.append(Simulation(seed))
            running[0].run()
            return running[0].durable

    assert entries(7) == entries(7)
    assert entries(7) != entries(8)


# --- ten planted faults ------------------------------------------------------------------------------------


@contextmanager
def nothing() -> Iterator[None]:
    yield


def entry_twice() -> Any:
    """A key that is not known again."""
    return patch.object(TableCore, "_entry_by_key", lambda *_a, **_k: None)


def key_of_another() -> Any:
    """A key gives its entry, whoever asks for what."""

    def by_key(self: Any, key: str, _request: object, seen: int = 0) -> Any:
        number = self._line.steps.known(key)
        return None if number is None else self._entries[number - 1]

    return patch.object(TableCore, "_entry_by_key", by_key)


def stale_accepted() -> Any:
    return patch.object(TableCore, "_check_seen", lambda *_a: None)


def wrong_undo_owner() -> Any:
    return patch("companion.table.table.check_undo", lambda **_named: None)


def leaked_word() -> Any:
    return patch.object(Words, "of", lambda self, number, viewer=None: self._entries[number - 1].words)


def clock_that_jumps() -> Any:
    """Time goes backwards with the machine's clock."""

    def stopped(self: QuestionClock, at: Any) -> QuestionClock:
        if self.since is None:
            return self
        return replace(self, used=self.used + (at - self.since).total_seconds(), since=None)

    return patch.object(QuestionClock, "stopped", stopped)


def missed_publish() -> Any:
    """What another process wrote is loaded and not shown."""
    publish = TableCore._publish

    def sometimes(self: Any) -> None:
        if self._entries[-1].kind != "undo":
            publish(self)

    return patch.object(TableCore, "_publish", sometimes)


def reset_keeps_a_seat() -> Any:
    def without_guests(self: TableAccess) -> TableAccess:
        return replace(self, count=self.count + 1, guests=self.count + 1)

    return patch.object(TableAccess, "without_guests", without_guests)


def reordered_redo() -> Any:
    """Redo makes again what was undone first."""
    move = Steps.move

    def moved(self: Steps, kind: Any, key: str) -> Step:
        step = move(self, kind, key)
        if kind == "undo" and self.now.forth is not None:
            return replace(step, forth=self.now.forth)
        return step

    return patch.object(Steps, "move", moved)


FAULTS: dict[str, tuple[Callable[[], Any], Callable[[], Disk]]] = {
    "a lost fsync": (nothing, lambda: Disk(syncs=False)),
    "an entry twice": (entry_twice, lambda: Disk(unique=False)),
    "a stale accepted": (stale_accepted, Disk),
    "a wrong undo owner": (wrong_undo_owner, Disk),
    "a leaked word": (leaked_word, Disk),
    "a clock that jumps": (clock_that_jumps, Disk),
    "a missed publish": (missed_publish, Disk),
    "a reset that keeps a seat": (reset_keeps_a_seat, Disk),
    "a key of another": (key_of_another, Disk),
    "a reorder at redo": (reordered_redo, Disk),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    plant, disk = FAULTS[fault]
    with ExitStack() as stack:
        stack.enter_context(plant())
        for seed in range(SEEDS_TO_FIND):
            try:
                run(seed, disk, STEPS_TO_FIND)
            except Broken:
                return
    pytest.fail(f"{fault} was not found in {SEEDS_TO_FIND} seeds")
