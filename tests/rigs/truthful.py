"""People who saw what was done while nobody tapped, and answer what catching up asks.

Each question begins a catching up anew with all that was told before, as each page does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.catching_up.asked import (
    FactQuestion,
    TellingApart,
    WayTold,
    WhatQuestion,
    WhereQuestion,
    WhichQuestion,
)
from companion.catching_up.evidence import Asked, Seen, Told, counted, standing, waited_for
from companion.catching_up.secrecy import Covered, answered, still_covered
from companion.catching_up.session import CutShort, Found, Nothing, Proposal, Session
from companion.games.contract import Game, Question, decision_to_json
from companion.simulation.simulate import SimulatedStep


def seen_by_all(game: Game[Any], state: Any, players: int) -> Seen:
    """What a camera sees that has everything in view."""
    zones = frozenset(zone.name for zone in game.tracking.plan(players).zones)
    return Seen(game.tracking.layout(state), zones, game.tracking.goods(state))


def secrets_before(game: Game[Any], steps: Sequence[SimulatedStep]) -> list[Covered]:
    """What is secret before each of these steps, and after the last; before the first nothing is."""
    found: list[Covered] = [frozenset()]
    for step in steps:
        asked = (q for q in game.questions(step.before) if q.player == step.decision.player)
        question = next((q for q in asked if not q.does or step.decision.do in q.does), None)
        after = game.questions(step.after)
        found.append(
            still_covered(found[-1], after) if question is None else answered(question, found[-1], after)
        )
    return found


def same(game: Game[Any], one: Any, other: Any) -> bool:
    """Whether everything that anybody may say of two states is the same."""
    tracking = game.tracking
    return (
        {f.path: f.value for f in game.facts(one)} == {f.path: f.value for f in game.facts(other)}
        and tracking.layout(one) == tracking.layout(other)
        and tracking.goods(one) == tracking.goods(other)
        and _asked(game, one) == _asked(game, other)
    )


def _asked(game: Game[Any], state: Any) -> list[Question]:
    """What is asked; of what may be drawn, nobody knows the order in the bag."""
    return [
        q
        if q.draw is None or q.draw.ordered
        else replace(q, draw=replace(q.draw, pool=tuple(sorted(q.draw.pool))))
        for q in game.questions(state)
    ]


class Truthful:
    """They saw these steps. lies: they tell one number wrongly, as soon as one is asked; lied: they did."""

    def __init__(self, game: Game[Any], steps: Sequence[SimulatedStep], lies: Random | None = None) -> None:
        self.game, self.begun, self.end = game, steps[0].before, steps[-1].after
        self.steps = steps
        self.lied, self._lies = False, lies
        self.stands = standing(game, self.end, game.questions(self.end))
        self.decided: dict[Asked, Any] = {}
        for step in steps:
            asked = (q for q in waited_for(game.questions(step.before)) if q.player == step.decision.player)
            if (question := next(asked, None)) is not None:
                about = game.phase(step.before).round, question.player, question.kind
                self.decided[*about, 1 + sum(one[:3] == about for one in self.decided)] = step.decision

    def seen(self, players: int, slides: bool, goods: bool, copies: bool = False) -> Seen:
        """What a camera sees that has everything in view. slides: also what is slid out of its place, none
        of it missed; goods: also those on the tiles; copies: also the tags that several pieces carry."""
        seen, tracking = seen_by_all(self.game, self.end, players), self.game.tracking
        if not goods:
            seen = replace(seen, goods={})
        if copies:
            seen = replace(seen, copies=tracking.copies(self.end))
        if slides:
            slid = tuple(tile for step in self.steps if (tile := tracking.slides(step.decision)))
            in_place = frozenset(tile for tile, out in tracking.slid(self.end).items() if not out)
            seen = replace(seen, slides=slid, in_place=in_place)
        return seen

    def counts(self) -> dict[str, Any]:
        """What they count at the end, of what could be counted before."""
        known = {fact.path for fact in counted(self.game, self.begun)}
        now = (fact.path for fact in counted(self.game, self.end))
        told = [path for path in now if path in known]
        if self._lies is not None:  # about any of them
            self._lies.shuffle(told)
        return {path: self._value(path) for path in told}

    def catching_up(
        self, seen: Seen, told: Told | None = None, passes_secrets: bool = True
    ) -> Iterator[tuple[Session[Any], Found]]:
        """Each session with what it comes to, until it proposes something or finds nothing more. Who names
        one of a few whole ways has said yes to it: the same session proposes it."""
        told = told or Told()
        while True:
            session = Session(self.game, self.begun, seen, told, passes_secrets)
            found = session.think()
            yield session, found
            if isinstance(found, Proposal | Nothing | CutShort):
                return
            if isinstance(found, WhichQuestion) and found.whole and (true := self._way(session, found)):
                yield session, Proposal(session.histories.way_to(true.end), true.end)
                return
            told = self.answer(session, found)

    def answer(self, session: Session[Any], found: TellingApart) -> Told:
        """All that is told then."""
        told = session.told
        if isinstance(found, WhichQuestion):
            true = self._way(session, found)
            return replace(told, passed=told.passed | found.keys) if true is None else true.told
        for row in found.rows:
            if isinstance(row, WhereQuestion):
                if self.stands in row.choices:
                    told = replace(told, stands=self.stands)
                else:
                    told = replace(told, not_there=told.not_there | set(row.choices))
            elif isinstance(row, WhatQuestion) and self._is_offered(row):
                told = replace(told, decided={**told.decided, row.asked: self.decided.get(row.asked)})
            elif isinstance(row, WhatQuestion):
                told = replace(told, passed=told.passed | {row.key})
            elif isinstance(row, FactQuestion):
                path = row.fact.path
                told = replace(told, facts={**told.facts, path: self._value(path)})
        return told

    def _way(self, session: Session[Any], found: WhichQuestion) -> WayTold | None:
        """The true one of them."""
        reached = session.histories.reached
        true = (one for one in found.choices if same(self.game, reached[one.end].state, self.end))
        return next(true, None)

    def taps(self, found: TellingApart) -> int:
        """So often they touch the page: each answer that is not chosen beforehand, and its button."""
        if isinstance(found, WhichQuestion) or len(found.rows) == 1:
            return 1
        changed = 0
        for row in found.rows:
            if isinstance(row, FactQuestion):
                changed += 1
                continue
            said = self.stands if isinstance(row, WhereQuestion) else self.decided.get(row.asked)
            if row.likely is not None:
                changed += row.choices[row.likely] != said
            else:
                changed += isinstance(row, WhereQuestion) or self._is_offered(row)
        return changed + 1

    def _is_offered(self, row: WhatQuestion) -> bool:
        """Whether what was decided is among the answers: a piece that was drawn and has gone back, which
        nobody sees, is not. Then they leave it open."""
        return self.decided.get(row.asked) in row.choices

    def of_row(self, offered: Sequence[Any]) -> int:
        """Which of a row's answers is true, each as a page sends it."""
        stands = json.loads(json.dumps(self.stands))
        for place, told in enumerate(offered):
            if told["decided"]:
                ((asked, decision),) = told["decided"]
                true = self.decided.get(tuple(asked))
                if decision == (None if true is None else decision_to_json(true)):
                    return place
            elif told["stands"] in (stands, None):
                return place
        raise AssertionError("none of these answers is true")

    def _value(self, path: str) -> Any:
        fact = self.game.fact(self.game.view(self.end, None), path)
        if fact is None:
            return None
        if self._lies is not None and not self.lied and isinstance(fact.value, int) and not fact.choices:
            near = [value for d in (-2, -1, 1, 2) if not fact.problem(value := fact.value + d)]
            if near:
                self.lied = True
                return self._lies.choice(near)
        return fact.value
