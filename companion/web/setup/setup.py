"""The setup wizard: who plays, which game, and the results of chance; then the table opens.

Nothing is kept between its pages but their own form fields, so going back in the browser is always safe.
setup_form.py fills in the form, setup_view.py shows it, setup_checks.py checks it.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.games.contract import Draw, Game, Illegal, Setup, Spot, State, game_of_setup, setup_from_json
from companion.games.contract.decisions import typed
from companion.games.contract.setup import setup_to_json
from companion.lessons.teaching import LESSONS, REMINDERS
from companion.table.judge import CAMERA
from companion.table.settings import CHOICES, Settings
from companion.table.setup_detection import (
    SetupPlace,
    Spots,
    option_matching_tiles,
    setup_places,
    with_detected_draws,
)
from companion.translation import _, with_plain_digits
from companion.untrusted_text import read_json
from companion.web.request.addressed import room
from companion.web.request.at_station import copy_here, place_new_table, station_here
from companion.web.request.devices import home_has_any
from companion.web.request.form_body import entered, family, form_post
from companion.web.request.reading import Refused
from companion.web.request.visitor import add_token, house, visitor
from companion.web.setup.draw_form import draw_form
from companion.web.setup.setup_checks import (
    WrongField,
    checked_draw,
    checked_options,
    checked_players,
    draw_size,
    words_of_name,
)
from companion.web.setup.setup_form import (
    fair_here,
    game_and_box,
    last_game,
    played_without,
    plays_printed_pieces,
    practice_title,
    seats_in_address,
    seats_of,
    usual_options,
    usual_players,
    why_without,
)
from companion.web.setup.setup_view import fair_html, setup_page

pages = Blueprint("setup", __name__)


class NewTableForm(Struct, rename={"play_with_all": "play-with-all", "camera_here": "camera-here"}):
    """A new table as its page has it. name, colour: by the number of the seat; option: of the game, by its
    name. chance: "hand": people draw at setup. play_with_all: something stands in for what the copy lacks.
    laid: the tiles that the page showed as seen, JSON. fair: who wins less begins with more. like: the
    table whose settings hold where nothing else is said. camera_here: it takes camera and lights from
    another table. The rest are settings of the table.
    """

    game: str = ""
    name: dict[str, str] = {}
    colour: dict[str, str] = {}
    option: dict[str, str] = {}
    chance: str = ""
    play_with_all: bool = False
    laid: str = ""
    fair: bool = False
    title: str = ""
    seed: str = ""
    like: str = ""
    camera_here: bool = False
    draws: str = ""
    dice: str = ""
    undo: str = ""
    corrections: str = ""
    referee: str = ""
    lights: str = ""
    standing: str = ""
    ending: str = ""
    teaching: str = ""
    ahead: str = ""
    coach: str = ""
    help_limit: str = ""


class DrawnForm(NewTableForm):
    """setup: as it is so far, JSON. drawn: by draw and place ("mats-0"). rest: "virtual": the companion draws
    what was not entered."""

    setup: str = ""
    rest: str = ""
    drawn: dict[str, str] = {}


OF_THE_SETUP = ("name-", "colour-", "option-")
"""What the fields begin with that tell the setup itself, which travels to the draws' page as one field."""
OF_THE_DRAWS = ("setup", "rest", "drawn-")
"""What the fields begin with that the draws' page makes anew."""


@pages.get("/new")
def new() -> str:
    """name-N, colour-N: the seats that were filled in before another game was chosen; option-NAME, teaching:
    what is chosen already."""
    game = games.load(request.args.get("game") or games.default_name())
    if station_here().has_camera:
        with suppress(Illegal):  # a box that cannot be read: what is laid is then entered by hand
            station_here().open_cameras(game_and_box(game)[0])
    entered_seats, options = seats_in_address(game), usual_options(game)
    chosen = {it: value for it, value in request.args.items() if it.startswith("option-") or it == "teaching"}
    if entered_seats or chosen:
        return setup_page(game, entered_seats or usual_players(game), options | chosen)
    players = usual_players(game)
    again = last_game(game, players, options)
    laid = _laid_html(game, again.fields) if again else ""
    return setup_page(game, players, options, again=again, laid=laid)


