"""What a table tells whoever looks or asks: the moment as it is, a line of its history, and two refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from companion.games.contract import Question, S
from companion.table.journal import Entry
from companion.table.settings import Settings
from companion.translation import _


class Stale(Exception):
    """The request was made on an outdated table. Nothing was recorded.

    number: the table's entry now. news: the entries missed, in words. same: the missed entry that did just
    what this request wanted (the same tap from two devices is one step). still_asked: what came between
    were other players' answers, and this one's question stands as it did: it may be sent again as it is.
    """

    def __init__(
        self, number: int, news: tuple[str, ...], same: Entry | None = None, still_asked: bool = False
    ) -> None:
        self.sentence = _("The table has moved on: {news}.", news="; ".join(news or (_("look again"),)))
        super().__init__(self.sentence)
        self.number = number
        self.news = news
        self.same = same
        self.still_asked = still_asked


class NoSuchTable(LookupError):
    """No table has this id, or none that can be opened; `sentence` says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def no_such_table(table_id: str) -> NoSuchTable:
    return NoSuchTable(_("There is no table {id}; look at the list of tables.", id=f"{table_id!r:.40}"))


class ReadOnly(Exception):
    """The table can be looked at but not changed; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the history for one viewer. effective: the state now rests on it (not taken back)."""

    entry: Entry
    words: str
    effective: bool


@dataclass(frozen=True)
class Now(Generic[S]):
    """The table at one moment, all of a piece. beat: grows with everything published, entry or not.

    undo, redo: in words, what they would take back or restore; None: nothing. undo_of, redo_of: the entries
    that these are. before: the state that undo leads to. last: what just happened, in words that everybody
    may read. All words are English; `Table.told` says them in another language.
    """

    beat: int
    number: int
    state: S
    questions: tuple[Question, ...]
    undo: str | None
    redo: str | None
    before: S | None
    last: Line
    settings: Settings
    undo_of: int | None = None
    redo_of: int | None = None
