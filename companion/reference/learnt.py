"""Which paragraph answers a question, as learnt from questions asked before whose answers are known.

A linear model of one game: each meaning and word of a question, and each two of them, speak for or against
each paragraph, and for none of them. From this, and from whether its relations answer, comes the chance that
a paragraph is right. `scripts/learn_questions.py` fits the weights, `learnt.npz` in the folder of the game's
reference; a game without them is answered by its relations alone (`answers.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.reference.search import words_of
from companion.reference.words import FILLER, Term

FILE = "learnt.npz"
NOTHING_ANSWERS = ""
"""Stands among the paragraphs for none."""
SETTING = 0.5
"""The share of what only tells the situation."""
TOGETHER, IN_A_ROW = 0.25, 0.5
"""The shares of two meanings in one question, and of two words one after the other."""
WORDS = 0.7
"""The length of a question's words beside that of its meanings, which is 1."""
SAYS_NOTHING = frozenset({FILLER, "the"})

Marks = Mapping[str, float]
Grounds = tuple[float, float, float, float]


def meanings(terms: tuple[Term, ...]) -> Marks:
    """What a question speaks of, each with what it counts."""
    found: dict[str, float] = {}
    for term in terms:
        share = (SETTING if term.setting else 1.0) / max(1, len(term.concepts)) ** 0.5
        for concept in term.concepts - SAYS_NOTHING:
            found[concept] = found.get(concept, 0.0) + share
    both = {f"{a} {b}": TOGETHER * min(found[a], found[b]) for a, b in combinations(sorted(found), 2)}
    return found | both


def spelt(terms: tuple[Term, ...]) -> Marks:
    """The words of a question as they are spelt, each with what it counts."""
    words = [
        (word, SETTING if term.setting else 1.0)
        for term in terms
        if not term.aside
        for word in words_of(term.read_as or term.said)
    ]
    found: dict[str, float] = {}
    for word, share in words:
        found[f"'{word}"] = found.get(f"'{word}", 0.0) + share
    for (one, share), (other, its) in pairwise(words):
        found[f"'{one} {other}"] = IN_A_ROW * min(share, its)
    return found


def weighed(terms: tuple[Term, ...], rarity: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """The marks of a question that are known, each with its part of the whole. rarity: what a mark counts."""
    for marks, length in ((meanings(terms), 1.0), (spelt(terms), WORDS)):
        known = {mark: share * rarity[mark] for mark, share in marks.items() if mark in rarity}
        whole = sum(count * count for count in known.values()) ** 0.5
        for mark, count in known.items():
            yield mark, length * count / whole


class Learnt:
    """rarity: of each mark, in the order of the rows of `weights`; its columns are those of `rules`, ids.
    scale: what a weight of 1 counts; chances: how `grounds` are weighed, in their order."""

    def __init__(
        self,
        rules: list[str],
        rarity: Mapping[str, float],
        weights: NDArray[np.float32 | np.int8],
        scale: float,
        chances: NDArray[np.float32],
    ) -> None:
        self._rules, self._rarity, self._weights, self._scale = rules, rarity, weights, scale
        self.chances = chances
        self._row = {mark: row for row, mark in enumerate(rarity)}

    def of(self, terms: tuple[Term, ...]) -> dict[str, float]:
        """How much speaks for each paragraph, about 1 for one that certainly answers."""
        marks = dict(weighed(terms, self._rarity))
        rows = self._weights[[self._row[mark] for mark in marks]]
        said = np.array([*marks.values()], np.float32) @ rows.astype(np.float32)
        return dict(zip(self._rules, (self._scale * said).tolist(), strict=True))

    def chance(self, grounds: Grounds) -> float:
        """How likely a paragraph answers, 0 to 1."""
        return float(1 / (1 + np.exp(-(self.chances @ np.array(grounds, np.float32)))))


def grounds(rule: str, by_relation: bool, learnt: Mapping[str, float]) -> Grounds:
    """What speaks for a paragraph and against: always 1; whether its relations answer; what was learnt of it,
    and of none."""
    return 1.0, float(by_relation), learnt.get(rule, 0.0), learnt.get(NOTHING_ANSWERS, 0.0)


def read_learnt(folder: Path | None) -> Learnt | None:
    """What lies beside a game's reference; None: nothing."""
    if folder is None or not (folder / FILE).is_file():
        return None
    with np.load(folder / FILE) as kept:
        marks, rules = (bytes(kept[name]).decode().split("\n") for name in ("marks", "rules"))
        rarity = dict(zip(marks, kept["rarity"].astype(float).tolist(), strict=True))
        return Learnt(rules, rarity, kept["weights"], float(kept["scale"]), kept["chances"])
