"""The players' names, asked for when a result is kept, and shown on the pages of the end and the score."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from companion.games.contract import Illegal, State
from companion.plays.names import checked_names, renamed, unnamed
from companion.plays.play import Play
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.web.live.views import SeatLabel, seats
from companion.web.request.services import services


def kept_play(table: Table[State]) -> Play | None:
    """The play of a table whose game is over; None: it was taken out."""
    with suppress(JournalError):  # what cannot be kept now is shown even so
        services().keeper.update_play(table)
        return services().keeper.kept(table)
    return None


def named_seats(table: Table[State], play: Play | None) -> tuple[SeatLabel, ...]:
    """The seats with the names that the kept play has."""
    everyone = seats(table)
    if play is None or len(play.players) != len(everyone):
        return everyone
    return tuple(replace(seat, name=play.players[seat.number].name) for seat in everyone)


def with_given_names(table: Table[State], everyone: tuple[SeatLabel, ...], sentence: str) -> str:
    """A sentence about the table's players, with their names replaced by those given later."""
    return renamed(sentence, [p.name for p in table.setup.players], [seat.name for seat in everyone])


def unnamed_seats(play: Play | None) -> tuple[int, ...]:
    """The seats whose players are still to be named."""
    return () if play is None else tuple(n for n, seat in enumerate(play.players) if unnamed(seat))


def name_players(play: Play, entered: Mapping[str, str]) -> str:
    """Gives the seats the names that were entered, by seat. Returns "" or why they are refused."""
    entered_names = {n: entered.get(str(n), "") for n in range(len(play.players))}
    try:
        names = checked_names(play, entered_names)
    except Illegal as wrong:
        return wrong.sentence
    services().keeper.plays.rename(play.id, names)
    return ""
