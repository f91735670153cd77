"""Which test runs where and when: the order of the tests, what stays together, and which worker gets what.

A browser test waits for its page for half of its time; the others keep a core busy. So of three workers or
more one begins with the browser tests, beside the others; at the end all do them. Long tests come first of
their kind: at the end no worker is left with one while the others are idle.

A browser's driver keeps an event loop running in the main thread, and zeroconf and `asyncio.run` cannot have
one beside it: a worker that had a browser test gets nothing else.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

FEWEST_WORKERS = 3
"""With fewer, none begins with browser tests: it might be done with them early, and then be idle."""


def has_marker(item: pytest.Item, marker: str) -> bool:
    return item.get_closest_marker(marker) is not None


def group(items: list[pytest.Item]) -> None:
    """Tests with a module-scoped fixture (a wheel, a PostgreSQL server, a Firefox, a scene) run in one
    worker, so that it is made only once."""
    for item in items:
        made = _module_fixture_group(item)
        if made and not has_marker(item, "xdist_group"):
            item.add_marker(pytest.mark.xdist_group(made))


def sort(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (has_marker(item, "browser"), not has_marker(item, "long")))


def name_groups(items: list[pytest.Item]) -> None:
    """Appends each test's group to its id, where pytest-xdist looks for it. Versions of pytest-xdist up to
    3.8 write it where pytest no longer looks since 9.2, so that every test became a group of its own."""
    for item in items:
        groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        end = f"@{'_'.join(groups)}"
        if groups and not item.nodeid.endswith(end):
            item._id = type(item._id).parse(item.nodeid + end)  # type: ignore[attr-defined]


def tell_browser_tests(items: list[pytest.Item], told: Path) -> None:
    """Workers send their tests' ids and no marks: which are browser tests lies in the folder of the run."""
    told.write_text("\n".join(item.nodeid for item in items if has_marker(item, "browser")), "utf-8")


class BrowserBeside(LoadGroupScheduling):
    """Gives each worker its next group of tests."""

    def __init__(self, config: pytest.Config, log: Any, told: Path) -> None:
        super().__init__(config, log)
        self._told = told
        self._of_browser: set[str] = set()
        self._only_browser: set[Any] = set()

    def schedule(self) -> None:
        if self.collection is None:
            told = self._told.read_text("utf-8").split("\n")
            self._of_browser = {self._split_scope(test) for test in told if test}
            if self._of_browser and len(self.nodes) >= FEWEST_WORKERS:
                self._only_browser = {self.nodes[0]}
        super().schedule()

    def _assign_work_unit(self, node: Any) -> None:
        if scope := self._next_of_kind(node in self._only_browser):
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        if node in self._only_browser and not self._next_of_kind(True):
            node.shutdown()
        else:
            super()._reschedule(node)

    def _next_of_kind(self, browser: bool) -> str | None:
        return next((scope for scope in self.workqueue if (scope in self._of_browser) is browser), None)


def _module_fixture_group(item: pytest.Item) -> str:
    """The group of a test with module-scoped fixtures: its module and the fixtures' parameters; "": none."""
    fixtures = getattr(item, "_fixtureinfo", SimpleNamespace(name2fixturedefs={})).name2fixturedefs
    names = [name for name, found in fixtures.items() if found[-1].scope == "module"]
    values = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    which = [str(values[name]) for name in names if name in values]
    return "-".join([item.nodeid.partition("::")[0], *which]) if names else ""
