"""Fixtures of several parts' tests: a real browser, catalogues of their own, settings for properties.

Properties (hypothesis) are tried on the same examples in every run, so that what passes here passes anywhere;
how long an example takes says how busy the machine is, and fails nothing. `make test-all` tries other
examples each time: COMPANION_EXAMPLES=new.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import HealthCheck, settings

from companion import translation

settings.register_profile("new", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("same", settings.get_profile("new"), derandomize=True)
settings.load_profile(os.environ.get("COMPANION_EXAMPLES", "same"))

_MEMORY, _ENOUGH = Path("/dev/shm"), 1 << 30
# A journal waits for the disk at every entry. No test cuts the power: all may keep their files in memory.
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# First the same engine without a window around it: a device costs 0.2 s of the processor, not 0.7.
_PLACES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def _chromium() -> str | None:
    """The browser's program: of the system, of COMPANION_CHROMIUM, or the one playwright installs itself."""
    named = os.environ.get("COMPANION_CHROMIUM")
    return named or next((found for name in _PLACES if (found := shutil.which(name))), None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    return _no_skip_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    return _no_skip_in_ci((yield))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their driver keeps an event loop in the main thread, beside which zeroconf and
    `asyncio.run` cannot have one."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def _no_skip_in_ci(report: Any) -> Any:
    """Where everything must be there (CI=true), a test skipped for a missing tool has failed."""
    if report.outcome == "skipped" and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not allow: {report.longrepr[-1]}"
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium for the whole run; each test opens contexts (devices) of its own."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        program = _chromium()
        if program is None and not Path(playwright.chromium.executable_path).exists():
            pytest.skip("The page tests need Chromium: install it, or run `playwright install chromium`.")
        started = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Other catalogues than the house's: catalogue(language, {message, or (one, many): its translation})."""
    home = tmp_path / "catalogues"
    monkeypatch.setattr(translation, "_folders", lambda: (home / "translations",))

    def forget() -> None:
        for kept in (translation.languages, translation._catalogue, translation.script_words):
            kept.cache_clear()

    def put(code: str, messages: dict[Any, Any], script: tuple[str, ...] = ()) -> None:
        made = Catalog(locale=code)
        for message, said in messages.items():
            made.add(message, said, [("some.js" if message in script else "some.py", 1)])
        folder = home / "translations" / code
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "messages.po").open("wb") as out:
            write_po(out, made)
        forget()

    forget()
    yield put
    monkeypatch.undo()
    forget()
