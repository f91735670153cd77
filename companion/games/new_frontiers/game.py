"""New Frontiers as a `Game`: what this game has, each in its module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from companion.games.contract import (
    BoxPart,
    BoxTile,
    Correction,
    Decision,
    Draw,
    Fact,
    GameBase,
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
    read_usual_lengths,
)
from companion.games.contract.box import is_taught
from companion.games.contract.box_proposals import PhotographedSort, SeenFace
from companion.games.contract.box_report import BoxReport
from companion.games.contract.box_rows import Problem
from companion.games.contract.one_piece import is_same, made_same, same_words
from companion.games.contract.rules import Box as AnyBox
from companion.games.contract.told import ToldFact
from companion.games.new_frontiers.box import tile_book
from companion.games.new_frontiers.coaching.coaching import Coaching
from companion.games.new_frontiers.coin import COIN
from companion.games.new_frontiers.display import tile_print
from companion.games.new_frontiers.display.display import Display
from companion.games.new_frontiers.lessons import Lessons
from companion.games.new_frontiers.lessons.contents import contents
from companion.games.new_frontiers.plans import EVERY_PLAYER
from companion.games.new_frontiers.reference.reference import Reference
from companion.games.new_frontiers.rules import (
    checks,
    meeting,
    scoring,
    seat_view,
    what_ifs,
)
from companion.games.new_frontiers.rules import setup as setting_up
from companion.games.new_frontiers.rules.course import asking, course_facts, facts, in_time
from companion.games.new_frontiers.rules.course import round as rounds
from companion.games.new_frontiers.rules.course.moves import MOVES
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.one_piece import made_one
from companion.games.new_frontiers.rules.placing import with_lost_goods
from companion.games.new_frontiers.rules.state import COLOURS, State
from companion.games.new_frontiers.tiles import box_check, box_file
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.games.new_frontiers.tiles.catalogue import Catalogue, printed_on
from companion.games.new_frontiers.tiles.known import of_real_table
from companion.games.new_frontiers.tiles.proposals import told_from_picture
from companion.games.new_frontiers.tiles.tile_info import TILE_MM
from companion.games.new_frontiers.tracking import lights
from companion.games.new_frontiers.tracking.tracking import Tracking
from companion.games.new_frontiers.untracked.untracked import Untracked
from companion.games.new_frontiers.wording.names import ACTION_TILES
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
                len(ACTION_TILES),
                _("beside the action tiles"),
                _("action tile {number}"),
                66.6,
                signs=ACTION_TILES,
            ),
            Segment("seats", len(COLOURS), _("one at each seat"), _("seat {number}"), 100.0, optional=True),
            Segment("explore", 1, _("round the worlds in the middle"), optional=True),
        )

    def light(self, state: State) -> LightPicture:
        return lights.light(state.shown)


class WhatIfs:
    """The what-ifs capability."""

    def what_ifs(self, state: State, player: int) -> Iterable[Iterable[WhatIf]]:
        # What nobody told of a tile is not guessed here either.
        return () if in_time.untold_vp(state) else what_ifs.of_state(state.shown, player)


class Box(AnyBox[State]):
    """The box capability: the owner's tiles over those shipped here."""

    def __init__(self, game: NewFrontiers) -> None:
        self._game = game

    def check_box(self, text: str | None) -> BoxReport:
        game = self._game if text is None else self.with_box(text)
        return box_check.check(of_real_table(game.catalogue), game.unread)

    def with_box(self, text: str) -> NewFrontiers:
        catalogue, problems = box_file.with_box(self._game.catalogue, text)
        return NewFrontiers(catalogue, problems)

    def without(self, pieces: tuple[str, ...]) -> NewFrontiers:
        return NewFrontiers(self._game.catalogue.without(pieces), self._game.unread)

    def at(self, state: State) -> NewFrontiers:
        tiles = state.catalogue.shown
        return self._game if tiles is self._game.catalogue else NewFrontiers(tiles)

    def book(self) -> tile_book.TileBook:
        return tile_book.TileBook(self._game.catalogue)

    def sorts(self) -> tuple[tuple[str, str], ...]:
        return tuple((sort, _(words)) for sort, words in meeting.SORTS.items())

    def newly_named(self, sort: str, name: str, state: State | None = None) -> BoxTile:
        if state is None:
            return as_fields(meeting.newly_named(self._game.catalogue, sort, name))
        return as_fields(meeting.newly_named(state.catalogue.shown, sort, name, state.bag))

    def newly_tagged(self, tag: str, name: str, state: State) -> BoxTile:
        blank = tile_book.new_tile(self.book().owned(tag))
        return as_fields(meeting.newly_tagged(state.catalogue.shown, blank.id, printed_on(blank).kind, name))

    def told_by_photo(self, piece: str, seen: SeenFace) -> tuple[ToldFact, ...]:
        return told_from_picture(self._game.catalogue, self.book().piece(piece), seen)

    def photographed(self, state: State) -> tuple[PhotographedSort, ...]:
        return (
            PhotographedSort("world", meeting.unmet_world(state), TILE_MM, True),
            PhotographedSort("development", meeting.unmet_development(state), TILE_MM, False),
        )

    def told_tiles(self, begun: State, state: State) -> Mapping[str, BoxTile]:
        before = begun.catalogue.shown
        return {
            id: as_fields(tile)
            for id, tile in state.catalogue.shown.items()
            if tile is not before.get(id) and tile.source != "stand-in"
        }


