"""Keeps drafts of scans in the journal's own database: each change is on the disk before anybody sees it.

Every step keeps the whole draft, which is a few kilobytes, so that undo goes back to any of them. Photos lie
beside, with what was read in them: after a restart nothing has to be read again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from companion.games.contract import Game, Illegal, Json, State
from companion.scan.changes import Change, apply, topics_of
from companion.scan.draft import Draft
from companion.scan.found import PhotoContents
from companion.scan.scan_moment import NoSuchScan, OutdatedScan, ScanMoment, StoredPhoto
from companion.table.journal import EntryConflict, Journal
from companion.table.sql_tables import SCAN_PHOTOS, SCAN_STEPS, SCANS
from companion.table.steps import Back, Outdated, Step, Steps
from companion.table.tables import new_id
from companion.translation import _

MAX_PHOTOS = 30
"""Of one scan."""
MAX_NEWS = 5
"""Changes that an outdated request is told of."""
MAX_LISTED = 100
"""Scans in the list of those begun."""
KEPT_DELETED = timedelta(days=1)
"""How long the photos of a deleted scan wait for being restored."""


def check_takes_photo(draft: Draft) -> None:
    """Raises Illegal where a scan has as many photos as it takes."""
    if len(draft.shots) >= MAX_PHOTOS:
        raise Illegal(
            _("A scan has {most} photos at most: take one that is not needed out.", most=MAX_PHOTOS)
        )


class Drafts:
    """The scans of a journal's database. Every method may be called from any thread; all raise
    JournalError."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def create(self, draft: Draft) -> ScanMoment:
        """A new scan, under a name that can be said aloud."""
        now = datetime.now(UTC)
        for _try in range(100):
            moment = ScanMoment(new_id(), 1, draft, None, now, now)
            try:
                with self._journal.transaction() as connection:
                    connection.execute(
                        SCANS.insert().values(id=moment.id, game=draft.game, created=now.isoformat())
                    )
                    connection.execute(SCAN_STEPS.insert(), _step_values(moment, Steps().begin("begin")))
            except EntryConflict:
                continue
            return moment
        raise RuntimeError("No free scan id was found in 100 tries.")

    def get(self, scan_id: str) -> ScanMoment:
        """Raises NoSuchScan; a deleted scan is given as long as it is there."""
        with self._journal.reading() as connection:
            return _moment(connection, scan_id)

    def list(self) -> tuple[ScanMoment, ...]:
        """The latest scans that are not deleted, the last changed first."""
        latest = sa.select(SCAN_STEPS.c.scan_id, sa.func.max(SCAN_STEPS.c.number)).group_by(
            SCAN_STEPS.c.scan_id
        )
        with self._journal.reading() as connection:
            rows = connection.execute(
                sa.select(SCANS, SCAN_STEPS)
                .join(SCAN_STEPS)
                .where(
                    SCANS.c.deleted.is_(None),
                    sa.tuple_(SCAN_STEPS.c.scan_id, SCAN_STEPS.c.number).in_(latest),
                )
                .order_by(SCAN_STEPS.c.at.desc())
                .limit(MAX_LISTED)
            ).all()
        return tuple(_moment_of(row) for row in rows)

    def change(
        self,
        scan_id: str,
        change: Change,
        seen: int,
        key: str,
        game: Game[State],
        photo: StoredPhoto | None = None,
    ) -> ScanMoment:
        """Makes a change on what the device saw at step `seen`. The same key again gives what holds, and does
        nothing. photo: kept with it. Raises NoSuchScan, OutdatedScan, Illegal."""

        topics = topics_of(change)
        with self._journal.transaction(exclusive=True) as connection:
            now, steps = _moment(connection, scan_id), _steps(connection, scan_id)
            if steps.known(key) is not None:
                return now
            _check_seen(connection, scan_id, steps, seen, topics)
            if photo is not None:
                check_takes_photo(now.draft)
            draft = apply(now.draft, change, game)
            if draft == now.draft:
                return now
            # Undo skips the request for the score: nobody would take that back.
            asking = change.get("do") == "score"
            step = steps.note(key, topics) if asking else steps.change(key, topics)
            if photo is not None:
                connection.execute(SCAN_PHOTOS.insert().values(_photo_values(scan_id, photo)))
            return _add(connection, now, step, draft, now.change if asking else change)

    def undo(self, scan_id: str, seen: int, key: str) -> ScanMoment:
        """Takes the last change back: the one that the device saw as the last. Raises as `change` does."""
        return self._undo_or_redo("undo", scan_id, seen, key)

    def redo(self, scan_id: str, seen: int, key: str) -> ScanMoment:
        """Makes again what undo took back last, as long as nothing else was said since. Raises as `change`
        does."""
        return self._undo_or_redo("redo", scan_id, seen, key)

    def photo(self, scan_id: str, photo_id: str) -> StoredPhoto:
        """Raises NoSuchScan."""
        wanted = SCAN_PHOTOS.select().where(SCAN_PHOTOS.c.id == photo_id, SCAN_PHOTOS.c.scan_id == scan_id)
        with self._journal.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NoSuchScan(scan_id)
        return StoredPhoto(row.id, row.jpeg, msgspec.convert(json.loads(row.read), PhotoContents), row.tiles)

    def reads(self, scan_id: str) -> dict[str, tuple[PhotoContents, str]]:
        """What was read in each photo of a scan, by its id, and with which tiles; no pictures are loaded."""
        wanted = sa.select(SCAN_PHOTOS.c.id, SCAN_PHOTOS.c.read, SCAN_PHOTOS.c.tiles).where(
            SCAN_PHOTOS.c.scan_id == scan_id
        )
        with self._journal.reading() as connection:
            rows = connection.execute(wanted).all()
        return {row.id: (msgspec.convert(json.loads(row.read), PhotoContents), row.tiles) for row in rows}

    def read_again(self, photo_id: str, read: PhotoContents, tiles: str) -> None:
        """A photo was read with other tiles: one of them was registered meanwhile."""
        with self._journal.transaction() as connection:
            connection.execute(
                SCAN_PHOTOS.update()
                .where(SCAN_PHOTOS.c.id == photo_id)
                .values(read=json.dumps(_to_builtins(read)), tiles=tiles)
            )

    def delete(self, scan_id: str) -> None:
        """Takes a scan off the list; `restore` undoes it. Photos of those deleted long ago go for good."""
        now = datetime.now(UTC)
        long_ago = (now - KEPT_DELETED).isoformat()
        with self._journal.transaction(exclusive=True) as connection:
            _moment(connection, scan_id)
            gone = sa.select(SCANS.c.id).where(SCANS.c.deleted < long_ago)
            connection.execute(SCAN_PHOTOS.delete().where(SCAN_PHOTOS.c.scan_id.in_(gone)))
            connection.execute(SCANS.update().where(SCANS.c.id == scan_id).values(deleted=now.isoformat()))

    def restore(self, scan_id: str) -> None:
        """Undoes `delete`."""
        with self._journal.transaction(exclusive=True) as connection:
            _moment(connection, scan_id)
            connection.execute(SCANS.update().where(SCANS.c.id == scan_id).values(deleted=None))

    def done(self, scan_id: str, key: str) -> bool:
        """Whether a request with this key was done already."""
        with self._journal.reading() as connection:
            return _steps(connection, scan_id).known(key) is not None

    def _undo_or_redo(self, kind: Back, scan_id: str, seen: int, key: str) -> ScanMoment:
        with self._journal.transaction(exclusive=True) as connection:
            now, steps = _moment(connection, scan_id), _steps(connection, scan_id)
            if steps.known(key) is not None:
                return now
            _check_seen(connection, scan_id, steps, seen)
            step = steps.move(kind, key)
            there = connection.execute(_step_query(scan_id, step.state)).one()
            change = json.loads(there.change)
            undid = now.change if kind == "undo" else None
            # A result that was asked for stays asked for, so that it is updated by undo and redo.
            draft = replace(_draft_from_json(there.draft), ended=now.draft.ended, kept=now.draft.kept)
            step = replace(step, topics=topics_of(undid or change))
            return _add(connection, now, step, draft, change, undid)


