"""What ways are called: their steps, what each may have been instead, and where they lead; all in words."""

from __future__ import annotations

from itertools import islice
from typing import Any

from companion.catching_up.answers import answers
from companion.catching_up.asked import WayTold, WhichQuestion
from companion.catching_up.evidence import waited_for
from companion.catching_up.graph import Way
from companion.catching_up.session import Session
from companion.catching_up.shown import Choice, StepShown
from companion.catching_up.spoken import spoken
from companion.catching_up.told_json import told_to_json
from companion.games.contract import Decision, Game, Question, decision_to_json
from companion.translation import _, listed

MOST_OTHERS = 40


def where_words(game: Game[Any], state: Any, question: Question | None = None) -> str:
    """ "Round 3: Red: select an action"."""
    phase = game.phase(state)
    if phase.over:
        return phase.words
    asked = (question,) if question is not None else waited_for(game.questions_for(state, None))
    texts = " · ".join(q.text for q in asked)
    return _("Round {round}: {asked}", round=phase.round, asked=texts)


def way_words(session: Session[Any], one: WayTold) -> str:
    """What was decided on this way and not on all others, and what is asked then."""
    game, reached = session.game, session.histories.reached
    steps = [spoken(game, reached[way.begin].state, *with_others(session, way))[0] for way in one.steps]
    return " · ".join((*steps, where_words(game, reached[one.end].state)))


def whole_ways(
    session: Session[Any], found: WhichQuestion
) -> tuple[tuple[Choice, ...], tuple[StepShown, ...]]:
    """Each way by what is said of it alone, with all that is entered; and the steps that are said of all."""
    game, reached = session.game, session.histories.reached
    ways = [session.histories.way_to(one.end) for one in found.choices]
    # Most steps are on several of them.
    known: dict[tuple[int, Decision], StepShown] = {}
    for step in (step for of_one in ways for step in of_one):
        if (step.begin, step.decision) not in known:
            known[step.begin, step.decision] = _step(session, step)
    said = [{way.asked: known[way.begin, way.decision] for way in of_one} for of_one in ways]
    ends = [where_words(game, reached[one.end].state) for one in found.choices]
    # What is done on all, but with another effect, is said with each.
    certain = {
        asked: step
        for asked, step in said[0].items()
        if all(step == of_one.get(asked) for of_one in said[1:])
    }
    choices = []
    for one, way, steps, then in zip(found.choices, ways, said, ends, strict=True):
        alone = [step for asked, step in steps.items() if asked not in certain]
        words = [f"{step.words} ({step.unseen})" if step.unseen else step.words for step in alone]
        if not words or len({*ends}) > 1:
            words.append(then)
        entered = tuple(decision_to_json(it.decision) for it in way)
        choices.append(Choice(" · ".join(words), told_to_json(one.told), decisions=entered))
    return tuple(choices), tuple(certain.values())


def _step(session: Session[Any], way: Way) -> StepShown:
    """A step without what it may have been instead."""
    question, decisions = with_others(session, way)
    words = spoken(session.game, session.histories.reached[way.begin].state, question, decisions)[0]
    return StepShown(words, way.decision.player, unseen=gone_unseen(session, way, question))


def gone_unseen(session: Session[Any], way: Way, question: Question | None) -> str:
    """What it drew and laid where somebody looks, and is not seen."""
    if question is None or question.draw is None:
        return ""
    tracking, seen, state = session.game.tracking, session.seen, session.histories.reached[way.begin].state
    before, after = tracking.layout(state), tracking.layout(session.game.play(state, way.decision))
    laid = (tile for tile, spot in sorted(after.items()) if tile not in before and spot.zone in seen.watching)
    gone = [
        info.name for tile in laid if tile not in seen.spots and (info := tracking.tile(tile)) is not None
    ]
    return listed(gone) if gone else ""


def with_others(session: Session[Any], way: Way) -> tuple[Question | None, list[Decision]]:
    """What was asked, and the decision of this way, then what else it may have been."""
    at, asked = session.histories.reached[way.begin], way.asked[1:3]
    question = next((q for q in waited_for(at.questions) if (q.player, q.kind) == asked), None)
    decisions = [way.decision]
    if question is not None and question.chance is None:
        possible = answers(session.game, at.state, question, session.histories.look)
        decisions += islice((one for one in possible if one != way.decision), MOST_OTHERS)
    return question, decisions
