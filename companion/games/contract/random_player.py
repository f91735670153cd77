"""Computer players for any game: every legal answer is equally likely, or the option of the highest value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Generic

from companion.games.contract.decisions import Decision
from companion.games.contract.questions import Option, Question
from companion.games.contract.reasons import Illegal
from companion.games.contract.state import S
from companion.translation import _

if TYPE_CHECKING:
    from companion.games.contract.rules import Game

MAX_SAMPLES = 1000
"""Before the player gives up; a bound on a sum may refuse many samples."""


class RandomPlayer(Generic[S]):
    """Chooses among the options, or fills in the question's form, at random."""

    def choose(
        self,
        game: Game[S],
        state: S,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if question.form is not None:
            return form_answer(game, state, question, rng)
        return self.pick(state, question, options, rng, hand).decision

    def pick(
        self, state: S, question: Question, options: tuple[Option, ...], rng: Random, hand: tuple[str, ...]
    ) -> Option:
        """One of the options of a question without a form."""
        return rng.choice(options)


class BestOptionPlayer(RandomPlayer[S]):
    """Chooses the option of the highest value; ties are broken at random. A game says what they are worth."""

    def worth(self, state: S, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        """What each option of a player is worth in this state."""
        raise NotImplementedError

    def pick(
        self, state: S, question: Question, options: tuple[Option, ...], rng: Random, hand: tuple[str, ...]
    ) -> Option:
        assert question.player is not None  # draws are chance's
        worth = self.worth(state, question.player, hand)
        return max(options, key=lambda option: (worth(option), rng.random()))


def form_answer(game: Game[S], state: S, question: Question, rng: Random) -> Decision:
    """A random answer to a question with a form. Raises Illegal if none was found."""
    assert question.form is not None
    for _attempt in range(MAX_SAMPLES):
        value = question.form.sample(rng)
        if not question.form.problem(value):
            return game.answer(state, question, value)
    raise Illegal(_("No answer was found to: {question}", question=question.text))
