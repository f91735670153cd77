"""When tables end: estimated apart from all requests, as often as it changes, and kept for the console.

An estimate plays a table's game on some dozen times, which takes up to two seconds of a work process. So one
table is estimated at a time, each at most every FRESH_SECONDS while somebody asks.
"""

from __future__ import annotations

import logging
import math
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from companion.games.contract import Chosen, Game, State
from companion.plays.store import PlayFilter, Plays
from companion.simulation.ending import MIN_GROUPS, PLAY_SPREAD, Remaining, estimate, pace
from companion.simulation.usual_length import usual_length
from companion.system.spare_threads import began
from companion.system.steady_time import steady
from companion.system.work_processes import Run, run_inline
from companion.table.table import Table

FRESH_SECONDS = 60.0
EARLIER_PLAYS = 30
MAX_KEPT = 200

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """The times between which four games of five end."""

    low: datetime
    high: datetime

    def minutes(self, now: datetime) -> tuple[int, int]:
        """From now, rounded to five as nobody knows better; never less than 0 and 5."""
        low, high = ((at - now).total_seconds() / 60 for at in (self.low, self.high))
        return max(0, 5 * int(low // 5)), max(5, 5 * -int(-high // 5))


@dataclass(frozen=True, slots=True)
class _Kept:
    number: int
    made: float
    end: ExpectedEnd | None


class ExpectedEnds:
    """plays: what this house has played, for its pace. run: where an estimate is made. Used by any thread."""

    def __init__(self, plays: Plays, run: Run = run_inline) -> None:
        self._plays = plays
        self._run = run
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._working = threading.Lock()

    def of(self, table: Table[State]) -> ExpectedEnd | None:
        """What is known now; None: nothing yet, or the game is over. A newer estimate is begun where the
        table has gone on since."""
        if table.game.phase(table.now.state).over:
            return None
        with self._lock:
            kept = self._kept.get(table.id)
        old = kept is None or (kept.number != table.now.number and steady() - kept.made > FRESH_SECONDS)
        if old and self._working.acquire(blocking=False):
            thread = threading.Thread(target=self._work, args=(table,), name="expected end", daemon=True)
            if not began(thread):
                self._working.release()
        return kept.end if kept is not None else None

    def estimate_now(self, table: Table[State]) -> ExpectedEnd | None:
        """The same, waiting for it."""
        entry = table.now.last.entry
        left: Remaining | None = self._run(
            estimate, table.game, table.now.state, seconds_of(table), self._earlier(table.game)
        )
        end = None
        if left is not None:
            end = ExpectedEnd(entry.at + timedelta(minutes=left.low), entry.at + timedelta(minutes=left.high))
        self._keep(table, entry.number, end)
        return end

    def _keep(self, table: Table[State], number: int, end: ExpectedEnd | None) -> None:
        with self._lock:
            self._kept[table.id] = _Kept(number, steady(), end)
            self._kept.move_to_end(table.id)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)

    def usual(self, game: Game[State], players: int, variant: Chosen = ()) -> tuple[float, float, int]:
        """Minutes between which four of five whole games of so many in this variant end, and how many plays
        of this house say so (0: simulated games at a usual pace)."""
        earlier = self._earlier(game)
        mean, spread = pace((), earlier)
        minutes = math.exp(mean) * usual_length(game, players, variant) / 60
        wide = math.exp(1.28 * math.hypot(spread, PLAY_SPREAD))
        return minutes / wide, minutes * wide, len(earlier) if len(earlier) >= MIN_GROUPS else 0

    def _work(self, table: Table[State]) -> None:
        try:
            self.estimate_now(table)
        except Exception:  # a console without an end is better than none
            _log.exception("the end of table %s could not be estimated", table.id)
            self._keep(table, table.now.number, None)
        finally:
            self._working.release()

    def _earlier(self, game: Game[State]) -> list[float]:
        """The seconds a decision of this house's plays of the game, as far as their minutes are known."""
        plays = self._plays.briefs(PlayFilter(game=game.name), EARLIER_PLAYS)
        return [
            play.minutes * 60 / usual_length(game, len(play.players))
            for play in plays
            if play.minutes and game.seats[0] <= len(play.players) <= game.seats[1]
        ]


def seconds_of(table: Table[State]) -> Sequence[float]:
    """What each step of a table that still counts took."""
    entries = table.effective()
    return tuple(max(0.0, (after.at - before.at).total_seconds()) for before, after in pairwise(entries))
