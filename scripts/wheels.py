"""Checks that PyPI has wheels of all dependencies for each system and Python. Installs nothing.

    python scripts/wheels.py

pip evaluates the markers of transitive dependencies for the machine it runs on, so those that only other
systems need are in `MORE`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = {
    "Linux x86_64": ("linux", ("manylinux_2_17_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64")),
    "Windows x64": ("win32", ("win_amd64",)),
    "macOS 13 arm64": ("darwin", ("macosx_11_0_arm64", "macosx_12_0_arm64", "macosx_13_0_arm64")),
    "macOS 14 x86_64": (
        "darwin",
        tuple(f"macosx_{n}_x86_64" for n in ("10_13", "10_15", "11_0", "13_0", "14_0")),
    ),
}
MORE = {"linux": (), "win32": ("colorama",), "darwin": ("pyobjc-framework-AVFoundation",)}
PYTHONS = ("3.11", "3.12", "3.13")


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [Requirement(text) for text in project["dependencies"]]
    missing = False
    for system, (platform, tags) in SYSTEMS.items():
        for python in PYTHONS:
            here = {"sys_platform": platform, "python_version": python}
            wanted = [
                f"{it.name}{it.specifier}" for it in needed if not it.marker or it.marker.evaluate(here)
            ]
            found = _wheels([*wanted, *MORE[platform]], tags, python)
            missing |= isinstance(found, str)
            told = found if isinstance(found, str) else f"{len(found)} wheels, {_made_for(found)}"
            print(f"{system}, Python {python}: {told}", flush=True)
    raise SystemExit(missing)


def _wheels(wanted: list[str], tags: tuple[str, ...], python: str) -> list[str] | str:
    """The files that pip would install, or its errors."""
    words = ["install", "--dry-run", "--quiet", "--ignore-installed", "--report", "-", "--target", "nowhere"]
    words += ["--only-binary=:all:", "--python-version", python, "--disable-pip-version-check"]
    for tag in tags:
        words += ["--platform", tag]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, *wanted], capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        return " ".join(line for line in done.stderr.splitlines() if line.startswith("ERROR"))
    return [it["download_info"]["url"].rsplit("/", 1)[1] for it in json.loads(done.stdout)["install"]]


def _made_for(files: list[str]) -> str:
    own = sorted(
        file.split("-")[0] + " " + file.split("-")[1] for file in files if not file.endswith("-any.whl")
    )
    return f"{len(own)} of them made for it: {', '.join(own)}"


if __name__ == "__main__":
    main()
