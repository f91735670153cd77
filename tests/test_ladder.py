"""Tests of the coach's ladder and of the simulated beginners: sums, seats, seeds, and that a run goes on."""

from __future__ import annotations

import argparse
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest

from benchmarks import beginners, ladder
from benchmarks.in_time import play_in_time, read
from benchmarks.rungs import UctPlayer
from companion import games
from companion.games.contract import Draw
from companion.simulation.simulate import new_game
from companion.table.advice import Graded, SeatAdvice
from tests.coach.bets import Bets, BetsGame

GAME = games.load("new-frontiers")


def played(one: str, other: str, *won: float) -> list[ladder.Played]:
    return [
        ladder.Played("g", "s", 2, (one, other), n, share, 0.0, (1, 1), (0.1, 0.1), (0.1, 0.1))
        for n, share in enumerate(won)
    ]


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = ladder.wilson(100, 200)
    assert (round(low, 3), round(high, 3)) == (0.431, 0.569)
    low, high = ladder.wilson(10, 10)
    assert (round(low, 3), high) == (0.722, 1.0), "a share of all is not sure"


def test_elo_is_of_all_pairings_at_once() -> None:
    found = played("a", "b", *[1.0] * 75, *[0.0] * 25) + played("b", "c", *[1.0] * 75, *[0.0] * 25)
    ratings = ladder.elo(found, "b")
    assert ratings["b"] == 0
    assert ratings["a"] == pytest.approx(190, abs=5)
    assert ratings["c"] == pytest.approx(-190, abs=5)
    assert ladder.elo(played("a", "b", 1.0, 1.0), "b")["a"] < 1000, "who never lost has a finite rating"


@pytest.mark.parametrize("players", sorted(ladder.ORDERS))
def test_each_agent_has_every_seat_equally_often(players: int) -> None:
    orders = ladder.ORDERS[players]
    for seat in range(players):
        assert sum(order[seat] for order in orders) * 2 == len(orders)
    if players % 2:  # who has one seat has two as often
        assert sorted(map(sum, orders)) == [1, 1, 1, 2, 2, 2]
    else:
        assert all(sum(order) * 2 == players for order in orders)
    assert len(set(orders)) == len(orders)


def test_games_of_all_pairings_are_begun_in_rounds_and_none_is_played_twice() -> None:
    given = argparse.Namespace(
        game="g", seed="s", games=2, players=[2, 4], agents=["a", "b", "c"], only="", options=()
    )
    jobs = list(ladder.jobs_to_do(given, []))
    assert [job.number for job in jobs] == [0] * 6 + [1] * 6
    kept = played("a", "b", 1.0, 1.0)
    left = [(job.players, job.agents, job.number) for job in ladder.jobs_to_do(given, kept)]
    assert len(left) == 10
    assert not any(it[:2] == (2, ("a", "b")) for it in left)
    given.only = "c"
    assert {job.agents for job in ladder.jobs_to_do(given, [])} == {("a", "c"), ("b", "c")}


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "coach",
        "coach:1",
        "coach:s",
        "uct:xn",
        "random:1s",
        "coach:1s:player=who",
        "uct:1n:equal=1",
        "net:1s",
        "coach:1s:estimate=who",
    ],
)
def test_what_is_no_agent_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"agent|convert|invalid"):
        ladder.agent(GAME, name)


def test_a_game_with_a_budget_in_nodes_is_the_same_again() -> None:
    job = ladder.Job("new-frontiers", 2, ("coach:3n:rounds=1+player=production", "uct:1n"), 1, "seed")
    one, again = ladder.play(job), ladder.play(job)
    assert (one.won, one.points, one.decisions) == (again.won, again.points, again.decisions)
    assert min(one.decisions) > 10


