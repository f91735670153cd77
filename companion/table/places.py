"""Where a follower is in the line of each table's entries, kept in the journal's own database."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from companion.table.journal import Journal
from companion.table.sql_tables import ENTRIES, PLACES

_BEGUN = ""
"""In the column of tables: the follower has begun at this journal."""


class Places:
    """The places of one follower: the last entry of each table that it has taken, for good. A table without
    one began after the follower did. Safe to share by threads and server processes; every method raises
    JournalError."""

    def __init__(self, journal: Journal, follower: str) -> None:
        self._journal = journal
        self._follower = follower

    def begin(self) -> None:
        """Has a follower that this journal does not know yet begin with what comes from now on: the tables
        there are count as taken."""
        if self._has_begun():
            return
        with self._journal.transaction(exclusive=True) as connection:
            known = connection.execute(self._own().where(PLACES.c.table_id == _BEGUN)).first()
            if known is not None:
                return
            last = sa.select(
                sa.literal(self._follower), ENTRIES.c.table_id, sa.func.max(ENTRIES.c.number)
            ).group_by(ENTRIES.c.table_id)
            connection.execute(PLACES.insert().from_select(("follower", "table_id", "number"), last))
            connection.execute(PLACES.insert().values(follower=self._follower, table_id=_BEGUN, number=0))

    def all(self) -> Mapping[str, int]:
        """The places by table."""
        with self._journal.reading() as connection:
            found = {row.table_id: row.number for row in connection.execute(self._own())}
        found.pop(_BEGUN, None)
        return found

    def keep(self, places: Mapping[str, int]) -> None:
        """Keeps these, beside those of other tables. A place never goes back."""
        if not places:
            return
        with self._journal.transaction(exclusive=True) as connection:
            mine = PLACES.c.follower == self._follower
            for table_id, number in places.items():
                here = mine & (PLACES.c.table_id == table_id)
                if connection.execute(sa.select(PLACES.c.number).where(here)).first() is None:
                    row = {"follower": self._follower, "table_id": table_id, "number": number}
                    connection.execute(PLACES.insert().values(**row))
                else:
                    connection.execute(
                        PLACES.update().where(here, PLACES.c.number < number).values(number=number)
                    )

    def _has_begun(self) -> bool:
        with self._journal.reading() as connection:
            begun = connection.execute(self._own().where(PLACES.c.table_id == _BEGUN)).first()
        return begun is not None

    def _own(self) -> sa.Select[tuple[str, int]]:
        mine = PLACES.c.follower == self._follower
        return sa.select(PLACES.c.table_id, PLACES.c.number).where(mine)
