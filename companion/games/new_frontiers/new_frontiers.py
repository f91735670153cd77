"""New Frontiers as a table sees it: every method hands on to the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from companion.games.game import (
    Client,
    Correction,
    Decision,
    Difference,
    Draw,
    Explanation,
    Fact,
    Json,
    Option,
    Part,
    Picture,
    Question,
    Refusal,
    ScoreSheet,
    Setup,
    SetupOption,
    Spot,
    TileInfo,
    WhatIf,
    decision_from_json,
)
from companion.games.new_frontiers import (
    boxcheck,
    checks,
    corrections,
    explain,
    facts,
    final,
    layout,
    lights,
    load,
    nearly,
    page,
    parts,
    players,
    score_request,
    scoring,
    tilebook,
    tileinfo,
    view,
    words,
)
from companion.games.new_frontiers import round as rounds
from companion.games.new_frontiers import setup as setting_up
from companion.games.new_frontiers.decisions import DECISIONS
from companion.games.new_frontiers.state import COLOURS, State
from companion.games.new_frontiers.tiles import Catalogue
from companion.games.tilebook import BoxReport
from companion.translation import _


class NewFrontiers:
    """The game protocol for New Frontiers. catalogue: the tiles to play with; None: those shipped here."""

    name = "new-frontiers"
    title = "New Frontiers"
    tag_prefix = "NF"
    colours = COLOURS
    seats = (2, 5)
    bgg = 255692

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._given = catalogue

    @cached_property
    def catalogue(self) -> Catalogue:
        return load.catalogue() if self._given is None else self._given

    # --- the start ---

    def setup_options(self) -> tuple[SetupOption, ...]:
        return setting_up.options()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return setting_up.draws(self.catalogue, setup)

    def new(self, setup: Setup) -> State:
        return setting_up.new(self.catalogue, setup)

    # --- play ---

    def questions(self, state: State) -> tuple[Question, ...]:
        return rounds.questions(state)

    def options(self, state: State, player: int | None) -> tuple[Option, ...]:
        return rounds.options(state, player)

    def refusals(self, state: State, player: int) -> tuple[Refusal, ...]:
        return rounds.refusals(state, player)

    def play(self, state: State, decision: Decision) -> State:
        return rounds.play(state, decision)

    def drawn(self, state: State, names: tuple[str, ...]) -> Decision:
        return rounds.drawn(state, names)

    def decision(self, data: Json) -> Decision:
        return decision_from_json(DECISIONS, data)

    def words(self, state: State, decision: Decision) -> str:
        return words.words(state, decision)

    def over(self, state: State) -> bool:
        return state.over

    def rounds(self, state: State) -> int:
        return state.round

    def end_reasons(self, state: State) -> tuple[str, ...]:
        return tuple(_(reason) for reason in state.endings)

    def players(self) -> Mapping[str, Client]:
        return players.PLAYERS

    def score(self, state: State) -> ScoreSheet:
        return scoring.score(state)

    def starts(self, state: State) -> int | None:
        return setting_up.first_player(state.setup)

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        return nearly.owned_names(state.catalogue, state.empires[player])

    def what_ifs(self, state: State, player: int) -> Iterable[Iterable[WhatIf]]:
        return nearly.of_state(state, player)

    def score_request(self, request: Json) -> dict[str, Json]:
        return score_request.answer(self.catalogue, request)

    def check_box(self, text: str | None) -> BoxReport:
        tiles = self.catalogue if text is None else load.with_box(self.catalogue, text, _("the box file"))
        return boxcheck.check(tiles)

    def with_box(self, text: str) -> NewFrontiers:
        return NewFrontiers(load.with_box(self.catalogue, text, _("the box file")))

    def at(self, state: State) -> NewFrontiers:
        return self if state.catalogue is self.catalogue else NewFrontiers(state.catalogue)

    def book(self) -> tilebook.TileBook:
        return tilebook.TileBook(self.catalogue)

    def final(self) -> final.Finals:
        return final.Finals(self.catalogue)

    # --- the table ---

    def facts(self, state: State) -> tuple[Fact, ...]:
        return facts.facts(state)

    def correct(self, state: State, correction: Correction) -> State:
        if tilebook.is_tile(correction):
            return tilebook.teach(state, correction)
        return corrections.correct(state, correction)

    def correction_words(self, state: State, correction: Correction) -> str:
        if tilebook.is_tile(correction):
            return tilebook.taught_words(correction)
        return corrections.correction_words(state, correction)

    def check(self, state: State) -> tuple[str, ...]:
        return checks.check(state)

    def layout(self, state: State) -> Mapping[str, Spot]:
        return layout.layout(state)

    def goods(self, state: State) -> Mapping[str, str | None]:
        return layout.goods(state)

    def explain(self, state: State, differences: tuple[Difference, ...]) -> Explanation:
        return explain.explain(state, differences)

    def tile(self, tile: str) -> TileInfo | None:
        return tileinfo.tile_info(self.catalogue, tile)

    def tiles(self) -> tuple[TileInfo, ...]:
        return tileinfo.tile_infos(self.catalogue)

    def part(self, tile: str, face: str) -> Part | None:
        return parts.part(self.catalogue, tile, face)

    def view(self, state: State, player: int | None) -> State:
        return view.view(state, player)

    def page(self, state: State, player: int | None) -> Mapping[str, object]:
        return page.page(state, player)

    def light(self, state: State) -> Picture:
        return lights.light(state)
