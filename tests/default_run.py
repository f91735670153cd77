"""Which values of a test are in the default run, and how many examples of a property.

`make test` takes the first values, `make test-slow` the others; `make test-all` takes all of them.

CONTRIBUTING.md says what belongs to which.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest


def first_by_default(values: Iterable[Any], count: int = 1, whole: bool = False) -> list[Any]:
    """Parameters of a test: all but the first `count` are `slow`.

    whole: a tuple is one parameter's value, as a size is, and not the values of several parameters.
    """
    given = list(values)
    return [*given[:count], *(_slow((value,) if whole else value) for value in given[count:])]


EXAMPLES = os.environ.get("COMPANION_EXAMPLES", "few")
"""few: a third of a property's examples; same: all of them, the same in every run; new: others each time."""


T = TypeVar("T")


def shared(values: Sequence[T], at: int, among: int) -> Sequence[T]:
    """The part of these values that falls to the case `at` of those that share them: each value meets each of
    `among` neighbouring cases once. `make test-all` tries all values in every case."""
    return values if EXAMPLES == "new" else values[at % among :: among]


def many(count: int) -> int:
    """How many of the thousands that a slow test tries, by seeds: a quarter, and all in `make test-all`."""
    return count if EXAMPLES == "new" else count // 4


def examples(count: int) -> int:
    """How many examples of a property are tried."""
    return count if EXAMPLES != "few" else max(1, count // 3)


def _slow(value: Any) -> Any:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)


TURN = os.environ.get("COMPANION_TURN", "")
"""1 or 2: which half of the slow tests runs, as at each change (.ci/run); "": all."""


def has_its_turn(name: str) -> bool:
    """Whether the test of this name is in the half that runs."""
    return TURN in ("", str(1 + crc32(name.encode()) % 2))
