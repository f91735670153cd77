"""The coach's pages: suggestions for a seat that asks, and the moments that decided a finished game.

Both run in the pool for long work. A game's moments are searched in slices: each request for the page
continues the search and shows its progress, so that the search stops when the page is closed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.coach.dealing import can_practise, with_choices
from companion.coach.moments import GAMES, SURE_ERRORS, Moment
from companion.coach.player import NAME
from companion.coach.practice import PRACTICE, fork_rounds
from companion.coach.search import can_search, needs_hand
from companion.coach.suggestions import Suggestion, suggest
from companion.games.contract import Game, Player, Setup, State, box_of, game_at
from companion.games.contract.player_names import checked_name, name_key
from companion.games.contract.setup import colour_name
from companion.table.notes import HELPED
from companion.table.settings import Settings
from companion.table.snapshot import NoSuchTable
from companion.table.table import Table
from companion.translation import _, marked, plural
from companion.web.live.views import seats
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.form_body import form_post
from companion.web.request.reading import Lacking, Refused
from companion.web.request.services import services
from companion.web.request.visitor import add_token, house, visitor
from companion.web.setup.setup_form import game_and_box
from companion.web.transport.long_work import long_work

pages = Blueprint("coach", __name__)

HAND_NEEDED = marked(
    "The coach needs the hand of the player who asks: it helps on a phone that keeps its player's hand."
)
"""Why it says nothing in a game with hands."""
HANDS_UNKNOWN = marked("Nobody knows what was in a hand: the coach cannot judge this game's answers.")


def has_coach(game: Game[State]) -> bool:
    return game.coaching is not None


def has_open_coach(game: Game[State]) -> bool:
    """Whether it advises by what the table knows: without it being told a hand."""
    return has_coach(game) and not needs_hand(game)


def guessed_words(table: Table[State]) -> str:
    """How much of the coach's advice rests on guesses: it draws by chance what nobody told of the box's
    pieces; "": it knows them all, or there is no coach."""
    game = table.game
    if game.coaching is None or game.box is None or not table.setup.told:
        return ""
    tiles = box_of(game_at(game, table.state)).book().tiles()
    guessed = sum(bool(tile.assumed or tile.untold) for tile in tiles)
    if not guessed:
        return ""
    return plural(
        "Of the {whole} pieces of this box the coach guesses what {number} says: it draws by chance what "
        "nobody has told yet, so its advice is rougher than it will be.",
        "Of the {whole} pieces of this box the coach guesses what {number} say: it draws by chance what "
        "nobody has told yet, so its advice is rougher than it will be.",
        guessed,
        whole=len(tiles),
    )


def no_coach(game: Game[State]) -> str:
    return _("{game} has no coach here.", game=game.title)


def refuse_without_coach(game: Game[State], heading: str) -> None:
    """Raises Lacking: the game has none. heading: of the page that asks."""
    if not has_coach(game):
        raise Lacking(game, heading, no_coach(game))


@pages.get("/t/<table_id>/seat/<seat>/suggest")
@long_work
def suggestions(table_id: str, seat: str) -> str:
    """Three answers to what this seat is asked now. Secret: only this seat's device may load the page."""
    table = table_of(table_id)
    game, player = table.game, seat_number(table, seat)
    refuse_without_coach(game, _("Suggestions"))
    silent = _(HAND_NEEDED) if needs_hand(game) else ""
    if table.settings.coach == "off":
        raise Refused(403, _("This table plays without the coach: its settings can change that."))
    now = table.now
    view = game.view(now.state, player)
    mine = (q for q in game.questions_for(now.state, player) if q.player == player)
    asked = next((q for q in mine if not q.optional), None)
    found: tuple[Suggestion, ...] = ()
    if asked is not None and not silent and can_search(game, asked) and asked.form is None:
        options = game.options(view, player)
        found = services().work_processes.run(
            suggest, game, game.coaching, view, asked, options, f"{table.id}/{now.number}"
        )
        table.note(HELPED, now.number, player)
    return render_template(
        "suggest.html",
        by_chances=game.coaching is not None and game.coaching.judges_chances,
        table=table,
        seat=seats(table)[player],
        viewer=player,
        asked=asked,
        found=found,
        silent=silent,
        guessed=guessed_words(table),
    )


