"""Browser tests of a phone as a camera: Chromium sends pictures from a file, and their tags are read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from companion import games
from companion.games.contract import Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.phone_camera import PhoneCamera
from companion.vision.rendered import RenderedTable
from companion.web import create_app
from companion.web.camera import phone_camera
from tests.web.conftest import Serving
from tests.web.drawn import eventually

pytestmark = pytest.mark.browser

GAME = games.load("new-frontiers")


def film(path: Path, pictures: list[tuple[np.ndarray, int]]) -> None:
    """Each picture for this many frames, with a sensor's noise, as the raw video that Chromium takes as a
    camera."""
    high, wide = pictures[0][0].shape[:2]
    random = np.random.default_rng(1)
    noises = [random.integers(-3, 4, (high, wide), dtype=np.int16) for _ in range(5)]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420\n".encode())
        for picture, count in pictures:
            planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
            frames = []
            for noise in noises:
                noisy = planes.copy()
                noisy[:high] = np.clip(planes[:high] + noise, 16, 235)
                frames.append(b"FRAME\n" + noisy.tobytes())
            for n in range(count):
                file.write(frames[n % len(frames)])


def chromium(browser: Browser, *camera: str) -> Browser:
    """A browser of its own, with cameras that these arguments describe."""
    return browser.browser_type.launch(
        executable_path=_program(),
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--use-fake-ui-for-media-stream",
            *camera,
        ],
    )


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
    own = chromium(
        browser,
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={tmp_path / 'table.y4m'}",
    )
    yield own, worlds
    own.close()


@pytest.fixture
def served(tmp_path: Path) -> Any:
    """A room whose table waits for a camera, its address, and the table."""
    room = empty_room(tmp_path)
    table = room.tables.create(GAME.name, Setup((Player("Ada", "blue"), Player("Ben", "red"))), seed=1)
    room.home.activate(table.id)
    serving = Serving(create_app(room))
    yield room, serving.address, table
    serving.stop()
    room.close()


def empty_room(folder: Path) -> Room:
    return Room(Tables(Journal(folder / "journal.db")), calibrations=Calibrations(folder / "cameras.json"))


def _program() -> str | None:
    from tests.conftest import _chromium

    found: str | None = _chromium()
    return found


STATE = "document.querySelector('[data-state]').textContent"
TRACK = "document.querySelector('video').srcObject?.getVideoTracks()[0]"


IN_SIGHT = """name => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, bottom - 2);
  return top > 0 && bottom < innerHeight && Boolean(there?.closest(name));
}"""


def started(own: Browser, address: str) -> Page:
    """The page of a phone that is a camera and has sent pictures."""
    page = own.new_context().new_page()
    page.goto(f"{address}/camera/phone")
    page.click("[data-start]")
    page.wait_for_function("() => document.getElementById('phone-camera').dataset.sent >= 2")
    return page


def test_a_phone_becomes_a_camera_and_leaves_again(
    phone: Any, served: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own, worlds), (room, address, _table) = phone, served
    page = started(own, address)
    errors: list[str] = []
    page.on("pageerror", lambda wrong: errors.append(str(wrong)))
    eventually(lambda: room.home.eyes is not None and set(worlds) <= set(room.home.eyes.steady_tiles()))
    assert len(room.home.cameras) == 1
    assert "1280 x 720" in page.text_content("[data-figures]")
    assert page.is_hidden("[data-lenses]")
    for size in ((390, 844), (844, 390)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        for name in ("[data-state]", "[data-stop]"):
            assert page.evaluate(IN_SIGHT, name), (name, size)
    monkeypatch.setattr(phone_camera, "live_share", lambda phones: 640 * 360)
    eventually(lambda: "640 x 360" in page.text_content("[data-figures]"))
    page.click("[data-stop]")
    eventually(lambda: not room.home.cameras)
    assert not errors


@pytest.mark.slow
@pytest.mark.long
def test_a_video_that_stands_still_is_started_again(phone: Any, served: Any) -> None:
    """After a call or a lock the video is paused, or its track is mute."""
    (own, _worlds), (room, address, _table) = phone, served
    page = started(own, address)
    eventually(lambda: room.home.eyes is not None and room.home.eyes.status().state == "online")
    page.evaluate("document.querySelector('video').pause()")
    page.wait_for_function("() => !document.querySelector('video').paused")
    page.evaluate(f"window.before = {TRACK}; before.dispatchEvent(new Event('mute'))")
    page.wait_for_function(f"() => {TRACK} !== before && {TRACK}.readyState === 'live'")
    page.wait_for_function(f"() => {STATE}.includes('gives pictures')")


@pytest.mark.slow
@pytest.mark.long
def test_a_camera_that_is_refused_says_so_until_it_is_given(phone: Any, served: Any) -> None:
    """Permission was taken back, or an app has the camera: what keeps it stays said, not that it is started
    again. No picture of before is sent as one of now."""
    (own, _worlds), (room, address, _table) = phone, served
    page = started(own, address)
    page.evaluate(
        f"""() => {{
          const media = navigator.mediaDevices, given = media.getUserMedia.bind(media);
          window.said = new Set();
          media.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
          window.allow = () => {{ media.getUserMedia = given; }};
          const track = {TRACK};
          track.stop();
          track.dispatchEvent(new Event("ended"));
        }}"""
    )
    page.locator("[data-start]").wait_for(state="visible")
    page.evaluate(
        """() => new MutationObserver(() => said.add(document.querySelector("[data-state]").textContent))
          .observe(document.querySelector("[data-state]"), { childList: true })"""
    )
    before = page.get_attribute("#phone-camera", "data-sent")
    page.wait_for_function(
        "before => document.getElementById('phone-camera').dataset.sent > before", arg=before
    )
    eventually(lambda: room.home.eyes.status().state == "still")
    assert page.inner_text("[data-state]").startswith("The browser was told not to give its camera")
    assert page.evaluate("[...said]") == []
    page.evaluate("allow()")
    page.click("[data-start]")
    page.wait_for_function(f"() => {STATE}.includes('gives pictures')")
    assert not any("sends no pictures" in said for said in page.evaluate("[...said]"))


@pytest.mark.slow  # its pictures: test_one_picture_again_and_again_is_no_picture_of_the_table
@pytest.mark.long
def test_a_video_that_stays_still_is_said_everywhere(phone: Any, served: Any) -> None:
    """Where nothing starts it again: at the phone, to the table, and to who reads the API."""
    (own, _worlds), (room, address, table) = phone, served
    page = started(own, address)
    eventually(lambda: room.home.eyes is not None and room.home.eyes.steady_tiles())
    page.evaluate(
        """() => {
          HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "AbortError"));
          navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
          document.querySelector("video").pause();
        }"""
    )
    page.wait_for_function(f"() => {STATE}.includes('stands still since')")
    eventually(lambda: room.home.eyes.status().state == "still")
    tablet = own.new_context().new_page()
    tablet.goto(f"{address}/t/{table.id}/")
    notice = tablet.locator("#cards").get_by_text("The picture of Phone 1 stands still since")
    notice.wait_for(state="visible")
    assert tablet.locator(".lamp[data-state=bad]").count() == 1
    assert not room.home.referee.seen.watching, "what lies there is not judged by an old picture"


@pytest.mark.slow
def test_a_lens_is_chosen_and_remembered(browser: Browser, served: Any) -> None:
    _room, address, _table = served
    own = chromium(browser, "--use-fake-device-for-media-stream=device-count=3")
    try:
        page = started(own, address)
        names = page.locator("#lens option").all_text_contents()
        assert len(names) == 3
        other = next(name for name in names if name != page.evaluate(f"{TRACK}.label"))
        is_used = f"wanted => {TRACK}?.label === wanted"
        page.select_option("#lens", label=other)
        page.wait_for_function(is_used, arg=other)
        page.reload()
        page.click("[data-start]")
        page.wait_for_function(is_used, arg=other)
        page.locator("#lens option:checked", has_text=other).wait_for(state="attached")
        # Browsers change the ids of their cameras; the name stays.
        kept = json.dumps({"id": "f00d", "label": other})
        page.evaluate("kept => localStorage.setItem('companion.phone-lens', kept)", kept)
        page.reload()
        page.click("[data-start]")
        page.wait_for_function(is_used, arg=other)
    finally:
        own.close()


def test_one_picture_again_and_again_is_no_picture_of_the_table(
    served: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone's page that notices nothing itself."""
    _room, address, _table = served
    monkeypatch.setattr(PhoneCamera, "still_after", 0.3)
    scene = RenderedTable(2, GAME.tracking, GAME.tag_prefix, size=(1280, 720), height_mm=480, symbol_mm=30)
    picture = cv2.imencode(".jpg", scene.picture())[1].tobytes()

    def send(jpeg: bytes) -> str:
        request = Request(
            f"{address}/camera/phone/abcdef/frame",
            jpeg,
            {"Content-Type": "image/jpeg", "Accept": "application/json", "Origin": address},
        )
        with urlopen(request) as answer:
            time.sleep(0.05)
            return str(json.load(answer)["state"])

    eventually(lambda: send(picture) == "still")
    changed = scene.picture()
    changed[::2] ^= 8
    eventually(lambda: send(cv2.imencode(".jpg", changed)[1].tobytes()) == "online")


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
