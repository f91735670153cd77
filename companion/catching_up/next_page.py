"""One page of a catching up: `catch_up` says what to ask or to propose next, or what cannot be.

It begins anew with all that was told so far, so that it may run in any process.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.catching_up.asked import (
    COPIES_KEY,
    SLIDES_KEY,
    FactQuestion,
    Row,
    TellingApart,
    WhatQuestion,
    WhereQuestion,
    WhichQuestion,
)
from companion.catching_up.evidence import Asked, Seen, Standing, Told, waited_for
from companion.catching_up.session import (
    FIRST_LOOK_SECONDS,
    MOST_SECONDS,
    CutShort,
    Nothing,
    Proposal,
    Session,
    Unfinished,
)
from companion.catching_up.shown import (
    AT_A_GLANCE,
    AskedShown,
    Choice,
    FailedShown,
    LookingShown,
    ProposedShown,
    RowShown,
    Shown,
    StepShown,
)
from companion.catching_up.spoken import spoken
from companion.catching_up.told_json import told_to_json
from companion.catching_up.way_words import gone_unseen, way_words, where_words, whole_ways, with_others
from companion.games.contract import Decision, Difference, Game, Question, decision_to_json
from companion.translation import _, listed

MOST_APART = 12


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
    if isinstance(found, Nothing | CutShort):
        return _failed(session, found)
    return replace(_asked(session, found), astray=_astray(session))


def _astray(session: Session[Any]) -> tuple[Difference, ...]:
    """The pieces that came from a player's area to another's, where no way found so far explains it: if
    nothing agrees, questions alone would put off saying so."""
    histories = session.histories
    moved = histories.look.from_others(session.begun)
    if not moved or histories.ends():
        return ()
    left = {d.tile: d.seen for d in moved}
    for at in histories.reached:
        if at.alive and left:
            lying = session.game.tracking.layout(at.state)
            left = {tile: spot for tile, spot in left.items() if lying.get(tile) != spot}
    return tuple(d for d in moved if d.tile in left)


def _asked(session: Session[Any], found: TellingApart) -> AskedShown:
    told = session.told
    passed = told_to_json(replace(told, passed=told.passed | found.keys))
    if isinstance(found, WhichQuestion):
        words = _("Which of these was it?")
        nobody = _("None of these, or nobody knows")
        if found.whole:
            choices, certain = whole_ways(session, found)
            return AskedShown(
                words, "", choices, (), told_to_json(told), passed, nobody=nobody, whole=True, certain=certain
            )
        choices = tuple(Choice(way_words(session, one), told_to_json(one.told)) for one in found.choices)
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


def _standings(session: Session[Any]) -> dict[Standing, Any]:
    """A state for each place where play may stand."""
    found: dict[Standing, Any] = {}
    for at in session.histories.reached:
        found.setdefault(at.stands, at.state)
    return found


def _question(game: Game[Any], state: Any, asked: Asked) -> Question | None:
    return next((q for q in game.questions_for(state, None) if (q.player, q.kind) == asked[1:3]), None)


def _proposed(session: Session[Any], found: Proposal) -> ProposedShown:
    game, reached = session.game, session.histories.reached
    steps = []
    before: dict[Asked, Decision | None] = {}
    for way in found.ways:
        at = reached[way.begin]
        question, decisions = with_others(session, way)
        words, *instead = spoken(game, at.state, question, decisions)
        # What came after another answer, and where that led, is open again.
        told = (
            Told(session.told.facts, decided={**before, way.asked: decision}) for decision in decisions[1:]
        )
        others = tuple(Choice(text, told_to_json(one)) for text, one in zip(instead, told, strict=True))
        if way.decision.player is not None:
            before[way.asked] = way.decision
        unseen = gone_unseen(session, way, question)
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


def _failed(session: Session[Any], found: Nothing | CutShort) -> FailedShown:
    told, histories = session.told, session.histories
    doubted, paths = [], []
    for path in told.facts:
        fact = session.game.fact(session.game.view(session.begun, None), path)
        if fact is not None and (path in found.doubted or not found.doubted):
            without = replace(told, facts={p: v for p, v in told.facts.items() if p != path})
            words = f"{fact.label}{_(':')} {fact.words(told.facts[path])}"
            doubted.append(Choice(words, told_to_json(without)))
            paths.append(path)
    if session.seen.slides:
        words = _("What was slid: {tiles}", tiles=_names(session, session.seen.slides))
        doubted.append(Choice(words, told_to_json(replace(told, passed=told.passed | {SLIDES_KEY}))))
    if session.seen.copies:
        words = _("Who has what: {tiles}", tiles=_names(session, sorted(session.seen.copies)))
        doubted.append(Choice(words, told_to_json(replace(told, passed=told.passed | {COPIES_KEY}))))
    near = histories.reached[histories.nearest()].state
    apart, stuck = histories.look.apart(near)[:MOST_APART], bool(histories.stuck())
    return FailedShown(tuple(doubted), tuple(paths), apart, stuck, isinstance(found, CutShort))


def _names(session: Session[Any], tiles: Iterable[str]) -> str:
    infos = (session.game.tracking.tile(tile) for tile in tiles)
    return listed([info.name for info in infos if info is not None])
