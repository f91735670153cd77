"""Test stand-ins for objects of the program, which can only have attributes that the real ones have."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any


def stand_in(real: type, **has: Any) -> SimpleNamespace:
    """An object with these attributes. Each must be an attribute of `real`, so that no test passes on an
    attribute that the program does not have. Attributes that are set later are not checked.

    >>> stand_in(str, frame=1)
    Traceback (most recent call last):
    AssertionError: str has no frame
    """
    set_at_start = real.__init__.__code__.co_names if inspect.isfunction(real.__init__) else ()
    known = {*dir(real), *set_at_start, *inspect.get_annotations(real)}
    for name in has:
        assert name in known, f"{real.__name__} has no {name}"
    return SimpleNamespace(**has)
