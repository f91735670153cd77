"""Finds the board among the serial ports, and explains in a sentence why a port cannot be used."""

from __future__ import annotations

import errno
import glob
import os
from collections.abc import Callable, Iterable
from typing import Any

from firmware_bridge.backend import Sentence

VENDOR, PRODUCT = 0x2E8A, 0x0005
"""The USB ids of MicroPython on an RP2040."""
BY_ID_PATTERN = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_*"

USB_PREFIX = "usb:"
"""Prefix of a board's identity."""

Lister = Callable[[], Iterable[Any]]
"""Like serial.tools.list_ports.comports: returns objects with device, vid and pid."""


def comports() -> Iterable[Any]:
    from serial.tools import list_ports

    return list_ports.comports()


def identity(port: Any) -> str:
    """A board's lasting identity: its serial number, else its USB location; the port's name may change at the
    next start."""
    number = getattr(port, "serial_number", None) or getattr(port, "location", None)
    return f"{USB_PREFIX}{number}" if number else str(port.device)


def boards(lister: Lister = comports) -> list[tuple[str, str]]:
    """(identity, port) of the attached lights boards, sorted by port."""
    found = [p for p in lister() if (p.vid, p.pid) == (VENDOR, PRODUCT)]
    return [(identity(p), p.device) for p in sorted(found, key=lambda p: str(p.device))]


def find(port: str, lister: Lister = comports) -> tuple[str | None, str]:
    """(the port to try, "") or (None, a sentence with the reason). port: "auto", a name or an identity."""
    if port.startswith(USB_PREFIX):
        device = next((p.device for p in lister() if identity(p) == port), None)
        if device is not None:
            return device, ""
        return None, Sentence(
            "The lights board {board} is not attached: plug it in.", board=port.removeprefix(USB_PREFIX)
        )
    if port != "auto":
        if os.name == "posix" and not os.path.exists(port):
            return None, Sentence(
                "No board is at {port}: plug it in, or name another port with --lights.", port=port
            )
        return port, ""
    found = sorted(glob.glob(BY_ID_PATTERN)) or sorted(
        p.device for p in lister() if (p.vid, p.pid) == (VENDOR, PRODUCT)
    )
    if not found:
        return None, Sentence("No lights board is attached: plug it in, or name its port with --lights.")
    if len(found) > 1:
        return None, Sentence(
            "Several boards are attached ({ports}): name one with --lights.", ports=", ".join(found)
        )
    return found[0], ""


def _busy(port: str) -> str:
    return Sentence(
        "Another program is using {port}: close it, and the lights come back by themselves.", port=port
    )


def refusal(port: str, fault: BaseException) -> tuple[str, str]:
    """(state, sentence) for a port that failed to open."""
    number = getattr(fault, "errno", None)
    text = str(fault)
    if number in (errno.EAGAIN, errno.EBUSY) or "exclusively lock" in text:
        return "busy", _busy(port)
    if number == errno.EACCES and os.name == "posix":
        return "refused", Sentence(
            "You may not use {port}: add yourself to the group dialout (hardware.md shows the udev rule), "
            "then log in again.",
            port=port,
        )
    if "PermissionError" in text:
        return "busy", _busy(port)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO) or "FileNotFoundError" in text:
        return "offline", Sentence(
            "No board is at {port}: plug it in, or name another port with --lights.", port=port
        )
    return "refused", Sentence(
        "{port} is no serial port: name the board's port with --lights, or --lights auto.", port=port
    )
