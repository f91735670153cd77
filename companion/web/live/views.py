"""The pages of live tables: the context of their templates, and renderings that all devices share.

Two hundred devices may watch one table: each of its pages (the table's, and one for each seat, in each
language in use) is rendered once for each moment, and the latest few renderings are kept, so that a device
gets only the difference from what it has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.coach.hints import Hint, Hints, hints_for
from companion.games.contract import (
    Allocation,
    Amount,
    Fact,
    Game,
    Json,
    Naming,
    NoTracking,
    Option,
    Phase,
    Player,
    Question,
    Refusal,
    State,
    Subset,
    Telling,
)
from companion.lessons import teaching
from companion.plays.play import Seated
from companion.table.advice import GOOD
from companion.table.question_clock import QuestionClock
from companion.table.settings import TAUGHT
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, isolated, listed, marked, plural
from companion.web.live.seating import seating
from companion.web.live.status import status_of

if TYPE_CHECKING:
    from companion.room.room import Room


MARKS = {"blue": "circle", "green": "triangle", "red": "square", "yellow": "star", "purple": "diamond"}
FORMS = {
    Telling: "telling",
    Naming: "naming",
    Subset: "subset",
    Amount: "amount",
    Allocation: "allocation",
}
"""The page component of each answer form (templates/_answer_forms.html), those derived from others first."""

COLOURS = (marked("Blue"), marked("Green"), marked("Red"), marked("Yellow"), marked("Purple"))
"""Beside its colour every seat has a shape; a colour that is not among these takes the next shape."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A player as every page names them. number: the seat, from 0. mark: the shape that goes with it."""

    number: int
    name: str
    colour: str
    mark: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of an open question as a page shows it.

    mark: for element ids; seconds: the whole time; ends: when it runs out, in seconds of the steady clock,
    None: it stands still; left: the time left ("0:42") when it last stopped; time_outs: this game gives the
    seat some.
    """

    mark: str
    seat: SeatLabel | None
    seconds: float
    ends: float | None
    left: str
    time_outs: bool = False

    @property
    def attributes(self) -> dict[str, object]:
        """Of its element, for the page's script."""
        return {"data-ends": self.ends, "data-seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question with its answers. seat None: the table is asked, for a draw.

    open: this page may answer it (a secret question is answered on its own seat's page only). help: what the
    coach says of the answers, where the seat has help.
    """

    seat: SeatLabel | None
    question: Question
    options: tuple[Option, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    open: bool = True
    clock: Clock | None = None
    help: Hints | None = None

    @property
    def player(self) -> int | None:
        return None if self.seat is None else self.seat.number

    @property
    def hands(self) -> int | None:
        """The seat that is asked, or else has in hand what everybody is asked about."""
        form = self.question.form
        return form.holder if self.player is None and isinstance(form, Telling) else self.player

    @property
    def form(self) -> str:
        """The component that answers it; "": a choice from its options, a draw or a roll."""
        return next((name for kind, name in FORMS.items() if isinstance(self.question.form, kind)), "")

    @property
    def means(self) -> str:
        """The macro that answers it on a page (templates/_shell.html)."""
        if not self.open:
            return "elsewhere"
        if self.question.draw is not None:
            return "draw"
        if self.question.roll is not None:
            return "roll"
        return "form" if self.form else "options"

    @property
    def fills_page(self) -> bool:
        """Its form, opened over a page, leaves nothing else of it in sight."""
        return self.form in ("telling", "naming")

    @property
    def of(self) -> str:
        """Who is asked, for ids of elements."""
        return "table" if self.player is None else str(self.player)

    @property
    def coloured(self) -> dict[str, str]:
        """The attribute that gives an element its player's colour."""
        return {} if self.seat is None else {"data-colour": self.seat.colour}

    @property
    def offer(self) -> str:
        """An optional question as a button opens it."""
        if self.question.answered:
            return _("Change: {question}", question=self.question.text)
        return _("If you like: {question}", question=self.question.text)

    @property
    def folded_offer(self) -> str:
        """As it stands in the fold, which says "If you like" for all of them."""
        return self.offer if self.question.answered else self.question.text

    @property
    def aside(self) -> bool:
        """Nobody waits for the answer, so that nobody is prompted."""
        return self.question.optional or self.question.answered


_BEHIND_NAME = (", ", ": ", "\u00a0: ")
"""Between whom a question is for and what it asks; French has a space before a colon."""


def waited_for(question: Question, player: str) -> str:
    """What the table waits for, in the words in which that player is asked: “your fist” is theirs."""
    text, said = question.text, isolated(player)
    named = next((said + mark for mark in _BEHIND_NAME if player and text.startswith(said + mark)), "")
    if not named:
        return _("Waiting: {question}", question=text)
    return _("Waiting for {player}: “{question}”", player=player, question=text.removeprefix(named))


def seats(table: Table[State]) -> tuple[SeatLabel, ...]:
    return labelled(table.setup.players)


def labelled(players: Iterable[Player | Seated]) -> tuple[SeatLabel, ...]:
    """Players in the order of their seats, each with a mark."""
    shapes = tuple(MARKS.values())
    return tuple(
        SeatLabel(n, p.name, p.colour, MARKS.get(p.colour, shapes[n % len(shapes)]))
        for n, p in enumerate(players)
    )


def marks_of(colours: Sequence[str]) -> dict[str, str]:
    """The mark of each of a game's colours, before anybody has one."""
    shapes = tuple(MARKS.values())
    return {colour: MARKS.get(colour, shapes[n % len(shapes)]) for n, colour in enumerate(colours)}


def context(
    room: Room,
    table: Table[State],
    player: int | None,
    now: Now[State],
    on_phones: Set[int] = frozenset(),
) -> dict[str, object]:
    """What the templates of a table's page (player None) or of a seat's page are rendered with. on_phones:
    the seats that have a phone of their own."""
    game, now = table.game, table.spoken(now)
    view, status = game.view(now.state, player), status_of(now.around, table.id)
    everyone = seats(table)
    asks = asks_of(game, now.state, now.clocks, everyone, player)
    asks = tuple(_with_help(table, now, _with_proposal(table, now, ask), player) for ask in asks)
    mine = tuple(a for a in asks if player is None or a.player in (player, None))
    phase = game.phase(now.state)
    station = room.serving(table.id)
    referee = station.referee if station is not None else None
    return {
        "table": table,
        "game": game,
        "state": view,
        "player": player,
        "seat": None if player is None else everyone[player],
        "seats": everyone,
        "questions": tuple(ask.question for ask in asks),
        "options": tuple(a for a in mine if not a.aside),
        "asides": tuple(a for a in mine if a.aside),
        "others": tuple(a for a in asks if a not in mine and not a.aside),
        "refusals": tuple(r for a in mine for r in a.refusals),
        "page": game.display.page(view, player),
        "number": now.number,
        "last": now.last.words,
        "way_out": _way_out(game, now, asks),
        "undo_words": now.undo,
        "redo_words": now.redo,
        "settings": now.settings,
        "status": status,
        "newer": room.tables.open(status.newer) if status.newer else None,
        "referee": referee,
        "tagged": _is_tagged(room, game),
        "doubts": game.check(view),
        "phase": phase,
        "teaching": teaching.teaching_for(table, player, now, on_phones),
        "clocks_paused": now.paused,
        "over": phase.over,
        "story": _story(phase, tuple(a.seat.name for a in asks if a.seat and not a.aside)),
        "seating": seating(everyone, (a.hands for a in asks if not a.aside), now.settings.pages),
    }


def _is_tagged(room: Room, game: Game[State]) -> bool:
    """Whether pieces are named by the numbers of their tags, too: where a camera reads them."""
    tracked = not isinstance(game.tracking, NoTracking)
    return tracked and any(station.has_camera for station in room.stations)


def _story(phase: Phase, asked: tuple[str, ...]) -> str:
    """What the storyteller says at a round's beginning: whose turn it is, and what ends soon."""
    if phase.over:
        return _("The game is over.")
    told = [_("Round {number}.", number=phase.round)]
    if asked:
        words = plural(
            "{players} is to answer.", "{players} are to answer.", len(asked), players=listed(asked)
        )
        told.append(words)
    if phase.endings:
        told.append(_("The game ends after this round: {reasons}.", reasons=listed(phase.endings)))
    return " ".join(told)


def _way_out(game: Game[State], now: Now[State], asks: tuple[Ask, ...]) -> tuple[Fact, Json] | None:
    """Right after a correction that left a single answer: the correction that goes on without it."""
    chosen = [ask for ask in asks if not ask.aside and ask.open and not ask.form]
    if now.last.entry.kind != "correction" or len(chosen) != 1 or len(chosen[0].options) != 1:
        return None
    return game.way_out(now.state)


def asks_of(
    game: Game[State],
    state: State,
    clocks: tuple[QuestionClock, ...],
    everyone: tuple[SeatLabel, ...],
    player: int | None,
) -> tuple[Ask, ...]:
    """The open questions for this player's page (None: the table's). clocks: of those that have one."""
    view = game.view(state, player)
    asked = game.questions_for(state, player)
    asks = tuple(_ask(game, view, q, everyone, player, _of_others(q, asked)) for q in asked)
    if not clocks:
        return asks
    known = {(clock.player, clock.kind): clock for clock in clocks}
    return tuple(_with_clock(ask, known.get((ask.player, ask.question.kind)), game, view) for ask in asks)


def _of_others(question: Question, asked: tuple[Question, ...]) -> frozenset[str]:
    """The decisions that answer another of the seat's open questions, and not this one."""
    others = (q for q in asked if q is not question and q.player == question.player)
    return frozenset(do for q in others for do in q.does) - frozenset(question.does)


def _ask(
    game: Game[State],
    view: State,
    question: Question,
    everyone: tuple[SeatLabel, ...],
    player: int | None,
    elsewhere: frozenset[str],
) -> Ask:
    """An open question as this page shows it. view: the state as the page's player may know it; elsewhere:
    decisions that are offered with another question."""
    seat = None if question.player is None else everyone[question.player]
    if seat is None:
        audience = None if question.chance is None else question.chance.audience
        if audience is not None and audience != player:
            return Ask(everyone[audience], question, open=False)
        return Ask(None, question)
    if player != seat.number and (player is not None or question.secret or question.private):
        return Ask(seat, question, open=False)
    return Ask(
        seat,
        question,
        tuple(o for o in game.options(view, seat.number) if o.decision.do not in elsewhere),
        game.refusals(view, seat.number),
    )


def _with_proposal(table: Table[State], now: Now[State], ask: Ask) -> Ask:
    if ask.player is None or not ask.options:
        return ask
    found = teaching.proposed_option(table, now, ask.player, ask.options)
    if found is None:
        return ask
    proposed, why = found
    top = max(option.likely for option in ask.options) + 1
    options = tuple(replace(option, likely=top) if option is proposed else option for option in ask.options)
    told = Hints(TAUGHT, hints={proposed.decision: Hint(GOOD, _(why), True)}) if why else None
    return replace(ask, options=options, help=told)


def _with_help(table: Table[State], now: Now[State], ask: Ask, player: int | None) -> Ask:
    if ask.player is None or not ask.open or not ask.options or not now.settings.helped:
        return ask
    hints = hints_for(table, now, ask.question, ask.options, player)
    # Who is taught is proposed one answer: the lesson's, while it has one.
    return ask if hints is None or (ask.help and hints.level == TAUGHT) else replace(ask, help=hints)


def _with_clock(ask: Ask, clock: QuestionClock | None, game: Game[State], view: State) -> Ask:
    if clock is None:
        return ask
    shown = Clock(
        f"{'table' if ask.player is None else ask.player}-{clock.kind}",
        ask.seat,
        clock.seconds,
        None if clock.ends is None else clock.ends.timestamp(),
        "{}:{:02}".format(*divmod(math.ceil(max(0.0, clock.seconds - clock.used)), 60)),
        ask.player is not None and game.timing is not None and game.timing.time_outs(view, ask.player) > 0,
    )
    return replace(ask, clock=shown)
