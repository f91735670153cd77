"""Which test runs where and when: the order of the tests, what stays together, and which worker gets what.

Most tests keep a core busy. Those of a browser wait for its pages for half of their time, and some, marked
`waits`, do nothing but wait for boards, connections and clocks: several of these at once would leave a core
idle. So of three workers or more one begins with the browser tests, another with those that wait, and at the
end all do what is left. Long tests come first of their kind: at the end no worker has one while the others
are idle.

A browser's driver keeps an event loop running in the main thread, and zeroconf and `asyncio.run` cannot have
one beside it: a worker that had a browser test gets nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

BROWSER, WAITS = "browser", "waits"
"""Kinds of tests, by their mark; the others have none."""
FEWEST_WORKERS = 3
"""With fewer, none begins with a kind: it might be done with the browser tests early, and then be idle."""


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
    """A group is done by one worker, so the more tests it has, the earlier it begins."""
    sizes = Counter(filter(None, map(groups_of, items)))
    items.sort(
        key=lambda item: (has_marker(item, "browser"), not has_marker(item, "long"), -sizes[groups_of(item)])
    )


def groups_of(item: pytest.Item) -> str:
    return "_".join(sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")}))


def name_groups(items: list[pytest.Item]) -> None:
    """Appends each test's group to its id, where pytest-xdist looks for it. Versions of pytest-xdist up to
    3.8 write it where pytest no longer looks since 9.2, so that every test became a group of its own."""
    for item in items:
        groups = groups_of(item)
        end = f"@{groups}"
        if groups and not item.nodeid.endswith(end):
            item._id = type(item._id).parse(item.nodeid + end)  # type: ignore[attr-defined]


def tell_kinds(items: list[pytest.Item], told: Path) -> None:
    """Workers send their tests' ids and no marks: which tests are of a kind lies in the folder of the run."""
    kinds = {item.nodeid: kind for item in items for kind in (WAITS, BROWSER) if has_marker(item, kind)}
    told.write_text(json.dumps(kinds), "utf-8")


class ByKinds(LoadGroupScheduling):
    """Gives each worker its next group of tests. A group with a browser test is a browser's."""

    def __init__(self, config: pytest.Config, log: Any, told: Path) -> None:
        super().__init__(config, log)
        self._told = told
        self._kinds: dict[str, str] = {}
        self._first: dict[Any, str] = {}
        """The kind with which a worker begins."""

    def schedule(self) -> None:
        if self.collection is None:
            for test, kind in json.loads(self._told.read_text("utf-8")).items():
                scope = self._split_scope(test)
                self._kinds[scope] = BROWSER if BROWSER in (kind, self._kinds.get(scope)) else kind
            if len(self.nodes) >= FEWEST_WORKERS:
                there = [kind for kind in (BROWSER, WAITS) if kind in self._kinds.values()]
                self._first = dict(zip(self.nodes, there, strict=False))
        super().schedule()

    def _assign_work_unit(self, node: Any) -> None:
        kinds = (self._first.get(node, ""), "", WAITS, BROWSER)
        scope = next(filter(None, map(self._next_of, kinds)))
        self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        if self._first.get(node) == BROWSER and not self._next_of(BROWSER):
            node.shutdown()
        else:
            super()._reschedule(node)

    def _next_of(self, kind: str) -> str | None:
        return next((scope for scope in self.workqueue if self._kinds.get(scope, "") == kind), None)


def _module_fixture_group(item: pytest.Item) -> str:
    """The group of a test with module-scoped fixtures: its module and the fixtures' parameters; "": none."""
    fixtures = getattr(item, "_fixtureinfo", SimpleNamespace(name2fixturedefs={})).name2fixturedefs
    names = [name for name, found in fixtures.items() if found[-1].scope == "module"]
    values = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    which = [str(values[name]) for name in names if name in values]
    return "-".join([item.nodeid.partition("::")[0], *which]) if names else ""
