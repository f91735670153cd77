"""The drawn table of the demo: tiles to be moved and turned over with a finger, for the camera to see."""

from __future__ import annotations

import time
from typing import Annotated

from flask import Blueprint, Response, jsonify, render_template, request
from msgspec import Meta, Struct

from companion.games.contract import Segment, State, seat_zone
from companion.room.demo import Demo
from companion.room.room import light_picture
from companion.table.table import Table
from companion.translation import _, marked
from companion.web.live.views import SeatLabel, seats
from companion.web.play.tile_picture import tile_picture
from companion.web.request.addressed import room, table_of
from companion.web.request.json_body import json_post, needed, said
from companion.web.request.reading import Refused

pages = Blueprint("demo", __name__)

TableMillimetres = Annotated[float, Meta(gt=-10_000, lt=10_000)]
PACE = said(marked('The pace is "auto", true or false, and "speed", a number.'))


def demo() -> Demo:
    """The stagehand that moves rendered tiles. Raises Refused where the table is a real one."""
    hand = room().home.demo
    if hand is None:
        raise Refused(404, _("The pieces lie on the real table: move them there."))
    return hand


@pages.get("/demo")
def panel() -> str:
    hand = demo()
    active = room().home.active
    table = table_of(active) if active else None
    width, height = hand.size_mm
    return render_template(
        "demo.html",
        demo=hand,
        table=table,
        game=table.game if table else None,
        width=width,
        height=height,
        areas=_zone_areas(table, hand) if table else (),
        seats=seats(table) if table else (),
        segments=_lamp_segments(table) if table else (),
        goods=table.game.tracking.plan(len(table.setup.players)).goods if table else (),
    )


@pages.get("/demo/tiles")
def tiles() -> Response:
    """The places of the rendered tiles, in mm of the table, and the pace of the automatic play."""
    hand = demo()
    hand.note_watched()
    return _table_response(hand)


@pages.get("/demo/face/<tile>")
def face(tile: str) -> Response:
    """A tile's drawing; ?face= says which side."""
    demo()
    active = room().home.active
    game = table_of(active).game if active else None
    info = game.tracking.tile(tile) if game is not None else None
    if game is None or info is None:
        raise Refused(404, _("No such piece lies on the table: load the page again."))
    return tile_picture(game, info, request.args.get("face", ""))


class DemoBody(Struct):
    """tile: its id. x, y: a place on the table in mm. auto, speed: the pace; each alone may be left out."""

    tile: str = ""
    x: TableMillimetres | None = None
    y: TableMillimetres | None = None
    auto: Annotated[bool, PACE] | None = None
    speed: Annotated[float, PACE] | None = None


@json_post(pages, "/demo/<what>", DemoBody)
def act(what: str, body: DemoBody) -> Response:
    """`move` {tile, x, y}, `turn` {tile}, `remove` {tile}, `tidy`, `pace` {auto, speed}."""
    hand = demo()
    if what == "pace":
        speed = hand.speed if body.speed is None else body.speed
        if not 0.1 <= speed <= 100:
            raise Refused(422, _("The speed is a number from 0.1 to 100."))
        hand.set(hand.auto if body.auto is None else body.auto, speed)
    elif what == "tidy":
        hand.tidy()
    elif what in ("move", "turn", "remove"):
        if body.tile not in {tile["id"] for tile in hand.tiles()}:
            raise Refused(404, _("No such piece lies on the table: load the page again."))
        if what == "move":
            hand.move(body.tile, needed(body.x, "x"), needed(body.y, "y"))
        elif what == "turn":
            hand.turn(body.tile)
        else:
            hand.remove(body.tile)
    else:
        raise Refused(404, _("A piece can be moved, turned and removed."))
    return _table_response(hand)


def _table_response(hand: Demo) -> Response:
    active = room().home.active
    table = table_of(active) if active else None
    payload: dict[str, object] = {
        "auto": hand.auto,
        "speed": hand.speed,
        "size_mm": list(hand.size_mm),
        "tiles": hand.tiles(),
        "hand": _carry_json(hand),
    }
    if table is not None:
        payload |= _table_json(table)
    return jsonify(payload)


def _table_json(table: Table[State]) -> dict[str, object]:
    """What else the drawn table shows: the goods on tiles, the player of each lamp, and the last entry.
    doubt: in words, what the camera sees and no rule explains; over: the game has ended."""
    now = table.spoken(table.now)
    marks = {seat.colour: seat.mark for seat in seats(table)}
    lamps = dict(light_picture(table.game, now.state).segments)
    return {
        "table": table.id,
        "goods": {tile: good for tile, good in table.game.tracking.goods(now.state).items() if good},
        "lamps": [
            [
                {"colour": lamp.colour, "mark": marks[lamp.colour]}
                if lamp.colour in marks and lamp.level
                else None
                for lamp in lamps.get(segment.name, ())
            ]
            for segment in _lamp_segments(table)
        ],
        "doubt": _doubt(),
        "over": table.game.phase(now.state).over,
        "asked": [question.player for question in now.questions if not question.optional],
        "said": {
            "number": now.number,
            "words": now.last.words,
            "by": now.last.entry.by,
            "seat": now.last.entry.player,
        },
    }


def _doubt() -> str:
    referee = room().home.referee
    disagreement = referee.spoken().disagreement if referee is not None else None
    return " ".join(disagreement.sentences) if disagreement is not None else ""


def _carry_json(hand: Demo) -> dict[str, object] | None:
    carry = hand.carry
    if carry is None:
        return None
    return {
        "number": carry.number,
        "tile": carry.tile,
        "face": carry.face,
        "x": carry.x_mm,
        "y": carry.y_mm,
        "angle": carry.angle,
        "seat": carry.seat,
        "size": carry.size_mm,
        "round": carry.round,
        "left": max(0.0, carry.until - time.monotonic()),
    }


def _lamp_segments(table: Table[State]) -> tuple[Segment, ...]:
    """The lamps along the table, in the order in which they are sent."""
    lights = room().home.lights
    drawn = lights.drawn() if lights is not None else {}
    return tuple(
        segment
        for segment in table.game.lights.segments
        if segment.name in drawn or not (drawn or segment.optional)
    )


def _zone_areas(
    table: Table[State], hand: Demo
) -> tuple[tuple[SeatLabel | None, float, float, float, float], ...]:
    """Each zone of the table: whose it is, its left and upper edge, its width and height, in mm."""
    whose = {seat_zone(seat.number): seat for seat in seats(table)}
    found = []
    for zone, polygon in hand.zones.items():
        xs, ys = [x for x, _y in polygon], [y for _x, y in polygon]
        found.append((whose.get(zone), min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return tuple(found)
