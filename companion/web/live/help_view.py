"""What helps a player at a question, as a page shows it: the coach's hints, and a step of a lesson."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from companion.coach.hints import Hint
from companion.games.contract import Option
from companion.lessons.asking import ShownAhead
from companion.lessons.teaching import ShownStep
from companion.table.settings import CAREFUL
from companion.translation import _, listed
from companion.web.live.views import Ask, SeatLabel


@dataclass(frozen=True, slots=True)
class HintsView:
    """The help of a seat on the table's page. told: each answer with what the coach says of it, the first
    of them in `words`; shade: how good that is, None: nothing is said of one answer alone."""

    told: tuple[tuple[Option, Hint], ...]
    shade: Hint | None
    words: str


def hints_view(ask: Ask) -> HintsView:
    help = ask.help
    assert help is not None
    told = tuple((option, hint) for option in ask.options if (hint := help.of(option)))
    if help.thinking:
        return HintsView(told, None, _("The coach is thinking …"))
    if not told:
        return HintsView(told, None, _("Nothing here would hurt."))
    option, hint = told[0]
    between = _(":") + " "
    if hint.recommended:
        return HintsView(told, hint, option.words + between + hint.why)
    if help.level == CAREFUL:
        hurting = listed(option.words for option, _hint in told)
        return HintsView(told, hint, hurting + between + _("that would hurt"))
    return HintsView(told, None, _("Why these shades"))


@dataclass(frozen=True, slots=True)
class LessonView:
    """A step of a lesson as a page shows it. for_seats: whom it is for, where that is not everybody;
    by_tap: it is read by a tap, else the players are waited for; skips: the rest of it may be skipped;
    place: "2/4", "": it is the only one."""

    shown: ShownStep
    for_seats: tuple[SeatLabel, ...]
    by_tap: bool
    skips: bool
    place: str

    @property
    def classes(self) -> str:
        return "button primary" if self.by_tap else "button quiet"

    @property
    def icon(self) -> str:
        return "check" if self.by_tap else "next"

    @property
    def read_words(self) -> str:
        return _("Got it") if self.by_tap else _("Next")

    @property
    def read(self) -> str:
        """What the page's script sends once it is read, JSON."""
        return json.dumps({"do": "read", "at": self.shown.at, "seats": self.shown.seats})

    @property
    def skip(self) -> str:
        return json.dumps({"do": "skip", "lesson": self.shown.lesson.id, "seats": self.shown.seats})


@dataclass(frozen=True, slots=True)
class AheadView:
    """A question ahead as a page shows it. answers: (words, what the page's script sends) each; said: how the
    answer was; close: what is sent once that is read, or the question put aside, JSON."""

    shown: ShownAhead
    said: str
    answers: tuple[tuple[str, str], ...]
    close: str


def ahead_view(shown: ShownAhead) -> AheadView:
    asked, then = shown.asked, shown.then

    def sent(choice: int | None) -> str:
        body = {"do": "ahead", "seats": [shown.seat], "id": asked.id, "at": shown.number, "choice": choice}
        return json.dumps(body)

    answers = tuple((words, sent(at)) for at, words in enumerate(asked.answers))
    if then is None:
        return AheadView(shown, "", answers, sent(None))
    key = asked.answers[asked.right]
    said = _("Right: {answer}.", answer=key) if then.right else _("Not quite: {answer}.", answer=key)
    return AheadView(shown, said, (), sent(None))


def lesson_view(
    shown: ShownStep, everyone: Sequence[SeatLabel], seat: object, camera_sees: bool
) -> LessonView:
    """seat: whose page it is on, None: the table's, where it covers the question, so that anybody may dismiss
    it. camera_sees: the table's camera gives pictures."""
    waits = shown.waits_for
    by_tap = not seat or waits == "tap" or (waits == "table" and not camera_sees)
    some = not seat and len(shown.seats) < len(everyone)
    return LessonView(
        shown,
        tuple(everyone[number] for number in shown.seats) if some else (),
        by_tap,
        shown.of > 1 or not by_tap,
        f"{shown.number}/{shown.of}" if shown.of > 1 else "",
    )
