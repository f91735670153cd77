"""Measures how lists of questions are answered by what was learnt from all others.

python benchmarks/rule_questions_left_out.py LIST... Each a list of tests/reference/asked, left out while
learning (`scripts/learn_questions.py`). What the words' data know of it stays: see `UNSEEN` there; and the
four weights of a chance, which come from all of those lists together.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.rule_questions import measure
from companion import games
from companion.reference.lookup import answers_of
from scripts.learn_questions import known, learnt
from tests.reference.test_answers import GAMES_WITH_REFERENCE


def main() -> None:
    every = {game: list(known(game)) for game in GAMES_WITH_REFERENCE}
    for name in sys.argv[1:]:
        for game, questions in every.items():
            answers = answers_of(games.load(game))
            others = [it for it in questions if it.list != name]
            answers.learnt = learnt(game, others, answers.learnt.chances)
        measure(name)


if __name__ == "__main__":
    main()
