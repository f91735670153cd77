"""Clocks of questions with a time limit, derived from the times of the journal's entries.

Pure: the same entries give the same clocks, so a restart keeps them. All times are of the steady clock: that
the machine's own is set takes nobody's time. A clock runs from the entry that made its question open;
pausing, a time-out and more time are entries of the kind "clock":
`{"do": "pause"}`, `{"do": "resume"}`, `{"do": "time-out", "player": 0}`,
`{"do": "more", "player": 0, "seconds": 30}`. What stops clocks says `"used_ms": [12500]`, too, what
each had used by then: the journal's times do not tell that the machine's clock was set in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.games.contract import Illegal, Json, Question
from companion.table.journal import Entry
from companion.translation import _

MAX_ADDED_SECONDS = 3600
"""The most that one request may add to a clock."""
STOPS = ("pause", "time-out")


@dataclass(frozen=True, slots=True)
class QuestionClock:
    """The clock of an open question. seconds: its whole time; used: seconds gone by when it last stopped.

    since: from when it runs; None: it is paused.
    """

    player: int | None
    kind: str
    seconds: float
    used: float = 0.0
    since: datetime | None = None

    @property
    def ends(self) -> datetime | None:
        """When it runs out; None: it is paused."""
        return None if self.since is None else self.since + timedelta(seconds=self.seconds - self.used)

    def left(self, at: datetime) -> float:
        """Seconds left at this time, not below 0."""
        running = 0.0 if self.since is None else max(0.0, (at - self.since).total_seconds())
        return max(0.0, self.seconds - self.used - running)

    def stopped(self, at: datetime) -> QuestionClock:
        if self.since is None:
            return self
        running = max(0.0, (at - self.since).total_seconds())
        return replace(self, used=self.used + running, since=None)


@dataclass(slots=True)
class QuestionClocks:
    """All clocks of a table. percent: a seat's time in percent of the question's (a table setting).

    paused: no clock runs. time_outs: how many each seat has taken.
    """

    paused: bool = False
    time_outs: dict[int, int] = field(default_factory=dict)
    _clocks: dict[tuple[int | None, str], QuestionClock] = field(default_factory=dict)

    def apply(
        self, entry: Entry, at: datetime, questions: tuple[Question, ...], answered: Question | None
    ) -> None:
        """Call with each entry, when it was made, the questions that are open after it, and the one before it
        that it answered. What a seat does or says beside its question gives no time for it."""
        if entry.kind == "clock":
            self._act(entry, at)
            return
        if not self._clocks and not any(q.seconds for q in questions):
            return
        does = () if answered is None else answered.does
        done = answered and (not does or entry.data.get("do") in does) and (answered.player, answered.kind)
        kept = {}
        for question in questions:
            if not question.seconds or question.answered:
                continue
            key = (question.player, question.kind)
            clock = self._clocks.get(key)
            if clock is None or key == done:
                clock = QuestionClock(*key, question.seconds, since=None if self.paused else at)
            kept[key] = clock
        self._clocks = kept

    def all(self, percent: Mapping[str, int]) -> tuple[QuestionClock, ...]:
        return tuple(
            replace(clock, seconds=clock.seconds * percent.get(str(clock.player), 100) / 100)
            for clock in self._clocks.values()
        )

    def check(self, data: Mapping[str, Json], allowed_time_outs: int) -> None:
        """Raises Illegal for an action that is not possible now."""
        match data.get("do"):
            case "pause" if self.paused:
                raise Illegal(_("The clock is paused already."))
            case "resume" if not self.paused:
                raise Illegal(_("The clock is not paused."))
            case "time-out":
                player = data["player"]
                if self.paused or not self._clocks:
                    raise Illegal(_("A time-out stops a running clock; no clock runs now."))
                if self.time_outs.get(player, 0) >= allowed_time_outs:
                    raise Illegal(_("You have no time-out left."))
            case "more" if not any(player == data["player"] for player, _kind in self._clocks):
                raise Illegal(_("No clock runs for this player."))

    def _act(self, entry: Entry, at: datetime) -> None:
        do = entry.data.get("do")
        if do == "resume":
            self.paused = False
            self._clocks = {key: replace(c, since=at) for key, c in self._clocks.items()}
        elif do == "more":
            player, more = entry.data["player"], entry.data["seconds"]
            self._clocks = {
                key: replace(c, seconds=c.seconds + more) if key[0] == player else c
                for key, c in self._clocks.items()
            }
        else:
            if do == "time-out":
                player = entry.data["player"]
                self.time_outs[player] = self.time_outs.get(player, 0) + 1
            self.paused = True
            stopped = [c.stopped(at) for c in self._clocks.values()]
            if len(used := _used_ms(entry.data)) == len(stopped):
                stopped = [replace(c, used=ms / 1000) for c, ms in zip(stopped, used, strict=True)]
            self._clocks = dict(zip(self._clocks, stopped, strict=True))

    def stopping(self, action: Mapping[str, Json], at: datetime) -> dict[str, Json]:
        """The action as its entry keeps it: with what each clock has used, where it stops them."""
        if action["do"] not in STOPS or not self._clocks:
            return {**action}
        return {**action, "used_ms": [round(1000 * c.stopped(at).used) for c in self._clocks.values()]}


def _used_ms(data: Mapping[str, Json]) -> Sequence[int]:
    """What an entry says that each clock had used; nothing where it says something else."""
    match data.get("used_ms"):
        case [*used] if all(type(ms) is int and 0 <= ms < 10**12 for ms in used):
            return used
    return ()


def clock_action(data: Json) -> dict[str, Json]:
    """What a clock entry holds, from a request's JSON. Raises Illegal."""
    data = data if isinstance(data, Mapping) else {}
    do, player, seconds = data.get("do"), data.get("player"), data.get("seconds")
    if do in ("pause", "resume"):
        return {"do": do}
    if do not in ("time-out", "more") or type(player) is not int:
        raise Illegal(_("A clock can be paused, resumed, stopped by a time-out and given more time."))
    if do == "time-out":
        return {"do": do, "player": player}
    if type(seconds) is not int or not 1 <= seconds <= MAX_ADDED_SECONDS:
        raise Illegal(_("More time is 1 to {most} seconds.", most=MAX_ADDED_SECONDS))
    return {"do": do, "player": player, "seconds": seconds}


def clock_words(data: Mapping[str, Json], names: tuple[str, ...]) -> str:
    """What a clock entry did, for the history. names: the players', by seat."""
    match data.get("do"):
        case "pause":
            return _("The clock is paused")
        case "resume":
            return _("The clock goes on")
        case "time-out":
            return _("{player} takes a time-out", player=names[data["player"]])
        case _other:
            return _("{player} has {count} seconds more", player=names[data["player"]], count=data["seconds"])
