"""The whole way from a drawn table to the report, on a clock of its own; and the thread that does it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.contract import MIDDLE, Spot, TileInfo, seat_zone
from companion.table.observation import SeenTable
from companion.vision.camera import CameraLost, Frame, UploadedPhoto, decode_image
from companion.vision.camera_status import CameraStatus
from companion.vision.camera_worker import CameraPipeline, CameraWorker
from companion.vision.phone_camera import PhoneCamera
from companion.vision.processor_turns import ProcessorTurns, ProcessorUse
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from tests.default_run import first_by_default
from tests.rigs.plans import Pieces

from .conftest import TILES, lay_fifty

STEP = 1 / 12


class Play:
    """A view over a drawn table, with time at hand."""

    def __init__(self, table: RenderedTable) -> None:
        self.table = table
        self.view = CameraPipeline(table.layout, "NF", TILES.values())
        self.now = 100.0
        self.kinds: list[tuple[str, str]] = []
        self.random = np.random.default_rng(5)

    def run(self, seconds: float, change: Callable[[np.ndarray], np.ndarray] = lambda image: image) -> None:
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            changes = self.view.process(change(self.table.picture()), self.now)
            self.kinds += [(c.kind, c.tile) for c in changes]

    @property
    def seen(self) -> SeenTable:
        return self.view.observation(self.now, 1)


@pytest.fixture
def play(table: RenderedTable) -> Play:
    return Play(table)


def test_the_report_is_the_table() -> None:
    table = RenderedTable(5, Pieces(TILES), "NF")
    lay_fifty(table, 5)
    play = Play(table)
    play.run(1)
    expected = {
        t.id: Spot(table.layout.zone_at(t.x_mm, t.y_mm) or "", t.face) for t in table.tiles().values()
    }
    assert play.seen.spots == expected
    assert play.seen.watching == frozenset(table.layout.zones)
    assert play.seen.unknown == play.seen.conflicts == ()


def test_one_picture_alone_says_nothing(play: Play) -> None:
    play.table.put("W01", "A", 300, 150)
    play.run(STEP)
    assert play.seen.spots == {}
    assert play.seen.watching == frozenset(), "nothing is missed before it was looked for"
    play.run(1)
    assert set(play.seen.spots) == {"W01"}
    assert play.seen.watching


def test_a_tile_with_one_face_may_go_without_its_letter(table: RenderedTable) -> None:
    one = TileInfo("W01", "One face", "A", ("#888888",))
    lettered = RenderedTable(2, Pieces({"W01": one}), "NF")
    for face in ("", "A"):
        lettered.put("W01", face, 300, 150)
        view = CameraPipeline(table.layout, "NF", [one])
        for n in range(8):
            view.process(lettered.picture(), n * STEP)
        assert view.observation(1.0, 1).spots["W01"].face == "A"


def test_hands_make_the_changes_they_make_and_no_others(play: Play) -> None:
    play.table.put_in(MIDDLE, "W01", "A")
    play.table.put_in(seat_zone(1), "W02", "B")
    play.table.put_in(seat_zone(1), "G3", "")
    play.run(2)
    play.table.put_in(seat_zone(0), "W01", "A")
    play.run(2)
    play.table.turn("W01")
    play.run(2)
    play.table.remove("W02")
    play.run(3)
    assert play.kinds == [
        ("arrived", "G3"),
        ("arrived", "W01"),
        ("arrived", "W02"),
        ("moved", "W01"),
        ("turned", "W01"),
        ("gone", "W02"),
    ]
    assert play.seen.spots == {"W01": Spot(seat_zone(0), "B"), "G3": Spot(seat_zone(1), "")}


def test_stillness_begins_when_hands_rest(play: Play) -> None:
    play.table.put("W01", "A", 300, 150)
    play.run(4)
    assert 3 < play.seen.still_for < 4
    play.table.put("W02", "A", 500, 150)
    play.run(STEP)
    assert play.seen.still_for == 0
    play.run(1.5)
    assert 0.5 < play.seen.still_for < 1.5


def arm(image: np.ndarray, x: int, sway: int) -> np.ndarray:
    """An arm reaches in from the lower edge and covers a tile."""
    covered = image.copy()
    cv2.rectangle(covered, (x - 90 + sway, 200), (x + 90 + sway, 1079), (120, 150, 205), -1)
    return covered


@pytest.mark.slow
def test_a_resting_arm_takes_no_tile_away(play: Play) -> None:
    play.table.put("W01", "A", 300, 150)
    play.table.put("W02", "A", 700, 150)
    play.run(2)
    before = play.seen.spots
    sway = iter(range(10_000))
    play.run(5, lambda image: arm(image, 540, (next(sway) // 10) % 3 * 6))
    assert play.seen.spots == before
    play.run(3)
    assert play.seen.spots == before
    assert all(kind == "arrived" for kind, _ in play.kinds)


def test_a_tile_taken_under_an_arm_is_gone_when_the_arm_is(play: Play) -> None:
    play.table.put("W01", "A", 300, 150)
    play.run(2)
    sway = iter(range(10_000))
    play.run(1, lambda image: arm(image, 540, next(sway) % 3 * 6))
    play.table.remove("W01")
    play.run(1, lambda image: arm(image, 540, next(sway) % 3 * 6))
    assert "W01" in play.seen.spots
    play.run(3)
    assert play.kinds[-1] == ("gone", "W01")


@pytest.mark.slow
def test_a_pushed_camera_changes_nothing(play: Play) -> None:
    for n in range(1, 9):
        play.table.put_in(seat_zone(n % 3), f"W{n:02d}", "A")
    play.run(2)
    before, events = play.seen.spots, len(play.kinds)
    way = cv2.getRotationMatrix2D((960, 540), 2.0, 0.97) + np.array([[0, 0, 14.0], [0, 0, -9.0]])
    play.run(3, lambda image: cv2.warpAffine(image, way, (1920, 1080), borderValue=(60, 60, 60)))
    assert play.seen.spots == before
    assert len(play.kinds) == events


def test_the_same_tag_twice_is_a_conflict_and_no_move(play: Play) -> None:
    play.table.put("W01", "A", 300, 150)
    play.run(2)

    def twin(image: np.ndarray) -> np.ndarray:
        doubled = image.copy()
        doubled[750:950, 1100:1300] = image[170:370, 440:640]
        return doubled

    play.run(2, twin)
    assert play.seen.conflicts == ("W01",)
    assert play.seen.spots == {}
    assert play.kinds == [("arrived", "W01")]
    play.run(4)
    assert play.seen.conflicts == ()
    assert play.seen.spots == {"W01": Spot(play.table.layout.zone_at(300, 150) or "", "A")}


def test_a_tag_that_no_tile_has_is_unknown(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    table.put("W02", "A", 600, 150)
    known = [TILES["W01"]]
    view = CameraPipeline(table.layout, "NF", known)
    for n in range(8):
        view.process(table.picture(), n * STEP)
    assert view.observation(1.0, 1).unknown == ("NF:W02A",)
    assert set(view.observation(1.0, 1).spots) == {"W01"}


# --- the thread -------------------------------------------------------------------------------------------


class Reports:
    """Collects what eyes report, and waits for what it should become."""

    def __init__(self) -> None:
        self.tables: list[SeenTable] = []
        self.states: list[str] = []
        self.news = threading.Condition()

    def table(self, seen: SeenTable) -> None:
        with self.news:
            self.tables.append(seen)
            self.news.notify_all()

    def status(self, status: CameraStatus) -> None:
        with self.news:
            self.states.append(status.state)
            self.news.notify_all()

    def wait(self, true: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(true, 20)


def eyes_of(camera: Any, table: RenderedTable, reports: Reports) -> CameraWorker:
    return CameraWorker(camera, table.layout, "NF", TILES.values(), reports.table, reports.status)


def test_eyes_report_a_drawn_table_and_show_it(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    reports = Reports()
    eyes = eyes_of(RenderedCamera(table, rate=30), table, reports)
    eyes.start()
    try:
        reports.wait(lambda: bool(reports.tables) and "W01" in reports.tables[-1].spots)
        table.turn("W01")
        reports.wait(lambda: reports.tables[-1].spots.get("W01", Spot("", "")).face == "B")
        assert [t.number for t in reports.tables] == list(range(1, len(reports.tables) + 1))
        assert reports.states == ["online"]
        data = eyes.jpeg(max_width=640)
        assert data is not None
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image.shape == (360, 640, 3)
        said = [f for f in eyes.findings() if "a second" not in f.sentence]
        assert {f.level for f in said} == {"good"}
        assert eyes.module_px is not None
        assert eyes.module_px > 2
    finally:
        eyes.stop()


class Flaky:
    """Gives pictures, is lost, and is found again when it is opened anew."""

    def __init__(self, image: np.ndarray, pictures: int) -> None:
        self.photo, self.left = UploadedPhoto(image, rate=30), pictures

    def read(self, timeout: float = 1.0) -> Frame:
        self.left -= 1
        if self.left < 0:
            raise CameraLost("The cable is out: put it in again.")
        frame = self.photo.read(timeout)
        return Frame(frame.image, frame.number, time.monotonic())

    def describe(self) -> str:
        return "A camera"

    def close(self) -> None: ...


def test_a_lost_camera_is_said_and_found_again(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    opened: list[Flaky] = []

    def open_flaky() -> Flaky:
        opened.append(Flaky(table.picture(), 12))
        return opened[-1]

    reports = Reports()
    eyes = eyes_of(open_flaky, table, reports)
    eyes.start()
    try:
        reports.wait(lambda: reports.states[:3] == ["online", "lost", "online"])
        lost = next(t for t in reports.tables if not t.watching)
        assert lost.spots == {}
        reports.wait(lambda: "W01" in reports.tables[-1].spots)
        assert len(opened) >= 2
    finally:
        eyes.stop()


def test_a_camera_that_cannot_be_opened_keeps_being_tried(
    table: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.REOPEN_INTERVAL_SECONDS", 0.01)
    tries: list[int] = []

    def refuse() -> Flaky:
        tries.append(1)
        if len(tries) < 5:
            raise CameraLost("There is no camera: plug one in.")
        return Flaky(table.picture(), 1000)

    reports = Reports()
    eyes = eyes_of(refuse, table, reports)
    eyes.start()
    try:
        reports.wait(lambda: reports.states == ["lost", "online"])
    finally:
        eyes.stop()


@pytest.mark.parametrize("fault", first_by_default([RecursionError, MemoryError, UnicodeError, OSError]))
@pytest.mark.parametrize("opened", [False, True])
def test_whatever_a_camera_throws_it_is_said_and_tried_again(
    table: RenderedTable, monkeypatch: pytest.MonkeyPatch, fault: type[Exception], opened: bool
) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.REOPEN_INTERVAL_SECONDS", 0.01)
    thrown = [fault("thrown")]

    class Throwing(Flaky):
        def read(self, timeout: float = 1.0) -> Frame:
            if thrown:
                raise thrown.pop()
            return super().read(timeout)

    def open_throwing() -> Flaky:
        if thrown and not opened:
            raise thrown.pop()
        return Throwing(table.picture(), 1000)

    reports = Reports()
    eyes = eyes_of(open_throwing, table, reports)
    eyes.start()
    try:
        reports.wait(lambda: reports.states == ["lost", "online"])
    finally:
        eyes.stop()


class AskedTurns(ProcessorTurns):
    """One at a time; says when somebody asks for it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = threading.Event()

    @contextmanager
    def turn(self, use: ProcessorUse) -> Iterator[None]:
        self.asked.set()
        with super().turn(use):
            yield


