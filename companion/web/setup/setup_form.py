"""What the form of a new game is filled in with: who played last time, how, and with which pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request
from msgspec.structs import replace

from companion import games
from companion.box.met_elsewhere import has_name
from companion.coach.practice import PRACTICE
from companion.games.contract import TOLD, Game, Illegal, Player, Setup, SetupOption, State, game_of_box
from companion.games.contract.fair import coin_of
from companion.plays.store import PlayFilter
from companion.plays.strength import COUNTED_PLAYS, Fair, fair_table
from companion.put_away.copies import PieceRecord
from companion.table.table import Table
from companion.translation import _, labelled, listed
from companion.web.request.addressed import room
from companion.web.request.at_station import copy_here, station_box, station_here
from companion.web.request.devices import shows_draws
from companion.web.request.form_body import family
from companion.web.request.services import services
from companion.web.request.visitor import house

LEFT_OUT = "left out"
"""Of the pages' setting "draws": nobody chose who draws at this table."""


@dataclass(frozen=True, slots=True)
class LastGame:
    """The game of last time: the form as it was filled in, and what a person reads of it."""

    fields: Mapping[str, str]
    players: tuple[Player, ...]
    words: tuple[str, ...]


def game_and_box(game: Game[State]) -> tuple[Any, str]:
    """The game with the tiles of the box in use, and that box; "": none. Raises Illegal."""
    box = station_box(game.name)
    return game_of_box(game, box), box


def missing_pieces(game: Game[State]) -> tuple[str, ...]:
    """The ids of the single pieces that the copy here lacks."""
    known = {piece.id for part in game.contents() for piece in part.pieces}
    lacking = services().copies.missing(game.name, copy_here(game.name))
    return tuple(it.piece for it in lacking if it.single and it.piece in known)


def called_in(game: Game[State], told: bool) -> Mapping[str, str]:
    """What each piece is called now, by its id. told: where people tell what is printed, none is called by a
    name that is made up."""
    tiles = game.box.book().tiles() if told and game.box is not None else ()
    unnamed = {tile.id for tile in tiles if not has_name(tile)}
    pieces = [piece for part in game.contents() for piece in part.pieces]
    return {piece.id: "" if piece.id in unnamed else piece.name for piece in pieces}


def words_of_record(record: PieceRecord, called: Mapping[str, str]) -> str:
    """ "W23 Blaster Gem Mines", "3 Colonists". called: as `called_in`, since its name may have been told only
    after it was missed."""
    return replace(record, name=called.get(record.piece, record.name)).words


def words_of_missing(game: Game[State]) -> tuple[str, ...]:
    """What the copy here lacks, as a new game says it."""
    game = games.load(game.name)  # what is asked may be of a game that lacks them already
    called = called_in(boxed_or_shipped(game), plays_printed_pieces(game, "hand"))
    return tuple(
        words_of_record(it, called) for it in services().copies.missing(game.name, copy_here(game.name))
    )


def why_without(game: Game[State], wrong: Illegal) -> Illegal:
    """Why no game can begin without the pieces that its copy lacks, with what can be done about it."""
    return Illegal(
        _(
            "{why} Missing from this copy: {pieces}. Choose to play as if they were here, or say which of "
            "them are found again.",
            why=wrong.sentence,
            pieces=listed(words_of_missing(game)),
        ),
        wrong.page,
    )


def played_without(game: Game[State]) -> tuple[str, ...]:
    """The pieces that a new table is played without, unless something stands in for them: those that its copy
    lacks."""
    return () if game.box is None else missing_pieces(game)


def seats_of(
    game: Game[State], names: Mapping[str, str], colours: Mapping[str, str]
) -> list[tuple[str, str]]:
    """(name, colour) of each seat, from what was entered by the number of the seat."""
    rows = map(str, range(game.seats[1]))
    return [(names.get(row, "").strip(), colours.get(row, "")) for row in rows]


def usual_players(game: Game[State]) -> list[tuple[str, str]]:
    """The players of the newest table: a group that meets again has them filled in."""
    if not house().offers_names:
        return []
    for table in _parties_tables():
        players = table.setup.players
        return [(p.name, p.colour) for p in players if p.colour in game.colours][: game.seats[1]]
    return []


def _parties_tables(most: int | None = None, of: str = "") -> Iterator[Table[State]]:
    """The newest tables first, of one game or all, without practice alone: nobody meets the coach again.
    most: among so many."""
    for row in room().tables.list()[:most]:
        if of and row.game != of:
            continue
        try:
            table = room().tables.open(row.id)
        except Exception:
            continue
        if not table.settings.pages.get(PRACTICE):
            yield table


