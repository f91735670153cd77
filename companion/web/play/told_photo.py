"""A photo of the piece whose facts are asked for: what is read on it is proposed in the form, and forgotten.

The piece is known by its tag, or, without one, it is the only piece of the form and lies alone in the photo.
"""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.games.contract import Game, State, Telling, box_of, game_at
from companion.games.contract.box_proposals import SeenFace
from companion.games.contract.told import Told
from companion.table.table import Table
from companion.translation import _
from companion.vision import lone_piece
from companion.vision.camera import Image
from companion.vision.cut_outs import cut_outs
from companion.vision.printed_marks import read_cut_out
from companion.vision.reader import Reader
from companion.vision.sent_photos import open_photo
from companion.web.request.addressed import table_of
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.transport.long_work import long_work

pages = Blueprint("told_photo", __name__)

MAX_PHOTO_BYTES = 12 << 20


@picture_post(pages, "/t/<table_id>/told/photo", MAX_PHOTO_BYTES, lambda table_id: _asked(table_of(table_id)))
@long_work
def photo(table_id: str, picture: bytes) -> ResponseReturnValue:
    """The JPEG's piece: `{"values", "words"}`, values as the open form's answer has them, to be compared."""
    table = table_of(table_id)
    form = _asked(table)
    shown = open_photo(picture)
    game = game_at(table.game, table.state)
    faces = _faces(shown, game, form)
    read = [value for piece, face in faces for value in box_of(game).told_by_photo(piece, face)]
    # What does not fit the form is no proposal: the form says what each fact may be.
    values = [fact.text for fact in read if not form.misfit(Told((fact,)))]
    if not values:
        raise Refused(
            422,
            _(
                "Nothing could be read on this piece: lay it alone on a plain ground, upright, without "
                "glare, and take it from above; or tell it by taps."
            ),
        )
    return {"values": values, "words": _("Read from the photo: compare it with the piece, then send it.")}


def _asked(table: Table[State]) -> Telling:
    """The open form that takes a photo. Raises Refused."""
    forms = (question.form for question in table.questions)
    form = next((form for form in forms if isinstance(form, Telling) and form.photo), None)
    if form is None:
        raise Refused(422, _("This is no longer asked: look again."))
    return form


def _faces(picture: Image, game: Game[State], form: Telling) -> list[tuple[str, SeenFace]]:
    """What is read of each piece of the form that the photo shows."""
    book, pieces = box_of(game).book(), [piece for piece, _called in form.pieces]
    tagged = []
    for sighting in Reader({game.tag_prefix}).read_thoroughly(picture):
        info = game.tracking.tile(sighting.tag.tile)
        if info is not None and book.owned(f"{sighting.tag.tile}{sighting.tag.face}") in pieces:
            tagged.append((sighting, info))
    if tagged:
        cuts = zip(cut_outs(picture, tagged), tagged, strict=True)
        return [(book.owned(cut.tag), read_cut_out(cut, float(info.size_mm))) for cut, (_at, info) in cuts]
    info = game.tracking.tile(pieces[0]) if len(pieces) == 1 else None
    found = [] if info is None else lone_piece.cut_outs(picture, float(info.size_mm), info.round)
    if info is None or len(found) != 1:
        return []
    return [(pieces[0], lone_piece.read(lone_piece.straightened(found[0].picture), float(info.size_mm)))]
