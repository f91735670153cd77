"""The open questions as a page shows them: what answers each, how large it is written, what is beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.contract import Draw, Fact, Game, Json, Roll, State
from companion.table.settings import Settings
from companion.translation import _, plural
from companion.web.live.name_size import name_size
from companion.web.live.views import Ask, Clock, waited_for

LONG, LONGEST = 38, 60
"""Letters above which a question is written smaller."""
MOST_ASIDES = 3
"""Optional questions that stand on a page; more are folded."""
DIE_IN_SIGHT = 12
"""Sides of a die whose numbers are buttons; of a larger one the number is typed."""
SPOKEN = {"data-aloud": ""}
"""The attribute of what is read aloud as soon as it is there."""


@dataclass(frozen=True, slots=True)
class Drawable:
    """One of what may come up. said: what people read; words: what it is found by, in lower case."""

    name: str
    said: str
    words: str


@dataclass(frozen=True, slots=True)
class ChanceButton:
    """An answer to a draw or a roll."""

    words: str
    classes: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A draw or a roll. by_companion: the words of the companion's answer, "": it cannot; by_hand: people
    usually enter it. mark: the id of where it is entered, which by_hand_words open."""

    mark: str
    by_hand_words: str
    by_companion: str
    by_hand: bool

    @property
    def fold(self) -> dict[str, str]:
        """The attributes of the fold in which it is entered."""
        return {"open": ""} if self.by_hand else {}

    def answers(self, over_page: bool) -> Iterator[ChanceButton]:
        """over_page: it is entered in a panel over the page, which a button opens."""
        likely = "answer answer-likely"
        if self.by_companion:
            classes = "answer" if self.by_hand else likely
            yield ChanceButton(self.by_companion, classes, {"data-post": "draws"})
        if over_page:
            classes = likely if self.by_hand else "answer"
            yield ChanceButton(self.by_hand_words, classes, {"popovertarget": self.mark})


@dataclass(frozen=True, slots=True)
class DrawView(ChanceView):
    """A draw. by_camera: how the camera reads it, "": it does not."""

    draw: Draw
    count: int
    by_camera: str
    choose: str
    items_to_draw: tuple[Drawable, ...]

    @property
    def attributes(self) -> dict[str, str]:
        return {"data-ordered": ""} if self.draw.ordered else {}


@dataclass(frozen=True, slots=True)
class DieView:
    """legend: what it is called; sides: how many; in_sight: each number is a button."""

    legend: str
    sides: int

    @property
    def in_sight(self) -> bool:
        return self.sides <= DIE_IN_SIGHT


@dataclass(frozen=True, slots=True)
class RollView(ChanceView):
    dice: tuple[DieView, ...]


@dataclass(frozen=True, slots=True)
class ClockButton:
    """body: JSON, for the page's script."""

    body: str
    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """of: what the ids of its elements end with. over_page: its form opens over the page. whole: it is
    shown with its answers. not_that: after a correction that left one answer, the correction that goes on
    without it. meets: a piece that is not among the answers may be named beside them; suggests: the coach
    may be asked."""

    ask: Ask
    of: str
    first: bool
    over_page: bool
    not_that: tuple[Fact, Json] | None
    meets: bool
    suggests: bool

    @property
    def whole(self) -> bool:
        return self.ask.open and not (self.ask.form and self.over_page)

    @property
    def answered_first(self) -> bool:
        """It is the first, and this page answers it."""
        return self.first and self.ask.open

    @property
    def size(self) -> str:
        return text_size(self.ask.question.text)

    @property
    def classes(self) -> str:
        return "question" if self.whole else "question closed"

    @property
    def heading(self) -> dict[str, str]:
        """The attributes of its heading: by which it is read aloud, and what a long name's letters fit in."""
        named = name_size(self.ask.seat.name) if self.ask.seat else {}
        return (SPOKEN if self.first else {}) | named

    @property
    def in_short(self) -> str:
        """The player's name, where the page has no room for more."""
        return self.ask.seat.name if self.ask.seat and self.over_page and not self.whole else ""


@dataclass(frozen=True, slots=True)
class QuestionsView:
    """The section of the open questions. waiting: where none is this page's, whom the table waits for: (ask,
    words, attributes) each. nothing: that nothing is asked, "": something is. asides_folded: there are many.
    attributes: of the section."""

    questions: tuple[QuestionView, ...]
    waiting: tuple[tuple[Ask, str, dict[str, str]], ...]
    nothing: str
    asides: tuple[Ask, ...]
    classes: str
    attributes: dict[str, str]

    @property
    def asides_folded(self) -> bool:
        return len(self.asides) > MOST_ASIDES

    @property
    def unanswered_here(self) -> bool:
        """This page does not answer the first question."""
        return not self.questions or not self.questions[0].answered_first


def meets_more(game: Game[State], settings: Settings, ask: Ask) -> bool:
    """Whether a piece that is not among the answers may be named: not where the companion deals the cards."""
    dealt = settings.computers and game.own_hand
    return bool(ask.question.meets and game.box and not dealt)


