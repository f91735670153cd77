"""The cameras' page: the live picture with what was read, the size of the tags in it, and advice; the place
of the table, for a camera that sees no place tags; the lens; the colours of goods.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import UNSET, Struct, UnsetType, field

from companion import games
from companion.room.station import Station
from companion.translation import _, decimal, marked
from companion.vision import lens
from companion.vision.calibration import checked_corners, checked_size, checked_zone
from companion.vision.camera import CameraLost
from companion.vision.camera_worker import CameraWorker
from companion.vision.goods_seen import colour_sample, colours_by_kind, with_sample
from companion.vision.minute_check import check_camera
from companion.vision.survey import survey, zone_names
from companion.web.request.addressed import room
from companion.web.request.errors import error_response
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post, needed, said
from companion.web.request.reading import Refused

pages = Blueprint("calibrate", __name__)

MIN_PICTURE_SECONDS = 0.2
"""Minimum age of a picture before a new one is encoded, which costs as much as reading it."""
LENS_LOOKS = 3
"""Readings of the table by which a lens is measured, so that noise averages out."""

BIGGEST_COORDINATE = 1e6
Coordinate = Annotated[
    float, said(marked("A place has two numbers."), gt=-BIGGEST_COORDINATE, lt=BIGGEST_COORDINATE)
]
Pair = Annotated[tuple[Coordinate, Coordinate], said(marked("A place has two numbers."))]

_pictures: dict[int, tuple[float, bytes]] = {}
"""By id of the camera worker: when its last picture was made (monotonic), and the JPEG."""


@pages.app_errorhandler(CameraLost)
def lost(wrong: CameraLost) -> ResponseReturnValue:
    return error_response(503, _(wrong.sentence))


MAX_CAMERAS_PER_STATION = 100
"""The cameras of station n are numbered from n times this on."""


def station_of(number: int) -> Station:
    """Where the camera with this number is. Raises Refused."""
    stations = room().stations
    if not 0 <= number // MAX_CAMERAS_PER_STATION < len(stations):
        raise Refused(404, _("There is no such camera: start the companion with --camera."))
    found: Station = stations[number // MAX_CAMERAS_PER_STATION]
    return found


def eyes_of(number: int) -> CameraWorker:
    """The eyes of a camera, from 0. Raises Refused."""
    station = station_of(number)
    number %= MAX_CAMERAS_PER_STATION
    if station.eyes is None and station.has_camera:
        station.open_cameras(games.most_tagged())
    if station.eyes is None or not 0 <= number < len(station.eyes.cameras):
        raise Refused(404, _("There is no such camera: start the companion with --camera."))
    return station.eyes.cameras[number]


@pages.get("/camera")
def index() -> str:
    """?n=: which camera."""
    number = request.args.get("n", 0, type=int)
    shown_station = station_of(number)
    eyes = eyes_of(number) if shown_station.has_camera else None
    cameras = [
        (place * MAX_CAMERAS_PER_STATION + n, one, station)
        for place, station in enumerate(room().stations)
        for n, one in enumerate(station.eyes.cameras if station.eyes is not None else ())
    ]
    return render_template(
        "camera.html",
        eyes=eyes,
        number=number,
        cameras=cameras,
        table=shown_station.served,
        size=(eyes.calibration.size_mm if eyes else None)
        or _game_at(shown_station).tracking.plan(_game_at(shown_station).seats[0]).size_mm,
        drawn=shown_station.demo is not None,
        goods=colours_by_kind(_game_at(shown_station)) if eyes else {},
        several=len(room().stations) > 1,
    )


@pages.get("/camera/<int:number>/picture")
def picture(number: int) -> Response:
    """The latest picture as JPEG without outlines, encoded a few times a second at most for all viewers."""
    eyes = eyes_of(number)
    at, jpeg = _pictures.get(id(eyes), (0.0, b""))
    now = time.monotonic()
    if not jpeg or now - at > MIN_PICTURE_SECONDS:
        jpeg = eyes.jpeg(outlined=False) or b""
        for old in [key for key, (made, _jpeg) in tuple(_pictures.items()) if now - made > 10]:
            _pictures.pop(old, None)
        _pictures[id(eyes)] = (now, jpeg)
    if not jpeg:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.get("/camera/<int:number>/look")
def look(number: int) -> Response:
    """What is read and advice, as given by `companion.vision.survey`."""
    return _survey_response(eyes_of(number), station_of(number))


def _survey_response(eyes: CameraWorker, station: Station) -> Response:
    table = station.served

    def tile(id: str) -> str:
        info = table.game.tracking.tile(id) if table else None
        return info.name if info else id

    payload = survey(eyes, _zone_words(station), tile)
    wanted = eyes.calibration
    payload["kept"] = {
        "corners": wanted.corners is not None,
        "zones": bool(wanted.zones),
        "lens": wanted.lens.corner_distortion if wanted.lens else None,
        "goods": {kind: len(some) for kind, some in wanted.goods.items()},
    }
    return jsonify(payload)


@form_post(pages, "/camera/<int:number>/check")
def check_up(number: int) -> Response:
    """The check of one minute, with ten tiles laid anywhere: `{"findings": [{"level", "sentence"}]}`, the
    most important first."""
    eyes = eyes_of(number)
    findings = check_camera(eyes, _zone_words(station_of(number)))
    if not findings:
        raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
    return jsonify(findings=[{"level": f.level, "sentence": f.sentence} for f in findings])


def _zone_words(station: Station) -> dict[str, str]:
    """The names of the zones of the table that is served, or of a table with the fewest players."""
    table, game = station.served, _game_at(station)
    names = {n: p.name for n, p in enumerate(table.setup.players)} if table else {}
    return zone_names(game.tracking.plan(len(names) or game.seats[0]), names)


# --- changing -------------------------------------------------------------------------------------------


class CornersBody(Struct):
    """corners: as parts of the picture's width and height, clockwise from the upper left one; null: forget
    them."""

    corners: list[Pair] | None = None


@json_post(pages, "/camera/<int:number>/corners", CornersBody)
def corners(number: int, body: CornersBody) -> Response:
    """Where the table lies in the picture."""
    eyes = eyes_of(number)
    try:
        found = checked_corners(body.corners) if body.corners is not None else None
    except ValueError as wrong:
        raise Refused(422, _(wrong.args[0])) from None
    return _save_calibration(number, eyes, corners=found)


class ZonesBody(Struct):
    """start ("from" in JSON): the place of a corner, in mm. to: where it goes, in parts of the picture.
    zones: null for the usual zones again."""

    start: Pair | None = field(name="from", default=None)
    to: Pair | None = None
    zones: UnsetType | None = UNSET


@json_post(pages, "/camera/<int:number>/zones", ZonesBody)
def zones(number: int, body: ZonesBody) -> Response:
    """Moves the corner of every zone that has one there."""
    eyes = eyes_of(number)
    if body.zones is None:
        return _save_calibration(number, eyes, zones={})
    at, (x, y) = needed(body.start, "from"), needed(body.to, "to")
    view = eyes.pipeline
    try:
        wide, high = view.mapping.picture_size
        there = view.mapping.to_mm(x * wide, y * high)
        across, down = view.mapping.layout.size_mm
        # No zone reaches beyond the table.
        there = min(max(there[0], 0.0), across), min(max(there[1], 0.0), down)
        shaped = {
            name: checked_zone(tuple(there if _is_same_place(p, at) else p for p in polygon))
            for name, polygon in view.mapping.layout.zones.items()
        }
    except ValueError as wrong:
        raise Refused(422, _(wrong.args[0])) from None
    if shaped == dict(view.mapping.layout.zones):
        raise Refused(409, _("No zone has a corner there any more: look at the picture again."))
    return _save_calibration(number, eyes, zones=shaped)


class SizeBody(Struct):
    """In cm."""

    wide: Coordinate
    deep: Coordinate


@json_post(pages, "/camera/<int:number>/size", SizeBody)
def size(number: int, body: SizeBody) -> Response:
    """The table's size; place tags lie 22 mm in from its corners."""
    eyes = eyes_of(number)
    if room().home.demo is not None:
        raise Refused(422, _("A drawn table is as large as it is drawn."))
    try:
        found = checked_size((body.wide * 10, body.deep * 10))
    except ValueError as wrong:
        raise Refused(422, _(wrong.args[0])) from None
    return _save_calibration(number, eyes, size_mm=found, zones={})


