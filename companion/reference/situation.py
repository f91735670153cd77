"""Which words of a question only tell the situation in which something is asked.

"I am out of goods. If I sell nothing, do I still draw?" asks whether one draws; the rest is told first.
"""

from __future__ import annotations

import re

from companion.reference.search import words_of

SENTENCE, PART = re.compile(r"[^.!?;]+[.!?;]*"), re.compile(r"[,:()–—]| - ")

SHORT = 5
"""Words of a condition that is no sentence."""


def told_before(question: str, conditions: frozenset[str]) -> list[bool]:
    """For each word of a question, whether it tells the situation rather than asks.

    A sentence before the one that asks does, and in this the parts with which it begins, up to a comma, as
    long as they begin with one of `conditions`. What comes after is asked for: "... if I pay?".

    >>> told_before("I am out. If I pass, who wins?", frozenset({"if"}))
    [True, True, True, True, True, True, False, False]
    """
    sentences = [it for it in SENTENCE.findall(question) if words_of(it)]
    asking = [it for it in sentences if it.rstrip().endswith("?")] or sentences[-1:]
    told: list[bool] = []
    for sentence in sentences:
        parts = [part for part in map(words_of, PART.split(sentence)) if part]
        tells = True
        for part in parts:
            tells = sentence not in asking or (tells and part[0] in conditions)
            told += [tells] * len(part)
    return told if not all(told) else [False] * len(told)


def begins(question: str) -> list[bool]:
    """For each word of a question, whether a sentence or a part up to a comma begins with it.

    >>> begins("A tie: who wins?")
    [True, False, True, False]
    """
    found: list[bool] = []
    for sentence in SENTENCE.findall(question):
        for part in filter(None, map(words_of, PART.split(sentence))):
            found += [at == 0 for at in range(len(part))]
    return found


def breaks_off(question: str, conditions: frozenset[str], joining: frozenset[str]) -> bool:
    """Whether a question ends with a word that joins, or is a short condition and no mark says that it asks.

    >>> breaks_off("the bag and", frozenset(), frozenset({"and"}))
    True
    >>> breaks_off("so if the bag", frozenset({"if"}), frozenset())
    True
    """
    words = words_of(question)
    short = len(words) <= SHORT and not conditions.isdisjoint(words[:2])
    return bool(words) and "?" not in question and (words[-1] in joining or short)
