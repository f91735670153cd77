"""All tables at a glance for the staff: players, the open question and its age, calls for help, faults."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.access.kept_stations import KeptStation
from companion.games.contract import State
from companion.games.contract.piece_names import plain_name
from companion.room.room import Room
from companion.table.journal import TableRow, utc_now
from companion.table.notes import CALLED
from companion.table.settings import settings_from_json
from companion.table.table import Table
from companion.translation import _, language
from companion.web.live.status import devices_at, status_of

MOST_ASKED = 3
"""Questions of a table that the console shows."""
STUCK_AFTER = timedelta(minutes=10)
"""Age from which an open question counts as stuck."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table at one entry, in the viewer's language. asked: (who, question); since: when it was asked."""

    number: int
    game: str = ""
    players: tuple[str, ...] = ()
    round: int = 0
    asked: tuple[tuple[str, str], ...] = ()
    since: datetime | None = None
    undo: str = ""
    over: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A table on the console. help_since: when somebody there called; faults: of camera and lights; devices:
    which of them serve it, in words; station: the name of the one where it is played, ""; waiting: how long
    its question is open."""

    row: TableRow
    standing: Standing
    help_since: datetime | None
    faults: tuple[str, ...]
    devices: str
    now: datetime
    waiting: timedelta
    station: str = ""

    @property
    def age(self) -> timedelta:
        return self.now - self.row.created

    @property
    def stuck(self) -> bool:
        return bool(self.standing.asked) and not self.standing.over and self.waiting >= STUCK_AFTER

    @property
    def about(self) -> str:
        """The game, where the table has another title, and the round; "": neither is known."""
        game = self.standing.game if self.standing.game != self.row.title else ""
        round = _("Round {number}", number=self.standing.round) if self.standing.round else ""
        return " · ".join(part for part in (game, round) if part)

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked there, while it is played: the first few."""
        asked = () if self.standing.over else self.standing.asked[:MOST_ASKED]
        return tuple(question for _who, question in asked)

    @property
    def troubles(self) -> tuple[tuple[str, str], ...]:
        """(kind, sentence) of each: why it cannot be opened, then faults of its devices."""
        trouble = (("bad", _(self.standing.trouble)),) if self.standing.trouble else ()
        return (*trouble, *(("warn", fault) for fault in self.faults))

    @property
    def urgency(self) -> tuple[int, datetime]:
        """A sort key: tables that need a person first; among those the one that waits longest."""
        rank = 0 if self.help_since else 1 if self.faults or self.standing.trouble else 2 if self.stuck else 3
        return rank, self.help_since or self.standing.since or self.row.created

    def matches(self, text: str) -> bool:
        """Whether each word of the search occurs in the texts shown of the table."""
        parts = (self.row.id, self.row.title, self.standing.game, self.station, *self.standing.players)
        searched = plain_name(" ".join(parts))
        return all(word in searched for word in plain_name(text).split())


class Console:
    """Glances at all tables of a room. One that is not in memory is replayed once after each new entry."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Standing] = {}

    def glances(self, stations: Sequence[KeptStation] = ()) -> list[Glance]:
        """Of all tables in use, those that need a person first. Raises JournalError."""
        places = {it.table: it.name for it in stations}
        tables = self._room.tables
        live = {table.id: table for table in tables.live()}
        now = utc_now()
        found = []
        known: dict[tuple[str, str], Standing] = {}
        for row, number in tables.journal.numbers():
            if row.archived or row.deleted:
                continue
            standing = known[row.id, language()] = self._standing(row, number, live.get(row.id))
            found.append(
                Glance(
                    row,
                    standing,
                    _help_since(row),
                    _faults(live.get(row.id)),
                    devices_at(self._room.serving(row.id)),
                    now,
                    _waiting(standing, live.get(row.id), now),
                    places.get(row.id, ""),
                )
            )
        with self._lock:
            self._known = {key: it for key, it in self._known.items() if key[1] != language()} | known
        return sorted(found, key=lambda glance: glance.urgency)

    def _standing(self, row: TableRow, number: int, live: Table[State] | None) -> Standing:
        kept = self._known.get((row.id, language()))
        if kept is not None and kept.number == number:
            return kept
        try:
            return standing_of(live or self._room.tables.open_unshared(row.id))
        except Exception as wrong:  # one table that cannot be opened must not hide the others
            return Standing(number, trouble=getattr(wrong, "sentence", None) or str(wrong))


def _waiting(standing: Standing, live: Table[State] | None, now: datetime) -> timedelta:
    """Of a table in memory whatever the machine's clock was set to meanwhile."""
    if live is not None:
        return timedelta(seconds=live.seconds_since(live.number))
    return now - (standing.since or now)


def standing_of(table: Table[State]) -> Standing:
    now, names = table.spoken(table.now), [p.name for p in table.setup.players]
    phase = table.game.phase(now.state)
    asked = tuple(
        ("" if q.player is None else names[q.player], q.text)
        for q in table.game.questions_for(now.state, None)
        if not q.optional and not q.answered
    )
    return Standing(
        now.number,
        table.game.title,
        tuple(names),
        phase.round,
        asked,
        now.last.entry.at,
        now.undo or "",
        phase.over,
        table.read_only or "",
    )


def _faults(table: Table[State] | None) -> tuple[str, ...]:
    """Disagreements of camera and tracker, and devices that fail, in this device's language."""
    if table is None:
        return ()
    around = table.now.around
    status = status_of(around, table.id)
    referee = around.referee
    sentences = [*(referee.disagreement.sentences if referee is not None and referee.disagreement else ())]
    if referee is not None and referee.trouble:
        sentences.append(referee.trouble)
    sentences += [lamp.sentence for lamp in (status.camera, status.lights) if lamp.lamp == "bad"]
    return tuple(map(_, sentences))


def call_for_help(table: Table[State]) -> None:
    """Calls the staff. The time of the first call stays until somebody comes; every page of the table shows
    it."""
    if not table.settings.help:
        table.note(CALLED, table.number)
        table.set(help=utc_now().isoformat())


def end_call(table: Table[State]) -> None:
    if table.settings.help:
        table.set(help="")


def _help_since(row: TableRow) -> datetime | None:
    since = settings_from_json(row.settings).help
    try:
        return datetime.fromisoformat(since) if since else None
    except ValueError:
        return None
