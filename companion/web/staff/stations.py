"""The staff's page of stations and their devices. Each device identifies itself: lights blink, a camera shows
its picture, a tablet shows a number.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.access.kept_stations import (
    HOME_STATION_ID,
    MAX_NAME_LENGTH,
    KeptStation,
    NoStation,
    this_machine,
)
from companion.access.waiting_tablets import WaitingTablets
from companion.games.contract.player_names import clean_name
from companion.system.camera_networks import camera_networks, is_allowed, is_camera_address
from companion.translation import _
from companion.vision.addresses import without_password
from companion.vision.devices import devices
from companion.vision.phone_camera import PhoneCamera
from companion.web.access.join import join_page
from companion.web.camera.calibrate import MAX_CAMERAS_PER_STATION
from companion.web.request.addressed import room
from companion.web.request.at_station import arrange, is_free
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.request.visitor import house
from firmware_bridge import ports

pages = Blueprint("stations", __name__)

MAX_DEVICE_LETTERS = 200


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """A camera or lights that can be given to a station. spec: how it is kept, without a password;
    picture: the address of what it sees, ""; station: where it stands, ""."""

    spec: str
    name: str
    station: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ShownStation:
    """A station on the page. title: of the table that is played there, ""; camera, lights: how they are."""

    kept: KeptStation
    title: str
    free: bool
    camera: str
    lights: str


@pages.get("/stations")
def index() -> str:
    """?wled=1: strips in the network are looked for, which takes some seconds."""
    kept = house().stations.all()
    boxes = {game: services().shelf.names(game) for game, _title in games.titles("box")}
    return render_template(
        "stations.html",
        stations=[_shown_station(it) for it in kept],
        waiting=WaitingTablets(house().store).waiting(),
        cameras=_cameras(kept),
        lights=_lights(kept, request.args.get("wled") == "1"),
        boxes={game: names for game, names in boxes.items() if len(names) > 1},
        titles=dict(games.titles("box")),
    )


@pages.post("/stations")
def change() -> ResponseReturnValue:
    """The form's `do`: "add"; of one (`station`): "rename" (`name`), "remove", "box" (`game`, `box`),
    "tablet" (`number`), "free-tablet"; of a device (`device`, and `station` to which it goes, "" to none):
    "camera", "lights", "blink"."""
    form, stations = request.form, house().stations
    do, station = form.get("do", ""), form.get("station", "")
    device = form.get("device", "").strip()[:MAX_DEVICE_LETTERS]
    if room().home.demo is not None:
        raise Refused(
            422, _("A drawn table is a station of its own: begin with `companion serve` for others.")
        )
    try:
        if do == "add":
            table = room().home.active or ""
            stations.add(KeptStation(HOME_STATION_ID, "1", table=table, machine=this_machine()))
        elif do == "rename":
            name = clean_name(form.get("name", ""))[:MAX_NAME_LENGTH]
            if not name:
                raise Refused(422, _("A station's name is a number or a word."))
            stations.change(station, name=name)
        elif do == "remove":
            if not is_free(stations.get(station)):
                raise Refused(409, _("A game is under way at this station: move or reset it first."))
            stations.remove(station)
        elif do == "box":
            kept = stations.get(station)
            game, box = form.get("game", ""), form.get("box", "")
            others = {name: it for name, it in kept.boxes.items() if name != game}
            known = box in services().shelf.names(game)
            stations.change(station, boxes=others | ({game: box} if known else {}))
        elif do == "tablet":
            stations.get(station)
            number = whole_number(form.get("number", ""), 10, 99)
            if number is None or not WaitingTablets(house().store).assign(number, station):
                raise Refused(409, _("No tablet shows this number any more: look at the tablet again."))
        elif do == "free-tablet":
            stations.change(station, tablet=stations.get(station).tablet + 1)
        elif do in ("camera", "lights"):
            if not device:
                raise Refused(422, _("Name the device, or choose one that is shown."))
            if do == "camera":
                device = _kept_spec(device)
                _refuse_address(device)
            stations.give(station, do, device, this_machine())
        elif do == "blink":
            if not room().blink(device):
                raise Refused(503, _("These lights do not answer: see that they are plugged in."))
        else:
            raise Refused(
                400, _("The request could not be understood: load the page again and repeat the step.")
            )
    except NoStation as wrong:
        raise Refused(404, _(wrong.sentence)) from None
    arrange()
    return redirect(url_for("stations.index", _anchor=f"station-{station}" if station else None), 303)


@pages.get("/stations/<name>/tablet")
def code(name: str) -> str:
    """The code that makes the device that scans it the station's tablet: the other way than by its number."""
    try:
        token = house().token("station", name)
    except NoStation as wrong:
        raise Refused(404, _(wrong.sentence)) from None
    return join_page(None, url_for("tablets.station", token=token).lstrip("/"))


