"""Searches the moments that decided finished games in slices, and keeps those looked at last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

from companion.coach.moments import MadeDecision, Review
from companion.games.contract import State
from companion.system.work_processes import Run, run_inline
from companion.table.table import Table

REVIEW_SLICE_SECONDS = 1.5
"""Time that one request works on the moments of a game."""
MAX_CACHED_REVIEWS = 12
"""Games whose moments are kept in memory."""


@dataclass
class _CachedReview:
    review: Review
    lock: threading.Lock = field(default_factory=threading.Lock)


class Reviews:
    """The reviews of the games looked at last. run: runs the searches."""

    def __init__(self, run: Run = run_inline) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], _CachedReview] = OrderedDict()

    def of(self, table: Table[State]) -> Review:
        """The review of the table's game as it is now, continued for one slice unless it is done."""
        key = (table.id, table.created, table.now.number)
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                kept = self._kept[key] = _CachedReview(Review(table.game, decisions_of(table), self._run))
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_CACHED_REVIEWS:
                self._kept.popitem(last=False)
        # Several devices may wait for the same game: the request of one of them works.
        if not kept.review.done and kept.lock.acquire(blocking=False):
            try:
                kept.review.work(REVIEW_SLICE_SECONDS, monotonic)
            finally:
                kept.lock.release()
        return kept.review


def decisions_of(table: Table[State]) -> tuple[MadeDecision, ...]:
    """The effective decisions of the game at a table, each with the state before it."""
    entries = table.effective()
    return tuple(
        MadeDecision(entry.number, table.state_at(before.number), table.game.decision(entry.data))
        for before, entry in pairwise(entries)
        if entry.kind == "decision"
    )
