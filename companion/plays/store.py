"""Stores finished plays in the journal's database: adds, searches, deletes and restores them.

Database errors are JournalErrors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa

from companion.games.contract import Json
from companion.games.contract.player_names import name_key
from companion.plays.names import with_names
from companion.plays.play import (
    Play,
    PlaySummary,
    RoundTotals,
    Seated,
    play_from_json,
    play_to_json,
    sheets_of,
    summary_from_json,
    summary_to_json,
)
from companion.table.journal import Journal
from companion.table.sql_tables import PLAYS
from companion.translation import marked

__all__ = ["NoSuchPlay", "Play", "PlayFilter", "Plays", "RoundTotals", "Seated", "day_begin", "sheets_of"]

MAX_COMMENT_LENGTH = 2000
"""Letters; the rest is cut off."""
MAX_PLACE_LENGTH = 120

KEPT, DELETED, PLAYED_ON = "kept", "deleted", "played on"
"""A play's state: in the list; removed by a person; its table was played on, so that it has no result now."""


class NoSuchPlay(LookupError):
    """No play has this id."""

    message = marked("There is no play {play}: look at the list of plays.")

    def __init__(self, play_id: str) -> None:
        self.play_id = play_id[:80]
        self.sentence = self.message.format(play=self.play_id)
        super().__init__(self.sentence)


@dataclass(frozen=True, slots=True)
class PlayFilter:
    """Which plays. text: of names, comment, location, each of its words; game: by name; since, until: UTC, of
    the end, until itself left out; seats: how many played. What is empty or None leaves all."""

    text: str = ""
    game: str = ""
    since: datetime | None = None
    until: datetime | None = None
    seats: int | None = None


def day_begin(day: date | None, later: int = 0) -> datetime | None:
    """The beginning of the day that is `later` days later, by this machine's clock; UTC. None for none."""
    if day is None:
        return None
    begin = datetime.combine(min(day, date.max - timedelta(days=later)) + timedelta(days=later), time())
    try:
        return begin.astimezone(UTC)
    except (OSError, OverflowError, ValueError):
        # Windows has local times of the years 1970 to 3000 only; no play ended in others.
        return begin.replace(tzinfo=UTC)


