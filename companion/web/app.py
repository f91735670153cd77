"""Makes the web application of a room: its tables, its camera and its lights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from flask_compress import Compress
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion import __version__, installed_games
from companion.access.house import House
from companion.access.pins import Attempts
from companion.access.short_codes import ADDRESS_LIMITS, ALL_LIMITS, ShortCodes
from companion.box.kept_pictures import CUT_OUTS, KeptPictures, KeptReadings
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.coach.dealing import can_practise
from companion.coach.helpers import Helpers
from companion.coach.practice import Practice
from companion.coach.reviews import Reviews
from companion.games.contract import Decision, State, decision_to_json
from companion.games.contract.tellers import teller_words
from companion.lessons.teaching import book_of
from companion.plays.store import Plays
from companion.plays.tracked import PlayKeeper
from companion.put_away.copies import Copies
from companion.scan.learnt_looks import Fronts, TileLooks, looks_of
from companion.system.logs import current_table_id
from companion.system.work_processes import WorkProcesses
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.timer.store import Timers
from companion.translation import SOURCE, figure, first_capital, signed, with_units
from companion.web import api, hand, rulebook, timer, what
from companion.web.access import join, secure, short_code, sign_in
from companion.web.access.enforcement import enforce
from companion.web.access.guard import guard
from companion.web.box import (
    box_compare,
    box_files,
    box_fronts,
    box_names,
    box_photos,
    box_pieces,
    piece_form,
)
from companion.web.camera import calibrate, camera_choice, camera_recordings, phone_camera
from companion.web.live.answer_buttons import answer_button, answer_group
from companion.web.live.console import Console
from companion.web.live.expected_end import ExpectedEnds
from companion.web.live.form_view import form_attributes, form_view
from companion.web.live.fragment_cache import FragmentCache
from companion.web.live.health import Health
from companion.web.live.help_view import ahead_view, hints_view, lesson_view
from companion.web.live.live import Live
from companion.web.live.name_size import name_size
from companion.web.live.question_view import (
    clock_buttons,
    draw_view,
    meets_more,
    questions_view,
    roll_view,
)
from companion.web.live.regions import drawn_region
from companion.web.live.shown_pages import Views
from companion.web.live.status import devices_at
from companion.web.live.steps_view import happened_view, undo_button
from companion.web.live.summaries import Summaries
from companion.web.live.views import waited_for
from companion.web.play import (
    answering,
    coach,
    corrections,
    demo,
    finale,
    fork,
    help_levels,
    history,
    inferred,
    laying_out,
    leaving,
    legend,
    lessons,
    photo_of_many,
    played_on,
    put_away,
    score,
    seating_page,
    streams,
    tile_picture,
    told_photo,
    verify,
    what_happened,
)
from companion.web.play.legend import has_legend
from companion.web.plays import plays, plays_files
from companion.web.request import at_station, errors, languages
from companion.web.request.devices import is_lit_here, is_tracked, is_watched_here
from companion.web.request.named_here import NameKeepingTemplate
from companion.web.request.services import Services, keep_services
from companion.web.scan import scan_photos
from companion.web.setup import setup, tables, what_fits
from companion.web.staff import health, staff, stations, tablets, wall
from companion.web.transport.asgi import PreflightFlask
from companion.web.transport.assets import STATIC_ENDPOINTS, register_assets
from companion.web.transport.compiled_templates import CompiledTemplates
from companion.web.transport.long_work import WorkQueue

if TYPE_CHECKING:
    from companion.room.room import Room

_HERE = Path(__file__).resolve().parent
_TEMPLATE_FOLDERS = (_HERE.parent / "templates", _HERE.parent.parent / "templates")
"""Where the templates are: inside the package in a wheel, at the top of the project otherwise."""


_PAGES = (
    api,
    tables,
    sign_in,
    staff,
    wall,
    what_fits,
    stations,
    tablets,
    setup,
    answering,
    plays,
    plays_files,
    streams,
    history,
    what_happened,
    corrections,
    score,
    finale,
    fork,
    coach,
    help_levels,
    rulebook,
    what,
    hand,
    join,
    short_code,
    seating_page,
    leaving,
    secure,
    health,
    legend,
    laying_out,
    inferred,
    played_on,
    tile_picture,
    lessons,
    told_photo,
    photo_of_many,
    put_away,
    demo,
    box_compare,
    box_files,
    box_fronts,
    box_names,
    box_photos,
    box_pieces,
    piece_form,
    calibrate,
    camera_choice,
    camera_recordings,
    phone_camera,
    verify,
    scan_photos,
    timer,
)
"""The modules of pages, each with its blueprint; the modules of the box share one."""


def create_app(
    room: Room,
    boxes: Shelf | None = None,
    language: str = SOURCE,
    public: bool = False,
    trust: bool | None = None,
    branch: str = "",
    compiled: Path | None = None,
) -> Flask:
    """The application for a `companion.room.room.Room`; its only own state is who is connected.

    boxes: the owner's tiles; None: those in this person's data folder. language: for devices that ask for
    none of those available. public: the server can be reached from the internet. trust: whether everybody
    is trusted here; None: as the host chose, else until there is a host PIN. branch: which of several houses
    on one journal this is. compiled: the folder that keeps compiled templates for the next start; None:
    they are not kept.
    """
    templates = next(place for place in _TEMPLATE_FOLDERS if place.is_dir())
    app = PreflightFlask(__name__, static_folder=str(_HERE / "static"), template_folder=str(templates))
    _templates(app, templates, compiled)
    here = _services(app, room, boxes or Shelf(), House(room.tables.journal, public, trust, branch))
    room.looks = here.tile_looks
    keep_services(app, here)
    room.tables.on_release = here.views.forget
    health.register(app, here.health)
    app.before_request(_log_table)
    languages.register(app, language)
    guard(app)
    enforce(app)
    errors.register(app)
    register_assets(app)
    app.after_request(_undated)
    _compress(app)
    _template_names(app, room, here.house)
    for module in _PAGES:
        if module.pages.name not in app.blueprints:
            app.register_blueprint(module.pages)
    return app


def _templates(app: Flask, folder: Path, compiled: Path | None) -> None:
    """Where the templates are, and how they are read."""
    app.jinja_loader = ChoiceLoader([FileSystemLoader(folder), PrefixLoader(_game_templates())])
    if compiled is not None:
        app.jinja_env.bytecode_cache = CompiledTemplates(compiled)
    app.jinja_env.template_class = NameKeepingTemplate
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def _template_names(app: Flask, room: Room, house: House) -> None:
    """What templates may call besides what the modules of pages register themselves."""
    filters, tests, names = app.jinja_env.filters, app.jinja_env.tests, app.jinja_env.globals
    filters["waited_for"] = waited_for
    filters["name_size"] = name_size
    filters["region"] = drawn_region
    filters["decision_json"] = decision_json
    filters["figure"], filters["signed"], filters["with_units"] = figure, signed, with_units
    filters["named"] = lambda name, game: game.display.named(name)
    filters["capitalize_first"] = first_capital
    filters["teller"] = teller_words
    tests["tracked"], tests["watched"], tests["lit"] = is_tracked, is_watched_here, is_lit_here
    tests["told_by_looks"] = lambda game: looks_of(game) is not None
    tests["explained"] = has_legend
    tests["taught"] = lambda game: bool(book_of(game.name))
    tests["coached"] = coach.has_coach
    tests["practisable"] = can_practise
    tests["coached_openly"] = coach.has_open_coach
    names["kept"] = FragmentCache()
    names["answer_button"], names["answer_group"] = answer_button, answer_group
    names["questions_view"], names["clock_buttons"] = questions_view, clock_buttons
    names["meets_more"] = meets_more
    names["draw_view"], names["roll_view"] = draw_view, roll_view
    names["undo_button"], names["happened_view"] = undo_button, happened_view
    names["form_view"], names["form_attributes"] = form_view, form_attributes
    names["hints_view"], names["lesson_view"] = hints_view, lesson_view
    names["ahead_view"] = ahead_view
    names["station_here"] = at_station.station_here
    names["chosen_station"] = at_station.chosen_station_id
    names["devices_at"] = devices_at
    names["kept_stations"] = lambda: house.stations.all()
    names["stations_to_choose"] = at_station.stations_to_choose
    app.context_processor(lambda: {"room": room, "version": __version__})


def _compress(app: Flask) -> None:
    # Over plain http browsers accept only gzip; at level 9 a page takes 1 ms longer and is 2 % smaller.
    app.config["COMPRESS_LEVEL"] = 9
    app.config["COMPRESS_ALGORITHM"] = app.config["COMPRESS_ALGORITHM_STREAMING"] = ["zstd", "br", "gzip"]
    app.config["COMPRESS_STREAMING_ENDPOINT_CONDITIONAL"] = STATIC_ENDPOINTS
    Compress(app)


def _services(app: Flask, room: Room, shelf: Shelf, house: House) -> Services:
    journal = room.tables.journal
    queue, processes = WorkQueue(), WorkProcesses()
    helpers = Helpers(processes.run)
    reviews = Reviews(processes.run, busy=lambda: bool(queue.waiting or queue.running))

    def follow(table: Table[State]) -> None:
        helpers.follow(table)
        if processes.opened:  # in this process it would delay answers
            reviews.follow(table)

    views = Views(app, room, follow)
    live = Live(room, views)
    views.on_phones = lambda table_id: live.seats_shown(table_id) | seats_held(house, table_id)
    house.store.on_change = live.rights.ask
    cut_outs = KeptPictures(shelf.folder, CUT_OUTS)
    plays = Plays(journal)
    return Services(
        room=room,
        house=house,
        pin_attempts=Attempts(),
        short_codes=ShortCodes(house),
        code_attempts=Attempts(device=ADDRESS_LIMITS, unknown=ALL_LIMITS),
        views=views,
        live=live,
        console=Console(room),
        ends=ExpectedEnds(plays, processes.run),
        summaries=Summaries(room),
        health=Health(room, live, queue),
        long_work=queue,
        work_processes=processes,
        shelf=shelf,
        told_facts=ToldFacts(room.tables, shelf, house.branch),
        copies=Copies(shelf),
        fronts=Fronts(shelf.folder),
        cut_outs=cut_outs,
        cut_out_readings=KeptReadings(shelf.folder),
        tile_looks=TileLooks(shelf.folder, cut_outs),
        keeper=PlayKeeper(room.tables, plays),
        practice=Practice(processes.run),
        helpers=helpers,
        reviews=reviews,
        timers=Timers(journal),
    )


def seats_held(house: House, table_id: str) -> frozenset[int]:
    """The seats that a phone has taken, where people are not trusted to sit where they like."""
    try:
        return frozenset() if house.trusts_everybody else frozenset(house.table(table_id).held)
    except JournalError:  # the page says so by itself
        return frozenset()


def _game_templates() -> dict[str, BaseLoader]:
    """Each game's own templates, under its name: "new-frontiers/seat.html"."""
    return {
        name: FileSystemLoader(folder / "templates") for name, folder in installed_games.folders().items()
    }


def _log_table() -> None:
    """Has log messages of this request name its table."""
    current_table_id.set(str((request.view_args or {}).get("table_id", ""))[:16])


def _undated(response: Response) -> Response:
    """Removes the Date header that Flask-Compress adds; the server adds one to every answer."""
    response.headers.pop("Date", None)
    return response


def decision_json(decision: Decision) -> str:
    """For a data-decision attribute: compact, and always the same text for the same decision."""
    from json import dumps

    return dumps(decision_to_json(decision), separators=(",", ":"), ensure_ascii=False)
