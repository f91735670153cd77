"""Tests of the numbers in the charts of a game's statistics, with made-up plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.plays.play import PlaySummary, Result, Seated
from companion.plays.trends import MAX_LINES, endings, lengths, rates, totals
from companion.web.plays.plots import plots
from tests.plays.conftest import a_play

BRIEF = a_play().brief


def brief(number: int, names: str, scores: tuple[int, ...], **fields: Any) -> PlaySummary:
    players = tuple(Seated(name, name.lower(), {}, seat == 0) for seat, name in enumerate(names))
    best = max(scores)
    results = tuple(Result(score, 1 if score == best else 2, score == best, {}) for score in scores)
    return replace(BRIEF, id=f"play-{number}", players=players, results=results, **fields)


PLAYS = (  # the newest first
    brief(3, "ABC", (9, 20, 3), minutes=90, rounds=8, endings=("Seven developments",)),
    brief(2, "BA", (12, 12), minutes=50, rounds=6, endings=("Seven developments", "No chips left")),
    brief(1, "AB", (30, 8), minutes=40, rounds=None),
)


def test_rates_by_kind_stand_beside_what_is_expected() -> None:
    first, second, third = rates(PLAYS, lambda play, seat: f"seat {seat + 1}")
    # Seat 1 won the first two plays, one of them shared with seat 2; seat 3 took part once.
    assert (first.plays, first.wins, round(first.expected, 4)) == (3, 2, round(1 / 3 + 1, 4))
    assert (second.wins, third.plays, third.wins) == (2, 1, 0)
    assert round(first.part, 3) == 0.667
    assert rates(PLAYS, lambda play, seat: None) == ()


def test_lengths_leave_out_what_is_not_known() -> None:
    two, three = lengths(PLAYS)
    assert (two.players, two.plays, two.minutes, two.rounds) == (2, 2, 45.0, 6.0)
    assert (three.minutes, three.rounds) == (90.0, 8.0)
    assert lengths((replace(PLAYS[0], minutes=None),))[0].minutes is None


def test_a_play_that_ended_for_two_reasons_counts_for_both() -> None:
    assert endings(PLAYS) == (("Seven developments", 2), ("No chips left", 1))


def test_totals_are_in_the_order_of_play() -> None:
    a, b, c = totals(PLAYS)
    assert (a.name, list(a.totals.items())) == ("A", [(1, 30), (2, 12), (3, 9)])
    assert (b.totals, c.totals) == ({1: 8, 2: 12, 3: 20}, {3: 3})


@given(st.lists(st.lists(st.integers(-5, 90), min_size=1, max_size=6), max_size=40))
def test_the_charts_hold_every_number_and_stay_in_their_drawing(scores: list[list[int]]) -> None:
    plays = tuple(brief(n, "ABCDEF"[: len(some)], tuple(some)) for n, some in enumerate(scores))
    for kind in (lambda play, seat: str(seat), lambda play, seat: play.players[seat].colour):
        found = rates(plays, kind)
        assert sum(rate.plays for rate in found) == sum(map(len, scores))
        # A shared win is a win for each, so there are at least as many wins as plays.
        assert sum(rate.wins for rate in found) >= len(plays)
        assert round(sum(rate.expected for rate in found), 6) == len(plays)
    for plot in plots(plays):
        assert all(len(row) == len(plot.heads) for row in plot.rows)
        assert all(0 <= bar.part <= 1 for bar in plot.bars)
        if plot.lines is not None:
            assert len(plot.lines.curves) <= MAX_LINES
            marks = [mark for curve in plot.lines.curves for mark in curve.marks]
            assert all(0 <= x <= plot.lines.width and 0 <= y <= plot.lines.height for x, y in marks)
