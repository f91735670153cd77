"""Cameras that vanish under the eyes and come back: a device pulled out, a folder taken away.
(`test_live` has the stream that is killed.)"""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.observation import SeenTable
from companion.vision import devices as here
from companion.vision import sources
from companion.vision.camera import FolderCamera
from companion.vision.camera_status import CameraStatus
from companion.vision.camera_worker import CameraWorker
from companion.vision.devices import Device
from companion.vision.rendered import RenderedTable

from .conftest import TILES, eventually


class Watched:
    """Eyes on a camera, and what they told."""

    def __init__(self, camera: object, table: RenderedTable) -> None:
        self.told: list[SeenTable] = []
        self.states: list[CameraStatus] = []
        self.eyes = CameraWorker(
            camera, table.layout, "NF", TILES.values(), self.told.append, self.states.append
        )  # type: ignore[arg-type]

    def sees(self, tile: str) -> bool:
        return self.eyes.status().state == "online" and bool(self.told) and tile in self.told[-1].spots

    def lost(self) -> bool:
        return self.eyes.status().state == "lost" and not self.told[-1].watching


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.REOPEN_INTERVAL_SECONDS", 0.05)


class Plug:
    """A camera as OpenCV shows it, as long as it is plugged in."""

    def __init__(self, image: np.ndarray, pulled: threading.Event) -> None:
        self.image, self.pulled = image, pulled

    def isOpened(self) -> bool:
        return not self.pulled.is_set()

    def grab(self) -> bool:
        return not self.pulled.wait(0.03)

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, self.image

    def set(self, what: int, value: float) -> bool:
        return False

    def get(self, what: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 3840.0, cv2.CAP_PROP_FRAME_HEIGHT: 2160.0}.get(what, 30.0)

    def release(self) -> None: ...


def test_a_device_pulled_out_is_lost_and_found_by_its_name_at_another_place(
    table: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulled = threading.Event()
    opened: list[object] = []

    def capture(place: object, *_: object) -> Plug:
        opened.append(place)
        return Plug(table.picture(), pulled)

    monkeypatch.setattr(here.cv2, "VideoCapture", capture)
    monkeypatch.setattr(here.sys, "platform", "linux")
    present = [Device("/dev/video0", "Desk Cam")]
    monkeypatch.setattr(sources, "devices", lambda: present)
    table.put("W01", "A", 300, 150)
    watched = Watched("Desk Cam", table)
    watched.eyes.start()
    try:
        eventually(lambda: watched.sees("W01"))
        present.clear()
        pulled.set()
        eventually(watched.lost)
        table.put("W02", "A", 600, 150)
        pulled.clear()
        present.append(Device("/dev/video4", "Desk Cam"))
        eventually(lambda: watched.sees("W02"))
        assert (opened[0], opened[-1]) == ("/dev/video0", "/dev/video4")
    finally:
        pulled.set()
        watched.eyes.stop()


def test_a_folder_taken_away_is_lost_and_found_when_it_is_back(table: RenderedTable, tmp_path: Path) -> None:
    table.put("W01", "A", 300, 150)
    folder, away = tmp_path / "pictures", tmp_path / "elsewhere"
    folder.mkdir()
    first = folder / "000.jpg"
    cv2.imwrite(str(first), table.picture())
    for n in range(1, 999):  # more than are shown in the time of the test: the last one would stay
        (folder / f"{n:03d}.jpg").hardlink_to(first)
    watched = Watched(lambda: FolderCamera(folder, seconds=0.1, rate=30), table)
    watched.eyes.start()
    try:
        eventually(lambda: watched.sees("W01"))
        folder.rename(away)
        eventually(watched.lost)
        away.rename(folder)
        eventually(lambda: watched.sees("W01"))
    finally:
        watched.eyes.stop()
