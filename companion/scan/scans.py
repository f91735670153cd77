"""The finished tables of a journal's database: each a table, with its photos and what was read in them.

After a restart nothing has to be read again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from companion.games.contract import Game, Player, Setup, State
from companion.games.contract.gate import check_legal
from companion.games.scanned.game import BY_NUMBERS, FINISHED
from companion.games.scanned.moves import AddPhoto, AskScore, said_from_json
from companion.games.scanned.said import Said
from companion.scan.found import PhotoContents
from companion.table.journal import Journal
from companion.table.snapshot import no_such_table
from companion.table.sql_tables import ENTRIES, SCAN_PHOTOS, TABLES
from companion.table.table import Table
from companion.table.tables import Tables

MAX_LISTED = 100
"""Scans in the list of those begun."""
KEPT_DELETED = timedelta(days=1)
"""How long the photos of a deleted scan wait for being restored."""
BY_HAND = "scan"
"""`Entry.by` of what people said on the pages."""


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """jpeg: as it lies upright; tiles: which tiles it was read with, a digest."""

    id: str
    jpeg: bytes
    read: PhotoContents
    tiles: str


class Scans:
    """Every method may be called from any thread; all raise JournalError."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.tables = Tables(journal, scans=True)

    def create(self, game: str, players: tuple[Player, ...], *, by_numbers: bool = False) -> Table[Any]:
        """A new scan, under a name that can be said aloud. Raises UnknownGame, Illegal."""
        setup = Setup(players, (BY_NUMBERS,) if by_numbers else ())
        return self.tables.create(FINISHED + game, setup, seed=0, by=BY_HAND)

    def get(self, scan_id: str) -> Table[Any]:
        """A scan, with what other programs wrote to it, a deleted one too. Raises NoSuchTable."""
        table = self.tables.open(scan_id)
        table.refresh()
        return table

    def list(self) -> tuple[Table[Any], ...]:
        """The latest scans that are not deleted, the last changed first."""
        last = sa.func.max(ENTRIES.c.at)
        wanted = (
            sa.select(TABLES.c.id)
            .join(ENTRIES)
            .where(TABLES.c.game.startswith(FINISHED), TABLES.c.deleted.is_(None))
            .group_by(TABLES.c.id)
            .order_by(last.desc())
            .limit(MAX_LISTED)
        )
        with self._journal.reading() as connection:
            ids = connection.execute(wanted).scalars().all()
        self.tables.refresh(None)
        return tuple(map(self.tables.open, ids))

    def say(self, scan_id: str, said: Said, seen: int, key: str, game: Game[State]) -> Table[Any]:
        """Takes what somebody said who saw entry `seen`; what changes nothing makes no entry. game: with the
        box in use. Raises NoSuchTable, Stale, Illegal, ReadOnly."""
        table = self.get(scan_id)
        state = table.state
        said = said.in_box(state, game)
        check_legal(table.game, state, said)
        if not said.changes_state or said.apply(state) != state:
            table.submit(said, seen, key, BY_HAND)
        return table

    def ask_score(self, scan: Table[Any], keep: bool, key: str, game: Game[State]) -> Table[Any]:
        """Notes that the score was asked for, and whether its result is to be kept. Raises as `say` does."""
        ended, kept = score_asked(scan)
        if ended is not None and keep <= kept:
            return scan
        return self.say(scan.id, AskScore(keep=keep), scan.number, key, game)

    def delete(self, scan_id: str) -> None:
        """Takes a scan off the list, until its table is restored. Photos of those deleted long ago go for
        good."""
        long_ago = (datetime.now(UTC) - KEPT_DELETED).isoformat()
        gone = sa.select(TABLES.c.id).where(TABLES.c.game.startswith(FINISHED), TABLES.c.deleted < long_ago)
        with self._journal.transaction(exclusive=True) as connection:
            connection.execute(SCAN_PHOTOS.delete().where(SCAN_PHOTOS.c.scan_id.in_(gone)))
        self.tables.delete(scan_id)

    # --- photos

    def add_photo(
        self, scan_id: str, photo: StoredPhoto, said: AddPhoto, seen: int, key: str, game: Game[State]
    ) -> Table[Any]:
        """Keeps a photo, and the entry that it was added; raises as `say` does, and then keeps neither."""
        with self._journal.transaction() as connection:
            connection.execute(
                SCAN_PHOTOS.insert().values(
                    id=photo.id, scan_id=scan_id, jpeg=photo.jpeg, read=_kept(photo.read), tiles=photo.tiles
                )
            )
        try:
            return self.say(scan_id, said, seen, key, game)
        except BaseException:
            with self._journal.transaction() as connection:
                connection.execute(SCAN_PHOTOS.delete().where(SCAN_PHOTOS.c.id == photo.id))
            raise

    def photo(self, scan_id: str, photo_id: str) -> StoredPhoto:
        """Raises NoSuchTable."""
        wanted = SCAN_PHOTOS.select().where(SCAN_PHOTOS.c.id == photo_id, SCAN_PHOTOS.c.scan_id == scan_id)
        with self._journal.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise no_such_table(scan_id, scan=True)
        return StoredPhoto(row.id, row.jpeg, _read(row.read), row.tiles)

    def reads(self, scan_id: str) -> dict[str, tuple[PhotoContents, str]]:
        """What was read in each photo of a scan, by its id, and with which tiles; no pictures are loaded."""
        columns = SCAN_PHOTOS.c.id, SCAN_PHOTOS.c.read, SCAN_PHOTOS.c.tiles
        with self._journal.reading() as connection:
            rows = connection.execute(sa.select(*columns).where(SCAN_PHOTOS.c.scan_id == scan_id)).all()
        return {row.id: (_read(row.read), row.tiles) for row in rows}

    def read_again(self, photo_id: str, read: PhotoContents, tiles: str) -> None:
        """A photo was read with other tiles: one of them was registered meanwhile."""
        with self._journal.transaction() as connection:
            connection.execute(
                SCAN_PHOTOS.update().where(SCAN_PHOTOS.c.id == photo_id).values(read=_kept(read), tiles=tiles)
            )


def score_asked(scan: Table[Any]) -> tuple[datetime | None, bool]:
    """When the score was first asked for, None: it was not; and whether its result is to be in the history of
    plays."""
    said = (entry for entry in scan.entries() if entry.kind == "decision")
    asked = [entry for entry in said if entry.data["do"] == AskScore.do]
    return asked[0].at if asked else None, any(entry.data["keep"] for entry in asked)


def said_in(scan: Table[Any], number: int | None) -> Said | None:
    """What entry `number` says."""
    return None if number is None else said_from_json(scan.entries()[number - 1].data)


def _read(kept: str) -> PhotoContents:
    return msgspec.json.decode(kept, type=PhotoContents)


def _kept(read: PhotoContents) -> str:
    return msgspec.json.encode(read, enc_hook=float).decode()  # numpy has numbers of its own
