"""The photos of a scan: taken in and read one at a time, shown with every tile outlined, taken out again."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import IO

from flask import Response, jsonify, redirect, request
from flask.typing import ResponseReturnValue

from companion.games.contract import Game, State
from companion.games.scanned.draft import PhotoRef
from companion.games.scanned.moves import AddPhoto
from companion.scan.finished import assembled_table, mat_owners
from companion.scan.found import PhotoContents
from companion.scan.reading import read_photo, read_sent_photo
from companion.scan.scans import StoredPhoto
from companion.translation import _, marked, plural
from companion.vision.camera import Image
from companion.vision.picture_files import jpeg_of, smaller_jpeg
from companion.vision.sent_photos import MAX_BYTES, BadPicture
from companion.web.box.box import game_with_box
from companion.web.request.errors import wants_json
from companion.web.request.form_body import Upload, form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.scan.scan import open_camera, pages
from companion.web.scan.scan_bodies import PhotosForm, ScanForm
from companion.web.scan.scan_reading import look_readers, reading_digest, run_in_turn
from companion.web.scan.scan_view import keep_play, render_scan, scan_view
from companion.web.setup.setup_form import known_names
from companion.web.transport.long_work import long_work

MAX_UPLOAD_BYTES = 96 << 20
"""Of one request with photos: three of the largest, or six straight from a phone. They wait for their turn on
the disk, not in memory."""
JPEG_QUALITY = 88
MAX_SIDE_PX, THUMBNAIL_SIDE_PX = 1600, 480
"""The longer side of a picture: sharp on any phone's screen, and some 300 KB; of a small one."""

_add_lock = threading.Lock()
"""Photos are added one at a time: the first one that shows a mat decides whose it is."""


@form_post(
    pages,
    "/scan/<scan_id>/photos",
    PhotosForm,
    Upload(
        MAX_UPLOAD_BYTES,
        marked("These photos have more than {most} MB together: send fewer at once."),
        lambda scan_id: services().scans.get(scan_id),
    ),
)
@long_work
def photos(scan_id: str, form: PhotosForm) -> ResponseReturnValue:
    """Takes in photos. JSON: `{"number", "tiles", "words"}` of the last one. One that is no photo is refused
    with a sentence, and the others are taken."""
    game = game_with_box(services().scans.get(scan_id).state.game)
    troubles, read = [], None
    sent = [file for file in form.photo if file.filename or file.content_length]
    for number, file in enumerate(sent):
        try:
            look = partial(_read_sent, file.stream, game)
            read = _add_photo(scan_id, form.player, form.request_key(str(number)), look)
        except BadPicture as bad:
            troubles.append((file.filename or _("A photo"), bad.sentence))
    if not sent:
        troubles.append((_("A photo"), _("No photo was chosen.")))
    return _photos_response(scan_id, form, read, troubles)


@form_post(pages, "/scan/<scan_id>/camera", ScanForm)
@long_work
def camera(scan_id: str, form: ScanForm) -> ResponseReturnValue:
    """Takes in what the cameras over the table see: a photo of each."""
    game = game_with_box(services().scans.get(scan_id).state.game)
    eyes = open_camera(game)
    frames = eyes.frames() if eyes is not None else ()
    if not frames:
        raise Refused(422, _("The camera gives no picture yet: try again in a moment, or use a phone."))
    for number, frame in enumerate(frames):
        look = partial(_read_frame, frame.image, game)
        read = _add_photo(scan_id, None, form.request_key(f"camera-{number}"), look)
    return _photos_response(scan_id, form, read, [])


@pages.get("/scan/<scan_id>/photo/<photo_id>")
def photo(scan_id: str, photo_id: str) -> str:
    """One photo as large as wanted, with what is asked about it."""
    scan = scan_view(scan_id)
    shot = next((shot for shot in scan.draft.shots if shot.id == photo_id), None)
    if shot is None:
        raise Refused(404, _("This photo was taken out: go back to the scan."))
    questions = [o for o in (*scan.done.all_open, *scan.done.hints) if o.photo == photo_id]
    return render_scan("scan_photo.html", scan, shot=shot, read=scan.reads[photo_id], questions=questions)


@pages.get("/scan/<scan_id>/photo/<photo_id>.jpg")
@long_work
def picture(scan_id: str, photo_id: str) -> Response:
    """The photo as it lies upright, as JPEG. ?small: for a list."""
    jpeg = services().scans.photo(scan_id, photo_id).jpeg
    side = THUMBNAIL_SIDE_PX if "small" in request.args else MAX_SIDE_PX
    made = run_in_turn(partial(smaller_jpeg, jpeg, side))
    return Response(made, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


def _read_sent(stream: IO[bytes], game: Game[State]) -> tuple[PhotoContents, bytes]:
    """What a photo shows, and the JPEG to keep: of the picture in which it was read. Raises BadPicture."""
    read, image = read_sent_photo(stream.read(MAX_BYTES + 1), game, look_readers(game))
    return read, jpeg_of(image, JPEG_QUALITY)


def _read_frame(image: Image, game: Game[State]) -> tuple[PhotoContents, bytes]:
    """The same for a frame of the camera."""
    return read_photo(image, game, look_readers(game)), jpeg_of(image, JPEG_QUALITY)


def _add_photo(
    scan_id: str, player: int | None, key: str, look: Callable[[], tuple[PhotoContents, bytes]]
) -> PhotoContents | None:
    """Reads a photo and adds it; None: that was done already. Raises BadPicture, Illegal."""
    scan = services().scans.get(scan_id)
    if scan.done(key) is not None:
        return None
    # One too many is not read only to be refused.
    AddPhoto(photo="next", player=player).check(scan.state)
    read, jpeg = run_in_turn(look)
    with _add_lock:
        now = services().scans.get(scan_id).now
        draft, game = now.state, game_with_box(now.state.game)
        id = secrets.token_hex(8)
        reads = {shot: read for shot, (read, _tiles) in services().scans.reads(scan_id).items()}
        after = replace(draft, shots=(*draft.shots, PhotoRef(id, player)))
        # Whose mat is whose is settled with the photo that shows it first: a later one must not shift it.
        mats = mat_owners(after, assembled_table(after, {**reads, id: read}, game))
        says = AddPhoto(photo=id, player=player, mats=mats)
        photo = StoredPhoto(id, jpeg, read, reading_digest(draft))
        keep_play(services().scans.add_photo(scan_id, photo, says, now.number, key, game))
    return read


def _photos_response(
    scan_id: str, form: ScanForm, read: PhotoContents | None, troubles: list[tuple[str, str]]
) -> ResponseReturnValue:
    if wants_json():
        if troubles:
            return jsonify({"sentence": troubles[0][1]}), 422
        number = sum(found.role != "" for found in read.found) if read else 0
        words = plural("{number} piece found.", "{number} pieces found.", number)
        return jsonify({"number": services().scans.get(scan_id).number, "tiles": number, "words": words})
    if not troubles:
        return redirect(form.return_address(scan_id), 303)
    scan = scan_view(scan_id)
    more = {"camera": open_camera(scan.game) is not None, "names": known_names(), "troubles": troubles}
    return render_scan("scan.html", scan, **more), 422
