"""Every sentence of a game, in every language, as a machine reads it: no word twice, no "a" before a vowel,
no mark that is not closed, nothing that is counted in the wrong number ("1 credits"), no hyphen for a minus,
no English name of a piece that nobody named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Allocation, Decision, Game, Question, Setup, Subset
from companion.translation import SOURCE, plural, speaking
from companion.web.live.views import waited_for
from tests.complete_languages import COMPLETE
from tests.default_run import first_by_default
from tests.games.every_game import random_setup, random_steps, setups
from tests.test_translation import FOLDERS, catalogue_messages

TWICE = re.compile(r"\b([^\W\d_]{2,}) \1\b")
TWICE_RIGHTLY = {"nous", "vous", "sie", "die"}
WRONG_ARTICLE = re.compile(r"\b(?:a [AEIOaeio]|an [BCDFGJKLMNPQRSTVWXYZbcdfgjklmnpqrstvwxyz])")
CLOSED = (("¿", "?"), ("¡", "!"), ("«", "»"), ("(", ")"), ("„", "“"))
OF_ONE_LANGUAGE = {"¿": "es", "¡": "es", "„": "de"}
PRINTED = re.compile(
    r"(?<=\s)\?(?=[ \u00a0](?:PV|VP))|(?<=\d)\?(?= créd)|(?<=con )\?|(?<=: )\?$|(?<=«)\?(?=»)"
)
"""The "?" of a card that counts something ("? PV"), of a stand-in ("3? créditos"), and a fact's sign."""
SETI = ("Galactic Survey: SETI", "Galactic Survey SETI")
"""A name that is not translated."""
BREAKS = re.compile(r"[^\W\d_](?: [?!;:»]|[?!;:](?=\s|$))|« ")
"""French has a space that does not break before these marks, and within quotation marks."""
EMPTY = re.compile(r": ?[.;,]")
"""Something was to follow."""
HYPHEN = re.compile(r"(?<![\w\u00a0])-(?=\d)")
STAND_INS = ("World", "Development", "Small development", "Home colony", "Tactic", "Strategy", "Archaeotech")
"""What stands before the number of a piece that nobody named, in English alone."""
UNNAMED = re.compile(rf"\b(?:{'|'.join(STAND_INS)}) (?=\d)|archaeotech-\d")
STEPS = 60
MORE = re.compile(r"(?<![.,\d])(?:[2-9]|\d{2,})(?![\d]|[.,]\d)")
SCORED = 5
MOST_STEPS = 3000
"""No random game is as long."""
WHOLE_GAMES = 150
"""Of each game, in the slow tests. Of the 493 messages that 180 games of New Frontiers and of Race for the
Galaxy bring, all but one come in these."""
EACH = 25
"""Games of a case of the slow test."""
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
    if HYPHEN.search(sentence):
        yield "a hyphen for minus"
    if language != SOURCE and (unnamed := UNNAMED.search(sentence)):
        yield f"the English {unnamed.group()!r}"
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


def score_says(game: Game[Any], state: Any) -> Iterator[tuple[str, str]]:
    """What the sheets say of a state, as `questions_say`."""
    for player in game.score(state).players:
        yield "tie", player.tie_break
        for line in player.lines:
            yield from (("score", said) for said in (line.source, *(term.label for term in line.why.terms)))


def questions_say(game: Game[Any], setup: Setup, state: Any) -> Iterator[tuple[str, str]]:
    """What the pages ask in a state, each with the kind of what says it: questions and their forms, answers,
    reasons, and whom the table waits for."""
    for question in game.questions(state):
        name = "" if question.player is None else setup.players[question.player].name
        yield question.kind, question.text
        yield f"waiting {question.kind}", waited_for(question, name)
        yield from ((f"form {question.kind}", said) for said in form_says(question))
        if question.player is not None and question.form is None and question.chance is None:
            for option in game.options(state, question.player):
                yield f"{question.kind} {option.decision.do}", option.words
                yield from (("why", term.label) for tally in option.why for term in tally.terms)
            yield from (
                (f"refused {question.kind}", refusal.sentence)
                for refusal in game.refusals(state, question.player)
            )


