"""Chooses what each viewer is shown of a table's lessons: one step, reminders and a proposed answer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from companion.games.contract import Light, LightPicture, Option, Question, State, decision_to_json
from companion.lessons import lesson_files
from companion.lessons.asking import ShownAhead, ahead_for
from companion.lessons.kept import KNOWS, NEW, LessonChoices, choices_from_json
from companion.lessons.lesson_files import BadLesson, Lesson, LessonBook, Reminder, Step
from companion.lessons.progress import LessonEvent, Progress, advance, initial_progress, matches, proposed
from companion.table.journal import Entry
from companion.table.redaction import cover_of
from companion.table.settings import TAUGHT
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.table.timeline import Node

log = logging.getLogger(__name__)

OFF, REMINDERS, LESSONS = "off", "reminders", "lessons"
"""The table's setting `teaching`."""
POINTING_MOTION = "breathe"
"""Of a lamp that a lesson points at; always at full level."""


@dataclass(frozen=True)
class ShownStep:
    """A step as a page shows it. seats: whom it is for. number: from 1, of `of`. again: it is repeated."""

    lesson: Lesson
    step: Step
    number: int
    of: int
    seats: tuple[int, ...]
    again: bool = False

    @property
    def page(self) -> int:
        return self.step.page or self.lesson.page

    @property
    def at(self) -> str:
        return f"{self.lesson.id}/{self.number - 1}"

    @property
    def waits_for(self) -> str:
        """ "tap", "table" or "play"."""
        if self.again or self.step.waits_for_tap:
            return "tap"
        assert self.step.until is not None
        return "table" if self.step.until.table else "play"


@dataclass(frozen=True)
class ShownReminder:
    """A reminder as a page shows it, for one player."""

    reminder: Reminder
    seat: int


@dataclass(frozen=True)
class Teaching:
    """What one viewer is shown. more: how many further steps are ready after this one. had: the lessons that
    this viewer may ask for again, the last one first. ahead: questions, where no step is
    shown, a seat's own alone on its page."""

    step: ShownStep | None = None
    reminders: tuple[ShownReminder, ...] = ()
    had: tuple[Lesson, ...] = ()
    ahead: tuple[ShownAhead, ...] = ()

    @property
    def points(self) -> tuple[tuple[int, str], ...]:
        """What is pointed at, each with the player whom it is shown to."""
        found = [(r.seat, r.reminder.points_at) for r in self.reminders if r.reminder.points_at]
        if self.step is not None and self.step.step.points_at:
            found.append((self.step.seats[0], self.step.step.points_at))
        return tuple(found)


NO_TEACHING = Teaching()


Waiting = tuple[tuple[int, str, int, LessonBook], ...]
"""(seat, lesson, step, book) of steps that wait for something."""


@dataclass
class _Known:
    """What is worked out for one viewer of a table: the progress by entry, and what happened last."""

    progress: dict[int, Progress] = field(default_factory=dict)
    last: LessonEvent | None = None


_lock = threading.Lock()
_known: WeakKeyDictionary[Table[State], dict[int | None, _Known]] = WeakKeyDictionary()


def teaching_for(
    table: Table[State], viewer: int | None, now: Now[State], elsewhere: Set[int] = frozenset()
) -> Teaching:
    """What this viewer (a seat; None: the table's own page) is shown at a moment of the table. elsewhere: the
    seats whose own phones show it, so that the table's page does not."""
    setting = now.settings.teaching
    book = book_of(table.game.name)
    everyone = (
        tuple(seat for seat in range(len(table.setup.players)) if seat not in elsewhere)
        if viewer is None
        else (viewer,)
    )
    learners = tuple(seat for seat in everyone if _is_taught(now, seat))
    if (setting == OFF and not learners) or not book or table.read_only:
        return NO_TEACHING
    kept = _choices(now)
    happening, progress = _progress_at(table, book, viewer, now.number)
    reminders = _reminders(book, progress, learners if setting == OFF else everyone)
    if not learners:
        return Teaching(None, reminders)
    seats = learners
    steps = [s for seat in seats if (s := _step(book, progress, kept, seat)) is not None]
    asked = {q.player for q in happening.questions if not (q.optional or q.answered)}
    step = _shared_step(steps, asked)
    asks = not step and now.settings.asks_ahead(table.id)
    ahead = tuple(ahead_for(table, now, kept, learners, viewer)) if asks else ()
    return Teaching(step, reminders, _past_lessons(book, progress, kept, seats), ahead)


