"""The setup wizard: who plays, which game, and what chance gave; then the table is open.

Nothing is kept between its pages but what they carry along, so going back in the browser is always safe.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup

from companion import games
from companion.games.contract import (
    Draw,
    Illegal,
    NoTracking,
    Player,
    Setup,
    Spot,
    box_of,
    setup_from_json,
    setup_to_json,
)
from companion.lessons.set_up import tasks_of
from companion.lessons.teaching import LESSONS, REMINDERS
from companion.table.judge import CAMERA
from companion.table.settings import CHOICES, Settings
from companion.table.setup_detection import SetupPlace, Spots, chosen_as_laid, places, with_laid
from companion.translation import _
from companion.untrusted_text import read_json
from companion.web.box import shelf
from companion.web.guard import Refused
from companion.web.permission import add_token, house, visitor
from companion.web.play import room

pages = Blueprint("setup", __name__)

LONGEST_NAME = 24
CARRIED = ("game", "title", "seed", "draws", "standing", "chance", "laid", "camera-here", "like")
"""What the form says beside its setup. like: the id of the table whose other settings are kept."""


@dataclass(frozen=True, slots=True)
class Again:
    """The game of last time: the form as it was filled in, and what a person reads of it."""

    fields: Mapping[str, str]
    players: tuple[Player, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawForm:
    """A setup draw on its page. names: what may come up, and what it is called; given: what is filled in."""

    draw: Draw
    count: int
    names: tuple[tuple[str, str], ...]
    given: tuple[str, ...]
    wrong: str


@pages.get("/new")
def new() -> str:
    game = games.load(request.args.get("game") or games.usual())
    if room().has_camera:
        with suppress(Illegal):  # a box that cannot be read: what is laid is then told by hand
            room().look(boxed(game)[0])
    return _form(game, usual_players(game), usual_options(game), "")


@pages.post("/new")
def begin() -> Any:
    form = request.form
    game = games.load(form.get("game", ""))
    players = _named(game, form)
    try:
        game, box = boxed(game)
        setup = Setup(checked_players(game, players), checked_options(game, form), box=box)
        setup = with_laid(game, setup, _laid(form))
        if form.get("chance") == "hand" and game.setup_draws(setup):
            return _draw_page(game, setup, form)
        return _create(game, setup, form)
    except Illegal as wrong:
        return _form(game, players, form, wrong.sentence), 422


@pages.get("/new/laid")
def laid() -> Any:
    """What the camera sees of the setup that the form holds, as a piece of its page; 204: it sees nothing at
    all now, so that a page need not ask often."""
    eyes = room().eyes
    if eyes is None or eyes.status().state in ("lost", "ended"):
        return Response(status=204)
    return _laid_piece(games.load(request.args.get("game", "")), request.args)


def _laid_piece(game: Any, form: Mapping[str, str]) -> str:
    """Empty where no camera looks, the form is not filled in yet, or the box cannot be read (the box's own
    page says so)."""
    seen: Spots | None = None
    found: Sequence[SetupPlace] = ()
    try:
        game, _box = boxed(game)
        setup = Setup(checked_players(game, _named(game, form)), checked_options(game, form))
        seen = room().lying(game, len(setup.players))
        found = places(game, setup, seen) if seen is not None else ()
    except Illegal:
        pass
    there = {tile: seen[tile] for place in found for tile in place.found} if seen else {}
    told = json.dumps({tile: [spot.zone, spot.face] for tile, spot in there.items()})
    return render_template("_setup_laid.html", places=found, told=told)


@pages.post("/new/draw")
def drawn() -> Any:
    """The setup's draws, entered by hand; those that follow are asked for, or the table begins."""
    form = request.form
    try:
        setup = setup_from_json(read_json(form.get("setup", "")))
    except ValueError:
        raise Refused(400, _("The setup came back unreadable: begin again with a new game.")) from None
    # The box is too large to travel through the form: it is the one in use, as it was a page ago.
    game, box = boxed(games.load(form.get("game", "")))
    setup = replace(setup, box=box)
    begun, rest = setup, form.get("rest") == "virtual"
    for draw in game.setup_draws(begun):
        names = tuple(name for name in _told(draw) if name)
        if rest and len(names) < _count(draw):
            continue
        try:
            setup = setup.with_draw(draw.what, checked_draw(game, setup, draw, names))
        except Illegal as wrong:
            return _draw_page(game, begun, form, wrong.sentence, draw.what), 422
    if game.setup_draws(setup) and not rest:
        return _draw_page(game, setup, form)
    return _create(game, setup, form)


def boxed(game: Any) -> tuple[Any, str]:
    """The game with the tiles of the box in use, and that box; "": none."""
    box = shelf().text(game.name) or ""
    return (box_of(game).with_box(box) if box else game), box