class NewFrontiers(GameBase[State]):
    """New Frontiers. catalogue: the tiles to play with; None: those shipped here. unread: what of the box
    file that they come from cannot be read."""

    name = "new-frontiers"
    title = "New Frontiers"
    tag_prefix = "NF"
    colours: tuple[str, ...] = COLOURS
    seats = (2, 5)
    usual_lengths = read_usual_lengths(Path(__file__).parent)
    coin = COIN
    bgg = 255692
    year = 2018
    asks_facts = True
    catches_up = True
    marks: tuple[tuple[str, str], ...] = setting_up.MARKS
    moves = MOVES
    lights = Lights()
    lessons = Lessons()
    what_ifs = WhatIfs()
    players = EVERY_PLAYER
    fact_rows = facts.ROWS

    def __init__(self, catalogue: Catalogue | None = None, unread: tuple[Problem, ...] = ()) -> None:
        self._given = catalogue
        self.unread = unread

    @cached_property
    def catalogue(self) -> Catalogue:
        return box_file.catalogue() if self._given is None else self._given

    @cached_property
    def display(self) -> Display:
        return Display(self.catalogue)

    @cached_property
    def tracking(self) -> Tracking:
        return Tracking(self.catalogue, tile_print.drawing)

    @cached_property
    def coaching(self) -> Coaching:
        return Coaching()

    @cached_property
    def untracked(self) -> Untracked:
        return Untracked(self.catalogue)

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.catalogue)

    @cached_property
    def box(self) -> Box:
        return Box(self)

    # --- the box and the start ---

    def contents(self) -> tuple[BoxPart, ...]:
        return contents(self.catalogue)

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.catalogue, setup)

    def new(self, setup: Setup) -> State:
        return in_time.begin(setting_up.new(self.catalogue, setup))

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        told = in_time.question(state)
        return asking.questions(state) if told is None else (told,)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return () if state.asks else asking.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return () if state.asks else asking.refusals(state, player)

    def play(self, state: State, decision: Decision) -> State:
        assert isinstance(decision, EmpireMove)
        return in_time.play(state, decision)

    def words(self, state: State, step: Decision | Correction) -> str:
        if isinstance(step, EmpireMove):
            return in_time.words(state, step)
        assert isinstance(step, Correction)
        state = state.shown
        if is_same(step):
            return same_words(step, {id: tile.name for id, tile in state.catalogue.items()})
        if is_taught(step):
            return with_lost_goods(tile_book.taught_words(step), state, self.correct(state, step))
        return facts.correction_words(state, step)

    def phase(self, state: State) -> Phase:
        return rounds.phase(state)

    def score(self, state: State) -> ScoreSheet:
        # What the sum of a finished game reads was asked before it; until then pages show what is known.
        summed = state.over and state.asks is None and setting_up.asks_all_facts(state)
        return scoring.score(state if summed else state.shown)

    # --- what is known, and by whom ---

    def shown(self, state: State) -> State:
        return state.shown

    def correct(self, state: State, correction: Correction) -> State:
        if is_same(correction):
            id, into, told = made_same(correction)
            return tile_book.taught(made_one(state, id, into), told)
        if is_taught(correction):
            return tile_book.taught(state, correction)
        return in_time.correct(state, correction)

    def way_out(self, state: State) -> tuple[Fact, Json] | None:
        return None if state.asks else course_facts.way_out(state.shown)

    def check(self, state: State) -> tuple[str, ...]:
        return () if state.asks else checks.check(state.shown)

    def view(self, state: State, player: int | None) -> State:
        return seat_view.view(state, player)
