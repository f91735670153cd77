"""A player leaves in the middle of a game: who plays the seat on. No rulebook of these games says what then.

The seat's pieces stay where they are, and the seat is played on: by somebody with another phone, by somebody
at the table, or by the coach where it can. Each of these is taken back by a tap; what the coach answered
meanwhile is undone like every other step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.coach.player import NAME
from companion.coach.search import needs_hand
from companion.games.contract import Game, State
from companion.table.settings import Settings
from companion.table.table import Table
from companion.translation import _
from companion.web.live.views import SeatLabel, seats
from companion.web.play.coach import has_coach, has_open_coach, no_coach
from companion.web.request.addressed import page_of, seat_number, table_of
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor

pages = Blueprint("leaving", __name__)


@dataclass(frozen=True, slots=True)
class LeavingSeat:
    """coached: the coach plays it. mine: who asks may say who plays it on. shown: who asks may see what it
    alone knows, so that it can be played on that device."""

    label: SeatLabel
    coached: bool
    mine: bool
    shown: bool


class LeavingForm(Struct):
    """to: who plays the seat on: another phone, the coach, or its own player again."""

    to: Literal["phone", "coach", "player"]


@pages.get("/t/<table_id>/leaving")
def show(table_id: str) -> str:
    return _page(table_of(table_id), None)


@pages.get("/t/<table_id>/seat/<seat>/leaving")
def of_seat(table_id: str, seat: str) -> str:
    """The same for the player of one seat."""
    table = table_of(table_id)
    return _page(table, seat_number(table, seat))


@form_post(pages, "/t/<table_id>/seat/<seat>/leaving", LeavingForm)
def leave(form: LeavingForm, table_id: str, seat: str) -> ResponseReturnValue:
    """Raises Refused: the coach cannot play this game on, it is over, or the companion deals its cards."""
    table = table_of(table_id)
    player = seat_number(table, seat)
    if deals_hands(table):
        raise Refused(409, _("The companion deals the cards of this table, so its seats stay as they are."))
    if form.to == "coach":
        if wrong := why_no_coach(table):
            raise Refused(409, wrong)
        _change_coached(table, player, True)
        services().practice.follow(table)
        return redirect(page_of(table), 303)
    _change_coached(table, player, False)
    if form.to == "player":
        # A tablet does not see a seat that a phone plays.
        return redirect(page_of(table, player if visitor().sees(table_id, player) else None), 303)
    code = url_for("join.table", table_id=table_id, seat=player)
    if not visitor().trusted:
        if not visitor().tablet(table_id):
            code = url_for("join.choose", table_id=table_id)
        house().free_seat(table_id, player)
        services().live.refuse(table_id, player)
    return redirect(code, 303)


def deals_hands(table: Table[State]) -> bool:
    """Whether it is a practice table of a game with cards in hand: they are dealt around its coach's seat."""
    return bool(table.settings.computers) and needs_hand(table.game)


def why_no_coach(table: Table[State]) -> str:
    """Why the coach cannot play a seat on, a sentence; "": it can."""
    game: Game[State] = table.game
    if not has_coach(game):
        return no_coach(game)
    if not has_open_coach(game):
        return _("The coach cannot play on in {game}: it does not know the cards in hand.", game=game.title)
    if table.settings.coach == "off":
        return _("This table plays without the coach: its settings can change that.")
    return _("The game is over.") if game.phase(table.state).over else ""


def _change_coached(table: Table[State], player: int, coached: bool) -> None:
    def changed(settings: Settings) -> Settings:
        others = {seat: kind for seat, kind in settings.computers.items() if seat != str(player)}
        return settings.with_changes(computers=others | ({str(player): NAME} if coached else {}))

    table.change(changed)


def _page(table: Table[State], viewer: int | None) -> str:
    who = visitor()
    labels = seats(table) if viewer is None else (seats(table)[viewer],)
    return render_template(
        "leaving.html",
        table=table,
        viewer=viewer,
        seats=tuple(
            LeavingSeat(
                label,
                str(label.number) in table.settings.computers,
                who.plays(table.id, label.number),
                who.sees(table.id, label.number),
            )
            for label in labels
        ),
        no_coach=why_no_coach(table),
        hands=table.game.dealer is not None,
        breaks_off=bool(table.game.contents()),
    )
