"""Cameras at this machine, on stand-ins for the system's list and for OpenCV's capture."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.vision import devices as here
from companion.vision import sources
from companion.vision.camera import CameraLost
from companion.vision.devices import Device, DeviceCamera, devices, find_device
from companion.vision.live_camera import LiveCapture
from companion.vision.sources import camera_name, open_camera


def node(root: Path, number: int, name: str, index: str = "0", port: str = "") -> None:
    entry = root / "class" / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "name").write_text(name + "\n")
    (entry / "index").write_text(index)
    if port:
        (root / "bus" / port).mkdir(parents=True, exist_ok=True)
        (entry / "device").symlink_to(root / "bus" / port)


def test_cameras_are_listed_by_name(tmp_path: Path) -> None:
    node(tmp_path, 10, "Other Cam")
    node(tmp_path, 0, "Desk Cam 4K")
    node(tmp_path, 1, "Desk Cam 4K", index="1")
    assert devices(tmp_path / "class") == [
        Device("/dev/video0", "Desk Cam 4K"),
        Device("/dev/video10", "Other Cam"),
    ]


@pytest.mark.skipif(
    sys.platform == "win32", reason="Linux' list of cameras has names that Windows allows no file"
)
def test_two_alike_are_told_apart_by_their_port(tmp_path: Path) -> None:
    node(tmp_path, 0, "Desk Cam", port="1-2:1.0")
    node(tmp_path, 2, "Desk Cam", port="1-4:1.0")
    assert [d.name for d in devices(tmp_path / "class")] == ["Desk Cam (1-2)", "Desk Cam (1-4)"]


def test_elsewhere_a_library_knows_the_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    library = SimpleNamespace(enumerate_cameras=lambda backend: [SimpleNamespace(index=1, name="Desk Cam")])
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", library)
    monkeypatch.setattr(here.sys, "platform", "win32")
    assert devices(tmp_path / "none") == [Device(1, "Desk Cam")]
    library.enumerate_cameras = lambda backend: 1 / 0
    assert devices(tmp_path / "none") == []


PRESENT = [Device("/dev/video0", "Desk Cam"), Device("/dev/video2", "Desk Cam 4K")]


@pytest.mark.parametrize(
    ("spec", "place"),
    [
        ("auto", "/dev/video0"), ("2", "/dev/video2"), ("/dev/video2", "/dev/video2"),
        ("desk cam 4k", "/dev/video2"), ("Desk Cam", "/dev/video0"), ("4K", "/dev/video2"),
        ("7", None), ("Phone", None), ("", None),
    ],
)  # fmt: skip
def test_a_camera_goes_by_its_number_its_path_and_its_name(spec: str, place: str | None) -> None:
    found = find_device(spec, PRESENT)
    assert (found.place if found else None) == place


def test_what_is_kept_of_a_camera_is_under_one_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sources, "devices", lambda: PRESENT)
    assert {camera_name(s) for s in ("2", "/dev/video2", "4k", "Desk Cam 4K@1920x1080")} == {"Desk Cam 4K"}
    assert camera_name("rtsp://me:secret@10.0.0.7/v") == "rtsp://10.0.0.7/v"
    assert camera_name(str(tmp_path)) == tmp_path.name


def test_a_size_may_be_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "devices", lambda: PRESENT)
    opened: list[object] = []
    monkeypatch.setattr(sources, "DeviceCamera", lambda *a, **more: opened.append((*a, more)))
    open_camera("4K@1280x720")
    assert opened == [("/dev/video2", "Desk Cam 4K", {"sizes": ((1280, 720),)})]


def test_a_missing_camera_names_those_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "devices", lambda: PRESENT)
    with pytest.raises(CameraLost, match=r"“Phone”: plugged in are Desk Cam \(/dev/video0\), Desk Cam 4K"):
        open_camera("Phone")


NEEDS = {
    cv2.CAP_PROP_AUTOFOCUS: "focus",
    cv2.CAP_PROP_AUTO_EXPOSURE: "exposure",
    cv2.CAP_PROP_EXPOSURE: "exposure",
}


class Capture:
    """A camera as OpenCV shows it: what it can do is in `can`; pictures come as fast as they are fetched."""

    def __init__(self, sizes: dict[tuple[int, int], float], **can: bool) -> None:
        self.sizes, self.can = sizes, {"focus": False, "exposure": False} | can
        self.size = (640, 480)
        self.now = {
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
        }
        self.asked = [0.0, 0.0]
        self.brightness = 100
        self.hangs, self.hung = threading.Event(), False
        self.left = 10**9

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        if self.left == 0:
            self.hangs.wait(60)
            self.hung = True
            return False
        self.left -= 1
        time.sleep(0.001)
        return True

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, np.full((self.size[1] // 8, self.size[0] // 8, 3), self.brightness, np.uint8)

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_FRAME_WIDTH:
            self.asked[0] = value
        elif what == cv2.CAP_PROP_FRAME_HEIGHT:
            self.size = (
                (int(self.asked[0]), int(value))
                if (int(self.asked[0]), int(value)) in self.sizes
                else (640, 480)
            )
        elif not self.can.get(NEEDS.get(what, ""), True):
            return False
        if what == cv2.CAP_PROP_AUTO_EXPOSURE and value == 1.0 and self.can.get("lies"):
            self.brightness = 20
        if what == cv2.CAP_PROP_AUTO_EXPOSURE and value == 3.0:
            self.brightness = 100
        self.now[what] = value
        return True

    def get(self, what: int) -> float:
        if what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            return self.size[what == cv2.CAP_PROP_FRAME_HEIGHT]
        if what == cv2.CAP_PROP_FPS:
            return self.sizes.get(self.size, 30.0)
        return self.now.get(what, -1.0)

    def release(self) -> None: ...


def opened(monkeypatch: pytest.MonkeyPatch, capture: Capture) -> DeviceCamera:
    monkeypatch.setattr(here.cv2, "VideoCapture", lambda *_: capture)
    monkeypatch.setattr(here.sys, "platform", "linux")
    return DeviceCamera("/dev/video0", "Desk Cam")


@pytest.mark.parametrize(
    ("sizes", "size"),
    [
        ({(3840, 2160): 30.0, (1920, 1080): 30.0}, (3840, 2160)),
        ({(3840, 2160): 5.0, (1920, 1080): 30.0}, (1920, 1080)),
        ({(1920, 1080): 30.0}, (1920, 1080)),
        ({(1280, 720): 10.0}, (1280, 720)),
    ],
)
def test_the_best_size_that_is_fast_enough(
    monkeypatch: pytest.MonkeyPatch, sizes: dict[tuple[int, int], float], size: tuple[int, int]
) -> None:
    capture = Capture(sizes)
    camera = opened(monkeypatch, capture)
    camera.close()
    assert capture.size == size


def tended(camera: DeviceCamera, capture: Capture, seconds: float, begin: float = 0.0) -> None:
    """So many seconds of pictures, on a clock of our own."""
    for n in range(int(seconds * 10)):
        LiveCapture.close(camera)
        camera.on_picture(capture, capture.retrieve()[1], begin + n / 10)


@pytest.mark.parametrize(
    ("can", "focus", "exposure"),
    [
        ({"focus": True, "exposure": True}, "held", "held"),
        ({"exposure": True}, "unknown", "held"),
        ({"focus": True}, "held", "automatic"),
        ({"focus": True, "exposure": True, "lies": True}, "held", "automatic"),
    ],
)
def test_focus_and_exposure_are_held_once_they_have_settled(
    monkeypatch: pytest.MonkeyPatch, can: dict[str, bool], focus: str, exposure: str
) -> None:
    capture = Capture({(1920, 1080): 30.0}, **can)
    camera = opened(monkeypatch, capture)
    camera.close()
    camera._stage_started_at = None
    assert (camera.controls.focus, camera.controls.exposure) == ("unknown", "unknown")
    tended(camera, capture, 8)
    assert (camera.controls.focus, camera.controls.exposure) == (focus, exposure)
    # What did not hold still was given back to the camera.
    assert capture.now[cv2.CAP_PROP_AUTO_EXPOSURE] == (1.0 if exposure == "held" else 3.0)


def test_when_evening_comes_exposure_finds_itself_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = Capture({(1920, 1080): 30.0}, focus=True, exposure=True)
    camera = opened(monkeypatch, capture)
    camera.close()
    camera._stage_started_at = None
    tended(camera, capture, 8)
    capture.brightness = 40
    tended(camera, capture, 10, begin=8)
    assert camera.controls.exposure == "held"  # a shadow that goes again is no evening
    tended(camera, capture, 40, begin=18)
    assert camera.controls.exposure == "held"
    assert camera._light.held == pytest.approx(100, abs=5)  # free again, it became as bright as before


def read_on(camera: DeviceCamera) -> None:
    for _ in range(50):
        camera.read(0.2)


def test_a_hanging_device_is_noticed_in_the_time_given(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = Capture({(1920, 1080): 30.0})
    camera = opened(monkeypatch, capture)
    capture.left = 0
    with pytest.raises(CameraLost, match="Desk Cam gives no picture"):
        read_on(camera)
    assert not capture.hung  # it is said while the device still hangs
    capture.hangs.set()
    camera.close()


def test_more_pictures_than_are_looked_at_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = Capture({(1920, 1080): 1000.0})
    camera = opened(monkeypatch, capture)
    first = camera.read(2.0)
    second = camera.read(2.0)
    camera.close()
    assert second.time - first.time >= 0.75 / 15 * 0.9