def test_a_game_with_hands_is_played_by_three_too_with_the_options_said() -> None:
    options = (("two-players", "experienced"), ("steps", "fewer"))
    race = "race-for-the-galaxy"
    one = ladder.play(ladder.Job(race, 3, ("random", "coach:4n"), 1, "test", options))
    assert (one.won, one.points < 0, one.longest[1] > 0) == (0.0, True, True)
    game = games.load(race)
    assert ladder.variants(game, 2, options) == (options,)
    assert ladder.variants(game, 3, options) == (options[1:],), "the first is for two"
    assert [dict(said)["two-players"] for said in ladder.variants(game, 2)] == ["standard", "experienced"]


def test_what_was_not_counted_is_not_said(capsys: Any) -> None:
    kept = [replace(it, decisions=(0, 2), seconds=(0.0, 0.1)) for it in played("a", "b", 0.0)]
    ladder.print_tables(kept, "a")
    told = capsys.readouterr().out.splitlines()
    assert next(line for line in told if "players: b:" in line).endswith("50.0 ms; 0.10 s")
    assert "ms" not in next(line for line in told if "players: a:" in line)


def test_a_tree_search_finds_what_pays_in_the_mean() -> None:
    game: Any = BetsGame()
    state = Bets()
    (question,) = game.questions(state)
    options = game.options(state, 0)
    searcher, idle = (UctPlayer(nodes, inf, game.coaching) for nodes in (200, 0))
    found = [searcher.choose(game, state, question, options, Random(n)).how for n in range(3)]
    assert found == ["wild"] * 3
    assert idle.choose(game, state, question, options, Random(1)) == options[0].decision
    assert isinstance(game.questions(Bets(bets=("safe", "safe")))[0].draw, Draw)


def test_guided_beginners_take_an_answer_of_the_best_shade(monkeypatch: Any) -> None:
    def last_is_good(
        game: Any, coaching: Any, state: Any, question: Any, options: Any, *_: Any, **_seconds: Any
    ) -> SeatAdvice:
        graded = [Graded(option.decision, "poor", 9.0) for option in options]
        graded[-1] = Graded(options[-1].decision, "good", 0.0)
        return SeatAdvice(question.player, question.kind, tuple(reversed(graded)))

    monkeypatch.setattr(beginners, "grade", last_is_good)
    state = new_game(GAME, 2, (), Random(1))
    (question,) = GAME.questions(state)
    options = GAME.options(state, question.player)
    given = argparse.Namespace(game=GAME.name, seed="s", players=2, games=4, heeds=1.0, think=1.0)
    jobs = list(beginners.jobs_to_do(given, []))
    assert [(job.number, job.kind, job.level) for job in jobs[:4]] == [
        (0, "plausible", "none"),
        (0, "plausible", "guided"),
        (0, "blind spots", "none"),
        (0, "blind spots", "guided"),
    ]
    for job in jobs:
        beginner = beginners.Beginners(GAME, job)
        beginner.seat = question.player
        chosen = [beginner.choose(GAME, state, question, options, Random(n)) for n in range(20)]
        if job.level == "guided":
            assert set(chosen) == {options[-1].decision}
            assert (beginner.decisions, beginner.helped) == (20, 20)
            assert beginner.moved > 0
            never = beginners.Beginners(GAME, replace(job, heeds=0.0))
            never.seat = question.player
            never.choose(GAME, state, question, options, Random(1))
            assert (never.decisions, never.helped) == (1, 0)
        else:
            assert beginner.helped == 0
            assert len(set(chosen)) > 1 or job.kind == "blind spots"


def test_without_time_nothing_is_played_and_what_there_is_counts(tmp_path: Any, capsys: Any) -> None:
    kept = played("a", "b", 1.0, 0.0)
    given = argparse.Namespace(seconds=0, jobs=1, kept=tmp_path / "none.jsonl")
    play_in_time(ladder.play, iter([1]), kept, given)
    assert len(kept) == 2
    assert read(given.kept, ladder.Played) == []
    ladder.print_tables(kept, "a")
    assert "2 players: a against b: games 2, won 50.0% (9.5% to 90.5%)" in capsys.readouterr().out
