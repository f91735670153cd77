"""We played on: what people did while nobody tapped, found again from what lies on the table.

What is seen, and what was told so far, goes with each form: the server keeps nothing of it, and a table that
changed meanwhile refuses it. Nothing is entered before somebody has said yes to it.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import Annotated

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.catching_up.evidence import Seen
from companion.catching_up.evidence import Told as ToldSoFar
from companion.catching_up.shown import FailedShown, ProposedShown, catch_up, check_open
from companion.catching_up.told_json import seen_from_json, seen_to_json, told_from_json
from companion.games.contract import (
    Game,
    Illegal,
    Json,
    NoTracking,
    Spot,
    State,
    game_at,
    seat_zone,
)
from companion.table.differences import DifferenceTexts, differences
from companion.table.observation import SeenTable
from companion.table.table import Table
from companion.translation import _, marked
from companion.untrusted_text import UnreadableText, read_json
from companion.web.live.choosable import Attributes, Choosable, coloured, options
from companion.web.live.views import SeatLabel, seats
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.form_body import form_post, in_json
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

pages = Blueprint("played_on", __name__)

NEW_PIECES = 8
"""So many pieces that were not on the table may be told at once."""
GONE = "-"
"""In a form: the piece is no longer on the table."""
_UNREADABLE = marked("What was told so far cannot be read: begin again.")
Told = Annotated[Json, in_json(_UNREADABLE)]


class LyingForm(Struct):
    """What lies there now. piece, good: by tile; new, place: by row, the tile's id or name, and where."""

    number: int = 0
    seat: str = ""
    piece: dict[str, str] = {}
    good: dict[str, str] = {}
    new: dict[str, str] = {}
    place: dict[str, str] = {}


class ThinkForm(Struct):
    """What is seen and told so far. fact, value: and this number; row: and these answers, each what was asked
    with what was decided, in JSON."""

    number: int = 0
    seat: str = ""
    seen: Told = None
    told: Told = None
    fact: str = ""
    value: int | None = None
    row: dict[str, str] = {}


class YesForm(Struct):
    """The proposal is right."""

    number: int = 0
    seat: str = ""
    key: str = ""
    decisions: Told = None


@dataclass(frozen=True)
class LyingPiece:
    """A piece on the table, as the companion has it. places: where it may be now, where it was chosen; goods:
    which good may be on it, likewise; empty: it never has one."""

    tile: str
    name: str
    places: tuple[Choosable, ...]
    goods: tuple[Choosable, ...]


@dataclass(frozen=True)
class LyingArea:
    """seat: whose it is, None: nobody's."""

    seat: SeatLabel | None
    words: str
    pieces: tuple[LyingPiece, ...]


@pages.get("/t/<table_id>/played-on")
def begin(table_id: str) -> str:
    """?seat=N: for that seat's page."""
    table = table_of(table_id)
    _refuse_over(table)
    viewer = seat_number(table, request.args["seat"]) if request.args.get("seat") else None
    camera = _seen_by_camera(table)
    tracked = not isinstance(table.game.tracking, NoTracking)
    return render_template(
        "played_on.html",
        table=table,
        seats=seats(table),
        viewer=viewer,
        shown=None,
        number=table.number,
        camera=None if camera is None else seen_to_json(camera),
        nothing=seen_to_json(Seen()),
        areas=_areas(table) if tracked else (),
        places=_places(table) if tracked else (),
        others=_others(table) if tracked else (),
        rows=range(NEW_PIECES),
    )


@form_post(pages, "/t/<table_id>/played-on/lying", LyingForm)
@long_work
def lying(table_id: str, form: LyingForm) -> str:
    """What lies on the table now, told by hand."""
    table = table_of(table_id)
    _refuse_late(table, form.number)
    return _next_page(table, form.seat, _told_seen(table, form), told_from_json(table.game, {}))


