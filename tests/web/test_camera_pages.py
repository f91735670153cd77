"""Tests of the camera's page and of verifying the table, with a drawn table and real vision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from companion.room.room import Room
from companion.system.choices import Choices
from companion.vision.calibration import Calibrations
from companion.vision.camera import CameraLost
from companion.vision.camera_rig import CameraRig
from companion.vision.devices import Device
from companion.vision.recorder import Recording
from companion.web import create_app
from companion.web.camera import calibrate, camera_choice
from tests.stand_in import stand_in
from tests.web.drawn import drawn_room, eventually


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with drawn_room(tmp_path_factory.mktemp("drawn")) as room:
        yield room


@pytest.fixture
def pages(drawn: Room):
    return create_app(drawn).test_client()


@pytest.fixture(autouse=True)
def forget(drawn: Room) -> Iterator[None]:
    """Each test leaves the camera in its first state."""
    yield
    drawn.home.calibrate(0, drawn.calibrations.load("nobody"))
    drawn.home.demo.tidy()


def look(pages):
    return pages.get("/camera/0/look").json


def test_the_page_shows_what_is_read_and_what_to_do(pages, drawn):
    assert pages.get("/camera").status_code == 200
    told = look(pages)
    assert (told["state"], told["tied"], told["places"]) == ("online", True, [1, 2, 3, 4])
    assert {zone["words"] for zone in told["zones"]} == {"The middle", "Blue's area", "Green's area"}
    assert {zone["level"] for zone in told["zones"]} == {"good"}
    assert {f["level"] for f in told["findings"] if "a second" not in f["sentence"]} == {"good"}
    assert len(told["tags"]) == 4 + len(drawn.home.demo.tiles())
    corners = np.array(told["tags"][0]["corners"])
    assert ((corners >= 0) & (corners <= 1)).all()


def test_the_picture_is_plain_and_made_seldom(pages, drawn, monkeypatch):
    monkeypatch.setattr(calibrate, "MIN_PICTURE_SECONDS", 60.0)
    made: list[bool] = []
    eyes = drawn.home.eyes.cameras[0]
    monkeypatch.setattr(
        eyes, "jpeg", lambda wide=1280, outlined=True: made.append(outlined) or b"\xff\xd8jpeg"
    )
    calibrate._pictures.clear()
    answers = [pages.get("/camera/0/picture") for _ in range(5)]
    assert {answer.data for answer in answers} == {b"\xff\xd8jpeg"}
    assert made == [False]
    calibrate._pictures.clear()


def test_a_camera_that_is_not_there(pages):
    for path in ("/camera/1/look", "/camera/7/picture", "/camera?n=3"):
        answer = pages.get(path, headers={"Accept": "application/json"})
        assert answer.status_code == 404
        assert "--camera" in answer.json["sentence"]


def test_corners_are_kept_and_looked_by(pages, drawn):
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert pages.post("/camera/0/corners", json={"corners": corners}).status_code == 200
    assert json.loads(drawn.calibrations.path.read_text())["drawn table"]["corners"] == corners
    eyes = drawn.home.eyes.cameras[0]
    eventually(lambda: eyes.pipeline.calibration.corners is not None)
    assert pages.post("/camera/0/corners", json={"corners": None}).json["kept"]["corners"] is False


@pytest.mark.parametrize(
    "corners",
    [
        [], [[0, 0]],
        [[0.1, 0.1], [0.1, 0.9], [0.9, 0.9], [0.9, 0.1]], [[0, 0], [1, 1], [1, 0], [0, 1]],
        [[0.5, 0.5], [0.501, 0.5], [0.501, 0.501], [0.5, 0.501]], [[0, 0], [9, 0], [9, 9], [0, 9]],
    ],
)  # fmt: skip
def test_corners_that_no_table_has_are_refused(pages, drawn, corners):
    answer = pages.post("/camera/0/corners", json={"corners": corners})
    assert answer.status_code == 422
    assert answer.json["sentence"].endswith(".")
    assert drawn.home.eyes.cameras[0].calibration.corners is None


@pytest.mark.parametrize("last", ["x", [1], ["x", 1], [True, 1], [1, None], [1, 1e7]])
def test_corners_that_are_no_places_are_refused(pages, drawn, last):
    answer = pages.post("/camera/0/corners", json={"corners": [[0, 0], [1, 0], [1, 1], last]})
    assert (answer.status_code, answer.json) == (400, {"sentence": "A place has two numbers."})
    assert drawn.home.eyes.cameras[0].calibration.corners is None


def test_a_corner_that_zones_share_is_dragged_for_all_of_them(pages, drawn):
    eyes = drawn.home.eyes.cameras[0]
    point = next(p for p in look(pages)["points"] if len(p["zones"]) == 2)
    there = [point["at"][0], point["at"][1] + 0.05]
    told = pages.post("/camera/0/zones", json={"from": point["mm"], "to": there}).json
    assert told["kept"]["zones"] is True
    wanted = point["mm"][1] + 0.05 * drawn.home.demo.size_mm[1]

    def is_there(zone: str) -> bool:
        return any(abs(y - wanted) < 1 for _, y in eyes.pipeline.mapping.layout.zones[zone])

    eventually(lambda: all(is_there(zone) for zone in point["zones"]))  # the camera's next frame takes it
    assert eyes.pipeline.calibration.zones
    gone = pages.post("/camera/0/zones", json={"from": point["mm"], "to": there})
    assert gone.status_code == 409
    assert pages.post("/camera/0/zones", json={"zones": None}).json["kept"]["zones"] is False


@pytest.mark.parametrize(
    "body", [{}, {"from": [0, 0]}, {"from": "x", "to": [1, 1]}, {"from": [0, 0], "to": [None, 1]}]
)
def test_a_corner_of_nothing_is_refused(pages, body):
    assert pages.post("/camera/0/zones", json=body).status_code == 400


def test_a_drawn_table_has_its_size(pages):
    assert pages.post("/camera/0/size", json={"wide": 120, "deep": 80}).status_code == 422


def test_a_lens_needs_tags_to_be_measured_by(pages):
    answer = pages.post("/camera/0/lens", json={})
    assert answer.status_code == 422
    assert "lay" in answer.json["sentence"]
    assert pages.post("/camera/0/lens", json={"lens": None}).status_code == 200


def test_a_lens_that_bends_nothing(pages, drawn):
    laid = [info.id for info in drawn.home.served.game.tracking.tiles() if info.id[0] == "W"][:40]
    scene = drawn.home.demo.scene
    for n, tile in enumerate(laid):
        drawn.home.demo._touched.add(tile)
        scene.put(tile, "A", 60 + 135 * (n % 8), 60 + 120 * (n // 8))
    # A picture from before the last tiles were laid shows few tags, which fit almost any lens. The last
    # rows lie outside the player's area.
    eventually(lambda: len(look(pages)["tags"]) >= 30)
    told = pages.post("/camera/0/lens", json={}).json
    assert "bends nothing" in told["sentence"]
    assert told["kept"]["lens"] is None


def test_a_full_disk_is_one_sentence(pages, drawn, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(drawn.calibrations, "save", full)
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    answer = pages.post("/camera/0/corners", json={"corners": corners})
    assert answer.status_code == 507
    assert "No space left" in answer.json["sentence"]


def test_the_last_minutes_are_kept_as_a_file(pages, drawn):
    told = pages.post("/camera/0/recording", json={}).json
    file = pages.get(told["href"])
    assert file.status_code == 200
    (path,) = calibrate_folder(drawn).glob("*.zip")
    assert str(path) in told["sentence"]
    recording = Recording(path)
    assert recording.index["record"]["table"] == drawn.home.active
    assert recording.read().image.shape == (1080, 1920, 3)
    recording.close()


def calibrate_folder(drawn):
    return drawn.calibrations.path.parent / "recordings"


@pytest.mark.parametrize("name", ["none.zip", "..%2f..%2fcameras.json", "cameras.json", ".zip"])
def test_only_recordings_are_given_away(pages, name):
    assert pages.get(f"/camera/recordings/{name}").status_code == 404


def test_a_good_that_is_shown_is_kept_by_its_kind(pages, drawn):
    kind = next(iter(calibrate.colours_by_kind(drawn.home.served.game)))
    tag = next(tag for tag in look(pages)["tags"] if not tag["text"].startswith("NF:Z"))
    at = tag["corners"][0]
    told = pages.post("/camera/0/goods", json={"kind": kind, "at": at}).json
    assert told["kept"]["goods"] == {kind: 1}
    assert pages.post("/camera/0/goods", json={"kind": kind, "at": at}).json["kept"]["goods"] == {kind: 2}
    for wrong, status in (
        ({"kind": "gold", "at": at}, 422),
        ({"kind": kind}, 400),
        ({"kind": kind, "at": ["x", 1]}, 400),
        ({"kind": kind, "at": [9, 9]}, 422),
    ):
        assert pages.post("/camera/0/goods", json=wrong).status_code == status
    assert pages.post("/camera/0/goods", json={"kind": None}).json["kept"]["goods"] == {}


# --- choosing a camera


@pytest.fixture
def plugged(monkeypatch):
    present = [Device("/dev/video0", "Desk Cam"), Device("/dev/video2", "Other Cam")]
    monkeypatch.setattr(camera_choice, "devices", lambda: present)
    return present


def test_the_cameras_here_are_shown_with_a_picture_of_each(pages, plugged, monkeypatch):
    page = pages.get("/camera/choose").text
    assert "Desk Cam" in page
    assert "/camera/devices/1/picture" in page
    monkeypatch.setattr(camera_choice, "snapshot", lambda device: np.zeros((48, 64, 3), np.uint8))
    assert pages.get("/camera/devices/1/picture").data[:2] == b"\xff\xd8"
    assert pages.get("/camera/devices/2/picture").status_code == 404

    def busy(device):
        raise CameraLost("Other Cam gives no picture: is it in use by another program?")

    monkeypatch.setattr(camera_choice, "snapshot", busy)
    answer = pages.get("/camera/devices/1/picture", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["sentence"][:9]) == (503, "Other Cam")


def test_a_chosen_camera_is_looked_through_and_kept_for_the_next_start(room, client, plugged, tmp_path):
    used = []
    room.home.use_cameras = used.append
    room.calibrations = Calibrations(tmp_path / "cameras.json")
    told = client.post("/camera/choose", json={"cameras": [1]}).json
    assert used == [["/dev/video2"]]
    assert "at the next start" in told["sentence"]
    assert Choices(tmp_path / "choices.json").cameras() == ("Other Cam",)
    for wrong in ([], [7], ["x"], None):
        assert client.post("/camera/choose", json={"cameras": wrong}).status_code in (400, 404)


def test_a_drawn_table_keeps_its_camera(pages, plugged):
    assert pages.post("/camera/choose", json={"cameras": [0]}).status_code == 422


def test_without_a_camera_the_page_offers_to_choose_one(room, client):
    room.home.has_camera, room.home.served = False, None
    assert "/camera/choose" in client.get("/camera").text


# --- verifying the table


def test_the_table_is_verified_by_a_fresh_look(pages, drawn):
    table = drawn.home.served
    path = f"/t/{table.id}/verify"
    eventually(lambda: "The table and the companion agree." in pages.get(path).text)
    tile = next(t["id"] for t in drawn.home.demo.tiles() if t["id"][0] == "H")
    drawn.home.demo.turn(tile)
    page = ""

    def named() -> bool:
        nonlocal page
        page = pages.get(path).text
        return "One thing" in page or "1 thing differs" in page

    eventually(named)
    assert table.game.tracking.tile(tile).name in page
    assert "look again" in page
    drawn.home.demo.turn(tile)
    eventually(lambda: "The table and the companion agree." in pages.get(path).text)


def test_without_a_camera_there_is_nothing_to_verify_with(client, table):
    assert "There is no camera at this table." in client.get(f"/t/{table.id}/verify").text


def test_a_lost_camera_verifies_nothing(room, client, table):
    status = SimpleNamespace(state="lost", sentence="Desk Cam gives no picture: is it plugged in?")
    room.home.eyes = stand_in(CameraRig, status=lambda: status, read_whole_table=lambda: None)
    room.home.active = table.id
    page = client.get(f"/t/{table.id}/verify").text
    assert "Desk Cam gives no picture" in page
    assert "agree" not in page
