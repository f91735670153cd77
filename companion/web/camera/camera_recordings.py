"""The last two minutes before a camera, kept as a file for `companion replay-video` when somebody asks."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, Response, jsonify, send_file, url_for

from companion.simulation.replaying import save
from companion.translation import _
from companion.web.camera.calibrate import eyes_of, station_of
from companion.web.request.addressed import room
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused

pages = Blueprint("camera_recordings", __name__)

_RECORDING_NAME = re.compile(r"[\w-]{1,60}\.zip")


@form_post(pages, "/camera/<int:number>/recording")
def record(number: int) -> Response:
    """Keeps the last two minutes as a file, for `companion replay-video`: `{"sentence", "href"}`."""
    eyes = eyes_of(number)
    if eyes.recorder is None:
        raise Refused(404, _("Nothing is recorded of this camera."))
    folder = recordings_folder()
    table = station_of(number).served
    named = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{table.id if table else 'camera'}-{number}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = save(eyes.recorder, folder / named, eyes.pipeline, table)
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        raise Refused(
            507, _("The recording cannot be written ({why}): make room on the disk.", why=why)
        ) from None
    return jsonify(
        sentence=_("{number} pictures are kept in {path}.", number=pictures, path=str(folder / named)),
        href=url_for("camera_recordings.recording", name=named),
    )


@pages.get("/camera/recordings/<name>")
def recording(name: str) -> Response:
    """A recording, to be taken along."""
    path = recordings_folder() / name
    if not _RECORDING_NAME.fullmatch(name) or not path.is_file():
        raise Refused(404, _("There is no such recording."))
    return send_file(path, mimetype="application/zip", as_attachment=True)


def recordings_folder() -> Path:
    folder: Path = room().calibrations.path.parent / "recordings"
    return folder