def test_what_a_phone_sends_waits_undecoded_for_its_turn(
    table: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So six that wait have no picture of 25 MB each beside the one that is kept; and the newest is read."""
    decoded: list[bytes] = []

    def decode(jpeg: bytes, *about: Any, **limits: Any) -> np.ndarray:
        decoded.append(jpeg)
        return decode_image(jpeg, *about, **limits)

    monkeypatch.setattr("companion.vision.phone_camera.decode_image", decode)
    sent = [cv2.imencode(".jpg", np.full((90, 160), light, np.uint8))[1].tobytes() for light in (80, 90)]
    phone, turns, reports = PhoneCamera("abcdef", "Phone 1"), AskedTurns(), Reports()
    eyes = CameraWorker(phone, table.layout, "NF", TILES.values(), reports.table, turns=turns)
    try:
        with ProcessorTurns.turn(turns, ProcessorUse()):
            phone.receive(sent[0])
            eyes.start()
            assert turns.asked.wait(20)
            phone.receive(sent[1])
            assert not decoded
        reports.wait(lambda: any(seen.number for seen in reports.tables))
        assert decoded == sent[1:]
    finally:
        eyes.stop()


def test_a_recording_that_ends_is_said_once(table: RenderedTable, tmp_path) -> None:
    path = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 30, (640, 360))
    for _ in range(3):
        writer.write(cv2.resize(table.picture(), (640, 360)))
    writer.release()
    reports = Reports()
    eyes = eyes_of(path, table, reports)
    eyes.start()
    reports.wait(lambda: reports.states == ["online", "ended"])
    eyes.stop()