@form_post(pages, "/t/<table_id>/played-on", ThinkForm)
@long_work
def think(table_id: str, form: ThinkForm) -> str:
    """The next question, the proposal, or what cannot be."""
    table = table_of(table_id)
    _refuse_late(table, form.number)
    told = told_from_json(table.game, {} if form.told is None else form.told)
    if form.fact and form.value is not None:
        told = replace(told, facts={**told.facts, form.fact: form.value})
    try:
        answered = [read_json(one) for one in form.row.values() if one]
    except UnreadableText:
        raise Refused(422, _(_UNREADABLE)) from None
    rows = told_from_json(table.game, {"decided": answered})
    told = replace(told, decided={**told.decided, **rows.decided})
    seen = Seen() if form.seen is None else seen_from_json(form.seen)
    return _next_page(table, form.seat, seen, told)


@form_post(pages, "/t/<table_id>/played-on/yes", YesForm)
def enter(table_id: str, form: YesForm) -> ResponseReturnValue:
    """Enters the proposal, all of it."""
    table = table_of(table_id)
    told = form.decisions if isinstance(form.decisions, list) else []
    decisions = tuple(table.game.decision(one) for one in told)
    if not decisions or not form.key:
        raise Refused(422, _(_UNREADABLE))
    if table.done(form.key) is None:
        _refuse_late(table, form.number)
        check_open(table.game, table.state, decisions)
    table.catch_up(decisions, form.number, form.key)
    if form.seat:
        seat = seat_number(table, form.seat)
        return redirect(url_for("play.seat", table_id=table_id, seat=seat), 303)
    return redirect(url_for("play.table", table_id=table_id), 303)


def _next_page(table: Table[State], seat: str, seen: Seen, told: ToldSoFar) -> str:
    game, state, number = game_at(table.game, table.state), table.state, table.number
    shown = services().work_processes.run(catch_up, game, state, seen, told)
    texts = DifferenceTexts(game, table.setup)
    apart = shown.apart if isinstance(shown, FailedShown) else ()
    tiles = {d.tile for d in apart}
    paths = [f.path for f in game.facts(game.view(state, None)) if tiles & set(f.path.split("/"))]
    everyone = seats(table)

    def colour_of(player: int | None) -> Attributes:
        return coloured(None if player is None else everyone[player].colour)

    return render_template(
        "played_on.html",
        table=table,
        seats=seats(table),
        viewer=seat_number(table, seat) if seat else None,
        shown=shown,
        proposed=isinstance(shown, ProposedShown),
        failed=isinstance(shown, FailedShown),
        number=number,
        coloured=colour_of,
        key=uuid.uuid4().hex,
        seen=seen_to_json(seen),
        apart=[texts.differ(d) for d in apart],
        paths=paths,
    )


def _refuse_over(table: Table[State]) -> None:
    """Raises Refused: there is nothing to catch up with."""
    if not table.game.catches_up:
        raise Refused(404, _("{game} cannot be caught up with here.", game=table.game.title))
    if table.game.phase(table.state).over:
        raise Refused(409, _("The game is over: nobody plays on."))


def _refuse_late(table: Table[State], number: int) -> None:
    """Raises Refused: the table has changed since the form was made."""
    _refuse_over(table)
    table.hear(number)
    if number != table.number:
        raise Refused(409, _("Somebody has told something of this table meanwhile: begin again."))


# --- what is seen


def _seen_by_camera(table: Table[State]) -> Seen | None:
    """None: no camera looks at this table."""
    station = room().serving(table.id)
    referee = station.referee if station is not None else None
    if referee is None or not referee.seen.watching:
        return None
    return as_seen(game_at(table.game, table.state), table.state, referee.seen)


def as_seen(game: Game[State], state: State, report: SeenTable) -> Seen:
    """What a camera reports. A piece in a player's area that may be out of view tells nothing."""
    layout = game.tracking.layout(state)
    spots = {t: s for t, s in report.spots.items() if t in layout or _is_followed(game, t)}
    found = differences(layout, report)
    tolerated = game.tracking.explain(state, found).tolerated if found else frozenset()
    own = {zone.name for zone in game.tracking.plan(game.seats[1]).zones if zone.seat is not None}
    hidden = {
        d.tile
        for d in found
        if d.seen is None and d.expected is not None and d.expected.zone in own and d.tile in tolerated
    }
    strange = {d.tile for d in found if d.expected is None and d.tile in tolerated}
    return Seen(spots, report.watching, {}, frozenset(hidden | strange | set(report.conflicts)))


