"""Tests of the players with a plan: each is legal to the end and buys more of what its plan wants."""

from __future__ import annotations

from statistics import fmean

from companion import games
from companion.simulation.simulate import play_game

GAME = games.load("new-frontiers")
GAMES = 6


def owned(kind: str) -> tuple[float, float, float]:
    """Of a seat, where all play this way: worlds for each development, developments, VP chips."""
    empires = [empire for n in range(GAMES) for empire in play_game(GAME, 2, f"plans {n}", kind)[0].empires]
    worlds = fmean(len(empire.colonies) for empire in empires)
    developments = fmean(len(empire.developments) for empire in empires)
    return worlds / developments, developments, fmean(empire.chips for empire in empires)


def test_each_plan_has_more_of_its_own_than_the_sensible_player() -> None:
    worlds, developments, chips = owned("sensible")
    assert owned("settlement")[0] > 1.5 * worlds
    assert owned("development")[1] > 1.3 * developments
    assert owned("production")[2] > chips
