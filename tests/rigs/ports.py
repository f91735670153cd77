"""Ports for programs that are told theirs, open it later, or close it and open it again.

The system gives such a port away meanwhile to whoever asks for any (port 0) or connects to somewhere. These
lie below those that systems give (from 32768 on Linux, 49152 elsewhere); each worker of a run has its own.
"""

from __future__ import annotations

import os
import re
import socket
from itertools import cycle
from random import Random

FIRST, END = 20_000, 32_000
MOST_WORKERS = 16

_worker = int((re.search(r"\d+$", os.environ.get("PYTEST_XDIST_WORKER", "")) or ["0"])[0]) % MOST_WORKERS
_ports = list(range(FIRST + _worker, END, MOST_WORKERS))
_begin = Random().randrange(len(_ports))  # two runs on one machine begin elsewhere
_next = cycle(_ports[_begin:] + _ports[:_begin])


def free_port() -> int:
    """A port of 127.0.0.1 that nothing has now, and that nobody is given."""
    for _tried in _ports:
        port = next(_next)
        with socket.socket() as one:
            if os.name == "posix":  # on Windows the option would share the port
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")
