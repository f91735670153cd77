"""A deterministic simulation of the table layer: one seed draws who does what, and what fails meanwhile.

Two server processes share a disk. Devices tap, resend, confirm, look late and use others' keys; pages are
slow and cut off; processes crash before, within and after a write, the power fails, the disk is full, the
clock jumps, backups are taken and put back. There are no threads, no sockets and no waiting: a seed takes
milliseconds and always does the same. After every step an auditor compares the table with a model that keeps
whole states and knows nothing of the product's own (`tests/table/simulated`). One seed in twenty stands on a
real journal in a file.

    .venv/bin/python -m tests.table.fault_simulation --seeds 10000
    .venv/bin/python -m tests.table.fault_simulation --seed 4711
    .venv/bin/python -m tests.table.fault_simulation --planted

The last one plants faults into the companion's code, one at a time, and says how many seeds each needed.
"""

from __future__ import annotations

import argparse
import logging
import time

from tests.rigs.figures import row
from tests.table.simulated.planted import FAULTS, Fault, planted
from tests.table.simulated.play import STEPS, run

MOST_SEEDS = 2_000
"""After which a planted fault counts as not found."""


def seeds_to_find(fault: Fault, most: int = MOST_SEEDS, steps: int = STEPS) -> int | None:
    """How many seeds it took until the auditor showed a planted fault; None: more than `most`."""
    with planted(fault):
        for seed in range(most):
            try:
                run(seed, steps)
            except Exception:  # one that the companion itself raises has shown it too
                return seed + 1
    return None


def find_planted(most: int) -> int:
    """Plants each fault, prints the seeds that it took, and returns how many were not found."""
    missed = 0
    for fault in FAULTS:
        found = seeds_to_find(fault, most)
        missed += found is None
        row(fault.name, seeds=f"more than {most:,}" if found is None else f"{found:,}")
    return missed


def simulate(seeds: range | list[int], steps: int) -> int:
    """Runs these seeds, prints what is wrong, and returns how many broke."""
    began, broken = time.monotonic(), 0
    for seed in seeds:
        try:
            run(seed, steps)
        except Exception as wrong:
            broken += 1
            print(f"seed {seed}: {type(wrong).__name__}: {wrong}", flush=True)
    row(
        f"simulated: {len(seeds):,} seeds of {steps} steps, {time.monotonic() - began:.0f} s",
        kills="at writes",
        lost__doubled__wrong=str(broken),
    )
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seeds", type=int, default=None, help="10,000; of planted faults 2,000 at most")
    parser.add_argument("--seed", type=int, default=None, help="this one alone")
    parser.add_argument("--planted", action="store_true", help="are planted faults found?")
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # of what is meant to fail
    if given.planted:
        raise SystemExit(bool(find_planted(given.seeds or MOST_SEEDS)))
    seeds = [given.seed] if given.seed is not None else range(given.seeds or 10_000)
    raise SystemExit(bool(simulate(seeds, given.steps)))


if __name__ == "__main__":
    main()