def _named(game: Any, form: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(form.get(f"name-{n}", "").strip(), form.get(f"colour-{n}", "")) for n in range(game.seats[1])]


def _laid(form: Mapping[str, str]) -> Spots:
    """The tiles as they lay when the page showed them: what a person said yes to. Raises Refused."""
    try:
        told = read_json(form.get("laid") or "{}")
        return {str(tile): Spot(str(zone), str(face)) for tile, (zone, face) in told.items()}
    except (ValueError, TypeError, AttributeError):
        raise Refused(400, _("The setup came back unreadable: begin again with a new game.")) from None


def _create(game: Any, setup: Setup, form: Mapping[str, str]) -> Response:
    table = room().tables.create(
        game.name, setup, title=form.get("title", "").strip()[:60], seed=_seed(form), settings=_settings(form)
    )
    spots = _laid(form)
    for _tile in spots:  # a tile tells one choice at most
        option = chosen_as_laid(table.game, table.state, spots)
        if option is None:
            break
        table.submit(option.decision, table.number, uuid.uuid4().hex, CAMERA)
    # A game may take camera and lights away from another one where the staff begins it.
    if room().active is None or (form.get("camera-here") == "yes" and visitor().staff):
        room().activate(table.id)
    taught = table.settings.teaching == LESSONS and bool(tasks_of(table))
    page = url_for("lessons.set_up" if taught else "play.table", table_id=table.id)
    response = redirect(page, 303)
    if not visitor().trusted:
        add_token(response, house().token("tablet", table.id))
    return response  # type: ignore[return-value]


def checked_players(game: Any, given: list[tuple[str, str]]) -> tuple[Player, ...]:
    players = tuple(Player(name, colour) for name, colour in given if name)
    fewest, most = game.seats
    if not fewest <= len(players) <= most:
        raise Illegal(
            _(
                "{game} is for {fewest} to {most} players: name that many.",
                game=game.title,
                fewest=fewest,
                most=most,
            )
        )
    for player in players:
        if len(player.name) > LONGEST_NAME or not player.name.isprintable():
            raise Illegal(
                _(
                    "A name has up to {number} letters: shorten {name}….",
                    number=LONGEST_NAME,
                    name=repr(player.name[:12]),
                )
            )
        if player.colour not in game.colours:
            raise Illegal(_("Choose a colour for {player}.", player=player.name))
    if len({p.name.casefold() for p in players}) < len(players):
        raise Illegal(_("Two players have the same name: make them different."))
    if len({p.colour for p in players}) < len(players):
        raise Illegal(_("Two players have the same colour: give each their own."))
    return players


