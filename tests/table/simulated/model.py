"""What should be: the table as a list of whole states, written from docs/table.md and knowing nothing of how
the companion does it. It says of each entry whether it may stand there, who may read it, and who may take it
back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion.games.contract import Question
from companion.games.contract.tellers import CAUGHT_UP
from companion.table.journal import CAUGHT_UP_AFTER, CLOCK, VIRTUAL_BAG, VIRTUAL_DICE, Entry
from companion.table.timeline import correction_from_json


class Broken(AssertionError):
    """What the auditor found."""


@dataclass(frozen=True)
class Place:
    """Where the table stands. path: the entries that led here; unread: by kind of question and seat, the
    secret answers that lie face down."""

    state: Any
    path: tuple[int, ...] = (1,)
    unread: Mapping[tuple[str, int], int] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A step as undo takes it back. number: of the entry that made it."""

    before: Place
    after: Place
    number: int


@dataclass(frozen=True)
class Asker:
    """Whose page asks (None: the table's own), and the entry that a second tap named."""

    seat: int | None
    confirm: int | None = None


@dataclass(frozen=True)
class Clock:
    """limit: all seconds; used: those gone when it last stopped; since: from when it runs."""

    limit: float
    used: float
    since: datetime | None

    def spent(self, at: datetime) -> float:
        running = 0.0 if self.since is None else max(0.0, (at - self.since).total_seconds())
        return self.used + running


