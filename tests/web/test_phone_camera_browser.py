"""Browser tests of a phone as a camera: Chromium sends pictures from a file, and their tags are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from companion import games
from companion.games.contract import Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.rendered import RenderedTable
from companion.web import create_app
from companion.web.camera import phone_camera
from tests.web.conftest import Serving
from tests.web.drawn import eventually

pytestmark = pytest.mark.browser

GAME = games.load("new-frontiers")


def film(path: Path, pictures: list[tuple[np.ndarray, int]]) -> None:
    """Each picture for this many frames, as the raw video that Chromium takes as a camera."""
    high, wide = pictures[0][0].shape[:2]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420\n".encode())
        for picture, count in pictures:
            planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes()
            for _ in range(count):
                file.write(b"FRAME\n" + planes)


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Any:
    """A browser whose camera shows a drawn table; after two seconds another tile lies there."""
    scene = RenderedTable(2, GAME.tracking, GAME.tag_prefix, size=(1280, 720), height_mm=480, symbol_mm=30)
    worlds = [tile.id for tile in GAME.tracking.tiles() if tile.id.startswith("W")][:5]
    for n, tile in enumerate(worlds[:4]):
        scene.put_in(seat_zone(n % 2), tile, "B")
    first = scene.picture()
    scene.put_in(seat_zone(0), worlds[4], "B")
    film(tmp_path / "table.y4m", [(first, 20), (scene.picture(), 200)])
    own = browser.browser_type.launch(
        executable_path=_program(),
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={tmp_path / 'table.y4m'}",
        ],
    )
    yield own, worlds
    own.close()


def empty_room(folder: Path) -> Room:
    return Room(Tables(Journal(folder / "journal.db")), calibrations=Calibrations(folder / "cameras.json"))


def _program() -> str | None:
    from tests.conftest import _chromium

    found: str | None = _chromium()
    return found


def test_a_phone_becomes_a_camera_and_leaves_again(
    phone: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, worlds = phone
    room = Room(
        Tables(Journal(tmp_path / "journal.db")), calibrations=Calibrations(tmp_path / "cameras.json")
    )
    players = (Player("Ada", "blue"), Player("Ben", "red"))
    table = room.tables.create(GAME.name, Setup(players), seed=1)
    room.home.activate(table.id)
    serving = Serving(create_app(room))
    try:
        page = own.new_context().new_page()
        errors: list[str] = []
        page.on("pageerror", lambda wrong: errors.append(str(wrong)))
        page.goto(f"{serving.address}/camera/phone")
        page.click("[data-start]")
        eventually(lambda: int(page.get_attribute("#phone-camera", "data-sent") or 0) >= 2)
        eventually(lambda: room.home.eyes is not None and set(worlds) <= set(room.home.eyes.steady_tiles()))
        assert len(room.home.cameras) == 1
        assert "1280 x 720" in page.text_content("[data-figures]")
        monkeypatch.setattr(phone_camera, "live_share", lambda phones: 640 * 360)
        eventually(lambda: "640 x 360" in page.text_content("[data-figures]"))
        page.click("[data-stop]")
        eventually(lambda: not room.home.cameras)
        assert not errors
    finally:
        serving.stop()
        room.close()


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    room = Room(
        Tables(Journal(tmp_path / "journal.db")), calibrations=Calibrations(tmp_path / "cameras.json")
    )
    client = create_app(room).test_client()
    headers = {"Accept": "application/json"}
    for body in (b"", b"GIF89a", b"\x00" * 100):
        answer = client.post("/camera/phone/abcdef/frame", data=body, headers=headers)
        assert answer.status_code == 400
        assert answer.get_json()["sentence"].endswith(".")
    assert client.post("/camera/phone/A!/frame", data=b"\xff\xd8", headers=headers).status_code in (400, 404)
    assert not room.home.cameras
    room.close()
