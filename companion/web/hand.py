"""The own hand on the own phone: questions about a hand that only the phone knows.

The phone sends what it knows with every question. It is answered and forgotten: a hand is in the body of a
POST alone, so that no address, journal, view, page of another, record, backup or log has any of it. A picture
is read, and forgotten. A practice table has no cards: there the companion deals them (`coach/dealing.py`),
and what its player chooses of them is an entry of its journal.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct

from companion.coach.dealing import chooses, chosen, coach_would, dealt_hand, is_dealt, open_choice
from companion.coach.hand_help import HandHelp, hand_help, helped_question
from companion.coach.hints import level_now
from companion.coach.search import needs_hand
from companion.games.contract import Game, State, game_at
from companion.games.contract.own_hand import HandCard, HandNow, KnownHand, OwnHand
from companion.scan.reading import read_sent_photo
from companion.table.settings import CAREFUL, NO_HELP
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, marked
from companion.web.live.views import seats
from companion.web.play.answering import done
from companion.web.play.bodies import Done, Step
from companion.web.play.coach import no_coach
from companion.web.request.addressed import seat_number, table_of
from companion.web.request.devices import devices_for
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post, json_response, said
from companion.web.request.picture_body import PhotoForm, one_photo
from companion.web.request.reading import Lacking, Refused
from companion.web.request.services import services
from companion.web.request.visitor import require_seat, sender_name
from companion.web.scan.scan_reading import look_readers, run_in_turn
from companion.web.transport.long_work import long_work

pages = Blueprint("hand", __name__)


Cards = Annotated[
    list[Annotated[str, Meta(max_length=60)]], said(marked("A hand has at most 120 cards."), max_length=120)
]
Count = Annotated[int, Meta(ge=0, le=200)]


class HandBody(Struct, forbid_unknown_fields=True):
    """What a phone knows of its hand (`KnownHand`) as it was after entry `since`; 0: as it is now. seen:
    cards that a picture showed, to be offered first."""

    since: Annotated[int, Meta(ge=0)]
    cards: Cards = []
    drawn: Cards = []
    look: Count = 0
    keep: Count = 0
    discard: Count = 0
    seen: Cards = []

    @property
    def known(self) -> KnownHand:
        return KnownHand(tuple(self.cards), tuple(self.drawn), self.look, self.keep, self.discard)


class ChosenBody(Step):
    """cards: those kept of the cards drawn, or discarded of the hand, whichever is asked."""

    cards: Cards


class HelpAnswer(Struct):
    """at: the entry that made the state of now. html: the help; "" where the hand sent was another's."""

    at: int
    html: str = ""


class HandAnswer(Struct):
    """at: the entry that made the state of now. back: where the phone's hand must go back to before it asks
    again, since what followed there was undone; None: `known` is the hand of now. over: the game is over,
    and the phone forgets the hand. html: the hand to be shown."""

    at: int
    back: int | None = None
    over: bool = False
    known: KnownHand = KnownHand()
    html: str = ""


@json_post(pages, "/t/<table_id>/seat/<seat>/hand", HandBody)
def ask(table_id: str, seat: str, body: HandBody) -> HandAnswer | Response:
    """The hand as it is now, and what each card of it may do."""
    table = table_of(table_id)
    player = seat_number(table, seat)
    hand, game = _hand_of(table)
    now = table.now
    path = table.path(now.number)
    states = {node.number: node.state for _entry, node in path}
    at = path[-1][1].number
    if game.phase(now.state).over:
        return HandAnswer(at, over=True)
    since = body.since or at
    if since not in states:
        return HandAnswer(at, back=_parted(table, since, states))
    known = body.known
    if not body.since:
        known = replace(hand.begun(now.state, player), cards=known.cards)
    numbers = [number for number in states if number >= since]
    for before, after in itertools.pairwise(numbers):
        known = hand.followed(known, states[before], states[after], player)
    dealt = is_dealt(table, player)
    shown = _shown(table, now, player, known)
    everyone = seats(table)
    html = render_template(
        "_own_hand.html",
        table=table,
        game=game,
        seats=everyone,
        seat=everyone[player],
        hand=shown,
        number=now.number,
        dealt=dealt,
        chooses=chooses(table, now, player),
        pool=_seen_first(shown.pool, body.seen),
        coach=_coach_for(table, now, player, shown),
        tagged=devices_for(game).camera,
    )
    return HandAnswer(at, known=shown.known, html=html)


@json_post(pages, "/t/<table_id>/seat/<seat>/hand/chosen", ChosenBody)
def choose(table_id: str, seat: str, body: ChosenBody) -> Done:
    """Which cards stay or go, where the companion deals them. Asked of the hand that the device saw, so that
    a late answer is refused as late, and one sent again is answered alike."""
    table = table_of(table_id)
    player = seat_number(table, seat)
    require_seat(table_id, player)
    table.hear(body.seen)
    number = body.seen if 1 <= body.seen <= table.number else table.number
    choice = open_choice(table, number)
    if choice is None or choice.player != player:
        raise Refused(422, _("This is no longer asked: look again."))
    decision = chosen(table, number, choice, tuple(body.cards))
    return done(table, table.submit(decision, body.seen, body.key, sender_name()))


