"""A game's plan for a timer at its table: parts with a time each, when it sounds, time-outs.

A game may offer an attribute `timer` of this kind; one without it has DEFAULT_TIMER_PLAN.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.translation import marked


@dataclass(frozen=True, slots=True)
class TimerPart:
    """A stretch of play that is timed. key: lower case, with hyphens; words: marked, for people."""

    key: str
    words: str
    seconds: int


@dataclass(frozen=True, slots=True)
class TimerPlan:
    """sounds: seconds before the end at which a sound is played, descending; count_down: the last seconds,
    each with a beep; time_outs: how often a new player may stop the timer; page: of the rulebook, if any."""

    parts: tuple[TimerPart, ...]
    sounds: tuple[int, ...] = (90, 75, 60, 45, 30, 20)
    count_down: int = 10
    time_outs: int = 3
    page: int | None = None


DEFAULT_TIMER_PLAN = TimerPlan((TimerPart("turn", marked("A turn"), 120),))
"""For a table without a game, and for games without a `timer`."""