def text_size(text: str) -> str:
    """The class of a question's heading by its length."""
    return "longest" if len(text) > LONGEST else "long" if len(text) > LONG else ""


def questions_view(
    game: Game[State],
    settings: Settings,
    options: Sequence[Ask],
    others: Sequence[Ask],
    asides: Sequence[Ask],
    way_out: tuple[Fact, Json] | None,
    *,
    over: bool,
    own: bool = False,
    over_page: bool = False,
    with_redo: bool = False,
    coached: bool = False,
    edge: str = "",
) -> QuestionsView:
    """options, others, asides: this page's open questions, those of other pages, and those nobody waits
    for. own: the page is one seat's. over_page: it fills its window, so that forms open over it. with_redo:
    undo and redo stand beside the first question. coached: the coach may be asked by who cannot see
    hands. edge: to which edge of the table the page is turned."""
    shown = tuple(
        QuestionView(
            ask,
            _ids_end(ask, len(options)),
            n == 0,
            over_page,
            way_out if ask.open and len(ask.options) == 1 else None,
            bool(meets_more(game, settings, ask) and ask.open and not (over_page and ask.refusals)),
            own and len(ask.options) > 1 and ask.open and coached and settings.coach == "on",
        )
        for n, ask in enumerate(options)
    )
    waited = () if over or options else tuple(others)
    waiting = tuple(
        (ask, waited_for(ask.question, ask.seat.name if ask.seat else ""), {} if n else SPOKEN)
        for n, ask in enumerate(waited)
    )
    nothing = "" if over or options or others else _("Nothing is asked now.")
    count = len(options) + (1 if over else 0 if options else len(others))
    named = {
        "asks": True,
        "asks-2": count > 1,
        "asks-3": count > 2,
        "with-form": not over_page and any(ask.open and ask.form for ask in options),
        "with-asides": bool(asides),
        "many-asides": len(asides) > MOST_ASIDES,
        "with-redo": with_redo,
        "all-closed": bool(options) and not any(it.whole for it in shown),
    }
    classes = " ".join(name for name, holds in named.items() if holds)
    turned = {"data-edge": edge} if edge else {}
    return QuestionsView(shown, waiting, nothing, tuple(asides), classes, turned)


def _ids_end(ask: Ask, count: int) -> str:
    """The elements of the only question stay as its player changes."""
    if count == 1 and not ask.form:
        return ""
    return "-table" if ask.player is None else f"-{ask.player}"


def draw_view(ask: Ask, game: Game[State], settings: Settings, camera_sees: bool) -> DrawView:
    """camera_sees: the table's camera gives pictures."""
    draw = ask.question.draw
    assert draw is not None
    count = min(draw.count, len(draw.pool))
    choose = (
        _("{number} to choose, in the order they came up.", number=count)
        if draw.ordered
        else _("{number} to choose.", number=count)
    )
    seen = _("Or draw {number} and lay them in the middle: the camera reads them.", number=count)
    return DrawView(
        "by-hand",
        _("We drew: enter it"),
        "" if draw.by_hand else _("Let the companion draw {number}", number=count),
        settings.draws == "hand",
        draw,
        count,
        seen if camera_sees else "",
        choose,
        tuple(_drawable(draw, name, game) for name in sorted(draw.pool, key=str.lower)),
    )


def _drawable(draw: Draw, name: str, game: Game[State]) -> Drawable:
    tile, called = game.tracking.tile(name), draw.called(name)
    said = f"{tile.name} {name}" if tile else called or name
    return Drawable(name, said, (f"{said} {name}" if called else said).lower())


def roll_view(roll: Roll, settings: Settings) -> RollView:
    dice = tuple(
        DieView(roll.rows[n] if n < len(roll.rows) else _("Die {number}", number=n + 1), sides)
        for n, sides in enumerate(roll.dice)
    )
    words = plural("Let the companion roll {number} die", "Let the companion roll {number} dice", len(dice))
    return RollView("rolled-by-hand", _("We rolled: enter it"), words, settings.dice == "hand", dice)


def clock_buttons(clock: Clock, paused: bool) -> Iterator[ClockButton]:
    """What people may do with the clock of a question. paused: all clocks stand."""
    if paused:
        yield ClockButton(json.dumps({"do": "resume"}), "play", _("Let the clock go on"))
    else:
        yield ClockButton(json.dumps({"do": "pause"}), "pause", _("Stop the clock"))
    if clock.seat is None:
        return
    number, name = clock.seat.number, clock.seat.name
    if clock.time_outs and not paused:
        out = json.dumps({"do": "time-out", "player": number})
        yield ClockButton(out, "pause", _("{player} takes a time-out", player=name))
    more = json.dumps({"do": "more", "player": number, "seconds": 30})
    yield ClockButton(more, "plus", _("30 seconds more for {player}", player=name))
