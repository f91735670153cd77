"""Keeps with a table's settings what players tapped during lessons: levels, steps read, skips.

It is no entry of the journal: it changes no state, is not undone, and a replay does without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.contract import Json
from companion.lessons.lesson_files import LessonBook

NEW, KNOWS = "new", "knows"
LEVELS = (NEW, KNOWS)


MOST_ASKED = 60
"""Questions ahead that are kept of a seat: more rounds than any game has."""


@dataclass(frozen=True)
class AskedThen:
    """A question ahead as it was put (asking.py). number: the entry at which; choice: the answer, from 0;
    None: it was put aside. right: whether that was the rules' answer; closed: it is shown no more."""

    round: int
    id: str
    number: int
    choice: int | None
    right: bool
    closed: bool


@dataclass(frozen=True)
class LessonChoices:
    """By seat. levels: of LEVELS, NEW where none is named. read: steps passed by a tap, "lesson/step" from 0.
    skipped: lessons. again: the lesson that is shown once more, and its step. laid: the set-up tasks that
    somebody checked off, whoever it was. ahead: the questions ahead, one a round at most.
    """

    levels: Mapping[int, str] = field(default_factory=dict)
    read: Mapping[int, frozenset[str]] = field(default_factory=dict)
    skipped: Mapping[int, frozenset[str]] = field(default_factory=dict)
    again: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    laid: frozenset[str] = frozenset()
    ahead: Mapping[int, tuple[AskedThen, ...]] = field(default_factory=dict)

    def asked_in(self, seat: int, round: int) -> AskedThen | None:
        return next((one for one in self.ahead.get(seat, ()) if one.round == round), None)

    def with_ahead(self, seat: int, then: AskedThen) -> LessonChoices:
        """In place of what that round had."""
        others = [one for one in self.ahead.get(seat, ()) if one.round != then.round]
        return replace(self, ahead={**self.ahead, seat: (*others, then)[-MOST_ASKED:]})

    def level(self, seat: int) -> str:
        return self.levels.get(seat, NEW)

    def with_level(self, seat: int, level: str) -> LessonChoices:
        return replace(self, levels={**self.levels, seat: level})

    def with_read(self, seat: int, lesson: str, step: int, book: LessonBook) -> LessonChoices:
        """The step was read: on with the next, also of a lesson that is shown again."""
        if self.again.get(seat) == (lesson, step):
            last = step + 1 >= len(book.by_id[lesson].step)
            return self.without_again(seat) if last else self.with_again(seat, lesson, step + 1)
        return replace(
            self, read={**self.read, seat: self.read.get(seat, frozenset()) | {f"{lesson}/{step}"}}
        )

    def with_skipped(self, seat: int, lesson: str) -> LessonChoices:
        kept = self.without_again(seat) if self.again.get(seat, ("", 0))[0] == lesson else self
        return replace(kept, skipped={**kept.skipped, seat: kept.skipped.get(seat, frozenset()) | {lesson}})

    def with_again(self, seat: int, lesson: str, step: int = 0) -> LessonChoices:
        return replace(self, again={**self.again, seat: (lesson, step)})

    def without_again(self, seat: int) -> LessonChoices:
        return replace(self, again={s: one for s, one in self.again.items() if s != seat})

    def with_laid(self, task: str, laid: bool) -> LessonChoices:
        return replace(self, laid=self.laid | {task} if laid else self.laid - {task})


def choices_to_json(kept: LessonChoices) -> dict[str, Json]:
    return {
        "levels": {str(seat): level for seat, level in kept.levels.items()},
        "read": {str(seat): sorted(steps) for seat, steps in kept.read.items()},
        "skipped": {str(seat): sorted(lessons) for seat, lessons in kept.skipped.items()},
        "again": {str(seat): list(one) for seat, one in kept.again.items()},
        "laid": sorted(kept.laid),
        "ahead": {
            str(seat): [[one.round, one.id, one.number, one.choice, one.right, one.closed] for one in asked]
            for seat, asked in kept.ahead.items()
        },
    }


def choices_from_json(data: Json) -> LessonChoices:
    """The reverse of `choices_to_json`; what cannot be read is as if nobody had tapped it."""
    try:
        return LessonChoices(
            {int(seat): level for seat, level in data.get("levels", {}).items() if level in LEVELS},
            {int(seat): frozenset(map(str, steps)) for seat, steps in data.get("read", {}).items()},
            {int(seat): frozenset(map(str, lessons)) for seat, lessons in data.get("skipped", {}).items()},
            {int(seat): (str(one[0]), int(one[1])) for seat, one in data.get("again", {}).items()},
            frozenset(map(str, data.get("laid", ()))),
            {
                int(seat): tuple(_asked_then(*one) for one in asked)
                for seat, asked in data.get("ahead", {}).items()
            },
        )
    except (AttributeError, TypeError, ValueError, IndexError):
        return LessonChoices()


def _asked_then(round: Json, id: Json, number: Json, choice: Json, right: Json, closed: Json) -> AskedThen:
    chosen = None if choice is None else int(choice)
    return AskedThen(int(round), str(id), int(number), chosen, bool(right), bool(closed))
