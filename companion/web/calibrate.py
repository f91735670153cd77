"""The cameras' page: the live picture with what was read, how large the tags come out, and what to do about
it; where the table lies, for a camera that sees no place tags; the lens; the last two minutes, to be kept.
"""

from __future__ import annotations

import logging
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_file, url_for

from companion import games
from companion.choices import Choices
from companion.replaying import save
from companion.translation import _, decimal
from companion.vision import lens
from companion.vision.calibration import checked_corners, checked_size, checked_zone
from companion.vision.camera import CameraLost
from companion.vision.camera_worker import Eyes
from companion.vision.devices import Device, devices, snapshot
from companion.vision.goods_seen import kinds, sample, with_sample
from companion.vision.minute_check import check
from companion.vision.overlay import small_jpeg
from companion.vision.survey import called, survey
from companion.web.guard import Refused, body
from companion.web.play import room

log = logging.getLogger(__name__)

pages = Blueprint("calibrate", __name__)

PICTURE_EVERY = 0.2
"""Seconds that a picture is shown for at least: encoding one costs as much as looking at it."""
LOOKS = 3
"""Fresh looks at the table that a lens is measured by: noise averages out."""
_RECORDING = re.compile(r"[\w-]{1,60}\.zip")

_pictures: dict[int, tuple[float, bytes]] = {}
"""By eyes: when the last picture was made for a page, and the picture."""


@pages.app_errorhandler(CameraLost)
def lost(wrong: CameraLost) -> Any:
    from companion.web.errors import answer

    return answer(503, _(wrong.sentence))


def eyes_of(number: int) -> Eyes:
    """The eyes of a camera, from 0. Raises Refused."""
    here = room()
    if here.eyes is None and here.has_camera:
        here.look(games.most_tagged())
    if here.eyes is None or not 0 <= number < len(here.eyes.cameras):
        raise Refused(404, _("There is no such camera: start the companion with --camera."))
    found: Eyes = here.eyes.cameras[number]
    return found


@pages.get("/camera")
def index() -> str:
    """?n=: which camera."""
    here = room()
    if here.has_camera:
        number = request.args.get("n", 0, type=int)
        eyes = eyes_of(number)
        cameras = here.eyes.cameras if here.eyes is not None else ()
    else:
        number, eyes, cameras = 0, None, ()
    return render_template(
        "camera.html",
        eyes=eyes,
        number=number,
        cameras=cameras,
        table=here.served,
        size=(eyes.wanted.size_mm if eyes else None) or _game().tracking.plan(_game().seats[0]).size_mm,
        drawn=here.demo is not None,
        goods=kinds(_game()) if eyes else {},
    )


@pages.get("/camera/<int:number>/picture")
def picture(number: int) -> Response:
    """The latest picture as JPEG, plain; made anew a few times a second at most, for all who look."""
    eyes = eyes_of(number)
    at, jpeg = _pictures.get(id(eyes), (0.0, b""))
    now = time.monotonic()
    if not jpeg or now - at > PICTURE_EVERY:
        jpeg = eyes.jpeg(outlined=False) or b""
        for old in [key for key, (made, _jpeg) in tuple(_pictures.items()) if now - made > 10]:
            _pictures.pop(old, None)
        _pictures[id(eyes)] = (now, jpeg)
    if not jpeg:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.get("/camera/<int:number>/look")
def look(number: int) -> Response:
    """What is read and what to do about it, as `companion.vision.survey` has it."""
    return _told(eyes_of(number))


def _told(eyes: Eyes) -> Response:
    table = room().served

    def tile(id: str) -> str:
        info = table.game.tracking.tile(id) if table else None
        return info.name if info else id

    told = survey(eyes, _called(), tile)
    wanted = eyes.wanted
    told["kept"] = {
        "corners": wanted.corners is not None,
        "zones": bool(wanted.zones),
        "lens": wanted.lens.bend if wanted.lens else None,
        "goods": {kind: len(some) for kind, some in wanted.goods.items()},
    }
    return jsonify(told)


@pages.post("/camera/<int:number>/check")
def check_up(number: int) -> Response:
    """The check of one minute, with ten tiles laid anywhere: `{"findings": [{"level", "sentence"}]}`, what to
    change first at the head."""
    eyes = eyes_of(number)
    findings = check(eyes, _called())
    if not findings:
        raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
    return jsonify(findings=[{"level": f.level, "sentence": f.sentence} for f in findings])


