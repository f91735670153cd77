"""Opens many connections that never complete a request, from a separate process.

`python tests/rigs/crowd.py PORT connections|slow-loris SECONDS` prints one line of JSON: how the server
treated them, and the processor time of this process.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import deque
from contextlib import suppress

CONCURRENT_CONNECTS = 64
MAX_HELD_CONNECTIONS = 950
"""A process may often hold no more than 1024 open files."""
REQUEST = "GET /timer HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaa" * 9


async def hold_connections(port: int, slowly: bool, seconds: float) -> dict[str, float]:
    held: deque[asyncio.StreamWriter] = deque()
    begun, refused, left = time.perf_counter(), 0, 1_000 if slowly else 10_000

    async def open_connections() -> None:
        nonlocal refused, left
        while left > 0 and time.perf_counter() < begun + seconds:
            left -= 1
            try:
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                refused += 1
                continue
            held.append(writer)
            if len(held) > MAX_HELD_CONNECTIONS:
                held.popleft().close()

    await asyncio.gather(*(open_connections() for _ in range(CONCURRENT_CONNECTS)))
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
    figures = asyncio.run(hold_connections(int(sys.argv[1]), sys.argv[2] == "slow-loris", float(sys.argv[3])))
    print(json.dumps(figures))
