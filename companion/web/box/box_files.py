"""Files into and out of the box: photos of tiles, box files, sticker sheets."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify, request
from msgspec import Struct

from companion import games
from companion.box.editing import tiles_in
from companion.games.contract import Game, State, box_of
from companion.games.contract.rules import readable_box
from companion.games.contract.told import Told
from companion.printing.printing import proxy_pdf, sticker_pdf
from companion.scan.doubts import NO_TAG
from companion.translation import _, marked, plural
from companion.vision.camera import Image
from companion.vision.cut_outs import MIN_PX_PER_MM, cut_outs
from companion.vision.printed_marks import read_cut_out
from companion.vision.reader import Reader
from companion.vision.sent_photos import open_photo
from companion.vision.sightings import Sighting
from companion.web.box.box import game_with_tags, pages, tile_json
from companion.web.request.json_body import json_post, said
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

MAX_BOX_BYTES = 1 << 19
"""Of an imported box."""
MAX_PHOTO_BYTES = (1 << 20) - 4096
"""What the server takes in one request; the page scales larger photos down."""
MIN_PHOTO_SIDE_PX = 50
"""Along the shorter side; the tag alone is enough."""


@picture_post(pages, "/box/<name>/photo", MAX_PHOTO_BYTES)
@long_work
def photo(name: str, picture: bytes) -> Response:
    """The tile whose tag a JPEG shows: `{"tile": {"id", "name", "own", "href"}, "read"}`.

    read: what is told of it by its form, as far as it is read; nothing of a registered tile.
    """
    game = game_with_tags(name)
    shown = open_photo(picture, least=MIN_PHOTO_SIDE_PX)
    found = {
        box_of(game).book().owned(f"{s.tag.tile}{s.tag.face}"): s
        for s in _tile_sightings(shown, game.tag_prefix)
    }
    if not found:
        raise Refused(422, _(NO_TAG))
    if len(found) > 1:
        raise Refused(
            422, _("The photo shows {tiles}: photograph one piece at a time.", tiles=", ".join(sorted(found)))
        )
    id, sighting = next(iter(found.items()))
    tile = tile_json(game, id)
    read = [] if tile["own"] else _read(game, id, shown, sighting)
    return jsonify({"tile": tile, "read": read})


def _read(game: Game[State], id: str, shown: Image, sighting: Sighting) -> list[str]:
    """What its form may take of what the photo shows of a tile. Raises Illegal: there can be no such tile."""
    form, info = box_of(game).book().telling(id), game.tracking.tile(sighting.tag.tile)
    cuts = () if info is None else cut_outs(shown, [(sighting, info)])
    faces = [read_cut_out(cut, info.size_mm) for cut in cuts if info and cut.px_per_mm >= MIN_PX_PER_MM]
    read = (fact for face in faces for fact in box_of(game).told_by_photo(id, face))
    return [fact.text for fact in read if not form.misfit(Told((fact,)))]


def _tile_sightings(picture: Image, prefix: str) -> list[Sighting]:
    return [s for s in Reader({prefix}).read_thoroughly(picture) if s.tag.place is None]


@pages.get("/box/<name>/export")
def export(name: str) -> Response:
    """The box in use as a file."""
    games.load(name)
    box = services().shelf.in_use(name)
    if box is None:
        raise Refused(404, _("No box is in use yet: register a piece first."))
    disposition = f'attachment; filename="{box if box.isascii() else "box"}.toml"'
    return Response(
        services().shelf.read(name, box),
        mimetype="application/toml",
        headers={"Content-Disposition": disposition},
    )


ImportText = Annotated[str, said(marked('An import needs "name" and "text".'))]


class ImportBody(Struct):
    """name: what the box is called; text: of its file."""

    name: ImportText
    text: ImportText


@json_post(pages, "/box/<name>/import", ImportBody, max_bytes=MAX_BOX_BYTES)
def take_in(name: str, body: ImportBody) -> Response:
    """Keeps a box and uses it; a text that is no box is refused."""
    game, box, text = games.load(name), body.name, body.text
    readable_box(game, text)
    if box in services().shelf.names(name):
        raise Refused(422, _("There is a box called “{box}” already: rename the file.", box=box))
    services().shelf.write(name, box, text)
    services().shelf.use(name, box)
    words = plural(
        "{box}: {number} piece, in use for new tables.",
        "{box}: {number} pieces, in use for new tables.",
        len(tiles_in(text)),
        box=box,
    )
    return jsonify({"words": words})


@pages.get("/box/<name>/stickers.pdf")
@long_work
def stickers(name: str) -> Response:
    """The sticker sheets, with the names of the box in use. paper: a4 or letter; labels: of a label sheet;
    proxies=yes: tiles to cut out instead; tile=..., repeated: only these."""
    game, asked = game_with_tags(name), request.args
    paper = asked.get("paper", "a4")
    try:
        if asked.get("proxies") == "yes":
            made = services().work_processes.run(proxy_pdf, game, paper, tuple(asked.getlist("tile")))
        else:
            made = services().work_processes.run(sticker_pdf, game, paper, asked.get("labels") or None)
    except ValueError as wrong:
        raise Refused(422, str(wrong)) from None
    return Response(made, mimetype="application/pdf")