# --- rows ------------------------------------------------------------------------------------------------


def _step_values(moment: ScanMoment, step: Step, undid: Change | None = None) -> dict[str, Json]:
    return {
        "scan_id": moment.id,
        "number": moment.number,
        "key": step.key,
        "about": json.dumps(tuple(step.topics)),
        "change": json.dumps(moment.change),
        "undid": json.dumps(undid),
        "before": step.back,
        "redo": step.forth,
        "draft": json.dumps(_to_builtins(moment.draft), ensure_ascii=False, separators=(",", ":")),
        "at": moment.at.isoformat(),
    }


def _photo_values(scan_id: str, photo: StoredPhoto) -> dict[str, Any]:
    read = json.dumps(_to_builtins(photo.read))
    return {"id": photo.id, "scan_id": scan_id, "jpeg": photo.jpeg, "read": read, "tiles": photo.tiles}


def _moment(connection: sa.Connection, scan_id: str) -> ScanMoment:
    """The scan as it is now. Raises NoSuchScan."""
    wanted = (
        sa.select(SCANS, SCAN_STEPS)
        .join(SCAN_STEPS)
        .where(SCANS.c.id == scan_id)
        .order_by(SCAN_STEPS.c.number.desc())
        .limit(1)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NoSuchScan(scan_id)
    moment = _moment_of(row)
    if row.redo is not None:
        undone = connection.execute(_step_query(scan_id, row.redo)).one()
        moment = replace(moment, undone=json.loads(undone.change))
    return moment


def _steps(connection: sa.Connection, scan_id: str) -> Steps:
    """Every step of a scan, without its drafts. Each keeps the whole draft, and the change that undo would
    take back from there: so its own number stands for both."""
    wanted = (
        sa.select(
            SCAN_STEPS.c.number, SCAN_STEPS.c.key, SCAN_STEPS.c.about, SCAN_STEPS.c.before, SCAN_STEPS.c.redo
        )
        .where(SCAN_STEPS.c.scan_id == scan_id)
        .order_by(SCAN_STEPS.c.number)
    )
    steps = Steps()
    for row in connection.execute(wanted):
        topics = frozenset(json.loads(row.about))
        steps.add(Step(row.key, row.number, row.number, row.before, row.redo, topics))
    return steps


def _check_seen(
    connection: sa.Connection, scan_id: str, steps: Steps, seen: int, topics: frozenset[str] | None = None
) -> None:
    """Raises OutdatedScan."""
    try:
        steps.check_seen(seen, topics)
    except Outdated as outdated:
        missed = (connection.execute(_step_query(scan_id, number)).one() for number in outdated.missed)
        changes = (
            {"undo": undid} if (undid := json.loads(row.undid)) else json.loads(row.change) for row in missed
        )
        news = tuple(change for change in changes if change)  # the scan's beginning is no change
        raise OutdatedScan(outdated, news[-MAX_NEWS:]) from None


def _add(
    connection: sa.Connection,
    now: ScanMoment,
    step: Step,
    draft: Draft,
    change: Change | None,
    undid: Change | None = None,
) -> ScanMoment:
    """Keeps the next step. change: what undo would take back from there; undid: what it takes back itself."""
    moment = ScanMoment(now.id, now.number + 1, draft, change, now.created, datetime.now(UTC))
    connection.execute(SCAN_STEPS.insert(), _step_values(moment, step, undid))
    return _moment(connection, now.id)


def _moment_of(row: Any) -> ScanMoment:
    return ScanMoment(
        row.id,
        row.number,
        _draft_from_json(row.draft),
        json.loads(row.change),
        datetime.fromisoformat(row.created),
        datetime.fromisoformat(row.at),
        row.deleted is not None,
    )


def _to_builtins(value: PhotoContents | Draft) -> Json:
    return msgspec.to_builtins(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    """Converts marked texts and numpy's numbers to Python's own types."""
    return str(value) if isinstance(value, str) else float(value)


def _draft_from_json(text: str) -> Draft:
    data = json.loads(text)
    if "homes" in data:  # as versions before 0.2 called it
        data["mats"] = data.pop("homes")
    return msgspec.convert(data, Draft)


def _step_query(scan_id: str, number: int) -> sa.Select[Any]:
    return sa.select(SCAN_STEPS).where(SCAN_STEPS.c.scan_id == scan_id, SCAN_STEPS.c.number == number)
