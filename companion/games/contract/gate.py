"""The one gate of legality: a decision is legal if and only if the game offers it.

A table sends every decision through here before the game applies it, whether a person, the camera, a computer
player or a replayed journal made it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.contract.decisions import Decision
from companion.games.contract.questions import Question
from companion.games.contract.reasons import Illegal
from companion.translation import _

if TYPE_CHECKING:
    from companion.games.contract.rules import Game
    from companion.games.contract.state import S


def check_legal(
    game: Game[S], state: S, decision: Decision, questions: tuple[Question, ...] | None = None
) -> None:
    """Raises Illegal for a decision that `state` does not offer: with the game's own refusal where it has
    one, with the form's sentence for a value that does not fit, else with a sentence that says what is asked.

    questions: those of `state`, in any language, where they are known already.
    """
    listed = decision.offered_as(state)
    if listed is None:
        return
    for question in _asked(questions or game.questions(state), decision):
        expected = question.form or question.chance
        if expected is None:
            if any(option.decision == listed for option in game.options(state, decision.player)):
                return
        elif not expected.problem(decision.value) and (
            game.answer(state, question, decision.value) == decision
        ):
            return
    raise _refusal(game, state, listed) or _problem(game, state, decision)


def _asked(questions: tuple[Question, ...], decision: Decision) -> tuple[Question, ...]:
    """The questions that a decision of this kind may answer."""
    return tuple(
        q for q in questions if q.player == decision.player and (not q.does or decision.do in q.does)
    )


def _problem(game: Game[S], state: S, decision: Decision) -> Illegal:
    """What is wrong with its value, or what is asked instead, in the language that holds."""
    questions = game.questions(state)
    asked = _asked(questions, decision)
    for question in asked:
        expected = question.form or question.chance
        if expected is not None and (problem := expected.problem(decision.value)):
            return Illegal(problem, question.page)
    return _not_asked(asked or questions)


def _refusal(game: Game[S], state: S, decision: Decision) -> Illegal | None:
    """What the game itself says of this answer."""
    if decision.player is None or not 0 <= decision.player < game.seats[1]:
        return None
    found = (r for r in game.refusals(state, decision.player) if r.decision == decision)
    return next((Illegal(r.sentence, r.page, r.remedy) for r in found), None)


def _not_asked(questions: tuple[Question, ...]) -> Illegal:
    if not questions:
        return Illegal(_("The game is over."))
    question = questions[0]
    return Illegal(_("That is no answer now: {question}", question=question.text), question.page)
