"""Whether streams may still be watched, asked again while they go on."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from companion.table.journal_errors import JournalError

RIGHTS_SECONDS = 1.0
"""Between two looks at each stream's right; what another process changed is known CACHE_SECONDS later."""

_log = logging.getLogger(__name__)

Right = Callable[[], bool]
"""Whether a stream may still be watched, asked in any thread. May raise JournalError."""


class StreamRights:
    """The streams of one event loop with their rights. closing: set when all streams end."""

    def __init__(self, closing: threading.Event) -> None:
        self._closing = closing
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rights: dict[object, tuple[Right, Callable[[], None]]] = {}
        """Of each stream: whether it may still be watched, and what ends it. Used in the loop alone."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Has each stream's right asked again at once, from any thread: something about rights changed."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and with it the streams
                self._loop.call_soon_threadsafe(self._changed.set)

    @contextmanager
    def while_allowed(self, right: Right, refuse: Callable[[], None]) -> Iterator[None]:
        """Within the block the right is asked again every RIGHTS_SECONDS, and when rights change; `refuse` is
        called in the loop once it is lost."""
        self._loop = asyncio.get_running_loop()
        stream = object()
        self._rights[stream] = (right, refuse)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._ask_all())
        try:
            yield
        finally:
            self._rights.pop(stream, None)

    async def _ask_all(self) -> None:
        """Ends the streams that have lost their right, while there are any."""
        loop = asyncio.get_running_loop()
        while self._rights and not self._closing.is_set():
            self._changed.clear()
            asked = tuple((stream, right) for stream, (right, _refuse) in self._rights.items())
            for stream in await loop.run_in_executor(None, _without_right, asked):
                if (lost := self._rights.pop(stream, None)) is not None:
                    lost[1]()
            with suppress(TimeoutError):
                async with asyncio.timeout(RIGHTS_SECONDS):
                    await self._changed.wait()


def _without_right(asked: tuple[tuple[object, Right], ...]) -> list[object]:
    """The streams that may no longer be watched. While the journal cannot be asked, they go on."""
    lost = []
    for stream, right in asked:
        try:
            if not right():
                lost.append(stream)
        except JournalError:
            continue
        except Exception:
            _log.exception("whether a stream may go on cannot be told: it ends")
            lost.append(stream)
    return lost
