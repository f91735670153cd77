"""Tests of stations: tables in their places in the room, and the devices and tablets assigned to them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.access.house import House
from companion.access.kept_stations import (
    HOME_STATION_ID,
    KeptStation,
    KeptStations,
    NoStation,
    StationsWatcher,
)
from companion.room import kept_devices
from companion.room.kept_devices import KeptCamera
from companion.room.lights import TableLights
from companion.room.room import Room
from companion.room.station import Station
from companion.system import camera_networks
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision import sources
from companion.vision.calibration import Calibrations
from companion.vision.camera import FolderCamera
from companion.vision.devices import Device
from companion.web import create_app
from companion.web.live.status import devices_at
from companion.web.request.services import services_of
from firmware_bridge.backends import wled_finder
from firmware_bridge.backends.screen import Screen
from tests.stand_in import stand_in
from tests.web.test_access import STAFF, staff

SETUP = {"game": "new-frontiers", "name-0": "Ada", "colour-0": "blue", "name-1": "Ben", "colour-1": "red"}


def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@pytest.fixture
def lit() -> dict[str, TableLights]:
    """The lights that were opened, by device."""
    return {}


@pytest.fixture
def room(tmp_path: Path, lit: dict[str, TableLights], monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A home with two cameras plugged in, which show a folder of pictures each."""
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), np.full((360, 640, 3), 90, np.uint8))
    plugged_in = (Device(str(tmp_path / "left"), "left"), Device(str(tmp_path / "right"), "right"))
    monkeypatch.setattr(sources, "devices", lambda: plugged_in)
    monkeypatch.setattr(sources, "open_device", lambda device, **_more: FolderCamera(Path(device.place)))
    monkeypatch.setenv("COMPANION_CAMERA_NETWORKS", "10.0.0.0/24")

    def make(spec: str) -> TableLights:
        lit[spec] = TableLights(Screen("drawn"))
        return lit[spec]

    tables = Tables(Journal(tmp_path / "tables.db"))
    room = Room(tables, calibrations=Calibrations(tmp_path / "cameras.json"), make_lights=make)
    yield room
    room.close()


@pytest.fixture
def app(room: Room) -> Iterator[Flask]:
    app = create_app(room)
    app.testing = True
    yield app
    services_of(app).live.close()


@pytest.fixture
def house(app: Flask) -> House:
    here: House = services_of(app).house
    return here


@pytest.fixture
def two(app: Flask) -> FlaskClient:
    """The staff of a house with two stations, where everybody is trusted."""
    client = app.test_client()
    assert client.post("/stations", data={"do": "add"}).status_code == 303
    return client


def begin(client: FlaskClient, **more: str) -> str:
    answer = client.post("/new", data=SETUP | more)
    assert answer.status_code == 303, answer.text
    found = re.search(r"/t/(\w+)/", answer.location)
    assert found is not None
    return found[1]


def names(house: House) -> list[str]:
    return [it.name for it in house.stations.all()]


# --- a home


def test_a_home_hears_nothing_of_stations(app: Flask, room: Room, house: House) -> None:
    client = app.test_client()
    table = begin(client)
    assert room.home.active == table
    assert house.stations.all() == ()
    for page in ("/", "/new", f"/t/{table}/", "/staff"):
        assert "At which station" not in client.get(page).text
    third = begin(client)
    assert room.home.active == third != table  # there is nothing to ask for, and a smart home follows it
    room.home.use_cameras([KeptCamera("left")])
    table, second = third, begin(client)
    assert room.home.active == table  # as in every home: the camera stays where it is unless it is asked for
    assert begin(client, **{"camera-here": "yes"}) == room.home.active != second


# --- stations and their tables


def test_what_pages_of_stations_and_tablets_show_has_its_style(two: FlaskClient) -> None:
    """The rule that keeps a tablet at its companion once stood in place of all the others."""
    page = two.get("/stations").text
    found = re.search(r'href="([^"]*/kiosk\.css[^"]*)"', page)
    assert found is not None
    sheet = two.get(found[1]).text
    for name in ("station-grid", "no-picture", "tablet-waits", "tablet-number", "offline"):
        assert f".{name}" in sheet
    held = [rule for rule in sheet.split("}") if "pointer-events:none" in rule.replace(" ", "")]
    assert held
    assert all("[data-kiosk]" in rule for rule in held), "staff may follow links of their pages"


