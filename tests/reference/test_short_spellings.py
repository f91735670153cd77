"""Tests of how questions are read that are typed as on phones: short, run together, misspelt."""

import pytest

from companion import games
from companion.reference.lookup import reply
from companion.reference.words import Lexicon, word_data
from companion.translation import languages, speaking


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule"),
    [
        ("new-frontiers", "en", "same pts at the end?", "tie"),
        ("new-frontiers", "de", "wie viele welten zieht man ausm beutel", "explore-pick"),
        ("race-for-the-galaxy", "fr", "explorer +1+1 : jen garde combien", "explore"),
        ("race-for-the-galaxy", "fr", "lexploration donne combien de cartes", "explore"),
        ("race-for-the-galaxy", "es", "cuantas cartas tngo en la mano al final de la ronda", "round-end"),
    ],
)
def test_what_is_typed_as_on_phones_is_understood(game: str, spoken: str, question: str, rule: str) -> None:
    with speaking(spoken):
        said = reply(games.load(game), question)
    assert said.rule.id == rule


def test_no_short_spelling_stands_for_another_one() -> None:
    data = word_data(None)
    for spoken in languages():
        lexicon = Lexicon(data, spoken)
        for one in data.short[spoken].split(","):
            short, long = one.split(maxsplit=1)
            assert lexicon.written_out(short) == long
            assert lexicon.written_out(long) == long, one


@pytest.mark.parametrize(("spoken", "typed"), [("en", "world no1"), ("de", "was musste ich ablegen")])
def test_what_mostly_means_something_else_stays_as_it_is(spoken: str, typed: str) -> None:
    """A number, or the past."""
    assert Lexicon(word_data(None), spoken).written_out(typed) == typed


def test_a_word_of_the_language_is_not_taken_apart() -> None:
    lexicon = Lexicon(word_data(None), "fr")
    assert (
        lexicon.written_out("La dune, c'est quand même l'exploration")
        == "La dune, c'est quand même l'exploration"
    )


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("race-for-the-galaxy", "de", "Was kostet die Karte Alien Rosetta Stone World?"),
        ("race-for-the-galaxy", "en", "who is first on the priority track"),
        ("race-for-the-galaxy", "es", "¿Con cuántos créditos empiezo?"),
        ("a-new-frontier", "es", "¿Los agujeros de gusano existen de verdad?"),
        ("a-new-frontier", "en", "are there wormholes in real life"),
    ],
)
def test_what_another_game_has_or_the_world_outside_is_no_rule(game: str, spoken: str, question: str) -> None:
    with speaking(spoken):
        assert reply(games.load(game), question).rule is None


def test_a_misspelt_word_never_makes_the_rules_silent() -> None:
    with speaking("es"):
        assert reply(games.load("new-frontiers"), "empezar con 5 creditos, equilibra?").silent is None
        assert reply(games.load("new-frontiers"), "¿se juega por equipos?").silent is not None


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule"),
    [
        ("a-new-frontier", "es", "acabo primero de planificar, ¿de qué sirve?", "turn-order"),
        ("race-for-the-galaxy", "es", "pagar por militar: ¿se suman los descuentos?", "contact-specialist"),
        ("race-for-the-galaxy", "fr", "bonus de développer ?", "develop"),
    ],
)
def test_a_relation_of_more_than_is_asked_leaves_the_answer_to_the_other(
    game, spoken, question, rule
) -> None:
    with speaking(spoken):
        said = reply(games.load(game), question).rule
    assert said is not None
    assert said.id == rule