class Plays:
    """Safe to share by threads. Every method raises JournalError."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def keep(self, play: Play) -> Play:
        """Keeps a play, in the place of the one with its id. Comment and location of that one stay where the
        new one's are empty. Returns it as it is kept. Raises ValueError for an id that cannot be."""
        if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", play.id):
            raise ValueError(f"A play's id is of letters, digits and hyphens, not {play.id!r:.80}.")
        with self._journal.transaction(exclusive=True) as connection:
            before = connection.execute(PLAYS.select().where(PLAYS.c.id == play.id)).one_or_none()
            if before is not None:
                play = replace(
                    play,
                    comment=play.comment or before.comment,
                    location=play.location or before.location,
                )
                connection.execute(PLAYS.delete().where(PLAYS.c.id == play.id))
            connection.execute(PLAYS.insert(), _values(play))
        return play

    def get(self, play_id: str, state: str = KEPT) -> Play:
        """The play; state: DELETED for one that was taken out. Raises NoSuchPlay."""
        with self._journal.reading() as connection:
            row = connection.execute(PLAYS.select().where(PLAYS.c.id == play_id)).one_or_none()
        if row is None or row.state != state:
            raise NoSuchPlay(play_id)
        return _play(row)

    def list(
        self, search: PlayFilter | None = None, limit: int | None = None, offset: int = 0
    ) -> tuple[Play, ...]:
        """The plays found, the last ended first."""
        return tuple(_play(row) for row in self._rows(PLAYS.c.data, search, limit, offset))

    def briefs(
        self, search: PlayFilter | None = None, limit: int | None = None, offset: int = 0
    ) -> tuple[PlaySummary, ...]:
        """The same without their sheets, a tenth of the work."""
        rows = self._rows(PLAYS.c.brief, search, limit, offset)
        return tuple(summary_from_json(json.loads(row.brief)) for row in rows)

    def _rows(
        self, column: sa.Column[str], search: PlayFilter | None, limit: int | None, offset: int
    ) -> Sequence[Any]:
        wanted = sa.select(column).where(*_where(search)).order_by(PLAYS.c.ended.desc(), PLAYS.c.id)
        with self._journal.reading() as connection:
            return connection.execute(wanted.limit(limit).offset(offset)).all()

    def count(self, search: PlayFilter | None = None) -> int:
        """How many `list` would give without a limit."""
        wanted = sa.select(sa.func.count()).select_from(PLAYS).where(*_where(search))
        with self._journal.reading() as connection:
            number: int = connection.execute(wanted).scalar_one()
            return number

    def edit(self, play_id: str, *, comment: str, location: str) -> Play:
        """Gives a play these words. Raises NoSuchPlay."""
        play = replace(
            self.get(play_id),
            comment=comment.strip()[:MAX_COMMENT_LENGTH],
            location=location.strip()[:MAX_PLACE_LENGTH],
        )
        with self._journal.transaction() as connection:
            connection.execute(PLAYS.update().where(PLAYS.c.id == play_id).values(**_values(play)))
        return play

    def find(self, play_id: str) -> Play | None:
        """The play, in the list or not; None: there is none."""
        with self._journal.reading() as connection:
            row = connection.execute(PLAYS.select().where(PLAYS.c.id == play_id)).one_or_none()
        return None if row is None else _play(row)

    def same(self, game: str, began: datetime | None, ended: datetime) -> Play | None:
        """The kept play of the very game that was played then, to the microsecond, whichever table tells it:
        of tables that are made of each other's records. A game is one play."""
        wanted = sa.select(PLAYS.c.data).where(
            PLAYS.c.state == KEPT,
            PLAYS.c.game == game,
            PLAYS.c.ended == _stamp(ended),
        )
        with self._journal.reading() as connection:
            rows = connection.execute(wanted.order_by(PLAYS.c.id)).all()
        return next((found for found in map(_play, rows) if found.began == began), None)

    def rename(self, play_id: str, names: Sequence[str]) -> Play:
        """Gives a play's seats these names. Raises NoSuchPlay."""
        play = with_names(self.get(play_id), names)
        with self._journal.transaction() as connection:
            connection.execute(PLAYS.update().where(PLAYS.c.id == play_id).values(**_values(play)))
        return play

    def remove(self, play_id: str) -> None:
        """Takes a play out of the list; `restore` undoes it. Raises NoSuchPlay."""
        self._set(play_id, KEPT, DELETED)

    def deleted(self, until: datetime) -> tuple[Play, ...]:
        """The deleted plays that ended before."""
        wanted = sa.select(PLAYS.c.data).where(PLAYS.c.state == DELETED, PLAYS.c.ended < _stamp(until))
        with self._journal.reading() as connection:
            return tuple(_play(row) for row in connection.execute(wanted).all())

    def rewrite(self, play: Play) -> None:
        """Puts a play in the place of the one with its id, and leaves that deleted where it is."""
        values = {name: value for name, value in _values(play).items() if name not in ("id", "state")}
        with self._journal.transaction(exclusive=True) as connection:
            connection.execute(PLAYS.update().where(PLAYS.c.id == play.id).values(**values))

    def restore(self, play_id: str) -> None:
        """Undoes `remove`. Raises NoSuchPlay."""
        self._set(play_id, DELETED, KEPT)

    # --- tracked tables

    def set_aside(self, play_id: str) -> None:
        """The play's table went on: it is no result now. Its comment waits for the next end. Nothing is done
        where there is no such play."""
        with self._journal.transaction() as connection:
            connection.execute(
                PLAYS.update().where(PLAYS.c.id == play_id, PLAYS.c.state == KEPT).values(state=PLAYED_ON)
            )

    def _set(self, play_id: str, before: str, after: str) -> None:
        with self._journal.transaction() as connection:
            done = connection.execute(
                PLAYS.update().where(PLAYS.c.id == play_id, PLAYS.c.state == before).values(state=after)
            )
            if (
                not done.rowcount
                and not connection.execute(
                    sa.select(PLAYS.c.id).where(PLAYS.c.id == play_id, PLAYS.c.state == after)
                ).first()
            ):
                raise NoSuchPlay(play_id)


def _where(search: PlayFilter | None) -> list[sa.ColumnElement[bool]]:
    search = search or PlayFilter()
    wanted: list[sa.ColumnElement[bool]] = [PLAYS.c.state == KEPT]
    wanted += [PLAYS.c.words.contains(word, autoescape=True) for word in name_key(search.text).split()]
    if search.game:
        wanted.append(PLAYS.c.game == search.game)
    if search.since is not None:
        wanted.append(PLAYS.c.ended >= _stamp(search.since))
    if search.until is not None:
        wanted.append(PLAYS.c.ended < _stamp(search.until))
    if search.seats is not None:
        wanted.append(PLAYS.c.seats == search.seats)
    return wanted


def _stamp(at: datetime) -> str:
    """Times that sort as texts do."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _values(play: Play) -> dict[str, Any]:
    words = (*(p.name for p in play.players), play.comment, play.location, play.id)
    return {
        "id": play.id,
        "game": play.game,
        "ended": _stamp(play.ended),
        "seats": len(play.players),
        "state": KEPT,
        "words": "\n".join(name_key(text) for text in words),
        "comment": play.comment,
        "location": play.location,
        "brief": _dump(summary_to_json(play.brief)),
        "data": _dump(play_to_json(play)),
    }


def _dump(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _play(row: Any) -> Play:
    return play_from_json(json.loads(row.data))
