"""Reads a game's lesson files, `lessons/*.toml` in its folder, into lessons, reminders and proposals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from companion.games.contract import Json
from companion.installed_games import folders
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

Names = str | tuple[str, ...]
"""One name, or any of several."""


def names_of(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


class BadLesson(Exception):
    """A lesson file that cannot be read; `sentence` says where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold for a player; all that is named together. Nothing named never holds.

    start: the table has just begun. phase, not_phase: keys of `Game.phase`. asked: kinds of the questions
    that this player must answer now; open: that anybody must. decided: `do` of the decision just made;
    having: values of its fields; by: whose it is, of this player ("me") or of another ("others"). sign,
    not_sign: the game's own conditions. rounds: the first and the last round. ending: the end of the game is
    certain; over: it has ended. begun: lessons that this player has been given. tap, table: for `until` only:
    until somebody taps, or until the table as the camera sees it is as the tracker has it.
    """

    start: bool = False
    phase: Names = ()
    not_phase: Names = ()
    asked: Names = ()
    open: Names = ()
    decided: Names = ()
    having: dict[str, Json] = {}
    by: Literal["", "me", "others"] = ""
    sign: Names = ()
    not_sign: Names = ()
    rounds: tuple[int, int] | None = None
    ending: bool = False
    over: bool = False
    begun: Names = ()
    tap: bool = False
    table: bool = False


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number that ends the game: one of any player's, or one that all share, by the path of its fact.
    value: of facts with a common value that begins so, how many there are ("tableau" of "tableau of blue").
    """

    number: str
    value: str = ""
    least: int | None = None
    most: int | None = None


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that a sentence states, as data that whole games judge (judging.py).

    number: a player's number, by how the paths of its facts begin: "credits" of "credits/1"; or how many such
    facts the player has that say neither no nor none ("good" of "good/1/W07"). change: by how much, or from
    how much to how much, the decider's number changes by a decision of `decided` with the values `having`;
    in_phase: only decisions count after which the phase goes on, as much may follow by itself at its end.
    rises_by, falls_by: the decisions by which anybody's number rises or falls: by no other, and by each of
    them at some time. least, most: anybody's number while a question of the kind `asked` is open. each_round:
    how often each player makes the decision in a round, at least and at most. wins: who is first at the
    end has the most points. ends: at the end one of these holds, and each of them at some time. rounds: how
    many there are at the end, at least and at most. phases: those of a round, by key, in their order.
    """

    number: str = ""
    decided: Names = ()
    having: dict[str, Json] = {}
    change: int | tuple[int, int] | None = None
    in_phase: bool = False
    rises_by: Names = ()
    falls_by: Names = ()
    least: int | None = None
    most: int | None = None
    asked: Names = ()
    each_round: tuple[int, int] | None = None
    wins: Literal["", "most"] = ""
    ends: tuple[End, ...] = ()
    rounds: tuple[int, int] | None = None
    phases: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is said. text: at most MOST_WORDS words. why: the answer to "why?". picture: the name of
    an icon; points_at: a name of `Lessons.points`, for the pages and the lights. page: of the rulebook; 0:
    the lesson's. until: what the step waits for; None: a tap. states: what its sentences state of the rules;
    (): nothing that a game could contradict; None: nobody has said.
    """

    text: str
    why: str = ""
    picture: str = ""
    points_at: str = ""
    page: int = 0
    until: Condition | None = None
    states: tuple[Statement, ...] | None = None

    @property
    def waits_for_tap(self) -> bool:
        return self.until is None or self.until.tap


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps that a player is given once, in their order, when `when` holds first.

    level: "new": only for those who are new to the game; "all": for everybody. ends: when its remaining steps
    are dropped.
    """

    id: str
    title: str
    when: Condition
    step: tuple[Step, ...]
    level: Literal["new", "all"] = "new"
    ends: Condition | None = None
    page: int = 0


class Reminder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line about what is easily forgotten, for everybody, whenever `when` comes to hold.

    times: how often a player is told at most.
    """

    id: str
    text: str
    when: Condition
    times: int = 3
    points_at: str = ""
    page: int = 0


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which answer the companion proposes to a new player. prefer: values of a decision's fields, the best
    first; `why` beside them: the reason, as it is shown at the answer. fresh: only what nobody has decided
    yet at this table.
    """

    id: str
    when: Condition
    prefer: tuple[dict[str, Json], ...]
    fresh: bool = True
    note: str = ""

    def values(self) -> Iterator[tuple[dict[str, Json], str]]:
        """(values of a decision's fields, why) of each preferred answer."""
        for one in self.prefer:
            yield {name: value for name, value in one.items() if name != "why"}, str(one.get("why", ""))


class _Item(Protocol):
    @property
    def id(self) -> str: ...


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...] = ()
    reminder: tuple[Reminder, ...] = ()
    proposal: tuple[Proposal, ...] = ()


