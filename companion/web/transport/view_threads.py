"""Threads in which Flask answers, as a2wsgi runs them, also where a view outlives its request or its server.

a2wsgi hands each part of an answer to the event loop, and its thread waits until the loop has taken it. Once
nobody takes anything any more (the device has gone, the server stops), that thread would wait for ever, and
its last part would be a coroutine that nobody runs.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder


class ViewThreads(WSGIMiddleware):
    """An ASGI application: a WSGI application in `workers` threads."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        answer = _Answer(self.app, self.executor, self.send_queue_size)
        try:
            await answer(scope, receive, send)
        finally:
            answer.end()


class _Answer(WSGIResponder):
    """One request's answer. What its view still gives after `end` is dropped."""

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self._sending = threading.Lock()
        self._ended = False

    def send(self, message: Any) -> None:
        """Called by the view's thread: returns once the loop has taken the message."""
        with self._sending:  # the loop ends after `end`: what is handed to it before is run
            if self._ended:
                return
            taken = asyncio.run_coroutine_threadsafe(self._take(message), self.loop)
        taken.result()

    async def _take(self, message: Any) -> None:
        if not self._ended:
            await self.send_queue.put(message)

    def end(self) -> None:
        with self._sending:
            self._ended = True
        while not self.send_queue.empty():  # a thread may wait for a place
            self.send_queue.get_nowait()
