"""The companion's own chance in tests: the same in every run, unless new examples are wanted.

A table's id and the seed of its bag are drawn by the operating system. A page is some bytes longer for one id
than for another, and one seed begins with other worlds than the next: what a test finds should not depend on
it, and what it found should be found again.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.table import tables
from tests.default_run import EXAMPLES

_chance = Random()
if EXAMPLES != "new":
    tables.secrets = SimpleNamespace(choice=_chance.choice, randbits=_chance.getrandbits)  # type: ignore[assignment]


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> None:
    """Each fixture has its own chance: which test of a module comes first differs from worker to worker."""
    _chance.seed(f"{fixturedef.baseid} {fixturedef.argname} {request.node.nodeid.partition('@')[0]}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    _chance.seed(item.nodeid.partition("@")[0])
