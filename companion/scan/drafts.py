"""Keeps drafts of scans in the journal's own database: each change is on the disk before anybody sees it.

Every step keeps the whole draft, which is a few kilobytes, so that undo goes back to any of them. Photos lie
beside, with what was read in them: after a restart nothing has to be read again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from companion.games.contract import Game, Illegal, Json
from companion.scan.changes import Change, about, apply
from companion.scan.draft import Draft
from companion.scan.found import Read
from companion.table.journal import Journal, Taken
from companion.table.tables import new_id
from companion.translation import _

MOST_PHOTOS = 30
"""Of one scan."""
LISTED = 100
"""Scans in the list of those begun."""
KEPT_DELETED = timedelta(days=1)
"""How long the photos of a deleted scan wait for being restored."""

_META = sa.MetaData()
_SCANS = sa.Table(
    "scans",
    _META,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("deleted", sa.String(32)),
)
_STEPS = sa.Table(
    "scan_steps",
    _META,
    sa.Column("scan_id", sa.ForeignKey("scans.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("change", sa.Text, nullable=False),
    sa.Column("undid", sa.Text, nullable=False),
    sa.Column("before", sa.Integer),
    sa.Column("redo", sa.Integer),
    sa.Column("draft", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.UniqueConstraint("scan_id", "key"),
)
_PHOTOS = sa.Table(
    "scan_photos",
    _META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("scan_id", sa.ForeignKey("scans.id"), nullable=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sa.Column("read", sa.Text, nullable=False),
    sa.Column("tiles", sa.String(64), nullable=False),
)


class NoSuchScan(LookupError):
    """No scan has this id, or no photo of it."""

    def __init__(self, scan_id: str) -> None:
        self.sentence = _("There is no scan {id}: look at the list of scans.", id=repr(scan_id[:40]))
        super().__init__(self.sentence)


class Outdated(Exception):
    """What the change is about has changed since the device looked: nothing was done.

    number: the step that holds now; news: the changes since, the last one last.
    """

    def __init__(self, number: int, news: tuple[Change, ...]) -> None:
        super().__init__(f"step {number} holds")
        self.number = number
        self.news = news


@dataclass(frozen=True, slots=True)
class Moment:
    """A scan after a step. change: what undo takes back, undone: what redo makes again; None: nothing.
    created, at: UTC."""

    id: str
    number: int
    draft: Draft
    change: Change | None
    created: datetime
    at: datetime
    deleted: bool = False
    undone: Change | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """jpeg: as it lies upright; tiles: which tiles it was read with, a digest."""

    id: str
    jpeg: bytes
    read: Read
    tiles: str


class Drafts:
    """The scans of a journal's database. Every method may be called from any thread; all raise
    JournalError."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        with journal.transaction() as connection:
            there = sa.inspect(connection).has_table(_PHOTOS.name)
        if not there:
            with journal.transaction(alone=True) as connection:
                _META.create_all(connection)

    def create(self, draft: Draft) -> Moment:
        """A new scan, under a name that can be said aloud."""
        now = datetime.now(UTC)
        for _try in range(100):
            moment = Moment(new_id(), 1, draft, None, now, now)
            try:
                with self._journal.transaction() as connection:
                    connection.execute(
                        _SCANS.insert().values(id=moment.id, game=draft.game, created=now.isoformat())
                    )
                    connection.execute(_STEPS.insert(), _step(moment, "begin", ()))
            except Taken:
                continue
            return moment
        raise RuntimeError("No free scan id was found in 100 tries.")

    def get(self, scan_id: str) -> Moment:
        """Raises NoSuchScan; a deleted scan is given as long as it is there."""
        with self._journal.transaction() as connection:
            return _moment(connection, scan_id)[0]

    def list(self) -> tuple[Moment, ...]:
        """The latest scans that are not deleted, the last changed first."""
        latest = sa.select(_STEPS.c.scan_id, sa.func.max(_STEPS.c.number)).group_by(_STEPS.c.scan_id)
        with self._journal.transaction() as connection:
            rows = connection.execute(
                sa.select(_SCANS, _STEPS)
                .join(_STEPS)
                .where(_SCANS.c.deleted.is_(None), sa.tuple_(_STEPS.c.scan_id, _STEPS.c.number).in_(latest))
                .order_by(_STEPS.c.at.desc())
                .limit(LISTED)
            ).all()
        return tuple(_made(row) for row in rows)

    def change(
        self, scan_id: str, change: Change, seen: int, key: str, game: Game[Any], photo: Photo | None = None
    ) -> Moment:
        """Makes a change on what the device saw at step `seen`. The same key again gives what holds, and does
        nothing. photo: kept with it. Raises NoSuchScan, Outdated, Illegal."""

        def after(now: Draft) -> Draft:
            return apply(now, change, game)

        return self._add(scan_id, change, about(change), seen, key, after, photo)

    def undo(self, scan_id: str, seen: int, key: str) -> Moment:
        """Takes the last change back: the one that the device saw as the last. Raises as `change` does."""
        return self._move(scan_id, seen, key, back=True)

    def redo(self, scan_id: str, seen: int, key: str) -> Moment:
        """Makes again what undo took back last, as long as nothing else was said since. Raises as `change`
        does."""
        return self._move(scan_id, seen, key, back=False)

    def photo(self, scan_id: str, photo_id: str) -> Photo:
        """Raises NoSuchScan."""
        wanted = _PHOTOS.select().where(_PHOTOS.c.id == photo_id, _PHOTOS.c.scan_id == scan_id)
        with self._journal.transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NoSuchScan(scan_id)
        return Photo(row.id, row.jpeg, msgspec.convert(json.loads(row.read), Read), row.tiles)

    def reads(self, scan_id: str) -> dict[str, tuple[Read, str]]:
        """What was read in each photo of a scan, by its id, and with which tiles; no pictures are loaded."""
        wanted = sa.select(_PHOTOS.c.id, _PHOTOS.c.read, _PHOTOS.c.tiles).where(_PHOTOS.c.scan_id == scan_id)
        with self._journal.transaction() as connection:
            rows = connection.execute(wanted).all()
        return {row.id: (msgspec.convert(json.loads(row.read), Read), row.tiles) for row in rows}

    def read_again(self, photo_id: str, read: Read, tiles: str) -> None:
        """A photo was read with other tiles: one of them was registered meanwhile."""
        with self._journal.transaction() as connection:
            connection.execute(
                _PHOTOS.update()
                .where(_PHOTOS.c.id == photo_id)
                .values(read=json.dumps(_plain(read)), tiles=tiles)
            )

    def delete(self, scan_id: str) -> None:
        """Takes a scan off the list; `restore` undoes it. Photos of those deleted long ago go for good."""
        now = datetime.now(UTC)
        long_ago = (now - KEPT_DELETED).isoformat()
        with self._journal.transaction(alone=True) as connection:
            _moment(connection, scan_id)
            gone = sa.select(_SCANS.c.id).where(_SCANS.c.deleted < long_ago)
            connection.execute(_PHOTOS.delete().where(_PHOTOS.c.scan_id.in_(gone)))
            connection.execute(_SCANS.update().where(_SCANS.c.id == scan_id).values(deleted=now.isoformat()))

    def restore(self, scan_id: str) -> None:
        """Undoes `delete`."""
        with self._journal.transaction(alone=True) as connection:
            _moment(connection, scan_id)
            connection.execute(_SCANS.update().where(_SCANS.c.id == scan_id).values(deleted=None))

    def done(self, scan_id: str, key: str) -> bool:
        """Whether a request with this key was done already."""
        with self._journal.transaction() as connection:
            return _known(connection, scan_id, key)

    def _move(self, scan_id: str, seen: int, key: str, back: bool) -> Moment:
        with self._journal.transaction(alone=True) as connection:
            now, row = _moment(connection, scan_id)
            if _known(connection, scan_id, key):
                return now
            if now.number != seen:
                raise Outdated(now.number, _news(connection, scan_id, seen))
            if back and row.before is not None and now.change is not None:
                return _moved(connection, now, row.before, key, now.change, row.number)
            if not back and row.redo is not None:
                return _moved(connection, now, row.redo, key)
        raise Illegal(_("There is nothing to undo.") if back else _("There is nothing to redo."))

    def _add(
        self,
        scan_id: str,
        change: Change,
        topics: frozenset[str],
        seen: int,
        key: str,
        make: Callable[[Draft], Draft],
        photo: Photo | None,
    ) -> Moment:
        with self._journal.transaction(alone=True) as connection:
            now, row = _moment(connection, scan_id)
            if _known(connection, scan_id, key):
                return now
            if news := _news(connection, scan_id, seen, topics):
                raise Outdated(now.number, news)
            if photo is not None and len(now.draft.shots) >= MOST_PHOTOS:
                raise Illegal(
                    _("A scan has {most} photos at most: take one that is not needed out.", most=MOST_PHOTOS)
                )
            draft = make(now.draft)
            if draft == now.draft:
                return now
            # Asking for the score is no change that a person would take back.
            asking = change.get("do") == "score"
            at = datetime.now(UTC)
            if asking:
                moment = replace(now, number=now.number + 1, draft=draft, at=at)
            else:
                moment = Moment(scan_id, now.number + 1, draft, change, now.created, at)
            if photo is not None:
                connection.execute(
                    _PHOTOS.insert().values(
                        id=photo.id,
                        scan_id=scan_id,
                        jpeg=photo.jpeg,
                        read=json.dumps(_plain(photo.read)),
                        tiles=photo.tiles,
                    )
                )
            before, redo = (row.before, row.redo) if asking else (now.number, None)
            connection.execute(_STEPS.insert(), _step(moment, key, tuple(topics), before, redo))
            return moment


