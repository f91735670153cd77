"""All tables of a journal: create, open, archive, delete and restore them.

There is one live Table for each id: two tablets on one table share it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from companion import games
from companion.games.contract import Game, Illegal, Json, Setup, State, game_of_setup
from companion.games.contract.fair import check_ahead
from companion.games.contract.setup import setup_to_json
from companion.games.scanned.game import FINISHED
from companion.table.chance import sampled_entries, setup_with_draws
from companion.table.following import Hub, News, OnNews
from companion.table.journal import Entry, EntryConflict, Journal, TableRow, utc_now
from companion.table.journal_rows import load_json
from companion.table.journal_watch import JournalWatcher, make_watcher
from companion.table.open_tables import OpenTables
from companion.table.record import entries_of
from companion.table.settings import Settings, settings_from_json
from companion.table.snapshot import NoSuchTable, no_such_table
from companion.table.table import Table
from companion.table.timeline import Timeline
from companion.table.words import beginning
from companion.translation import SOURCE, _, speaking

_log = logging.getLogger(__name__)

_CONSONANTS = "bdfgkmnprtvz"
_VOWELS = "aeiou"
ID_TRIES = 100
# Left out: letters that are misheard or misread (c/k, l/1, s/f on a phone line), and all digits.


__all__ = ["NoSuchTable", "Tables", "first_entries", "new_id"]


def new_id() -> str:
    """Six letters that can be said aloud: "kobura"."""
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(3))


def _ids_of(key: str) -> Iterator[str]:
    """The ids that a table begun by this key may get, in the order in which they are tried."""
    for count in range(ID_TRIES):
        digest = hashlib.sha256(f"{count}/{key}".encode()).digest()
        yield "".join(
            _CONSONANTS[digest[n] % len(_CONSONANTS)] + _VOWELS[digest[n + 1] % len(_VOWELS)]
            for n in (0, 2, 4)
        )


def _begin_key(key: str, request: Json) -> str:
    """The key of the first entry: the request's, and what it asked for."""
    asked = json.dumps(request, sort_keys=True, ensure_ascii=False)
    return f"begin/{key}/{hashlib.sha256(asked.encode()).hexdigest()[:16]}"


@lru_cache(maxsize=256)
def _settings_of(stored: str) -> Settings:
    """The settings of most tables are the same, and are compared after each write to any."""
    return settings_from_json(load_json(stored))