class Model:
    def __init__(self, game: Any, first: Any, only_tablet: bool) -> None:
        self.game = game
        self.only_tablet = only_tablet
        """The table's setting: another's step is taken back at the tablet."""
        self.entries: list[Entry] = []
        self.now = Place(first)
        self.after: list[Place] = []
        self.back: list[Step] = []
        self.forth: list[Step] = []
        self.moved: dict[int, int] = {}
        """By an undo, redo or jump: the entry that it names."""
        self.private: dict[int, int] = {}
        self.secret: dict[int, int] = {}
        """By entry: the only seat that may read it; private ones for ever."""
        self.replaced: set[int] = set()
        self.revealed: set[int] = set()
        self.drawn: dict[tuple[Any, int], Any] = {}
        """What the seed gave at each place, by the state and the number of entries that led there."""
        self.clocks: dict[tuple[int | None, str], Clock] = {}
        self.paused = False
        self.time_outs: dict[int, int] = {}

    # --- who may read

    def reader(self, number: int) -> int | None:
        """The only seat that may read an entry; None: everybody may."""
        if number in self.private:
            return self.private[number]
        return None if number in self.revealed else self.secret.get(number)

    def hidden(self, number: int, viewer: int | None) -> bool:
        reader = self.reader(number)
        return reader is not None and reader != viewer

    # --- who may take back

    def owner(self, number: int) -> int | None:
        """Whose step an entry is; None: nobody's."""
        entry = self.entries[number - 1]
        if (reader := self.reader(number)) is not None:
            return reader
        return None if entry.by == CAUGHT_UP or entry.kind == "jump" else entry.player

    def right(self, taken: Iterable[int], asker: Asker) -> tuple[str, int | None]:
        """Whether these entries, the last first, may be taken back: "yes", "no", or "confirm" and which one
        has to be named."""
        others = [n for n in taken if self.owner(n) not in (None, asker.seat)]
        secrets = [n for n in others if n not in self.private and self.reader(n) is not None]
        if not others:
            return "yes", None
        number = (secrets or others)[0]
        if asker.seat is not None and (secrets or self.only_tablet):
            return "no", number
        if asker.confirm != number and (asker.seat is not None or self.reader(number) is not None):
            return "confirm", number
        return "yes", None

    def left_by_jump(self, to: int) -> list[int]:
        """What a jump to right after entry `to` takes back, the last first."""
        kept = set(self.after[to - 1].path)
        return [number for number in reversed(self.now.path) if number not in kept]

    # --- what came

    def absorb(self, entry: Entry, asker: Asker | None) -> None:
        """Applies an entry. asker: who sent the request for it; None: no request is known."""
        if entry.number != len(self.entries) + 1:
            raise Broken(f"entry {entry.number} follows entry {len(self.entries)}")
        asked = self.game.questions(self.now.state)
        self.entries.append(entry)
        match entry.kind:
            case "decision" | "draw":
                self._decide(entry, asked)
            case "correction":
                state = self.game.correct(self.now.state, correction_from_json(entry.data))
                self._step(entry, replace(self.now, state=state, path=(*self.now.path, entry.number)))
            case "undo" | "redo" | "jump":
                self._move(entry, asker)
            case "clock":
                self._act_on_clock(entry)
        self.after.append(self.now)
        if entry.kind != "clock":
            self._open_clocks(entry, asked)

    def _decide(self, entry: Entry, asked: tuple[Question, ...]) -> None:
        number, decision = entry.number, self.game.decision(entry.data)
        if not decision.changes_state:
            return
        answered = _answered(asked, entry)
        if entry.by == CLOCK and answered is not None:
            clock = self.clocks.get((entry.player, answered.kind))
            if clock is None or clock.spent(entry.at) < clock.limit:
                raise Broken(f"entry {number} came by a clock that had not run out")
        if entry.by in (VIRTUAL_BAG, VIRTUAL_DICE):
            place = (self.now.state, len(self.now.path))
            if self.drawn.setdefault(place, entry.data) != entry.data:
                raise Broken(f"entry {number} draws anew what was drawn there before")
        unread = dict(self.now.unread)
        if answered is not None:
            self._hide(number, answered, unread)
        state = self.game.play(self.now.state, decision)
        self._reveal(state, unread)
        place_now = Place(state, (*self.now.path, number), unread)
        follows = entry.by in (VIRTUAL_BAG, VIRTUAL_DICE)
        follows = follows or (entry.by == CAUGHT_UP and CAUGHT_UP_AFTER in entry.key)
        if not follows:
            self._step(entry, place_now)
            return
        self.now, self.forth = place_now, []
        if self.back:
            self.back[-1] = replace(self.back[-1], after=place_now)

    def _hide(self, number: int, answered: Question, unread: dict[tuple[str, int], int]) -> None:
        chance = answered.chance
        if chance is not None:
            if chance.audience is not None:
                self.private[number] = chance.audience
        elif answered.player is not None and answered.private:
            self.private[number] = answered.player
        elif answered.player is not None and answered.secret:
            key = (answered.kind, answered.player)
            if key in unread:
                self.replaced.add(unread[key])
            unread[key] = number
            self.secret[number] = answered.player

    def _reveal(self, state: Any, unread: dict[tuple[str, int], int]) -> None:
        asked = [q for q in self.game.questions(state) if q.secret]
        for (kind, seat), number in tuple(unread.items()):
            owed = any((q.kind, q.player, q.answered) == (kind, seat, False) for q in asked)
            if owed or not any(q.kind == kind for q in asked):
                del unread[kind, seat]
                self.revealed |= {number} - self.replaced
        if self.game.phase(state).over:
            self.revealed |= set(self.secret)

    def _step(self, entry: Entry, place: Place) -> None:
        self.back.append(Step(self.now, place, entry.number))
        self.forth = []
        self.now = place

    def _move(self, entry: Entry, asker: Asker | None) -> None:
        if entry.kind == "jump":
            to = entry.data["to"]
            self._check_right(entry, self.left_by_jump(to), asker)
            self.moved[entry.number] = to
            self._step(entry, self.after[to - 1])
            return
        stack = self.back if entry.kind == "undo" else self.forth
        if not stack:
            raise Broken(f"entry {entry.number} is an {entry.kind} with nothing to {entry.kind}")
        if entry.kind == "undo":
            self._check_right(entry, [stack[-1].number], asker)
        step = stack.pop()
        self.moved[entry.number] = step.number
        (self.forth if entry.kind == "undo" else self.back).append(step)
        self.now = step.before if entry.kind == "undo" else step.after

    def _check_right(self, entry: Entry, taken: list[int], asker: Asker | None) -> None:
        if asker is None:
            return
        right, number = self.right(taken, asker)
        if right != "yes":
            raise Broken(f"{asker} took entry {number} back by entry {entry.number}, which it may not")

    # --- clocks

    def _act_on_clock(self, entry: Entry) -> None:
        do, player = entry.data["do"], entry.data.get("player")
        if do == "resume":
            self.paused = False
            self.clocks = {key: replace(c, since=entry.at) for key, c in self.clocks.items()}
        elif do == "more":
            more = entry.data["seconds"]
            self.clocks = {
                key: replace(c, limit=c.limit + more) if key[0] == player else c
                for key, c in self.clocks.items()
            }
        else:
            if do == "time-out":
                self.time_outs[player] = self.time_outs.get(player, 0) + 1
                if self.time_outs[player] > self.game.timing.time_outs(self.now.state, player):
                    raise Broken(f"seat {player} has more time-outs than the game gives")
            self.paused = True
            self.clocks = {
                key: c if c.since is None else Clock(c.limit, c.spent(entry.at), None)
                for key, c in self.clocks.items()
            }

    def _open_clocks(self, entry: Entry, asked: tuple[Question, ...]) -> None:
        """A clock runs from the entry that opened its question, until that is answered."""
        answered = _answered(asked, entry) if entry.kind == "decision" else None
        done = None if answered is None else (answered.player, answered.kind)
        kept = {}
        for question in self.game.questions(self.now.state):
            if question.seconds and not question.answered:
                key = (question.player, question.kind)
                fresh = Clock(question.seconds, 0.0, None if self.paused else entry.at)
                kept[key] = fresh if key == done else self.clocks.get(key, fresh)
        self.clocks = kept


def _answered(asked: tuple[Question, ...], entry: Entry) -> Question | None:
    """The question that an entry answered."""
    if entry.kind == "draw":
        return next((q for q in asked if q.chance is not None), None)
    return next((q for q in asked if q.player == entry.player and entry.data["do"] in q.does), None)
