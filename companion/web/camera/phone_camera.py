"""The page that makes a phone a camera over the table, and the endpoint that takes its pictures."""

from __future__ import annotations

import io
import re
import threading
import warnings

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from PIL import Image as Pictures

from companion.access.kept_stations import this_machine
from companion.room.room import Room
from companion.translation import _
from companion.vision.camera_worker import CameraWorker
from companion.vision.phone_camera import PhoneCamera, picture_interval
from companion.vision.picture_budget import live_share
from companion.web.access.join import join_page
from companion.web.access.secure import https_address
from companion.web.request.addressed import room
from companion.web.request.at_station import arrange
from companion.web.request.form_body import form_post
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.visitor import house, visitor

pages = Blueprint("phone_camera", __name__)

MAX_FRAME_BYTES = 6 << 20
"""Of one picture; a 4K picture of a busy table has some 2.5 MB."""
MAX_PHONES = 6
"""Phones that are cameras here at a time, and as many more as stations have: each costs a thread or two and
its share of LIVE_PIXELS."""
FORGOTTEN_SECONDS = 60.0
"""Without a picture, a phone makes room for another."""
MAX_STILL_SECONDS = 86_400.0
MAX_WIDTH_PX = 3840
"""The largest width that a phone is asked for; its page sends no picture with a longer side."""
_ID = re.compile(r"[a-z0-9]{6,24}")
_joining = threading.Lock()
"""Phones join and leave one after another: each changes the list of all of them."""


@pages.get("/camera/phone")
def index() -> str:
    """The page that a phone opens; a browser gives its camera to https and localhost only."""
    return render_template("camera_phone.html", secure=https_address(request.host), widest=MAX_WIDTH_PX)


@pages.get("/camera/phone/join")
def join() -> ResponseReturnValue:
    """The code that a phone scans to become a camera: of https, where that is on."""
    if "secure" not in request.args and https_address(""):
        return redirect(url_for("phone_camera.join", secure=1))
    token = None if visitor().trusted else house().token("camera")
    return join_page(None, url_for("phone_camera.index", token=token).lstrip("/"))


@picture_post(pages, "/camera/phone/<id>/frame", MAX_FRAME_BYTES)
def frame(id: str, picture: bytes) -> Response:
    """Takes one picture, a JPEG. `?still=`: seconds for which the phone's video has stood still. Answers
    `{"every": seconds to the next, "pixels": that it may have, "state", "sentence"}`."""
    if not _ID.fullmatch(id) or not picture.startswith(b"\xff\xd8"):
        raise Refused(400, _("A phone's picture is a JPEG file: load the page again."))
    _check_size(picture)
    phone = _phone_with_id(id)
    share = live_share(len(room().phones))
    phone.receive(picture, share, request.args.get("still", 0.0, _seconds))
    eyes = _eyes_of(phone)
    if eyes is None:
        never = picture_interval(float("-inf"))
        return jsonify(every=never, pixels=share, state="starting", sentence="")
    status = eyes.status()
    every = picture_interval(eyes.pipeline.motion.last_motion)
    said = "" if status.sentence == phone.silent_sentence else _(status.sentence)
    return jsonify(every=every, pixels=share, state=status.state, sentence=said)


@form_post(pages, "/camera/phone/<id>/leave")
def leave(id: str) -> Response:
    """The phone is no camera any more."""
    current_room = room()
    with _joining:
        phone = current_room.phones.pop(id, None)
        if phone is not None and not house().stations.all():
            home = current_room.home
            home.use_cameras([camera for camera in home.cameras if camera is not phone])
    if phone is not None and house().stations.all():
        house().stations.give("", "camera", PhoneCamera.SPEC + id, this_machine())
        arrange()
    return jsonify(sentence=_("This phone is no camera any more."))


def _seconds(words: str) -> float:
    """Raises ValueError."""
    return min(max(0.0, float(words)), MAX_STILL_SECONDS)


def _phone_with_id(id: str) -> PhoneCamera:
    """The phone with this id; with its first picture it becomes a camera of the room."""
    current_room = room()
    if current_room.home.demo is not None:
        raise Refused(
            422, _("The drawn table has its own camera: begin with `companion serve` to use another.")
        )
    phone = current_room.phones.get(id)
    if phone is not None:
        return phone
    with _joining:
        if id not in current_room.phones:
            _make_room(current_room)
            number = len(current_room.phones) + 1
            phone = current_room.phones[id] = PhoneCamera(id, _("Phone {number}", number=number))
            if not house().stations.all():  # else the staff says at which station it is
                current_room.home.use_cameras([*current_room.home.cameras, phone])
        return current_room.phones[id]


def _check_size(picture: bytes) -> None:
    """Raises Refused for a JPEG that the page would not send: its head says so, and nothing is unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; they are refused here
            with Pictures.open(io.BytesIO(picture), formats=("JPEG",)) as head:
                wide, high = head.size
    except Exception:  # what a damaged head raises is anything; the camera says that it is no picture
        return
    if max(wide, high) > MAX_WIDTH_PX:
        raise Refused(
            413,
            _(
                "This picture has {wide} by {high} pixels, and {most} along the longer side are the most: "
                "load the page again.",
                wide=wide, high=high, most=MAX_WIDTH_PX,
            ),
        )  # fmt: skip


def _make_room(current_room: Room) -> None:
    """Forgets phones that serve no table and send nothing any more. Raises Refused where MAX_PHONES are
    left."""
    used = {id(camera) for station in current_room.stations for camera in station.cameras}
    for name, phone in tuple(current_room.phones.items()):
        if phone.silent_seconds > FORGOTTEN_SECONDS:
            if id(phone) in used and not house().stations.all():
                home = current_room.home
                home.use_cameras([camera for camera in home.cameras if camera is not phone])
            elif id(phone) in used:
                continue
            del current_room.phones[name]
    most = MAX_PHONES + len(house().stations.all())
    if len(current_room.phones) >= most:
        raise Refused(
            409,
            _("{number} phones are cameras here already: close the page on one of them first.", number=most),
        )


def _eyes_of(phone: PhoneCamera) -> CameraWorker | None:
    for station in room().stations:
        for camera, eyes in zip(station.cameras, station.eyes.cameras if station.eyes else (), strict=False):
            if camera is phone:
                found: CameraWorker = eyes
                return found
    return None