def test_the_first_station_is_the_home_with_its_table(app: Flask, house: House, room: Room) -> None:
    client = app.test_client()
    table = begin(client)
    client.post("/stations", data={"do": "add"})
    assert names(house) == ["1", "2"]
    assert house.stations.get(HOME_STATION_ID).table == table == room.home.active
    assert [it.id for it in room.stations] == ["1", "2"]


def test_two_stations_serve_two_games_at_once(two: FlaskClient, room: Room, house: House) -> None:
    first, second = begin(two, station="1"), begin(two, station="2")
    one, other = room.stations
    assert (one.active, other.active) == (first, second)
    assert room.serving(first) is one
    assert room.serving(second) is other
    assert house.stations.of_table(second).name == "2"
    text = two.get("/staff").text
    assert "Station 1" in text
    assert "Station 2" in text


def test_where_there_are_stations_strangers_follow_each_other(two: FlaskClient) -> None:
    """Even while everybody is trusted: no names are kept for the next group, and staff can be called."""
    table = begin(two, station="1", **{"name-0": "Annabel"})
    assert "Annabel" not in two.get("/new?game=new-frontiers").text
    for page in (f"/t/{table}/", f"/t/{table}/seat/0"):
        assert f'action="/t/{table}/help"' in two.get(page).text
    # Neither station has a camera or lights.
    for page in ("/", "/staff"):
        assert "camera and lights are on this table" not in two.get(page).text


@pytest.mark.parametrize(
    ("seen", "lights", "words"),
    [
        (False, None, ""),
        (False, "off", ""),
        (False, "online", "the lights are on this table"),
        (True, None, "the camera is on this table"),
        (True, "off", "the camera is on this table"),
        (True, "online", "camera and lights are on this table"),
    ],
)
def test_a_list_of_tables_names_the_devices_that_serve_one(
    seen: bool, lights: str | None, words: str
) -> None:
    status = stand_in(TableLights, status=lambda: SimpleNamespace(state=lights))
    there = stand_in(Station, eyes=object() if seen else None, lights=status if lights else None)
    assert devices_at(there) == words


def test_at_home_the_last_players_are_offered_and_nobody_is_called(app: Flask) -> None:
    home = app.test_client()
    table = begin(home, **{"name-0": "Annabel"})
    assert "Annabel" in home.get("/new?game=new-frontiers").text
    assert f'action="/t/{table}/help"' not in home.get(f"/t/{table}/").text


def test_each_station_has_its_own_camera_reader_and_referee(two: FlaskClient, room: Room) -> None:
    first, second = begin(two, station="1"), begin(two, station="2")
    for station, name in (("1", "left"), ("2", "right")):
        form = {"do": "camera", "device": name, "station": station}
        assert two.post("/stations", data=form).status_code == 303
    one, other = room.stations
    assert one.eyes is not None
    assert other.eyes is not None
    assert [eyes.name for eyes in one.eyes.cameras] == ["left"]
    assert [eyes.name for eyes in other.eyes.cameras] == ["right"]
    assert one.referee is not None
    assert one.referee is not other.referee
    eventually(lambda: all(it.eyes is not None and it.eyes.status().state == "online" for it in (one, other)))
    for table in (first, second):
        eventually(lambda table=table: two.get(f"/t/{table}/camera").status_code == 200)
    assert two.get("/camera?n=100").status_code == 200
    assert "right" in two.get("/camera?n=100").text


def test_a_device_is_at_one_station(two: FlaskClient, house: House) -> None:
    device = "left"
    for station in ("1", "2"):
        two.post("/stations", data={"do": "camera", "device": device, "station": station})
    assert [it.cameras for it in house.stations.all()] == [(), (device,)]
    two.post("/stations", data={"do": "camera", "device": device, "station": ""})
    assert [it.cameras for it in house.stations.all()] == [(), ()]


