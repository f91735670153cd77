"""Measures how lists of questions are answered: outright, as the nearest paragraph, wrongly, or not at all.

python benchmarks/rule_questions.py LIST... Each a list of tests/reference/asked; those of another hand are
JSON with "game", "language", "question" and the "page" of the rulebook that answers it, if one does: there a
paragraph of that page counts as right, and one of another as wrong, whatever it states.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import games
from companion.games.contract import Rule
from companion.reference.lookup import reply
from companion.translation import speaking
from tests.reference.test_answers import FOLDER, questions
from tests.rigs.figures import row

Asked = tuple[str, str, str, tuple[str, ...]]
"""language, game, question, and the paragraphs or "p. 5" that answer it; none: nothing does."""


def asked_in(name: str) -> Iterator[Asked]:
    if not name.endswith(".json"):
        for it in questions(name):
            kinds = [answer for answer in it.answers if answer.startswith("@")]
            if not kinds:
                yield it.spoken, it.game, it.question, tuple(a for a in it.answers if a != "none")
        return
    for one in json.loads((FOLDER / name).read_text("utf-8")):
        answers = (f"p. {one['page']}",) if "page" in one else ()
        yield one["language"], one["game"], one["question"], answers


def fits(rule: Rule, answers: tuple[str, ...]) -> bool:
    return rule.id in answers or f"p. {rule.page}" in answers


def measure(name: str) -> None:
    """Prints how a list is answered."""
    every = list(asked_in(name))
    outright = first = three = wrong = answerable = 0
    longest = 0.0
    for spoken, game, question, answers in every:
        with speaking(spoken):
            reply(games.load(game), "warm")
            began = process_time()
            said = reply(games.load(game), question)
            longest = max(longest, process_time() - began)
        answerable += bool(answers)
        if said.rule is not None:
            right = fits(said.rule, answers)
            outright, wrong = outright + right, wrong + (not right)
        told = [said.rule] if said.rule else [] if said.silent else list(said.nearest)
        fitting = [fits(rule, answers) for rule in told]
        first, three = first + any(fitting[:1]), three + any(fitting[:3])
    row(
        name,
        questions=str(len(every)),
        answerable=str(answerable),
        outright=f"{outright} ({outright / answerable:.0%})" if answerable else "0",
        first=f"{first} ({first / answerable:.0%})" if answerable else "0",
        three=f"{three} ({three / answerable:.0%})" if answerable else "0",
        wrong=str(wrong),
        longest=f"{longest:.2f} s",
    )


def main() -> None:
    for name in sys.argv[1:]:
        measure(name)


if __name__ == "__main__":
    main()