def _is_followed(game: Game[State], tile: str) -> bool:
    return game.tracking.tile(tile) is not None


def _told_seen(table: Table[State], form: LyingForm) -> Seen:
    """What people told: what they did not change lies as the companion has it. Raises Illegal."""
    tracking = game_at(table.game, table.state).tracking
    spots = dict(tracking.layout(table.state))
    places = {at for at, _words in _places(table)}
    for tile, at in form.piece.items():
        if tile in spots and at == GONE:
            del spots[tile]
        elif tile in spots and at in places:
            spots[tile] = _spot(at)
    names = {name.casefold(): tile for tile, name in _others(table)}
    for row, name in form.new.items():
        typed = name.strip().casefold()
        if not typed:
            continue
        tile = names.get(typed) or next((t for t, _name in _others(table) if t.casefold() == typed), "")
        if not tile:
            raise Illegal(_("No piece here is called {name}.", name=name.strip()[:60]))
        if form.place.get(row, "") not in places:
            raise Illegal(_("Say where {name} lies.", name=name.strip()[:60]))
        spots[tile] = _spot(form.place[row])
    goods = dict(tracking.goods(table.state))
    for tile, kind in form.good.items():
        if tile in goods:
            goods[tile] = kind or None
    zones = frozenset(zone.name for zone in tracking.plan(len(table.setup.players)).zones)
    return Seen(spots, zones, goods)


def _spot(at: str) -> Spot:
    zone, face, slot = at.split("|")
    return Spot(zone, face, slot)


def _at(spot: Spot) -> str:
    return f"{spot.zone}|{spot.face}|{spot.slot}"


def _places(table: Table[State]) -> tuple[tuple[str, str], ...]:
    """Where a piece may lie now: as the form has it, and in words."""
    game, texts = game_at(table.game, table.state), DifferenceTexts(table.game, table.setup)
    faces = sorted({face for info in game.tracking.tiles() for face in info.faces})
    two = next((info.id for info in game.tracking.tiles() if len(info.faces) > 1), "")
    found = []
    for zone in game.tracking.plan(len(table.setup.players)).zones:
        for face in faces:
            spot = Spot(zone.name, face)
            found.append((_at(spot), texts.place(two, spot)))
    return tuple(found)


def _areas(table: Table[State]) -> tuple[LyingArea, ...]:
    game = game_at(table.game, table.state)
    layout, goods = game.tracking.layout(table.state), game.tracking.goods(table.state)
    texts, everyone = DifferenceTexts(game, table.setup), seats(table)
    plan = game.tracking.plan(len(table.setup.players))
    zones = plan.zones
    places = (*_places(table), (GONE, _("not on the table")))
    kinds = (("", _("no good")), *((kind.name, kind.words) for kind in plan.goods))
    return tuple(
        LyingArea(
            None if zone.seat is None else everyone[zone.seat],
            texts.zone(zone.name) if zone.seat is None or zone.name == seat_zone(zone.seat) else zone.words,
            tuple(
                LyingPiece(
                    tile,
                    texts.tile(tile),
                    options(places, _at(spot)),
                    options(kinds, goods[tile] or None) if tile in goods else (),
                )
                for tile, spot in sorted(layout.items())
                if spot.zone == zone.name
            ),
        )
        for zone in zones
    )


def _others(table: Table[State]) -> tuple[tuple[str, str], ...]:
    """The followed pieces that are not on the table, by id and name."""
    game = game_at(table.game, table.state)
    layout = game.tracking.layout(table.state)
    return tuple((info.id, info.name) for info in game.tracking.tiles() if info.id not in layout)
