"""Fixtures and settings shared by all test folders: a real browser, test catalogues, hypothesis profiles.

Property tests (hypothesis) use the same examples in every run, so a test that passes here passes anywhere.
They have no deadline, because the time of an example depends on the machine's load. `make test` tries a third
of the examples, `make test-slow` all of them, and `make test-all` new ones each time: COMPANION_EXAMPLES.
"""

from __future__ import annotations

import atexit
import functools
import gc
import hashlib
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import flask
import jinja2
import jinja2.bccache
import pytest
import sqlalchemy
import werkzeug.routing
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from companion import translation
from companion.coach import reviews
from companion.table import journal, sql_tables
from tests import same_chance, work_order
from tests.default_run import EXAMPLES, examples, has_its_turn
from tests.web import device

settings.register_profile("new", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("same", settings.get_profile("new"), derandomize=True)
settings.register_profile("few", settings.get_profile("same"), max_examples=examples(100))
settings.load_profile(EXAMPLES)
if EXAMPLES != "new":
    # Hypothesis also tries constants that it finds in the files of all modules loaded so far: examples that
    # differ by worker, and in a fresh clone each worker reads 900 files for them.
    providers._get_local_constants = lambda: providers._local_constants

_RAM_DISK, _MIN_FREE_BYTES = Path("/dev/shm"), 1 << 30
# A journal waits for the disk at every entry. No test cuts the power, so all test files may be kept in
# memory.
if (
    _RAM_DISK.is_dir()
    and os.access(_RAM_DISK, os.W_OK)
    and shutil.disk_usage(_RAM_DISK).free > _MIN_FREE_BYTES
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_RAM_DISK))


