"""The base of a table: opening its journal, adding entries to it, refusing outdated requests, publishing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Generic

from companion.games.contract import (
    Decision,
    Game,
    Illegal,
    Json,
    Question,
    S,
    Setup,
    decision_to_json,
    game_at,
    setup_from_json,
)
from companion.system.steady_time import steady_now, steady_of
from companion.table.chance import open_chance, sampled_entries
from companion.table.following import Hub, News, OnNews, Subscription
from companion.table.journal import CAUGHT_UP_AFTER, Entry, EntryConflict, Journal, JournalError, Kind
from companion.table.notes import MAX_WAITING, REFUSED, Note, NoteKind
from companion.table.question_clock import QuestionClocks, clock_action
from companion.table.redaction import answered_question
from companion.table.settings import Settings, settings_from_json
from companion.table.snapshot import (
    HistoryLine,
    NoSuchTable,
    Now,
    ReadOnly,
    Stale,
    Surroundings,
    no_such_table,
)
from companion.table.steps import Outdated
from companion.table.timeline import Node, Timeline
from companion.table.words import Words
from companion.translation import SOURCE, _, marked, speaking

_log = logging.getLogger(__name__)

DELETED = marked(
    "This table was deleted, so nothing more is taken here: the staff can restore it for thirty days."
)
ANY = object()
"""In a request to `_entry_by_key`: whatever the entry's data is."""


