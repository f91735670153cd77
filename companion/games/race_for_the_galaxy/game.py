"""Race for the Galaxy as a table sees it: the contract's methods, each handed on to the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from companion.games.contract import (
    Client,
    Correction,
    Decision,
    Draw,
    Fact,
    Illegal,
    Json,
    LightPicture,
    Option,
    Phase,
    Question,
    Refusal,
    ScoreSheet,
    Segment,
    Setup,
    SetupOption,
    WhatIf,
    decision_from_json,
)
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.registering import Box
from companion.games.race_for_the_galaxy.dealer import RaceDealer
from companion.games.race_for_the_galaxy.display import words
from companion.games.race_for_the_galaxy.display.display import Display
from companion.games.race_for_the_galaxy.lessons import Lessons
from companion.games.race_for_the_galaxy.players import PLAYERS
from companion.games.race_for_the_galaxy.reference.reference import Reference
from companion.games.race_for_the_galaxy.rules import checks, corrections, facts, scoring, view, what_ifs
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules import setup as setting_up
from companion.games.race_for_the_galaxy.rules.decisions import DECISIONS
from companion.games.race_for_the_galaxy.rules.state import COLOURS, State
from companion.games.race_for_the_galaxy.tracking import lights
from companion.games.race_for_the_galaxy.tracking.tracking import Tracking
from companion.games.race_for_the_galaxy.untracked.untracked import Untracked
from companion.games.race_for_the_galaxy.wording.names import phase_name
from companion.translation import _


class Lights:
    """The lights capability: the seats, and a lamp for each phase and for the round's end."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return (
            Segment("track", lights.TRACK_LAMPS, _("along the seats"), _("seat {number}")),
            Segment(
                "tiles",
                len(lights.LAMPS),
                _("for the phases I, II, III, IV, $, V and the round's end"),
                _("lamp {number} of the phases"),
                66.6,
                signs=lights.SIGNS,
            ),
        )

    def light(self, state: State) -> LightPicture:
        return lights.light(state)


class RaceWhatIfs:
    """The what-ifs capability."""

    def what_ifs(self, state: State, player: int) -> Iterable[Iterable[WhatIf]]:
        return what_ifs.of_state(state, player)


class RaceForTheGalaxy:
    """The game protocol. catalogue: the cards to play with; None: those shipped here."""

    name = "race-for-the-galaxy"
    title = "Race for the Galaxy"
    tag_prefix = "RG"
    colours = COLOURS
    seats = (2, 4)
    bgg = 28143
    lights = Lights()
    display = Display()
    lessons = Lessons()
    what_ifs = RaceWhatIfs()
    timing = None
    dealer = RaceDealer()
    coaching = None
    players: Mapping[str, Client] = PLAYERS

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._given = catalogue

    @cached_property
    def catalogue(self) -> Catalogue:
        return load.catalogue() if self._given is None else self._given

    @cached_property
    def tracking(self) -> Tracking:
        return Tracking(self.catalogue)

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.catalogue)

    @cached_property
    def box(self) -> Box:
        return Box(self, RaceForTheGalaxy)

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.catalogue)

    # --- the start ---

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.catalogue, setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(load.for_setup(self.catalogue, setup), setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        return rounds.questions(state)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return rounds.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return rounds.refusals(state, player)

    def answer(self, state: State, question: Question, value: Json) -> Decision:
        """Nothing here is drawn by name, rolled or answered in a form."""
        raise Illegal(_("This is answered by one of the options."))

    def play(self, state: State, decision: Decision) -> State:
        return rounds.play(state, decision)

    def decision(self, data: Json) -> Decision:
        return decision_from_json(DECISIONS, data)

    def words(self, state: State, step: Decision | Correction) -> str:
        return words.words(state, step)

    def phase(self, state: State) -> Phase:
        return Phase(
            state.phase,
            phase_name(state.phase),
            state.round,
            state.over,
            tuple(_(reason) for reason in state.endings),
        )

    def score(self, state: State) -> ScoreSheet:
        return scoring.score(state)

    # --- what is known, and by whom ---

    def facts(self, state: State) -> tuple[Fact, ...]:
        return facts.facts(state)

    def correct(self, state: State, correction: Correction) -> State:
        return corrections.correct(state, correction)

    def check(self, state: State) -> tuple[str, ...]:
        return checks.check(state)

    def view(self, state: State, player: int | None) -> State:
        return view.view(state, player)
