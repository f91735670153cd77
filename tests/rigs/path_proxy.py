"""A small proxy that serves another server below a path of its own, as nginx and Caddy do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping

READ_BYTES = 1 << 16


class PathProxy:
    """Serves the server at `port` below `path` ("/games/table") on a port of its own, in a thread. strips:
    whether it takes the path off the address; headers: what it adds. missed: addresses that were asked for
    outside of the path, each answered by 404."""

    def __init__(
        self, port: int, path: str, strips: bool = True, headers: Mapping[str, str] | None = None
    ) -> None:
        self._upstream, self._path, self._strips = port, path, strips
        self._headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http", **(headers or {})}
        self.missed: list[str] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready, self._done = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))
        self._thread.start()
        self._ready.wait(10)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self._path}"

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._done.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request of a connection, which is closed after its answer."""
        upstream: asyncio.StreamWriter | None = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, *fields = head.decode("latin-1").rstrip("\r\n").split("\r\n")
            method, target, version = first.split(" ")
            if not target.startswith((self._path + "/", self._path + "?")) and target != self._path:
                self.missed.append(target)
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            target = target.removeprefix(self._path) if self._strips else target
            kept = [it for it in fields if it.partition(":")[0].lower() not in ("connection", *self._own())]
            lines = [f"{method} {target or '/'} {version}", *kept, "Connection: close"]
            lines += [f"{name}: {value}" for name, value in self._headers.items()]
            answers, upstream = await asyncio.open_connection("127.0.0.1", self._upstream)
            upstream.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
            sending = asyncio.ensure_future(_pump(reader, upstream))
            await _pump(answers, writer)
            sending.cancel()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # a browser that went away, or the end
        finally:
            for side in (writer, upstream):
                if side is not None:
                    side.close()

    def _own(self) -> tuple[str, ...]:
        return tuple(name.lower() for name in self._headers)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(READ_BYTES):
        writer.write(data)
        await writer.drain()
