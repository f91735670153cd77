"""A timer as a frozen value, and what people do with it.

Times are whole milliseconds by the steady clock, given by the caller: a running timer is the moment at which
it ends, so that it counts on while the companion is not running.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.games.contract.timer_plan import TimerPart, TimerPlan
from companion.translation import _

MAX_PART_SECONDS = 3600
MAX_PEOPLE = 12
MAX_NAME_LENGTH = 24


class TimerError(ValueError):
    """An action that is not possible for the timer now; `sentence` is for people."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Person:
    """seconds: of this person's own in every part; None: the part's. new: a new player, who has time-outs."""

    name: str
    new: bool = False
    seconds: int | None = None
    time_outs: int = 0


@dataclass(frozen=True, slots=True)
class Timer:
    """part, person: indexes of what is timed now; person None: everybody at once.

    ends: when a running timer ends; None: it does not run and has `left` ms. stopped_by: who paused it, ""
    while it runs or has not begun. time_out: it was stopped by a new player's time-out.
    """

    game: str
    parts: tuple[TimerPart, ...]
    people: tuple[Person, ...]
    sounds: tuple[int, ...]
    count_down: int
    part: int = 0
    person: int | None = None
    ends: int | None = None
    left: int = 0
    stopped_by: str = ""
    time_out: bool = False

    @property
    def full(self) -> int:
        """The whole time of the part and person timed now, in ms."""
        own = None if self.person is None else self.people[self.person].seconds
        return 1000 * (self.parts[self.part].seconds if own is None else own)

    def remaining(self, now: int) -> int:
        """ms; 0 when the time is up."""
        return self.left if self.ends is None else max(0, self.ends - now)


def new_timer(
    game: str, plan: TimerPlan, people: tuple[Person, ...], parts: tuple[TimerPart, ...] = ()
) -> Timer:
    """A timer at its start. parts: the plan's with other seconds."""
    people = tuple(replace(p, time_outs=plan.time_outs if p.new else 0) for p in people)
    timer = Timer(game, parts or plan.parts, people, plan.sounds, plan.count_down)
    return replace(timer, left=timer.full)


def start(timer: Timer, now: int) -> Timer:
    """Lets it run, on from where it stands; at the end of its time, from the start."""
    if timer.ends is not None and timer.remaining(now) > 0:
        return timer
    left = timer.remaining(now) or timer.full
    return replace(timer, ends=now + left, left=0, stopped_by="", time_out=False)


def pause(timer: Timer, now: int, who: str) -> Timer:
    """Anyone may; on a timer that stands still this changes nothing."""
    if timer.ends is None or timer.remaining(now) == 0:
        return timer
    return replace(timer, ends=None, left=timer.remaining(now), stopped_by=who, time_out=False)


def take_time_out(timer: Timer, now: int, person: int) -> Timer:
    """A new player stops the running timer at the cost of a time-out. Raises TimerError."""
    who = _person(timer, person)
    if timer.ends is None or timer.remaining(now) == 0:
        raise TimerError(_("A time-out stops a running timer; this one stands still."))
    if who.time_outs < 1:
        raise TimerError(_("{player} has no time-out left.", player=who.name))
    people = _with(timer.people, person, replace(who, time_outs=who.time_outs - 1))
    left = timer.remaining(now)
    return replace(timer, people=people, ends=None, left=left, stopped_by=who.name, time_out=True)


def reset(timer: Timer, now: int) -> Timer:
    """Back to the whole time, standing still."""
    return replace(timer, ends=None, left=timer.full, stopped_by="", time_out=False)


def choose(timer: Timer, now: int, part: int, person: int | None) -> Timer:
    """Times another part, or another person; it stands still at its whole time. Raises TimerError."""
    if not 0 <= part < len(timer.parts):
        raise TimerError(_("This timer has no such part."))
    if person is not None:
        _person(timer, person)
    return reset(replace(timer, part=part, person=person), now)


def add_seconds(timer: Timer, now: int, seconds: int) -> Timer:
    """More time, or less (negative), but never less than none. Raises TimerError."""
    left = timer.remaining(now) + 1000 * seconds
    if not 0 <= left <= 1000 * MAX_PART_SECONDS:
        raise TimerError(
            _("The time left stays between 0 and {minutes} minutes.", minutes=MAX_PART_SECONDS // 60)
        )
    return replace(timer, left=left) if timer.ends is None else replace(timer, ends=now + left)


def _person(timer: Timer, person: int) -> Person:
    if not 0 <= person < len(timer.people):
        raise TimerError(_("This timer knows no such player."))
    return timer.people[person]


def _with(people: tuple[Person, ...], at: int, one: Person) -> tuple[Person, ...]:
    return (*people[:at], one, *people[at + 1 :])


def to_json(timer: Timer) -> dict[str, Any]:
    return asdict(timer)


def from_json(data: dict[str, Any]) -> Timer:
    """The reverse of `to_json`. Raises TypeError or KeyError for anything else."""
    parts = tuple(TimerPart(**part) for part in data["parts"])
    people = tuple(Person(**person) for person in data["people"])
    return Timer(**{**data, "parts": parts, "people": people, "sounds": tuple(data["sounds"])})
