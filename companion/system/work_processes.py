"""Runs long pure-Python work (PDFs, pictures, the coach's searches) in separate processes.

A computing thread would delay those that answer taps through the interpreter lock: some milliseconds each
time, a dozen times a tap. The processes are started on demand at low priority and end after IDLE_SECONDS.
Starting one takes a second of processor time.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from companion.system.garbage import collect_seldom
from companion.translation import language, speaking

MAX_PROCESSES = 2
"""At the same time: most hosts have as many cores."""
IDLE_SECONDS = 60.0
"""Without work the processes end after this."""
MAX_PACKED = 20
"""Times that work is packed anew, as what it is about changed meanwhile."""
NICENESS = 10
"""Of the work processes (POSIX)."""

Result = TypeVar("Result")
Run = Callable[..., Any]
"""As `WorkProcesses.run`."""


def run_inline(work: Callable[..., Result], *arguments: Any) -> Result:
    """A Run that does the work in the caller's thread."""
    return work(*arguments)


class WorkProcesses:
    """Does work in the caller's thread until `open` is called, and after `close`. Used by any thread."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self._idle = idle
        self._lock = threading.Lock()
        self._opened = False
        self._pool: ProcessPoolExecutor | None = None
        self._running = 0
        self._idle_timer: threading.Timer | None = None

    def open(self) -> None:
        self._opened = True

    @property
    def opened(self) -> bool:
        """Whether work is done in other processes."""
        return self._opened

    def close(self) -> None:
        """Cancels queued work; work in progress runs to its end, its result is dropped."""
        with self._lock:
            self._opened = False
            self._end()

    def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Returns or raises what `work`, a module-level function, does in the current language. Work that
        cannot be pickled (some games have such parts) is done in the caller's thread."""
        packed = _packed((language(), work, arguments)) if self._opened else None
        if packed is None:
            return work(*arguments)
        try:
            return self._run_in_pool(packed)
        except BrokenProcessPool:
            # The process was killed or ran out of memory: retry once in a new one.
            return self._run_in_pool(packed)

    def _run_in_pool(self, packed: bytes) -> Any:
        with self._lock:
            if self._idle_timer is not None:
                self._idle_timer.cancel()
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    MAX_PROCESSES, multiprocessing.get_context("spawn"), _init_worker, (NICENESS,)
                )
            pool, self._running = self._pool, self._running + 1
        try:
            return pool.submit(_run_packed, packed).result()
        except BrokenProcessPool:
            with self._lock:
                if self._pool is pool:
                    self._end()
            raise
        finally:
            with self._lock:
                self._running -= 1
                if not self._running and self._pool is not None:
                    self._idle_timer = threading.Timer(self._idle, self._end_idle)
                    self._idle_timer.daemon = True
                    self._idle_timer.start()

    def _end_idle(self) -> None:
        with self._lock:
            if not self._running:
                self._end()

    def _end(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _packed(all_of_it: tuple[Any, ...]) -> bytes | None:
    """None: it cannot be pickled. What a state or a game looks up once it keeps in itself: where another
    thread made it do so while it was gone through, it is gone through again."""
    for _time in range(MAX_PACKED):
        try:
            return pickle.dumps(all_of_it)
        except (pickle.PicklingError, TypeError, AttributeError):
            return None
        except RuntimeError:  # a dictionary changed its size
            continue
    return None


# --- in the other process


def _init_worker(nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    collect_seldom()
    if hasattr(os, "nice"):
        os.nice(nice)
    if hasattr(os, "SCHED_BATCH"):  # from whatever priority the server was given
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    threading.Thread(target=_exit_with_parent, name="parent", daemon=True).start()


def _exit_with_parent() -> None:
    """Exits when the server is killed: it would not end the pool, and this process would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_packed(packed: bytes) -> Any:
    # Unpickled here and not by the pool, so that its imports run at low priority and an error fails this work
    # only.
    spoken, work, arguments = pickle.loads(packed)
    with speaking(spoken):
        return work(*arguments)
