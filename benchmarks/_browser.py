"""The browser that the benchmarks drive: the whole Chromium where there is one, as people have it."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


def chromium() -> str:
    """Its program. Ends the benchmark with a sentence where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise SystemExit("This benchmark needs chromium: install it.")
    return found