@form_post(pages, "/new", NewTableForm)
def begin(form: NewTableForm) -> ResponseReturnValue:
    game = games.load(form.game)
    players = seats_of(game, form.name, form.colour)
    without: tuple[str, ...] = ()
    try:
        game, box = game_and_box(game)
        without = () if form.play_with_all else played_without(game)
        options = checked_options(game, form.option)
        people = checked_players(game, players)
        fair = fair_here(game, [player.name for player in people]) if form.fair else None
        ahead = fair.ahead if fair is not None else ()
        setup = Setup(people, options, box=box, without=without, ahead=ahead)
        if plays_printed_pieces(game, form.draws):
            setup = setup.with_told_pieces()
        game = game_of_setup(games.load(game.name), setup)
        setup = with_detected_draws(game, setup, _read_laid(form))
        if form.chance == "hand" and game.setup_draws(setup):
            return _draw_page(game, setup)
        return _create_table(game, setup, form)
    except Illegal as wrong:
        if without and not isinstance(wrong, WrongField):
            wrong = why_without(game, wrong)
        return setup_page(game, players, entered(), wrong), 422


@pages.get("/new/laid")
def laid() -> ResponseReturnValue:
    """What the camera sees of the setup in the form, as an HTML fragment; 204: there is no picture now, so
    that the page asks less often."""
    eyes = station_here().eyes
    if eyes is None or eyes.status().state in ("still", "black", "lost", "ended"):
        return Response(status=204)
    return _laid_html(games.load(request.args.get("game", "")), request.args)


def _laid_html(game: Game[State], form: Mapping[str, str]) -> str:
    """Empty where no camera looks, the form is not filled in yet, or the box cannot be read (the box's own
    page says so)."""
    seen: Spots | None = None
    found: Sequence[SetupPlace] = ()
    try:
        game, _box = game_and_box(game)
        players = seats_of(game, family(form, "name"), family(form, "colour"))
        setup = Setup(checked_players(game, players), checked_options(game, family(form, "option")))
        seen = station_here().lying_tiles(game, len(setup.players))
        found = setup_places(game, setup, seen) if seen is not None else ()
    except Illegal:
        pass
    lying_spots = {tile: seen[tile] for place in found for tile in place.found} if seen else {}
    laid_json = json.dumps({tile: [spot.zone, spot.face] for tile, spot in lying_spots.items()})
    return render_template("_setup_laid.html", places=found, laid_json=laid_json)


@form_post(pages, "/new/draw", DrawnForm)
def drawn(form: DrawnForm) -> ResponseReturnValue:
    """The setup's draws, entered by hand; those that follow are asked for, or the table begins."""
    try:
        setup = setup_from_json(read_json(form.setup))
    except ValueError:
        raise Refused(400, _("The setup came back unreadable: begin again with a new game.")) from None
    # The box is too large to travel through the form: it is the one in use, as it was a page ago.
    game, box = game_and_box(games.load(form.game))
    setup = replace(setup, box=box)
    game = game_of_setup(games.load(game.name), setup)
    begun, rest = setup, form.rest == "virtual"
    for draw in game.setup_draws(begun):
        names = tuple(name for name in _entered_names(draw, form.drawn) if name)
        if rest and len(names) < draw_size(draw):
            continue
        try:
            setup = setup.with_draw(draw.what, checked_draw(game, setup, draw, names))
        except Illegal as wrong:
            return _draw_page(game, begun, form.drawn, wrong.sentence, draw.what), 422
    if game.setup_draws(setup) and not rest:
        return _draw_page(game, setup, form.drawn)
    return _create_table(game, setup, form)


@pages.get("/new/fair")
def fair() -> str:
    """What would make a table of the players in the form fair, as HTML; empty: nothing is known."""
    game = games.load(request.args.get("game", ""))
    names = [name for name, _colour in seats_of(game, family(request.args, "name"), {}) if name]
    return fair_html(game, names, "fair" in request.args)


