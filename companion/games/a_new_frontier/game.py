"""A New Frontier as a table sees it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read_entry, shipped
from companion.games.a_new_frontier.box import Box
from companion.games.a_new_frontier.coin import COIN
from companion.games.a_new_frontier.display import lying
from companion.games.a_new_frontier.display.display import Display
from companion.games.a_new_frontier.display.event_words import event_words
from companion.games.a_new_frontier.display.lights import Lights
from companion.games.a_new_frontier.lessons import Lessons
from companion.games.a_new_frontier.lessons.contents import contents
from companion.games.a_new_frontier.players import PLAYERS
from companion.games.a_new_frontier.reference.reference import Reference
from companion.games.a_new_frontier.rules import scoring
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.course import checks, facts, in_time, seat_view, turn
from companion.games.a_new_frontier.rules.course.timing import TIMER_PLAN, Timing
from companion.games.a_new_frontier.rules.moves import GameMove
from companion.games.a_new_frontier.rules.state import COLOURS, NAMED_BY_ONE, State, for_show
from companion.games.a_new_frontier.rules.what_ifs import NewFrontierWhatIfs
from companion.games.a_new_frontier.untracked.finished_table import Untracked
from companion.games.a_new_frontier.wording.names import entry_words, phase_words
from companion.games.contract import (
    BoxPart,
    Client,
    Correction,
    Decision,
    Draw,
    Fact,
    Game,
    GameBase,
    Json,
    Option,
    Phase,
    Question,
    Refusal,
    ScoreSheet,
    Setup,
    SetupOption,
    later,
    read_usual_lengths,
)
from companion.games.contract.box import is_taught, taught_tile
from companion.games.contract.box_rows import Problem
from companion.translation import _


class ANewFrontier(GameBase[State]):
    """A New Frontier. book: the numbers to play with; None: those shipped here. unread: what of the box file
    that they come from cannot be read."""

    name = "a-new-frontier"
    title = "A New Frontier"
    tag_prefix = "AF"
    colours = COLOURS
    seats = (3, 5)
    usual_lengths = read_usual_lengths(Path(__file__).parent)
    coin = COIN
    asks_facts = True
    catches_up = True
    rolls_dice = True
    marks: tuple[tuple[str, str], ...] = (
        setting_up.MIGHT_WITH_LOSSES,
        setting_up.ASKS_TEXTS,
        setting_up.ASKS_ALL,
        setting_up.TOLD_BY_HOLDERS,
        setting_up.FEW_FORMS,
        NAMED_BY_ONE,
    )
    moves: ClassVar[tuple[type[GameMove], ...]] = (*turn.MOVES, *in_time.MOVES)
    lights = Lights()
    display = Display()
    lessons = Lessons()
    reference = Reference()
    what_ifs = NewFrontierWhatIfs()
    timing = Timing()
    timer = TIMER_PLAN
    fact_rows = facts.ROWS
    players: Mapping[str, Client[State]] = PLAYERS

    def __init__(self, book: Book | None = None, unread: tuple[Problem, ...] = ()) -> None:
        self._given = book
        self.unread = unread

    @cached_property
    def book(self) -> Book:
        return shipped() if self._given is None else self._given

    @cached_property
    def box(self) -> Box:
        return Box(self.book, self._of, self.unread)

    def _of(self, book: Book, unread: tuple[Problem, ...]) -> Game[State]:
        """This game with these numbers."""
        return self if book is self.book else ANewFrontier(book, unread)

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.book)

    # --- the box and the start ---

    def contents(self) -> tuple[BoxPart, ...]:
        return contents(self.book)

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.book, setup)

    def new(self, setup: Setup) -> State:
        if not setup.told:
            return setting_up.new(self.book, setup)
        return in_time.begin(self.book, setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        return in_time.questions(state)

    def questions_for(self, state: State, player: int | None) -> tuple[Question, ...]:
        """Of the state itself: without the ships and plans that are hidden, its numbers would be wrong."""
        return seat_view.questions(state, in_time.questions(state), player)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return () if state.asks else turn.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return () if state.asks else turn.refusals(state, player)

    def play(self, state: State, decision: Decision) -> State:
        assert isinstance(decision, GameMove)
        return in_time.play(state, decision)

    def words(self, state: State, step: Decision | Correction) -> str:
        if isinstance(step, Correction) and is_taught(step):
            return _("{name} is registered", name=entry_words(read_entry(taught_tile(step))))
        return super().words(for_show(state), step)

    def happened(self, before: State, after: State) -> tuple[str, ...]:
        """The answer itself is the line above these (`words`)."""
        events = after.log.since(before.log)
        shown = for_show(after)
        return tuple(words for each in events if each.kind != "move" for words in event_words(shown, each))

    def phase(self, state: State) -> Phase:
        ends = (_("The planet phase of turn 5 is over"),) if state.over else ()
        over = state.over and state.asks is None
        return Phase(state.phase, later(phase_words, state.phase), state.turn, over, ends)

    def score(self, state: State) -> ScoreSheet:
        # What the sum of a finished game reads was asked before it; until then pages show what is known.
        return scoring.score(state if state.over and not state.asks else for_show(state))

    # --- what is known, and by whom ---

    def facts(self, state: State, names: Container[str] | None = None) -> tuple[Fact, ...]:
        return () if in_time.opens(state) else super().facts(state, names)

    def fact_values(self, state: State) -> Mapping[str, Json]:
        return {} if in_time.opens(state) else super().fact_values(state)

    def correct(self, state: State, correction: Correction) -> State:
        return in_time.correct(state, correction)

    def lies(self, state: State, player: int | None) -> tuple[str, ...]:
        shown = seat_view.view(for_show(state), None)
        return tuple(lying.in_middle(shown) if player is None else lying.with_seat(shown, player))

    def check(self, state: State) -> tuple[str, ...]:
        return () if in_time.opens(state) else checks.check(for_show(state))

    def view(self, state: State, player: int | None) -> State:
        return seat_view.view(state, player)
