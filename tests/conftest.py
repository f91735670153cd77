"""Fixtures of several parts' tests: a real browser, catalogues of their own, settings for properties.

Properties (hypothesis) are tried on the same examples in every run, so that what passes here passes anywhere;
how long an example takes says how busy the machine is, and fails nothing. `make test-all` tries other
examples each time: COMPANION_EXAMPLES=new.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import flask
import jinja2
import jinja2.bccache
import pytest
import werkzeug.routing
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


def _folder_of_the_run() -> Path:
    """A folder that all workers of this run share; who begins the run deletes it."""
    if "COMPANION_TEST_TEMPLATES" not in os.environ:
        made = tempfile.mkdtemp(prefix="templates-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        os.environ["COMPANION_TEST_TEMPLATES"] = made
        atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(os.environ["COMPANION_TEST_TEMPLATES"])


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Templates compiled once for all apps of a run: each test that serves pages begins one."""

    def __init__(self) -> None:
        super().__init__(str(_folder_of_the_run()))
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        words = (bucket.key, bucket.checksum)
        bucket.code = self._codes.get(words)
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._codes[words] = bucket.code

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code
        super().dump_bytecode(bucket)


flask.Flask.jinja_options = {"bytecode_cache": _CompiledTemplates()}


class _CompiledRoutes:
    """What matches and what builds a route's addresses, compiled once for all apps of a run: nine tenths of
    beginning one. Both depend on the route's own words alone, the second unless these have defaults."""

    def __init__(self) -> None:
        rule = werkzeug.routing.Rule
        self._parse, self._compile = rule._parse_rule, rule._compile_builder
        self._parsed: dict[str, Any] = {}
        self._built: dict[Any, Any] = {}

    def parsed(self, rule: Any, words: str) -> Any:
        if words not in self._parsed:
            traced, known = len(rule._trace), set(rule._converters)
            parts = list(self._parse(rule, words))
            converters = {name: it for name, it in rule._converters.items() if name not in known}
            self._parsed[words] = parts, rule._trace[traced:], converters
            return parts
        parts, trace, converters = self._parsed[words]
        rule._trace += trace
        rule._converters |= converters
        rule.arguments |= set(converters)
        return parts

    def built(self, rule: Any, append_unknown: bool = True) -> Any:
        if rule.defaults:
            return self._compile(rule, append_unknown)
        words = (rule.rule, tuple(rule._trace), append_unknown)
        if words not in self._built:
            self._built[words] = self._compile(rule, append_unknown)
        return self._built[words]


_routes = _CompiledRoutes()
werkzeug.routing.Rule._parse_rule = lambda rule, words: _routes.parsed(rule, words)  # type: ignore[method-assign]
werkzeug.routing.Rule._compile_builder = lambda *which: _routes.built(*which)  # type: ignore[method-assign]

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


def pytest_configure(config: pytest.Config) -> None:
    """Workers keep to the order below: else pytest-xdist begins with its largest groups, browser tests among
    them."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, Any, Any]:
    """Browser tests come last: their driver keeps an event loop in the main thread, beside which zeroconf and
    `asyncio.run` cannot have one. Tests for which their module makes something once (a wheel, a PostgreSQL,
    a Firefox, a scene) run in one worker: else each worker would make it. Long ones come first of their
    kind: else at the end one worker has one to do while the others have nothing."""
    for item in items:
        made = _made_once(item)
        if made and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(made))
    result = yield
    items.sort(key=lambda item: (_has(item, "browser"), not _has(item, "long")))
    if getattr(config.option, "loadgroup", False):
        for item in items:
            _name_group(item)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """What is collected stays to the end: the garbage collector, which took a quarter of this time, need not
    look through it, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _has(item: pytest.Item, marker: str) -> bool:
    return item.get_closest_marker(marker) is not None


def _made_once(item: pytest.Item) -> str:
    """The module whose own fixtures a test uses, and which of them where there are several; "": none."""
    fixtures = getattr(item, "_fixtureinfo", SimpleNamespace(name2fixturedefs={})).name2fixturedefs
    names = [name for name, found in fixtures.items() if found[-1].scope == "module"]
    values = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    which = [str(values[name]) for name in names if name in values]
    return "-".join([item.nodeid.partition("::")[0], *which]) if names else ""


def _name_group(item: pytest.Item) -> None:
    """The test's group at the end of its id, which is what pytest-xdist goes by. Up to 3.8 it writes it where
    pytest does not look since 9.2: there every test was a group of its own."""
    groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
    end = f"@{'_'.join(groups)}"
    if groups and not item.nodeid.endswith(end):
        item._id = type(item._id).parse(item.nodeid + end)  # type: ignore[attr-defined]


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
