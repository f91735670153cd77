"""A new PostgreSQL server from this machine's packages, for as long as a test or benchmark needs it."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from tests.rigs.ports import free_port


class NoPostgres(Exception):
    """No server can be started here; the message gives the reason."""


def program(name: str) -> str | None:
    return shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)


class PostgresServer:
    """A server that can be stopped and started again. url: address of its database."""

    def __init__(self, folder: str, command: list[str], account: dict[str, Any], port: int) -> None:
        self._folder, self._command, self._account = folder, command, account
        self.url = f"postgresql+psycopg://table@127.0.0.1:{port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = Path(self._folder, "log")
        with log.open("a") as out:
            self._process = subprocess.Popen(
                self._command, stdout=out, stderr=out, cwd=self._folder, **self._account
            )
        for _ in range(300):
            try:
                Journal(self.url).close()
                return
            except JournalError:
                if self._process.poll() is not None:
                    raise NoPostgres(log.read_text()[-500:]) from None
                threading.Event().wait(0.1)
        raise NoPostgres("the server never answered")

    def stop(self) -> None:
        """Stops at once, as `pg_ctl stop -m fast` does, and closes all connections."""
        if self._process is not None:
            self._process.send_signal(2)
            self._process.wait(30)
            self._process = None


@contextmanager
def postgres_server(*options: str) -> Iterator[PostgresServer]:
    """A new server. options: further options of `postgres`. Raises NoPostgres."""
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None or os.name == "nt":
        raise NoPostgres("no PostgreSQL server is installed here")
    # A server refuses to run as root, so it runs with an account that owns nothing else.
    account: dict[str, Any] = {"user": "nobody"} if os.geteuid() == 0 else {}
    folder = tempfile.mkdtemp(prefix="pg")  # a short name, because the path of a socket is limited
    server = None
    try:
        if account:
            shutil.chown(folder, "nobody")
        data = f"{folder}/data"
        run = [initdb, "-D", data, "-U", "table", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(run, capture_output=True, text=True, cwd=folder, **account)
        if made.returncode:
            raise NoPostgres(f"initdb does not run here: {made.stderr.strip()[-200:]}")
        port = free_port()
        command = [postgres, "-D", data, "-k", folder, "-p", str(port), "-h", "127.0.0.1", *options]
        server = PostgresServer(folder, command, account, port)
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
