"""What tests of several parts share: a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_PLACES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _chromium() -> str | None:
    """The browser's program: of the system, of COMPANION_CHROMIUM, or the one playwright installs itself."""
    named = os.environ.get("COMPANION_CHROMIUM")
    return named or next((found for name in _PLACES if (found := shutil.which(name))), None)


def _missing(why: str) -> None:
    """No browser: a failure where everything must be there, a loud skip elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium for the whole run; each test opens contexts (devices) of its own."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        program = _chromium()
        if program is None and not Path(playwright.chromium.executable_path).exists():
            _missing("The page tests need Chromium: install it, or run `playwright install chromium`.")
        started = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()
