"""A table at one moment, a line of its history, and what a request is refused with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from companion.games.contract import Question, S
from companion.table.advice import Advice
from companion.table.journal import Entry
from companion.table.question_clock import QuestionClock
from companion.table.referee_view import RefereeView
from companion.table.settings import Settings
from companion.table.steps import Outdated
from companion.translation import _, in_turn


class Stale(Outdated):
    """The request was made on an outdated view of the table. Nothing was recorded.

    news: the entries missed, in words. same: the missed entry that did just what this request wanted (the
    same tap from two devices is one step). still_asked: what came between were other players' answers, and
    this one's question stands as it did: it may be sent again as it is.
    """

    def __init__(
        self,
        number: int,
        missed: tuple[int, ...],
        news: tuple[str, ...],
        same: Entry | None = None,
        still_asked: bool = False,
    ) -> None:
        super().__init__(number, missed)
        self.sentence = _("The table has moved on: {news}.", news=in_turn(news or (_("look again"),)))
        self.news = news
        self.same = same
        self.still_asked = still_asked


class NoSuchTable(LookupError):
    """No table has this id, or none that can be opened; `sentence` says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def no_such_table(table_id: str, scan: bool = False) -> NoSuchTable:
    if scan:
        return NoSuchTable(_("There is no scan {id}: look at the list of scans.", id=f"{table_id!r:.40}"))
    return NoSuchTable(_("There is no table {id}; look at the list of tables.", id=f"{table_id!r:.40}"))


class ReadOnly(Exception):
    """The table can be looked at but not changed; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of the history for one viewer. effective: the state now rests on it (not taken back).
    happened: what followed from it, in sentences (`Game.happened`)."""

    entry: Entry
    words: str
    effective: bool
    happened: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How the cameras or the lights are. state: a word; sentence: for a person, in English until shown."""

    state: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a table shows beside its entries.

    referee: None where no camera looks. camera, lights: None where there is none. served: the id of the
    table that cameras and lights serve; None: none. newer: that id too, where that table was begun after
    this one. advice: what the coach says to seats with help; it counts for the entry that it names alone.
    """

    referee: RefereeView | None = None
    camera: DeviceState | None = None
    lights: DeviceState | None = None
    served: str | None = None
    newer: str = ""
    advice: Advice | None = None


@dataclass(frozen=True)
class Now(Generic[S]):
    """A consistent snapshot of the table. beat: increases with every publish, with or without an entry.

    undo, redo: in words, what they would take back or restore; None: nothing. undo_of, redo_of: the entries
    that these are. before: the state that undo leads to. last: what just happened, in words that everybody
    may read. clocks: of the open questions that have seconds; paused: they stand still. around: what is
    shown beside the entries. All words are English; `Table.spoken` says them in another language.
    """

    beat: int
    number: int
    state: S
    questions: tuple[Question, ...]
    undo: str | None
    redo: str | None
    before: S | None
    last: HistoryLine
    settings: Settings
    undo_of: int | None = None
    redo_of: int | None = None
    clocks: tuple[QuestionClock, ...] = ()
    paused: bool = False
    around: Surroundings = field(default_factory=Surroundings)