def _read_laid(form: NewTableForm) -> Spots:
    """The tiles as they lay when the page showed them, which a person confirmed. Raises Refused."""
    try:
        laid = typed(dict[str, tuple[str, str]], read_json(form.laid or "{}"))
    except (ValueError, TypeError):
        raise Refused(400, _("The setup came back unreadable: begin again with a new game.")) from None
    return {tile: Spot(zone, face) for tile, (zone, face) in laid.items()}


def _create_table(game: Game[State], setup: Setup, form: NewTableForm) -> Response:
    table = room().tables.create(
        game.name,
        setup,
        title=form.title.strip()[:60] or practice_title(game, setup),
        seed=_read_seed(form),
        settings=_read_settings(form).with_changes(
            station="", branch=house().branch, copy=copy_here(game.name), help=""
        ),
    )
    spots = _read_laid(form)
    for _tile in spots:  # a tile stands for one choice at most
        option = option_matching_tiles(table.game, table.state, spots)
        if option is None:
            break
        table.submit(option.decision, table.number, uuid.uuid4().hex, CAMERA)
    # At home a game may take camera and lights away from another one; elsewhere it is played at a station.
    # Where there are none the form does not ask, and what else follows the home's table, a smart home, does.
    place_new_table(table, takes=visitor().staff and (form.camera_here or not home_has_any()))
    response = redirect(url_for("lessons.set_up", table_id=table.id), 303)
    # A station's token is valid for whatever is played there.
    if not visitor().trusted and not visitor().station:
        add_token(response, house().token("tablet", table.id))
    return response  # type: ignore[return-value]


def _read_settings(form: NewTableForm) -> Settings:
    """As the form says; what it does not ask for stays as it was last time."""
    settings = Settings(corrections=house().usual_corrections)
    if form.like:
        with suppress(Exception):  # a table that is gone, or cannot be opened, is like none
            settings = room().tables.open(form.like).settings
    given = {name: said for name in CHOICES if (said := getattr(form, name))}
    if not form.like and not form.dice and form.draws in ("hand", "camera"):
        given["dice"] = "hand"  # whose printed pieces are drawn by hand, rolls the printed dice
    if settings.teaching == LESSONS:  # players who were taught last time need reminders at most
        settings = settings.with_changes(teaching=REMINDERS)
    settings = settings.with_changes(taught={}, computers={})
    kept = {name: value for name, value in settings.pages.items() if name not in ("chance", "draws")}
    return settings.with_changes(**given, pages=kept | ({"chance": "hand"} if form.chance == "hand" else {}))


def _read_seed(form: NewTableForm) -> int | None:
    text = with_plain_digits(form.seed).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def _entered_names(draw: Draw, drawn: Mapping[str, str]) -> tuple[str, ...]:
    """The names entered for a draw, one for each of its places, "" for none; empty: none was entered."""
    names = tuple(drawn.get(f"{draw.what}-{n}", "") for n in range(draw_size(draw)))
    return names if any(names) else ()


def _draw_page(
    game: Game[State],
    setup: Setup,
    drawn: Mapping[str, str] | None = None,
    wrong: str = "",
    wrong_at: str = "",
) -> str:
    """All that chance must still decide, on one page; what was entered, or the camera sees, is filled in."""
    seen: Spots = station_here().lying_tiles(game, len(setup.players)) or {}
    filled = dict(with_detected_draws(game, setup, seen).chance)
    draws = game.setup_draws(setup)
    return render_template(
        "setup_draw.html",
        game=game,
        draws=[
            draw_form(
                draw,
                draw_size(draw),
                tuple((name, draw.called(name) or words_of_name(game, setup, name)) for name in draw.pool),
                _entered_names(draw, drawn or {}) or filled.get(draw.what, ()),
                wrong if draw.what == wrong_at else "",
                before,
            )
            for before, draw in zip((None, *draws), draws, strict=False)
        ],
        setup=json.dumps(setup_to_json(replace(setup, box=""))),
        carried=_carried_fields(entered()),
    )


def _carried_fields(form: Mapping[str, str]) -> dict[str, str]:
    """All else that was chosen: whatever the form has besides the setup and this page's own answers."""
    return {name: value for name, value in form.items() if not name.startswith(OF_THE_SETUP + OF_THE_DRAWS)}
