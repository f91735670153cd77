"""A New Frontier as a table sees it: the contract's methods, each handed on to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.games.a_new_frontier import answers
from companion.games.a_new_frontier.book import Book, shipped
from companion.games.a_new_frontier.box import Box
from companion.games.a_new_frontier.display import words
from companion.games.a_new_frontier.display.display import Display
from companion.games.a_new_frontier.lessons import Lessons
from companion.games.a_new_frontier.lights import Lights
from companion.games.a_new_frontier.players import PLAYERS
from companion.games.a_new_frontier.reference.reference import Reference
from companion.games.a_new_frontier.rules import checks, facts, scoring, seat_view, turn
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.decisions import DECISIONS
from companion.games.a_new_frontier.rules.state import COLOURS, State
from companion.games.a_new_frontier.timing import TIMER_PLAN, Timing
from companion.games.a_new_frontier.untracked.score_request import Untracked
from companion.games.contract import (
    NO_TRACKING,
    Client,
    Correction,
    Decision,
    Draw,
    Fact,
    Json,
    NoTracking,
    Option,
    Phase,
    Question,
    Refusal,
    ScoreSheet,
    Setup,
    SetupOption,
    decision_from_json,
)
from companion.translation import _


class ANewFrontier:
    """The game protocol for A New Frontier. book: the numbers to play with; None: those shipped here."""

    name = "a-new-frontier"
    title = "A New Frontier"
    tag_prefix = "AF"
    colours = COLOURS
    seats = (3, 5)
    bgg = 0
    tracking: NoTracking = NO_TRACKING
    lights = Lights()
    display = Display()
    lessons = Lessons()
    what_ifs = None
    dealer = None
    coaching = None
    reference = Reference()
    timing = Timing()
    timer = TIMER_PLAN
    players: Mapping[str, Client] = PLAYERS

    def __init__(self, book: Book | None = None) -> None:
        self._given = book

    @cached_property
    def book(self) -> Book:
        return shipped() if self._given is None else self._given

    @cached_property
    def box(self) -> Box:
        return Box(self)

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.book)

    # --- the start ---

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.book, setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(self.book, setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        return turn.questions(state)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return turn.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return answers.refusals(state, player)

    def answer(self, state: State, question: Question, value: Json) -> Decision:
        return answers.answer(state, question, value)

    def play(self, state: State, decision: Decision) -> State:
        return turn.play(state, decision)

    def decision(self, data: Json) -> Decision:
        return decision_from_json(DECISIONS, data)

    def words(self, state: State, step: Decision | Correction) -> str:
        return words.words(state, step)

    def phase(self, state: State) -> Phase:
        ends = (_("The planet phase of turn 5 is over"),) if state.over else ()
        return Phase(state.phase, words.phase_words(state), state.turn, state.over, ends)

    def score(self, state: State) -> ScoreSheet:
        return scoring.score(state)

    # --- what is known, and by whom ---

    def facts(self, state: State) -> tuple[Fact, ...]:
        return facts.facts(state)

    def correct(self, state: State, correction: Correction) -> State:
        return turn.resume(facts.correct(state, correction))

    def check(self, state: State) -> tuple[str, ...]:
        return checks.check(state)

    def view(self, state: State, player: int | None) -> State:
        return seat_view.view(state, player)
