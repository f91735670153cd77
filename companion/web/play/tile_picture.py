"""A tile's picture: the game's drawing of it, or a plain tile with its name."""

from __future__ import annotations

from flask import Blueprint, Response, request
from markupsafe import escape

from companion.games.contract import Game, State, TileInfo, game_at
from companion.translation import _
from companion.web.request.addressed import table_of
from companion.web.request.reading import Refused

pages = Blueprint("tile_picture", __name__)

_PLAIN_TILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" font-family="sans-serif">'
    '<rect x="1" y="1" width="62" height="62" rx="{round}" fill="{colour}" '
    'stroke="#0a101c" stroke-width="2"/>'
    '<text x="32" y="36" text-anchor="middle" font-size="11" font-weight="700" fill="#fff" stroke="#0a101c" '
    'stroke-width="2.5" paint-order="stroke">{name}</text></svg>'
)


def tile_picture(game: Game[State], info: TileInfo, face: str) -> Response:
    """SVG of a tile lying on a face; "": whichever its drawing shows."""
    drawn = game.tracking.drawing(info.id, face)
    if not drawn:
        colour = info.colour[max(info.faces.find(face), 0) if face else 0] if info.colour else "#666666"
        drawn = _PLAIN_TILE.format(
            round=31 if info.round else 5, colour=escape(colour), name=escape(info.name[:12])
        )
    answer = Response(drawn, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@pages.get("/t/<table_id>/tile/<tile>")
def picture(table_id: str, tile: str) -> Response:
    """A tile of the table's box, with what was told of it; ?face= says which side."""
    table = table_of(table_id)
    game = game_at(table.game, table.state)
    info = game.tracking.tile(tile)
    if info is None:
        raise Refused(404, _("There is no such piece in this box: load the page again."))
    return tile_picture(game, info, request.args.get("face", ""))
