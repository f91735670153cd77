"""The photos of a scan: taken in and read one at a time, shown with every tile outlined, taken out again."""

from __future__ import annotations

import contextvars
import ctypes
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import IO, Any, TypeVar

import cv2
import numpy as np
from flask import Response, jsonify, redirect, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.games.contract import Game
from companion.scan.draft import Draft, Shot
from companion.scan.drafts import Moment, Photo
from companion.scan.finished import owners, seen
from companion.scan.found import Read
from companion.scan.outline import outlined
from companion.scan.photo import LARGEST, BadPicture
from companion.scan.reading import look_at, make_ready, read_photo
from companion.translation import _, language, plural
from companion.vision.camera import Image
from companion.vision.looks import LooksReader
from companion.web.box import boxed, shelf
from companion.web.box_fronts import fronts
from companion.web.errors import wants_json
from companion.web.guard import Refused, whole_number
from companion.web.long_work import long_work, takes_upload
from companion.web.play import room
from companion.web.scan import back, drafts, here, keep_play, page, pages
from companion.web.setup import known_names

LARGEST_UPLOAD = 96 << 20
"""Bytes of one request with photos: three of the largest, or six straight from a phone. They wait on the
disk, not in memory, until it is their turn."""
QUALITY = 88
SMALL = 480
"""Pixels of a small picture's longer side."""

_in_turn = ThreadPoolExecutor(2, "scan-photos")
"""Photos are unpacked, read and drawn by two threads, as most hosts have cores for: memory stays that of two
photos, whoever sends how many. (Each thread that did it would keep some tens of megabytes for itself.)"""
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""glibc's own; other systems' C libraries have none, and need none."""
_taking = threading.Lock()
"""Of two photos that show a mat first, the one that is taken in first says whose it is."""
_pictures: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
_KEPT = 24


@pages.post("/scan/<scan_id>/photos")
@long_work
@takes_upload(LARGEST_UPLOAD, lambda scan_id: drafts().get(scan_id))
def photos(scan_id: str) -> Any:
    """Takes in the form's `photo`s. player: the seat they were taken for, "" for the whole table.

    JSON: `{"number", "tiles", "words"}` of the last one. One that is no photo is refused with a sentence, and
    the others are taken.
    """
    request.max_content_length = LARGEST_UPLOAD
    try:
        files = request.files.getlist("photo")
    except RequestEntityTooLarge:
        raise Refused(
            413,
            _(
                "These photos have more than {most} MB together: send fewer at once.",
                most=LARGEST_UPLOAD >> 20,
            ),
        ) from None
    moment = drafts().get(scan_id)
    player = _player(moment)
    key = (request.form.get("key") or secrets.token_hex(8))[:60]
    game = boxed(moment.draft.game)
    troubles, read = [], None
    for number, file in enumerate(f for f in files if f.filename or f.content_length):
        try:
            read = _take_in(
                scan_id, player, f"{key}-{number}", partial(_sent, file.stream, game, fronts().reader(game))
            )
        except BadPicture as bad:
            troubles.append((file.filename or _("A photo"), bad.sentence))
    if not files:
        troubles.append((_("A photo"), _("No photo was chosen.")))
    return _answered(scan_id, read, troubles)


@pages.post("/scan/<scan_id>/camera")
@long_work
def camera(scan_id: str) -> Any:
    """Takes in what the cameras over the table see: a photo of each."""
    moment = drafts().get(scan_id)
    game = boxed(moment.draft.game)
    room().look(game)
    eyes = room().eyes
    frames = eyes.frames() if eyes is not None else ()
    if not frames:
        raise Refused(422, _("The camera gives no picture yet: try again in a moment, or use a phone."))
    key = (request.form.get("key") or secrets.token_hex(8))[:60]
    for number, frame in enumerate(frames):
        read = _take_in(
            scan_id, None, f"{key}-camera-{number}", partial(_seen, frame.image, game, fronts().reader(game))
        )
    return _answered(scan_id, read, [])


@pages.get("/scan/<scan_id>/photo/<photo_id>")
def photo(scan_id: str, photo_id: str) -> str:
    """One photo as large as wanted, with what is asked about it."""
    scan = here(scan_id)
    shot = scan.draft.shot(photo_id)
    if shot is None:
        raise Refused(404, _("This photo was taken out: go back to the scan."))
    questions = [o for o in (*scan.done.all_open, *scan.done.hints) if o.photo == photo_id]
    return page("scan_photo.html", scan, shot=shot, read=scan.reads[photo_id], questions=questions)


@pages.get("/scan/<scan_id>/photo/<photo_id>.jpg")
@long_work
def picture(scan_id: str, photo_id: str) -> Response:
    """The photo with every tile outlined and named, as JPEG. ?small: for a list."""
    small = "small" in request.args
    name = (photo_id, "small" if small else "", language(), _tiles(drafts().get(scan_id).draft))
    made = _pictures.get(name)
    if made is None:
        kept = drafts().photo(scan_id, photo_id)
        made = _pictures[name] = _working(
            partial(_drawn, kept, small, boxed(drafts().get(scan_id).draft.game))
        )
        while len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    return Response(made, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=60"})


def get_ready(game: Game[Any]) -> None:
    """Sees to it, and waits for nothing, that the first photo finds ready what reading needs."""
    _in_turn.submit(make_ready, game)


# --- within ----------------------------------------------------------------------------------------------


def reads_of(moment: Moment, game: Game[Any]) -> dict[str, Read]:
    """What was read in the scan's photos, by their ids; read anew with tiles registered since."""
    tiles, kept = _tiles(moment.draft), drafts().reads(moment.id)
    found = {}
    for shot in moment.draft.shots:
        read, with_tiles = kept[shot.id]
        if with_tiles != tiles:
            jpeg = drafts().photo(moment.id, shot.id).jpeg
            read = _working(partial(_read_again, jpeg, game, fronts().reader(game)))
            drafts().read_again(shot.id, read, tiles)
        found[shot.id] = read
    return found


