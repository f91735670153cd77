"""Every sentence of a game, in every language, as a machine reads it: no word twice, no "a" before a vowel,
no mark that is not closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Game
from companion.translation import SOURCE, speaking
from companion.web.live.views import waited_for
from tests.complete_languages import COMPLETE
from tests.games.every_game import random_steps, setups

TWICE = re.compile(r"\b([^\W\d_]{2,}) \1\b")
TWICE_RIGHTLY = {"nous", "vous", "sie"}
WRONG_ARTICLE = re.compile(r"\b(?:a [AEIOaeio]|an [BCDFGJKLMNPQRSTVWXYZbcdfgjklmnpqrstvwxyz])")
CLOSED = (("¿", "?"), ("¡", "!"), ("«", "»"), ("(", ")"), ("„", "“"))
STEPS = 60


def faults(sentence: str, language: str) -> Iterator[str]:
    """What is wrong with it, as far as its letters tell."""
    yield from (f"{word!r} twice" for word in TWICE.findall(sentence) if word not in TWICE_RIGHTLY)
    if language == SOURCE and (article := WRONG_ARTICLE.search(sentence)):
        yield f"the article of {article.group()!r}"
    for opened, closed in CLOSED:
        if opened in "¿¡" and language != "es":
            continue
        if sentence.count(opened) != sentence.count(closed):
            yield f"{opened} without {closed}"


def sentences(game: Game[Any], state: Any) -> Iterator[str]:
    """What the pages say of a state: questions, answers, reasons, and whom the table waits for."""
    for question in game.questions(state):
        name = "" if question.player is None else game.score(state).players[question.player].name
        yield question.text
        yield waited_for(question, name)
        if question.player is not None and question.form is None and question.chance is None:
            yield from (option.words for option in game.options(state, question.player))
            yield from (refusal.sentence for refusal in game.refusals(state, question.player))


@pytest.mark.parametrize("language", [SOURCE, *COMPLETE])
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("told", [False, True], ids=["printed", "told"])
def test_no_sentence_has_a_fault_that_a_machine_finds(name: str, language: str, told: bool) -> None:
    game = games.load(name)
    setup = next(setups(game))
    found = set()
    with speaking(language):
        state = game.new(setup.with_told_pieces() if told else setup)
        for before, _question, decision, _after in random_steps(game, state, Random(name), STEPS):
            for said in (*sentences(game, before), game.words(before, decision)):
                found |= {(fault, said) for fault in faults(said, language)}
    assert not found


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Has it a Explore power?", "en"),
        ("nothing told told yet", "en"),
        ("Esperando: ¿qué cuesta", "es"),
        ("(so", "de"),
    ],
)
def test_a_fault_is_found(sentence: str, language: str) -> None:
    assert list(faults(sentence, language))
