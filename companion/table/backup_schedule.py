"""Backs up a SQLite journal at intervals while it is served, in a thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from companion.table.backup import back_up, backups_in, new_backup, rotate
from companion.table.journal import utc_now
from companion.table.journal_errors import JournalError

_log = logging.getLogger(__name__)

BACKUP_INTERVAL = timedelta(hours=1)
POLL_SECONDS = 60.0
"""Interval of checks whether a backup is due."""


class BackupSchedule:
    """Takes a backup when the last one is `every` old and the journal changed since. clock: UTC.

    A failed backup is logged and retried at the next check; it never disturbs a table.
    """

    def __init__(
        self,
        journal: Path,
        folder: Path,
        every: timedelta = BACKUP_INTERVAL,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._journal = journal
        self._folder = folder
        self._every = every
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._backed_up_stamps: tuple[tuple[int, int] | None, ...] | None = None
        """The file stamps at the last backup that this object took."""
        taken = backups_in(folder, journal.stem)
        self.last: datetime | None = taken[0][0] if taken else None
        """When the newest backup was taken, UTC."""
        self.failed = ""
        """Why the last attempt failed; "": it did not."""

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def tick(self) -> Path | None:
        """Takes a backup if one is due. Returns its path, or None."""
        now = self._clock()
        # A clock that was set back must not delay backups.
        if self.last is not None and timedelta() <= now - self.last < self._every:
            return None
        marks = self._file_stamps()
        if marks == self._backed_up_stamps:
            return None
        try:
            target = new_backup(self._folder, self._journal.stem, now)
            back_up(self._journal, target)
            rotate(self._folder, self._journal.stem, target)
        except (JournalError, OSError) as wrong:
            self.failed = getattr(wrong, "sentence", None) or str(wrong)
            _log.warning("no backup was taken: %s", self.failed)
            return None
        self.last, self.failed, self._backed_up_stamps = now, "", marks
        return target

    def _file_stamps(self) -> tuple[tuple[int, int] | None, ...]:
        """When the journal's file and its log were last written to, and their sizes."""
        found: list[tuple[int, int] | None] = []
        for end in ("", "-wal"):
            try:
                stat = Path(f"{self._journal}{end}").stat()
                found.append((stat.st_mtime_ns, stat.st_size))
            except OSError:
                found.append(None)
        return tuple(found)

    def _run(self) -> None:
        while True:
            self.tick()
            if self._stop.wait(POLL_SECONDS):
                return
