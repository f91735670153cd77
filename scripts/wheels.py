"""Checks that PyPI has wheels of all dependencies and extras for each system and Python. Installs nothing.

    python scripts/wheels.py

uv resolves for a system and a Python that need not be here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = {
    "Linux x86_64": "x86_64-manylinux_2_28",
    "Linux aarch64 (Raspberry Pi OS, 64 bit)": "aarch64-manylinux_2_28",
    "Windows x64": "x86_64-pc-windows-msvc",
    "macOS 14 arm64": "aarch64-apple-darwin",
    "macOS 14 x86_64": "x86_64-apple-darwin",
}
OLDEST_MACOS = {"MACOSX_DEPLOYMENT_TARGET": "14.0"}
"""OpenCV's wheels determine it."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("mqtt", "postgresql", "ocr", "letters")
"""Each where its markers allow it; `board` is for one kind of machine."""


def main() -> None:
    uv = Path(sys.executable).with_name("uv")
    missing = False
    for system, platform in SYSTEMS.items():
        for python in PYTHONS:
            words = ["pip", "compile", "--quiet", "--no-header", "--no-annotate", "--only-binary", ":all:"]
            words += ["--python-version", python, "--python-platform", platform]
            words += [word for extra in EXTRAS for word in ("--extra", extra)]
            done = subprocess.run(
                [str(uv), *words, "pyproject.toml"],
                cwd=ROOT,
                env={**os.environ, **OLDEST_MACOS},
                capture_output=True,
                encoding="utf-8",
            )
            missing |= bool(done.returncode)
            told = (
                done.stderr.strip() if done.returncode else f"{len(done.stdout.split())} packages have wheels"
            )
            print(f"{system}, Python {python}: {told}", flush=True)
    raise SystemExit(missing)


if __name__ == "__main__":
    main()
