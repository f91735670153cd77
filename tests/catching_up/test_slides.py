"""Tests of what was slid out of its place as evidence, and of answers that are chosen beforehand."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion import games
from companion.catching_up.asked import SLIDES_KEY, FactQuestion, Page, WhatQuestion
from companion.catching_up.evidence import Told
from companion.catching_up.next_page import catch_up
from companion.catching_up.session import Proposal
from companion.catching_up.shown import AskedShown, FailedShown
from companion.catching_up.told_json import seen_from_json, seen_to_json, told_from_json
from companion.games.contract import Difference, Spot, seat_zone
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.truthful import Truthful

GAME = games.load("new-frontiers")


def a_round(seed: int) -> list[SimulatedStep]:
    """A whole round of two, the second of a game."""
    rng = Random(seed)
    history = list(islice(steps(GAME, new_game(GAME, 2, (), rng), GAME.players["sensible"], rng), 60))
    return [step for step in history if GAME.phase(step.before).round == 2]


def selected(decisions: Any) -> list[str]:
    return [tile for one in decisions if (tile := GAME.tracking.slides(one))]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_was_slid_is_not_asked(seed: int) -> None:
    truth = Truthful(GAME, a_round(seed))
    seen = truth.seen(2, slides=True, goods=False)
    assert seen_from_json(seen_to_json(seen)) == seen
    asked: list[str] = []
    for session, found in islice(truth.catching_up(seen), 9):
        last, end = found, session
        if isinstance(found, Page):
            asked += [row.asked[2] for row in found.rows if isinstance(row, WhatQuestion)]
            for row in found.rows:
                assert isinstance(row, FactQuestion) or row.likely in (None, *range(len(row.choices)))
            assert 1 <= truth.taps(found) <= len(found.rows) + 1
    assert isinstance(last, Proposal)
    assert selected(last.decisions) == selected(step.decision for step in truth.steps)
    assert "select-action" not in asked
    assert GAME.facts(end.histories.reached[last.end].state) == GAME.facts(truth.end)


def to_the_first_move() -> Truthful:
    """From a round's beginning until the first piece moves."""
    done = a_round(1)
    layout = GAME.tracking.layout
    moved = next(n for n, step in enumerate(done) if layout(step.before) != layout(step.after))
    return Truthful(GAME, done[: moved + 1])


def test_where_somebody_forgot_to_slide_it_tells_nothing() -> None:
    """No way slides just that, so what was slid is left out, on this page and the next."""
    truth = to_the_first_move()
    seen = replace(truth.seen(2, slides=True, goods=True), slides=("T7", "T7"))
    for session, found in islice(truth.catching_up(seen), 12):
        last = found
        assert SLIDES_KEY in session.told.passed
    assert isinstance(last, Proposal)
    assert GAME.facts(session.histories.reached[last.end].state) == GAME.facts(truth.end)


def test_beside_a_number_that_does_not_fit_both_are_doubted() -> None:
    """What was slid is not dropped for a number: either may be wrong, and a person says which."""
    truth = to_the_first_move()
    seen = replace(truth.seen(2, slides=True, goods=True), slides=("T7", "T7"))
    path = "credits/0"
    shown = catch_up(GAME, truth.begun, seen, Told({path: 77}), passes_secrets=True, further=True)
    assert isinstance(shown, FailedShown)
    without = [told_from_json(GAME, one.told) for one in shown.doubted]
    assert [(dict(one.facts), SLIDES_KEY in one.passed) for one in without] == [
        ({}, False),
        ({path: 77}, True),
    ]


def test_what_lies_with_another_is_said_before_anything_is_asked() -> None:
    """No player gives a world to another: while no way explains it, the page of questions begins with it."""
    truth = Truthful(GAME, a_round(1))
    seen = truth.seen(2, slides=False, goods=False)
    here, there = seat_zone(0), seat_zone(1)
    lying = GAME.tracking.layout(truth.begun)
    world = next(tile for tile, spot in lying.items() if spot.zone == here and seen.spots.get(tile) == spot)
    elsewhere = Spot(there, seen.spots[world].face)
    odd = replace(seen, spots={**seen.spots, world: elsewhere})
    shown = catch_up(GAME, truth.begun, odd, Told(), passes_secrets=True, further=True)
    assert isinstance(shown, AskedShown)
    assert shown.astray == (Difference(world, lying[world], elsewhere),)
    fine = catch_up(GAME, truth.begun, seen, Told(), passes_secrets=True, further=True)
    assert isinstance(fine, AskedShown)
    assert fine.astray == ()
