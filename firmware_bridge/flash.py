"""Copies the firmware to a board and waits until the board reports its version.

mpremote, MicroPython's own tool, does the copying; it can interrupt a running program.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import serial

from firmware_bridge import frames, ports
from firmware_bridge.bridge import PORT_ERRORS, Bridge

HERE = Path(__file__).parent
FILES = (HERE / "frames.py", HERE / "firmware" / "scene.py", HERE / "firmware" / "main.py")
"""The same on all boards. main.py is last: an interrupted copy leaves the old one running."""
CONFIG = HERE / "firmware" / "config.py"
RESTART_TIMEOUT_SECONDS = 30.0
"""Wait for the board to restart and answer."""


class FlashError(Exception):
    """The firmware was not installed; the message gives the reason and what to do."""


def mpremote(port: str, *words: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """Run one mpremote command on the board at `port`. Raises FlashError on timeout."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    try:
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise FlashError(
            f"The board at {port} has not answered for {seconds:g} seconds: unplug it, plug it in, and "
            "flash again."
        ) from None


def flash(
    port: str,
    config: Path | None = None,
    say: Callable[[str], None] = lambda sentence: None,
    run: Callable[..., subprocess.CompletedProcess[str]] = mpremote,
    patience: float = RESTART_TIMEOUT_SECONDS,
) -> str:
    """Copy the firmware to the board at `port` ("auto": find it) and return the version that it then runs.

    config: a config.py to copy; None: the board keeps its own, or gets the default if it has none.
    say: called with each step. Raises FlashError.
    """
    if config is not None:
        check_config(config)
    found, why = ports.find(port)
    if found is None:
        raise FlashError(why)
    if config is None:
        had = run(found, "fs", "cat", ":config.py")
        if had.returncode != 0 and "no such file" not in (had.stderr + had.stdout).lower():
            raise FlashError(_trouble(found, had))  # never overwrite a config.py that may exist
        config = None if had.returncode == 0 else CONFIG
    say(f"Copying the firmware {frames.FIRMWARE} to {found}" + (" with its config.py" if config else ""))
    for file in (FILES[0], FILES[1], *((config,) if config else ()), FILES[2]):
        say(f"  {file.name}")
        target = ":config.py" if file == config else f":{file.name}"
        done = run(found, "fs", "cp", str(file), target)
        if done.returncode != 0:
            raise FlashError(_trouble(found, done))
    done = run(found, "reset")
    if done.returncode != 0:
        raise FlashError(_trouble(found, done))
    say("Waiting for the board to start")
    return _version(found, patience)


def check_config(file: Path) -> None:
    """Raises FlashError for a config.py with which the board cannot start."""
    try:
        lines = ast.parse(file.read_text(encoding="utf-8")).body
    except OSError as error:
        raise FlashError(f"{file} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise FlashError(f"{file} is not text that the board can read: save it as UTF-8.") from None
    except (SyntaxError, ValueError) as error:
        raise FlashError(f"{file} is not Python: {error}.") from None
    known: dict[str, object] = {}
    for line in lines:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            try:
                known[line.targets[0].id] = ast.literal_eval(line.value)
            except ValueError:
                raise FlashError(
                    f"{file}, line {line.lineno}: write {line.targets[0].id} as plain values."
                ) from None
    for name, good, words in _CONFIG:
        if name not in known:
            raise FlashError(f"{file} lacks {name}: {words}.")
        if not good(known[name]):
            raise FlashError(f"{file}: {name} is {words}.")


def _whole(lowest: int, highest: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and lowest <= value <= highest


def _segments(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(part, tuple)
        and len(part) == 3
        and isinstance(part[0], str)
        and re.fullmatch("[a-z]{1,12}", part[0])
        and _whole(0, 40)(part[1])
        and _whole(1, 300)(part[2])
        for part in value
    )


_CONFIG: tuple[tuple[str, Callable[[object], bool], str], ...] = (
    ("PIN", _whole(0, 28), "a GPIO number from 0 to 28"),
    (
        "ORDER",
        lambda value: sorted(str(value)) == ["B", "G", "R"],
        'the letters R, G and B in some order, as "GRB"',
    ),
    ("SEGMENTS", _segments, 'a tuple of (name, lights, LEDs a light), as (("track", 6, 1), ("tiles", 7, 1))'),
    ("REVERSED", lambda value: isinstance(value, tuple), 'a tuple of names, as ("tiles",)'),
    ("BRIGHTEST", _whole(1, 255), "a number from 1 to 255"),
    ("MILLIAMPS", _whole(50, 20_000), "a number of milliamps from 50 to 20000"),
)


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


def _absent(port: str) -> str:
    """A sentence if nothing is at `port`, else "". mpremote says the same of a port in use, and on Windows
    only opening a port shows whether it exists."""
    try:
        serial.Serial(port).close()
    except (*PORT_ERRORS, ValueError) as fault:
        state, sentence = ports.refusal(port, fault)
        return sentence if state == "offline" else ""
    return ""


def _trouble(port: str, done: subprocess.CompletedProcess[str]) -> str:
    text = (done.stderr or done.stdout or "").strip()
    last = text.splitlines()[-1] if text else "no word"
    if "failed to access" in text and (absent := _absent(port)):
        return absent
    if "failed to access" in text or "in use" in text or "busy" in text:
        return f"Another program is using {port}: stop it (`companion serve` too), and flash again."
    if "could not enter raw repl" in text or "no device found" in text:
        return (
            f"What is at {port} does not answer as MicroPython: put MicroPython on the board first "
            "(hardware.md, Putting the firmware on it)."
        )
    return f"mpremote could not copy to {port} ({last}): unplug the board, plug it in, and flash again."
