"""What a page shows of a catching up: the next question, the proposal, or what cannot be; all in words.

One call of `catch_up` is one page. It begins anew with all that was told so far, so that it may run in any
process. Each answer to choose from carries what is told with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from companion.catching_up.answers import answers
from companion.catching_up.asked import (
    SLIDES_KEY,
    FactQuestion,
    Row,
    TellingApart,
    WayTold,
    WhatQuestion,
    WhereQuestion,
    WhichQuestion,
)
from companion.catching_up.evidence import Asked, Seen, Standing, Told, waited_for
from companion.catching_up.histories import Way
from companion.catching_up.session import (
    FIRST_LOOK_SECONDS,
    MOST_SECONDS,
    Nothing,
    Proposal,
    Session,
    Unfinished,
)
from companion.catching_up.spoken import spoken
from companion.catching_up.told_json import told_to_json
from companion.games.contract import (
    Decision,
    Difference,
    Fact,
    Game,
    Json,
    Question,
    decision_to_json,
)
from companion.translation import _, listed

AT_A_GLANCE = 8
"""So many answers are shown at once; more are folded away, or a list that opens."""
MOST_OTHERS = 40
MOST_APART = 12


@dataclass(frozen=True)
class Choice:
    """An answer, and what is told with it. player: whose it is; None: nobody's in particular. decisions: all
    that is entered with it; none: more is asked or proposed then."""

    words: str
    told: Json
    player: int | None = None
    decisions: tuple[Json, ...] = ()


@dataclass(frozen=True)
class RowShown:
    """Something that is asked. choices: its answers. fact: it is answered by a number. likely: the place of
    the answer that is chosen beforehand."""

    words: str
    player: int | None = None
    choices: tuple[Choice, ...] = ()
    fact: Fact | None = None
    likely: int | None = None


@dataclass(frozen=True)
class AskedShown:
    """A question. where: at what moment of the game; likely, others: its answers. rows: several are asked
    together, or a number, and each answer of theirs carries only what it tells. told: so far; unknown: what
    is told if nobody can say; nobody: that, in words. whole: each answer enters all that was done; certain:
    what of it is the same with each."""

    words: str
    where: str
    likely: tuple[Choice, ...]
    others: tuple[Choice, ...]
    told: Json
    unknown: Json
    rows: tuple[RowShown, ...] = ()
    nobody: str = ""
    whole: bool = False
    certain: tuple[StepShown, ...] = ()

    @property
    def chosen(self) -> bool:
        """Whether answers are chosen beforehand."""
        return any(row.likely is not None for row in self.rows)


@dataclass(frozen=True)
class StepShown:
    """A step of a proposal; others: what it may have been instead. unseen: the names of pieces that it draws,
    and that went back before somebody saw them."""

    words: str
    player: int | None
    others: tuple[Choice, ...] = ()
    unseen: str = ""


@dataclass(frozen=True)
class ProposedShown:
    """What was done meanwhile. numbers: (what, before, now) of those that changed. decisions: as they are
    entered; asked: what is asked then. stuck: that is told first, before what follows can be found."""

    steps: tuple[StepShown, ...]
    numbers: tuple[tuple[str, str, str], ...]
    decisions: tuple[Json, ...]
    asked: tuple[str, ...]
    stuck: bool


@dataclass(frozen=True)
class FailedShown:
    """No history agrees. stuck: some lead to what a search does not find. doubted: what was told, or slid,
    and may be wrong, each with what is told without it. apart: the pieces that lie otherwise than the
    nearest history has them."""

    doubted: tuple[Choice, ...]
    apart: tuple[Difference, ...]
    stuck: bool


@dataclass(frozen=True)
class LookingShown:
    """Nothing is found yet that could be asked or proposed. told: so far."""

    told: Json


Shown = AskedShown | ProposedShown | FailedShown | LookingShown


def catch_up(
    game: Game[Any], begun: Any, seen: Seen, told: Told, passes_secrets: bool, further: bool = False
) -> Shown:
    """The next thing to ask or to propose. Seconds of processor time. passes_secrets: see `Histories`;
    further: after a first look that was not long enough."""
    session: Session[Any] = Session(game, begun, seen, told, passes_secrets)
    found = session.think(MOST_SECONDS if further else FIRST_LOOK_SECONDS)
    if isinstance(found, Unfinished):
        return LookingShown(told_to_json(session.told))
    if isinstance(found, Proposal):
        return _proposed(session, found)
    if isinstance(found, Nothing):
        return _failed(session, found)
    return _asked(session, found)


# --- questions


def _asked(session: Session[Any], found: TellingApart) -> AskedShown:
    told = session.told
    passed = told_to_json(replace(told, passed=told.passed | found.keys))
    if isinstance(found, WhichQuestion):
        words = _("Which of these was it?")
        nobody = _("None of these, or nobody knows")
        if found.whole:
            choices, certain = _whole_ways(session, found)
            return AskedShown(
                words, "", choices, (), told_to_json(told), passed, nobody=nobody, whole=True, certain=certain
            )
        choices = tuple(Choice(_way_words(session, one), told_to_json(one.told)) for one in found.choices)
        return AskedShown(words, "", choices, (), told_to_json(told), passed, nobody=nobody)
    only = found.rows[0]
    if len(found.rows) > 1 or (isinstance(only, FactQuestion) and not only.fact.choices):
        rows = tuple(_row(session, row, Told()) for row in found.rows)
        words = _("What happened meanwhile?") if len(rows) > 1 else _("How is it now?")
        return AskedShown(words, "", (), (), passed, passed, rows=rows)
    row = _row(session, only, told)
    words, where, shown = row.words, "", AT_A_GLANCE
    if isinstance(only, WhereQuestion):
        shown = min(shown, len(only.choices))  # "None of these" is never among the likely
    elif isinstance(only, WhatQuestion):
        words = _("What was the answer to this?")
        where = row.words
    else:
        words = _("How is it now? {fact}", fact=row.words)
    likely, others = row.choices[:shown], row.choices[shown:]
    return AskedShown(words, where, likely, others, told_to_json(told), passed)


def _row(session: Session[Any], row: Row, told: Told) -> RowShown:
    """told: what each answer carries besides what it tells."""
    game = session.game
    if isinstance(row, WhereQuestion):
        states = _standings(session)
        choices = [
            Choice(where_words(game, states[stands]), told_to_json(replace(told, stands=stands)))
            for stands in row.choices
        ]
        elsewhere = told_to_json(replace(told, not_there=session.told.not_there | set(row.choices)))
        choices.append(Choice(_("None of these"), elsewhere))
        return RowShown(_("What is asked at the table now?"), choices=tuple(choices), likely=row.likely)
    if isinstance(row, FactQuestion):
        fact = row.fact
        choices = [
            Choice(fact.words(choice), told_to_json(replace(told, facts={**told.facts, fact.path: choice})))
            for choice in fact.choices
        ]
        return RowShown(fact.label, fact.player, tuple(choices), None if fact.choices else fact)
    state = session.histories.reached[row.at].state
    question = _question(game, state, row.asked)
    text = "" if question is None else question.text
    if (which := row.asked[3]) > 1:
        text = _("{question} (time {which} in this round)", question=text, which=which)
    words = spoken(game, state, question, row.choices, session.histories.decided_at(row.asked))
    choices = [
        Choice(text_of, told_to_json(replace(told, decided={**told.decided, row.asked: decision})))
        for text_of, decision in zip(words, row.choices, strict=True)
    ]
    text = _("Round {round}: {asked}", round=row.asked[0], asked=text)
    return RowShown(text, row.asked[1], tuple(choices), likely=row.likely)


def _way_words(session: Session[Any], one: WayTold) -> str:
    """What was decided on this way and not on all others, and what is asked then."""
    game, reached = session.game, session.histories.reached
    steps = [spoken(game, reached[way.begin].state, *_with_others(session, way))[0] for way in one.steps]
    return " · ".join((*steps, where_words(game, reached[one.end].state)))


def _whole_ways(
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
    state, (question, decisions) = session.histories.reached[way.begin].state, _with_others(session, way)
    draws = question is not None and question.draw is not None
    unseen = _gone_unseen(session, state, way.decision) if draws else ""
    return StepShown(spoken(session.game, state, question, decisions)[0], way.decision.player, unseen=unseen)


def _standings(session: Session[Any]) -> dict[Standing, Any]:
    """A state for each place where play may stand."""
    found: dict[Standing, Any] = {}
    for at in session.histories.reached:
        found.setdefault(at.stands, at.state)
    return found


def where_words(game: Game[Any], state: Any, question: Question | None = None) -> str:
    """ "Round 3: Red: select an action"."""
    phase = game.phase(state)
    if phase.over:
        return phase.words
    asked = (question,) if question is not None else waited_for(game.questions_for(state, None))
    texts = " · ".join(q.text for q in asked)
    return _("Round {round}: {asked}", round=phase.round, asked=texts)


def _question(game: Game[Any], state: Any, asked: Asked) -> Question | None:
    return next((q for q in game.questions_for(state, None) if (q.player, q.kind) == asked[1:3]), None)


# --- proposals


def _proposed(session: Session[Any], found: Proposal) -> ProposedShown:
    game, reached = session.game, session.histories.reached
    steps = []
    before: dict[Asked, Decision | None] = {}
    for way in found.ways:
        at = reached[way.begin]
        question, decisions = _with_others(session, way)
        words, *instead = spoken(game, at.state, question, decisions)
        # What came after another answer, and where that led, is open again.
        told = (
            Told(session.told.facts, decided={**before, way.asked: decision}) for decision in decisions[1:]
        )
        others = tuple(Choice(text, told_to_json(one)) for text, one in zip(instead, told, strict=True))
        if way.decision.player is not None:
            before[way.asked] = way.decision
        draws = question is not None and question.draw is not None
        unseen = _gone_unseen(session, at.state, way.decision) if draws else ""
        steps.append(StepShown(words, way.decision.player, others, unseen))
    end = reached[found.end].state
    now = {f.path: f for f in game.facts(game.view(end, None))}
    numbers = tuple(
        (fact.label, fact.words(fact.value), now[fact.path].words(now[fact.path].value))
        for fact in game.facts(game.view(session.begun, None))
        if fact.path in now and not fact.choices and now[fact.path].value != fact.value
    )
    asked = tuple(q.text for q in waited_for(game.questions_for(end, None)))
    entered = tuple(decision_to_json(d) for d in found.decisions)
    return ProposedShown(tuple(steps), numbers, entered, asked, found.stuck)


def _gone_unseen(session: Session[Any], state: Any, decision: Decision) -> str:
    """What was drawn and laid where somebody looks, and is not seen."""
    tracking, seen = session.game.tracking, session.seen
    before, after = tracking.layout(state), tracking.layout(session.game.play(state, decision))
    laid = (tile for tile, spot in sorted(after.items()) if tile not in before and spot.zone in seen.watching)
    gone = [
        info.name for tile in laid if tile not in seen.spots and (info := tracking.tile(tile)) is not None
    ]
    return listed(gone) if gone else ""


def _with_others(session: Session[Any], way: Way) -> tuple[Question | None, list[Decision]]:
    """What was asked, and the decision of this way, then what else it may have been."""
    at, asked = session.histories.reached[way.begin], way.asked[1:3]
    question = next((q for q in waited_for(at.questions) if (q.player, q.kind) == asked), None)
    decisions = [way.decision]
    if question is not None and question.chance is None:
        possible = answers(session.game, at.state, question, session.histories.look)
        decisions += islice((one for one in possible if one != way.decision), MOST_OTHERS)
    return question, decisions


def _failed(session: Session[Any], found: Nothing) -> FailedShown:
    told, histories = session.told, session.histories
    doubted = []
    for path in told.facts:
        fact = session.game.fact(session.game.view(session.begun, None), path)
        if fact is not None and (path in found.doubted or not found.doubted):
            without = replace(told, facts={p: v for p, v in told.facts.items() if p != path})
            words = f"{fact.label}{_(':')} {fact.words(told.facts[path])}"
            doubted.append(Choice(words, told_to_json(without)))
    if session.seen.slides:
        names = (session.game.tracking.tile(tile) for tile in session.seen.slides)
        words = _("What was slid: {tiles}", tiles=listed([info.name for info in names if info is not None]))
        without = replace(told, passed=told.passed | {SLIDES_KEY})
        doubted.append(Choice(words, told_to_json(without)))
    near = histories.reached[histories.nearest()].state
    return FailedShown(tuple(doubted), histories.look.apart(near)[:MOST_APART], bool(histories.stuck()))
