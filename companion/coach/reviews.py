"""Searches the moments that decided games: in idle time while they are played, then for whoever looks."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

from companion.coach.moments import MadeDecision, Review
from companion.coach.search import needs_hand
from companion.coach.table_threads import FOLLOWER_CHECK_SECONDS, TableThreads
from companion.games.contract import State
from companion.system.work_processes import Run, run_inline
from companion.table.table import Table

_log = logging.getLogger(__name__)

REVIEW_SLICE_SECONDS = 1.5
"""Time that one request works on the moments of a game."""
MAX_CACHED_REVIEWS = 12
"""Games whose moments are kept in memory."""
IDLE_SECONDS = 8.0
"""A game that is played is searched once nobody has answered for so long."""
HOUSE_IDLE_SECONDS = 2.0
"""And once no page of any table has changed for so long: a search beside answers makes them wait."""


@dataclass
class _CachedReview:
    review: Review
    number: int
    lock: threading.Lock = field(default_factory=threading.Lock)


class Reviews:
    """The reviews of the games played or looked at last. run: runs the searches. busy: whether somebody waits
    for other long work, such as photos: idle time is when nobody does."""

    def __init__(self, run: Run = run_inline, busy: Callable[[], bool] = lambda: False) -> None:
        self._run = run
        self._busy = busy
        self._changed = monotonic()
        self._idle_turn = threading.Lock()
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], _CachedReview] = OrderedDict()
        self._threads = TableThreads("moments")

    def of(self, table: Table[State]) -> Review:
        """The review of the table's game as it is now, continued for one slice unless it is done."""
        kept = self._cached(table)
        # Several devices may wait for the same game: the request of one of them works.
        if not kept.review.done and kept.lock.acquire(blocking=False):
            try:
                kept.review.work(REVIEW_SLICE_SECONDS, monotonic)
            finally:
                kept.lock.release()
        return kept.review

    def follow(self, table: Table[State]) -> None:
        """From now on the table's game is searched in idle time, until its moments are found. Called whenever
        a page of any table changes."""
        self._changed = monotonic()
        if table.game.coaching is None or needs_hand(table.game) or table.settings.coach == "off":
            return
        if not self._threads.works_at(table) and not table.game.phase(table.now.state).over:
            self._threads.begin(table, self._search)

    def _search(self, table: Table[State]) -> None:
        with table.subscribe(follows=False) as watch:
            while not watch.closed:
                over = table.game.phase(table.now.state).over
                if not over and watch.get(IDLE_SECONDS) is not None:
                    continue  # somebody plays
                try:
                    kept = self._cached(table)
                    while not (kept.review.done or watch.closed or table.now.number != kept.number):
                        if not self._search_once(kept):
                            watch.get(HOUSE_IDLE_SECONDS / 2)
                except Exception:  # a game's own part may raise anything: the page searches again
                    _log.exception("the moments of table %s cannot be searched", table.id)
                    return
                if over or (watch.get(FOLLOWER_CHECK_SECONDS) is None and not table.watchers):
                    return

    def _search_once(self, kept: _CachedReview) -> bool:
        """Makes the next search; False: another table's is being made, or the house is not idle."""
        if not self._idle_turn.acquire(blocking=False):
            return False
        try:
            if self._busy() or monotonic() - self._changed < HOUSE_IDLE_SECONDS:
                return False
            with kept.lock:
                kept.review.work(0.0, monotonic)
            return True
        finally:
            self._idle_turn.release()

    def _cached(self, table: Table[State]) -> _CachedReview:
        """The kept review, of the decisions as they are now."""
        key, over = (table.id, table.created), table.game.phase(table.now.state).over
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                kept = self._kept[key] = _CachedReview(
                    Review(table.game, decisions_of(table), self._run, over), table.now.number
                )
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_CACHED_REVIEWS:
                self._kept.popitem(last=False)
        if kept.number != table.now.number:
            with kept.lock:
                kept.number = table.now.number
                kept.review.follow(decisions_of(table), over)
        return kept


def decisions_of(table: Table[State]) -> tuple[MadeDecision, ...]:
    """The effective decisions of the game at a table, each with the state before it."""
    entries = table.effective()
    return tuple(
        MadeDecision(entry.number, table.state_at(before.number), table.game.decision(entry.data))
        for before, entry in pairwise(entries)
        if entry.kind == "decision"
    )
