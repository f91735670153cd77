"""New Frontiers as a table sees it: every method hands on to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.games.game import (
    BoxReport,
    Client,
    Correction,
    Decision,
    Difference,
    Draw,
    Explanation,
    Fact,
    Json,
    Option,
    Picture,
    Question,
    Refusal,
    ScoreSheet,
    Setup,
    SetupOption,
    Spot,
    TileInfo,
    decision_from_json,
)
from companion.games.new_frontiers import setup as setting_up
from companion.games.new_frontiers.decisions import DECISIONS
from companion.games.new_frontiers.state import COLOURS, State
from companion.games.new_frontiers.tiles import Catalogue


class NewFrontiers:
    """The game protocol for New Frontiers. catalogue: the tiles to play with; None: those shipped here."""

    name = "new-frontiers"
    title = "New Frontiers"
    tag_prefix = "NF"
    colours = COLOURS
    seats = (2, 5)

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._given = catalogue

    @cached_property
    def catalogue(self) -> Catalogue:
        if self._given is not None:
            return self._given
        from companion.games.new_frontiers.load import catalogue

        return catalogue()

    # --- the start ---

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.OPTIONS

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.catalogue, setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(self.catalogue, setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        from companion.games.new_frontiers import round

        return round.questions(state)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        from companion.games.new_frontiers import round

        return round.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        from companion.games.new_frontiers import round

        return round.refusals(state, player)

    def play(self, state: State, decision: Decision) -> State:
        from companion.games.new_frontiers import round

        return round.play(state, decision)

    def drawn(self, state: State, names: tuple[str, ...]) -> Decision:
        from companion.games.new_frontiers import round

        return round.drawn(state, names)

    def decision(self, data: Json) -> Decision:
        return decision_from_json(DECISIONS, data)

    def words(self, state: State, decision: Decision) -> str:
        from companion.games.new_frontiers import words

        return words.words(state, decision)

    def over(self, state: State) -> bool:
        return state.over

    def rounds(self, state: State) -> int:
        return state.round

    def end_reasons(self, state: State) -> tuple[str, ...]:
        return state.endings

    def players(self) -> Mapping[str, Client]:
        from companion.games.new_frontiers import players

        return players.PLAYERS

    def score(self, state: State) -> ScoreSheet:
        from companion.games.new_frontiers import scoring

        return scoring.score(state)

    def score_request(self, request: Json) -> dict[str, Json]:
        from companion.games.new_frontiers import score_request

        return score_request.answer(self.catalogue, request)

    def check_box(self, text: str | None) -> BoxReport:
        from companion.games.new_frontiers import boxcheck, load

        tiles = self.catalogue if text is None else load.with_box(self.catalogue, text, "the box file")
        return boxcheck.check(tiles)

    # --- the table ---

    def facts(self, state: State) -> tuple[Fact, ...]:
        from companion.games.new_frontiers import facts

        return facts.facts(state)

    def correct(self, state: State, correction: Correction) -> State:
        from companion.games.new_frontiers import corrections

        return corrections.correct(state, correction)

    def correction_words(self, state: State, correction: Correction) -> str:
        from companion.games.new_frontiers import corrections

        return corrections.correction_words(state, correction)

    def check(self, state: State) -> tuple[str, ...]:
        from companion.games.new_frontiers import checks

        return checks.check(state)

    def layout(self, state: State) -> Mapping[str, Spot]:
        from companion.games.new_frontiers import layout

        return layout.layout(state)

    def explain(self, state: State, differences: tuple[Difference, ...]) -> Explanation:
        from companion.games.new_frontiers import explain

        return explain.explain(state, differences)

    def tile(self, tile: str) -> TileInfo | None:
        from companion.games.new_frontiers import tileinfo

        return tileinfo.tile_info(self.catalogue, tile)

    def tiles(self) -> tuple[TileInfo, ...]:
        from companion.games.new_frontiers import tileinfo

        return tileinfo.tile_infos(self.catalogue)

    def view(self, state: State, player: int | None) -> State:
        from companion.games.new_frontiers import view

        return view.view(state, player)

    def page(self, state: State, player: int | None) -> Mapping[str, object]:
        from companion.games.new_frontiers import page

        return page.page(state, player)

    def light(self, state: State) -> Picture:
        from companion.games.new_frontiers import lights

        return lights.light(state)
