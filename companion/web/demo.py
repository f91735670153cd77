"""The pieces of a rendered table: tiles to be moved and turned over with a finger, for the camera to see."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from companion.translation import _
from companion.web.guard import Refused, body
from companion.web.play import room, table_of

pages = Blueprint("demo", __name__)


def demo() -> Any:
    """The stagehand that moves rendered tiles. Raises Refused where the table is a real one."""
    if room().demo is None:
        raise Refused(404, _("The pieces lie on the real table: move them there."))
    return room().demo


@pages.get("/demo")
def panel() -> str:
    hand = demo()
    active = room().active
    width, height = hand.size_mm
    return render_template(
        "demo.html",
        demo=hand,
        table=table_of(active) if active else None,
        width=width,
        height=height,
    )


@pages.get("/demo/tiles")
def tiles() -> Response:
    """Where the rendered tiles lie, in mm of the table, and how the play goes by itself."""
    return _told(demo())


@pages.post("/demo/<what>")
def act(what: str) -> Response:
    hand = demo()
    data = body()
    if what == "pace":
        auto, speed = data.get("auto", hand.auto), data.get("speed", hand.speed)
        if not isinstance(auto, bool) or isinstance(speed, bool) or not isinstance(speed, int | float):
            raise Refused(400, _('The pace is "auto", true or false, and "speed", a number.'))
        if not 0.1 <= speed <= 100:
            raise Refused(422, _("The speed is a number from 0.1 to 100."))
        hand.set(auto, float(speed))
    elif what == "tidy":
        hand.tidy()
    elif what in ("move", "turn", "remove"):
        tile = _tile(hand, data)
        if what == "move":
            hand.move(tile, _mm(data, "x"), _mm(data, "y"))
        elif what == "turn":
            hand.turn(tile)
        else:
            hand.remove(tile)
    else:
        raise Refused(404, _("A piece can be moved, turned and removed."))
    return _told(hand)


def _told(hand: Any) -> Response:
    return jsonify(
        {"auto": hand.auto, "speed": hand.speed, "size_mm": list(hand.size_mm), "tiles": hand.tiles()}
    )


def _tile(hand: Any, data: dict[str, Any]) -> str:
    tile = data.get("tile")
    if not isinstance(tile, str) or tile not in {t["id"] for t in hand.tiles()}:
        raise Refused(404, _("No such tile lies on the table: load the page again."))
    return tile


def _mm(data: dict[str, Any], name: str) -> float:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -10_000 < value < 10_000:
        raise Refused(400, _('The request needs "{name}": a place on the table in mm.', name=name))
    return float(value)
