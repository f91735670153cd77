"""Begins threads for what a step can do without: where the system has none left, it goes on without them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

_log = logging.getLogger(__name__)


def began(thread: threading.Thread) -> bool:
    """Starts it. False: the system has no thread left for it; the log says so, and the caller goes on."""
    return has_begun(thread.start, thread.name)


def has_begun(start: Callable[[], object], name: str) -> bool:
    """The same of what starts threads of its own."""
    try:
        start()
    except RuntimeError as wrong:  # "can't start new thread"
        _log.warning("no thread could be begun for %s (%s): it is left out", name, wrong)
        return False
    return True


class SpareThread:
    """Runs a function in a thread of its own. Where the system has none left, `begin` does nothing, and may
    be called again."""

    def __init__(self, run: Callable[[], None], name: str) -> None:
        self._run: Callable[[], None] | None = run
        """Only until it runs or is waited for: as a method of its owner it would keep that alive."""
        self._name = name
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self) -> bool:
        """Whether it runs, or has run to its end."""
        with self._lock:
            if self._run is not None:
                thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                if began(thread):
                    self._thread, self._run = thread, None
            return self._thread is not None

    def join(self) -> None:
        """Waits for its end, where it has begun and is not the thread that asks; it begins no more."""
        with self._lock:
            self._run, thread = None, self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()
