"""Derives from what has happened how far each player is in each lesson; pure.

Taps are not in it: they are kept beside (kept.py). So undo leads back to what was shown before it, and a
replay of the journal gives the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.contract import Game, Json, Phase, Question, State
from companion.lessons.lesson_files import Condition, LessonBook, names_of


@dataclass(frozen=True, slots=True)
class LessonEvent:
    """An entry and what it led to, as one viewer may know it.

    number: the entry's. do, data, player: of the decision; "": it was none, or is secret to this viewer.
    chance: a draw or a roll, which the companion or the table made by itself. first: the table's setup.
    """

    number: int
    do: str
    data: Mapping[str, Json]
    player: int | None
    chance: bool
    state: State
    questions: tuple[Question, ...]
    phase: Phase
    first: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """A lesson that a player was given. step: the first that no happening has passed yet, from 0; at: the
    entry that began it."""

    lesson: str
    step: int
    at: int
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Reminded:
    """A reminder that a player had. count: how often by now; holds: its condition still does."""

    reminder: str
    count: int
    holds: bool


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """Of one player, everything in the order in which it began."""

    running: tuple[Running, ...] = ()
    reminded: tuple[Reminded, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Of all players. decided: what each proposal's answers have been at this table."""

    seats: tuple[SeatProgress, ...]
    decided: Mapping[str, tuple[Mapping[str, Json], ...]] = field(default_factory=dict)


_NOTHING_NAMED = Condition()


def initial_progress(players: int) -> Progress:
    return Progress((SeatProgress(),) * players)


def holds(
    condition: Condition, game: Game[State], happening: LessonEvent, seat: int, begun: frozenset[str]
) -> bool:
    """Whether a condition holds for a player right after a happening. begun: the lessons this player had.

    `tap` and `table` hold never: no happening brings them.
    """
    if condition == _NOTHING_NAMED or condition.tap or condition.table:
        return False
    c, phase = condition, happening.phase
    if c.start and not happening.first:
        return False
    if c.phase and phase.key not in names_of(c.phase):
        return False
    if c.not_phase and phase.key in names_of(c.not_phase):
        return False
    if c.rounds and not c.rounds[0] <= phase.round <= c.rounds[1]:
        return False
    if (c.ending and not phase.endings) or (c.over and not phase.over):
        return False
    if c.decided and not _decided(c, happening, seat):
        return False
    if c.asked and not any(
        q.player == seat and q.kind in names_of(c.asked) and not (q.optional or q.answered)
        for q in happening.questions
    ):
        return False
    if c.open and not any(
        q.kind in names_of(c.open) and not (q.optional or q.answered) for q in happening.questions
    ):
        return False
    if c.begun and not begun.issuperset(names_of(c.begun)):
        return False
    lessons = game.lessons
    return all(lessons.sign(happening.state, seat, name) for name in names_of(c.sign)) and not any(
        lessons.sign(happening.state, seat, name) for name in names_of(c.not_sign)
    )


def _decided(c: Condition, happening: LessonEvent, seat: int) -> bool:
    if happening.do not in names_of(c.decided):
        return False
    if c.by == "me" and happening.player != seat:
        return False
    if c.by == "others" and happening.player == seat:
        return False
    return matches(c.having, happening.data)


def matches(wanted: Mapping[str, object], data: Mapping[str, Json]) -> bool:
    """Whether a decision's fields have these values; a list is any of them."""
    return all(
        data.get(name) in (value if isinstance(value, list | tuple) else (value,))
        for name, value in wanted.items()
    )


def advance(book: LessonBook, game: Game[State], progress: Progress, happening: LessonEvent) -> Progress:
    """The progress after one more happening."""
    seats = tuple(_seat_advanced(book, game, own, happening, seat) for seat, own in enumerate(progress.seats))
    decided = progress.decided
    for proposal in book.proposals:
        if happening.do and any(happening.data.keys() >= one.keys() for one, _why in proposal.values()):
            decided = {**decided, proposal.id: (*decided.get(proposal.id, ()), happening.data)}
    return Progress(seats, decided)


def _seat_advanced(
    book: LessonBook, game: Game[State], own: SeatProgress, happening: LessonEvent, seat: int
) -> SeatProgress:
    begun = frozenset(running.lesson for running in own.running)
    running = []
    for one in own.running:
        lesson = book.by_id.get(one.lesson)
        if one.ended or lesson is None:
            running.append(one)
            continue
        passed = next(
            (
                at + 1
                for at, step in enumerate(lesson.step)
                if at >= one.step
                and step.until is not None
                and holds(step.until, game, happening, seat, begun)
            ),
            one.step,
        )
        ended = lesson.ends is not None and holds(lesson.ends, game, happening, seat, begun)
        running.append(replace(one, step=passed, ended=ended))
    for lesson in book.lessons:
        if lesson.id not in begun and holds(lesson.when, game, happening, seat, begun):
            running.append(Running(lesson.id, 0, happening.number))
    return SeatProgress(tuple(running), _reminded(book, game, own, happening, seat, begun))


def _reminded(
    book: LessonBook,
    game: Game[State],
    own: SeatProgress,
    happening: LessonEvent,
    seat: int,
    begun: frozenset[str],
) -> tuple[Reminded, ...]:
    known = {one.reminder: one for one in own.reminded}
    for reminder in book.reminders:
        before = known.get(reminder.id, Reminded(reminder.id, 0, False))
        now = holds(reminder.when, game, happening, seat, begun)
        if now and not before.holds:
            known[reminder.id] = Reminded(reminder.id, before.count + 1, True)
        elif before.holds and not now and not happening.chance:
            known[reminder.id] = replace(before, holds=False)
    return tuple(known.values())


def proposed(
    book: LessonBook, game: Game[State], progress: Progress, happening: LessonEvent, seat: int
) -> tuple[tuple[Mapping[str, object], str], ...]:
    """What the proposal that holds for this player prefers and nobody has decided yet, each with why."""
    begun = frozenset(running.lesson for running in progress.seats[seat].running)
    for proposal in book.proposals:
        if holds(proposal.when, game, happening, seat, begun):
            done = progress.decided.get(proposal.id, ()) if proposal.fresh else ()
            return tuple(one for one in proposal.values() if not any(matches(one[0], data) for data in done))
    return ()
