"""Tests of tags that several pieces carry as evidence: an area in which one is read has one of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from companion import games
from companion.catching_up.asked import COPIES_KEY, WhatQuestion, WhichQuestion
from companion.catching_up.basis import bases
from companion.catching_up.evidence import Seen, Told
from companion.catching_up.next_page import catch_up
from companion.catching_up.session import Proposal, Session
from companion.catching_up.shown import FailedShown
from companion.catching_up.told_json import seen_from_json, seen_to_json
from companion.games.contract import seat_zone
from companion.simulation.simulate import new_game, steps
from companion.table.observation import SeenTable
from companion.table.slides import Slides
from companion.web.play.what_lies import as_seen
from tests.rigs.truthful import Truthful, same

GAME = games.load("new-frontiers")


def a_develop() -> Truthful:
    """A Develop of three, from its selection until all have bought (p. 5)."""
    rng = Random(5)
    history = list(islice(steps(GAME, new_game(GAME, 3, (), rng), GAME.players["sensible"], rng), 80))
    kinds = [GAME.questions(step.before)[0].kind for step in history]
    last = max(n for n, kind in enumerate(kinds) if kind == "develop")
    first = next(n for n in range(last, 0, -1) if kinds[n] != "develop")
    return Truthful(GAME, history[first : last + 1])


def asked(truth: Truthful, seen: Seen) -> tuple[list[str], bool]:
    """The kinds of what was asked, and whether its proposal is what was done."""
    kinds: list[str] = []
    for session, found in islice(truth.catching_up(seen), 12):
        if isinstance(found, WhichQuestion):
            kinds.append("which")
        elif isinstance(found, Proposal):
            return kinds, same(GAME, session.histories.reached[found.end].state, truth.end)
        else:
            kinds += [row.asked[2] for row in getattr(found, "rows", ()) if isinstance(row, WhatQuestion)]
    return kinds, False


def test_who_bought_what_is_not_asked_where_its_tag_is_read() -> None:
    truth = a_develop()
    seen = truth.seen(3, slides=True, goods=False, copies=True)
    bought = {(tile, zone) for tile, zones in seen.copies.items() for zone in zones}
    assert len(bought) > 1
    assert seen_from_json(seen_to_json(seen)) == seen
    assert asked(truth, seen) == ([], True)
    without, exact = asked(truth, replace(seen, copies={}))
    assert exact
    assert without


def test_what_was_bought_is_inferred_from_its_tag() -> None:
    truth = a_develop()
    seen = truth.seen(3, slides=True, goods=False, copies=True)
    decisions = [step.decision for step in truth.steps]
    found = [one.pieces for one in bases(GAME, truth.begun, decisions, seen, Told())]
    bought = [GAME.tracking.copies(step.after) != GAME.tracking.copies(step.before) for step in truth.steps]
    assert [bool(pieces) for pieces in found] == bought
    unread = bases(GAME, truth.begun, decisions, replace(seen, copies={}), Told())
    assert not any(one.pieces for one in unread)


def test_a_tag_that_is_not_read_denies_nothing() -> None:
    """A sticker may have come off, or something may lie on it: what was bought is found all the same."""
    truth = a_develop()
    seen = truth.seen(3, slides=True, goods=False, copies=True)
    (tile, zones), *_others = sorted(seen.copies.items())
    unread = {**seen.copies, tile: zones - {min(zones)}}
    kinds, exact = asked(truth, replace(seen, copies=unread))
    assert exact
    assert kinds


def stray(truth: Truthful) -> Seen:
    """With the tag of a development in an area whose owner cannot have bought it."""
    seen = truth.seen(3, slides=True, goods=False, copies=True)
    return replace(seen, copies={**seen.copies, "D01": frozenset(map(seat_zone, range(3)))})


def test_copies_that_nobody_can_have_tell_nothing() -> None:
    truth = a_develop()
    for session, found in islice(truth.catching_up(stray(truth)), 12):
        last = found
        assert COPIES_KEY in session.told.passed
        assert Session(GAME, truth.begun, stray(truth), session.told).seen.copies == {}
    assert isinstance(last, Proposal)
    assert same(GAME, session.histories.reached[last.end].state, truth.end)


def test_beside_a_number_that_does_not_fit_copies_are_doubted_too() -> None:
    truth = a_develop()
    told = Told({"credits/0": 77})
    shown = catch_up(GAME, truth.begun, stray(truth), told, passes_secrets=True, further=True)
    assert isinstance(shown, FailedShown)
    assert any("Who has what" in one.words for one in shown.doubted)


@pytest.mark.parametrize("areas", [{"seat:0"}, {"seat:0", "middle"}, {"seat:0", "seat:1"}])
def test_a_camera_tells_them_by_their_areas(areas: set[str]) -> None:
    """A development is no piece that lies astray: where it was bought, nothing agreed."""
    begun = a_develop().begun
    layout = GAME.tracking.layout(begun)
    zones = frozenset(zone.name for zone in GAME.tracking.plan(3).zones)
    alone = {} if len(areas) > 1 else {"D13": next(iter(layout.values()))}
    report = SeenTable({**layout, **alone}, watching=zones, copies={"D13": frozenset(areas)})
    seen = as_seen(GAME, begun, report, Slides())
    assert (seen.copies, seen.spots) == ({"D13": areas - {"middle"}}, layout)
