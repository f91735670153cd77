"""Stores the plays of tracked tables when their games end.

A table is checked after every change, and the whole journal when somebody asks for the plays, so that games
which ended under another program or long ago are found too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from time import monotonic
from typing import Any

from companion.games.contract import Game, Setup, State
from companion.plays.learning import learning_of
from companion.plays.names import kept_names
from companion.plays.near_misses import nearly
from companion.plays.play import Play, RoundTotals, Seated, in_every_language, sheets_of
from companion.plays.store import NoSuchPlay, Plays
from companion.table.follower import Follower
from companion.table.journal import Entry
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import SOURCE, _, in_turn, marked, speaking

MAX_PAUSE = timedelta(minutes=30)
"""The longest time between two entries that counts as playing."""


def play_id(table_id: str) -> str:
    """The id of a tracked table's play: a table has one result, whatever became of it on the way."""
    return f"table-{table_id}"


def play_of(table: Table[State]) -> Play | None:
    """The play of a table whose game is over; None while it goes on."""
    now, game = table.now, table.game
    if not game.phase(now.state).over:
        return None
    starts = game.display.starts(now.state)
    ended = ended_by(table)
    moments = [entry.at for entry in table.effective() if entry.number <= ended.number]
    near = nearly(game, now.state)
    return Play(
        id=play_id(table.id),
        game=game.name,
        ended=ended.at,
        players=seated(game, now.state, table.setup, starts),
        sheets=sheets_of(lambda: game.score(now.state)),
        whence="table",
        source=table.id,
        rounds=game.phase(now.state).round,
        course=course(table),
        nearly=in_every_language(lambda: tuple(map(_, near))),
        began=moments[0],
        minutes=minutes_of(moments),
        board=board_of(game, table.setup),
        endings=endings_of(game, now.state),
        branch=table.settings.branch,
        learning=learning_of(table),
    )


def minutes_of(moments: Sequence[datetime]) -> int:
    """The time played in whole minutes, at least 1. A longer pause counts as MAX_PAUSE: a table that is left
    overnight was not played all night. Where the clock was set back, it counts as none."""
    played = sum((max(timedelta(), min(b - a, MAX_PAUSE)) for a, b in pairwise(moments)), timedelta())
    return max(1, round(played / timedelta(minutes=1)))


def endings_of(game: Game[State], state: Any) -> tuple[str, ...]:
    """Why the game ended, in English."""
    with speaking(SOURCE):
        return tuple(str(words) for words in game.phase(state).endings)


def board_of(game: Game[State], setup: Setup) -> str:
    """The chosen options in English, each with what was chosen between: "Goal tiles: Without goals; ..."."""
    with speaking(SOURCE):
        words = [
            (
                option.words,
                dict((*option.choices, *option.before)).get(
                    setup.option(option.name, option.choices[0][0]), ""
                ),
            )
            for option in game.setup_options()
            if option.choices
        ]
    return in_turn(f"{label.rstrip('?')}: {chosen}" for label, chosen in words if chosen)


def ended_at(table: Table[State]) -> datetime:
    """When the game was over, UTC; when it was last played, while it goes on."""
    return ended_by(table).at


def ended_by(table: Table[State]) -> Entry:
    """The entry by which the game was over; the last one, while it goes on."""
    path = table.effective()
    ended = path[-1]
    for entry in reversed(path):
        # What a person corrects after the end changes the result, not when it ended.
        if not table.game.phase(table.state_at(entry.number)).over:
            break
        ended = entry
    return ended


def seated(game: Game[State], state: Any, setup: Setup, starts: int | None = None) -> tuple[Seated, ...]:
    """The players with what they own, headings in English."""
    with speaking(SOURCE):
        return tuple(
            Seated(
                p.name,
                p.colour,
                game.display.owned(state, seat),
                None if starts is None else seat == starts,
                setup.ahead_of(seat),
            )
            for seat, p in enumerate(setup.players)
        )


def course(table: Table[State]) -> tuple[RoundTotals, ...]:
    """The totals at each round's end, from the effective entries; the last is the result, or the standing."""
    game, found, before = table.game, [], 0
    for entry in table.effective():
        state = table.state_at(entry.number)
        rounds = game.phase(state).round
        # The first state of a round shows what the decision that ended the one before brought.
        if before and rounds > before:
            found.append(_course(game, state, before))
        before = rounds
    return (*found, _course(game, table.now.state, before))


def _course(game: Game[State], state: Any, rounds: int) -> RoundTotals:
    """The totals of a state; before the end from what everybody may know."""
    state = state if game.phase(state).over else game.view(state, None)
    return RoundTotals(rounds, tuple(player.total for player in game.score(state).players))


def told_anew(before: Play, play: Play) -> Play:
    """What another table says of the game of a kept play, in that play's place."""
    return replace(play, id=before.id, source=before.source, branch=before.branch, learning=before.learning)


def totals(play: Play) -> tuple[int, ...]:
    return tuple(player.total for player in play.source_sheet.players)


class PlayKeeper:
    """Keeps the plays of all tables of a journal, each as its table ends. Safe to share by threads."""

    def __init__(self, tables: Tables, plays: Plays) -> None:
        self.plays = plays
        self._over: dict[str, bool] = {}
        """By table: whether its game was over when it was last looked at."""
        self.follower = Follower(
            tables,
            "plays",
            self._take,
            lambda why: marked(
                "The result of a finished game is not kept yet: {why} It is tried again by itself.", why=why
            ),
            from_now=False,
        )

    def update_play(self, table: Table[State]) -> None:
        """Keeps the play of a table that changed since it was last looked at, or sets it aside when its game
        went on. A play that a person deleted does not come back by itself."""
        self.follower.look(table)

    def kept(self, table: Table[State]) -> Play | None:
        """The play of a table whose game is over, told by this table or by another of the same game; None: a
        person took it out."""
        with suppress(NoSuchPlay):
            return self.plays.get(play_id(table.id))
        return self.plays.same(table.game.name, table.effective()[0].at, ended_at(table))

    def catch_up(self, seconds: float | None = None, begun: Callable[[], float] = monotonic) -> int:
        """As `Follower.catch_up`: finds also what ended under another program or long ago."""
        return self.follower.catch_up(seconds, begun)

    def _take(self, table: Table[State], after: int, last: int) -> bool:
        over = table.game.phase(table.state_at(last)).over
        was = self._over.get(table.id)
        if was is None:
            was = table.game.phase(table.state_at(after)).over
        if over:
            play = play_of(table)
            assert play is not None
            before = self.plays.find(play.id)
            if before is None and (before := self.plays.same(play.game, play.began, play.ended)) is not None:
                # A table made of a record tells nothing new of a game that is kept, until its result changes.
                play = told_anew(before, play) if totals(play) != totals(before) else before
            if play is not before:
                self.plays.keep(play if before is None else kept_names(before, play))
        elif was:
            self.plays.set_aside(play_id(table.id))
        self._over[table.id] = over
        return over or was
