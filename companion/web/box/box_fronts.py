"""The pictures of fronts without tags: taken by the owner, singly or nine to a page, and learnt for scans."""

from __future__ import annotations

from flask import Response, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.games.contract import Game, State
from companion.games.contract.looks import Front, Looks
from companion.scan.learnt_looks import looks_of
from companion.translation import _, plural
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.looks import FrontFeatures
from companion.vision.picture_files import jpeg_of
from companion.vision.piece_outlines import upright_pieces
from companion.vision.sent_photos import open_photo
from companion.web.box.box import game_with_tags, pages
from companion.web.request.form_body import form_post
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

MAX_PHOTO_BYTES = 12 << 20
"""Of a photo of fronts."""
FRONTS_PER_PAGE = 9
"""Three rows of three, as binder pages have."""
JPEG_QUALITY = 90


def _game_and_looks(name: str) -> tuple[Game[State], Looks]:
    """Raises Refused for a game whose pieces are told by their tags alone, or not at all, UnknownGame."""
    game = games.load(name)
    looks = looks_of(game)
    if looks is None:
        game_with_tags(name)
        raise Refused(404, _("Photos show the pieces of {game} only by their tags.", game=game.title))
    return game, looks


@pages.get("/box/<name>/fronts")
def fronts_page(name: str) -> str:
    """Which fronts have a picture, and the ways to take the others."""
    game, looks = _game_and_looks(name)
    stamps = services().fronts.pictures.stamps(name)
    left = [front for front in looks.fronts if front.id not in stamps]
    return render_template(
        "box_fronts.html",
        game=game,
        fronts=looks.fronts,
        by_name=looks.title is not None and ocr.installed(),
        stamps=stamps,
        left=left,
        page=left[:FRONTS_PER_PAGE],
    )


@pages.get("/box/<name>/fronts/<front>.jpg")
def front_picture(name: str, front: str) -> Response:
    """The picture that was taken of a front."""
    _game, looks = _game_and_looks(name)
    jpeg = services().fronts.pictures.get(name, _front_with_id(looks, front).id)
    if jpeg is None:
        raise Refused(404, _("No picture of this front was taken yet."))
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=60"})


@picture_post(pages, "/box/<name>/fronts/<which>", MAX_PHOTO_BYTES)
@long_work
def take_fronts(name: str, which: str, picture: bytes) -> Response:
    """Learns from the JPEG sent: `{"words"}`. which: a front's id, or "page": it shows the next ones that
    have no picture, up to nine, in their order. Nothing is kept of a photo in which one is missing."""
    game, looks = _game_and_looks(name)
    if which == "page":
        stamps = services().fronts.pictures.stamps(name)
        wanted = [front for front in looks.fronts if front.id not in stamps][:FRONTS_PER_PAGE]
        if not wanted:
            raise Refused(422, _("Every front has a picture already: take a single one again instead."))
    else:
        wanted = [_front_with_id(looks, which)]
    photo = open_photo(picture)
    pieces = upright_pieces(photo, looks.ratio, len(wanted))
    if len(pieces) != len(wanted):
        raise Refused(422, _wrong_count_sentence(len(pieces), len(wanted)))
    _check_pieces(game, looks, wanted, pieces)
    services().fronts.pictures.keep(
        name, {front.id: jpeg_of(piece, JPEG_QUALITY) for front, piece in zip(wanted, pieces, strict=True)}
    )
    words = plural("{number} front learnt.", "{number} fronts learnt.", len(wanted))
    return jsonify({"words": words})


@form_post(pages, "/box/<name>/fronts/<front>/forget")
def forget_front(name: str, front: str) -> ResponseReturnValue:
    """Deletes the picture of a front."""
    _game, looks = _game_and_looks(name)
    services().fronts.pictures.forget(name, _front_with_id(looks, front).id)
    return redirect(url_for("box.fronts_page", name=name), 303)


def _front_with_id(looks: Looks, id: str) -> Front:
    found = next((front for front in looks.fronts if front.id == id), None)
    if found is None:
        raise Refused(404, _("There is no such front: load the page again."))
    return found


def _wrong_count_sentence(found: int, wanted: int) -> str:
    if wanted == 1:
        return _(
            "No whole front was found: lay it on a plain ground of another colour, and fill the picture."
        )
    return _(
        "{found} fronts were found instead of {wanted}: lay them in rows, apart from each other, on a plain "
        "ground of another colour, and let the photo show nothing else.",
        found=found,
        wanted=wanted,
    )


def _check_pieces(game: Game[State], looks: Looks, wanted: list[Front], pieces: list[Image]) -> None:
    """Raises Refused for a picture that shows too little, or a front that was learnt under another name."""
    reader = services().fronts.reader(game)
    names = {front.id: front.name for front in looks.fronts}
    for front, piece in zip(wanted, pieces, strict=True):
        try:
            FrontFeatures(looks.ratio).learn(front.id, piece)
        except ValueError:
            sentence = _(
                "The picture of {front} shows too little: take a sharper one, without glare.",
                front=front.name,
            )
            raise Refused(422, sentence) from None
        other = (
            next((it.front for it in reader.read(piece) if it.front != front.id), None) if reader else None
        )
        if other is not None:
            raise Refused(
                422,
                _(
                    "What was taken for {front} looks like {other}, which has a picture already: "
                    "check the order.",
                    front=front.name,
                    other=names.get(other, other),
                ),
            )
