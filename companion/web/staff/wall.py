"""All stations on a screen at the wall, like departures: since and until when, who waits, what is broken."""

from __future__ import annotations

from flask import render_template

from companion.table.journal import utc_now
from companion.web.request.services import services
from companion.web.request.visitor import house
from companion.web.staff.staff import duration_words, pages

COUNTED = ("calls", "broken", "waits", "free")
"""States of which the head of the page says how many there are."""
MAX_ROWS_IN_A_COLUMN = 9
"""More are shown in two columns, which can still be read from 4 m on a screen of 43 inches."""


@pages.get("/staff/wall")
def wall() -> str:
    """For a screen that nobody touches; it follows by itself."""
    places = services().places(house().stations.all())
    return render_template(
        "staff_wall.html",
        places=places,
        now=utc_now(),
        span=duration_words,
        columns=1 + (len(places) > MAX_ROWS_IN_A_COLUMN),
        counts={state: sum(place.state == state for place in places) for state in COUNTED},
    )
