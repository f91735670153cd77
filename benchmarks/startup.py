"""Measures the imports of `companion serve`: processor time, memory and modules, each run in a fresh Python.

python benchmarks/startup.py [--runs 5]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys

from tests.rigs.figures import row

MEASURE_PROGRAM = """
import json, sys, time
begun = time.process_time()
import companion.commands.serve
spent = time.process_time() - begun
import psutil
print(json.dumps([spent, psutil.Process().memory_info().rss / 1e6, len(sys.modules)]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    made = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", MEASURE_PROGRAM], capture_output=True, text=True, check=True
            ).stdout
        )
        for _run in range(runs)
    ]
    seconds, megabytes, modules = (statistics.median(column) for column in zip(*made, strict=True))
    row(
        f"imports of `companion serve`, the median of {runs}",
        processor_time=f"{seconds:.2f} s",
        memory=f"{megabytes:.0f} MB",
        modules=f"{modules:,.0f}",
    )


if __name__ == "__main__":
    main()
