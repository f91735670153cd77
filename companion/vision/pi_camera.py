"""A Raspberry Pi camera module, read through `rpicam-vid` as a process that is watched.

The module looks for two seconds for its focus, exposure and colours by itself; then the program is started
anew with these, so that no hand changes them. When evening comes it looks again.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import cv2
import numpy as np

from companion.translation import marked
from companion.vision.camera import CameraLost, Image
from companion.vision.devices import PREFERRED_SIZES, SETTLE_SECONDS, CameraControls, LightWatch
from companion.vision.live_camera import (
    LARGE_PIXELS,
    MAX_FPS,
    MAX_FPS_LARGE,
    READ_TIMEOUT_SECONDS,
    LiveCapture,
)
from companion.vision.mjpeg import JpegSplitter
from companion.vision.pi_modules import (
    PiRequest,
    SettledControls,
    best_size,
    parse_metadata,
    pi_modules,
    pi_program,
    plain_command,
    settling_command,
    video_command,
)

START_SECONDS = 4.0
"""Seconds that the program may take to start, beside those in which it looks."""
OPEN_SECONDS = SETTLE_SECONDS + 3 * START_SECONDS
END_SECONDS = 1.5
"""Seconds in which it must have ended by itself."""
MAX_ERROR_BYTES = 4000


class ProcessCapture:
    """The pictures that a process writes to its standard output as MJPEG, like OpenCV's captures."""

    def __init__(self, command: Sequence[str]) -> None:
        self._jpegs: list[bytes] = []
        self._splitter = JpegSplitter()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._process: subprocess.Popen[bytes] | None = None
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors
            )

    def isOpened(self) -> bool:
        return self._process is not None

    def grab(self) -> bool:
        """Waits for the next picture, and leaves out those that have queued up before it."""
        process = self._process
        if process is None or process.stdout is None:
            return False
        pipe = process.stdout.fileno()
        whole: list[bytes] = []
        while not whole:
            if not select.select([pipe], [], [], READ_TIMEOUT_SECONDS)[0]:
                return False
            data = os.read(pipe, 1 << 20)
            if not data:
                return False
            whole = self._splitter.feed(data)
        self._jpegs = whole[-1:]
        return True

    def retrieve(self) -> tuple[bool, Image | None]:
        if not self._jpegs:
            return False, None
        try:
            image = cv2.imdecode(np.frombuffer(self._jpegs[0], np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
        return image is not None, None if image is None else np.asarray(image, dtype=np.uint8)

    def complaint(self) -> str:
        """The last line that the process wrote about what is wrong, "": none."""
        with contextlib.suppress(OSError, ValueError):
            self._errors.seek(0)
            lines = self._errors.read(MAX_ERROR_BYTES).decode("utf-8", "replace").split("\n")
            return next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ""

    def release(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        self._errors.close()


class PiCamera(LiveCapture[ProcessCapture]):
    """A module. name: what it is called. sizes: wished for, the best first. settle: whether it first finds
    focus and exposure, which then stay."""

    def __init__(
        self,
        request: PiRequest,
        name: str = "",
        sizes: Sequence[tuple[int, int]] = PREFERRED_SIZES,
        open_timeout: float = OPEN_SECONDS,
        settle: bool = True,
    ) -> None:
        self._request, self._settle = request, settle
        module = next((each for each in pi_modules() if each.number == request.number), None)
        name = name or f"Raspberry Pi camera {module.model if module is not None else request.number}"
        program = pi_program()
        if program is None:
            raise CameraLost(
                marked(
                    "No program reads a Raspberry Pi camera here: install it with `sudo apt install "
                    "rpicam-apps-lite`, then begin again."
                )
            )
        if module is None and pi_modules():
            raise CameraLost(_not_connected(name))
        self._program = program
        self._size = best_size(module, sizes)
        wide, high = self._size
        self._rate = MAX_FPS_LARGE if wide * high > LARGE_PIXELS else MAX_FPS
        self.controls = CameraControls(self._size, self._rate)
        self._light = LightWatch()
        no_picture_sentence = marked(
            "{camera} gives no picture: is it plugged in, and not in use by another program?", camera=name
        )
        super().__init__(self._capture, name, no_picture_sentence)
        self.wait_open(open_timeout)

    def _capture(self) -> ProcessCapture:
        held = self._settled() if self._settle else None
        if self._closed.is_set():
            return ProcessCapture(["false"])
        if held is not None:
            focus = "held" if held.lens is not None else "unknown"
            self.controls = CameraControls(self._size, self._rate, focus, "held")
        command = video_command(self._program, self._request, self._size, self._rate, held)
        capture = ProcessCapture(command)
        if held is None and not capture.grab() and "unrecogni" in capture.complaint():
            capture.release()
            plain = plain_command(self._program, self._request, self._size, self._rate)
            capture = ProcessCapture(plain)
        return capture

    def _settled(self) -> SettledControls | None:
        """What the module finds for itself; None: it does not say."""
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            file = Path(folder) / "found.txt"
            looking = settling_command(
                self._program, self._request, self._size, self._rate, SETTLE_SECONDS, str(file)
            )
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    looking,
                    capture_output=True,
                    check=False,
                    stdin=subprocess.DEVNULL,
                    timeout=SETTLE_SECONDS + START_SECONDS,
                )
            try:
                return parse_metadata(file.read_text("utf-8", "replace"))
            except OSError:
                return None

    def on_picture(self, capture: ProcessCapture, image: Image, now: float) -> None:
        self._light.note(float(image[::16, ::16].mean()))
        if self._light.held == 0:
            self._light.hold()
        elif self.controls.exposure == "held" and self._light.has_changed(now):
            self._no_picture_sentence = marked("{camera} adjusts to the light.", camera=self.name)
            capture.release()  # whoever reads opens it anew, and it looks again

    def on_end(self, capture: ProcessCapture) -> None:
        complaint = capture.complaint()
        if "no cameras available" in complaint or "is not available" in complaint:
            self._no_picture_sentence = _not_connected(self.name)
        elif "failed to acquire" in complaint or "in use" in complaint:
            self._no_picture_sentence = marked(
                "{camera} is in use by another program: close that one.", camera=self.name
            )
        elif complaint:
            self._no_picture_sentence = marked(
                "{camera} gives no picture. Its program says: {why}", camera=self.name, why=complaint[:160]
            )


def _not_connected(name: str) -> str:
    return marked(
        "{camera} is not found: see that its flat cable sits straight at both ends, then start the Raspberry "
        "Pi anew.",
        camera=name,
    )
