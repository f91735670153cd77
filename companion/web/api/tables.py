"""Endpoints for the games that can be played, the list of tables, and beginning one."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion import games
from companion.games.contract import Game, Illegal, Setup, State, game_of_setup
from companion.games.contract.player_names import MAX_NAME_CODES
from companion.table.journal import TableRow
from companion.table.settings import Settings
from companion.translation import _
from companion.web.api.endpoint import get, post
from companion.web.api.table_json import ListedTable
from companion.web.play.bodies import Key, SeenNumber
from companion.web.request.addressed import room
from companion.web.request.at_station import copy_here, place
from companion.web.request.services import services
from companion.web.request.visitor import house
from companion.web.setup.setup_checks import checked_draw, checked_options, checked_players
from companion.web.setup.setup_form import LEFT_OUT, game_and_box, missing_pieces


class SetupChoice(Struct):
    """value: what is sent; words: for people."""

    value: str
    words: str


class SetupOption(Struct):
    """A choice before the game; the first of the choices is the usual one."""

    name: str
    words: str
    choices: tuple[SetupChoice, ...]


class PlayableGame(Struct):
    """fewest, most: players. bgg: its number at BoardGameGeek; 0: none."""

    name: str
    title: str
    fewest: int
    most: int
    colours: tuple[str, ...]
    options: tuple[SetupOption, ...]
    bgg: int


class TablesQuery(Struct):
    """archived: those that were put away, instead of those in use."""

    archived: bool = False


class NewPlayer(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CODES)]
    colour: str


class NewTable(Struct, forbid_unknown_fields=True):
    """players: in seating order. options: setup options by name, each a choice's `value` as `GET /games`
    lists them (the first is usual where one is left out). chance: what the setup's draws gave, by their
    name; the companion draws the rest. ahead: by seat, how much more of the game's coin (credits, cards in
    hand) a player begins with; empty: all begin alike. seed: of those draws, null for a new one.
    settings: of the table, as "Of a table" in docs/settings.md lists them (the usual ones where left
    out). serve: give the camera and the lights to this table, also where another one has them. key: the
    request's own; sent again with it, it gives the same table; null: each begins one. seen: as in every
    change; here nothing is."""

    game: str
    players: Annotated[list[NewPlayer], Meta(min_length=1, max_length=10)]
    options: dict[str, str] = {}
    chance: dict[str, list[str]] = {}
    ahead: Annotated[list[int], Meta(max_length=10)] = []
    title: Annotated[str, Meta(max_length=60)] = ""
    seed: Annotated[int, Meta(ge=0, lt=10**15)] | None = None
    settings: dict[str, Any] = {}
    serve: bool = False
    key: Key | None = None
    seen: SeenNumber = 0


class Begun(Struct):
    """table: the id of the new table."""

    table: str


@get("/games", tuple[PlayableGame, ...], refusals=(429,))
def playable_games() -> tuple[PlayableGame, ...]:
    """The games that can be played here."""
    return tuple(_game(games.load(name)) for name in games.names())


@get("/tables", tuple[ListedTable, ...], query=TablesQuery, refusals=(400, 403, 429, 503))
def list_tables(query: TablesQuery) -> tuple[ListedTable, ...]:
    """The tables, the newest first."""
    # Those put away are not opened: years of them would keep the caller waiting for their journals.
    rows = room().tables.list(archived=query.archived)
    numbers = {} if query.archived else {row.id: number for row, number in room().tables.journal.numbers()}
    return tuple(_listed(row, numbers.get(row.id)) for row in rows)


@post("/tables", Begun, body=NewTable, status=201, refusals=(400, 403, 404, 413, 422, 429, 503, 507))
def begin_table(body: NewTable) -> Begun:
    """Begins a table; the same key again gives the same one."""
    asked = {**msgspec.to_builtins(body), "key": None, "seen": 0}
    if body.key and (begun := room().tables.begun(body.key, asked)) is not None:
        return Begun(begun.id)
    game, box = game_and_box(games.load(body.game))
    _refuse_unknown_colours(game, body.players)
    players = checked_players(game, [(p.name, p.colour) for p in body.players])
    options = checked_options(game, body.options)
    unknown = sorted(body.options.keys() - {name for name, _value in options})
    if unknown:
        raise Illegal(_("Choose again: {what}.", what=f"{unknown[0]!r:.60}"))
    without = missing_pieces(game)
    setup = Setup(players, options, box=box, without=without, ahead=tuple(body.ahead))
    setup = _with_chance(game_of_setup(games.load(body.game), setup), setup, body.chance)
    # What a program leaves out is not what people chose: the next form proposes what is usual.
    left_out = {what: LEFT_OUT for what in ("draws", "chance") if what not in body.settings}
    usual = Settings(pages=left_out, corrections=house().usual_corrections)
    settings = usual.with_changes(**body.settings).with_changes(copy=copy_here(game.name))
    table = room().tables.create(
        game.name,
        setup,
        title=body.title.strip(),
        seed=body.seed,
        settings=settings,
        key=body.key or "",
        request=asked,
    )
    if house().stations.all():
        if table.settings.station:
            place(table, table.settings.station)
    elif body.serve or room().home.active is None:
        room().home.activate(table.id)
    return Begun(table.id)


def _refuse_unknown_colours(game: Game[State], players: list[NewPlayer]) -> None:
    """Names the colours that there are: a program has no list to choose from. Raises Illegal."""
    for player in players:
        if player.colour not in game.colours:
            raise Illegal(
                _(
                    "{player}: {game} has no colour {colour}; its colours are {colours}.",
                    player=player.name,
                    game=game.title,
                    colour=f"{player.colour!r:.60}",
                    colours=", ".join(game.colours),
                )
            )


def _with_chance(game: Game[State], setup: Setup, chance: dict[str, list[str]]) -> Setup:
    """The setup with the request's draws, in the order in which the game asks for them. Raises Illegal."""
    left = dict(chance)
    while asked := game.setup_draws(setup):
        next_draw = next((draw for draw in asked if draw.what in left), None)
        if next_draw is None:
            break
        names = tuple(left.pop(next_draw.what))
        setup = replace(setup.with_draw(next_draw.what, checked_draw(game, setup, next_draw, names)))
    if left:
        raise Illegal(_("Choose again: {what}.", what=f"{min(left)!r:.60}"))
    return setup


def _game(game: Game[State]) -> PlayableGame:
    options = tuple(
        SetupOption(o.name, o.words, tuple(SetupChoice(value, words) for value, words in o.choices))
        for o in game.setup_options()
    )
    fewest, most = game.seats
    return PlayableGame(game.name, game.title, fewest, most, tuple(game.colours), options, game.bgg)


def _listed(row: TableRow, number: int | None) -> ListedTable:
    made = ListedTable(row.id, row.game, row.title, row.created, bool(row.archived))
    if number is not None:
        it = services().summaries.of(row, number)
        made.players, made.summary, made.number = it.players, it.summary, it.number
        made.over, made.trouble = it.over, it.trouble
    return made