@json_post(pages, "/t/<table_id>/seat/<seat>/hand/help", HandBody)
@long_work
def advise(table_id: str, seat: str, body: HandBody) -> HelpAnswer | Response:
    """What the coach says to this hand, as the seat's level of help has it: to who asks once, where it has
    none, three answers."""
    table = table_of(table_id)
    player = seat_number(table, seat)
    _hand, game = _hand_of(table)
    if not needs_hand(game):
        raise Lacking(game, _("Suggestions"), no_coach(game))
    if table.settings.coach == "off":
        raise Refused(403, _("This table plays without the coach: its settings can change that."))
    now = table.now
    at = table.path(now.number)[-1][1].number
    if body.since != at:
        return HelpAnswer(at)
    level = level_now(table, now, player)
    if is_dealt(table, player) and (choice := open_choice(table, now.number)) is not None:
        found = HandHelp(coach_would(table, now, choice) if choice.player == player else "")
        return HelpAnswer(at, render_template("_hand_help.html", found=found, level=level))
    view = game.view(now.state, player)
    seed = f"{table.id}/{now.number}"
    shown = _shown(table, now, player, body.known)
    found = hand_help(game, view, player, shown, level, seed, services().work_processes.run)
    return HelpAnswer(at, render_template("_hand_help.html", found=found, level=level))


@form_post(
    pages,
    "/t/<table_id>/seat/<seat>/hand/photo",
    PhotoForm,
    one_photo(lambda table_id, seat: _asked(table_id, seat)),
)
@long_work
def look(table_id: str, seat: str, form: PhotoForm) -> ResponseReturnValue:
    """The cards in the photo: `cards`, and `maybe` those of which one cannot be sure."""
    hand, game, state = _asked(table_id, seat)
    data = form.data
    if not data:
        raise Refused(422, _("No photo was chosen."))
    read, _image = run_in_turn(partial(read_sent_photo, data, game, look_readers(game)))
    sure = [found.tile for found in read.found if found.sure]
    cards = [card for tile in sure if (card := hand.front(state, tile)) is not None]
    doubted = [found.tile for found in read.found if not found.sure]
    doubted += [tile for doubt in read.doubts for tile in doubt.tiles]
    maybe = [card for tile in doubted if (card := hand.front(state, tile)) is not None]
    if not cards and not maybe:
        raise Refused(
            422,
            _("No card of the game was known in this photo. Come nearer, without glare, or type its name."),
        )
    return json_response({"cards": cards, "maybe": list(dict.fromkeys(maybe))})


def _shown(table: Table[State], now: Now[State], player: int, known: KnownHand) -> HandNow:
    """The hand by what the phone knows; by the cards themselves where the companion deals and keeps them."""
    if is_dealt(table, player):
        return dealt_hand(table, now, player)
    hand, game = _hand_of(table)
    return hand.now(game.view(now.state, player), player, known)


def _coach_for(table: Table[State], now: Now[State], player: int, hand: HandNow) -> str:
    """The level of help with which the phone asks the coach; "once": its player may ask; "": neither."""
    asked = bool(hand.asked) or helped_question(table.game, now.state, player) is not None
    if table.settings.coach == "off" or not asked:
        return ""
    level = level_now(table, now, player)
    # No choice of cards would hurt for sure.
    return "once" if level == NO_HELP or (hand.asked and level == CAREFUL) else level


def _hand_of(table: Table[State]) -> tuple[OwnHand[Any], Game[State]]:
    """Raises Refused."""
    game = game_at(table.game, table.state)
    if game.own_hand is None:
        raise Refused(404, _("{game} has no hand that a phone could keep.", game=game.title))
    return game.own_hand, game


def _asked(table_id: str, seat: str) -> tuple[OwnHand[Any], Game[State], State]:
    table = table_of(table_id)
    seat_number(table, seat)
    return (*_hand_of(table), table.state)


def _parted(table: Table[State], since: int, states: dict[int, State]) -> int:
    """The last entry that the phone's hand and the table have in common; 0: none."""
    if since > table.number:
        return 0
    earlier = [node.number for _entry, node in table.path(since) if node.number in states]
    return max((number for number in earlier if number < since), default=0)


def _seen_first(pool: tuple[HandCard, ...], seen: list[str]) -> list[tuple[HandCard, bool]]:
    """The cards that may be named, each with whether a picture showed it; those first."""
    marked_cards = [(card, card.id in seen) for card in pool]
    return sorted(marked_cards, key=lambda one: not one[1])
