"""What is secret of a history: answers that only their owners know until all who were asked have answered.

Nothing of a secret answer may be told by a search: where one has been given and does not lie open yet, no
secret question is answered, as what that led to would tell it. A history may pass secret questions that
nobody has answered yet, and ends only where all of these lie open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.catching_up.answers import kept
from companion.catching_up.evidence import waited_for
from companion.games.contract import Decision, Game, Illegal, Question
from companion.translation import _

Covered = frozenset[tuple[str, int | None]]
"""Whose answers to which kinds of question are still secret."""


def may_be_found(
    game: Game[Any], state: Any, questions: tuple[Question, ...], passes_secrets: bool
) -> tuple[Question, ...]:
    """Those of `findable` that a search answers next."""
    found = findable(game, state, questions, passes_secrets)
    # In whichever order secret ones are answered, nobody knows of another's: one order stands for all.
    secret = [question for question in found if question.secret][:1]
    return (*secret, *(question for question in found if not question.secret))


def findable(
    game: Game[Any], state: Any, questions: tuple[Question, ...], passes_secrets: bool
) -> tuple[Question, ...]:
    """Those of the questions that play waits for whose answers a search may look for: everybody reads what is
    asked, and what is answered now or once all have answered."""
    shown = {(question.player, question.kind): question for question in game.questions_for(state, None)}
    return tuple(
        question
        for question in waited_for(questions)
        if not kept(question)
        and (passes_secrets or not question.secret)
        and (open_one := shown.get((question.player, question.kind))) is not None
        and not kept(open_one)
    )


def still_covered(covered: Iterable[tuple[str, int | None]], questions: Sequence[Question]) -> Covered:
    """Those of these answers that are secret while these are the open questions. They lie open once nobody is
    asked the like any more, or their owner is asked anew."""
    secret = [question for question in questions if question.secret]
    kinds = {question.kind for question in secret}
    owed = {(question.kind, question.player) for question in secret if not question.answered}
    return frozenset(one for one in covered if one[0] in kinds and one not in owed)


def answered(question: Question, covered: Covered, after: Sequence[Question]) -> Covered:
    """What is secret once this question is answered. after: the questions that are open then."""
    if not question.secret:
        return covered and still_covered(covered, after)
    return still_covered((*covered, (question.kind, question.player)), after)


def check_open(game: Game[Any], state: Any, decisions: Sequence[Decision], passes_secrets: bool) -> None:
    """Raises Illegal where one of these decisions tells what only its owner may, or one of them is secret
    after the last. passes_secrets: see `Histories`."""
    covered: Covered = frozenset()
    for decision in decisions:
        own = (q for q in game.questions(state) if q.player == decision.player)
        question = next((q for q in own if not q.does or decision.do in q.does), None)
        after = game.play(state, decision)
        if question is not None:
            if kept(question) or (question.secret and not passes_secrets):
                raise _secret()
            covered = answered(question, covered, game.questions(after))
        state = after
    if covered:
        raise _secret()


def _secret() -> Illegal:
    return Illegal(_("That is secret: only the player who is asked tells it."))
