"""Writes BENCHMARKS.md. `make bench` measures all parts that take minutes, `make bench ONLY=pages` one part.

    python benchmarks/write.py [PART ...] [--render]

A part of `parts.toml` has a title, sentences and commands. A command's rows (`tests/rigs/figures.py`) are
kept in `figures.json` with the date and the machine; one that prints none has a single row, how long it took.
The page is rendered from these two files: what was not measured again keeps its figures and their date.
--render: writes the page and measures nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

from tests.rigs.figures import ROWS_FILE

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "BENCHMARKS.md"
KEPT = ROOT / "benchmarks" / "figures.json"

Figures = dict[str, dict[str, Any]]
"""By command: its "date", its "machine", and its "rows", each with "what" and a figure for each column."""


class NotMeasured(Exception):
    """A command failed, with the reason."""


def read_parts() -> dict[str, Any]:
    """The page's "introduction" and its "part"s by name, in their order."""
    return tomllib.loads((ROOT / "benchmarks" / "parts.toml").read_text(encoding="utf-8"))


def read_figures() -> Figures:
    figures: Figures = json.loads(KEPT.read_text(encoding="utf-8"))
    return figures


def measure(command: str, timed: bool = False) -> dict[str, Any]:
    """Runs a command of a part, and returns its figures. timed: only how long it took. Raises NotMeasured."""
    with tempfile.TemporaryDirectory() as folder:
        rows_file = Path(folder, "rows.jsonl")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        begun = time.monotonic()
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=os.environ | {"PATH": path, ROWS_FILE: str(rows_file)}
        )
        took = time.monotonic() - begun
        if done.returncode:
            raise NotMeasured(f"it ended with status {done.returncode}")
        lines = []
        if rows_file.exists() and not timed:
            lines = rows_file.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    took_words = f"{took // 60:.0f} min {took % 60:.0f} s"
    return {
        "date": date.today().isoformat(),
        "machine": machine(),
        "rows": rows or [{"what": f"`{command}`", "took": took_words}],
    }


def machine() -> str:
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    load = f", load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""  # Windows has none
    return f"{os.cpu_count()} cores, {system}{load}"


def render(parts: dict[str, Any], figures: Figures) -> str:
    """The text of BENCHMARKS.md. A part that was never measured is left out."""
    sections = [parts["introduction"].strip()]
    for part in parts["part"].values():
        runs = {command: figures[command] for command in part["commands"] if command in figures}
        if not runs:
            continue
        measured = [f"`{command}`: {run['date']}, {run['machine']}" for command, run in runs.items()]
        sections += [f"## {part['title']}", part["words"].strip()]
        sections.append("\n".join(table([row for run in runs.values() for row in run["rows"]])))
        sections.append("\n".join(f"- {line}" for line in measured) if len(measured) > 1 else measured[0])
    return "\n\n".join(section for section in sections if section) + "\n"


def table(rows: list[dict[str, str]]) -> list[str]:
    """The lines of a Markdown table of all columns of the rows; where a row lacks one, its cell is empty."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    lines = [columns, ["---"] * len(columns), *([row.get(column, "") for column in columns] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def main() -> int:
    parts, figures = read_parts(), read_figures()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts["part"]))
    parser.add_argument("--render", action="store_true")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(parts["part"]):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: {', '.join(parts['part'])}")
    wanted = given.parts or [name for name, part in parts["part"].items() if not part.get("long")]
    failed = []
    for name in () if given.render else wanted:
        for command in parts["part"][name]["commands"]:
            print(f"== {name}: {command}", flush=True)
            try:
                figures[command] = measure(command, parts["part"][name].get("timed", False))
            except NotMeasured as why:
                failed.append(f"{name}: {command}: {why}; its figures stay as they were")
                continue
            KEPT.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(render(parts, figures), encoding="utf-8")
    print(*failed, sep="\n", end="\n" if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