def form_says(question: Question) -> Iterator[str]:
    """What its form offers, and why some of it cannot be chosen."""
    form = question.form
    if isinstance(form, Subset):
        for item in form.items:
            yield from (item.words, item.group, item.note, item.refused, item.needs_words)
    elif isinstance(form, Allocation):
        yield from (token.words for token in form.tokens)
        for place in form.places:
            yield from (place.words, place.group, place.note)
        yield from (form.submit, form.usual_words)


def step_says(
    game: Game[Any], setup: Setup, before: Any, decision: Decision, after: Any
) -> Iterator[tuple[str, str]]:
    """What is asked in a state, and what is said of the decision that is made in it and of what that
    brings."""
    yield from questions_say(game, setup, before)
    yield f"history {decision.do}", game.words(before, decision)
    yield from ((f"happened {decision.do}", said) for said in game.happened(before, after))


@pytest.mark.parametrize("language", first_by_default([SOURCE, *COMPLETE], 2))
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("told", [False, True], ids=["printed", "told"])
def test_no_sentence_has_a_fault_that_a_machine_finds(name: str, language: str, told: bool) -> None:
    game = games.load(name)
    setup = next(setups(game))
    found = set()
    with speaking(language):
        state = game.new(setup.with_told_pieces() if told else setup)
        for before, _question, decision, after in random_steps(game, state, Random(name), STEPS):
            says = (*score_says(game, before), *step_says(game, setup, before, decision, after))
            for _kind, said in says:
                found |= {(fault, said) for fault in faults(said, language)}
    assert not found


class WholeGames:
    """Reads whole random games, each different sentence once.

    read: by language, with the kind of what said it. found: what is wrong with them. said: what a case heard,
    read before or not. What is said in English
    as it was said before by the same kind of thing is not translated again, nor where it differs in numbers
    above 1, which all four languages say in one form. The sheets, which change slowly, are read at each
    `SCORED`th state and at the end.
    """

    def __init__(self) -> None:
        self.read: dict[str, dict[str, str]] = {language: {} for language in (SOURCE, *COMPLETE)}
        self.found: set[tuple[str, ...]] = set()
        self.said: set[tuple[str, str]] = set()
        self._seen: set[tuple[str, str]] = set()

    def game(self, game: Game[Any], seed: int) -> None:
        setup = random_setup(game, seed)
        state = game.new(setup)
        steps = random_steps(game, state, Random(seed), MOST_STEPS)
        for number, (before, _question, decision, after) in enumerate(steps):
            self._read(partial(step_says, game, setup, before, decision, after))
            if number % SCORED == 0:
                self._read(partial(score_says, game, before))
            state = after
        assert game.phase(state).over
        self._read(partial(score_says, game, state))

    def _read(self, says: Callable[[], Iterator[tuple[str, str]]]) -> None:
        said = [(kind, MORE.sub("#", one)) for kind, one in says()]
        self.said.update(said)
        new = [at for at, one in enumerate(said) if one not in self._seen]
        if not new:
            return
        self._seen.update(said)
        for language, read in self.read.items():
            with speaking(language):
                spoken = tuple(says())
                assert len(spoken) == len(said)
                for kind, sentence in (spoken[at] for at in new):
                    if sentence not in read:
                        read[sentence] = kind
                        self.found |= {(language, fault, sentence) for fault in faults(sentence, language)}


@cache
def whole_games(_name: str) -> WholeGames:
    """Of a game, for all its cases, which one worker runs: what one of them has read none reads again."""
    return WholeGames()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, WHOLE_GAMES, EACH))
@pytest.mark.parametrize(
    "name", [pytest.param(it, marks=pytest.mark.xdist_group(f"sentences of {it}")) for it in games.names()]
)
def test_no_sentence_of_a_whole_game_has_a_fault(name: str, first: int) -> None:
    """Told and printed in turn, any number of players and any choices; in all four languages."""
    reader = whole_games(name)
    reader.found.clear()
    reader.said.clear()
    for seed in range(first, first + EACH):
        reader.game(games.load(name), seed)
    assert len(reader.said) > 1000
    assert not reader.found


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
        ("and the Military against it is -2.", "en"),
        ("Ann spielt Strategy 4", "de"),
    ],
)
def test_a_fault_is_found(sentence: str, language: str) -> None:
    assert list(faults(sentence, language))
