"""A computer player for any game: every legal answer is equally likely, answer forms included."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.contract.decisions import Decision
from companion.games.contract.questions import Option, Question
from companion.games.contract.reasons import Illegal
from companion.translation import _

if TYPE_CHECKING:
    from companion.games.contract.rules import Game

MAX_SAMPLES = 1000
"""Before the player gives up; a bound on a sum may refuse many samples."""


class RandomPlayer:
    """Chooses among the options, or fills in the question's form, at random."""

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if question.form is None:
            return rng.choice(options).decision
        return form_answer(game, state, question, rng)


def form_answer(game: Game[Any], state: Any, question: Question, rng: Random) -> Decision:
    """A random answer to a question with a form. Raises Illegal if none was found."""
    assert question.form is not None
    for _attempt in range(MAX_SAMPLES):
        value = question.form.sample(rng)
        if not question.form.problem(value):
            try:
                return game.answer(state, question, value)
            except Illegal:  # the game may refuse what the form cannot express
                continue
    raise Illegal(_("No answer was found to: {question}", question=question.text))
