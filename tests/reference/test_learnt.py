"""Tests of what was learnt from questions asked before: it orders paragraphs and tells how sure one is."""

from __future__ import annotations

import pytest

from companion import games
from companion.reference.answers import Answers
from companion.reference.learnt import NOTHING_ANSWERS, grounds, meanings, read_learnt, spelt
from companion.reference.lookup import answers_of, reply
from companion.reference.words import Term
from companion.translation import languages, speaking
from tests.reference.test_answers import GAMES_WITH_REFERENCE


def test_a_chance_grows_with_what_speaks_for_a_paragraph_and_falls_with_what_speaks_for_none() -> None:
    learnt = read_learnt(games.load("new-frontiers").reference.rulebook().folder)
    assert learnt is not None
    for by_relation in (False, True):
        chances = [
            learnt.chance(grounds("tie", by_relation, {"tie": share, NOTHING_ANSWERS: 0.2}))
            for share in (0.1, 0.4, 0.9)
        ]
        assert chances == sorted(chances)
    alone, with_relation = (
        learnt.chance(grounds("tie", said, {"tie": 0.4, NOTHING_ANSWERS: 0.2})) for said in (False, True)
    )
    assert alone < with_relation
    few, many = (
        learnt.chance(grounds("tie", True, {"tie": 0.6, NOTHING_ANSWERS: share})) for share in (0.0, 0.5)
    )
    assert many < few


def test_what_only_tells_the_situation_counts_half():
    asks, tells = (Term("sell", frozenset({"sell"}), setting=told) for told in (False, True))
    assert meanings((tells,))["sell"] == meanings((asks,))["sell"] / 2
    assert spelt((tells,))["'sell"] == spelt((asks,))["'sell"] / 2


@pytest.mark.parametrize("name", GAMES_WITH_REFERENCE)
def test_the_weights_are_of_the_paragraphs_that_there_are(name):
    reference = games.load(name).reference
    assert reference is not None
    book = reference.rulebook()
    learnt = read_learnt(book.folder)
    assert learnt is not None
    assert {*learnt.of(())} == {NOTHING_ANSWERS, *(rule.id for rule in book.rules)}


def test_what_nothing_answered_before_is_not_answered_by_a_relation_alone():
    game = games.load("new-frontiers")
    assert game.reference is not None
    answers = answers_of(game)
    by_relations = Answers({spoken: game.reference.rulebook(spoken) for spoken in languages()})
    by_relations.learnt = None
    understood = answers.understood("how much does a development cost in dollars", "en")
    assert by_relations.find(understood).rule
    assert not answers.find(understood).rule


def test_the_paragraph_for_which_most_speaks_stands_first():
    with speaking("en"):
        said = reply(
            games.load("new-frontiers"),
            "The planet I was given at the beginning has a coloured glow around its circle."
            " Should something be sitting on it when we begin?",
        )
    assert (said.rule or said.nearest[0]).id == "setup-mats"
