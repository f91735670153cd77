"""Answers from a game's reference that are as good as certain, or none.

A paragraph's relations answer a question when one of them (`asks` in the words' data) is asked about, when it
speaks of everything else that the question names too, and when it is by far the nearest (`nearness.py`): that
a word stands in its text makes nothing certain. Deeds and what is wanted to be known, as selling or who, must
be among its relations. Where a game has learnt from questions asked before (`learnt.py`), its paragraphs are
ordered by that, too, and the first answers where the chance that it is right is high enough. A question that
nothing answers for certain gets the nearest paragraphs instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from companion.games.contract import RuleBook
from companion.reference.learnt import Grounds, Learnt, grounds, read_learnt
from companion.reference.nearness import Nearness, Paragraph
from companion.reference.search import Search
from companion.reference.situation import breaks_off
from companion.reference.stated import stated_as_one
from companion.reference.words import HOW_MANY, Concepts, Lexicon, Pattern, Term, WordData, read, word_data

MARGIN, SLACK = 0.4, 0.3
"""How much nearer a paragraph must be to answer than any other that would, too, and how much nearer one
may be that would not."""
DENIAL, AT_THE_END, ONE = "not", "end", 1
"""The concepts of what denies and of the end; and the number that mostly only says that it is a thing."""
PARTICLES = frozenset({"aus", "over"})
"""Words of the end that may as well be of a deed: "teilt die Karten aus", "turned over"."""
NUMBERED_FROM_ONE = frozenset({"level", "phase", "round", "turn"})
"""The concepts of what is the first beside a figure 1: "turn 1", but not "for 1 influence"."""
LEARNT = 30.0
"""What counts for a paragraph for which all that was learnt speaks."""
SURE = 0.9
"""The chance from which a paragraph is said to answer."""
RIVALS = 4
"""How many of the nearest are compared: none behind them comes within a margin that matters."""
MAX_NEAREST, MAX_LETTERS = 3, 200
MARK_ALONE = re.compile(r"""["“„«] ?\? ?["”»]|(?<=\s)\?(?=\s+[^\W\dA-Z_])""")
"""A question mark that is asked about: "what does the ? on it mean"."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it was read. kind: of the position ("can", "cost", "if", "why"), or ""; spoken: the
    language of the page where it was asked; breaks_off: it is no whole question."""

    terms: tuple[Term, ...]
    kind: str = ""
    spoken: str = ""
    breaks_off: bool = False

    @property
    def concepts(self) -> Concepts:
        return frozenset(concept for term in self.terms for concept in term.concepts)

    @property
    def asked(self) -> Concepts:
        """The concepts of what asks, without the situation that is told."""
        return frozenset(concept for term in self.terms if not term.setting for concept in term.concepts)

    @property
    def words(self) -> str:
        return " ".join(term.said for term in self.terms if not term.aside)


@dataclass(frozen=True, slots=True)
class Found:
    """rule: the id of the paragraph that as good as certainly answers, or "": none does. nearest: ids of what
    comes nearest, the best first. silent: the id of what is asked and the rules leave open, or ""."""

    rule: str = ""
    nearest: tuple[str, ...] = ()
    silent: str = ""


class Answers:
    """The answers of one game's reference. books: it in each language."""

    def __init__(self, books: Mapping[str, RuleBook]) -> None:
        first = next(iter(books.values()))
        self._silent = tuple(silence.id for silence in first.silent)
        self._data: WordData = word_data(first.folder)
        self._lexicons = {spoken: Lexicon(self._data, spoken) for spoken in books}
        self.search = Search(books)
        self.concepts_of: Callable[[str, str], Concepts] = lru_cache(maxsize=4096)(self._concepts_of)
        """What a text of the game in a language speaks of; tiles and options are read at each question."""
        self._ways = self._data.relations | self._data.asking | self._data.light
        self._nearness = Nearness(books, self._data, self.search, self.concepts_of)
        self.learnt = read_learnt(first.folder)

    def _concepts_of(self, text: str, spoken: str) -> Concepts:
        terms = read(text, [self._lexicons[spoken]], self._data, mended=False)
        return frozenset(concept for term in terms for concept in term.concepts)

    def understood(self, question: str, spoken: str, without: Iterable[str] = ()) -> Understood:
        """The question as it is read. without: words that are not to count."""
        lexicons = [self._lexicons[spoken], *(it for name, it in self._lexicons.items() if name != spoken)]
        question, left_out = lexicons[0].written_out(question[:MAX_LETTERS]), set(without)
        terms = tuple(
            term
            for term in read(MARK_ALONE.sub(" questionmark ", question), lexicons, self._data)
            if term.said not in left_out
        )
        read_now = Understood(terms)
        cut = breaks_off(question, lexicons[0].only_conditions, lexicons[0].joining)
        return Understood(terms, _kind(self._data.positions, read_now), spoken, cut)

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

    def _near(
        self, understood: Understood, telling: tuple[Term, ...], learnt: Mapping[str, float]
    ) -> list[tuple[float, Paragraph]]:
        near = self._nearness.of(understood.concepts, telling, understood.words, understood.spoken)
        both = ((score + LEARNT * learnt.get(one.id, 0.0), one) for score, one in near)
        return sorted(both, key=lambda pair: -pair[0])

    def by_relations(self, understood: Understood) -> list[str]:
        """The ids of all paragraphs, the nearest first, without what was learnt."""
        return [one.id for _score, one in self._near(understood, self.telling(understood), {})]

    def weighed(self, understood: Understood, learnt: Learnt) -> tuple[list[Paragraph], Grounds]:
        """All paragraphs, the nearest first, and what speaks for that one."""
        telling, known = self.telling(understood), learnt.of(understood.terms)
        near = self._near(understood, telling, known)
        best = near[0][1]
        by_relation = self._said_by_relations(near, understood, telling) is best
        return [one for _score, one in near], grounds(best.id, by_relation, known)

    def find(self, understood: Understood) -> Found:
        """The paragraph that answers, or those that come nearest."""
        if self.learnt and understood.concepts:
            near, for_it = self.weighed(understood, self.learnt)
            sure = self.learnt.chance(for_it) >= SURE and self._may_answer(near[0], understood)
            said = near[0] if sure else None
        else:
            telling = self.telling(understood)
            by_nearness = self._near(understood, telling, {})
            said = self._said_by_relations(by_nearness, understood, telling)
            near = [one for _score, one in by_nearness]
        nearest = tuple(one.id for one in near[:MAX_NEAREST])
        # Only words as they are spelt: a paragraph may be read by mistake, a silence would be untrue.
        spelt = (term for term in understood.terms if not term.aside and not term.read_as)
        whole = frozenset(concept for term in spelt for concept in term.concepts)
        for id in self._silent:
            if any(pattern.meets(whole) for pattern in self._data.silent[id]):
                return Found("", nearest, id)
        return Found(said.id if said else "", nearest)

    def _said_by_relations(
        self, near: list[tuple[float, Paragraph]], understood: Understood, telling: tuple[Term, ...]
    ) -> Paragraph | None:
        """The paragraph whose relations answer; None: those of none do, or of several as near."""
        answering = [pair for pair in near[:RIVALS] if self._answers(pair[1], understood, telling)]
        if not answering:
            return None
        score, best = answering[0]
        alone = len(answering) == 1 or score >= answering[1][0] + MARGIN
        return best if alone and score >= near[0][0] - SLACK else None

    def _may_answer(self, paragraph: Paragraph, understood: Understood) -> bool:
        """Whether what carries the question and such numbers stand in its text."""
        return self._has_what_carries(paragraph, understood) and self._of_such_a_degree(paragraph, understood)

    def _answers(self, paragraph: Paragraph, understood: Understood, telling: tuple[Term, ...]) -> bool:
        """Whether one of its relations is asked about, and it speaks of all that is asked about. A number and
        what says how something is asked are no question alone, nor what breaks off without naming a deed."""
        if not telling and understood.concepts <= self._data.light | self._data.asking:
            return False
        if not self._has_what_carries(paragraph, understood) or not self._of_such_a_degree(
            paragraph, understood
        ):
            return False
        stated = paragraph.asked | paragraph.beside | paragraph.title | paragraph.first
        said = (it for it in understood.terms if not it.setting and not it.aside and it.said not in PARTICLES)
        if AT_THE_END not in stated and any(AT_THE_END in term.concepts for term in said):
            return False
        if understood.breaks_off and not understood.concepts & (self._data.relations - self._data.wanted):
            return False
        denied = [term.concepts for term in telling if DENIAL in term.concepts and not term.setting]
        # A "not" turns a question round: it must be asked about just so.
        met = [
            pattern
            for pattern in paragraph.asks
            if pattern.meets(understood.concepts) and all(pattern.concepts & concepts for concepts in denied)
        ]
        as_one = stated_as_one(understood.terms, telling, self._data)
        if not any(all(pattern.concepts & one for one in as_one) for pattern in met):
            return False
        asked = understood.asked
        counts = [term for term in telling if not term.setting or term.concepts & self._data.variants]
        only_beside = False
        if not any(pattern.meets(asked) for pattern in met):
            # "What do we do?" asks about the situation itself.
            if not any(term.concepts - self._ways for term in telling if not term.setting):
                counts = list(telling)
            else:
                here = frozenset[str]().union(*(term.concepts for term in counts))
                asked_here = [pattern for pattern in met if pattern.concepts & here]
                only_beside, met = not asked_here, asked_here or met
        related = frozenset[str]().union(*(pattern.concepts for pattern in met))
        if related & self._data.amounts:
            related |= {HOW_MANY}
        related |= self._data.asking | paragraph.beside
        if any(len(pattern.needs) > 1 for pattern in met):
            related |= self._data.scene
        if only_beside:  # The situation has the relation: what is asked has to be one of its sides.
            return all(term.concepts & related for term in counts)
        return all(self._speaks_of(paragraph, related, term, understood.spoken) for term in counts)

    def _has_what_carries(self, paragraph: Paragraph, understood: Understood) -> bool:
        """Whether each word that carries the question stands in its text."""
        carrying = (term for term in understood.terms if term.carries and not term.setting)
        return all(paragraph.has_word_like(term.read_as or term.said, understood.spoken) for term in carrying)

    def _of_such_a_degree(self, paragraph: Paragraph, understood: Understood) -> bool:
        """Whether a number beside what is numbered, as "level 3", stands so in its text."""
        terms = [term for term in understood.terms if not term.aside and term.concepts != {"the"}]
        return all(
            (concept, numeral) in paragraph.numbered
            for one, other in (*pairwise(terms), *pairwise(reversed(terms)))
            if not other.setting and (numeral := self._data.numeral_typed(other.said, understood.spoken))
            for concept in one.concepts & self._data.scales
            if numeral > ONE or (other.said == str(ONE) and concept in NUMBERED_FROM_ONE)
        )

    def _speaks_of(self, paragraph: Paragraph, related: Concepts, term: Term, spoken: str) -> bool:
        """related: the concepts of the relations that are asked about, and what goes without saying."""
        if not term.concepts:
            return paragraph.has_word_like(term.said, spoken)
        return bool(term.concepts & related) or bool(
            term.concepts & paragraph.concepts - self._data.relations
        )


def _kind(kinds: Mapping[str, tuple[Pattern, ...]], understood: Understood) -> str:
    """The first of the kinds that is asked, or "": a cost that was only told is not asked for."""
    asked = understood.asked
    met = (kind for kind, patterns in kinds.items() if any(pattern.meets(asked) for pattern in patterns))
    return next(met, "")