class LensBody(Struct):
    """lens: null: forget it."""

    lens: UnsetType | None = UNSET


@json_post(pages, "/camera/<int:number>/lens", LensBody)
def measure(number: int, body: LensBody) -> Response:
    """Measures the lens distortion by the tags in view."""
    eyes = eyes_of(number)
    if body.lens is None:
        return _save_calibration(number, eyes, lens=None)
    squares: list[Any] = []
    for _look in range(LENS_LOOKS):
        if eyes.read_whole_table() is None:
            raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
        squares += [s.corners for _at, s in eyes.pipeline.sightings.values()]
    found = lens.measure_lens(squares, *eyes.pipeline.mapping.picture_size)
    if found.lens is None:
        raise Refused(422, _(found.problem))
    answer = _save_calibration(number, eyes, lens=found.lens if found.lens.corner_distortion else None)
    payload: dict[str, Any] = answer.get_json()
    if found.lens.corner_distortion:
        payload["sentence"] = _(
            "The lens bends the picture's corners by {percent}\u00a0%; that is straightened from now on.",
            percent=decimal(abs(found.lens.corner_distortion) * 100),
        )
    else:
        payload["sentence"] = _("This lens bends nothing that matters: there is nothing to straighten.")
    return jsonify(payload)


class GoodsBody(Struct):
    """A good of this kind lies there, in parts of the picture. kind: null: forget all colours."""

    kind: str | None = None
    at: Pair | None = None


@json_post(pages, "/camera/<int:number>/goods", GoodsBody)
def goods(number: int, body: GoodsBody) -> Response:
    """Keeps how a kind of good looks under this camera."""
    eyes, kind = eyes_of(number), body.kind
    if kind is None:
        return _save_calibration(number, eyes, goods={})
    if kind not in colours_by_kind(_game_at(station_of(number))):
        raise Refused(422, _("There is no such kind of good in this game."))
    x, y = needed(body.at, "at")
    frame = eyes.frame
    if frame is None:
        raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
    try:
        high, wide = frame.image.shape[:2]
        rgb = colour_sample(frame.image, dict(eyes.pipeline.sightings), x * wide, y * high)
    except ValueError as wrong:
        raise Refused(422, _(wrong.args[0])) from None
    return _save_calibration(number, eyes, goods=with_sample(eyes.calibration, kind, rgb).goods)


def _game_at(station: Station) -> Any:
    table = station.served
    return table.game if table is not None else games.most_tagged()


def _save_calibration(number: int, eyes: CameraWorker, **changes: Any) -> Response:
    try:
        station_of(number).calibrate(
            number % MAX_CAMERAS_PER_STATION, eyes.calibration.with_changes(**changes)
        )
    except OSError as wrong:
        raise Refused(
            507,
            _(
                "It holds until the companion stops, but cannot be kept ({why}): make room on the disk.",
                why=wrong.strerror or type(wrong).__name__,
            ),
        ) from None
    return _survey_response(eyes, station_of(number))


def _is_same_place(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 1 and abs(a[1] - b[1]) < 1