def checked_options(game: Any, form: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    chosen = []
    for option in game.setup_options():
        values = [value for value, _ in option.choices]
        value = form.get(f"option-{option.name}", values[0])
        if value not in values:
            raise Illegal(_("Choose again: {what}.", what=option.words))
        chosen.append((option.name, value))
    return tuple(chosen)


def _settings(form: Mapping[str, str]) -> Settings:
    """As the form says; what it does not ask for stays as it was last time."""
    settings = Settings()
    if form.get("like"):
        with suppress(Exception):  # a table that is gone, or cannot be opened, is like none
            settings = room().tables.open(form["like"]).settings
    given = {name: form[name] for name in CHOICES if form.get(name)}
    if settings.teaching == LESSONS:  # who was taught last time needs reminding at most
        settings = settings.but(teaching=REMINDERS)
    settings = settings.but(taught={})
    kept = {name: value for name, value in settings.pages.items() if name != "chance"}
    return settings.but(**given, pages=kept | ({"chance": "hand"} if form.get("chance") == "hand" else {}))


def _seed(form: Mapping[str, str]) -> int | None:
    text = form.get("seed", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def checked_draw(game: Any, setup: Setup, draw: Draw, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, if they can have come up in `draw`. Raises Illegal."""
    left = list(draw.pool)
    for name in names:
        if name not in left:
            called = _called(game, setup, name) if name in draw.pool else f"{name!r:.40}"
            raise Illegal(_("{name} is there twice, or cannot come up: choose again.", name=called))
        left.remove(name)
    if len(names) != _count(draw):
        raise Illegal(_("Choose {number}, not {given}.", number=_count(draw), given=len(names)))
    return names


def _told(draw: Draw) -> tuple[str, ...]:
    """What the draws' page says of a draw, a name for each of its places, "" for none; empty: not asked."""
    places = [f"drawn-{draw.what}-{n}" for n in range(_count(draw))]
    told = tuple(request.form.get(place, "") for place in places)
    return told if any(told) else ()


def _count(draw: Draw) -> int:
    return min(draw.count, len(draw.pool))


def usual_players(game: Any) -> list[tuple[str, str]]:
    """The players of the newest table: a group that meets again has them filled in."""
    if not house().offers_names:
        return []
    for row in room().tables.list():
        try:
            players = room().tables.open(row.id).setup.players
        except Exception:
            continue
        return [(p.name, p.colour) for p in players if p.colour in game.colours][: game.seats[1]]
    return []


def usual_options(game: Any) -> dict[str, str]:
    """What the newest table of this game was played with, as the form names it; empty: there is none."""
    for row in room().tables.list():
        if row.game != game.name:
            continue
        try:
            table = room().tables.open(row.id)
        except Exception:
            continue
        settings = table.settings
        chosen = {f"option-{name}": value for name, value in table.setup.options}
        unseen = settings.draws == "camera" and not room().has_camera
        draws = usual_draws(game)["draws"] if unseen else settings.draws
        chance = settings.pages.get("chance", "virtual")
        return chosen | {"draws": draws, "chance": chance, "standing": settings.standing, "like": row.id}
    return {}


def usual_draws(game: Any) -> dict[str, str]:
    """Who draws unless somebody chooses otherwise: hands, where a game's printed box lies on the table."""
    without = "virtual" if game.box is None or room().demo else "hand"
    seen = room().has_camera and not isinstance(game.tracking, NoTracking)
    return {"chance": without, "draws": "camera" if seen else without}


@lru_cache(maxsize=32)
def made_up(game: Any) -> int:
    """How many of the game's tiles nobody has confirmed against a printed one."""
    if game.box is None:
        return 0
    return sum(bool(tile.unverified) for tile in game.tracking.tiles())


def _boxed_or_shipped(game: Any) -> Any:
    try:
        return boxed(game)[0]
    except Illegal:  # a box that cannot be read says so on its own page
        return game


def known_names() -> list[str]:
    """Names of earlier games, to choose from; none where the next party must not see them."""
    if not house().offers_names:
        return []
    names: dict[str, None] = {}
    for row in room().tables.list()[:20]:
        try:
            names.update((p.name, None) for p in room().tables.open(row.id).setup.players)
        except Exception:
            continue
    return list(names)


def _form(game: Any, players: list[tuple[str, str]], form: Mapping[str, str], wrong: str) -> str:
    free = [colour for colour in game.colours if colour not in {c for _, c in players}]
    rows = list(players) + [("", "")] * (game.seats[1] - len(players))
    rows = [(name, colour or (free.pop(0) if free else game.colours[0])) for name, colour in rows]
    again = _again(game, players, form) if request.method == "GET" else None
    return render_template(
        "setup.html",
        game=game,
        games=games.titles(),
        rows=rows,
        names=known_names(),
        box=shelf().in_use(game.name),
        made_up=0 if room().demo else made_up(_boxed_or_shipped(game)),
        tiles=len(game.tracking.tiles()),
        usual=usual_draws(game),
        form=form,
        again=again,
        laid=Markup(_laid_piece(game, again.fields if again else {})),
        wrong=wrong,
    )


def _again(game: Any, players: list[tuple[str, str]], form: Mapping[str, str]) -> Again | None:
    """The game of last time once more: a group that meets again begins it with one tap."""
    if not form or len(players) < game.seats[0]:
        return None
    fields = {"game": game.name, "camera-here": "yes", **form}
    for n, (name, colour) in enumerate(players):
        fields |= {f"name-{n}": name, f"colour-{n}": colour}
    chosen = {option.name: form.get(f"option-{option.name}") for option in game.setup_options()}
    words = [
        said
        for option in game.setup_options()
        for value, said in option.choices
        if value == chosen[option.name]
    ]
    return Again(fields, tuple(Player(name, colour) for name, colour in players), tuple(words))


def _draw_page(game: Any, setup: Setup, form: Mapping[str, str], wrong: str = "", wrong_at: str = "") -> str:
    """All that chance must still decide, on one page; what was told, or the camera sees, is filled in."""
    seen: Spots = room().lying(game, len(setup.players)) or {}
    filled = dict(with_laid(game, setup, seen).chance)
    return render_template(
        "setup_draw.html",
        game=game,
        draws=[
            DrawForm(
                draw,
                _count(draw),
                tuple((name, _called(game, setup, name)) for name in draw.pool),
                _told(draw) or filled.get(draw.what, ()),
                wrong if draw.what == wrong_at else "",
            )
            for draw in game.setup_draws(setup)
        ],
        setup=json.dumps(setup_to_json(replace(setup, box=""))),
        carried={name: form[name] for name in CARRIED if form.get(name)},
    )


def _called(game: Any, setup: Setup, name: str) -> str:
    """What people call a name that can come up: a player's colour by the player, a tile by its own name."""
    people = {player.colour: player.name for player in setup.players}
    tile = game.tracking.tile(name)
    return people.get(name) or (f"{tile.name} ({name})" if tile else name)