T = TypeVar("T")


def _working(work: Callable[[], T]) -> T:
    """Does it when it is its turn, in the language of the one who asked."""
    done = _in_turn.submit(contextvars.copy_context().run, work)
    _in_turn.submit(_hand_back)
    return done.result()


def _hand_back() -> None:
    """Gives the system back what a photo took: glibc keeps it, up to 100 MB more with each large one."""
    if _trim is not None:
        _trim(0)


def _sent(stream: IO[bytes], game: Game[Any], fronts: LooksReader | None) -> tuple[Read, bytes]:
    """What a photo shows, and the picture that is kept: the one in which it was read. Raises BadPicture."""
    read, image = look_at(stream.read(LARGEST + 1), game, fronts)
    return read, _kept(image)


def _seen(image: Image, game: Game[Any], fronts: LooksReader | None) -> tuple[Read, bytes]:
    """The same of what the camera sees."""
    return read_photo(image, game, fronts), _kept(image)


def _kept(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _read_again(jpeg: bytes, game: Game[Any], fronts: LooksReader | None) -> Read:
    return read_photo(_opened(jpeg), game, fronts)


def _drawn(photo: Photo, small: bool, game: Game[Any]) -> bytes:
    made = outlined(_opened(photo.jpeg), photo.read, game)
    return _smaller(made) if small else made


def _take_in(
    scan_id: str, player: int | None, key: str, look: Callable[[], tuple[Read, bytes]]
) -> Read | None:
    """Reads a photo and adds it; None: that was done already. Raises BadPicture, Illegal."""
    if drafts().done(scan_id, key):
        return None
    read, jpeg = _working(look)
    with _taking:
        moment = drafts().get(scan_id)
        draft, game = moment.draft, boxed(moment.draft.game)
        id = secrets.token_hex(8)
        before = {id: read for id, (read, _tiles) in drafts().reads(scan_id).items()}
        after = Draft(draft.game, draft.players, (*draft.shots, Shot(id, player)), draft.mats)
        # Whose mat is whose is settled with the photo that shows it first: a later one must not shift it.
        mats = owners(after, seen(after, {**before, id: read}, game))
        change = {"do": "add", "photo": id, "player": player, "mats": mats}
        photo = Photo(id, jpeg, read, _tiles(draft))
        keep_play(drafts().change(scan_id, change, moment.number, key, game, photo))
    return read


def _answered(scan_id: str, read: Read | None, troubles: list[tuple[str, str]]) -> Any:
    if wants_json():
        if troubles:
            return jsonify({"sentence": troubles[0][1]}), 422
        number = sum(found.role != "" for found in read.found) if read else 0
        words = plural("{number} tile found.", "{number} tiles found.", number)
        return jsonify({"number": drafts().get(scan_id).number, "tiles": number, "words": words})
    if not troubles:
        return redirect(back(scan_id), 303)
    scan = here(scan_id)
    return page("scan.html", scan, camera=False, names=known_names(), troubles=troubles), 422


def _player(moment: Moment) -> int | None:
    text = request.form.get("player", "")
    if not text:
        return None
    seat = whole_number(text, 0, len(moment.draft.players) - 1)
    if seat is None:
        raise Refused(404, _("There is no such player: go back to the scan."))
    return seat


def _tiles(draft: Draft) -> str:
    """A digest of what photos are read with: the tiles of the box in use, and the pictures of fronts."""
    known = (shelf().text(draft.game) or "") + fronts().pictures.stamp(draft.game)
    return blake2b(known.encode(), digest_size=8).hexdigest()


def _opened(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)


def _smaller(jpeg: bytes) -> bytes:
    image = _opened(jpeg)
    scale = min(1.0, SMALL / max(image.shape[:2]))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    made = cv2.imencode(
        ".jpg", cv2.resize(image, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, 75]
    )
    return made[1].tobytes()
