"""How many decisions a whole game has: as its folder says, else by simulation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

from companion.games.contract import Chosen, Game
from companion.simulation.ending import simulated_lengths
from companion.simulation.simulate import new_game

GAMES = 6
"""Whole games whose mean length is a usual one."""


def variants(game: Game[Any], players: int) -> Iterator[Chosen]:
    """Every choice between what makes games of different lengths for so many; one, empty: there is none."""
    asked = [it for it in game.setup_options() if it.variant and players in (it.players or (players,))]
    for values in product(*(it.choices for it in asked)):
        yield tuple((it.name, value) for it, (value, _words) in zip(asked, values, strict=True))


def usual_length(game: Game[Any], players: int, variant: Chosen = ()) -> float:
    """The decisions of a whole game of so many. variant: one of `variants`; (): the first of them. It takes
    seconds where the game's folder does not say it."""
    variant = variant or next(variants(game, players))
    said = game.usual_lengths.get((players, variant))
    return said if said is not None else simulated_length(game, players, variant)


def simulated_length(game: Game[Any], players: int, variant: Chosen, games: int = GAMES) -> float:
    """The same from so many games of computer players."""
    rng = Random(1)
    return fmean(simulated_lengths(game, new_game(game, players, variant, rng), rng, games) or [1])