def usual_options(game: Game[State]) -> dict[str, str]:
    """What the newest table of this game was played with, as the form names it; empty: there is none."""
    for table in _parties_tables(of=game.name):
        settings = table.settings
        chosen = {f"option-{name}": value for name, value in table.setup.options}
        usual = usual_draws(game)
        unseen = settings.draws == "camera" and not station_here().has_camera
        left_out = settings.pages.get("draws") == LEFT_OUT
        draws = usual["draws"] if unseen or left_out else settings.draws
        chance = settings.pages.get("chance", "virtual")
        if chance == LEFT_OUT:
            chance = usual["chance"]
        return chosen | {"draws": draws, "chance": chance, "standing": settings.standing, "like": table.id}
    return {}


def usual_draws(game: Game[State]) -> dict[str, str]:
    """Who draws unless somebody chooses otherwise: hands, where a game's printed box lies on the table. Where
    nobody has played yet, the companion draws what a setup needs: nothing has to be entered before the first
    action."""
    without = "virtual" if game.box is None or room().home.demo else "hand"
    seen = station_here().has_camera and shows_draws(game)
    return {"chance": without if known_names() else "virtual", "draws": "camera" if seen else without}


def plays_printed_pieces(game: Game[State], draws: str) -> bool:
    """Whether printed pieces lie on the table, so that the companion asks for what it does not know of them:
    people draw them, or the camera sees them drawn."""
    return game.asks_facts and draws in ("hand", "camera") and not room().home.demo


def practice_title(game: Any, setup: Setup) -> str:
    """The title of a table on which made-up pieces stand in for printed ones; "": the game's own."""
    made_up = game.asks_facts and TOLD not in game.marks and not setup.told
    if not made_up or room().home.demo or not unknown_tiles(game):
        return ""
    return _("{game}: practice with made-up pieces", game=game.title)


@lru_cache(maxsize=32)
def unknown_tiles(game: Any) -> int:
    """How many of the box's tiles are not wholly known: the rest is made up, or asked when it is met."""
    return 0 if game.box is None else sum(not tile.known for tile in game.box.book().tiles())


@lru_cache(maxsize=32)
def registrable_tiles(game: Any) -> int:
    """How many tiles `unknown_tiles` looks at."""
    return 0 if game.box is None else len(game.box.book().tiles())


def known_names() -> list[str]:
    """Names of earlier games, to choose from; none where the next party must not see them."""
    if not house().offers_names:
        return []
    names: dict[str, None] = {}
    for table in _parties_tables(most=20):
        names.update((p.name, None) for p in table.setup.players)
    return list(names)


def fair_here(game: Game[State], names: Sequence[str]) -> Fair | None:
    """What makes a table of these players fair, by this house's plays; None also where the next party must
    not see how others played."""
    coin = coin_of(game)
    if coin is None or not house().offers_names or len(names) < 2:
        return None
    plays = services().keeper.plays.briefs(PlayFilter(game=game.name), COUNTED_PLAYS)
    return fair_table(plays, coin, names)


def last_game(game: Game[State], players: list[tuple[str, str]], form: Mapping[str, str]) -> LastGame | None:
    """The game of last time once more: a group that meets again begins it with one tap."""
    if not form or len(players) < game.seats[0]:
        return None
    fields = {"game": game.name, **form}
    for n, (name, colour) in enumerate(players):
        fields |= {f"name-{n}": name, f"colour-{n}": colour}
    words = [words for option in game.setup_options() if (words := _in_short(option, form))]
    return LastGame(fields, tuple(Player(name, colour) for name, colour in players), tuple(words))


def _in_short(option: SetupOption, form: Mapping[str, str]) -> str:
    """What was chosen, as it is understood without the question; "": it is what is usual and seldom asked."""
    chosen = form.get(f"option-{option.name}")
    words = next((label for value, label in option.choices if value == chosen), "")
    if not words or not option.seldom:
        return words
    if chosen == option.choices[0][0]:
        return ""
    return labelled(option.words, words)


def seats_in_address(game: Game[State]) -> list[tuple[str, str]]:
    """(name, colour) of the seats in the address, where another game was chosen after names were entered."""
    entered_seats = seats_of(game, family(request.args, "name"), family(request.args, "colour"))
    if not any(name for name, _colour in entered_seats):
        return []
    return [(name[:60], colour if colour in game.colours else "") for name, colour in entered_seats]


def boxed_or_shipped(game: Game[State]) -> Any:
    with suppress(Illegal):  # a box that cannot be read says so on its own page
        return game_and_box(game)[0]
    return game
