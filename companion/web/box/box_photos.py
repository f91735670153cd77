"""Photos of many tagged tiles at once: each tile is cut out upright, and its picture stays with the box.

Tiles without tags are told by their looks, learnt from these pictures and from those that cameras took where
people play; here they are shown, forgotten, and the telling is switched off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Response, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.box.kept_pictures import KeptPictures, face_of
from companion.games.contract import Game, State, TileInfo, box_of
from companion.games.contract.box import BoxTile
from companion.scan.doubts import NO_TAG
from companion.translation import _, plural
from companion.vision.camera import Image
from companion.vision.cut_outs import MIN_PX_PER_MM, CutOut, cut_outs
from companion.vision.picture_files import jpeg_of
from companion.vision.printed_marks import read_cut_out
from companion.vision.reader import Reader
from companion.vision.sent_photos import open_photo
from companion.vision.sightings import Sighting
from companion.web.box.box import game_with_tags, pages
from companion.web.box.box_pictures import looks_by_face, pictures_by_tile
from companion.web.request.form_body import form_post
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

MAX_PHOTO_BYTES = 12 << 20
"""Of a photo of many tiles."""
JPEG_QUALITY = 88
_TAG_PATTERN = re.compile("[A-Z][0-9]{1,4}[A-Z]?", re.ASCII)


@pages.get("/box/<name>/photos")
def photos_page(name: str) -> str:
    """Which tiles have a picture, and the way to take many at once."""
    game = game_with_tags(name)
    tiles = _tagged_tiles(game)
    pictures = pictures_by_tile(game)
    return render_template(
        "box_photos.html",
        game=game,
        tiles=tiles,
        pictures=pictures,
        shown=[tile for tile in tiles if tile.id in pictures],
        left=[tile for tile in tiles if tile.id not in pictures],
        looks=looks_by_face(game),
        own_looks=None if game.untracked is None else services().tile_looks.is_on(game.name),
    )


@pages.get("/box/<name>/photos/<tag>.jpg")
def tile_picture(name: str, tag: str) -> Response:
    """The cut-out of a tile's face."""
    return _picture(services().cut_outs, name, _checked_tag(tag))


@picture_post(pages, "/box/<name>/photos", MAX_PHOTO_BYTES)
@long_work
def take_photo(name: str, picture: bytes) -> Response:
    """Cuts every tagged tile out of the JPEG sent and keeps it: `{"words", "tags", "missed"}`.

    missed: a sentence for each tile that was read and not kept. Raises Refused where nothing can be kept.
    """
    game = game_with_tags(name)
    photo = open_photo(picture)
    found = _tiles_in(game, photo)
    cut = cut_outs(photo, found)
    good = [one for one in cut if one.whole and one.px_per_mm >= MIN_PX_PER_MM]
    missed = [_rejection_sentence(one) for one in cut if one not in good]
    if not good:
        raise Refused(422, missed[0])
    keep_cut_outs(game, good)
    sizes = {f"{s.tag.tile}{s.tag.face}": float(tile.size_mm) for s, tile in found}
    for one in good:
        services().cut_out_readings.keep(game.name, one.tag, read_cut_out(one, sizes[one.tag]))
    words = plural("{number} piece cut out.", "{number} pieces cut out.", len(good))
    return jsonify({"words": words, "tags": [one.tag for one in good], "missed": missed})


@form_post(pages, "/box/<name>/photos/<tag>/forget")
def forget_picture(name: str, tag: str) -> ResponseReturnValue:
    """Deletes the picture of a tile's face, and what was read of it."""
    game = game_with_tags(name)
    services().cut_outs.forget(game.name, _checked_tag(tag))
    services().cut_out_readings.forget(game.name, tag)
    return redirect(url_for("box.photos_page", name=name), 303)


@pages.get("/box/<name>/looks/<piece>.jpg")
def learnt_look(name: str, piece: str) -> Response:
    """A picture of a face that a camera took where people play."""
    return _picture(services().tile_looks.looks, name, _checked_look(piece))


def _picture(kept: KeptPictures, name: str, piece: str) -> Response:
    jpeg = kept.get(game_with_tags(name).name, piece)
    if jpeg is None:
        raise Refused(404, _("No picture of {tile} was taken yet.", tile=face_of(piece)))
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=60"})


@form_post(pages, "/box/<name>/looks/forget")
def forget_looks(name: str) -> ResponseReturnValue:
    """Deletes what cameras learnt of all faces."""
    services().tile_looks.looks.forget_all(game_with_tags(name).name)
    return redirect(url_for("box.photos_page", name=name), 303)


@form_post(pages, "/box/<name>/looks/<tag>/forget")
def forget_look(name: str, tag: str) -> ResponseReturnValue:
    """Deletes what cameras learnt of a face."""
    services().tile_looks.looks.forget_face(game_with_tags(name).name, _checked_tag(tag))
    return redirect(url_for("box.photos_page", name=name), 303)


class SwitchForm(Struct):
    on: bool = False


@form_post(pages, "/box/<name>/photos/own-looks", SwitchForm)
def switch_own_looks(form: SwitchForm, name: str) -> ResponseReturnValue:
    """Switches on or off that tiles are told by their look."""
    game = game_with_tags(name)
    services().tile_looks.switch(game.name, form.on)
    return redirect(url_for("box.photos_page", name=name), 303)


def keep_cut_outs(game: Game[State], cut: Iterable[CutOut]) -> None:
    """Raises BoxTrouble."""
    services().cut_outs.keep(game.name, {one.tag: jpeg_of(one.picture, JPEG_QUALITY) for one in cut})


def _tiles_in(game: Game[State], photo: Image) -> list[tuple[Sighting, TileInfo]]:
    """Raises Refused: no tile, or one twice."""
    found: dict[str, tuple[Sighting, TileInfo]] = {}
    book = box_of(game).book()
    for sighting in Reader({game.tag_prefix}).read_thoroughly(photo):
        tag = f"{sighting.tag.tile}{sighting.tag.face}"
        tile = game.tracking.tile(sighting.tag.tile)
        if sighting.tag.place is not None or tile is None or book.tile(book.owned(tag)) is None:
            continue
        if tag in found:
            raise Refused(
                422, _("{tile} lies in this photo twice: take one of them away, and take it again.", tile=tag)
            )
        found[tag] = (sighting, tile)
    if not found:
        raise Refused(422, _(NO_TAG))
    return list(found.values())


def _rejection_sentence(cut: CutOut) -> str:
    if not cut.whole:
        return _("{tile} is cut off at the photo's edge: take it again with all of it in view.", tile=cut.tag)
    return _("{tile} is too small in this photo: go nearer, or lay fewer pieces out.", tile=cut.tag)


def _tagged_tiles(game: Game[State]) -> list[BoxTile]:
    """The tiles to verify that have tags."""
    return [tile for tile in box_of(game).book().to_verify() if _TAG_PATTERN.fullmatch(tile.id)]


def _checked_look(piece: str) -> str:
    """Raises Refused: no picture of a face."""
    _checked_tag(face_of(piece))
    if not piece.isalnum():
        raise Refused(404, _("There is no such piece: go back to the box."))
    return piece


def _checked_tag(tag: str) -> str:
    """Raises Refused: no tag's name."""
    if not _TAG_PATTERN.fullmatch(tag):
        raise Refused(404, _("There is no such piece: go back to the box."))
    return tag
