"""A camera on the network that goes away, hangs and comes back, against a server of our own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.table.observation import SeenTable
from companion.vision.camera_status import CameraStatus
from companion.vision.camera_worker import CameraWorker
from companion.vision.rendered import RenderedTable
from tests.rigs.webcam_app import WebcamApp

from .conftest import TILES, eventually


@pytest.fixture
def phone(table: RenderedTable) -> Iterator[WebcamApp]:
    table.put("W01", "A", 300, 150)
    phone = WebcamApp(table.picture())
    phone.begin()
    yield phone
    phone.kill()


def test_a_killed_stream_is_noticed_and_found_again_by_itself(
    phone: WebcamApp, table: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.REOPEN_INTERVAL_SECONDS", 0.1)
    told: list[SeenTable] = []
    states: list[CameraStatus] = []
    eyes = CameraWorker(phone.address, table.layout, "NF", TILES.values(), told.append, states.append)
    eyes.start()
    try:
        eventually(lambda: told and "W01" in told[-1].spots)
        phone.kill()
        eventually(lambda: eyes.status().state == "lost")
        assert not told[-1].watching  # nobody watches, so nothing is missing
        phone.begin()
        eventually(lambda: eyes.status().state == "online" and "W01" in told[-1].spots)
        assert [s.state for s in states] == ["online", "lost", "online"]
        # The line stays, and nothing comes over it: noticed as well.
        phone.silent.set()
        eventually(lambda: eyes.status().state == "lost")
    finally:
        phone.silent.clear()
        eyes.stop()
