"""Puts the firmware on a board, and waits until the board says that it runs it.

mpremote does the copying: it is MicroPython's own tool, and knows how to stop a program that runs there.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge import frames, ports
from firmware_bridge.bridge import Bridge

HERE = Path(__file__).parent
FILES = (HERE / "frames.py", HERE / "firmware" / "scene.py", HERE / "firmware" / "main.py")
"""What is the same on every board. main.py comes last: a copy cut short leaves the old one running."""
CONFIG = HERE / "firmware" / "config.py"
PATIENCE = 30.0
"""Seconds for the board to start anew and speak."""


class FlashError(Exception):
    """The firmware is not on the board; one sentence says why and what to do."""


def mpremote(port: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one mpremote command on the board at `port`."""
    return subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", port, *words],
        capture_output=True,
        text=True,
        timeout=120,
    )


def flash(
    port: str,
    config: Path | None = None,
    say: Callable[[str], None] = lambda sentence: None,
    run: Callable[..., subprocess.CompletedProcess[str]] = mpremote,
    patience: float = PATIENCE,
) -> str:
    """Copy the firmware to the board at `port` ("auto": find it) and give the version that it then runs.

    config: a config.py to copy too; None: the board keeps its own, or gets the usual one if it has none.
    say: is told each step. Raises FlashError.
    """
    found, why = ports.find(port)
    if found is None:
        raise FlashError(why)
    if config is not None and not config.is_file():
        raise FlashError(f"There is no file {config}.")
    if config is None and run(found, "fs", "cat", ":config.py").returncode != 0:
        config = CONFIG
    say(f"Copying the firmware {frames.FIRMWARE} to {found}" + (" with its config.py" if config else ""))
    for file in (FILES[0], FILES[1], *((config,) if config else ()), FILES[2]):
        target = ":config.py" if file == config else f":{file.name}"
        done = run(found, "fs", "cp", str(file), target)
        if done.returncode != 0:
            raise FlashError(_trouble(found, done))
    done = run(found, "reset")
    if done.returncode != 0:
        raise FlashError(_trouble(found, done))
    say("Waiting for the board to start")
    return _version(found, patience)


def _version(port: str, patience: float) -> str:
    bridge = Bridge(port)
    try:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            board = bridge.board()
            if board is not None and board.firmware == frames.FIRMWARE:
                return board.firmware
            time.sleep(0.05)
        status = bridge.status()
    finally:
        bridge.close()
    raise FlashError(f"The board has not come back with the firmware {frames.FIRMWARE}. {status.sentence}")


def _trouble(port: str, done: subprocess.CompletedProcess[str]) -> str:
    text = (done.stderr or done.stdout or "").strip()
    last = text.splitlines()[-1] if text else "no word"
    if "failed to access" in text or "in use" in text or "busy" in text:
        return f"Another program is using {port}: stop it (`companion serve` too), and flash again."
    if "could not enter raw repl" in text or "no device found" in text:
        return (
            f"What is at {port} does not answer as MicroPython: put MicroPython on the board first "
            "(hardware.md, Putting the firmware on it)."
        )
    return f"mpremote could not copy to {port} ({last}): unplug the board, plug it in, and flash again."
