"""The browser for benchmarks: the full Chromium if it is installed, else its headless shell."""

from __future__ import annotations

import shutil

CHROMIUM_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


def chromium_path() -> str:
    """The path of the executable. Exits with a message if there is none."""
    found = next(filter(None, map(shutil.which, CHROMIUM_COMMANDS)), None)
    if found is None:
        raise SystemExit("This benchmark needs chromium: install it.")
    return found
