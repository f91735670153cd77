"""Tests that strangers cannot crowd out devices that a house knows, nor send its server to other networks."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import RateLimitItemPerMinute

from companion.access.house import House
from companion.access.kept_stations import KeptStation
from companion.system import camera_networks
from companion.table.table import Table
from companion.vision.network_camera import _opener
from companion.vision.picture_budget import LIVE_PIXELS
from companion.web import create_app
from companion.web.access import enforcement
from companion.web.camera import phone_camera
from companion.web.live import live as live_page
from companion.web.request.services import services_of

STAFF = "528461"
ELSEWHERE = {"REMOTE_ADDR": "10.0.0.9"}


@pytest.fixture
def guarded(room: SimpleNamespace) -> Any:
    app = create_app(room)
    app.testing = True
    house = services_of(app).house
    house.set_pin("host", "739214")
    house.set_pin("staff", STAFF)
    yield app
    services_of(app).live.close()


@pytest.fixture
def house(guarded: Flask) -> House:
    here: House = services_of(guarded).house
    return here


def device(app: Flask, token: str = "", address: str = "10.0.0.9") -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    if token:
        assert client.get(f"/?token={token}").status_code == 303
    return client


def test_strangers_lines_leave_places_to_seats_and_tablets(
    guarded: Flask, house: House, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = services_of(guarded).live
    stranger, player = device(guarded), device(guarded, house.token("seat", table.id, 0))
    address = f"/t/{table.id}/live"
    monkeypatch.setattr(live_page, "MAX_STRANGER_CONNECTIONS", 2)
    with live.strangers.hold("all"), live.strangers.hold("all"):
        assert stranger.head(address).status_code == 503
        assert device(guarded, address="10.0.0.10").head(address).status_code == 503
        assert player.head(address).status_code == 200
    assert stranger.head(address).status_code == 200
    # Nor does what strangers hold behind its own address count against it.
    with live.devices.hold("10.0.0.9"):
        monkeypatch.setattr(live.devices, "_limit", 1)
        assert stranger.head(address).status_code == 503
        assert player.head(address).status_code == 200


def test_strangers_posts_do_not_count_against_a_player_of_the_same_address(
    guarded: Flask, house: House, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enforcement, "WRITE_LIMIT", RateLimitItemPerMinute(5))
    stranger, player = device(guarded), device(guarded, house.token("seat", table.id, 0))
    path = f"/t/{table.id}/decisions"
    assert [stranger.post(path, json={}).status_code for _ in range(7)][4:] == [403, 429, 429]
    decision = {"do": "bid", "player": 0, "amount": 1}
    sent = {"seen": table.number, "key": f"key-{time.monotonic_ns()}", "decision": decision}
    assert player.post(path, json=sent).status_code == 200
    assert [player.post(path, json={}).status_code for _ in range(5)][-1] == 429, "each has its own limit"


def test_strangers_tablets_leave_numbers_to_those_the_house_knows(guarded: Flask, house: House) -> None:
    for place in range(1, 25):
        for _ in range(3):
            device(guarded, address=f"10.0.1.{place}").get("/tablet")
    refused = device(guarded, address="10.0.2.1").get("/tablet")
    assert refused.status_code == 503
    assert "sign in as staff" in refused.text
    known = device(guarded, address="10.0.1.1")
    assert known.post("/staff/sign-in", data={"pin": STAFF}).status_code == 303
    assert known.get("/tablet").status_code == 200
    house.stations.add(KeptStation("1", "1"))
    before = device(guarded, house.token("station", "1"), "10.0.1.2")
    house.stations.change("1", tablet=house.stations.get("1").tablet + 1)
    assert before.get("/tablet").status_code == 200, "a tablet that had a station comes back"


def test_invented_phones_are_bounded_and_silent_ones_make_room(
    client: FlaskClient, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_camera, "MAX_PHONES", 2)
    jpeg = b"\xff\xd8" + b"\0" * 100

    def send(name: str) -> int:
        status: int = client.post(f"/camera/phone/{name}/frame", data=jpeg).status_code
        return status

    used: list[Any] = []
    room.home.use_cameras, room.home.cameras = used.append, ()
    assert [send(f"phone{n}x") for n in range(4)] == [200, 200, 409, 409]
    monkeypatch.setattr(phone_camera, "FORGOTTEN_SECONDS", -1.0)
    assert send("phone9x") == 200
    assert list(room.phones) == ["phone9x"]


def test_a_phone_sends_what_its_page_sends(client: FlaskClient, room: Any) -> None:
    room.home.use_cameras, room.home.cameras = (lambda cameras: None), ()
    large, usual = _jpeg(3841, 40), _jpeg(3840, 2160)
    refused = client.post("/camera/phone/phone1x/frame", data=large)
    assert refused.status_code == 413
    assert "3841 by 40 pixels, and 3840" in refused.text
    assert client.post("/camera/phone/phone1x/frame", data=usual + bytes(6 << 20)).status_code == 413
    assert not room.phones
    told = [client.post(f"/camera/phone/phone{n}x/frame", data=usual).get_json()["pixels"] for n in range(6)]
    assert told[0] >= 3840 * 2160, "one phone may be as fine as it is"
    assert all(share * (n + 1) <= LIVE_PIXELS for n, share in enumerate(told))
    # Whoever sends more than its share is decoded more coarsely.
    assert room.phones["phone5x"].read().image.shape[:2] == (1080, 1920)


def test_phones_that_join_at_once_are_all_cameras(client: FlaskClient, room: Any) -> None:
    home, jpeg, names = room.home, _jpeg(64, 48), [f"phone{n}x" for n in range(6)]
    home.cameras = ()

    def use(cameras: Any) -> None:
        time.sleep(0.01)  # opening and closing takes a moment
        home.cameras = tuple(cameras)

    home.use_cameras = use
    with ThreadPoolExecutor(6) as pool:
        app = client.application
        send = lambda name: app.test_client().post(f"/camera/phone/{name}/frame", data=jpeg)  # noqa: E731
        assert [answer.status_code for answer in pool.map(send, names)] == [200] * 6
    assert {camera.id for camera in home.cameras} == set(names)


def _jpeg(wide: int, high: int) -> bytes:
    return cv2.imencode(".jpg", np.zeros((high, wide, 3), np.uint8))[1].tobytes()


def test_a_page_opens_cameras_of_the_own_network_alone(
    guarded: Flask, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_networks, "own_networks", lambda: (ip_network("192.168.7.0/24"),))
    monkeypatch.setattr(camera_networks, "own_addresses", lambda: frozenset({"192.168.7.2", "127.0.0.1"}))
    house.stations.add(KeptStation("1", "1"))
    staff = device(guarded)
    staff.post("/staff/sign-in", data={"pin": STAFF})

    def give(spec: str) -> int:
        sent = {"do": "camera", "device": spec, "station": "1"}
        status: int = staff.post("/stations", data=sent).status_code
        return status

    refused = (
        "http://127.0.0.1:8000/metrics",
        "HTTP://localhost/x",
        "rtsp://192.168.7.2/x",  # this machine itself
        "rtsp://10.0.0.7/live",
        "http://[::1]/x",
        "http://169.254.169.254/latest",
        "http://192.168.7.9.nosuchname.invalid/x",
        "http:///x",
    )
    assert [give(spec) for spec in refused] == [403] * len(refused)
    assert house.stations.get("1").cameras in ((), None)
    assert camera_networks.is_allowed("rtsp://me:secret@192.168.7.30/live")
    monkeypatch.setenv("COMPANION_CAMERA_NETWORKS", "10.0.0.0/24, nonsense")
    assert camera_networks.is_allowed("rtsp://10.0.0.7/live", camera_networks.camera_networks())
    assert not camera_networks.is_allowed("rtsp://10.0.1.7/live", camera_networks.camera_networks())
    assert not camera_networks.is_camera_address("phone:abcdef")


def test_a_camera_s_redirect_is_not_followed() -> None:
    names = [type(handler).__name__ for handler in _opener().handlers]  # type: ignore[attr-defined]
    assert "_NoRedirects" in names
    assert "HTTPRedirectHandler" not in names