def _called() -> dict[str, str]:
    """What people call the zones of the table that is served, or of the smallest."""
    table, game = room().served, _game()
    names = {n: p.name for n, p in enumerate(table.setup.players)} if table else {}
    return called(game.tracking.plan(len(names) or game.seats[0]), names)


# --- changing -------------------------------------------------------------------------------------------


@pages.post("/camera/<int:number>/corners")
def corners(number: int) -> Response:
    """`{"corners": [[x, y], ...]}`: the table's corners as parts of the picture's width and height, clockwise
    from the upper left one; null: forget them."""
    eyes, data = eyes_of(number), body().get("corners")
    try:
        found = checked_corners([_pair(p) for p in data]) if data is not None else None
    except (TypeError, ValueError) as wrong:
        raise Refused(422, _sentence(wrong)) from None
    return _keep(number, eyes, corners=found)


@pages.post("/camera/<int:number>/zones")
def zones(number: int) -> Response:
    """`{"from": [x, y] in mm, "to": [x, y] in parts of the picture}`: every zone that has a corner there has
    it elsewhere now; `{"zones": null}`: as they usually are."""
    eyes, data = eyes_of(number), body()
    if "zones" in data and data["zones"] is None:
        return _keep(number, eyes, zones={})
    view = eyes.view
    try:
        at, (x, y) = _pair(data.get("from")), _pair(data.get("to"))
        wide, high = view.zones.picture
        there = view.zones.to_mm(x * wide, y * high)
        across, down = view.zones.layout.size_mm
        # Just beside the table there is no zone.
        there = min(max(there[0], 0.0), across), min(max(there[1], 0.0), down)
        shaped = {
            name: checked_zone(tuple(there if _same(p, at) else p for p in polygon))
            for name, polygon in view.zones.layout.zones.items()
        }
    except (TypeError, ValueError) as wrong:
        raise Refused(422, _sentence(wrong)) from None
    if shaped == dict(view.zones.layout.zones):
        raise Refused(409, _("No zone has a corner there any more: look at the picture again."))
    return _keep(number, eyes, zones=shaped)


@pages.post("/camera/<int:number>/size")
def size(number: int) -> Response:
    """`{"wide", "deep"}`: the table's size in cm; place tags lie 22 mm in from its corners."""
    eyes, data = eyes_of(number), body()
    if room().demo is not None:
        raise Refused(422, _("A drawn table is as large as it is drawn."))
    try:
        wide, deep = _pair([data.get("wide"), data.get("deep")])
        found = checked_size((wide * 10, deep * 10))
    except (TypeError, ValueError) as wrong:
        raise Refused(422, _sentence(wrong)) from None
    return _keep(number, eyes, size_mm=found, zones={})


@pages.post("/camera/<int:number>/lens")
def measure(number: int) -> Response:
    """Finds out what the lens bends, by the tags in view; `{"lens": null}`: nothing."""
    eyes, data = eyes_of(number), body()
    if "lens" in data and data["lens"] is None:
        return _keep(number, eyes, lens=None)
    squares: list[Any] = []
    for _look in range(LOOKS):
        if eyes.look_again() is None:
            raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
        squares += [s.corners for _at, s in eyes.view.sightings.values()]
    found = lens.measure(squares, *eyes.view.zones.picture)
    if found.lens is None:
        raise Refused(422, _(found.why))
    answer = _keep(number, eyes, lens=found.lens if found.lens.bend else None)
    told: dict[str, Any] = answer.get_json()
    if found.lens.bend:
        told["sentence"] = _(
            "The lens bends the picture's corners by {percent} %; that is straightened from now on.",
            percent=decimal(abs(found.lens.bend) * 100),
        )
    else:
        told["sentence"] = _("This lens bends nothing that matters: there is nothing to straighten.")
    return jsonify(told)


@pages.post("/camera/<int:number>/goods")
def goods(number: int) -> Response:
    """`{"kind", "at": [x, y]}`: a good of this kind lies there, in parts of the picture, and so it looks
    under this camera; `{"kind": null}`: forget what was shown."""
    eyes, data = eyes_of(number), body()
    kind = data.get("kind")
    if kind is None:
        return _keep(number, eyes, goods={})
    if kind not in kinds(_game()):
        raise Refused(422, _("There is no such kind of good in this game."))
    frame = eyes.frame
    if frame is None:
        raise Refused(422, _("No picture comes from this camera: see what the page says of it."))
    try:
        x, y = _pair(data.get("at"))
        high, wide = frame.image.shape[:2]
        rgb = sample(frame.image, dict(eyes.view.sightings), x * wide, y * high)
    except (TypeError, ValueError) as wrong:
        raise Refused(422, _sentence(wrong)) from None
    return _keep(number, eyes, goods=with_sample(eyes.wanted, kind, rgb).goods)


