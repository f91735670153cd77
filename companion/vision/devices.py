"""The cameras plugged into this machine: found by name, at their best size, focus and exposure held still.

A picture that changes by itself spoils two things. Focus that hunts whenever a hand passes leaves the tags
blurred; exposure that follows the hand makes everything look changed. So both are let settle and then held,
where the camera allows it, and what it does not allow is said.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.translation import marked
from companion.vision.camera import Image
from companion.vision.live_camera import LiveCapture
from companion.vision.pi_modules import pi_modules

PREFERRED_SIZES = ((3840, 2160), (2560, 1440), (1920, 1080), (1280, 720))
"""Pixels that are wished for, in this order."""
MIN_FPS = 8.0
"""Pictures a second below which the next smaller size is better."""
SETTLE_SECONDS = 2.0
"""Seconds in which the camera may adjust focus and exposure before they are held."""
JUDGE_SECONDS = 1.0
"""Seconds after which it is looked whether the picture is still as bright as before it was held."""
MAX_BRIGHTNESS_STEP = 0.25
"""A part of the brightness by which a held picture may differ from the one before."""
MAX_LIGHT_DRIFT, DRIFT_SECONDS = 0.4, 15.0
"""When the light has differed by this much for this long (evening comes), exposure is adjusted anew."""

PI_NODES = ("unicam", "bcm2835", "rp1-cfe", "pispbe", "rpivid", "rpi-hevc")
"""Beginnings of the names under which a Raspberry Pi lists parts of its camera's way and its decoders: none
gives a picture to OpenCV."""

V4L2_MANUAL, V4L2_AUTO = 1.0, 3.0
DEFAULT_MANUAL, DEFAULT_AUTO = 0.25, 0.75
"""What OpenCV's drivers take for CAP_PROP_AUTO_EXPOSURE: on Linux the device's own numbers, else these."""


@dataclass(frozen=True, slots=True)
class Device:
    """A camera here. place: its path or its number, as OpenCV opens it, or "pi:0". name: as its maker calls
    it, with the port where two are called alike: what is kept of a camera is kept under it."""

    place: str | int
    name: str


@dataclass(frozen=True, slots=True)
class CameraControls:
    """What a camera does by itself. size: its pictures, in pixels. rate: pictures a second it promises, 0
    when it does not say. focus, exposure: "held", "automatic" (it does not let itself be held), "unknown"."""

    size: tuple[int, int] = (0, 0)
    rate: float = 0.0
    focus: str = "unknown"
    exposure: str = "unknown"


def devices(root: Path = Path("/sys/class/video4linux")) -> list[Device]:
    """The cameras at this machine; empty where the system does not list them."""
    found = _linux_devices(root) if sys.platform == "linux" or root.is_dir() else _other_devices()
    found += [
        (Device(f"pi:{m.number}", f"Raspberry Pi camera {m.model}"), str(m.number)) for m in pi_modules()
    ]
    names = [d.name for d, _ in found]
    return [replace(d, name=f"{d.name} ({port})") if names.count(d.name) > 1 else d for d, port in found]


def _linux_devices(root: Path) -> list[tuple[Device, str]]:
    found = []
    for entry in sorted(root.glob("video*"), key=lambda p: (len(p.name), p.name)) if root.is_dir() else ():
        try:
            name = (entry / "name").read_text("utf-8", "replace").strip()
            # A webcam has a second node for its metadata; only the first gives pictures.
            first = (entry / "index").read_text("utf-8", "replace").strip() == "0"
        except OSError:
            continue
        if first and not name.startswith(PI_NODES):
            # "../../../1-2:1.0": the USB port, which stays while the number may be another after each start.
            device = entry / "device"
            port = device.resolve().name.partition(":")[0] if device.exists() else entry.name
            found.append((Device(f"/dev/{entry.name}", name), port))
    return found


def _other_devices() -> list[tuple[Device, str]]:
    """Windows and macOS: OpenCV opens by number only, and this library knows the names to the numbers."""
    try:
        from cv2_enumerate_cameras import enumerate_cameras
    except ImportError:
        return []
    backend = cv2.CAP_DSHOW if sys.platform == "win32" else cv2.CAP_AVFOUNDATION
    try:
        return [(Device(c.index, c.name), str(c.index)) for c in enumerate_cameras(backend)]
    except Exception:  # a driver's trouble: the number still opens it
        return []


def find_device(spec: str, present: Sequence[Device]) -> Device | None:
    """The device that a number, a path, "auto" or a part of a name means; None: none of these."""
    if spec == "auto":
        return present[0] if present else None
    if spec.isdecimal():
        return next((d for d in present if str(d.place) in (spec, f"/dev/video{spec}")), None)
    exact = [d for d in present if spec in (d.place, d.name)]
    return next(iter(exact or [d for d in present if spec and spec.lower() in d.name.lower()]), None)


class LightWatch:
    """Notices that the light has changed for long, while the exposure is held. held: the brightness that the
    picture had when it was; mean: over about the last two seconds, as a hand over the table is no change."""

    def __init__(self) -> None:
        self.held = self.mean = 0.0
        self._changed_at: float | None = None

    def note(self, brightness: float) -> None:
        self.mean = brightness if self.mean == 0 else self.mean + (brightness - self.mean) / 30

    def hold(self, brightness: float | None = None) -> None:
        """The exposure is held from now on. brightness: of this picture; None: as it was."""
        self.mean = self.held = self.mean if brightness is None else brightness
        self._changed_at = None

    def has_changed(self, now: float) -> bool:
        if abs(self.mean - self.held) <= MAX_LIGHT_DRIFT * self.held:
            self._changed_at = None
        elif self._changed_at is None:
            self._changed_at = now
        elif now - self._changed_at > DRIFT_SECONDS:
            self._changed_at = None
            return True
        return False


class DeviceCamera(LiveCapture[cv2.VideoCapture]):
    """A camera at this machine: its number or its path ("/dev/video0"). sizes: wished for, the best first."""

    def __init__(
        self,
        device: int | str,
        name: str = "",
        sizes: Sequence[tuple[int, int]] = PREFERRED_SIZES,
        open_timeout: float = 6.0,
    ) -> None:
        self.controls = CameraControls()
        self._sizes = sizes
        self._place = device
        self._on_linux = sys.platform == "linux"
        self._stage_started_at: float | None = None
        self._stage = "settling"
        self._light = LightWatch()
        name = name or f"Camera {device}"
        no_picture_sentence = marked(
            "{camera} gives no picture: is it plugged in, and not in use by another program?", camera=name
        )
        super().__init__(self._capture, name, no_picture_sentence)
        self.wait_open(open_timeout)

    def _capture(self) -> cv2.VideoCapture:
        if self._on_linux:
            opened = cv2.VideoCapture(self._place)
        else:
            backend = cv2.CAP_DSHOW if sys.platform == "win32" else cv2.CAP_AVFOUNDATION
            opened = cv2.VideoCapture(int(self._place), backend)
        for wide, high in self._sizes:
            # MJPG first: over USB 2 an uncompressed 1080p picture comes five times a second at most.
            opened.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            opened.set(cv2.CAP_PROP_FRAME_WIDTH, wide)
            opened.set(cv2.CAP_PROP_FRAME_HEIGHT, high)
            got = (round(opened.get(cv2.CAP_PROP_FRAME_WIDTH)), round(opened.get(cv2.CAP_PROP_FRAME_HEIGHT)))
            rate = max(0.0, float(opened.get(cv2.CAP_PROP_FPS)))
            self.controls = CameraControls(got, rate)
            # Asked for a size that the camera does not have, a driver gives another one, or leaves it as it
            # is.
            if got[0] >= wide * 0.9 and not 0 < rate < MIN_FPS:
                break
        opened.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return opened

    # --- holding still

    def on_picture(self, capture: cv2.VideoCapture, image: Image, now: float) -> None:
        if self._stage_started_at is None:
            self._stage_started_at = now
            self.controls = replace(self.controls, size=(image.shape[1], image.shape[0]))
        brightness = float(image[::16, ::16].mean())
        self._light.note(brightness)
        passed = now - self._stage_started_at
        if self._stage == "settling" and passed >= SETTLE_SECONDS:
            self._light.hold(brightness)
            self.controls = replace(
                self.controls, focus=_hold_focus(capture), exposure=self._hold_exposure(capture)
            )
            self._stage_started_at = now
            self._stage = "judging" if self.controls.exposure == "held" else "done"
        elif self._stage == "judging" and passed >= JUDGE_SECONDS:
            self._stage = "holding"
            if abs(brightness - self._light.held) > MAX_BRIGHTNESS_STEP * self._light.held:
                # Some cameras accept the value and then show a darker or brighter picture: their automatic
                # one was better.
                self._free_exposure(capture)
                self.controls = replace(self.controls, exposure="automatic")
                self._stage = "done"
        elif self._stage == "holding" and self._light.has_changed(now):
            self._free_exposure(capture)
            self._stage_started_at, self._stage = now, "settling"

    def _hold_exposure(self, capture: cv2.VideoCapture) -> str:
        manual = V4L2_MANUAL if self._on_linux else DEFAULT_MANUAL
        found = capture.get(cv2.CAP_PROP_EXPOSURE)
        if not capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, manual):
            return "automatic"
        if not np.isfinite(found) or not capture.set(cv2.CAP_PROP_EXPOSURE, found):
            self._free_exposure(capture)
            return "automatic"
        return "held" if capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == manual else "automatic"

    def _free_exposure(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_AUTO if self._on_linux else DEFAULT_AUTO)


def _hold_focus(capture: cv2.VideoCapture) -> str:
    if not capture.set(cv2.CAP_PROP_AUTOFOCUS, 0):
        # Cameras without a motor refuse as well; their focus stays where its ring is.
        return "unknown"
    return "held" if capture.get(cv2.CAP_PROP_AUTOFOCUS) == 0 else "automatic"
