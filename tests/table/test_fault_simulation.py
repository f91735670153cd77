"""Tests of the table layer under simulated faults, and that the simulation finds faults that are planted."""

from __future__ import annotations

import pytest

from companion.table.journal import Entry
from tests.table.fault_simulation import MOST_SEEDS, seeds_to_find
from tests.table.simulated.planted import FAULTS, Fault, planted
from tests.table.simulated.play import run

SEEDS, STEPS = 150, 40
SOON = 12
"""Seeds in which the default run must find what it plants; `make test-slow` looks for all."""
FOUND_SOON = (
    "a lost fsync",
    "notes written twice",
    "still asked after one's own answer",
    "a backup without the log",
    "a slow page that misses all but the last news",
    "what an undo says of a secret",
)


def named(name: str) -> Fault:
    return next(fault for fault in FAULTS if fault.name == name)


def test_nothing_breaks_in_these_seeds() -> None:
    for seed in range(SEEDS):
        run(seed, STEPS)


@pytest.mark.parametrize("in_a_file", [False, True])
def test_a_seed_replays_exactly(in_a_file: bool) -> None:
    def entries(seed: int) -> list[Entry]:
        return run(seed, in_a_file=in_a_file).durable

    assert entries(7) == entries(7)
    assert entries(7) != entries(8)


def test_every_fault_can_be_planted_and_leaves_nothing() -> None:
    """A line that is no longer there would be no fault, and would be found by nobody."""
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40
    for fault in FAULTS:
        with planted(fault):
            pass
    run(1, STEPS)


@pytest.mark.parametrize("name", FOUND_SOON)
def test_a_planted_fault_is_found(name: str) -> None:
    assert seeds_to_find(named(name), SOON) is not None


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_each_planted_fault_is_found(fault: Fault) -> None:
    assert seeds_to_find(fault, MOST_SEEDS) is not None
