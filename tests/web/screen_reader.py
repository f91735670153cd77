"""Orca, the screen reader of Linux' desktops, at work in a Chromium with a window: what it says.

It needs Debian's `orca`, `at-spi2-core`, `dbus`, `openbox`, `xvfb` and `chromium`. What it says it sends
to a speech synthesizer; here the socket of one that notes it (SSIP, the protocol of speech-dispatcher).
"""

from __future__ import annotations

import html
import itertools
import os
import queue
import re
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.web.other_browsers import find_program, running_process, screen, temporary_folder

SAID_TIMEOUT_SECONDS = 60.0

ANSWERS = {
    "HISTORY GET CLIENT_ID": "245-1\r\n245 OK CLIENT ID SENT",
    "LIST OUTPUT_MODULES": "250-dummy\r\n250 OK MODULE LIST SENT",
    "LIST SYNTHESIS_VOICES": "249-one\ten\tnone\r\n249 OK VOICE LIST SENT",
    "SPEAK": "230 OK RECEIVING DATA",
}
"""What a synthesizer answers that the reader waits for; to all else it says OK."""


class Synthesizer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Takes sentences, and says none."""

    daemon_threads = True

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), _Spoken)
        self.said: queue.Queue[str] = queue.Queue()


class _Spoken(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        for number in itertools.count(1):
            command = self.rfile.readline().decode().strip()
            if not command:
                return
            self._answer(ANSWERS.get(command.upper(), "200 OK"))
            if command.upper() == "SPEAK":
                lines = iter(lambda: self.rfile.readline().decode().rstrip("\r\n"), ".")
                words = html.unescape(re.sub("<[^>]*>", "", " ".join(lines)))
                self.server.said.put(" ".join(words.split()))  # type: ignore[attr-defined]
                self._answer(f"225-{number}\r\n225 OK MESSAGE QUEUED")

    def _answer(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")


class Reader:
    """What is read aloud of the pages of a browser."""

    def __init__(self, browser: Any, said: queue.Queue[str]) -> None:
        self.browser = browser
        self._said = said

    def hear(self, until: str) -> list[str]:
        """All that is said up to the first sentence with these words."""
        heard: list[str] = []
        while not heard or until not in heard[-1]:
            try:
                heard.append(self._said.get(timeout=SAID_TIMEOUT_SECONDS))
            except queue.Empty:
                raise AssertionError(f"{until!r} was never said, but {heard}") from None
        return heard


@contextmanager
def orca(browser_type: Any) -> Iterator[Reader]:
    """A browser that is read aloud. Raises MissingProgram."""
    orca_program, chromium = find_program("orca", "orca"), find_program("chromium", "chromium")
    find_program("/usr/libexec/at-spi-bus-launcher", "at-spi2-core")
    with temporary_folder() as home, ExitStack() as running:
        environment = {
            "DISPLAY": running.enter_context(screen()),
            "SPEECHD_ADDRESS": f"unix_socket:{home / 'speech'}",
            "HOME": str(home),
            **{f"XDG_{it}": str(home) for it in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")},
        }
        synthesizer = Synthesizer(home / "speech")
        running.callback(synthesizer.server_close)
        threading.Thread(target=synthesizer.serve_forever, daemon=True).start()
        running.callback(synthesizer.shutdown)
        bus = subprocess.Popen(
            [find_program("dbus-daemon", "dbus"), "--session", "--nofork", "--print-address=1"],
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        running.callback(bus.wait, 10)
        running.callback(bus.terminate)
        assert bus.stdout
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        running.enter_context(running_process(find_program("openbox", "openbox"), **environment))
        running.enter_context(running_process(orca_program, "--replace", **environment))
        reader_is_on = Reader(None, synthesizer.said)
        reader_is_on.hear("Screen reader on")
        browser = browser_type.launch(
            headless=False,
            executable_path=chromium,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--force-renderer-accessibility",
            ],
            env=os.environ | environment,
        )
        running.callback(browser.close)
        yield Reader(browser, synthesizer.said)
