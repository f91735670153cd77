"""Tests of certain answers: the questions of players are answered by the right paragraph, or not at all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.reference.lookup import _MadeOnce, answers_of, reply
from companion.reference.words import Lexicon, distance, word_data
from companion.translation import languages, speaking
from tests.default_run import first_by_default

FOLDER = Path(__file__).parent / "asked"
GAMES_WITH_REFERENCE = [name for name, _title in games.titles("reference")]
WITHOUT_ANSWER = [
    "unanswerable_kinds.txt",
    "unanswerable.txt",
    "unanswerable_more.txt",
    "unanswerable5.txt",
    "unanswerable6.txt",
    "unanswerable7.txt",
    "unanswerable8.txt",
]
ANSWERED = [
    "reported.txt",
    "stated.txt",
    "tuned3.txt",
    "tuned2.txt",
    "tuned.txt",
    "tuned4.txt",
    "tuned5.txt",
    "tuned6.txt",
    "tuned7.txt",
    "tuned8.txt",
    "half_a.txt",
    "half_b.txt",
    "more.txt",
    "by_page.txt",
    "by_page2.txt",
    "by_page3.txt",
]
MAX_SECONDS = 0.2


@dataclass(frozen=True)
class Asked:
    """answers: the ids of paragraphs that answer it, "@" and a kind of position, or "none"."""

    spoken: str
    game: str
    question: str
    answers: tuple[str, ...]

    def said(self) -> str:
        answers = answers_of(games.load(self.game))
        understood = answers.understood(self.question, self.spoken)
        return f"@{understood.kind}" if understood.kind else answers.find(understood).rule or "none"


def questions(name: str) -> Iterator[Asked]:
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            spoken, game, question, answers = line.split(" | ")
            if game in GAMES_WITH_REFERENCE:
                yield Asked(spoken, game, question, tuple(answers.split()))


@pytest.mark.parametrize(
    "half",
    first_by_default([*WITHOUT_ANSWER, *ANSWERED], 3),
)
def test_no_question_is_answered_wrongly_and_most_are_answered(half: str) -> None:
    asked = list(questions(half))
    said = {it: it.said() for it in asked}
    wrong = [(it.question, told) for it, told in said.items() if told not in (*it.answers, "none")]
    assert not wrong
    answerable = [it for it in asked if "none" not in it.answers]
    missed = [it.question for it in answerable if said[it] == "none"]
    assert len(missed) <= 0.15 * len(answerable), missed


def test_every_paragraph_that_a_list_names_is_there() -> None:
    for half in ANSWERED:
        for it in questions(half):
            reference = games.load(it.game).reference
            assert reference is not None
            known = {rule.id for rule in reference.rulebook().rules} | {
                "none",
                "@can",
                "@cost",
                "@if",
                "@why",
            }
            assert known.issuperset(it.answers), it


@pytest.mark.slow
def test_an_answer_takes_less_than_a_fifth_of_a_second() -> None:
    for name in GAMES_WITH_REFERENCE:
        reply(games.load(name), "warm")
    for it in (*questions("half_a.txt"), *questions("half_b.txt")):
        began = time.thread_time()
        reply(games.load(it.game), it.question)
        assert time.thread_time() - began < MAX_SECONDS, it


def test_what_is_not_answered_is_told_with_what_the_rules_say_nearest() -> None:
    game = games.load("new-frontiers")
    said = reply(game, "can I steal goods from another player")
    assert said.rule is None
    assert said.nearest
    assert "steal" in [term.said for term in said.telling]


def test_a_word_may_be_left_out_and_a_misspelt_one_is_told() -> None:
    game = games.load("new-frontiers")
    strange = reply(game, "who wins a tie against a xylophone")
    assert "xylophone" in strange.not_understood
    said = reply(game, "how many perfect goods may I sell")
    assert said.rule is None
    said = reply(game, "how many perfect goods may I sell", ["perfect"])
    assert said.rule is not None
    assert said.rule.id == "trade-sell"
    misspelt = reply(game, "can i pass in setle")
    assert misspelt.rule is not None
    assert misspelt.rule.id == "settle-choice"
    assert any(term.said == "setle" and term.read_as.startswith("settl") for term in misspelt.telling)


@pytest.mark.parametrize("half", first_by_default(ANSWERED))
def test_the_paragraph_that_answers_stands_first(half: str) -> None:
    """For certain, or as what the question is taken to mean: in nine of ten."""
    asked = [it for it in questions(half) if not {"none", "@can", "@cost", "@if", "@why"} & {*it.answers}]
    first = 0
    for it in asked:
        with speaking(it.spoken):
            said = reply(games.load(it.game), it.question)
        best = said.rule or next(iter(said.nearest), None)
        first += best is not None and best.id in it.answers
    assert first >= 0.9 * len(asked)


@pytest.mark.parametrize(
    ("spoken", "question", "about"),
    [
        ("en", "what happens if a player has to leave", "leaver"),
        ("de", "Was passiert, wenn einer aufhört?", "leaver"),
        ("fr", "que se passe-t-il si quelqu’un abandonne", "leaver"),
        ("es", "¿y si alguien abandona la partida?", "leaver"),
        ("en", "can I undo my last move", "takeback"),
        ("en", "is there a time limit for a turn", "thinktime"),
        ("de", "können wir in Teams spielen", "teams"),
    ],
)
def test_the_rules_don_t_say_what_a_list_names_and_nothing_else(spoken, question, about) -> None:
    with speaking(spoken):
        said = reply(games.load("new-frontiers"), question)
    assert said.rule is None
    assert said.silent is not None
    assert (said.silent.id, said.silent.page > 0) == (about, True)
    assert reply(games.load("new-frontiers"), "can I settle a purple volcano").silent is None
    with speaking("es"):
        two = "Jugamos solo mi pareja y yo, ¿cuándo se acaba la ronda de elegir?"
        assert reply(games.load("new-frontiers"), two).silent is None


@pytest.mark.parametrize(
    ("spoken", "question", "rule"),
    [
        ("en", "My parrot ate a chip and I was sad. How many goods may I sell?", "trade-sell"),
        ("de", "Wenn mein Papagei schläft, darf ich beim Besiedeln passen?", "settle-choice"),
        ("en", "How many goods may I sell if my parrot sleeps?", ""),
        ("en", "We have the expansion. How many goods may I sell?", ""),
    ],
)
def test_what_is_told_first_may_be_anything_but_another_way_of_playing(spoken, question, rule) -> None:
    with speaking(spoken):
        said = reply(games.load("new-frontiers"), question)
    assert (said.rule.id if said.rule else "") == rule


@pytest.mark.parametrize(
    ("spoken", "answered", "added"),
    [
        ("en", "how many goods may I sell?", "how many perfect goods may I sell?"),
        ("de", "Wie viele Waren darf ich verkaufen?", "Wie viele Waren darf ich laut verkaufen?"),
        ("fr", "Combien de marchandises puis-je vendre ?", "Combien de jolies marchandises puis-je vendre ?"),
        ("es", "¿Cuántas mercancías puedo vender?", "¿Cuántas mercancías bonitas puedo vender?"),
    ],
)
def test_a_word_that_carries_a_question_is_stated_or_the_paragraph_answers_nothing(spoken, answered, added):
    game = games.load("new-frontiers")
    with speaking(spoken):
        for question, rule in ((answered, "trade-sell"), (added, None)):
            said = reply(game, question)
            assert (said.rule.id if said.rule else None) == rule, question


def test_each_word_that_carries_a_question_would_else_only_fill_one() -> None:
    data = word_data(None)
    for spoken in languages():
        lexicon = Lexicon(data, spoken)
        carrying = [form.strip() for form in data.weighty[spoken].split(",")]
        known = {form: lexicon.known(form.rstrip("*")) for form in carrying}
        assert not [form for form, concepts in known.items() if not concepts or not concepts <= data.light]


def test_a_word_of_the_language_is_no_other_one_misspelt() -> None:
    said = reply(games.load("new-frontiers"), "how do I print stickers")
    assert said.not_understood == ("print", "stickers")
    assert said.lost
    assert reply(games.load("race-for-the-galaxy"), "can I do a takeover").not_understood == ("takeover",)


def test_a_german_compound_is_its_parts() -> None:
    with speaking("de"):
        said = reply(games.load("race-for-the-galaxy"), "Handkartenlimit")
    assert said.rule is not None
    assert said.rule.id == "round-end"


def test_a_question_in_another_language_than_the_page_is_understood() -> None:
    with speaking("fr"):
        said = reply(games.load("new-frontiers"), "Gleichstand")
    assert said.rule is not None
    assert said.rule.id == "tie"


@given(st.text(max_size=80), st.sampled_from(languages()))
def test_any_text_is_a_question(text: str, spoken: str) -> None:
    with speaking(spoken):
        said = reply(games.load("new-frontiers"), text)
    assert len(said.nearest) <= 3


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_distance_of_two_words_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)
    assert (distance(one, other, 9) == 0) == (one == other)


def test_questions_that_come_together_have_the_rules_read_once() -> None:
    """As each letter that is typed asks again, before the first answer has come."""
    both, read = Event(), []

    class Counted:
        """A lock that says when the second thread is at it."""

        def __init__(self) -> None:
            self.lock, self.came = Lock(), 0

        def __enter__(self) -> None:
            self.came += 1
            if self.came == 2:
                both.set()
            self.lock.acquire()

        def __exit__(self, *wrong: object) -> None:
            self.lock.release()

    def make(books: object) -> int:
        read.append(books)
        second.start()
        assert both.wait(60)
        return len(read)

    once: Any = _MadeOnce(make)
    once._making = Counted()
    found: list[int] = []
    game = games.load("new-frontiers")
    second = Thread(target=lambda: found.append(once(game)))
    found.append(once(game))
    second.join()
    assert (len(read), found) == (1, [1, 1])
