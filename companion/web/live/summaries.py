"""Where each table of the list stands, in a sentence; cached, so that the list opens no table twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.games.contract import Question, State
from companion.put_away.kept import put_away_from_json
from companion.room.room import Room
from companion.table.journal import TableRow
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, in_row, language, plural
from companion.translation import listed as in_a_sentence
from companion.web.live.views import SeatLabel, seats

MAX_CACHED_SUMMARIES = 2000


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the list. summary: where it stands, in a sentence; asked: whom it waits for; round: 0
    where it is not known; number: of its last entry; played: when that was made; trouble: why it cannot be
    opened, or ""."""

    row: TableRow
    seats: tuple[SeatLabel, ...] = ()
    summary: str = ""
    asked: tuple[SeatLabel, ...] = ()
    round: int = 0
    number: int = 0
    played: datetime | None = None
    over: bool = False
    trouble: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def opens(self) -> bool:
        """It has a page: it can be read, or its players are known."""
        return bool(self.seats) or not self.trouble

    @property
    def goes_on(self) -> bool:
        """Somebody may play on: it is neither over nor archived."""
        return not self.over and not self.row.archived

    @property
    def open_words(self) -> str:
        return _("Go on") if self.goes_on else _("Look at it")

    @property
    def next(self) -> SeatLabel | None:
        """The only player that it waits for."""
        return self.asked[0] if len(self.asked) == 1 else None

    @property
    def coloured(self) -> dict[str, str]:
        """The attribute that gives its card the colour of who is next."""
        return {"data-colour": self.next.colour} if self.next else {}

    @property
    def round_words(self) -> str:
        """The round, while it is played."""
        return _("Round {number}", number=self.round) if self.round and not self.over else ""

    @property
    def names(self) -> str:
        return in_row(self.players)

    @property
    def broken_off(self) -> bool:
        """It was put away before its end, and nobody has played on since."""
        begun = put_away_from_json(self.row.settings.get("put_away", {})).begun
        return bool(begun and self.played and self.played <= begun and not self.over)

    @property
    def words(self) -> str:
        """Where it stands, and whether it was broken off."""
        if self.broken_off:
            return _("Broken off until another day. {standing}", standing=self.summary)
        return self.summary


class Summaries:
    """The list's summaries of tables, cached by last entry and language, so that the list does not load every
    table into memory."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int, str], Listed] = OrderedDict()

    def of(self, row: TableRow, number: int) -> Listed:
        """number: of the table's last entry in the journal."""
        name = (row.id, number, language())
        with self._lock:
            kept = self._kept.get(name)
        if kept is None:
            kept = summarize(self._room, row)
            if not kept.trouble:
                with self._lock:
                    self._kept[name] = kept
                    while len(self._kept) > MAX_CACHED_SUMMARIES:
                        self._kept.popitem(last=False)
        return replace(kept, row=row)


def summarize(room: Room, row: TableRow) -> Listed:
    """The summary of a table; of one that cannot be opened, the reason in `trouble`."""
    try:
        table = room.tables.open_unshared(row.id)
    except Exception as wrong:
        return Listed(row, trouble=_(getattr(wrong, "sentence", None) or str(wrong)))
    now = table.spoken(table.now)
    everyone = seats(table)
    phase = table.game.phase(now.state)
    open_to_all = table.game.questions_for(now.state, None)
    waited = [q for q in open_to_all if not q.optional and not q.answered]
    who = sorted({q.player for q in waited if q.player is not None})
    return Listed(
        row,
        everyone,
        _over(table, now, everyone) if phase.over else _standing(waited, now.last.words, everyone, who),
        () if phase.over else tuple(everyone[player] for player in who),
        phase.round,
        now.number,
        now.last.entry.at,
        phase.over,
        table.read_only or "",
    )


def _standing(
    waited: Sequence[Question], last: str, everyone: Sequence[SeatLabel], who: Sequence[int]
) -> str:
    """Whom the table waits for, and what for."""
    if len(who) > 1:
        return _("Waiting for {players}.", players=in_a_sentence([everyone[player].name for player in who]))
    return waited[0].text if waited else last


def _over(table: Table[State], now: Now[State], everyone: Sequence[SeatLabel]) -> str:
    winners = [everyone[p.player].name for p in table.game.score(now.state).players if p.winner]
    return plural("{names} has won.", "{names} have won.", len(winners), names=in_a_sentence(winners))
