"""Tests of the search: what was done is found from what lies there, legally, and nothing that is secret."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.catching_up.evidence import Seen, standing
from companion.catching_up.histories import Histories
from companion.catching_up.session import Nothing, Proposal, Session
from companion.catching_up.shown import check_open
from companion.catching_up.telling_apart import FactQuestion, WhatQuestion, WhereQuestion, WhichQuestion
from companion.games.contract import MIDDLE, Illegal, seat_zone
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep, new_game, steps
from companion.table.chance import setup_with_draws
from tests.table.conftest import SETUP
from tests.table.toy_game import Bid, Drawn, Pass, Stones, StonesGame, Take

TOY = StonesGame()
READY = setup_with_draws(TOY, SETUP, 1)
TOLD = (Drawn(None, ("S01", "S02", "S03")), Take(0, "S03"), Pass(1))


def lies(game: Any, state: Any, players: int) -> Seen:
    """What a camera sees that has everything in view."""
    zones = frozenset(zone.name for zone in game.tracking.plan(players).zones)
    return Seen(game.tracking.layout(state), zones, game.tracking.goods(state))


def played(game: Any, state: Any, *decisions: Any) -> Any:
    for decision in decisions:
        check_legal(game, state, decision)
        state = game.play(state, decision)
    return state


def bids_are_in() -> Stones:
    return played(TOY, TOY.new(READY), Bid(0, 2), Bid(1, 1))


def found(session: Session[Any], truth: Any, done: list[SimulatedStep]) -> Proposal | Nothing:
    """What it comes to when all that it asks is answered truly."""
    game = session.game
    decided: dict[Any, Any] = {}
    for step in done:
        question = next(q for q in game.questions(step.before) if q.player == step.decision.player)
        about = game.phase(step.before).round, question.player, question.kind
        decided[*about, 1 + sum(one[:3] == about for one in decided)] = step.decision
    for _ in range(12):
        asked = session.think()
        if isinstance(asked, Proposal | Nothing):
            return asked
        if isinstance(asked, WhereQuestion):
            stands = standing(game, truth, game.questions(truth))
            if stands in asked.choices:
                session.tell_where(stands)
            else:
                session.tell_not_there(asked.choices)
        elif isinstance(asked, WhichQuestion):
            reached = session.histories.reached
            session.tell(next(c.told for c in asked.choices if reached[c.end].state == truth))
        elif isinstance(asked, WhatQuestion):
            session.tell_what(asked.asked, decided.get(asked.asked))
        else:
            fact = game.fact(game.view(truth, None), asked.fact.path)
            session.tell_fact(fact.path, fact.value)
    raise AssertionError("it asks without end")


def test_what_lies_there_tells_what_was_drawn_and_taken() -> None:
    begun = bids_are_in()
    end = played(TOY, begun, *TOLD[:2])
    proposal = Session(TOY, begun, lies(TOY, end, 2)).think()
    assert isinstance(proposal, Proposal)
    assert proposal.decisions == TOLD[:2]


def test_a_secret_question_is_left_to_its_owner() -> None:
    begun = played(TOY, TOY.new(READY), Bid(0, 2))
    end = played(TOY, begun, Bid(1, 1), *TOLD[:2])
    histories = Histories(TOY, begun, lies(TOY, end, 2))
    assert histories.grow(1.0)
    assert len(histories.reached) == 1
    assert isinstance(Session(TOY, begun, lies(TOY, end, 2)).think(), Nothing)


def test_no_yes_answers_what_is_secret() -> None:
    with pytest.raises(Illegal, match="secret"):
        check_open(TOY, TOY.new(READY), (Bid(0, 2),))
    check_open(TOY, bids_are_in(), TOLD)


def test_what_nobody_saw_of_the_secret_bids_changes_nothing() -> None:
    """Two tables that differ only in a bid that is not revealed propose the same."""
    begun = TOY.new(READY)
    one, other = (played(TOY, begun, Bid(0, amount)) for amount in (0, 2))
    seen = lies(TOY, begun, 2)
    assert [Session(TOY, state, seen).think() for state in (one, other)] == [Proposal((), 0)] * 2


def test_a_piece_that_cannot_lie_there_is_named() -> None:
    begun = bids_are_in()
    seen = lies(TOY, begun, 2)
    end = played(TOY, begun, *TOLD[:2])
    turned = replace(seen, spots={**lies(TOY, end, 2).spots, "S20": lies(TOY, end, 2).spots["S03"]})
    session = Session(TOY, begun, turned)
    assert isinstance(session.think(), Nothing)
    near = session.histories.reached[session.histories.nearest()].state
    assert "S20" in {d.tile for d in session.histories.look.apart(near)}


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 2, 3))])
def test_a_stretch_is_found_again(seed: int) -> None:
    game = games.load("new-frontiers")
    rng = Random(f"stretch {seed}")
    history = list(steps(game, new_game(game, 3, (), rng), game.players["sensible"], rng))
    begin = rng.randrange(len(history) - 5)
    done = history[begin : begin + rng.randint(1, 4)]
    begun, end = done[0].before, done[-1].after
    proposal = found(Session(game, begun, lies(game, end, 3)), end, done)
    assert isinstance(proposal, Proposal)
    after = played(game, begun, *proposal.decisions)
    assert game.facts(after) == game.facts(end)
    assert game.questions(after) == game.questions(end)
    assert game.tracking.layout(after) == game.tracking.layout(end)


def test_the_last_few_ways_are_told_apart_by_one_tap() -> None:
    begun = bids_are_in()
    end = played(TOY, begun, *TOLD)
    unseen = replace(lies(TOY, end, 2), watching=frozenset((MIDDLE, seat_zone(0))))
    seen = replace(unseen, spots={t: s for t, s in unseen.spots.items() if s.zone in unseen.watching})
    session = Session(TOY, begun, seen)
    asked = session.think()
    while not isinstance(asked, WhichQuestion):
        assert isinstance(asked, WhereQuestion), asked
        session.tell_where(standing(TOY, end, TOY.questions(end)))
        asked = session.think()
    (true,) = (c for c in asked.choices if session.histories.reached[c.end].state == end)
    session.tell(true.told)
    proposal = session.think()
    assert isinstance(proposal, Proposal)
    assert played(TOY, begun, *proposal.decisions) == end


def test_a_number_told_wrongly_is_not_taken() -> None:
    """Where a number alone decides, another is asked that would differ, too."""
    begun = bids_are_in()
    end = played(TOY, begun, TOLD[0], Pass(0))
    other = replace(lies(TOY, end, 2), watching=frozenset())  # nobody sees anything: only numbers are told
    session = Session(TOY, begun, other)
    for _ in range(12):
        asked = session.think()
        if isinstance(asked, Proposal | Nothing):
            break
        if isinstance(asked, FactQuestion):
            session.tell_fact(asked.fact.path, 7)
        elif isinstance(asked, WhereQuestion):
            session.tell_where(standing(TOY, end, TOY.questions(end)))
        else:
            session.histories.tell(replace(session.told, passed=session.told.passed | {asked.key}))
    assert isinstance(asked, Nothing)