@dataclass(frozen=True)
class LessonBook:
    """All of a game's lessons, in the order of their files' names."""

    lessons: tuple[Lesson, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    by_id: dict[str, Lesson] = field(default_factory=dict)
    rank: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lessons or self.reminders)

    def statements(self) -> Iterator[tuple[str, Statement]]:
        """(where, statement) of all that the lessons state of the rules."""
        for lesson in self.lessons:
            for number, step in enumerate(lesson.step, 1):
                for statement in step.states or ():
                    yield f"{lesson.id}, step {number}", statement

    def texts(self) -> Iterator[tuple[str, str]]:
        """(where, text) of every text that people read."""
        for lesson in self.lessons:
            yield lesson.id, lesson.title
            for number, step in enumerate(lesson.step, 1):
                yield f"{lesson.id}, step {number}", step.text
                if step.why:
                    yield f"{lesson.id}, why of step {number}", step.why
        for reminder in self.reminders:
            yield reminder.id, reminder.text
        for proposal in self.proposals:
            if proposal.note:
                yield proposal.id, proposal.note
            for number, (_values, why) in enumerate(proposal.values(), 1):
                if why:
                    yield f"{proposal.id}, why of answer {number}", why


_ID = re.compile(r"[a-z][a-z0-9-]*")


def read(folder: Path) -> LessonBook:
    """The lessons of a folder; empty where there is none. Raises BadLesson."""
    lessons: list[Lesson] = []
    reminders: list[Reminder] = []
    proposals: list[Proposal] = []
    taken: set[str] = set()
    for path in sorted(folder.glob("*.toml")):
        file = _read_file(path)
        items: tuple[_Item, ...] = (*file.lesson, *file.reminder, *file.proposal)
        for item in items:
            if not _ID.fullmatch(item.id) or item.id in taken:
                raise BadLesson(
                    _(
                        "{file}: the id {id} is taken, or has more than small letters, figures and hyphens.",
                        file=path.name,
                        id=repr(item.id),
                    )
                )
            taken.add(item.id)
        for lesson in file.lesson:
            if not lesson.step:
                raise BadLesson(
                    _("{file}: the lesson {id} has no steps.", file=path.name, id=repr(lesson.id))
                )
        lessons += file.lesson
        reminders += file.reminder
        proposals += file.proposal
    return LessonBook(
        tuple(lessons),
        tuple(reminders),
        tuple(proposals),
        {lesson.id: lesson for lesson in lessons},
        {lesson.id: rank for rank, lesson in enumerate(lessons)},
    )


def _read_file(path: Path) -> _File:
    try:
        return msgspec.convert(read_toml(path.read_bytes()), _File)
    except UnreadableText as wrong:
        raise BadLesson(_("{file}: {problem}.", file=path.name, problem=wrong.sentence)) from None
    except msgspec.ValidationError as wrong:
        raise BadLesson(_("{file}: {problem}.", file=path.name, problem=str(wrong))) from None


@cache
def of_game(name: str) -> LessonBook:
    """The lessons of an installed game. Raises BadLesson."""
    folder = folders().get(name)
    return LessonBook() if folder is None else read(folder / "lessons")
