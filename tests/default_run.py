"""Which values of a test are in the default run, and how many examples of a property.

`make test` takes the first values, `make test-slow` the others; `make test-all` takes all of them.

CONTRIBUTING.md says what belongs to which.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest


def first_by_default(values: Iterable[Any], count: int = 1, whole: bool = False) -> list[Any]:
    """Parameters of a test: all but the first `count` are `slow`.

    whole: a tuple is one parameter's value, as a size is, and not the values of several parameters.
    """
    given = list(values)
    return [*given[:count], *(_slow((value,) if whole else value) for value in given[count:])]


EXAMPLES = os.environ.get("COMPANION_EXAMPLES", "few")
"""few: a third of a property's examples; same: all of them, the same in every run; new: others each time."""


def examples(count: int) -> int:
    """How many examples of a property are tried."""
    return count if EXAMPLES != "few" else max(1, count // 3)


def _slow(value: Any) -> Any:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)
