"""Tests of searching the rules: questions as players type them find the paragraph with the answer."""

from __future__ import annotations

import sqlite3
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.reference import search
from companion.reference.lookup import Touched, answers_of, asked, touched
from companion.reference.search import Vocabulary, folded, word_similarity, words_of
from companion.translation import languages, speaking

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))["ask"]
GAMES_WITH_REFERENCE = [name for name, _title in games.titles("reference")]


def answered(question: dict[str, Any]) -> bool:
    found = answers_of(games.load(question["game"])).search.find(question["ask"], question["language"])
    return bool(found) and found[0].rule == question["finds"]


def test_nine_of_ten_questions_find_their_paragraph_first() -> None:
    """Each language alone finds at least eight of ten."""
    here = [question for question in QUESTIONS if question["game"] in GAMES_WITH_REFERENCE]
    missed = [question["ask"] for question in here if not answered(question)]
    assert len(missed) <= len(here) // 10, missed
    for spoken in languages():
        some = [question for question in here if question["language"] == spoken]
        assert sum(map(answered, some)) >= 0.8 * len(some), spoken


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["ask"])
def test_what_a_question_is_to_find_is_there(question: dict[str, Any]) -> None:
    if question["game"] in GAMES_WITH_REFERENCE:
        reference = games.load(question["game"]).reference
        assert reference is not None
        assert reference.rulebook(question["language"]).rule(question["finds"]) is not None


def test_a_question_in_another_language_than_the_page_is_understood() -> None:
    game = games.load("new-frontiers")
    with speaking("fr"):
        assert asked(game, "how many worlds")[0].id == "nine-worlds"
        assert asked(game, "how many worlds")[0].title.startswith("Neuf")


def test_every_title_finds_its_own_paragraph() -> None:
    for name in GAMES_WITH_REFERENCE:
        game = games.load(name)
        for spoken in languages():
            with speaking(spoken):
                assert game.reference is not None
                for rule in game.reference.rulebook().rules:
                    assert rule.id in [found.id for found in asked(game, rule.title)][:2], rule.title


@given(st.text(max_size=60))
def test_any_text_is_a_question(text: str) -> None:
    game = games.load("new-frontiers")
    found = answers_of(game).search.find(text, "en")
    assert [it.score for it in found] == sorted((it.score for it in found), reverse=True)
    assert len({it.rule for it in found}) == len(found) <= 8


def test_what_says_nothing_finds_nothing() -> None:
    assert asked(games.load("new-frontiers"), "?!  …") == ()
    assert asked(games.load("new-frontiers"), "xqzwv") == ()


def test_without_trigrams_all_words_are_compared_and_the_same_is_found(monkeypatch, caplog) -> None:
    class Old(sqlite3.Connection):
        def execute(self, *arguments: Any) -> Any:
            raise sqlite3.OperationalError("no such tokenizer: trigram")

    usual = Vocabulary(["settle", "military", "world"])
    connect = sqlite3.connect
    monkeypatch.setattr(search.sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Old))
    old = Vocabulary(["settle", "military", "world"])
    assert usual._table is not None
    assert old._table is None
    assert "no trigrams" in caplog.text
    for word in ("setle", "militery", "worlds", "xyz"):
        assert old.like(word) == usual.like(word)


def test_words_are_folded_and_compared() -> None:
    assert words_of("Égalité, 9-cost: GRÖSSE & Größe!") == ["egalite", "9", "cost", "grosse", "grosse"]
    assert folded("Œuvre") == "oeuvre"
    assert word_similarity("setle", "settle") > word_similarity("setle", "seven")
    assert word_similarity("9", "9") == 1
    assert word_similarity("9", "90") == 0


def test_what_was_touched_opens_what_belongs_to_it() -> None:
    game = games.load("new-frontiers")
    assert touched(game, Touched(kind="trade"))[0].id == "trade-sell"
    assert touched(game, Touched(icon="colonist"))[0].id == "settle-cost"
    assert {rule.page for rule in touched(game, Touched(page=9))} == {9}
    refusal = "Blue already has Drop Ships: no development twice in an empire."
    assert touched(game, Touched(page=5, about=refusal))[0].id == "develop-once"
    assert touched(game, Touched(page=99)) == ()