class TableCore(Generic[S]):
    """A table without its requests. Reading `now` never waits for a writing thread.

    Opening replays the journal. A line that no longer follows leaves the table readable at the last good
    one, with `read_only` saying which and why, and `unfollowed` holding the rest. Raises JournalError and
    NoSuchTable.
    """

    def __init__(self, game: Game[S], journal: Journal, table_id: str) -> None:
        row = journal.table(table_id)
        if row is None:
            raise no_such_table(table_id)
        self.game = game
        self.id = table_id
        self.title = row.title
        self.created = row.created
        self.deleted = row.deleted is not None
        self.unreadable: str | None = None
        """Why the journal's later entries could not be read; None: they could."""
        self.unfollowed: tuple[Entry, ...] = ()
        self._journal = journal
        self._lock = threading.RLock()
        self._hub: Hub[S] = Hub()
        self._settings = settings_from_json(row.settings)
        self._entries: list[Entry] = []
        self._line: Timeline[S] = Timeline(game)
        self._words = Words(self._line, self._entries)
        self._clocks = QuestionClocks()
        self._times: list[datetime] = []
        """When each entry was made, by the steady clock."""
        self._around = Surroundings()
        self._waiting: list[Note] = []
        """Refusals, to be written with the next entry: a refused answer costs no write of its own."""
        self._beat = 0
        self._logged = False
        """Whether entries are new, rather than read again at the start."""
        self._apply_entries(journal.entries(table_id))
        self._logged = True
        if not self._entries:
            raise NoSuchTable(
                marked(
                    "The table {title} ({id}) cannot be opened, and its journal is kept as it is: {why}",
                    title=self.title,
                    id=table_id,
                    why=self.unreadable or marked("it has no entries."),
                )
            )
        self.setup: Setup = setup_from_json(self._entries[0].data["setup"])
        seed = self._entries[0].data.get("seed")
        self.seed: int = seed if isinstance(seed, int) else 0
        self.now: Now[S] = self._snapshot()
        self._published = self._line.number
        """The last entry that the followers were told of."""

    @property
    def read_only(self) -> str | None:
        """Why nothing can be changed here; None: it can."""
        return self.unreadable or (DELETED if self.deleted else None)

    def mark_deleted(self, deleted: bool) -> None:
        """The table was deleted, or restored; every page of it says so."""
        with self._lock:
            if deleted != self.deleted:
                self.deleted = deleted
                self._publish()

    @property
    def settings(self) -> Settings:
        return self._settings

    def seconds_since(self, number: int) -> float:
        """Since entry `number` was made, whatever the machine's clock was set to meanwhile."""
        return (steady_now() - self._times[number - 1]).total_seconds()

    def subscribe(self, follows: bool = True, after: int | None = None) -> Subscription[S]:
        """The table as it is now, with the entries after number `after` (None: with none), and then each
        change; a slow subscriber gets several as one. follows: whether it keeps the table in memory."""
        with self._lock:
            last = self._published
            first = News(self.id, last + 1 if after is None else min(after, last) + 1, last, self.now)
            return self._hub.subscribe(first, follows)

    @property
    def watchers(self) -> int:
        """How many follow the table: subscriptions and listeners."""
        return len(self._hub)

    def listen(self, call: OnNews[S], follows: bool = True) -> Callable[[], None]:
        """Calls `call` after each change, and with None when the table closes, in the thread that changes it,
        which holds the table; it must not block. Returns a function that stops this. follows: as for
        `subscribe`."""
        return self._hub.listen(call, follows)

    @contextmanager
    def still(self) -> Iterator[None]:
        """Nothing is entered while this holds."""
        with self._lock:
            yield

    def show(self, **around: Any) -> None:
        """Publishes what is shown beside the entries (fields of Surroundings), if anything there is new."""
        with self._lock:
            changed = replace(self._around, **around)
            if changed != self._around:
                for name in ("camera", "lights"):
                    device = getattr(changed, name)
                    if device != getattr(self._around, name):
                        state = "none" if device is None else f"{device.state} ({device.sentence})"
                        _log.info("table %s: %s: %s", self.id, name, state)
                self._around = changed
                self.now = replace(self.now, beat=self._next_beat(), around=changed)
                self._tell_followers()

    def set(self, /, **changes: Any) -> Settings:
        """Changes settings and keeps them. Raises BadSetting, JournalError."""
        with self._lock:
            settings = self._settings.with_changes(**changes)
            self._journal.update(self.id, settings=settings.to_json())
            self._settings = settings
            self._publish()
            return settings

    def refresh(self) -> None:
        """Loads what other programs wrote: entries, title and settings. Raises JournalError."""
        with self._lock:
            row = self._journal.table(self.id)
            fresh = self._journal.entries(self.id, self._line.number)
            if row is None:
                return
            settings, before = settings_from_json(row.settings), (self._settings, self.title, self.deleted)
            self._settings, self.title, self.deleted = settings, row.title, row.deleted is not None
            if fresh and self.unreadable is None:
                self._apply_entries(fresh)
                self._publish()
            elif before != (settings, row.title, self.deleted):
                self._publish()

    def change(self, settings: Callable[[Settings], Settings]) -> Settings:
        """Changes settings by a function of the present ones, so that two concurrent requests both count; see
        `set`."""
        with self._lock:
            wanted = settings(self._settings)
            return self.set(**{f.name: getattr(wanted, f.name) for f in fields(wanted)})

    def others_taught(self, wanted: Callable[[Json], bool]) -> Iterator[tuple[tuple[str, ...], Json]]:
        """(names of the players, what they tapped during lessons) of the other tables of this game, the
        oldest first. wanted: of which, by the latter."""
        for row in reversed(self._journal.tables()):
            taught = row.settings.get("taught", {})
            if row.game == self.game.name and row.id != self.id and not row.deleted and wanted(taught):
                setup = self._journal.setup(row.id)
                players = [] if setup is None else setup.data.get("setup", {}).get("players", [])
                yield tuple(str(player.get("name", "")) for player in players), taught

    def path(self, number: int) -> tuple[tuple[Entry, Node[S]], ...]:
        """The entries that the state after entry `number` results from, the setup first, each with the state
        and the questions that it led to."""
        with self._lock:
            line = self._line
            return tuple(
                (self._entries[n - 1], line.nodes[n]) for n in line.path(line.steps.at(number).state)
            )

    def close(self) -> None:
        """Ends every subscription. The journal stays open."""
        self._hub.close()

    # --- adding entries

    def _add(
        self,
        write: Callable[[int], Entry],
        seen: int,
        key: str,
        request: tuple[str, Any],
        words: Callable[[S], str] | None = None,
        about: frozenset[str] | None = None,
        more: tuple[tuple[Decision, str], ...] = (),
        reader: int | None = None,
    ) -> Entry:
        """Adds an entry and the outcomes of chance that follow from it; a known key gives its old entry.

        write: the entry for its number. request: (kind, data), to find the same request among what was
        missed. words: of the state before; called only after the rules have accepted the entry. about: see
        `Decision.about`. more: decisions that are added right after it, each with its sender, all of them or
        none. reader: the seat that asks, and is told what it missed; None: what everybody may read of it.
        """
        with self._lock:
            if (old := self._entry_by_key(key, request, seen)) is not None:
                return old
            if self.read_only:
                raise ReadOnly(self.read_only)
            self._check_seen(seen, request, about, reader)
            before = self._line.number
            new = write(before + 1)
            try:
                state = self._line.head.state
                self._line.advance(new)
                fresh = [new]
                with speaking(SOURCE):  # the journal is English, whatever the device's language
                    if words is not None:
                        fresh = [replace(new, words=words(state))]
                    fresh += [self._advance_caught_up(n, new, *one) for n, one in enumerate(more, 2)]
                    if new.kind not in ("undo", "redo", "clock"):
                        fresh += sampled_entries(self._line, self.seed, fresh[-1], self._settings)
                self._journal.append(self.id, fresh, self._waiting)
            except BaseException as error:
                # Roll back unless the journal has all entries.
                self._line.rewind(before)
                if isinstance(error, Illegal) and request[0] == "decision":
                    self.note_refused(new.player)
                if not isinstance(error, EntryConflict):
                    raise
                # Another program wrote to this table first: load its entries and apply the same checks.
                self._catch_up()
                if (old := self._entry_by_key(key, request)) is not None:
                    return old
                self._check_seen(seen, request, about, reader)
                if self.read_only:  # the other program's entries do not follow by these rules
                    raise ReadOnly(self.read_only) from None
                raise
            self._waiting = []
            for entry in fresh:
                self._append(entry)
            self._publish()
            return fresh[0]

    def _advance_caught_up(self, place: int, first: Entry, decision: Decision, by: str) -> Entry:
        """The entry of a decision that was caught up with after `first`, taken into the line."""
        line = self._line
        entry = Entry(
            line.number + 1,
            kind_of(decision, line.head.questions),
            decision_to_json(decision),
            self.game.words(line.head.state, decision),
            decision.player,
            by,
            f"{first.key}{CAUGHT_UP_AFTER}{place}",
            first.at,
        )
        line.advance(entry)
        return entry

    def note_refused(self, player: int | None) -> None:
        """Counts an answer of this seat that was refused; player: as it was sent, so perhaps nobody's."""
        seat = player if player is not None and 0 <= player < len(self.setup.players) else None
        with self._lock:
            if len(self._waiting) < MAX_WAITING:
                self._waiting.append(Note(self._line.number, REFUSED, seat))

    def note(self, what: NoteKind, number: int, player: int | None = None) -> None:
        """Counts what happened at entry `number`; what cannot be written is left out, and disturbs nobody."""
        try:
            self._journal.note(self.id, Note(number, what, player))
        except JournalError as wrong:
            _log.warning("table %s: not counted: %s", self.id, wrong)

    def notes(self) -> tuple[Note, ...]:
        """Those that are written. Raises JournalError."""
        return self._journal.notes(self.id)

    def _entry_by_key(self, key: str, request: tuple[str, Any], seen: int = 0) -> Entry | None:
        """The entry that this request made already, by its key; None: none. A key belongs to the request that
        had it first: with another one it gives nothing of that entry. seen: the last entry that the sender
        knows; one that this process has not heard of yet is read first. Raises Illegal."""
        number = self._line.steps.known(key)
        if number is None and seen > self._line.number and not self.unreadable:
            self._catch_up()
            number = self._line.steps.known(key)
        if number is None:
            return None
        entry = self._entries[number - 1]
        kind, data = _request_of(entry)
        if kind != request[0] or request[1] not in (data, ANY):
            raise Illegal(_("This key belongs to another step: do yours again with a key of its own."))
        return entry

    def _check_seen(
        self,
        seen: int,
        request: tuple[str, Any],
        about: frozenset[str] | None = None,
        reader: int | None = None,
    ) -> None:
        try:
            self._line.steps.check_seen(seen, about)
        except Outdated as outdated:
            raise self._stale(outdated, seen, request, reader) from None

    def _stale(self, outdated: Outdated, seen: int, request: tuple[str, Any], reader: int | None) -> Stale:
        missed = [self._entries[number - 1] for number in outdated.missed]
        same = next((e for e in missed if _request_of(e) == request), None)
        news = tuple(self._words.of(e.number, reader) for e in missed)
        still_asked = same is None and self._still_asked(seen, missed, reader)
        return Stale(outdated.number, outdated.missed, news, same, still_asked)

    def _still_asked(self, seen: int, missed: list[Entry], player: int | None) -> bool:
        if player is None or not 1 <= seen <= self._line.number:
            return False
        if any(e.kind not in ("decision", "draw", "clock") or e.player == player for e in missed):
            return False
        before = [q for q in self._line.at(seen).questions if q.player == player]
        return bool(before) and before == [q for q in self._line.head.questions if q.player == player]

    def _catch_up(self) -> None:
        """Loads what other processes wrote to this table."""
        fresh = self._journal.entries(self.id, self._line.number)
        if fresh:
            self._apply_entries(fresh)
            self._publish()

    def _apply_entries(self, entries: tuple[Entry, ...]) -> None:
        """Applies entries of the journal, up to one that does not follow: then the table is read-only."""
        for place, entry in enumerate(entries):
            try:
                with speaking(SOURCE):
                    self._line.advance(entry)
            except Exception as error:  # a changed rule may raise anything: the entry is kept
                why = getattr(error, "sentence", None) or f"{type(error).__name__}: {error}"
                self.unreadable = marked(
                    "Entry {number} ({what}) no longer follows by the rules of this version ({why}); "
                    "the table is shown as it was before it and cannot be changed, and nothing is lost.",
                    number=entry.number,
                    what=self._words.unfollowed(entry),
                    why=str(why).rstrip("."),
                )
                self.unfollowed = entries[place:]
                return
            self._append(entry)

    def _append(self, entry: Entry) -> None:
        self._entries.append(entry)
        if self._logged:
            # Not in words: they may be secret.
            who = "" if entry.player is None else f" of seat {entry.player}"
            _log.info("table %s: entry %d, a %s%s, by %s", self.id, entry.number, entry.kind, who, entry.by)
        self._words.apply(entry)
        before = self._line.at(entry.number - 1).questions if entry.number > 1 else ()
        self._times.append(steady_of(entry.at))
        after = self._line.at(entry.number).questions
        self._clocks.apply(entry, self._times[-1], after, answered_question(before, entry))

    def _check_number(self, number: int) -> None:
        """Raises Illegal when there is no entry of this number."""
        if isinstance(number, bool) or not 1 <= number <= self._line.number:
            last = self._line.number
            raise Illegal(_("There is no entry {number}; the last one is {last}.", number=number, last=last))

    # --- publishing

    def _next_beat(self) -> int:
        self._beat += 1
        return self._beat

    def _snapshot(self) -> Now[S]:
        line = self._line
        # With the tiles of the box it began with, and those taught in play.
        self.game = game_at(line.game, line.head.state)
        steps, before = line.steps, line.steps.now.back
        undo = None if self.read_only else steps.undoes
        redo = None if self.read_only else steps.redoes
        with speaking(SOURCE):
            return Now(
                self._next_beat(),
                line.number,
                line.head.state,
                line.head.questions,
                self._words.step(undo),
                self._words.step(redo),
                None if before is None else line.at(before).state,
                HistoryLine(self._entries[-1], self._words.of(line.number), True),
                self._settings,
                undo,
                redo,
                self._clocks.all(self._settings.more_time),
                self._clocks.paused,
                self._around,
            )

    def _publish(self) -> None:
        self.now = self._snapshot()
        self._tell_followers()

    def _tell_followers(self) -> None:
        first, self._published = self._published + 1, self.now.number
        self._hub.publish(News(self.id, first, self._published, self.now))


def kind_of(decision: Decision, questions: tuple[Question, ...]) -> Kind:
    """The kind of the entry of a decision where these questions are open."""
    return "draw" if decision.player is None and open_chance(questions) is not None else "decision"


def _request_of(entry: Entry) -> tuple[str, Any]:
    """The request that made an entry, to compare with another."""
    if entry.kind in ("undo", "redo", "jump"):
        return (entry.kind, entry.data.get("to"))
    if entry.kind == "clock":
        return (entry.kind, clock_action(entry.data))
    return ("decision" if entry.kind == "draw" else entry.kind, entry.data)
