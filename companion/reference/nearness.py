"""How near the paragraphs of a reference are to what a question asks about.

A paragraph is nearer the more of what is asked about is among its relations (`asks` in the words' data), in
its title and in its first sentence, the more wholly one of its relations is asked about, and the more alike
its text is spelt (`search.py`). Rare concepts count more than common ones. The shares were fitted to 264
questions (`tests/reference/asked/tuned.txt`, `tuned2.txt`) before any relation was added for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

from companion.games.contract import Rule, RuleBook
from companion.reference.search import Search, words_of
from companion.reference.words import COUNT_OF, HUE, Concepts, Pattern, Term, WordData

LIGHT_WEIGHT = 0.25
"""Of a concept that says how something is asked."""
UNKNOWN_WEIGHT = 2.0
"""Of a word that means nothing here."""
SETTING = 0.5
"""The share of a word that only tells the situation in which something is asked."""
MIN_STEM, ENDING = 4, 2
"""Letters that two words must share at their beginning, and letters in which they may end otherwise."""
MET, ASKED, TITLE, FIRST, WORD = 0.37, 0.16, 0.23, 0.18, 0.42
"""What counts for each concept: in a relation that is asked about as a whole, in any of its relations, in the
title, in the first sentence; and for each word without a meaning that stands in its text."""
ALIKE, PART, COVER, UNMET = 1.77, 1.53, 1.35, -3.8
"""What counts for a share of the whole: how alike it is spelt, how much of a relation is asked about, how
much of the question a relation covers, and how much is asked about of which it does not speak."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """asked: the concepts of its relations; beside: those that may be asked about beside any of them;
    concepts: those of its text too; title, first: those of its title and of its first sentence; words: those
    of its text, by language; numbered: what its text numbers, with the number ("level", 5)."""

    id: str
    asks: tuple[Pattern, ...]
    asked: Concepts
    beside: Concepts
    concepts: Concepts
    title: Concepts
    first: Concepts
    words: Mapping[str, frozenset[str]]
    numbered: frozenset[tuple[str, int]]

    def has_word_like(self, word: str, spoken: str) -> bool:
        stem = word[: max(MIN_STEM, len(word) - ENDING)]
        return any(
            one.startswith(stem) and len(one) <= len(stem) + 2 * ENDING for one in self.words.get(spoken, ())
        )


class Nearness:
    """Of one game's paragraphs. books: the reference in each language; concepts_of: what a text speaks of."""

    def __init__(
        self,
        books: Mapping[str, RuleBook],
        data: WordData,
        search: Search,
        concepts_of: Callable[[str, str], Concepts],
    ) -> None:
        self._search = search
        self._light = data.light
        self._concepts_of = concepts_of
        rules = next(iter(books.values())).rules
        self._paragraphs = [
            self._read({spoken: told for spoken, book in books.items() if (told := book.rule(rule.id))}, data)
            for rule in rules
        ]
        asked_by: dict[str, int] = {}
        for paragraph in self._paragraphs:
            for concept in paragraph.asked:
                asked_by[concept] = asked_by.get(concept, 0) + 1
        self._weights = {
            concept: log(1 + len(self._paragraphs) / (1 + asked_by.get(concept, 0)))
            * (LIGHT_WEIGHT if concept in data.light else 1.0)
            for concept in data.words
        } | {COUNT_OF: 0.0, HUE: 0.0}
        self._needs = {it.id: [self._most(one.needs) for one in it.asks] for it in self._paragraphs}

    def _read(self, told: Mapping[str, Rule], data: WordData) -> Paragraph:
        id = next(iter(told.values())).id
        asks = data.asks.get(id, ())
        asked = frozenset[str]().union(*(pattern.concepts for pattern in asks))

        def concepts(text: Callable[[Rule], str]) -> Concepts:
            return frozenset[str]().union(
                *(self._concepts_of(text(rule), spoken) for spoken, rule in told.items())
            )

        title = concepts(lambda rule: f"{rule.title}. {rule.words}")
        first = concepts(lambda rule: rule.first_sentence)
        rest = concepts(lambda rule: f"{rule.further} {' '.join(rule.tiles)}")
        words = {
            spoken: frozenset(words_of(f"{it.title} {it.words} {it.text} {' '.join(it.tiles)}"))
            for spoken, it in told.items()
        }
        beside = data.beside.get(id, frozenset())
        speaks_of = asked | beside | title | first | rest
        numbered = frozenset(
            pair for spoken, rule in told.items() for pair in self._numbered(rule.text, spoken, data)
        )
        return Paragraph(
            id, asks, asked, beside, speaks_of, title - self._light, first - self._light, words, numbered
        )

    def _numbered(self, text: str, spoken: str, data: WordData) -> Iterator[tuple[str, int]]:
        """ "Level 6, 7 and 8" numbers three of them, "six influence" one."""
        words = words_of(text)
        numbers = [data.numeral(word, spoken) for word in words]
        for at, word in enumerate(words):
            scales = self._concepts_of(word, spoken) & data.scales if any(numbers) else ()
            for concept in scales:
                if at and (before := numbers[at - 1]):
                    yield concept, before
                for after in range(at + 1, len(words)):
                    if number := numbers[after]:
                        yield concept, number
                    elif not any(numbers[after + 1 : after + 2]):
                        break

    def of(
        self, asked: Concepts, telling: tuple[Term, ...], question: str, spoken: str
    ) -> list[tuple[float, Paragraph]]:
        """All paragraphs, the nearest first; none: nothing of what is asked about is known."""
        if not asked:
            return []
        alike = {
            match.rule: match.score for match in self._search.find(question, spoken, len(self._paragraphs))
        }
        most = max(alike.values(), default=1.0)
        weighed = [(term, self._whole_weight(term)) for term in telling]
        whole = sum(weight for _term, weight in weighed) or 1.0
        about = asked.union(*(term.concepts for term in telling))
        scored = [
            (
                self._near(one, asked, about, weighed, whole, spoken) + ALIKE * alike.get(one.id, 0.0) / most,
                one,
            )
            for one in self._paragraphs
        ]
        return sorted(scored, key=lambda pair: -pair[0])

    def _weight(self, term: Term, among: Concepts) -> float:
        both = term.concepts & among
        return max([self._weights[concept] for concept in both]) if both else 0.0

    def _whole_weight(self, term: Term) -> float:
        return (self._weight(term, term.concepts) or UNKNOWN_WEIGHT) * (SETTING if term.setting else 1.0)

    def _near(
        self,
        paragraph: Paragraph,
        asked: Concepts,
        about: Concepts,
        weighed: list[tuple[Term, float]],
        whole: float,
        spoken: str,
    ) -> float:
        """about: what is asked and told; weighed: the words that tell it, each with its whole weight, which
        together are `whole`."""
        met = part = cover = 0.0
        for pattern, needs in zip(paragraph.asks, self._needs[paragraph.id], strict=True):
            if about.isdisjoint(pattern.concepts) or not asked.isdisjoint(pattern.but):
                continue
            meets = self._most(either & asked for either in pattern.needs)
            covers = sum(self._weight(term, pattern.concepts) for term, _whole in weighed)
            met = max(met, meets if pattern.meets(asked) else 0.0)
            part = max(part, meets / needs)
            cover = max(cover, covers / (whole + max(0.0, needs - meets)))
        unmet = sum(weight for term, weight in weighed if term.concepts.isdisjoint(paragraph.concepts))
        return (
            MET * met
            + sum(
                ASKED * self._weight(term, paragraph.asked)
                + TITLE * self._weight(term, paragraph.title)
                + FIRST * self._weight(term, paragraph.first)
                + WORD * (not term.concepts and paragraph.has_word_like(term.said, spoken))
                for term, _whole in weighed
            )
            + PART * part
            + COVER * cover
            + UNMET * unmet / whole
        )

    def _most(self, needs: Iterable[Concepts]) -> float:
        """The weights of concepts of which one each counts."""
        weights = self._weights
        return sum([max([weights[one] for one in either]) for either in needs if either])
