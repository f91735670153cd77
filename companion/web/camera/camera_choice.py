"""Choosing which of the cameras plugged in here the table is seen through, by a picture of each."""

from __future__ import annotations

import logging
from typing import Annotated

from flask import Blueprint, Response, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.system.choices import Choices
from companion.translation import _, marked
from companion.vision.devices import Device, devices
from companion.vision.overlay import small_jpeg
from companion.vision.sources import snapshot
from companion.web.request.addressed import room
from companion.web.request.json_body import json_post, said
from companion.web.request.reading import Refused
from companion.web.request.visitor import house

log = logging.getLogger(__name__)

pages = Blueprint("camera_choice", __name__)


@pages.get("/camera/choose")
def choose() -> ResponseReturnValue:
    """The cameras plugged in here, with a picture of each. Where there are stations, their page has them."""
    if house().stations.all():
        return redirect(url_for("stations.index"), 303)
    home = room().home
    used = [eyes.name for eyes in home.eyes.cameras] if home.eyes is not None else []
    return render_template("camera_choose.html", devices=devices(), used=used, drawn=home.demo is not None)


@pages.get("/camera/devices/<int:place>/picture")
def device(place: int) -> Response:
    """A picture of a camera by its place in the list; of one in use, its latest."""
    found = _device_at(place)
    for station in room().stations:
        for eyes in station.eyes.cameras if station.eyes is not None else ():
            if eyes.name == found.name:
                return Response(eyes.jpeg(max_width=640, outlined=False) or b"", mimetype="image/jpeg")
    jpeg = small_jpeg(snapshot(found))
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


class CamerasBody(Struct):
    """cameras: by their places in the list."""

    cameras: Annotated[
        list[int],
        said(marked('The request needs "cameras": the places of cameras in the list.'), min_length=1),
    ]


@json_post(pages, "/camera/choose", CamerasBody)
def use(body: CamerasBody) -> Response:
    """Looks through these from now on, and at the next start."""
    chosen = [_device_at(place) for place in body.cameras]
    if room().home.demo is not None:
        raise Refused(
            422, _("The drawn table has its own camera: begin with `companion serve` to use another.")
        )
    room().home.use_cameras([str(d.place) for d in chosen])
    try:
        Choices(room().calibrations.path.with_name("choices.json")).keep_cameras([d.name for d in chosen])
    except OSError as wrong:
        log.warning("the choice of cameras is not kept: %s", wrong)
        return jsonify(
            sentence=_("This camera is used until the companion stops: the choice cannot be kept.")
        )
    return jsonify(sentence=_("This camera is used now and at the next start."))


def _device_at(place: int) -> Device:
    present = devices()
    if not 0 <= place < len(present):
        raise Refused(404, _("That camera is not plugged in any more: load the page again."))
    return present[place]
