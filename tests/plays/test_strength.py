"""Strengths from kept plays, and the fair table that they propose."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.contract.fair import Coin
from companion.plays.play import PlaySummary, Result, Seated
from companion.plays.strength import FEWEST_PLAYS, Fair, fair_table, strengths
from tests.default_run import first_by_default
from tests.plays.conftest import named_play

COIN = Coin(
    worth=0.12,
    most=15,
    more=lambda player, number: f"{player} begins with {number} more",
    had=lambda player, number: f"{player} began with {number} more",
)
PAIR = ("Ann", "Ben")


def play(*names: str, ahead: tuple[int, ...] = ()) -> PlaySummary:
    """The first has won, each other is one place behind the one before."""
    seated = tuple(Seated(name, "blue", ahead=more) for name, more in zip(names, ahead or (0,) * 9))  # noqa: B905
    results = tuple(Result(20 - seat, seat + 1, seat == 0, {}) for seat in range(len(names)))
    return replace(named_play(*names).brief, players=seated, results=results)


def won(wins: int, of: int, ahead: int = 0) -> list[PlaySummary]:
    """Ann's wins against Ben, spread evenly; Ben began with so many more."""
    every = (n * wins // of < (n + 1) * wins // of for n in range(of))
    return [play(*PAIR, ahead=(0, ahead)) if one else play("Ben", "Ann", ahead=(ahead, 0)) for one in every]


def test_who_wins_less_begins_with_more_and_it_is_said_why():
    fair = fair_table(won(7, 9), COIN, PAIR)
    assert fair is not None
    assert fair.ahead[0] == 0 < fair.ahead[1] <= COIN.most
    assert fair.why == f"Ann has won 7 of 9: Ben begins with {fair.ahead[1]} more"


@pytest.mark.parametrize("names", [PAIR, ("BEN", "ann"), ("Cleo", "Ben", "Ann")])
def test_it_goes_by_the_names_wherever_they_sit(names):
    fair = fair_table(won(7, 9), COIN, names)
    assert fair is not None
    assert [name.casefold() for name, more in zip(names, fair.ahead, strict=True) if more] == ["ben"]


@pytest.mark.parametrize(
    ("plays", "names"),
    [
        ([], PAIR),
        (won(FEWEST_PLAYS - 1, FEWEST_PLAYS - 1), PAIR),
        (won(5, 10), PAIR),
        (won(7, 9), ("Ann", "Cleo")),
        (won(7, 9), ("Ann",)),
        ([play("Ann", "ann ") for _n in range(9)], PAIR),
    ],
    ids=["no plays", "too few", "alike", "a stranger", "alone", "one name twice"],
)
def test_nothing_is_proposed_where_nothing_is_known(plays, names):
    assert fair_table(plays, COIN, names) is None


def test_it_is_bounded():
    assert fair_table(won(60, 60), COIN, PAIR) == Fair(
        (0, 15), "Ann has won 60 of 60: Ben begins with 15 more"
    )


def test_of_several_each_begins_by_the_own_distance_from_the_best():
    fair = fair_table([play("Ann", "Ben", "Cleo") for _n in range(6)], COIN, ("Cleo", "Ann", "Ben"))
    assert fair is not None
    cleo, ann, ben = fair.ahead
    assert ann == 0 < ben < cleo
    assert fair.why == f"Ann has won 6 of 6: Cleo begins with {cleo} more; Ben begins with {ben} more"


def test_a_win_over_somebody_who_began_with_more_counts_for_more():
    level, against_more = (strengths(won(15, 20, ahead), COIN)["ann"].mu for ahead in (0, 5))
    assert against_more > level
    assert strengths(won(15, 20), COIN)["ben"].plays == 20


@pytest.mark.parametrize("worth_in_truth", first_by_default([0.2, 0.06, 0.12]))
def test_what_the_coin_is_really_worth_is_learnt_from_the_fair_plays(worth_in_truth):
    """Ann wins 80 of 100. Whatever the coin is worth to these two, after seventy fair plays, five an evening
    as proposed at its beginning, each wins half of the next fifty."""
    rng, wins, of = Random(1), 0, 0
    for _house in range(20):
        plays: list[PlaySummary] = []
        for number in range(150):
            if number % 5 == 0:
                fair = fair_table(plays, COIN.changed(most=40), PAIR) if number >= 30 else None
            more = fair.ahead if fair else (0, 0)
            odds = 4 * 2.718281828 ** ((more[0] - more[1]) * worth_in_truth)
            ann = rng.random() < odds / (1 + odds)
            plays.insert(0, play(*PAIR, ahead=more) if ann else play("Ben", "Ann", ahead=more[::-1]))
            if number >= 100:
                wins, of = wins + ann, of + 1
    assert abs(wins / of - 0.5) < 0.07, wins / of
