"""Which values of a test are in the default run: `make test` takes the first, `make test-all` all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_by_default(values: Iterable[Any], count: int = 1) -> list[Any]:
    """Parameters of a test: all but the first `count` are `slow`."""
    given = list(values)
    return [*given[:count], *(_slow(value) for value in given[count:])]


def _slow(value: Any) -> Any:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)
