"""Server processes that can be killed: `companion serve`, forked from a process that has imported everything.

A fork takes some 50 ms instead of seconds, so that a test can start many. POSIX only.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

from tests.rigs.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
CAN_FORK = hasattr(os, "fork")


class ServerProcess:
    """A running `companion serve`. address: of its pages."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    def kill(self, how: int | None = None) -> None:
        """how: a signal; None: like a power cut."""
        os.kill(self.pid, signal.SIGKILL if how is None else how)


class Nursery:
    """Starts server processes, and ends all of them when it is closed."""

    def __init__(self, **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.rigs.server_processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **environment},
            text=True,
        )
        self._read_answer()

    def serve(self, database: str, port: int = 0, *options: str, **limits: int) -> ServerProcess:
        """A server on this journal that already answers.

        limits: `file_size`, the most bytes of a file; `rest`, seconds after which an unused table leaves
        memory.
        """
        port = port or free_port()
        arguments = ["--database", database, "--port", str(port), "--host", "127.0.0.1", *options]
        answer = self._ask({"serve": arguments, **limits})
        server = ServerProcess(answer["pid"], port)
        until = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{server.address}/state-of-nothing", timeout=60)
            except urllib.error.HTTPError:
                return server
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def wait(self, server: ServerProcess) -> int:
        """Waits until the process has ended; returns its exit status (below 0: the signal)."""
        status: int = self._ask({"wait": server.pid})["status"]
        return status

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, what: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return self._read_answer()

    def _read_answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that starts servers has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


# --- in the process that forks servers


def _serve(arguments: list[str], file_size: int, rest: int) -> None:
    """Never returns."""
    if rest:
        from companion.table import open_tables, tables

        open_tables.SWEEP_INTERVAL_SECONDS = rest / 10
        tables.OpenTables = partial(open_tables.OpenTables, rest=rest)  # type: ignore[misc]
    if file_size:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    if "FAKETIME_TIMESTAMP_FILE" in os.environ:
        # libfaketime 0.9.10 rejects Python's sleep, which waits for a time of the monotonic clock.
        time.sleep = lambda seconds: threading.Event().wait(seconds)  # type: ignore[assignment,arg-type,return-value]
    from companion.cli import main

    status = 1
    try:
        main(["serve", "--camera", "none", "--lights", "none", "--backup-every", "0", *arguments])
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 0
    finally:
        os._exit(status)


def _fork_on_request() -> None:
    import companion.commands.serve
    import companion.web.app  # noqa: F401
    from companion import games

    for name in games.names():
        games.load(name)
    children: set[int] = set()
    print("{}", flush=True)
    try:
        for line in sys.stdin:
            asked = json.loads(line)
            if "wait" in asked:
                _, status = os.waitpid(asked["wait"], 0)
                children.discard(asked["wait"])
                print(json.dumps({"status": os.waitstatus_to_exitcode(status)}), flush=True)
                continue
            pid = os.fork()
            if pid == 0:
                _serve(asked["serve"], asked.get("file_size", 0), asked.get("rest", 0))
            children.add(pid)
            print(json.dumps({"pid": pid}), flush=True)
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    _fork_on_request()
