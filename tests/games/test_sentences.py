"""Every sentence of a game, in every language, as a machine reads it: no word twice, no "a" before a vowel,
no mark that is not closed, nothing that is counted in the wrong number ("1 credits")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Game
from companion.translation import SOURCE, plural, speaking
from companion.web.live.views import waited_for
from tests.complete_languages import COMPLETE
from tests.default_run import first_by_default
from tests.games.every_game import random_steps, setups
from tests.test_translation import FOLDERS, catalogue_messages

TWICE = re.compile(r"\b([^\W\d_]{2,}) \1\b")
TWICE_RIGHTLY = {"nous", "vous", "sie", "die"}
WRONG_ARTICLE = re.compile(r"\b(?:a [AEIOaeio]|an [BCDFGJKLMNPQRSTVWXYZbcdfgjklmnpqrstvwxyz])")
CLOSED = (("¿", "?"), ("¡", "!"), ("«", "»"), ("(", ")"), ("„", "“"))
OF_ONE_LANGUAGE = {"¿": "es", "¡": "es", "„": "de"}
PRINTED = re.compile(r"(?<=\s)\?(?= (?:PV|VP))|(?<=\d)\?(?= créd)|(?<=con )\?|(?<=: )\?$|(?<=«)\?(?=»)")
"""The "?" of a card that counts something ("? PV"), of a stand-in ("3? créditos"), and a fact's sign."""
SETI = ("Galactic Survey: SETI", "Galactic Survey SETI")
"""A name that is not translated."""
BREAKS = re.compile(r"[^\W\d_](?: [?!;:»]|[?!;:](?=\s|$))|« ")
"""French has a space that does not break before these marks, and within quotation marks."""
EMPTY = re.compile(r": ?[.;,]")
"""Something was to follow."""
STEPS = 60
WHOLE_GAMES = 4
"""Of each game, in the slow tests."""
COUNTED = re.compile(
    r"(?<![\w.,:/−+-])(?<!level )(?<!Plan[eè]te )(?<!Planet )(\d+) ([^\W\d_]{4,})\b(?! (?:mats|tiles)\b)"
)
"""A number and the word right behind it; not of a planet, which does something, nor of "7 action tiles"."""

VERBS = {
    *("compte", "count", "face", "says", "fehlt", "fehlen", "wird", "werden", "manque", "manquent", "sont"),
    *("needs", "need", "braucht", "brauchen", "demande", "demandent"),
}
"""Words that follow the number of a piece, too: "Planet 1 says"."""


@cache
def counted_words(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words right behind a number that are said of one alone, and of several alone, by the catalogues."""
    one, several = set(), set()
    for folder in FOLDERS:
        for message in catalogue_messages(folder, "de"):
            if not message.pluralizable or "{number} " not in message.id[1]:
                continue
            names = dict.fromkeys(re.findall(r"\{(\w+)", "".join(message.id)), "x")
            names.pop("number", None)
            with speaking(language):
                said = {number: plural(*message.id, number, **names) for number in (1, 2)}
            one |= {word for _n, word in COUNTED.findall(said[1])}
            several |= {word for _n, word in COUNTED.findall(said[2])}
    return frozenset(one - several - VERBS), frozenset(several - one - VERBS)


def faults(sentence: str, language: str) -> Iterator[str]:
    """What is wrong with it, as far as its letters tell."""
    yield from (f"{word!r} twice" for word in TWICE.findall(sentence) if word not in TWICE_RIGHTLY)
    if language == SOURCE and (article := WRONG_ARTICLE.search(sentence)):
        yield f"the article of {article.group()!r}"
    if language == "fr" and (breaks := BREAKS.search(sentence.replace(*SETI))):
        yield f"the space of {breaks.group()!r}"
    if empty := EMPTY.search(sentence):
        yield f"nothing in {empty.group()!r}"
    one, several = counted_words(language)
    for number, word in COUNTED.findall(sentence):
        if word in (several if number == "1" else one if number != "0" else ()):
            yield f"{number} {word}"
    for opened, closed in CLOSED:
        if OF_ONE_LANGUAGE.get(opened, language) != language:
            continue
        if sentence.count(opened) != sentence.count(closed) - PRINTED.findall(sentence).count(closed):
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


@pytest.mark.parametrize("language", first_by_default([SOURCE, *COMPLETE], 2))
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


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("number", range(WHOLE_GAMES))
@pytest.mark.parametrize("name", games.names())
def test_no_sentence_of_a_whole_game_has_a_fault(name: str, number: int) -> None:
    """Told and printed in turn, from the fewest players to the most; each step in all four languages."""
    game = games.load(name)
    fewest, most = setups(game)
    setup = (fewest, most)[number // 2 % 2]
    state = game.new(setup.with_told_pieces() if number % 2 else setup)
    found = set()
    for before, _question, decision, _after in random_steps(game, state, Random(f"{name} {number}"), 2000):
        for language in (SOURCE, *COMPLETE):
            with speaking(language):
                for said in (*sentences(game, before), game.words(before, decision)):
                    found |= {(language, fault, said) for fault in faults(said, language)}
    assert not found


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Has it a Explore power?", "en"),
        ("nothing told told yet", "en"),
        ("Esperando: ¿qué cuesta", "es"),
        ("(so", "de"),
        ("You have 1 credits.", "en"),
        ("Remove 2 ship", "en"),
        ("Stockpiled credits: .", "en"),
    ],
)
def test_a_fault_is_found(sentence: str, language: str) -> None:
    assert list(faults(sentence, language))
