"""Learns from the lists of questions which paragraph answers which, for each game with a reference.

    python scripts/learn_questions.py

Writes learnt.npz beside each game's reference (`companion/reference/learnt.py`): after a change of the lists,
of the words' data or of a paragraph's id. The weights are those of a ridge regression from a question's marks
to the paragraph that answers it; of several, as those of a page that a list names, to the nearest. What a
paragraph's chance is weighed by comes from the lists `UNSEEN`, each left out while learning: no word of the
words' data was ever added for one of them, and none may be, or every chance would seem better than it is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.rule_questions import asked_in, fits
from companion import games
from companion.reference.answers import Answers, Understood
from companion.reference.learnt import FILE, NOTHING_ANSWERS, Grounds, Learnt, meanings, spelt, weighed
from companion.reference.lookup import answers_of
from tests.reference.test_answers import FOLDER, GAMES_WITH_REFERENCE

COUNT_ONE_LESS = frozenset(("held.json", "held3.json", "held4.json", "held5.json", "held11.json"))
"""Lists in which some pages are those of a file that begins a page later than the printed rulebook."""
UNSEEN = ("unseen.txt", *(f"unseen{number}.txt" for number in range(2, 8)))
"""Lists of other hands to whose words nothing was fitted."""
KEPT_APART = ("held12.json", "silent12.json", "held13.txt", "silent13.txt")
"""Lists from which nothing is learnt, so that they tell what new questions meet."""
LISTS = sorted(path.name for path in FOLDER.iterdir() if path.name not in KEPT_APART)
RIDGE = 0.5
"""Holds the weights small; as good between 0.25 and 1 on lists left out."""
STEPS, HELD_SMALL = 50, 0.1
"""Of the regression to chances, which needs some ten steps."""
LEAST_OFTEN = 2
"""Questions that must have a mark before it is learnt."""


@dataclass(frozen=True)
class Known:
    """A question whose answer is known. right: those that answer, nearest by relations first."""

    list: str
    understood: Understood
    right: tuple[str, ...]

    @property
    def rule(self) -> str:
        return self.right[0] if self.right else NOTHING_ANSWERS


def known(game: str, lists: Iterable[str] = LISTS) -> Iterator[Known]:
    loaded = games.load(game)
    assert loaded.reference is not None
    rules = loaded.reference.rulebook().rules
    answers: Answers = answers_of(loaded)
    for name in lists:
        for spoken, of_game, question, expected in asked_in(name):
            if of_game != game:
                continue
            understood = answers.understood(question, spoken)
            if name in COUNT_ONE_LESS:
                expected = tuple(f"p. {int(it[3:]) + more}" for it in expected for more in (0, 1))
            right = [rule.id for rule in rules if fits(rule, expected)]
            if len(right) > 1:
                right = [id for id in answers.by_relations(understood) if id in right]
            if right or not expected:
                yield Known(name, understood, tuple(right))


def learn(game: str, questions: list[Known]) -> tuple[list[str], dict[str, float], np.ndarray]:
    """The ids, what each mark counts, and the weights of each mark for each id."""
    reference = games.load(game).reference
    assert reference is not None
    ids = [*(rule.id for rule in reference.rulebook().rules), NOTHING_ANSWERS]
    often = Counter(
        mark for it in questions for marks in (meanings, spelt) for mark in marks(it.understood.terms)
    )
    rarity = {mark: log(1 + len(questions) / times) for mark, times in often.items() if times >= LEAST_OFTEN}
    column = {mark: at for at, mark in enumerate(rarity)}
    marked = np.zeros((len(questions), len(rarity)), np.float32)
    answered = np.zeros((len(questions), len(ids)), np.float32)
    for row, it in enumerate(questions):
        for mark, count in weighed(it.understood.terms, rarity):
            marked[row, column[mark]] = count
        answered[row, ids.index(it.rule)] = 1
    alike = marked @ marked.T + RIDGE * np.eye(len(questions), dtype=np.float32)
    return ids, rarity, marked.T @ np.linalg.solve(alike, answered)


def learnt(game: str, questions: list[Known], chances: np.ndarray) -> Learnt:
    return Learnt(*learn(game, questions), 1.0, chances)


def judged(game: str, questions: list[Known]) -> Iterator[tuple[Grounds, bool]]:
    """Of each question of a list left out what speaks for the first paragraph, and whether it answers."""
    answers: Answers = answers_of(games.load(game))
    for name in UNSEEN:
        others = learnt(game, [it for it in questions if it.list != name], np.zeros(4, np.float32))
        for it in questions:
            if it.list == name:
                near, for_it = answers.weighed(it.understood, others)
                yield for_it, near[0].id in it.right


def chances_of(cases: list[tuple[Grounds, bool]]) -> np.ndarray:
    """The weights of a logistic regression from grounds to whether a paragraph answers."""
    every = np.array([for_it for for_it, _right in cases])
    right = np.array([right for _for_it, right in cases], float)
    weights = np.zeros(every.shape[1])
    for _step in range(STEPS):
        said = 1 / (1 + np.exp(-every @ weights))
        slope = every.T @ (said - right) + HELD_SMALL * weights
        bend = (every.T * (said * (1 - said))) @ every + HELD_SMALL * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights.astype(np.float32)


def main() -> None:
    every = {game: list(known(game)) for game in GAMES_WITH_REFERENCE}
    chances = chances_of([case for game, questions in every.items() for case in judged(game, questions)])
    print("chances:", *chances.round(2))
    for game, questions in every.items():
        reference = games.load(game).reference
        assert reference is not None
        folder = reference.rulebook().folder
        assert folder is not None
        ids, rarity, weights = learn(game, questions)
        scale = np.abs(weights).max() / 127
        np.savez_compressed(
            folder / FILE,
            marks=np.frombuffer("\n".join(rarity).encode(), np.uint8),
            rules=np.frombuffer("\n".join(ids).encode(), np.uint8),
            rarity=np.array([*rarity.values()], np.float16),
            weights=np.round(weights / scale).astype(np.int8),
            scale=np.float32(scale),
            chances=chances,
        )
        print(game, len(rarity), "marks,", (folder / FILE).stat().st_size // 1000, "kB")


if __name__ == "__main__":
    main()
