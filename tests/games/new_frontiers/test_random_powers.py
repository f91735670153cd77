"""Tests of the invariants of every game with random powers of every form on random tiles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, World
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tiles.powers import Manual
from companion.simulation.simulate import new_game
from tests.default_run import examples
from tests.games.new_frontiers.build import GAME, drawn
from tests.games.new_frontiers.test_random_games import check_everything

POWER_LINES = (
    "Explore: draw 1 world",
    "Explore: draw 3 worlds",
    "Explore: gain 1 colonist",
    "Develop: -2 cost",
    "Develop: -2 cost of 9-cost",
    "Develop: after you develop, gain 1 VP + $1",
    "Settle: +3 Military",
    "Settle: -1 Military",
    "Settle: +3 Military vs REBEL",
    "Settle: +3 Military vs Rare",
    "Settle: spend 1 good for +2 Military",
    "Settle: spend 2 goods of different kinds for +4 Military",
    "Settle: spend all goods for +5 Military",
    "Settle: spend 1 Genes good for +3 Military",
    "Settle: -2 cost",
    "Settle: -1 cost of Novelty worlds",
    "Settle: may pay for a non-Alien military world at -1 cost",
    "Settle: may settle 2 worlds",
    "Settle: after you settle, $1",
    "Settle: after you settle, draw 2 worlds",
    "Settle: after you settle, 1 colonist",
    "Settle: may replace a non-military colony, same kind, cost 0-3 higher",
    "Settle: may replace this by settling a world",
    "Produce: gain $1",
    "Produce: gain 1 VP per Genes colony",
    "Produce: gain $1 per good produced",
    "Produce: gain 1 colonist per colony kind",
    "Produce: gain $1 per kind produced",
    "Produce: gain $1 when this produces",
    "Produce: gain 1 VP if you produced the most Rare goods",
    "Produce: good on 1 windfall",
    "Produce: good on 1 Alien windfall",
    "Produce: may good on 1 windfall",
    "Trade: +2",
    "Trade: +1 Genes",
    "Trade: +3 this",
    "Consume: 1 good -> $2",
    "Consume: 2 goods -> 3 VP",
    "Consume: 1 Novelty good -> 2 VP",
    "Consume: up to 3 goods -> 1 VP + $1 each",
    "Consume: up to 2 Rare goods -> 1 VP each",
    "Consume: 2 goods of different kinds -> 3 VP",
    "Consume: all goods -> 4 VP",
    "Consume: 1 good -> trade price",
    "Consume: 1 VP",
    "Consume: may 1 VP",
    "Consume: may 1 good -> 1 colonist",
    "Consume: +1 VP per good consumed, +1 VP if you have Galactic Salon",
    "Explore: may draw 1 world",
    "Explore: may gain 1 VP",
    "Develop: may after you develop, gain 1 colonist",
    "Settle: may after you settle, draw 1 world",
    "Produce: may gain 1 VP per development",
    "Settle: a line in no language at all",
)


def random_box(rng: Random, kinds: float) -> Catalogue:
    """The shipped tiles, with up to three random powers each; some worlds are of any kind."""
    tiles = []
    for tile in GAME.catalogue.values():
        if isinstance(tile, World | Development):
            powers = tuple(parse_power(line) for line in rng.sample(POWER_LINES, rng.choice((0, 1, 1, 2, 3))))
            tile = replace(tile, powers=powers)
        if isinstance(tile, World) and tile.kind is not None and not tile.military and rng.random() < kinds:
            tile = replace(tile, kind="any")
        tiles.append(tile)
    return GAME.catalogue.with_tiles(tiles)


def test_all_the_lines_but_the_last_are_understood() -> None:
    understood = [not isinstance(parse_power(line).effect, Manual) for line in POWER_LINES]
    assert understood == [True] * (len(POWER_LINES) - 1) + [False]


@pytest.mark.slow
@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    goals=st.sampled_from(("no", "yes")),
    turns=st.sampled_from(("order", "together")),
    kinds=st.sampled_from((0.0, 0.2)),
)
@settings(max_examples=examples(25), deadline=None)
def test_games_with_any_powers(players: int, seed: int, goals: str, turns: str, kinds: float) -> None:
    rng = Random(seed)
    game = NewFrontiers(random_box(rng, kinds))
    options = (("game", "later"), ("goals", goals), ("turns", turns))
    state: State = new_game(game, players, options, rng)
    for _ in range(5000):
        if game.phase(state).over:
            break
        question = rng.choice(game.questions(state))
        if question.draw is not None:
            decision = drawn(state, tuple(rng.sample(question.draw.pool, question.draw.count)))
        else:
            assert question.player is not None
            offered = game.options(state, question.player)
            assert offered, question
            option = rng.choice(offered)
            decision = option.decision
            assert game.words(state, decision)
            game.refusals(state, question.player)
        state = game.play(state, decision)
        check_everything(state)
    assert game.phase(state).over
    assert game.score(state).final
