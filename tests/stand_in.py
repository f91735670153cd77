"""Stand-ins for objects of the program that have nothing the real ones lack."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any


def stand_in(real: type, **has: Any) -> SimpleNamespace:
    """An object with these attributes; each must be one of `real`'s, so that no test passes on what the
    program does not have. Setting another one later is not checked.

    >>> stand_in(str, frame=1)
    Traceback (most recent call last):
    AssertionError: str has no frame
    """
    set_at_start = real.__init__.__code__.co_names if inspect.isfunction(real.__init__) else ()
    known = {*dir(real), *set_at_start, *inspect.get_annotations(real)}
    for name in has:
        assert name in known, f"{real.__name__} has no {name}"
    return SimpleNamespace(**has)
