"""What happened at the table beside the answers themselves: what was revealed, and what followed from it.

Rules note each event where it happens; pages and history put it into words (`display/event_words.py`).
"""

from __future__ import annotations

from typing import Any

from companion.games.contract import Value


class Event(Value, frozen=True):
    """One thing that everybody at the table sees or hears.

    kind: its name in `display/event_words.py`, which says what the fields mean for it; seat, planet, whom: -1
    where it is about none. batch: events of the same decision have the same number.
    """

    kind: str
    turn: int
    phase: str
    batch: int
    seat: int = -1
    planet: int = -1
    whom: int = -1
    number: int = 0
    more: tuple[Any, ...] = ()


class Log(Value, frozen=True):
    """The events of this turn and the one before. dropped: how many older ones there were; batch: the number
    of the decision that is being played."""

    events: tuple[Event, ...] = ()
    dropped: int = 0
    batch: int = 0

    @property
    def total(self) -> int:
        return self.dropped + len(self.events)

    @property
    def latest(self) -> tuple[Event, ...]:
        """Those of the last decision that had any."""
        return tuple(each for each in self.events if each.batch == self.events[-1].batch)

    def next(self) -> Log:
        """For the next decision."""
        return Log(self.events, self.dropped, self.batch + 1)

    def since(self, before: Log) -> tuple[Event, ...]:
        """What was added to an earlier log."""
        return self.events[len(self.events) - (self.total - before.total) :]

    def without_before(self, turn: int) -> Log:
        kept = tuple(each for each in self.events if each.turn >= turn)
        return Log(kept, self.total - len(kept), self.batch)
