"""Raspberry Pi camera modules: which are connected, and how the program that reads them is called.

OpenCV cannot open libcamera, and its Python bindings do not live in a virtual environment. So their pictures
come from `rpicam-vid` of Raspberry Pi OS (until 2024 `libcamera-vid`, with the same options), as MJPEG.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from companion.translation import marked
from companion.vision.camera import CameraLost

PROGRAMS = ("rpicam-vid", "libcamera-vid")
LIST_SECONDS = 8.0
"""Seconds that the program may take to list the modules."""
ASK_AGAIN_SECONDS = 30.0
"""Seconds after which it is asked again, where no module was found."""
JPEG_QUALITY = 90

_MODULE = re.compile(r"^\s*(\d+) : (\S+) \[(?:(\d+)x(\d+))?")
_MODE = re.compile(r"(\d+)x(\d+) \[[\d.]+ fps")
_SPEC = re.compile(r"pi(?::(\d))?((?:[,@][^,@]*)*)", re.IGNORECASE)
_SIZE = re.compile(r"(\d{3,5})x(\d{3,5})")


@dataclass(frozen=True, slots=True)
class PiModule:
    """number: as the program counts them, from 0. model: the sensor, "imx708_wide". size: its largest
    picture, in pixels."""

    number: int
    model: str
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PiRequest:
    """A module asked for, and how its picture is mirrored: both for one that hangs upside down. size: the
    picture's, in pixels; None: none was wished for."""

    number: int = 0
    hflip: bool = False
    vflip: bool = False
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SettledControls:
    """What a module has found for itself. shutter: microseconds. gain: the sensor's. awb: factors of red and
    blue. lens: dioptres; None: its lens cannot move."""

    shutter: int
    gain: float
    awb: tuple[float, float] | None = None
    lens: float | None = None


def parse_pi(spec: str) -> PiRequest | None:
    """What "pi", "pi:1" or "pi@1920x1080,hflip,vflip" asks for, its parts in any order; None: something else.
    Raises CameraLost with a sentence for a part that is none.

    >>> parse_pi("pi@1920x1080,vflip") == parse_pi("pi:0,vflip@1920x1080")
    True
    """
    found = _SPEC.fullmatch(spec.strip())
    if found is None:
        return None
    flips: set[str] = set()
    size = None
    for part in re.split("[,@]", found[2].lower())[1:]:
        if part in ("hflip", "vflip"):
            flips.add(part)
        elif (wanted := _SIZE.fullmatch(part)) is not None:
            size = (int(wanted[1]), int(wanted[2]))
        elif re.fullmatch("rotation[= ]?180", part):
            raise CameraLost(
                marked(
                    "“{part}” turns no module here: write “hflip,vflip” for one that hangs upside down.",
                    part=part,
                )
            )
        else:
            raise CameraLost(
                marked(
                    "“{part}” says nothing about a Raspberry Pi's module: after “pi” stand “hflip”, “vflip” "
                    "and a size as “@1920x1080”.",
                    part=part[:40],
                )
            )
    return PiRequest(int(found[1] or 0), "hflip" in flips, "vflip" in flips, size)


def pi_program() -> str | None:
    """The program that reads modules; None: it is not installed."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


class _Listing:
    """What the program listed. It can list a module only while nobody reads it, and none can be plugged in
    while the machine runs: once found, they are kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: tuple[PiModule, ...] = ()
        self._asked_at = -1e9
        self._program: str | None = None

    def modules(self) -> tuple[PiModule, ...]:
        program = pi_program()
        with self._lock:
            if program is None:
                return ()
            if program != self._program:
                self._program, self._found, self._asked_at = program, (), -1e9
            if not self._found and time.monotonic() - self._asked_at > ASK_AGAIN_SECONDS:
                self._found = _asked(program)
                self._asked_at = time.monotonic()
            return self._found


_listing = _Listing()


def pi_modules() -> tuple[PiModule, ...]:
    """The modules that are connected here."""
    return _listing.modules()


