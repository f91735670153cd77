"""Pieces that nobody named go by their sort and number, in the language of whoever reads: in the box, in
questions and their forms, in the history, in draws and in finished plays. Files have one language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.a_new_frontier.book.book_files import shipped
from companion.games.a_new_frontier.book.together import faults
from companion.games.a_new_frontier.rules.fight.cards import ChooseStrategy, ChooseTactics, TellStrength
from companion.games.a_new_frontier.rules.told_forms import asks_for, form, question_words, said_words
from companion.games.contract import Setup
from companion.games.contract.box_pieces import Marks
from companion.games.contract.told import Told
from companion.translation import SOURCE, speaking

from .build import BLUE, GAME, GREEN, offers, play, setup, start
from .test_conflict import fighting
from .test_registering import own

SORTS = ("planet", "tactic", "strategy", "faction", "archaeotech")
CALLED = {
    "en": ("Planet 4", "Tactic 15", "Strategy 5", "Faction 6", "Archaeotech 24"),
    "de": ("Planet 4", "Taktik 15", "Strategie 5", "Fraktion 6", "Archäotechnik 24"),
    "es": ("Planeta 4", "Táctica 15", "Estrategia 5", "Facción 6", "Arqueotec 24"),
    "fr": ("Planète 4", "Tactique 15", "Stratégie 5", "Faction 6", "Archéotech 24"),
}
"""The last piece of each sort."""
SEVENTH = {
    "en": "The seventh policy",
    "de": "Die siebte Politik",
    "es": "La séptima política",
    "fr": "La septième politique",
}
languages = pytest.mark.parametrize("language", CALLED)


@languages
def test_the_box_names_them_in_the_language_of_the_page_and_writes_them_in_one(language: str) -> None:
    book = GAME.box.book()
    with speaking(language):
        last = {tile.type: tile.name for tile in book.tiles()}
        assert [last[sort] for sort in SORTS] == [*CALLED[SOURCE]], "as a file keeps them"
        assert [GAME.display.named(last[sort]) for sort in SORTS] == [*CALLED[language]]
        assert GAME.display.named("seventh") == SEVENTH[language]
        missing = GAME.box.check_box(None).missing
        assert all(any(called in one for one in missing) for called in CALLED[language])


@languages
def test_the_form_of_a_strategy_offers_tactics_that_nobody_named(language: str) -> None:
    _planet, tactic, strategy, faction, _archaeotech = CALLED[language]
    with speaking(language):
        form = GAME.box.book().telling("strategy-5")
        assert form.pieces == (("strategy-5", strategy),)
        assert next(field.sayings for field in form.fields if field.key == "tactics")[-1].words == tactic
        named = own(("strategy", {"id": "strategy-5", "name": "Feint", "tactics": ["tactic-15"]}))
        read = GAME.box.at(start().changed(book=named)).box.book().understood(named.pieces["strategy-5"])
        assert any(words.endswith(tactic) for words, _plays in read.lines)
        third = shipped().pieces["faction-3"]
        twice = shipped().laid({third.id: replace(third.put({"name": "Faction 6"}), marks=Marks())})
        assert faction in next(faults(twice.pieces)).sentence


@languages
def test_a_table_names_them_in_the_language_of_the_page(language: str) -> None:
    _planet, tactic, strategy, faction, _archaeotech = CALLED[language]
    with speaking(language):
        state = fighting()
        assert [option.words for option in offers(state, BLUE, "choose-strategy")][-1] == strategy
        state = play(state, ChooseStrategy(BLUE, "Strategy 5"), ChooseStrategy(GREEN, "Strategy 5"))
        state = play(state, TellStrength(BLUE, 5), TellStrength(GREEN, 5))
        assert [option.words for option in offers(state, BLUE, "choose-tactics")][-1] == tactic
        choice = ChooseTactics(BLUE, "Tactic 15")
        assert tactic in GAME.words(state, choice)
        fight = GAME.display.page(play(state, choice), BLUE).fight
        assert fight is not None
        assert f"{strategy} + {tactic}" in [side.cards for side in fight.sides]
        factions = GAME.setup_draws(Setup(setup().players))[0]
        assert factions.called("faction-6") == faction


@languages
def test_a_form_and_what_it_told_name_them_in_the_language_of_the_page(language: str) -> None:
    _planet, tactic, strategy, faction, _archaeotech = CALLED[language]
    state = start()
    state = state.changed(book=state.book.strict)
    with speaking(language):
        for id, moment, called in (("faction-6", "factions", faction), ("tactic-15", "shown", tactic)):
            asks = asks_for(state.book, moment, (id,))
            assert called in question_words(state, asks)
            assert dict(form(state, asks).pieces)[id] == called
        words = said_words(state.book.shown, Told.read(["strategy-5/tactics=tactic-15"]))
        assert strategy in words
        assert tactic in words


@languages
def test_a_finished_play_is_kept_in_english_and_read_in_any_language(language: str) -> None:
    had = {"faction": "faction-6", "techs": ("research-1A",), "completed": ("green-1", "green-2")}
    state = start().with_corp(BLUE, **had)
    with speaking(SOURCE):
        owned = GAME.display.owned(state, BLUE)
    assert [*owned.values()] == [("Faction 6",), ("R & D 1A",), ("2\u00a0×\u00a0green",)]
    read = {
        "en": ["Faction 6", "R & D 1A", "2\u00a0×\u00a0green"],
        "de": ["Fraktion 6", "F & E 1A", "2\u00a0×\u00a0grün"],
        "es": ["Facción 6", "I+D 1A", "2\u00a0×\u00a0verde"],
        "fr": ["Faction 6", "R & D 1A", "2\u00a0×\u00a0vert"],
    }
    with speaking(language):
        assert [GAME.display.named(name) for names in owned.values() for name in names] == read[language]
        assert GAME.display.named("Feint") == "Feint"
