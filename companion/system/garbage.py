"""Keeps the garbage collector from reading the same again and again: everything that lasts, and what a search
makes.

While a thousand modules are imported it would read them all a few times, in a fifth of the start's time, and
find nothing.

A server with 300 tables in memory has half a million objects that last. Each full collection reads all of
them while nobody is answered, for half a second every few seconds. So what one found alive is left out of
the next ones; counting references still frees it. Once an hour all of it is looked through, for what
keeps itself alive in a circle.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

WHOLE_SECONDS = 3600.0
"""Between collections that look through everything."""
SELDOM = (50_000, 20, 100)
"""For `gc.set_threshold`: after so many new objects they are looked through, older ones more seldom."""


def collect_seldom() -> None:
    """For a process that searches for seconds and keeps nearly all that it makes: collections would read that
    over and over, for a third of its time, and find nothing. Counting references frees as ever."""
    gc.set_threshold(*SELDOM)


@contextmanager
def all_made_lasts() -> Iterator[None]:
    """Context manager: neither what is made in it, as imported modules, nor what was there before is looked
    through."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if wanted:
            gc.enable()


@contextmanager
def lasting_left_out(clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Context manager; it leaves out what is there already. clock: gives seconds that never go back."""
    whole_at = clock()

    def notice(phase: str, found: Mapping[str, int]) -> None:
        """Python calls it before ("start") and after ("stop") each collection."""
        nonlocal whole_at
        if found["generation"] != 2:
            return
        if phase == "stop":
            gc.freeze()
        elif clock() - whole_at >= WHOLE_SECONDS:
            whole_at = clock()
            gc.unfreeze()

    gc.callbacks.append(notice)
    try:
        gc.freeze()
        yield
    finally:
        gc.callbacks.remove(notice)
        gc.unfreeze()