@dataclass(frozen=True)
class MomentShown:
    """A moment in words. lost: the answer given made a win less likely than `other`, else likelier, by
    so many percentage points, most likely between low and high."""

    entry: int
    round: int
    player: int
    words: str
    other: str
    lost: bool
    points: int
    low: int
    high: int


@pages.before_app_request
def practise_on() -> None:
    """Restarts the computer players of a practice table when a page of it is opened."""
    if request.endpoint == "live.live" and request.view_args:
        table_id = request.view_args.get("table_id", "")
        with suppress(NoSuchTable):
            services().practice.follow(room().tables.open(table_id))


class PractiseForm(Struct):
    """name, colour: of the seats of a new game, of which the first one practises."""

    game: str = ""
    name: dict[str, str] = {}
    colour: dict[str, str] = {}


@form_post(pages, "/practise", PractiseForm)
def practise(form: PractiseForm) -> ResponseReturnValue:
    """Begins a virtual table for one player against the coach."""
    game = games.load(form.game)
    if not can_practise(game):
        raise Lacking(game, _("Practice: {game}", game=game.title), no_coach(game))
    own, other = game.colours[:2]
    if (colour := form.colour.get("0", "")) in game.colours:
        own = colour
        other = next(colour for colour in game.colours if colour != own)
    name = checked_name(form.name.get("0", "")) or colour_name(own)
    coach = _("Coach") if name_key(name) != name_key(_("Coach")) else _("The other coach")
    game, box = game_and_box(game)
    # With cards in hand the usual game, in which the companion does all that has one answer.
    usual = tuple((one.name, one.choices[0][0]) for one in game.setup_options()) if needs_hand(game) else ()
    setup = with_choices(game, Setup((Player(name, own), Player(coach, other)), usual, box=box), 0)
    table = room().tables.create(
        game.name,
        setup,
        title=_("Practice: {game}", game=game.title),
        settings=Settings(computers={"1": NAME}, pages={PRACTICE: True}),
    )
    services().practice.follow(table)
    response = redirect(url_for("play.seat", table_id=table.id, seat=0), 303)
    if not visitor().trusted and not visitor().station:
        add_token(response, house().token("tablet", table.id))
    return response


@pages.get("/t/<table_id>/moments")
@long_work
def moments(table_id: str) -> ResponseReturnValue:
    """The three moments that decided a finished game, or how far the search for them is."""
    table = table_of(table_id)
    refuse_without_coach(table.game, _("Three moments that decided it"))
    if needs_hand(table.game):
        return render_template(
            "moments.html",
            table=table,
            seats=seats(table),
            silent=_(HANDS_UNKNOWN),
            fork_rounds=fork_rounds(table),
        )
    if not table.game.phase(table.now.state).over:
        return redirect(url_for("play.table", table_id=table.id), 303)
    review = services().reviews.of(table)
    return render_template(
        "moments.html",
        table=table,
        seats=seats(table),
        review=review,
        silent="",
        guessed=guessed_words(table),
        fork_rounds=fork_rounds(table),
        shown=tuple(_moment_shown(table, moment) for moment in review.moments),
        games=GAMES,
    )


def _moment_shown(table: Table[State], moment: Moment) -> MomentShown:
    made, game = moment.made, table.game
    assert made.decision.player is not None
    # The search's own words are in the language of the device that asked first.
    options = game.options(made.state, made.decision.player)
    other = next(option for option in options if option.decision == moment.other.decision)
    return MomentShown(
        made.entry,
        moment.round,
        made.decision.player,
        game.words(made.state, made.decision),
        other.words,
        moment.worth < 0,
        round(100 * abs(moment.worth)),
        max(0, round(100 * (abs(moment.worth) - SURE_ERRORS * moment.doubt))),
        min(100, round(100 * (abs(moment.worth) + SURE_ERRORS * moment.doubt))),
    )