def proposed_option(
    table: Table[State], now: Now[State], seat: int, options: tuple[Option, ...]
) -> tuple[Option, str] | None:
    """The option that a new player is proposed, and why ("": it says nothing); None: there is none."""
    book = book_of(table.game.name)
    if not _is_taught(now, seat) or not book or not book.proposals or table.read_only:
        return None
    if _choices(now).level(seat) == KNOWS:
        return None
    happening, progress = _progress_at(table, book, seat, now.number)
    data = [decision_to_json(option.decision) for option in options]
    for wanted, why in proposed(book, table.game, progress, happening, seat):
        for option, one in zip(options, data, strict=True):
            if matches(wanted, one):
                return option, why
    return None


def waiting_for_table(table: Table[State], now: Now[State]) -> Waiting:
    """The steps now shown that wait for the table."""
    book = book_of(table.game.name)
    learners = [seat for seat in range(len(table.setup.players)) if _is_taught(now, seat)]
    if not learners or not book or table.read_only:
        return ()
    kept = _choices(now)
    _happening, progress = _progress_at(table, book, None, now.number)
    steps = (_step(book, progress, kept, seat) for seat in learners)
    return tuple(
        (step.seats[0], step.lesson.id, step.number - 1, book)
        for step in steps
        if step is not None and step.waits_for == "table"
    )


def with_pointed_lamps(table: Table[State], now: Now[State], picture: LightPicture) -> LightPicture:
    """The lamps of a table with those that the table's page points at: in their colour, else white, they
    breathe brightly."""
    points = teaching_for(table, None, now).points
    if not points:
        return picture
    view = table.game.view(now.state, None)
    lamps = {lamp for seat, point in points for lamp in table.game.lessons.lamps(view, seat, point)}
    segments = tuple(
        (
            name,
            tuple(
                Light(light.colour if light.level else "white", POINTING_MOTION, 3)
                if (name, at) in lamps
                else light
                for at, light in enumerate(lights)
            ),
        )
        for name, lights in picture.segments
    )
    return LightPicture(segments, picture.calls)


def _is_taught(now: Now[State], seat: int) -> bool:
    """Whether lessons come to this seat: to all where the table wants them, else to who is helped so."""
    return now.settings.teaching == LESSONS or now.settings.help_of(seat) == TAUGHT


def _choices(now: Now[State]) -> LessonChoices:
    """What players said to lessons; who wants to be taught is new, whatever was said before."""
    kept = choices_from_json(now.settings.taught)
    taught = {seat: NEW for seat in kept.levels if now.settings.help_of(seat) == TAUGHT}
    return replace(kept, levels={**kept.levels, **taught})


def _progress_at(
    table: Table[State], book: LessonBook, viewer: int | None, number: int
) -> tuple[LessonEvent, Progress]:
    """What happened last and the progress then, as this viewer may know it."""
    path = table.path(number)
    last = path[-1][1].number
    with _lock:
        known = _known.setdefault(table, {}).setdefault(viewer, _Known())
        if known.last is not None and known.last.number == path[-1][0].number:
            return known.last, known.progress[last]
        done = next((n for n in range(len(path), 0, -1) if path[n - 1][1].number in known.progress), 0)
        progress = (
            known.progress[path[done - 1][1].number] if done else initial_progress(len(table.setup.players))
        )
        for place in range(min(done, len(path) - 1), len(path)):
            before = path[place - 1][1].questions if place else ()
            known.last = _happening(table, viewer, *path[place], before)
            if place >= done:
                progress = advance(book, table.game, progress, known.last)
                known.progress[path[place][1].number] = progress
        assert known.last is not None
        return known.last, progress