class Tables:
    """The tables of one journal. Every method may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        load: Callable[[str], Game[State]] = games.load,
        memory: OpenTables | None = None,
        scans: bool = False,
    ) -> None:
        """scans: the finished tables that people scan, instead of those that were played here."""
        self.journal = journal
        self._scans = scans
        self._load = load
        self._lock = threading.Lock()
        self._memory = memory or OpenTables()
        self._watcher: JournalWatcher | None = None
        self._hub: Hub[State] = Hub()
        self.on_open: Callable[[Table[State]], None] | None = None
        """Called with each table that is opened."""
        self.on_release: Callable[[str], None] | None = None
        """Called with the id of each idle table that has left memory."""

    def of_scans(self) -> Tables:
        """The finished tables of the same journal that people scan."""
        return Tables(self.journal, self._load, scans=True)

    def create(
        self,
        game: str,
        setup: Setup,
        *,
        title: str = "",
        seed: int | None = None,
        settings: Settings | None = None,
        by: str = "",
        key: str = "",
        request: Json = None,
    ) -> Table[State]:
        """Begins a table. What the setup still leaves to chance the virtual bag draws by `seed` (None: a
        new one). key: of the request, whose content is `request`: the same again gives the same table, at
        every server process. Raises UnknownGame, Illegal (a setup that cannot be), JournalError."""
        if key and (begun := self.begun(key, request)) is not None:
            return begun
        rules = game_of_setup(self._load(game), setup)
        check_ahead(rules, setup)
        settings = settings or Settings()
        seed = secrets.randbits(48) if seed is None else seed
        whole = setup_with_draws(rules, setup, seed)

        def entries(table_id: str) -> list[Entry]:
            first_key = _begin_key(key, request) if key else f"begin/{table_id}"
            return first_entries(rules, whole, seed, settings, first_key, by)

        return self.open(self._begin(game, title or rules.title, settings, entries, key, request))

    def begun(self, key: str, request: Json) -> Table[State] | None:
        """The table that this request began already; None: none. Raises Illegal for another request's key."""
        for table_id in _ids_of(key):
            if self.journal.table(table_id) is None:
                return None
            if self._is_begun_by(table_id, key, request):
                return self.open(table_id)
        return None

    def revive(self, data: Json) -> Table[State]:
        """A new table from a record, with its whole journal; a finished table that people scanned comes among
        those. Raises BadRecord, JournalError."""
        game, entries = entries_of(data, self._load)
        if game.name.startswith(FINISHED) and not self._scans:
            return self.of_scans().revive(data)
        if entries[0].data.get("seed") is None:  # kept secret by the record: what is drawn from now on is new
            entries[0] = replace(entries[0], data={**entries[0].data, "seed": secrets.randbits(48)})
        title = data.get("title")
        title = title if isinstance(title, str) and title else game.title
        return self.open(self._begin(game.name, title, Settings(), lambda _: entries))

    def open(self, table_id: str) -> Table[State]:
        """The live table. Raises NoSuchTable, UnknownGame, JournalError."""
        if self._memory.sweep_due:
            self.release_idle()
        with self._lock:
            known = self._memory.get(table_id)
            if known is not None:
                return known
            row = self._row(table_id)
            table = Table(self._load(row.game), self.journal, table_id)
            table.listen(self._pass_on, follows=False)
            self._memory.keep(table)
        _log.info("table %s opened: %s, entry %d", table_id, row.game, table.number)
        if self.on_open is not None:
            self.on_open(table)
        return table

    def listen(self, call: OnNews[State]) -> Callable[[], None]:
        """Calls `call` after each change of any open table, as `Table.listen` does for one; None: the house
        is closed. It keeps no table in memory. Returns a function that stops this."""
        return self._hub.listen(call)

    def follow(self) -> None:
        """From now on loads at once what other programs write to the open tables."""
        if self._watcher is None:
            self._watcher = make_watcher(self.journal, self.refresh)
            if self._watcher is not None:
                self._watcher.start()

    @property
    def following(self) -> bool:
        """Whether this program is notified of other programs' writes now; only after `follow`."""
        return self._watcher is not None and self._watcher.following

    def refresh(self, table_id: str | None) -> None:
        """Loads what other programs wrote to this table, if open; None: to any. Raises JournalError."""
        live = {table.id: table for table in self.live() if table_id in (None, table.id)}
        if table_id is None and live:
            # One query for all of them: this program's own writes lead here too.
            for kept in self.journal.stamps(tuple(live)):
                table = live[kept.id]
                now = (table.number, table.title, table.settings, table.deleted)
                if now == (kept.number, kept.title, _settings_of(kept.settings), kept.deleted):
                    del live[kept.id]
        for table in live.values():
            table.refresh()

    def release_idle(self) -> None:
        """Removes idle tables from memory; `open` does this from time to time."""
        for table_id in self._memory.sweep():
            if self.on_release is not None:
                self.on_release(table_id)

    def live(self) -> tuple[Table[State], ...]:
        """The tables that are in memory now."""
        return self._memory.all()

    def open_unshared(self, table_id: str) -> Table[State]:
        """The table for one reading: one that is not in memory is not kept there. Raises as `open` does."""
        table = self._memory.peek(table_id)
        return table or Table(self._load(self._row(table_id).game), self.journal, table_id)

    def rules(self, game: str) -> Game[State]:
        """The game as a table of it begins; `Table.game` has what was told there, too. Raises UnknownGame."""
        return self._load(game)

    def list(self, *, archived: bool = False, deleted: bool = False) -> tuple[TableRow, ...]:
        """The tables in use, the newest first; archived or deleted ones only when asked for."""
        return tuple(
            row
            for row in self.journal.tables(self._scans)
            if bool(row.archived) == archived and bool(row.deleted) == deleted
        )

    def deleted(self, days: int = 30) -> tuple[TableRow, ...]:
        """The tables deleted in the last `days` days, the latest first: each can be restored."""
        since = utc_now() - timedelta(days=days)
        gone = [
            row
            for row in self.journal.tables(self._scans)
            if row.deleted is not None and row.deleted >= since
        ]
        return tuple(sorted(gone, key=lambda row: row.deleted or since, reverse=True))

    def archive(self, table_id: str, away: bool = True) -> TableRow:
        """Archives a table, or brings it back."""
        return self._change(table_id, archived=utc_now() if away else None)

    def delete(self, table_id: str) -> TableRow:
        """Takes a table off the list; `restore` undoes it. Its entries stay in the journal."""
        return self._change(table_id, deleted=utc_now())

    def restore(self, table_id: str) -> TableRow:
        """Undoes `delete`."""
        return self._change(table_id, deleted=None)

    def rename(self, table_id: str, title: str) -> TableRow:
        return self._change(table_id, title=title)

    def close(self) -> None:
        """Ends all live tables' subscriptions and closes the journal."""
        if self._watcher is not None:
            self._watcher.close()
        self._hub.close()
        with self._lock:
            self._memory.close()
            self.journal.close()

    def _pass_on(self, news: News[State] | None) -> None:
        if news is not None:  # one table's end is not the house's
            self._hub.publish(news)

    def _begin(
        self,
        game: str,
        title: str,
        settings: Settings,
        entries: Callable[[str], Sequence[Entry]],
        key: str = "",
        request: Json = None,
    ) -> str:
        """The new table's id. A key tries its own ids in their order, so that two processes that get the same
        request try the same, and the database lets one of them through."""
        for table_id in _ids_of(key) if key else (new_id() for _try in range(ID_TRIES)):
            row = TableRow(table_id, game, title, utc_now(), settings.to_json())
            try:
                self.journal.create(row, entries(row.id))
            except EntryConflict:
                if not key or not self._is_begun_by(table_id, key, request):
                    continue
            return row.id
        raise RuntimeError(f"No free table id was found in {ID_TRIES} tries.")

    def _is_begun_by(self, table_id: str, key: str, request: Json) -> bool:
        """Whether this key began the table. Raises Illegal where it did with another request."""
        first = next(iter(self.journal.entries(table_id)), None)
        wanted = _begin_key(key, request)
        if first is None or first.key.rpartition("/")[0] != wanted.rpartition("/")[0]:
            return False
        if first.key != wanted:
            raise Illegal(_("This key belongs to another step: do yours again with a key of its own."))
        return True

    def _row(self, table_id: str) -> TableRow:
        row = self.journal.table(table_id)
        if row is None or row.is_scan != self._scans:
            raise no_such_table(table_id, self._scans)
        return row

    def _change(self, table_id: str, **changes: Any) -> TableRow:
        with self._lock:
            row = replace(self._row(table_id), **changes)
            self.journal.update(table_id, **changes)
            table = self._memory.peek(table_id)
            if "title" in changes and table is not None:
                table.title = row.title
        if table is not None:
            table.mark_deleted(row.deleted is not None)
        return row


def first_entries(
    game: Game[State], setup: Setup, seed: int, settings: Settings, key: str, by: str
) -> list[Entry]:
    """The first entries of a table: its setup, and the draws and rolls made at once. Raises Illegal."""
    data = {"setup": setup_to_json(setup), "seed": seed}
    with speaking(SOURCE):
        words = beginning(game, setup)
    first = Entry(1, "setup", data, words, None, by, key, utc_now())
    line: Timeline[State] = Timeline(game)
    line.advance(first)
    with speaking(SOURCE):
        return [first, *sampled_entries(line, seed, first, settings)]
