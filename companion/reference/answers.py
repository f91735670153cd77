"""Answers from a game's reference that are certain, or none.

A paragraph answers a question when what it must be asked about (`asks` in the words' data) is asked about,
when it may be asked about everything else that the question names too, and when no other paragraph fits as
well: that a word stands in its text makes nothing certain. A question with a word that means nothing here is
not answered: the nearest paragraphs are told instead. Rare concepts count more than common ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

from companion.games.contract import Rule, RuleBook
from companion.reference.search import words_of
from companion.reference.words import Concepts, Lexicon, Pattern, Term, WordData, read, word_data

LIGHT_WEIGHT = 0.25
"""Of a concept that says how something is asked."""
BESIDE_WEIGHT = 0.35
"""Of what a question names besides what must be asked about."""
MARGIN = 0.2
"""How much better than any other a paragraph must fit."""
MAX_NEAREST = 3
DENIAL = "not"
"""The concept of the words that deny."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it was read. kind: of the position ("can", "cost", "if", "why"), or ""."""

    terms: tuple[Term, ...]
    kind: str = ""

    @property
    def concepts(self) -> Concepts:
        return frozenset(concept for term in self.terms for concept in term.concepts)


@dataclass(frozen=True, slots=True)
class Found:
    """rule: the id of the paragraph that answers for certain, or "": none does. nearest: ids of those that
    come nearest, the best first. silent: the id of what is asked and the rules leave open, or ""."""

    rule: str = ""
    nearest: tuple[str, ...] = ()
    silent: str = ""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """asked: the concepts of its patterns; concepts and words: those of its text too."""

    asks: tuple[Pattern, ...]
    asked: Concepts
    concepts: Concepts
    words: frozenset[str]


class Answers:
    """The answers of one game's reference. books: it in each language."""

    def __init__(self, books: Mapping[str, RuleBook]) -> None:
        first = next(iter(books.values()))
        self._silent = tuple(silence.id for silence in first.silent)
        self._data: WordData = word_data(first.folder)
        self._lexicons = {spoken: Lexicon(self._data, spoken) for spoken in books}
        self._paragraphs: dict[str, _Paragraph] = {}
        for rule in first.rules:
            asks = self._data.asks.get(rule.id, ())
            told = [self._told(spoken, book.rule(rule.id)) for spoken, book in books.items()]
            own = frozenset[str]().union(*(pattern.concepts for pattern in asks))
            self._paragraphs[rule.id] = _Paragraph(
                asks,
                own,
                own.union(*(concepts for concepts, _words in told)),
                frozenset().union(*(words for _concepts, words in told)),
            )
        self._weights = self._weighed()

    def _told(self, spoken: str, rule: Rule | None) -> tuple[Concepts, frozenset[str]]:
        if rule is None:
            return frozenset(), frozenset()
        text = f"{rule.title}. {rule.words}. {' '.join(rule.tiles)}"
        return self.concepts_of(text, spoken), frozenset(words_of(text))

    def _weighed(self) -> dict[str, float]:
        asked_by: dict[str, int] = {}
        for paragraph in self._paragraphs.values():
            for concept in paragraph.asked:
                asked_by[concept] = asked_by.get(concept, 0) + 1
        return {
            concept: log(1 + len(self._paragraphs) / (1 + asked_by.get(concept, 0)))
            * (LIGHT_WEIGHT if concept in self._data.light else 1.0)
            for concept in self._data.words
        }

    def concepts_of(self, text: str, spoken: str) -> Concepts:
        """What a text of the game in this language speaks of."""
        terms = read(text, [self._lexicons[spoken]], self._data.light)
        return frozenset(concept for term in terms if not term.read_as for concept in term.concepts)

    def understood(self, question: str, spoken: str, without: Iterable[str] = ()) -> Understood:
        """The question as it is read. without: words that are not to count."""
        lexicons = [self._lexicons[spoken], *(it for name, it in self._lexicons.items() if name != spoken)]
        left_out = set(without)
        terms = tuple(
            term for term in read(question[:200], lexicons, self._data.light) if term.said not in left_out
        )
        read_now = Understood(terms)
        return Understood(terms, _kind(self._data.positions, read_now))

    def kind_at_a_table(self, understood: Understood) -> str:
        """The kind of the position that a question may be about, or ""; `understood.kind` is certain."""
        return understood.kind or _kind(self._data.at_a_table, understood)

    def telling(self, understood: Understood) -> tuple[Term, ...]:
        """The terms that say what the question is about, those that mean nothing here among them."""
        return tuple(
            term
            for term in understood.terms
            if not term.aside and not term.concepts & self._data.light and len(term.said) > 1
        )

    def find(self, understood: Understood) -> Found:
        """The paragraph that answers, or those that come nearest."""
        telling = self.telling(understood)
        certain: list[tuple[float, str]] = []
        near: list[tuple[float, str]] = []
        for id, paragraph in self._paragraphs.items():
            score, covered = self._fit(paragraph, understood, telling)
            if score:
                near.append((score, id))
                if covered:
                    certain.append((score, id))
        near.sort(key=lambda it: -it[0])
        certain.sort(key=lambda it: -it[0])
        nearest = tuple(id for _score, id in near[:MAX_NEAREST])
        for id in self._silent:
            if any(pattern.meets(understood.concepts) for pattern in self._data.silent[id]):
                return Found("", nearest, id)
        if certain and (len(certain) == 1 or certain[0][0] >= certain[1][0] + MARGIN):
            return Found(certain[0][1], nearest)
        return Found("", tuple(dict.fromkeys((*(id for _s, id in certain[:2]), *nearest)))[:MAX_NEAREST])

    def _fit(
        self, paragraph: _Paragraph, understood: Understood, telling: tuple[Term, ...]
    ) -> tuple[float, bool]:
        """How well it fits, 0: not at all; and whether it speaks of everything that is asked about."""
        asked = understood.concepts
        denied = [term.concepts for term in telling if DENIAL in term.concepts]
        best = 0.0
        for pattern in paragraph.asks:
            # A "not" turns a question round: it must be asked about just so.
            if pattern.meets(asked) and all(pattern.concepts & concepts for concepts in denied):
                best = max(
                    best, sum(max(self._weights[c] for c in either & asked) for either in pattern.needs)
                )
        covered, beside = True, 0.0
        for term in telling:
            shared = term.concepts & paragraph.concepts
            if shared:
                beside += max(self._weights[concept] for concept in shared)
            elif term.said in paragraph.words:
                beside += 1.0
            if not term.concepts & (paragraph.asked | self._data.asking):
                covered = False
        return best + BESIDE_WEIGHT * beside, covered and best > 0


def _kind(kinds: Mapping[str, tuple[Pattern, ...]], understood: Understood) -> str:
    """The first of the kinds that is asked, or ""."""
    met = (
        kind
        for kind, patterns in kinds.items()
        if any(pattern.meets(understood.concepts) for pattern in patterns)
    )
    return next(met, "")