def _happening(
    table: Table[State], viewer: int | None, entry: Entry, node: Node[State], before: tuple[Question, ...]
) -> LessonEvent:
    """before: the questions that the entry met."""
    cover = cover_of(before, entry)
    hidden = cover is not None and cover.seat != viewer
    is_visible = entry.kind in ("decision", "draw") and not hidden
    return LessonEvent(
        entry.number,
        str(entry.data.get("do", "")) if is_visible else "",
        entry.data if is_visible else {},
        None if hidden else entry.player,
        entry.kind == "draw",
        table.game.view(node.state, viewer),
        node.questions,
        table.game.phase(node.state),
        first=entry.kind == "setup",
    )


def book_of(game: str) -> LessonBook:
    """The lessons of an installed game; none where its files cannot be read, which is in the log."""
    try:
        return lesson_files.of_game(game)
    except BadLesson as wrong:
        log.warning("the lessons of %s are left out: %s", game, wrong.sentence)
        return LessonBook()


def _step(book: LessonBook, progress: Progress, kept: LessonChoices, seat: int) -> ShownStep | None:
    """The step of a player: of a lesson asked for again, else of the one begun last."""
    if seat in kept.again:
        lesson_id, number = kept.again[seat]
        lesson = book.by_id.get(lesson_id)
        if lesson is not None and 0 <= number < len(lesson.step):
            return ShownStep(lesson, lesson.step[number], number + 1, len(lesson.step), (seat,), again=True)
    begun = sorted(progress.seats[seat].running, key=lambda one: (-one.at, book.rank[one.lesson]))
    for running in begun:
        lesson = book.by_id[running.lesson]
        if running.ended or not _wanted(lesson, kept, seat):
            continue
        number = running.step
        while f"{lesson.id}/{number}" in kept.read.get(seat, ()):
            number += 1
        if number < len(lesson.step):
            return ShownStep(lesson, lesson.step[number], number + 1, len(lesson.step), (seat,))
    return None


def _wanted(lesson: Lesson, kept: LessonChoices, seat: int) -> bool:
    if lesson.id in kept.skipped.get(seat, ()):
        return False
    return lesson.level == "all" or kept.level(seat) != KNOWS


def _shared_step(steps: list[ShownStep], asked: set[int | None]) -> ShownStep | None:
    """One step for a page: of those who are asked now, if they have any; for all who are at the same one."""
    if not steps:
        return None
    chosen = next((s for s in steps if s.seats[0] in asked), steps[0])
    same = [s for s in steps if s.at == chosen.at]
    return replace(chosen, seats=tuple(seat for s in same for seat in s.seats))


def _reminders(book: LessonBook, progress: Progress, seats: Iterable[int]) -> tuple[ShownReminder, ...]:
    """Those that hold now; one that holds for several players is shown once."""
    found: dict[str, ShownReminder] = {}
    by_id: Mapping[str, Reminder] = {one.id: one for one in book.reminders}
    for seat in seats:
        for one in progress.seats[seat].reminded:
            reminder = by_id[one.reminder]
            if one.holds and one.count <= reminder.times:
                found.setdefault(reminder.id, ShownReminder(reminder, seat))
    return tuple(found.values())


def _past_lessons(
    book: LessonBook, progress: Progress, kept: LessonChoices, seats: Iterable[int]
) -> tuple[Lesson, ...]:
    found: dict[str, int] = {}
    for seat in seats:
        for one in progress.seats[seat].running:
            if book.by_id[one.lesson].level == "all" or kept.level(seat) != KNOWS:
                found[one.lesson] = one.at
    ordered = sorted(found, key=lambda lesson: (-found[lesson], -book.rank[lesson]))
    return tuple(book.by_id[lesson] for lesson in ordered)