def test_a_cameras_password_is_not_on_the_page_and_goes_with_it(
    two: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CAMERA_NETWORKS", "127.0.0.0/8")
    address = "rtsp://me:secret@127.0.0.1:9/1"
    two.post("/stations", data={"do": "camera", "device": address, "station": "1"})
    page = two.get("/stations").text
    assert "secret" not in page
    shown = "rtsp://127.0.0.1:9/1"
    assert f'value="{shown}"' in page
    two.post("/stations", data={"do": "camera", "device": shown, "station": "2"})
    assert [it.cameras for it in house.stations.all()] == [(), (address,)]


def test_a_page_names_no_file_no_folder_and_no_port(
    two: FlaskClient,
    room: Room,
    house: House,
    lit: dict[str, TableLights],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are for the command line: a page would else show every picture that the service can read, and ask
    every door of the network."""
    monkeypatch.setattr(wled_finder, "find_wled", lambda: ())  # no strip answers; the search lasts seconds
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "private.png"), np.full((360, 640, 3), 200, np.uint8))
    for named in (photos, photos / "private.png", "/dev/video0", "0", "auto", "lef", "phone:stranger"):
        answer = two.post("/stations", data={"do": "camera", "device": str(named), "station": "1"})
        assert answer.status_code in (404, 422), named
    for named in (
        *("wled:http://10.0.0.7:8080", "wled:127.0.0.1", "wled:http://10.0.0.7/json/cfg", "/dev/null"),
        *("wled:192.168.99.1", "wled:https://10.0.0.7", "wled:file:///etc/passwd", "adalight:/etc/passwd"),
    ):
        for do in ("lights", "blink"):
            answer = two.post("/stations", data={"do": do, "device": named, "station": "1"})
            assert answer.status_code == 422, (do, named)
    assert [(it.cameras, it.lights) for it in house.stations.all()] == [(None, ""), (None, "")]
    assert lit == {}


def test_a_file_that_is_kept_as_a_camera_from_before_is_not_opened(
    two: FlaskClient, room: Room, house: House, tmp_path: Path
) -> None:
    table = begin(two, station="2")
    house.stations.change("2", cameras=(str(tmp_path / "left" / "1.png"),))
    two.post("/stations", data={"do": "rename", "station": "1", "name": "Door"})
    eyes = room.station("2").eyes
    assert eyes is not None
    eventually(lambda: eyes.status().state == "lost")
    assert eyes.frames() == ()
    assert two.get(f"/t/{table}/camera").status_code == 204  # no picture


def test_what_was_checked_is_what_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may mean another address the next time that it is asked for."""
    answers = iter(["10.0.0.7", "127.0.0.1"])
    monkeypatch.setattr(camera_networks.socket, "getaddrinfo", lambda *_: [(0, 0, 0, "", (next(answers), 0))])
    address = camera_networks.checked_address("rtsp://me:se%40cret@cam.example:554/1?x=2", ["10.0.0.0/8"])
    assert address == "rtsp://me:se%40cret@10.0.0.7:554/1?x=2"
    assert camera_networks.checked_address("rtsp://cam.example/1", ["10.0.0.0/8"]) == ""


def test_a_strip_that_is_kept_is_checked_each_time_it_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network may be down when the companion starts, and a name may mean another machine later."""
    looked_for: list[Callable[[], tuple[str, ...]]] = []

    class Strip(Screen):
        def __init__(self, place: str, find: Callable[[], tuple[str, ...]]) -> None:
            assert place == "auto"
            super().__init__("looked for")
            looked_for.append(find)

    monkeypatch.setattr(kept_devices, "WledWifi", Strip)
    monkeypatch.setenv("COMPANION_CAMERA_NETWORKS", "10.0.0.0/24")
    answers: dict[str, str] = {}

    def resolve(host: str, _port: object) -> list[Any]:
        if host not in answers:
            raise OSError("no such name now")
        return [(0, 0, 0, "", (answers[host], 0))]

    monkeypatch.setattr(camera_networks.socket, "getaddrinfo", resolve)
    kept_devices.kept_lights("wled:strip.local").close()
    (find,) = looked_for
    assert find() == ()
    answers["strip.local"] = "10.0.0.9"
    assert find() == ("http://10.0.0.9",)
    answers["strip.local"] = "127.0.0.1"
    assert find() == ()


def test_a_board_that_is_kept_is_looked_for_though_it_is_not_plugged_in() -> None:
    lights = kept_devices.kept_lights("usb:ABCDEF")
    eventually(lambda: lights.status().state == "offline")
    assert "ABCDEF" in lights.status().sentence
    lights.close()


def test_lights_go_to_a_station_and_blink_there(
    two: FlaskClient, room: Room, lit: dict[str, TableLights]
) -> None:
    table = begin(two, station="2")
    two.post("/stations", data={"do": "lights", "device": "wled:http://10.0.0.7", "station": "2"})
    lights = lit["wled:http://10.0.0.7"]
    assert room.stations[1].lights is lights
    assert room.serving(table).lights is lights
    eventually(lambda: lights.drawn())
    two.post("/stations", data={"do": "blink", "device": "wled:http://10.0.0.7"})
    assert list(lit) == ["wled:http://10.0.0.7"], "the station's own flash, none is opened beside them"
    motions = {lamp.motion for lamps in lights.drawn().values() for lamp in lamps}
    assert motions == {"alarm"}


def test_lights_that_stand_nowhere_blink_too(two: FlaskClient, lit: dict[str, TableLights]) -> None:
    answer = two.post("/stations", data={"do": "blink", "device": "wled:http://10.0.0.8"})
    assert answer.status_code == 503  # a drawn board does not answer
    assert lit["wled:http://10.0.0.8"].drawn()


def test_a_game_moves_to_a_free_station_and_to_no_other(two: FlaskClient, room: Room, house: House) -> None:
    first, second = begin(two, station="1"), begin(two, station="2")
    told = two.post(f"/staff/tables/{first}/move", data={"station": "2"})
    assert told.status_code == 409
    assert "A game is under way at station 2" in told.text
    two.post("/stations", data={"do": "add"})
    assert two.post(f"/staff/tables/{first}/move", data={"station": "3"}).status_code == 303
    assert [it.active for it in room.stations] == [None, second, first]
    assert room.tables.open(first).settings.station == "3"
    assert two.post(f"/staff/tables/{first}/move", data={"station": "9"}).status_code == 404
    assert room.serving(first).id == "3"


def test_a_reset_frees_the_station_and_its_undo_takes_it_back(
    two: FlaskClient, room: Room, house: House
) -> None:
    table = begin(two, station="2")
    two.post(f"/staff/tables/{table}/reset")
    assert room.station("2").active is None
    two.post(f"/staff/tables/{table}/bring-back")
    assert room.station("2").active == table
    two.post(f"/tables/{table}/delete")
    assert room.station("2").active is None
    later = begin(two, station="2")
    two.post(f"/tables/{table}/restore")  # its place is taken: it is at no station
    assert room.station("2").active == later
    assert room.serving(table) is None


def test_a_station_in_use_is_not_removed(two: FlaskClient, house: House, room: Room) -> None:
    table = begin(two, station="2")
    assert two.post("/stations", data={"do": "remove", "station": "2"}).status_code == 409
    two.post(f"/tables/{table}/archive")
    assert two.post("/stations", data={"do": "remove", "station": "2"}).status_code == 303
    assert house.stations.all() == ()  # a home again
    assert [it.id for it in room.stations] == [HOME_STATION_ID]


def test_stations_are_there_again_after_a_restart(
    two: FlaskClient, room: Room, house: House, tmp_path: Path
) -> None:
    two.post("/stations", data={"do": "rename", "station": "2", "name": "Window"})
    two.post("/stations", data={"do": "camera", "device": "left", "station": "2"})
    table = begin(two, station="2")
    again = Room(Tables(Journal(tmp_path / "tables.db")), calibrations=room.calibrations)
    try:
        with StationsWatcher(again.arrange, KeptStations(House(again.tables.journal).store)):
            again.resume()
            assert [(it.id, it.name, it.active) for it in again.stations] == [
                ("1", "1", None),
                ("2", "Window", table),
            ]
            assert again.stations[1].cameras == (KeptCamera("left"),)
            # A change by another process is noticed.
            two.post(f"/tables/{table}/archive")
            eventually(lambda: again.stations[1].active is None)
    finally:
        again.close()


def test_what_a_station_of_before_does_not_say_is_as_of_a_new_one(room: Room) -> None:
    store = House(room.tables.journal).store
    store.change("stations/", lambda _before: {"7": {"name": "Window"}})
    assert KeptStations(store).all() == (KeptStation("7", "Window"),)


def test_devices_of_another_machine_are_left_alone(two: FlaskClient, room: Room, house: House) -> None:
    house.stations.change("2", cameras=("/dev/video9",), lights="auto", machine="elsewhere")
    two.post("/stations", data={"do": "rename", "station": "1", "name": "Door"})
    assert room.station("2").cameras == ()
    assert room.station("2").lights is None


def test_branches_of_one_database_have_stations_of_their_own(room: Room) -> None:
    store = House(room.tables.journal).store
    north, south = KeptStations(store, "north"), KeptStations(store, "south")
    north.add(KeptStations(store).all()[0] if KeptStations(store).all() else _first())
    assert [it.name for it in north.all()] == ["1", "2"]
    assert south.all() == ()
    with pytest.raises(NoStation):
        south.get("1")


def _first() -> Any:
    return KeptStation(HOME_STATION_ID, "1")


# --- tablets


def number_of(tablet: FlaskClient) -> str:
    found = re.search(r"<output>(\d+)</output>", tablet.get("/tablet").text)
    assert found is not None
    return found[1]


def paired(app: Flask, by: FlaskClient, station: str) -> FlaskClient:
    tablet = app.test_client()
    by.post("/stations", data={"do": "tablet", "number": number_of(tablet), "station": station})
    assert tablet.get("/tablet/state").json == {"go": "/station"}
    return tablet


def test_a_tablet_is_put_at_a_station_by_the_number_that_it_shows(app: Flask, two: FlaskClient) -> None:
    tablet, other = app.test_client(), app.test_client()
    number, another = number_of(tablet), number_of(other)
    assert number != another
    assert f"The tablet that shows {number}" in two.get("/stations").text
    assert tablet.get("/tablet/state").json == {"number": int(number)}
    two.post("/stations", data={"do": "tablet", "number": number, "station": "2"})
    assert tablet.get("/tablet/state").json == {"go": "/station"}
    assert "Station 2" in tablet.get("/station").text
    assert other.get("/tablet/state").json == {"number": int(another)}
    assert f"The tablet that shows {number}" not in two.get("/stations").text
    gone = two.post("/stations", data={"do": "tablet", "number": number, "station": "1"})
    assert gone.status_code == 409


def test_a_tablet_is_where_its_station_s_game_is(app: Flask, two: FlaskClient, room: Room) -> None:
    tablet = paired(app, two, "2")
    assert tablet.get("/").location == "/station"
    assert tablet.get("/tablet/state").json == {}
    table = begin(two, station="2")
    assert tablet.get("/tablet/state").json == {"go": "/station"}
    assert tablet.get("/station").location == f"/t/{table}/"
    assert tablet.get(f"/tablet/state?at={table}").json == {}
    two.post(f"/staff/tables/{table}/move", data={"station": "1"})
    assert tablet.get(f"/tablet/state?at={table}").json == {"go": "/station"}
    assert tablet.get(f"/t/{table}/").location == "/station"
    assert tablet.get("/station").status_code == 200


def test_a_game_begun_on_a_station_s_tablet_is_played_there(app: Flask, two: FlaskClient, room: Room) -> None:
    tablet = paired(app, two, "2")
    table = begin(tablet, station="1")  # a tablet chooses no other station than its own
    assert room.station("2").active == table
    assert room.station("1").active is None


def test_a_tablet_keeps_to_its_table_even_where_everybody_is_trusted(app: Flask, two: FlaskClient) -> None:
    tablet, table = paired(app, two, "2"), begin(two, station="2")
    assert 'data-kiosk="/station"' in tablet.get(f"/t/{table}/").text
    for page in ("/staff", "/stations", "/box", "/camera", f"/t/{table}/settings", "/plays", "/staff/access"):
        refused = tablet.get(page, headers={"Accept": "application/json"})
        assert (refused.status_code, "Only the" in refused.json["sentence"]) == (403, True), page
        assert two.get(page).status_code == 200, page
    assert "data-kiosk" not in two.get(f"/t/{table}/").text
    for page in (f"/t/{table}/seat/0", "/new", "/timer", f"/t/{table}/join"):
        assert tablet.get(page).status_code == 200, page


def test_a_released_tablet_is_nobody_s_any_more(app: Flask, two: FlaskClient) -> None:
    tablet = paired(app, two, "2")
    two.post("/stations", data={"do": "free-tablet", "station": "2"})
    assert tablet.get("/station").location == "/tablet"
    assert tablet.get("/").status_code == 200


def test_among_strangers_a_station_s_tablet_plays_its_table_and_no_other(
    app: Flask, two: FlaskClient, house: House
) -> None:
    house.set_pin("host", "739214")
    house.set_pin("staff", STAFF)
    stranger = app.test_client()
    assert stranger.get("/stations").location.startswith("/staff/sign-in")
    assert stranger.post("/stations", data={"do": "add"}).status_code == 403
    one = staff(app)
    tablet = paired(app, one, "2")
    mine, other = begin(one, station="2"), begin(one, station="1")
    send = {"seen": 1, "key": "key-00000001"}
    assert tablet.post(f"/t/{mine}/undo", json=send).status_code != 403
    assert tablet.post(f"/t/{other}/undo", json=send).status_code == 403
    one.post(f"/staff/tables/{mine}/reset")
    assert tablet.post(f"/t/{mine}/undo", json=send).status_code == 403
    assert tablet.get("/new").status_code == 200


def test_the_code_for_a_station_s_tablet_is_another_way(app: Flask, two: FlaskClient, house: House) -> None:
    found = re.search(r'figcaption><a href="https?://[^/]+(/[^"]+)"', two.get("/stations/2/tablet").text)
    assert found is not None
    tablet = app.test_client()
    assert tablet.get(found[1]).location == "/station"
    assert "Station 2" in tablet.get("/station").text
    assert app.test_client().get("/station?token=nonsense").status_code in (303, 403)


def test_one_device_takes_not_all_numbers(app: Flask, two: FlaskClient) -> None:
    taken = [app.test_client().get("/tablet").status_code for _ in range(8)]
    assert taken == [200] * 6 + [503] * 2


# --- the app


def test_the_app_opens_full_screen_with_icons_that_are_there(app: Flask, two: FlaskClient) -> None:
    tablet = paired(app, two, "1")
    for client, start, display in ((two, "/", "standalone"), (tablet, "/tablet", "fullscreen")):
        link = re.search(r'<link rel="manifest" href="([^"]+)"', client.get("/timer").text)
        assert link is not None
        told = client.get(link[1]).json
        assert (told["start_url"], told["display"]) == (start, display)
        for icon in told["icons"]:
            picture = cv2.imdecode(np.frombuffer(client.get(icon["src"]).data, np.uint8), cv2.IMREAD_COLOR)
            assert icon["sizes"] == f"{picture.shape[1]}x{picture.shape[0]}"


def test_the_service_worker_keeps_what_the_offline_page_needs(two: FlaskClient) -> None:
    script = two.get("/service-worker.js").text
    kept = set(re.findall(r'"(/[^"]+)"', script.partition("\n")[0]))
    page = two.get("/offline").text
    needed = set(re.findall(r'(?:href|src)="(/[^"]+)"', page))
    assert "/offline" in kept
    assert needed <= kept
    for address in kept:
        assert two.get(address).status_code == 200, address


def test_what_a_table_tells_and_misses_is_that_of_the_copy_that_it_began_with(
    two: FlaskClient, app: Flask, room: Room
) -> None:
    game, shelf = SETUP["game"], services_of(app).shelf
    for box in ("cafe", "cellar"):
        shelf.write(game, box, "")
    shelf.use(game, "cellar")
    two.post("/stations", data={"do": "box", "station": "2", "game": game, "box": "cafe"})
    table = begin(two, station="2", draws="hand")
    two.post("/stations", data={"do": "box", "station": "2", "game": game, "box": "cellar"})
    tile = {"sort": "world", "name": "Silent Reef", "table": table}
    assert two.post(f"/box/{game}/new", data=tile).status_code == 303
    assert "Silent Reef" in shelf.read(game, "cafe")
    assert shelf.read(game, "cellar") == ""
    done = two.post(f"/t/{table}/put-away", json={"do": "count", "part": "colonists", "count": 59})
    assert done.status_code == 200, done.text
    assert two.post(f"/t/{table}/put-away", json={"do": "finish"}).status_code == 200
    copies = services_of(app).copies
    assert [it.piece for it in copies.records(game, "cafe")] == ["colonists"]
    assert copies.records(game, "cellar") == ()
