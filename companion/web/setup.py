"""The setup wizard: who plays, which game, and what chance gave; then the table is open.

Nothing is kept between its pages but what they carry along, so going back in the browser is always safe.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from companion import games
from companion.games.game import Draw, Illegal, Player, Setup, setup_from_json, setup_to_json
from companion.table.settings import CHOICES, Settings
from companion.translation import _
from companion.web.box import shelf
from companion.web.guard import Refused
from companion.web.play import room

pages = Blueprint("setup", __name__)

LONGEST_NAME = 24


@pages.get("/new")
def new() -> str:
    game = games.load(request.args.get("game") or games.names()[0])
    return _form(game, usual_players(game), usual_options(game), "")


@pages.post("/new")
def begin() -> Any:
    form = request.form
    game = games.load(form.get("game", ""))
    players = [(form.get(f"name-{n}", "").strip(), form.get(f"colour-{n}", "")) for n in range(game.seats[1])]
    try:
        box = shelf().text(game.name)
        game = game.with_box(box) if box else game
        setup = Setup(_players(game, players), _options(game, form), box=box)
        if form.get("chance") == "hand" and (draws := game.setup_draws(setup)):
            return _draw_page(game, setup, draws[0], form, "")
        return _create(game, setup, form)
    except Illegal as wrong:
        return _form(game, players, form, wrong.sentence), 422


@pages.post("/new/draw")
def drawn() -> Any:
    """One of the setup's draws, entered by hand; the next one is asked for, or the table begins."""
    form = request.form
    game = games.load(form.get("game", ""))
    try:
        setup = setup_from_json(json.loads(form.get("setup", "")))
    except (ValueError, RecursionError):
        raise Refused(400, _("The setup came back unreadable: begin again with a new game.")) from None
    # The box is too large to travel through the form: it is the one in use, as it was a page ago.
    if box := shelf().text(game.name):
        game, setup = game.with_box(box), replace(setup, box=box)
    draws = game.setup_draws(setup)
    if draws and form.get("rest") != "virtual":
        names = tuple(form.getlist("drawn"))
        try:
            setup = setup.with_draw(draws[0].what, _checked(game, setup, draws[0], names))
            later = game.setup_draws(setup)
        except Illegal as wrong:
            return _draw_page(game, setup, draws[0], form, wrong.sentence), 422
        if later:
            return _draw_page(game, setup, later[0], form, "")
    return _create(game, setup, form)


def _create(game: Any, setup: Setup, form: Mapping[str, str]) -> Response:
    table = room().tables.create(
        game.name, setup, title=form.get("title", "").strip()[:60], seed=_seed(form), settings=_settings(form)
    )
    if room().active is None or form.get("camera-here") == "yes":
        room().activate(table.id)
    return redirect(url_for("play.table", table_id=table.id), 303)  # type: ignore[return-value]


def _players(game: Any, given: list[tuple[str, str]]) -> tuple[Player, ...]:
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


def _options(game: Any, form: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    chosen = []
    for option in game.setup_options():
        values = [value for value, _ in option.choices]
        value = form.get(f"option-{option.name}", values[0])
        if value not in values:
            raise Illegal(_("Choose again: {what}.", what=option.words))
        chosen.append((option.name, value))
    return tuple(chosen)


def _settings(form: Mapping[str, str]) -> Settings:
    given = {name: form[name] for name in CHOICES if form.get(name)}
    return Settings().but(**given)


def _seed(form: Mapping[str, str]) -> int | None:
    text = form.get("seed", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def _checked(game: Any, setup: Setup, draw: Draw, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, if they can have come up in `draw`. Raises Illegal."""
    count = min(draw.count, len(draw.pool))
    left = list(draw.pool)
    for name in names:
        if name not in left:
            called = _called(game, setup, name) if name in draw.pool else f"{name!r:.40}"
            raise Illegal(_("{name} is there twice, or cannot come up: choose again.", name=called))
        left.remove(name)
    if len(names) != count:
        raise Illegal(_("Choose {number}, not {given}.", number=count, given=len(names)))
    return names


def usual_players(game: Any) -> list[tuple[str, str]]:
    """The players of the newest table: a group that meets again has them filled in."""
    for row in room().tables.list():
        try:
            players = room().tables.open(row.id).setup.players
        except Exception:
            continue
        return [(p.name, p.colour) for p in players if p.colour in game.colours][: game.seats[1]]
    return []


def usual_options(game: Any) -> dict[str, str]:
    """What the newest table of this game was played with, as the form names it."""
    for row in room().tables.list():
        if row.game != game.name:
            continue
        try:
            setup = room().tables.open(row.id).setup
        except Exception:
            continue
        return {f"option-{name}": value for name, value in setup.options}
    return {}


def known_names() -> list[str]:
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
    return render_template(
        "setup.html",
        game=game,
        games=[(name, games.load(name).title) for name in games.names()],
        rows=rows,
        names=known_names(),
        box=shelf().in_use(game.name),
        form=form,
        wrong=wrong,
    )


def _draw_page(game: Any, setup: Setup, draw: Draw, form: Mapping[str, str], wrong: str) -> str:
    carried = {
        k: form[k] for k in ("game", "title", "seed", "draws", "referee", "camera-here") if form.get(k)
    }
    return render_template(
        "setup_draw.html",
        game=game,
        draw=draw,
        names=[(name, _called(game, setup, name)) for name in draw.pool],
        setup=json.dumps(setup_to_json(replace(setup, box=""))),
        carried=carried,
        wrong=wrong,
    )


def _called(game: Any, setup: Setup, name: str) -> str:
    """What people call a name that can come up: a player's colour by the player, a tile by its own name."""
    people = {player.colour: player.name for player in setup.players}
    tile = game.tile(name)
    return people.get(name) or (f"{tile.name} ({name})" if tile else name)
