"""Race for the Galaxy as a table sees it: what it has beyond a game of moves, from the modules that know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from companion.games.contract import (
    TOLD,
    BoxPart,
    Client,
    Correction,
    Decision,
    Draw,
    GameBase,
    Move,
    Option,
    Phase,
    Question,
    Refusal,
    ScoreSheet,
    Setup,
    SetupOption,
    read_usual_lengths,
)
from companion.games.contract.box import is_taught
from companion.games.contract.box_rows import Problem
from companion.games.contract.one_piece import is_same, made_same, same_words
from companion.games.contract.setup import JOINED_NAMES, PLAIN_NAMES
from companion.games.race_for_the_galaxy.box.registering import Box, taught, taught_words
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.coaching.coaching import Coaching
from companion.games.race_for_the_galaxy.coin import COIN
from companion.games.race_for_the_galaxy.dealer import RaceDealer
from companion.games.race_for_the_galaxy.display.display import Display
from companion.games.race_for_the_galaxy.lessons import Lessons
from companion.games.race_for_the_galaxy.lessons.contents import contents
from companion.games.race_for_the_galaxy.own_hand import RaceOwnHand
from companion.games.race_for_the_galaxy.plans import EVERY_PLAYER
from companion.games.race_for_the_galaxy.reference.reference import Reference
from companion.games.race_for_the_galaxy.rules import came, checks, facts, scoring, telling, view
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules import setup as setting_up
from companion.games.race_for_the_galaxy.rules.one_piece import made_one
from companion.games.race_for_the_galaxy.rules.state import (
    COLOURS,
    KNOWN_COPIES,
    OPEN_ONCE_TURNED_UP,
    WHOLE_SUM,
    WORLD_MET_ONCE,
    State,
)
from companion.games.race_for_the_galaxy.rules.what_ifs import RaceWhatIfs
from companion.games.race_for_the_galaxy.tracking.lights import Lights
from companion.games.race_for_the_galaxy.tracking.tracking import Tracking
from companion.games.race_for_the_galaxy.untracked.untracked import Untracked
from companion.translation import _


class RaceForTheGalaxy(GameBase[State]):
    """The game protocol. catalogue: the cards with an owner's own or a table's; None: those shipped here.
    unread: what of the box file that they come from cannot be read."""

    name = "race-for-the-galaxy"
    title = "Race for the Galaxy"
    tag_prefix = "RG"
    colours = COLOURS
    seats = (2, 4)
    usual_lengths = read_usual_lengths(Path(__file__).parent)
    coin = COIN
    bgg = 28143
    year = 2007
    moves = telling.MOVES
    asks_facts = True
    catches_up = True
    marks: tuple[tuple[str, str], ...] = (
        TOLD,
        WHOLE_SUM,
        OPEN_ONCE_TURNED_UP,
        WORLD_MET_ONCE,
        KNOWN_COPIES,
        PLAIN_NAMES,
        JOINED_NAMES,
    )
    lights = Lights()
    lessons = Lessons()
    what_ifs = RaceWhatIfs()
    dealer = RaceDealer()
    own_hand = RaceOwnHand()
    fact_rows = facts.ROWS
    players: Mapping[str, Client[State]] = EVERY_PLAYER

    def __init__(self, catalogue: Catalogue | None = None, unread: tuple[Problem, ...] = ()) -> None:
        self._given = catalogue
        self.unread = unread

    @cached_property
    def catalogue(self) -> Catalogue:
        return load.catalogue() if self._given is None else self._given

    @cached_property
    def display(self) -> Display:
        return Display(self.catalogue)

    @cached_property
    def coaching(self) -> Coaching:
        return Coaching()

    @cached_property
    def tracking(self) -> Tracking:
        return Tracking(self.catalogue)

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.catalogue)

    @cached_property
    def box(self) -> Box[RaceForTheGalaxy]:
        return Box(self, RaceForTheGalaxy)

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.catalogue)

    # --- the box and the start ---

    def contents(self) -> tuple[BoxPart, ...]:
        return contents(self.catalogue)

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self._in_box(setup), setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(self._in_box(setup), setup)

    def _in_box(self, setup: Setup) -> Catalogue:
        """The cards of the setup's edition, with the owner's own and without those that are missing."""
        shipped = load.catalogue()
        own = [
            card
            for card in self._given or ()
            # A game that asks for no facts is played with those of which all is told.
            if ((setup.told or not card.untold) if card.further else card != shipped[card.id])
        ]
        cards = load.for_setup(setup, own)
        return cards.without(setup.without) if setup.without else cards

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        told = telling.question(state)
        return rounds.questions(state) if told is None else (told,)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return () if state.asks else rounds.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return () if state.asks else rounds.refusals(state, player)

    def play(self, state: State, decision: Decision) -> State:
        assert isinstance(decision, Move)
        return telling.play(state, decision)

    def words(self, state: State, step: Decision | Correction) -> str:
        if isinstance(step, Correction) and is_same(step):
            return same_words(step, {card.id: card.name for card in state.catalogue.shown})
        if isinstance(step, Correction) and is_taught(step):
            return taught_words(state.catalogue, step)
        sentence = super().words(state.shown, step)
        besides = came.without_stated(state, step) if isinstance(step, Move) else ""
        return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence

    def phase(self, state: State) -> Phase:
        return rounds.phase(state)

    def score(self, state: State) -> ScoreSheet:
        # What the sum of a finished game reads was asked before it; until then pages show what is known.
        summed = state.over and state.asks is None and state.asks_whole_sum
        return scoring.score(state if summed else state.shown)

    # --- what is known, and by whom ---

    def shown(self, state: State) -> State:
        return state.shown

    def correct(self, state: State, correction: Correction) -> State:
        if is_same(correction):
            id, into, told = made_same(correction)
            one = made_one(state, id, into)
            return taught(one, told) if one.catalogue[into].further else telling.go_on(one)
        if is_taught(correction):
            return taught(state, correction)
        return telling.correct(state, correction)

    def check(self, state: State) -> tuple[str, ...]:
        return () if state.asks else checks.check(state.shown)

    def view(self, state: State, player: int | None) -> State:
        return view.view(state, player)
