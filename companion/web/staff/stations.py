"""The staff's page of stations and their devices. Each device identifies itself: lights blink, a camera shows
its picture, a tablet shows a number.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.access.kept_stations import KeptStation, NoStation
from companion.access.waiting_tablets import WaitingTablets
from companion.room.kept_devices import KeptCamera
from companion.translation import _
from companion.vision.addresses import by_shown_name
from companion.vision.devices import devices
from companion.vision.phone_camera import PhoneCamera
from companion.web.access.join import join_page
from companion.web.camera.calibrate import MAX_CAMERAS_PER_STATION
from companion.web.live.choosable import Choosable, options
from companion.web.request.addressed import room
from companion.web.request.at_station import arrange, is_free
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house
from companion.web.staff.station_changes import AnyStationChange
from firmware_bridge import ports

pages = Blueprint("stations", __name__)


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """A camera or lights that can be given to a station. spec: how it is kept, without a password;
    picture: the address of what it sees, ""; station: where it stands, ""."""

    spec: str
    name: str
    station: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class PlacedDevice:
    """places: where it may stand, the place where it stands chosen."""

    device: FoundDevice
    places: tuple[Choosable, ...]


@dataclass(frozen=True, slots=True)
class ShownStation:
    """A station on the page. title: of the table that is played there, ""; camera, lights: how they are.
    boxes: of each game that has several, which of them lies here."""

    kept: KeptStation
    title: str
    free: bool
    camera: str
    lights: str
    boxes: tuple[tuple[str, tuple[Choosable, ...]], ...]


@pages.get("/stations")
def index() -> str:
    """?wled=1: strips in the network are looked for, which takes some seconds."""
    kept = house().stations.all()
    boxes = {game: services().shelf.names(game) for game, _title in games.titles("box")}
    boxes = {game: names for game, names in boxes.items() if len(names) > 1}
    named = tuple((it.id, _("Station {name}", name=it.name)) for it in kept)

    def placed(found: FoundDevice) -> PlacedDevice:
        return PlacedDevice(found, options((("", _("at no station")), *named), found.station))

    return render_template(
        "stations.html",
        stations=[_shown_station(it, boxes) for it in kept],
        waiting=WaitingTablets(house().store).waiting(),
        stations_to_choose=options(named, None),
        cameras=[placed(it) for it in _cameras(kept)],
        lights=[placed(it) for it in _lights(kept, request.args.get("wled") == "1")],
        titles=dict(games.titles("box")),
    )


@form_post(pages, "/stations", AnyStationChange)
def change(form: AnyStationChange) -> ResponseReturnValue:
    if room().home.demo is not None:
        raise Refused(
            422, _("A drawn table is a station of its own: begin with `companion serve` for others.")
        )
    try:
        form.make()
    except NoStation as wrong:
        raise Refused(404, _(wrong.sentence)) from None
    arrange()
    anchor = f"station-{form.station}" if form.station else None
    return redirect(url_for("stations.index", _anchor=anchor), 303)


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


def _shown_station(kept: KeptStation, boxes: Mapping[str, Sequence[str]]) -> ShownStation:
    row = room().tables.journal.table(kept.table) if kept.table else None
    station = room().station(kept.id)
    camera = station.eyes.status().sentence if station is not None and station.eyes is not None else ""
    lights = station.lights.status().sentence if station is not None and station.lights is not None else ""
    lying = tuple(
        (game, options((("", _("the box in use")), *((name, name) for name in names)), kept.boxes.get(game)))
        for game, names in boxes.items()
    )
    title = row.title if row is not None else ""
    return ShownStation(kept, title, is_free(kept), _(camera), _(lights), lying)


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
        FoundDevice(shown, shown, station_by_device[it], _picture(it, station_by_device[it]))
        for shown, it in by_shown_name(station_by_device).items()
        if it not in present
    ]


def _picture(spec: str, station_id: str) -> str:
    """The address of what a camera that is in use sees, which is not in the list of those plugged in; "": it
    is not looked through now."""
    for place, station in enumerate(room().stations):
        for n, camera in enumerate(station.cameras):
            if station.id == station_id and camera == KeptCamera(spec) and station.eyes is not None:
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
