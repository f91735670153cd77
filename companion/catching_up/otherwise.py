"""What else one of the decisions may have been that were caught up with: the answers to its question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.catching_up.answers import answers
from companion.catching_up.evidence import Asked, Look, Seen, Told, waited_for
from companion.catching_up.spoken import spoken
from companion.catching_up.told_json import told_to_json
from companion.games.contract import Decision, Game, Json, Question

MOST_OTHERS = 40


@dataclass(frozen=True)
class Alternative:
    """Another answer, in words, and what is told with it: all that was decided before, and this."""

    words: str
    told: Json


def question_of(game: Game[Any], state: Any, decision: Decision) -> Question | None:
    """What this decision answers; None: nothing that play waits for."""
    asked = (q for q in waited_for(game.questions(state)) if q.player == decision.player)
    return next((q for q in asked if not q.does or decision.do in q.does), None)


def asked_by(
    game: Game[Any], begun: Any, decisions: Sequence[Decision]
) -> Iterator[tuple[Asked | None, Any, Any]]:
    """What was asked of a player with each of these decisions, with the states before and after it; None:
    nobody was asked."""
    known: list[Asked] = []
    state = begun
    for decision in decisions:
        asked, question = None, question_of(game, state, decision)
        if question is not None and question.player is not None:
            about = game.phase(state).round, question.player, question.kind
            asked = (*about, 1 + sum(one[:3] == about for one in known))
            known.append(asked)
        after = game.play(state, decision)
        yield asked, state, after
        state = after


def alternatives(
    game: Game[Any], begun: Any, seen: Seen, decisions: Sequence[Decision], place: int
) -> tuple[Alternative, ...]:
    """What decision number `place` may have been instead; none: it was chance, or could be nothing else."""
    *earlier, (asked, state, _after) = asked_by(game, begun, decisions[: place + 1])
    was = decisions[place]
    question = question_of(game, state, was)
    if asked is None or question is None or question.chance is not None:
        return ()
    before = {
        one[0]: decision for one, decision in zip(earlier, decisions, strict=False) if one[0] is not None
    }
    possible = answers(game, state, question, Look(game, begun, seen))
    others = tuple(islice((one for one in possible if one != was), MOST_OTHERS))
    words = spoken(game, state, question, (was, *others))[1:]
    return tuple(
        Alternative(text, told_to_json(Told(decided={**before, asked: other})))
        for text, other in zip(words, others, strict=True)
    )