# --- rows ------------------------------------------------------------------------------------------------


def _step(
    moment: Moment,
    key: str,
    topics: tuple[str, ...],
    before: int | None = None,
    redo: int | None = None,
    undid: Change | None = None,
) -> dict[str, Json]:
    return {
        "scan_id": moment.id,
        "number": moment.number,
        "key": key,
        "about": json.dumps(topics),
        "change": json.dumps(moment.change),
        "undid": json.dumps(undid),
        "before": before,
        "redo": redo,
        "draft": json.dumps(_plain(moment.draft), ensure_ascii=False, separators=(",", ":")),
        "at": moment.at.isoformat(),
    }


def _moment(connection: sa.Connection, scan_id: str) -> tuple[Moment, Any]:
    """The scan as it is now, and its row: `before` is the step that undo goes back to, `redo` the one that
    redo goes to. Raises NoSuchScan."""
    wanted = (
        sa.select(_SCANS, _STEPS)
        .join(_STEPS)
        .where(_SCANS.c.id == scan_id)
        .order_by(_STEPS.c.number.desc())
        .limit(1)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NoSuchScan(scan_id)
    moment = _made(row)
    if row.redo is not None:
        undone = connection.execute(_of(scan_id, row.redo)).one()
        moment = replace(moment, undone=json.loads(undone.change))
    return moment, row


def _moved(
    connection: sa.Connection,
    now: Moment,
    to: int,
    key: str,
    undid: Change | None = None,
    redo: int | None = None,
) -> Moment:
    """Adds a step on which the scan is as it was at step `to`. undid, redo: the change that this takes back,
    and the step that makes it again; none: `to` is that step."""
    row = connection.execute(_of(now.id, to)).one()
    change = json.loads(row.change)
    # What was asked for stays so: a kept result follows what is taken back or made again.
    draft = replace(_draft(row.draft), ended=now.draft.ended, kept=now.draft.kept)
    moment = Moment(now.id, now.number + 1, draft, change, now.created, datetime.now(UTC))
    topics = tuple(about(undid or change))
    redo = row.redo if undid is None else redo
    connection.execute(_STEPS.insert(), _step(moment, key, topics, row.before, redo, undid))
    return _moment(connection, now.id)[0]


def _made(row: Any) -> Moment:
    return Moment(
        row.id,
        row.number,
        _draft(row.draft),
        json.loads(row.change),
        datetime.fromisoformat(row.created),
        datetime.fromisoformat(row.at),
        row.deleted is not None,
    )


def _plain(value: Read | Draft) -> Json:
    return msgspec.to_builtins(value, enc_hook=float)  # numpy's numbers are Python's here


def _draft(text: str) -> Draft:
    data = json.loads(text)
    if "homes" in data:  # as versions before 0.2 called it
        data["mats"] = data.pop("homes")
    return msgspec.convert(data, Draft)


def _of(scan_id: str, number: int) -> sa.Select[Any]:
    return sa.select(_STEPS).where(_STEPS.c.scan_id == scan_id, _STEPS.c.number == number)


def _known(connection: sa.Connection, scan_id: str, key: str) -> bool:
    wanted = sa.select(_STEPS.c.number).where(_STEPS.c.scan_id == scan_id, _STEPS.c.key == key)
    return connection.execute(wanted).first() is not None


def _news(
    connection: sa.Connection, scan_id: str, seen: int, topics: frozenset[str] | None = None
) -> tuple[Change, ...]:
    """What the device missed, the latest few; `{"undo": change}` for what was taken back. topics: only what
    is about one of these."""
    wanted = (
        sa.select(_STEPS).where(_STEPS.c.scan_id == scan_id, _STEPS.c.number > seen).order_by(_STEPS.c.number)
    )
    rows = [
        row
        for row in connection.execute(wanted)
        if topics is None or topics & frozenset(json.loads(row.about))
    ]
    changes = (
        {"undo": undid} if (undid := json.loads(row.undid)) else json.loads(row.change) for row in rows
    )
    return tuple(change for change in changes if change)[-5:]  # the scan's beginning is no change
