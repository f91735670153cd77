"""What fits so many people and minutes, by the times of this house, else by simulated games."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from flask import render_template, request

from companion import games
from companion.games.contract import Chosen, Game, State
from companion.lessons.teaching import LESSONS, book_of
from companion.plays.learning_figures import LONGEST_TEACHING_MINUTES
from companion.simulation.usual_length import variants
from companion.table.settings import settings_from_json
from companion.web.request.addressed import room
from companion.web.request.reading import whole_number
from companion.web.request.services import services
from companion.web.setup.setup import pages
from companion.web.transport.long_work import long_work

FEWEST_TAUGHT = 3
"""Tables that say how long teaching takes in this house."""
WORDS_A_MINUTE = 130
"""Of lessons that are read aloud to a table, pauses included."""
USUAL_PEOPLE, USUAL_MINUTES = 4, 60


@dataclass(frozen=True, slots=True)
class Fit:
    """A game, in one of its variants, for so many people. variant: the chosen options that make it one, and
    words for each. low, high: minutes of four games of five; plays: of this house that say so, 0: none yet.
    teach: minutes that teaching takes besides, 0: nobody is taught; taught_here: of this house, else the
    time that it takes to read our lessons aloud. sure: even a long game fits, teaching included; likely: a
    usual one does."""

    name: str
    title: str
    variant: Chosen
    words: tuple[str, ...]
    low: float
    high: float
    plays: int
    teach: float
    taught_here: bool
    sure: bool
    likely: bool

    @property
    def fields(self) -> dict[str, str]:
        """What the form of a new game is filled in with."""
        chosen = {f"option-{name}": value for name, value in self.variant}
        return {"game": self.name, **chosen, **({"teaching": LESSONS} if self.teach else {})}


@pages.get("/new/fits")
@long_work
def fits() -> str:
    """?people=, ?minutes=: how many want to play, and until when; taught=yes: they do not know the game."""
    people = whole_number(request.args.get("people", ""), 1, 12) or USUAL_PEOPLE
    minutes = whole_number(request.args.get("minutes", ""), 5, 600) or USUAL_MINUTES
    taught = request.args.get("taught") == "yes"
    found = [
        _fit(game, variant, people, minutes, taught)
        for name in games.names()
        if _seats(game := games.load(name), people)
        for variant in variants(game, people)
    ]
    return render_template(
        "what_fits.html",
        fits=sorted(found, key=lambda it: (not it.sure, not it.likely, it.high)),
        people=people,
        minutes=minutes,
        taught=taught,
    )


def _seats(game: Game[State], people: int) -> bool:
    fewest, most = game.seats
    return fewest <= people <= most


def _fit(game: Game[State], variant: Chosen, people: int, minutes: int, taught: bool) -> Fit:
    low, high, plays = services().ends.usual(game, people, variant)
    here = teaching_minutes(game.name) if taught else None
    teach = (here or reading_minutes(game.name)) if taught else 0.0
    words = [
        words for it in game.setup_options() for value, words in it.choices if (it.name, value) in variant
    ]
    return Fit(
        game.name,
        game.title,
        variant,
        tuple(words),
        low,
        high,
        plays,
        teach,
        here is not None,
        high + teach <= minutes,
        (low + high) / 2 + teach <= minutes,
    )


def reading_minutes(name: str) -> float:
    """To read the game's lessons aloud."""
    steps = [step for lesson in book_of(name).lessons for step in lesson.step]
    return sum(len(f"{step.text} {step.why}".split()) for step in steps) / WORDS_A_MINUTE


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