def _shared_run_folder() -> Path:
    """A folder that all workers of this run share. The process that starts the run deletes it at the end."""
    if "COMPANION_TEST_TEMPLATES" not in os.environ:
        made = tempfile.mkdtemp(prefix="templates-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        os.environ["COMPANION_TEST_TEMPLATES"] = made
        atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(os.environ["COMPANION_TEST_TEMPLATES"])


NO_COMPANION = ("--port", "1")
"""For `doctor`, which asks the companion that runs at its port about cameras and lights, and not the cameras
that a test names: on the machine of who runs the tests one may run at the usual port."""
_DATA_FOLDERS = ("XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA")
"""Where the companion's data folder lies. The second is for Windows."""
_shared_data = _shared_run_folder() / f"data-{os.getpid()}"
os.environ.update(dict.fromkeys(_DATA_FOLDERS, str(_shared_data / "shared")))
os.environ["XDG_CACHE_HOME"] = str(_shared_run_folder() / "cache")


@pytest.fixture(autouse=True)
def own_data_folder(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test reads or writes the data folder of the person who runs the tests, nor that of another test."""
    own = str(_shared_data / hashlib.sha1(request.node.nodeid.encode()).hexdigest())
    # Its own patch: the fixture `monkeypatch`, asked for here, would be undone after all other fixtures.
    with pytest.MonkeyPatch.context() as patch:
        for named in _DATA_FOLDERS:
            patch.setenv(named, own)
        yield


# The coach searches the moments of a game in idle time. A table that several tests share is idle at once, and
# two processes then work at it to the end of the run. What tests that (tests/coach/test_reviews.py) sets its
# own time.
reviews.IDLE_SECONDS = reviews.HOUSE_IDLE_SECONDS = 3600.0


@pytest.fixture
def others_left_out() -> None:
    """From here on `gc.collect` looks through what this test makes, and not through what others left, which
    takes up to a second each time."""
    gc.freeze()


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Compiles templates once for all apps of a run; each test that serves pages creates an app."""

    def __init__(self) -> None:
        super().__init__(str(_shared_run_folder()))
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


class _BoundRoutes:
    """Binds the same routes once for all apps of a run, when the first of them is asked for an address: that
    takes half of the time to create an app. What an app serves at them is not kept here."""

    def __init__(self) -> None:
        self._bound: dict[Any, Any] = {}

    def add(self, routes: Any, factory: Any) -> None:
        vars(routes).setdefault("given", []).extend(factory.get_rules(routes))
        routes._remap = True

    def update(self, routes: Any) -> None:
        if not routes._remap:
            return
        with routes._remap_lock:
            if not routes._remap:
                return
            given = vars(routes).get("given", [])
            words = (routes.host_matching, *map(self._words, given))
            if words not in self._bound:
                fresh = werkzeug.routing.Map(host_matching=routes.host_matching)
                for rule in given:
                    rule.bind(fresh, rebind=True)
                    fresh._matcher.add(rule)
                    fresh._rules_by_endpoint.setdefault(rule.endpoint, []).append(rule)
                self._sort(fresh)
                self._bound[words] = fresh
            bound = self._bound[words]
            routes._matcher, routes._rules_by_endpoint = bound._matcher, bound._rules_by_endpoint
            routes._remap = False

    _sort = staticmethod(werkzeug.routing.Map.update)

    @staticmethod
    def _words(rule: Any) -> Any:
        """All that a route's words say."""
        assert (rule.build_only, rule.redirect_to, rule.alias) == (False, None, False), rule
        methods, defaults = frozenset(rule.methods or ()), tuple(sorted((rule.defaults or {}).items()))
        how = rule.strict_slashes, rule.merge_slashes, rule.provide_automatic_options
        return rule.rule, rule.endpoint, methods, defaults, rule.subdomain, rule.host, how


_routes = _BoundRoutes()
werkzeug.routing.Map.add = lambda routes, factory: _routes.add(routes, factory)  # type: ignore[method-assign]
werkzeug.routing.Map.update = lambda routes: _routes.update(routes)  # type: ignore[method-assign]


class _OfAnyFile(sqlalchemy.util.LRUCache[Any, Any]):
    """Compiled statements, which hold for every database file though a key begins with the dialect of one."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(key[1:], compiled)


class _CompiledStatements:
    """Compiles SQL, and writes a journal's tables as SQL, once for a run, which makes thousands of journals.
    The statements are the same, and each journal executes them."""

    def __init__(self) -> None:
        self._compiled = _OfAnyFile(2000)
        self._make_engine, self._lay_out = journal.make_engine, sql_tables.META.create_all

    def made_engine(self, url: sqlalchemy.URL) -> sqlalchemy.Engine:
        engine = self._make_engine(url)
        if isinstance(engine.dialect, SQLiteDialect_pysqlite):
            engine.update_execution_options(compiled_cache=self._compiled)
        return engine

    @functools.cached_property
    def _tables(self) -> list[str]:
        engine = sqlalchemy.create_engine("sqlite://")
        with engine.begin() as connection:
            self._lay_out(connection)
            made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql > ''").scalars().all()
        engine.dispose()
        return [*made]

    def laid_out(self, connection: Any) -> None:
        of_sqlite = isinstance(connection.dialect, SQLiteDialect_pysqlite)
        if not of_sqlite or connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():
            self._lay_out(connection)
            return
        for statement in self._tables:
            connection.exec_driver_sql(statement)


_statements = _CompiledStatements()
journal.make_engine = _statements.made_engine
sql_tables.META.create_all = _statements.laid_out  # type: ignore[method-assign]

# The engine without a window comes first: a device then costs 0.2 s of processor time instead of 0.7.
_CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def _chromium() -> str | None:
    """The browser's executable: COMPANION_CHROMIUM, else one found on the system; None: playwright's own."""
    named = os.environ.get("COMPANION_CHROMIUM")
    return named or next((found for name in _CHROMIUM_NAMES if (found := shutil.which(name))), None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report = yield
    if report.when == "call" and report.failed and work_order.has_marker(item, "browser"):
        report.sections += [("A page then showed", words) for words in device.shown()]
    return _no_skip_in_ci(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    return _no_skip_in_ci((yield))


def pytest_configure(config: pytest.Config) -> None:
    """Workers keep the order of `work_order`; otherwise pytest-xdist starts with its largest groups."""
    config.pluginmanager.register(same_chance)
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, Any, Any]:
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.property)
    others = [item for item in items if not has_its_turn(item.nodeid)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if has_its_turn(item.nodeid)]
    work_order.group(items)
    result = yield
    work_order.sort(items)
    if getattr(config.option, "loadgroup", False):
        work_order.name_groups(items)
        if os.environ.get("PYTEST_XDIST_WORKER") == "gw0":
            work_order.tell_kinds(items, _kinds_of_tests())
    return result


def _kinds_of_tests() -> Path:
    return _shared_run_folder() / "kinds-of-tests.json"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    dealt_by_group = getattr(config.option, "dist", "") == "loadgroup"
    return work_order.ByKinds(config, log, _kinds_of_tests()) if dealt_by_group else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Turns garbage collection off during collection, where it took a quarter of the time. Collected tests
    stay to the end, so they are frozen and never scanned later either. Afterwards it runs more seldom than by
    default, which saves a twentieth."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def _no_skip_in_ci(report: Any) -> Any:
    """With CI=true a test that is skipped for a missing tool counts as failed."""
    if report.outcome == "skipped" and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not allow: {report.longrepr[-1]}"
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium for the whole run; each test opens its own contexts (devices)."""
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
    """Replaces the catalogues: catalogue(language, {message, or (singular, plural): translation})."""
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
