"""Measures the start of `companion serve`, each time in a fresh Python: its imports, and how soon its front
page is there.

python benchmarks/startup.py [--runs 5]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.rigs.figures import row
from tests.rigs.ports import free_port
from tests.rigs.reference import reference_seconds

MEASURE_PROGRAM = """
import sys, time
begun = time.process_time()
from companion.cli import commands
commands.get_command(None, "serve")
spent = time.process_time() - begun
import json, psutil
print(json.dumps([spent, psutil.Process().memory_info().rss / 1e6, len(sys.modules)]))
"""


def first_page(folder: Path) -> tuple[float, float]:
    """Seconds from the program's start until its front page is there, and its processor time until then.
    folder: of its tables and of what an earlier start compiled."""
    port = free_port()
    own = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "PYTHONPYCACHEPREFIX")}
    options = ("--camera", "auto", "--lights", "auto", "--host", "127.0.0.1", "--port", str(port))
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | own
    begun = time.perf_counter()
    program = subprocess.Popen(
        [Path(sys.executable).with_name("companion"), "serve", *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
                    page.read()
                break
            except OSError:
                if program.poll() is not None:
                    raise
                time.sleep(0.01)
        took = time.perf_counter() - begun
        used = psutil.Process(program.pid).cpu_times()
        return took, used.user + used.system
    finally:
        program.terminate()
        program.wait()


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
    with TemporaryDirectory() as kept:
        folder = Path(kept)
        _page_row("the front page, at the very first start", [first_page(folder)])
        _page_row(f"the front page, the median of {runs}", [first_page(folder) for _run in range(runs)])


def _page_row(what: str, measured: list[tuple[float, float]]) -> None:
    took, used = (statistics.median(column) for column in zip(*measured, strict=True))
    row(
        what,
        after=f"{took:.2f} s",
        processor_time=f"{used:.2f} s",
        ratio=f"{used / reference_seconds(20):.0f}",
    )


if __name__ == "__main__":
    main()