def _game() -> Any:
    table = room().served
    return table.game if table is not None else games.most_tagged()


def _keep(number: int, eyes: Eyes, **changes: Any) -> Response:
    try:
        room().calibrate(number, eyes.wanted.but(**changes))
    except OSError as wrong:
        raise Refused(
            507,
            _(
                "It holds until the companion stops, but cannot be kept ({why}): make room on the disk.",
                why=wrong.strerror or type(wrong).__name__,
            ),
        ) from None
    return _told(eyes)


def _pair(value: Any) -> tuple[float, float]:
    """Two numbers. Raises TypeError or ValueError with a sentence."""
    if not isinstance(value, list | tuple) or len(value) != 2 or any(isinstance(v, bool) for v in value):
        raise ValueError(_("A place has two numbers."))
    if not all(isinstance(v, int | float) and abs(v) < 1e6 for v in value):
        raise ValueError(_("A place has two numbers."))
    return float(value[0]), float(value[1])


def _same(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 1 and abs(a[1] - b[1]) < 1


def _sentence(wrong: Exception) -> str:
    return _(wrong.args[0]) if isinstance(wrong, ValueError) else _("A place has two numbers.")


# --- the last two minutes -------------------------------------------------------------------------------


@pages.post("/camera/<int:number>/recording")
def record(number: int) -> Response:
    """Keeps the last two minutes as a file, for `companion replay-video`: `{"sentence", "href"}`."""
    eyes = eyes_of(number)
    if eyes.recorder is None:
        raise Refused(404, _("Nothing is recorded of this camera."))
    folder = recordings()
    table = room().served
    named = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{table.id if table else 'camera'}-{number}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = save(eyes.recorder, folder / named, eyes.view, table)
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        raise Refused(
            507, _("The recording cannot be written ({why}): make room on the disk.", why=why)
        ) from None
    return jsonify(
        sentence=_("{number} pictures are kept in {path}.", number=pictures, path=str(folder / named)),
        href=url_for("calibrate.recording", name=named),
    )


@pages.get("/camera/recordings/<name>")
def recording(name: str) -> Response:
    """A recording, to be taken along."""
    path = recordings() / name
    if not _RECORDING.fullmatch(name) or not path.is_file():
        raise Refused(404, _("There is no such recording."))
    return send_file(path, mimetype="application/zip", as_attachment=True)


def recordings() -> Path:
    folder: Path = room().calibrations.path.parent / "recordings"
    return folder


# --- choosing -------------------------------------------------------------------------------------------


@pages.get("/camera/choose")
def choose() -> str:
    """The cameras plugged in here, with a picture of each."""
    here = room()
    used = [eyes.name for eyes in here.eyes.cameras] if here.eyes is not None else []
    return render_template("camera_choose.html", devices=devices(), used=used, drawn=here.demo is not None)


@pages.get("/camera/devices/<int:place>/picture")
def device(place: int) -> Response:
    """A picture of a camera by its place in the list; of one in use, its latest."""
    found = _device(place)
    here = room()
    for eyes in here.eyes.cameras if here.eyes is not None else ():
        if eyes.name == found.name:
            return Response(eyes.jpeg(wide=640, outlined=False) or b"", mimetype="image/jpeg")
    jpeg = small_jpeg(snapshot(found))
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/camera/choose")
def use() -> Response:
    """`{"cameras": [place, ...]}`: look through these from now on, and at the next start."""
    places = body().get("cameras")
    if not isinstance(places, list) or not places or not all(type(p) is int for p in places):
        raise Refused(400, _('The request needs "cameras": the places of cameras in the list.'))
    chosen = [_device(place) for place in places]
    if room().demo is not None:
        raise Refused(
            422, _("The drawn table has its own camera: begin with `companion serve` to use another.")
        )
    room().use([str(d.place) for d in chosen])
    try:
        Choices(room().calibrations.path.with_name("choices.json")).keep_cameras([d.name for d in chosen])
    except OSError as wrong:
        log.warning("the choice of cameras is not kept: %s", wrong)
        return jsonify(sentence=_("Looking through it until the companion stops: the choice cannot be kept."))
    return jsonify(sentence=_("Looking through it, and at the next start too."))


def _device(place: int) -> Device:
    present = devices()
    if not 0 <= place < len(present):
        raise Refused(404, _("That camera is not plugged in any more: load the page again."))
    return present[place]
