"""Tests of the computer players: legal and repeatable decisions, and one player that plays as people do."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from companion.games.contract import Question
from companion.games.new_frontiers.players import PLAYERS
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import play_game, simulate
from tests.games.new_frontiers.build import development, explored, give, option, plain, world
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start, with_explored


def sensible(state: State) -> object:
    question: Question = NEW_FRONTIERS.questions(state)[0]
    options = NEW_FRONTIERS.options(state, question.player)
    return PLAYERS["sensible"].choose(NEW_FRONTIERS, state, question, options, Random(0))


def after(state: State, action: str) -> State:
    return NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, action))


def with_credits(state: State, credits: int, colonists: int = 0) -> State:
    first = state.disks[0].player
    return state.with_empire(first, replace(state.empires[first], credits=credits, colonists=colonists))


@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_the_same_seed_plays_the_same_game(kind: str) -> None:
    assert play_game(NEW_FRONTIERS, 3, "7:1", kind) == play_game(NEW_FRONTIERS, 3, "7:1", kind)
    assert play_game(NEW_FRONTIERS, 3, "7:1", kind) != play_game(NEW_FRONTIERS, 3, "7:2", kind)


def test_the_random_player_gives_every_answer_sometimes() -> None:
    state = start(3)
    question = NEW_FRONTIERS.questions(state)[0]
    options = NEW_FRONTIERS.options(state, question.player)
    rng = Random(3)
    given = {PLAYERS["random"].choose(NEW_FRONTIERS, state, question, options, rng) for _ in range(200)}
    assert given == {option.decision for option in options}


def test_a_world_that_can_be_settled_is_preferred_to_colonists() -> None:
    first = start(2).disks[0].player
    state = with_credits(with_explored(start(2), first, "W03"), 5, 3)
    assert sensible(after(state, "settle")) == SettleWorld(first, "W03", "credits")


def test_colonists_are_taken_when_no_world_can_be_settled() -> None:
    state = after(start(2), "settle")
    assert sensible(state) == TakeColonists(state.disks[0].player)


def test_whoever_has_no_worlds_explores() -> None:
    decision = sensible(with_credits(start(2), 4, 4))
    assert decision == SelectAction(start(2).disks[0].player, "explore")


def test_of_two_worlds_the_one_in_reach_is_picked() -> None:
    first = start(2).disks[0].player
    catalogue = NEW_FRONTIERS.catalogue
    far = max(catalogue.worlds.values(), key=lambda world: world.defense or 0).id
    state = after(with_credits(start(2), 3), "explore")
    state = replace(state, center=(far, "W03"), bag=tuple(w for w in state.bag if w not in (far, "W03")))
    assert state.doing is not None
    state = replace(state, doing=replace(state.doing, stage="pick", draw=0))
    assert sensible(state) == PickWorld(first, "W03")


def test_military_against_a_keyword_reaches_no_gray_world_without_it() -> None:
    """A gray world has no kind, and Military against a keyword names none: that is no fit."""

    def worth_of_settling(foe: str) -> float:
        gray = world("A", defense=2, vp=9, keywords=("Rebel",))
        arms = development("D", f"Settle: +2 Military vs {foe}")
        state = give(explored(plain(2), 0, gray), 0, arms, colonists=2)
        return PLAYERS["sensible"].worth(state, 0, ())(option(state, SelectAction(0, "settle")))

    assert worth_of_settling("UPLIFT") < worth_of_settling("REBEL")


def test_a_large_development_is_bought_by_who_can_pay_for_it() -> None:
    state = after(with_credits(start(2), 9), "develop")
    decision = sensible(state)
    assert isinstance(decision, BuyDevelopment)
    assert NEW_FRONTIERS.catalogue.developments[decision.development].large


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sensible_players_outscore_random_ones(players: int) -> None:
    plain = simulate(NEW_FRONTIERS, players=players, games=4, seed=2)
    better = simulate(NEW_FRONTIERS, players=players, games=4, seed=2, kind="sensible")
    assert mean(map(mean, better["scores"])) > mean(map(mean, plain["scores"]))
    assert min(better["rounds"]) >= 5


@pytest.mark.slow
def test_sensible_games_last_about_as_long_as_the_rulebook_says_p4() -> None:
    """Typically 12 to 15 rounds; two players, who select four actions a round, need a few less."""
    lasted = {
        players: mean(simulate(NEW_FRONTIERS, players=players, games=24, seed=4, kind="sensible")["rounds"])
        for players in (2, 3, 4, 5)
    }
    assert 9 <= lasted[2] <= 15, lasted
    assert all(11.5 <= lasted[players] <= 15 for players in (3, 4, 5)), lasted
