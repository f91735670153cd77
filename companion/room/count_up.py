"""The count at the end of a game: when each category is counted, and the lamps that go with it.

All devices and the lamps count from the time of the last answer, so that they need no synchronisation.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from companion.games.contract import Light, LightPicture, State
from companion.plays.play import sources_of
from companion.plays.tracked import ended_by
from companion.table.table import Table

LEAD_SECONDS = 1.5
"""From the end of the game to the first category."""
CATEGORY_SECONDS = 1.3
REVEAL_SECONDS = 0.4
"""Silence before the winner is shown."""
MAX_COUNT_SECONDS = 60.0
"""The count ends after this, however many categories there are."""
COUNTED_LAMP = Light("white", "steady", 2)

_skipped: WeakKeyDictionary[Table[State], int] = WeakKeyDictionary()
"""By table: the entry number at which the count was skipped."""


def skip(table: Table[State]) -> None:
    """Ends the count for the lamps, as the table's page has done."""
    _skipped[table] = table.now.number


def with_count(table: Table[State], picture: LightPicture) -> LightPicture:
    """The lamps while the points are counted: each segment fills with white, category by category, and none
    tells the winner before the pages do. Before and after it: the game's own picture."""
    now = table.now
    if not table.game.phase(now.state).over or _skipped.get(table) == now.number:
        return picture
    ago = table.seconds_since(ended_by(table).number)
    if ago > MAX_COUNT_SECONDS:
        return picture
    sources = len(sources_of(table.game.score(now.state)))
    if ago >= LEAD_SECONDS + sources * CATEGORY_SECONDS + REVEAL_SECONDS:
        return picture
    counted = min(sources, max(0, int((ago - LEAD_SECONDS) // CATEGORY_SECONDS) + 1))
    segments = tuple(
        (
            name,
            tuple(COUNTED_LAMP if n * sources < counted * len(lamps) else Light() for n in range(len(lamps))),
        )
        for name, lamps in picture.segments
    )
    return LightPicture(segments)
