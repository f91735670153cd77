"""New Frontiers as a `Game`: the contract's methods, each delegated to its module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from companion.games.contract import (
    BoxReport,
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
from companion.games.new_frontiers.coaching.coaching import Coaching
from companion.games.new_frontiers.display import words
from companion.games.new_frontiers.display.display import Display
from companion.games.new_frontiers.lessons import Lessons
from companion.games.new_frontiers.players import PLAYERS
from companion.games.new_frontiers.reference.reference import Reference
from companion.games.new_frontiers.rules import (
    asking,
    checks,
    facts,
    placing,
    scoring,
    seat_view,
    what_ifs,
)
from companion.games.new_frontiers.rules import round as rounds
from companion.games.new_frontiers.rules import setup as setting_up
from companion.games.new_frontiers.rules.decisions import DECISIONS
from companion.games.new_frontiers.rules.state import ACTIONS, COLOURS, State
from companion.games.new_frontiers.tiles import box_check, loading, tile_book
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tracking import lights
from companion.games.new_frontiers.tracking.tracking import Tracking
from companion.games.new_frontiers.untracked.untracked import Untracked
from companion.translation import _


class Lights:
    """The lights capability: the priority track and the action tiles."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return (
            Segment(
                "track", lights.TRACK_SPACES, _("along the priority track"), _("space {number} of the track")
            ),
            Segment(
                "tiles",
                len(ACTIONS),
                _("beside the action tiles"),
                _("action tile {number}"),
                66.6,
                signs=ACTIONS,
            ),
            Segment("seats", len(COLOURS), _("one at each seat"), _("seat {number}"), 100.0, optional=True),
            Segment("explore", 1, _("round the worlds in the middle"), optional=True),
        )

    def light(self, state: State) -> LightPicture:
        return lights.light(state)


class WhatIfs:
    """The what-ifs capability."""

    def what_ifs(self, state: State, player: int) -> Iterable[Iterable[WhatIf]]:
        return what_ifs.of_state(state, player)


class Box:
    """The box capability: the owner's tiles over those shipped here."""

    def __init__(self, game: NewFrontiers) -> None:
        self._game = game

    def check_box(self, text: str | None) -> BoxReport:
        shipped = self._game.catalogue
        return box_check.check(
            shipped if text is None else loading.with_box(shipped, text, _("the box file"))
        )

    def with_box(self, text: str) -> NewFrontiers:
        return NewFrontiers(loading.with_box(self._game.catalogue, text, _("the box file")))

    def at(self, state: State) -> NewFrontiers:
        return self._game if state.catalogue is self._game.catalogue else NewFrontiers(state.catalogue)

    def book(self) -> tile_book.TileBook:
        return tile_book.TileBook(self._game.catalogue)


class NewFrontiers:
    """The game protocol for New Frontiers. catalogue: the tiles to play with; None: those shipped here."""

    name = "new-frontiers"
    title = "New Frontiers"
    tag_prefix = "NF"
    colours = COLOURS
    seats = (2, 5)
    bgg = 255692
    year = 2018
    lights = Lights()
    display = Display()
    lessons = Lessons()
    what_ifs = WhatIfs()
    timing = None
    dealer = None
    coaching = Coaching()
    players: Mapping[str, Client] = PLAYERS

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._given = catalogue

    @cached_property
    def catalogue(self) -> Catalogue:
        return loading.catalogue() if self._given is None else self._given

    @cached_property
    def tracking(self) -> Tracking:
        return Tracking(self.catalogue)

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.catalogue)

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.catalogue)

    @cached_property
    def box(self) -> Box:
        return Box(self)

    # --- the start ---

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.catalogue, setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(self.catalogue, setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        return asking.questions(state)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return asking.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return asking.refusals(state, player)

    def answer(self, state: State, question: Question, value: Json) -> Decision:
        """Only draws have values here: the drawn names."""
        if question.draw is None:
            raise Illegal(_("This is answered by one of the options."))
        if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
            raise Illegal(_("A draw is told as a list of names."))
        return rounds.drawn(state, tuple(value))

    def play(self, state: State, decision: Decision) -> State:
        return rounds.play(state, decision)

    def decision(self, data: Json) -> Decision:
        return decision_from_json(DECISIONS, data)

    def words(self, state: State, step: Decision | Correction) -> str:
        if not isinstance(step, Correction):
            return words.words(state, step)
        if tile_book.is_tile(step):
            sentence = tile_book.taught_words(step)
        else:
            sentence = facts.correction_words(state, step)
        if not step.path.startswith(("tile/", "home/")):
            return sentence
        return words.with_lost_goods(sentence, state, self.correct(state, step))

    def phase(self, state: State) -> Phase:
        return Phase(
            state.doing.action if state.doing else "select",
            words.phase_words(state),
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
        if tile_book.is_tile(correction):
            return placing.gray_without_goods(tile_book.teach(state, correction))
        return facts.correct(state, correction)

    def check(self, state: State) -> tuple[str, ...]:
        return checks.check(state)

    def view(self, state: State, player: int | None) -> State:
        return seat_view.view(state, player)
