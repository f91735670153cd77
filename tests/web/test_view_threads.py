"""Tests of the threads in which Flask answers: none waits for a loop that is gone, or for nobody."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.web.transport.view_threads import ViewThreads

PARTS = 30
"""More than a2wsgi's queue holds."""
SECONDS = 60
SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "path": "/",
    "query_string": b"",
    "headers": [],
    "method": "GET",
}


@pytest.mark.usefixtures("others_left_out")
@pytest.mark.parametrize("goes_on", ["before its request ends", "after its loop"])
def test_a_view_that_outlives_its_request_ends(goes_on: str) -> None:
    begun, go, ended = threading.Event(), threading.Event(), threading.Event()

    def view(environ: Any, start_response: Any) -> Iterator[bytes]:
        begun.set()
        go.wait(SECONDS)
        start_response("200 OK", [])
        yield from [b"part"] * PARTS
        ended.set()

    async def takes_nothing(message: Any) -> None:
        await asyncio.Event().wait()

    async def request_that_ends(threads: ViewThreads) -> None:
        answering = asyncio.ensure_future(threads(SCOPE, takes_nothing, takes_nothing))  # type: ignore[arg-type]
        await asyncio.to_thread(begun.wait, SECONDS)
        if goes_on == "before its request ends":
            go.set()
            await asyncio.sleep(0.05)
        answering.cancel()
        with suppress(asyncio.CancelledError):
            await answering

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        threads = ViewThreads(view, 1)
        asyncio.run(request_that_ends(threads))
        go.set()
        assert ended.wait(SECONDS)
        threads.executor.shutdown()
        gc.collect()
    assert [str(it.message) for it in warned] == []
