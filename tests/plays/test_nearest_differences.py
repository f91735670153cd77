"""Tests of the two smallest differences that would have changed the winner, found by scoring each again."""

from __future__ import annotations

from companion.games.contract import WhatIf, ranked
from companion.plays.near_misses import apart, closest_round, nearest
from companion.plays.play import RoundTotals
from companion.translation import _, speaking
from tests.plays.conftest import scores


def coins(player, before, each=1, upto=20):
    """`each` points more for a coin."""
    for n in range(1, upto):
        totals = [t + each * n if seat == player else t for seat, t in enumerate(before)]
        yield WhatIf(player, "coins", n, f"{n} coins", scores(*totals))


def gems(player, before, *worths):
    for worth in worths:
        totals = [t + worth if seat == player else t for seat, t in enumerate(before)]
        yield WhatIf(player, "gem", 1, f"a gem of {worth}", scores(*totals))


def nearest_two(before, *kinds):
    nears = nearest(scores(*before), [[kind] for kind in kinds])
    return [(near.what.words, near.gain, near.alone) for near in nears]


def test_the_fewest_things_come_first_then_the_fewest_points():
    before = (12, 9)
    assert nearest_two(before, coins(1, before), gems(1, before, 2, 7, 4, 9)) == [
        ("a gem of 4", 4, True),
        ("3 coins", 3, False),
    ]


def test_what_shares_the_win_counts_but_less_than_what_wins():
    before = (12, 11, 9)
    assert nearest_two(before, coins(1, before), coins(2, before))[0] == ("1 coins", 1, False)
    assert nearest_two(before, gems(1, before, 1, 2)) == [("a gem of 1", 1, False)]


def test_who_shares_the_win_might_have_won_alone():
    before = (12, 12)
    assert nearest_two(before, coins(0, before)) == [("1 coins", 1, True)]


def test_what_changes_nothing_is_not_told():
    before = (12, 9)
    assert nearest_two(before, coins(0, before), gems(1, before, 1, 2), coins(1, before, upto=3)) == []


def test_another_kind_goes_first_and_two_at_most():
    before = (12, 11, 11)
    shown = nearest_two(before, coins(1, before), coins(2, before), gems(1, before, 3), gems(2, before, 2))
    assert shown == [("1 coins", 1, False), ("a gem of 2", 2, True)]


def test_of_one_kind_alone_two_players():
    before = (12, 11, 9)
    shown = nearest_two(before, coins(2, before), coins(1, before))
    assert shown == [("1 coins", 1, False), ("3 coins", 3, False)]


def test_how_far_apart_the_first_two_were():
    assert apart(scores(9, 12, 3)) == "Green and Blue were 3 VP apart."
    assert apart(scores(12, 12)) == "Blue and Green are tied, even after the tie-break."


def test_the_closest_round_is_of_the_second_half_and_not_the_end():
    course = [
        RoundTotals(n + 1, totals) for n, totals in enumerate(((5, 5), (9, 8), (14, 9), (20, 18), (31, 30)))
    ]
    assert closest_round(("Ann", "Ben"), course) == ("After round 4 Ann was ahead of Ben by 2 VP only.",)
    level = [*course[:3], RoundTotals(4, (20, 20)), course[4]]
    assert closest_round(("Ann", "Ben"), level) == ("After round 4 Ann and Ben were level at 20 VP.",)
    assert (
        closest_round(("Ann", "Ben"), course[:1]) == closest_round(("Ann",), [RoundTotals(1, (3,))] * 4) == ()
    )


def test_all_who_are_tied_are_named_and_what_the_tie_break_did():
    assert apart(scores(12, 12, 12)) == "Blue, Green and Red are tied, even after the tie-break."
    names, lines = ("Ann", "Ben", "Cid"), [scores(9).players[0].lines] * 3
    parted = apart(ranked(names, lines, [(1,), (3,), (2,)]))
    assert parted == "Ben, Cid and Ann had the same VP; the tie-break decided."
    shared = apart(ranked(names, lines, [(3,), (1,), (3,)]))
    assert shared == "Ann, Cid and Ben had the same VP; the tie-break left Ann and Cid tied."
    with speaking("de"):
        assert str(_(shared)).startswith("Ann, Cid und Ben hatten gleich viele SP")
