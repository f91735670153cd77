"""What fits so many people and minutes, by the times of this house, else by simulated games."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from flask import render_template, request

from companion import games
from companion.lessons.teaching import LESSONS
from companion.table.settings import settings_from_json
from companion.web.request.addressed import room
from companion.web.request.reading import whole_number
from companion.web.request.services import services
from companion.web.setup.setup import pages
from companion.web.transport.long_work import long_work

FEWEST_TAUGHT = 3
"""Tables that say how long teaching takes in this house."""
LONGEST_TEACHING_MINUTES = 90.0
"""A table that waited longer was not being taught."""
USUAL_PEOPLE, USUAL_MINUTES = 4, 60


@dataclass(frozen=True, slots=True)
class Fit:
    """A game for so many people. low, high: minutes of four games of five; plays: of this house that say so,
    0: none yet. teach: minutes from Begin to the first decision of a taught group, None: not known here.
    sure: even a long game fits, teaching included; likely: a usual one does."""

    name: str
    title: str
    low: float
    high: float
    plays: int
    teach: float | None
    sure: bool
    likely: bool


@pages.get("/new/fits")
@long_work
def fits() -> str:
    """?people=, ?minutes=: how many want to play, and until when; taught=yes: they are new to it."""
    people = whole_number(request.args.get("people", ""), 1, 12) or USUAL_PEOPLE
    minutes = whole_number(request.args.get("minutes", ""), 5, 600) or USUAL_MINUTES
    taught = request.args.get("taught") == "yes"
    found = [_fit(name, people, minutes, taught) for name in games.names() if _seats(name, people)]
    return render_template(
        "what_fits.html",
        fits=sorted(found, key=lambda it: (not it.sure, not it.likely, it.high)),
        people=people,
        minutes=minutes,
        taught=taught,
    )


def _seats(name: str, people: int) -> bool:
    fewest, most = games.load(name).seats
    return fewest <= people <= most


def _fit(name: str, people: int, minutes: int, taught: bool) -> Fit:
    game = games.load(name)
    low, high, plays = services().ends.usual(game, people)
    teach = teaching_minutes(name) if taught else 0.0
    besides = teach or 0.0
    return Fit(
        name,
        game.title,
        low,
        high,
        plays,
        teach,
        high + besides <= minutes,
        (low + high) / 2 + besides <= minutes,
    )


def teaching_minutes(name: str) -> float | None:
    """From Begin to the first decision, the median of this house's taught tables of the game; None: too
    few."""
    journal = room().tables.journal
    first = journal.first_decisions()
    took = [
        (first[row.id] - row.created).total_seconds() / 60
        for row in journal.tables()
        if row.game == name and row.id in first and settings_from_json(row.settings).teaching == LESSONS
    ]
    took = [each for each in took if 0 < each <= LONGEST_TEACHING_MINUTES]
    return median(took) if len(took) >= FEWEST_TAUGHT else None
