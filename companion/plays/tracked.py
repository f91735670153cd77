"""Stores the plays of tracked tables when their games end.

A table is checked after every change, and the whole journal when somebody asks for the plays, so that games
which ended under another program or long ago are found too. The scanned entry number of each table is stored,
so that no table is opened twice without need.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from time import monotonic
from typing import Any

from companion.games import UnknownGame
from companion.games.contract import Game, Player, Setup, State
from companion.plays.learning import learning_of
from companion.plays.names import kept_names
from companion.plays.near_misses import nearly
from companion.plays.play import Play, RoundTotals, Seated, in_every_language, sheets_of
from companion.plays.store import Plays
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import SOURCE, _, speaking

_log = logging.getLogger(__name__)

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
    ended = ended_at(table)
    moments = [entry.at for entry in table.effective() if entry.at <= ended]
    near = nearly(game, now.state)
    return Play(
        id=play_id(table.id),
        game=game.name,
        ended=ended,
        players=seated(game, now.state, table.setup.players, starts),
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
    overnight was not played all night."""
    played = sum((min(b - a, MAX_PAUSE) for a, b in pairwise(moments)), timedelta())
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
    return "; ".join(f"{label.rstrip('?')}: {chosen}" for label, chosen in words if chosen)


def ended_at(table: Table[State]) -> datetime:
    """When the game was over, UTC; when it was last played, while it goes on."""
    path = table.effective()
    ended = path[-1].at
    for entry in reversed(path):
        # What a person corrects after the end changes the result, not when it ended.
        if not table.game.phase(table.state_at(entry.number)).over:
            break
        ended = entry.at
    return ended


def seated(
    game: Game[State], state: Any, players: tuple[Player, ...], starts: int | None = None
) -> tuple[Seated, ...]:
    """The players with what they own, headings in English."""
    with speaking(SOURCE):
        return tuple(
            Seated(
                p.name, p.colour, game.display.owned(state, seat), None if starts is None else seat == starts
            )
            for seat, p in enumerate(players)
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


class PlayKeeper:
    """Keeps the plays of all tables of a journal. Safe to share by threads."""

    def __init__(self, tables: Tables, plays: Plays) -> None:
        self.plays = plays
        self._tables = tables
        self._over: dict[str, int] = {}
        self.on_kept: Callable[[Play], None] | None = None
        """Called with each play as its table ends, and again when its result changes; it must not wait."""

    def watch(self) -> PlayKeeper:
        """From now on every table that ends is kept at once. Returns itself."""
        self._tables.on_change = self.changed
        return self

    def changed(self, table: Table[State]) -> None:
        """Call after each change of a table. An error here never disturbs the game: `catch_up` repeats it."""
        now = table.now
        over = now.number if table.game.phase(now.state).over else 0
        if self._over.get(table.id) == over:
            return
        try:
            if over or table.id in self._over:
                kept = self.update_play(table)
                if kept is not None and self.on_kept is not None:
                    self.on_kept(kept)
            self._over[table.id] = over
        except Exception as wrong:  # any error: the journal has the game, and `catch_up` repeats this
            _log.warning("the play of table %s is not kept yet: %s", table.id, wrong)

    def update_play(self, table: Table[State]) -> Play | None:
        """Keeps the table's play, or sets it aside when the table went on. Returns what was kept. Raises
        JournalError.

        Does nothing for an unchanged table: a play that a person deleted does not come back by itself.
        """
        number = table.number
        if self.plays.scanned().get(table.id) == number:
            return None
        play = play_of(table)
        if play is None:
            self.plays.set_aside(play_id(table.id))
        else:
            before = self.plays.find(play.id)
            play = self.plays.keep(play if before is None else kept_names(before, play))
        self.plays.note_scanned(table.id, number)
        return play

    def catch_up(self, seconds: float | None = None, begun: Callable[[], float] = monotonic) -> int:
        """Scans every table that changed since its last scan, the newest first, for up to `seconds`. Returns
        how many are left. Skips deleted tables, tables that cannot be opened (until they change) and those of
        games that are not installed."""
        until = None if seconds is None else begun() + seconds
        looked = self.plays.scanned()
        wanted = [
            (row, number)
            for row, number in self._tables.journal.numbers()
            if row.deleted is None and looked.get(row.id, 0) != number
        ]
        for done, (row, number) in enumerate(wanted):
            if until is not None and begun() > until:
                return len(wanted) - done
            try:
                self.update_play(self._tables.open_unshared(row.id))
            except JournalError:
                raise
            except UnknownGame:
                continue  # another version may know it
            except Exception as wrong:
                _log.warning("the table %s is passed over: %s", row.id, wrong)
                self.plays.note_scanned(row.id, number)
        return 0
