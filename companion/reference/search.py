"""Finds the paragraph of a rules reference that answers a question as players type it.

Each word of the question is compared with the words of all paragraphs, in every language, and counts the more
the rarer it is. Words that are spelt alike are found with SQLite's FTS5 by their trigrams; where SQLite was
built without it (before 3.34), all words are compared, which is slower and finds the same.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log

from companion.games.contract import Rule, RuleBook

logger = logging.getLogger(__name__)

TITLE_WEIGHT, CALLED_WEIGHT, TEXT_WEIGHT = 1.0, 0.9, 0.55
"""The weight of a word in a paragraph's title, among the words that players use, and in its text."""
OTHER_LANGUAGE_WEIGHT = 0.5
"""Of a word in a language other than the page's."""
MIN_TRIGRAM_SIMILARITY = 0.45
"""The share of trigrams that two words must have in common to match."""
FREQUENT_QUESTION_WEIGHT = 1.1
"""Of a paragraph that is among the most asked questions."""
SHORT_WORD_LETTERS = 6
"""Shorter words weigh less: they are mostly "can" and "the"."""
MIN_SCORE_PART = 0.45
"""Paragraphs that score less than this part of the best are left out."""
WORD = re.compile(r"[^\W_]+")
MAX_SIMILAR_WORDS = 40
"""Words of the references that are compared with one word of the question."""


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """rule: its id; score: how well it fits, to be compared with others of the same question only."""

    rule: str
    score: float


def folded(text: str) -> str:
    """Without case, accents and ligatures: "Egalité" is "egalite", "größe" is "grosse".

    >>> folded("Égalité")
    'egalite'
    """
    plain = text.casefold()
    if plain.isascii():
        return plain
    spread = unicodedata.normalize("NFKD", plain.replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, folded; a question mark is one where it stands alone."""
    return [*_words_of(text)]


@lru_cache(maxsize=4096)  # of the same tiles and options at each question about a position
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(folded(text)))


@lru_cache(maxsize=16384)
def trigrams(word: str) -> frozenset[str]:
    """Three letters each, with the word's borders: "set" has " se", "set" and "et "."""
    padded = f" {word} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def word_similarity(asked: str, known: str) -> float:
    """How alike two words are, 0 to 1; one that begins the other ("settle", "settles") is nearly the same."""
    if asked == known:
        return 1.0
    if min(len(asked), len(known)) < 3:
        return 0.0
    one, other = trigrams(asked), trigrams(known)
    shared = 2 * len(one & other) / (len(one) + len(other))
    part = min(len(asked), len(known)) / max(len(asked), len(known))
    if min(len(asked), len(known)) >= 4:
        if known.startswith(asked) or asked.startswith(known):
            shared = max(shared, 0.4 + 0.5 * part)
        elif (len(known) >= 5 and known in asked) or (len(asked) >= 5 and asked in known):
            shared = max(shared, 0.35 + 0.5 * part)  # the parts of a compound
    return shared if shared >= MIN_TRIGRAM_SIMILARITY else 0.0


class Vocabulary:
    """The words of the references, found by words that are spelt alike."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(set(words))
        self._lock = threading.Lock()
        self._table: sqlite3.Connection | None = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            self._table.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='trigram')")
        except sqlite3.OperationalError as error:
            logger.warning(
                "SQLite %s has no trigrams (%s): all words are compared", sqlite3.sqlite_version, error
            )
            self._table = None
            return
        self._table.executemany("INSERT INTO words VALUES (?)", ((f" {word} ",) for word in self._words))

    def like(self, asked: str) -> dict[str, float]:
        """The words that are spelt like the one asked, with their likeness."""
        pairs = ((word, word_similarity(asked, word)) for word in self._near(asked))
        return {word: alike for word, alike in pairs if alike}

    def _near(self, asked: str) -> Iterable[str]:
        if self._table is None or len(asked) < 3:
            return self._words
        wanted = " OR ".join(f'"{three}"' for three in sorted(trigrams(asked)))
        with self._lock:
            rows = self._table.execute(
                "SELECT word FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?",
                (wanted, MAX_SIMILAR_WORDS),
            ).fetchall()
        return [row[0].strip() for row in rows]


class Search:
    """The search in one game's reference. books: it in each language."""

    def __init__(self, books: Mapping[str, RuleBook]) -> None:
        self._places: dict[str, dict[str, dict[str, float]]] = {}
        """language -> word -> rule id -> what the word counts there."""
        self._order: dict[str, int] = {}
        self._likely: dict[str, float] = {}
        for spoken, book in books.items():
            for number, rule in enumerate(book.rules):
                self._order.setdefault(rule.id, number)
                self._likely[rule.id] = FREQUENT_QUESTION_WEIGHT if rule.asked else 1.0
                self._add(spoken, rule)
        self.vocabulary = Vocabulary(word for places in self._places.values() for word in places)

    def _add(self, spoken: str, rule: Rule) -> None:
        places = self._places.setdefault(spoken, {})
        for weight, text in (
            (TEXT_WEIGHT, rule.text),
            (CALLED_WEIGHT, rule.words),
            (TITLE_WEIGHT, rule.title),
        ):
            for word in words_of(text):
                counts = places.setdefault(word, {})
                counts[rule.id] = max(weight, counts.get(rule.id, 0.0))
        for name in rule.tiles:
            for word in words_of(name):
                places.setdefault(word, {})[rule.id] = TITLE_WEIGHT

    def find(self, question: str, spoken: str, most: int = 8) -> tuple[RuleMatch, ...]:
        """The paragraphs that fit, best first; of those that fit equally the earlier in the reference."""
        scores: dict[str, float] = {}
        for asked in dict.fromkeys(words_of(question[:200])):
            long = min(1.0, (1 + len(asked)) / SHORT_WORD_LETTERS)
            for rule, fits in self._fits(asked, spoken).items():
                scores[rule] = scores.get(rule, 0.0) + fits * long * self._likely.get(rule, 1.0)
        best = sorted(scores.items(), key=lambda pair: (-pair[1], self._order[pair[0]]))
        floor = best[0][1] * MIN_SCORE_PART if best else 0.0
        return tuple(RuleMatch(rule, score) for rule, score in best[:most] if score >= floor)

    def _fits(self, asked: str, spoken: str) -> dict[str, float]:
        """What one word of the question counts for each paragraph."""
        fits: dict[str, float] = {}
        for word, alike in self.vocabulary.like(asked).items():
            for tongue, places in self._places.items():
                share = alike * alike * (1.0 if tongue == spoken else OTHER_LANGUAGE_WEIGHT)
                for rule, weight in places.get(word, {}).items():
                    fits[rule] = max(fits.get(rule, 0.0), share * weight)
        common = sum(1 for fit in fits.values() if fit >= 0.35)
        rare = log(1 + len(self._order) / (1 + common))
        return {rule: fit * rare for rule, fit in fits.items()}
