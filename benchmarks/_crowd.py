"""A crowd of connections that never come to a request, from a process of its own.

`python benchmarks/_crowd.py PORT connections|slow-loris SECONDS` prints one line of JSON: what became of it,
and what it cost this process.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import deque
from contextlib import suppress

AT_ONCE = 64
"""Connections that are being opened at the same moment."""
HELD = 950
"""Connections that are kept open; a process may often hold no more than 1024 files."""
REQUEST = "GET /timer HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaa" * 9


async def crowd(port: int, slowly: bool, seconds: float) -> dict[str, float]:
    held: deque[asyncio.StreamWriter] = deque()
    begun, refused, left = time.perf_counter(), 0, 1_000 if slowly else 10_000

    async def come() -> None:
        nonlocal refused, left
        while left > 0 and time.perf_counter() < begun + seconds:
            left -= 1
            try:
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                refused += 1
                continue
            held.append(writer)
            if len(held) > HELD:
                held.popleft().close()

    await asyncio.gather(*(come() for _ in range(AT_ONCE)))
    took = time.perf_counter() - begun
    for letter in REQUEST:
        if time.perf_counter() > begun + seconds:
            break
        for writer in held if slowly else ():
            with suppress(OSError):
                writer.write(letter.encode())
        await asyncio.sleep(1)
    closed = sum(writer.transport.is_closing() for writer in held)
    for writer in held:
        writer.close()
    return {
        "opened": (1_000 if slowly else 10_000) - left,
        "refused": refused,
        "took": took,
        "let go": closed,
        "held": len(held),
        "processor": time.process_time(),
    }


if __name__ == "__main__":
    told = asyncio.run(crowd(int(sys.argv[1]), sys.argv[2] == "slow-loris", float(sys.argv[3])))
    print(json.dumps(told))