def _asked(program: str) -> tuple[PiModule, ...]:
    try:
        done = subprocess.run(
            [program, "--list-cameras"],
            capture_output=True,
            timeout=LIST_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    # Until 2023 the list went to stderr.
    return parse_listing((done.stdout + b"\n" + done.stderr).decode("utf-8", "replace"))


def parse_listing(text: str) -> tuple[PiModule, ...]:
    """The modules in what `--list-cameras` prints."""
    found: list[PiModule] = []
    for line in text.splitlines():
        if (module := _MODULE.match(line)) is not None:
            size = (int(module[3] or 0), int(module[4] or 0))
            found.append(PiModule(int(module[1]), module[2], size))
        elif found:
            # The list of old programs has no size of the whole sensor.
            sizes = [(int(w), int(h)) for w, h in _MODE.findall(line)]
            last = found[-1]
            found[-1] = PiModule(last.number, last.model, max([last.size, *sizes]))
    return tuple(found)


def best_size(module: PiModule | None, sizes: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The first of the sizes wished for that the sensor has pixels for."""
    if module is None or not module.size[0]:
        return min(sizes, key=lambda size: abs(size[0] - 1920))
    fitting = [size for size in sizes if size[0] <= module.size[0] and size[1] <= module.size[1]]
    return fitting[0] if fitting else sizes[-1]


def video_command(
    program: str, request: PiRequest, size: tuple[int, int], rate: float, held: SettledControls | None
) -> list[str]:
    """What gives MJPEG of this size on its standard output until it is ended. held: what does not change."""
    command = [program, "-t", "0", *_common(request, size, rate), "--flush", "-o", "-"]
    if held is None:
        return [*command, "--autofocus-mode", "auto"]  # focuses once, at its beginning
    command += ["--shutter", str(held.shutter), "--gain", f"{held.gain:g}"]
    if held.awb is not None:
        command += ["--awbgains", "{:g},{:g}".format(*held.awb)]
    if held.lens is not None:
        command += ["--autofocus-mode", "manual", "--lens-position", f"{held.lens:g}"]
    return command


def settling_command(
    program: str, request: PiRequest, size: tuple[int, int], rate: float, seconds: float, file: str
) -> list[str]:
    """What looks for so many seconds and writes what it found for itself into a file."""
    return [
        *(program, "-t", str(round(seconds * 1000)), *_common(request, size, rate)),
        *("--autofocus-mode", "auto", "-o", "/dev/null", "--metadata", file, "--metadata-format", "txt"),
    ]


def plain_command(program: str, request: PiRequest, size: tuple[int, int], rate: float) -> list[str]:
    """What a program of before autumn 2022 understands, which holds nothing."""
    return [program, "-t", "0", *_common(request, size, rate), "--flush", "-o", "-"]


def _common(request: PiRequest, size: tuple[int, int], rate: float) -> list[str]:
    flips = ["--hflip"] * request.hflip + ["--vflip"] * request.vflip
    return [
        *("-n", "-v", "0", "--camera", str(request.number), "--codec", "mjpeg", "-q", str(JPEG_QUALITY)),
        *("--width", str(size[0]), "--height", str(size[1]), "--framerate", f"{rate:g}", *flips),
    ]


def parse_metadata(text: str) -> SettledControls | None:
    """What the last picture had, of what `--metadata-format txt` writes; None: too little is said."""
    said = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    try:
        shutter, gain = int(float(said["ExposureTime"])), float(said["AnalogueGain"])
        colours = [float(value) for value in re.findall(r"[\d.]+", said.get("ColourGains", ""))]
        lens = float(said["LensPosition"]) if "LensPosition" in said else None
    except (KeyError, ValueError):
        return None
    awb = (colours[0], colours[1]) if len(colours) == 2 else None
    return SettledControls(shutter, gain * float(said.get("DigitalGain", 1)), awb, lens)