@pages.get("/stations/phones/<id>/picture")
def phone(id: str) -> Response:
    """What a phone that is a camera sent last."""
    found = room().phones.get(id)
    if found is None or not found.picture:
        raise Refused(404, _("This phone sends no pictures: is its page open, and is it awake?"))
    return Response(found.picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _shown_station(kept: KeptStation) -> ShownStation:
    row = room().tables.journal.table(kept.table) if kept.table else None
    station = room().station(kept.id)
    camera = station.eyes.status().sentence if station is not None and station.eyes is not None else ""
    lights = station.lights.status().sentence if station is not None and station.lights is not None else ""
    return ShownStation(kept, row.title if row is not None else "", is_free(kept), _(camera), _(lights))


def _cameras(kept: tuple[KeptStation, ...]) -> list[FoundDevice]:
    """Those plugged in here, phones, and those kept that are not there now."""
    station_by_device = {spec: it.id for it in kept for spec in it.cameras or ()}
    found = [
        FoundDevice(
            it.name, it.name, station_by_device.get(it.name, ""), url_for("camera_choice.device", place=place)
        )
        for place, it in enumerate(devices())
    ]
    for id, phone in room().phones.items():
        spec = PhoneCamera.SPEC + id
        picture = url_for("stations.phone", id=id) if phone.picture else ""
        found.append(FoundDevice(spec, phone.name, station_by_device.get(spec, ""), picture))
    present = {it.spec for it in found}
    return found + [
        FoundDevice(shown := without_password(it), shown, at, _picture(it, at))
        for it, at in station_by_device.items()
        if it not in present
    ]


def _kept_spec(device: str) -> str:
    """A camera as it is kept, with the password that the page does not show."""
    kept = [spec for it in house().stations.all() for spec in it.cameras or ()]
    return next((spec for spec in kept if device not in kept and without_password(spec) == device), device)


def _refuse_address(device: str) -> None:
    """Refuses an address of a camera outside this machine's networks, unless it is in use already. Raises
    Refused."""
    if not is_camera_address(device) or any(device in (it.cameras or ()) for it in house().stations.all()):
        return
    if not is_allowed(device, camera_networks()):
        raise Refused(
            403,
            _(
                "Cameras are opened in this machine's own network only: whoever starts the companion allows "
                "others with --camera-network."
            ),
        )


def _picture(spec: str, station_id: str) -> str:
    """The address of what a camera that is in use sees, which is not in the list of those plugged in; "": it
    is not looked through now."""
    for place, station in enumerate(room().stations):
        for n, camera in enumerate(station.cameras):
            if station.id == station_id and camera == spec and station.eyes is not None:
                return url_for("calibrate.picture", number=place * MAX_CAMERAS_PER_STATION + n)
    return ""


def _lights(kept: tuple[KeptStation, ...], wireless: bool) -> list[FoundDevice]:
    station_by_device = {it.lights: it.id for it in kept if it.lights not in ("", "none")}
    held = room().lights_by_port()
    found = [
        FoundDevice(
            spec, os.path.basename(port), station_by_device.get(spec, held.get(os.path.realpath(port), ""))
        )
        for spec, port in ports.boards()
    ]
    strips: tuple[str, ...] = ()
    if wireless:
        from firmware_bridge.backends.wled_finder import find_wled  # zeroconf: when strips are looked for

        strips = find_wled()
    found += [FoundDevice(f"wled:{it}", it, station_by_device.get(f"wled:{it}", "")) for it in strips]
    present = {it.spec for it in found}
    return found + [
        FoundDevice(spec, spec, station) for spec, station in station_by_device.items() if spec not in present
    ]
