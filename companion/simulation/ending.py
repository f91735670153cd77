"""How much longer a game lasts: played on by simulation, at this group's own pace and that of earlier groups.

The number of decisions to come is simulated from the present state. The time of each is drawn from a
logarithmic normal distribution whose middle is learnt: earlier groups of this house say where it lies, and
each decision of this group moves it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from typing import Any

from companion.games.contract import Game, State
from companion.simulation.simulate import Stuck, steps

GAMES = 12
"""Played on for one estimate."""
SAMPLES = 600
USUAL_SECONDS = 18.0
"""Of a decision where nothing is known of a house: an hour's game has some 200."""
PACE_SPREAD = 0.45
"""Of groups' paces, as the standard deviation of their logarithms."""
MIN_GROUPS = 3
"""Earlier groups that say more than USUAL_SECONDS."""
DECISION_SPREAD = 1.0
"""Of one group's decisions, likewise."""
PLAY_SPREAD = 0.2
"""How far people's games differ in length from simulated ones, likewise."""
LONGEST_SECONDS = 300.0
"""A longer break than this is no part of a decision."""
LOW, HIGH = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class Remaining:
    """Minutes until the end: four games of five end between `low` and `high`."""

    low: float
    middle: float
    high: float


def estimate(
    game: Game[Any],
    state: State,
    seconds: Sequence[float],
    earlier: Sequence[float] = (),
    seed: int = 1,
) -> Remaining | None:
    """seconds: what each decision of this group took so far; earlier: the mean seconds a decision of earlier
    groups. None: the game is over, or cannot be played on."""
    if game.phase(state).over:
        return None
    rng = Random(seed)
    lengths = simulated_lengths(game, state, rng)
    if not lengths:
        return None
    mean, spread = pace(seconds, earlier)
    minutes = []
    for _ in range(SAMPLES):
        left = max(1.0, rng.choice(lengths) * rng.lognormvariate(0.0, PLAY_SPREAD))
        noise = rng.gauss(0.0, _relative_spread(DECISION_SPREAD) / math.sqrt(left))
        minutes.append(left * math.exp(rng.gauss(mean, spread)) * max(0.1, 1 + noise) / 60)
    minutes.sort()
    return Remaining(*(minutes[int(part * (SAMPLES - 1))] for part in (LOW, 0.5, HIGH)))


def pace(seconds: Sequence[float], earlier: Sequence[float] = ()) -> tuple[float, float]:
    """The logarithm of the mean seconds of this group's decisions, and its uncertainty.

    >>> round(math.exp(pace([])[0]))
    18
    >>> round(math.exp(pace([60.0] * 400)[0]))
    60
    """
    known = [math.log(max(1.0, each)) for each in earlier]
    enough = len(known) >= MIN_GROUPS
    mean = fmean(known) if enough else math.log(USUAL_SECONDS)
    spread = max(0.15, pstdev(known)) if enough else PACE_SPREAD
    counted = [min(each, LONGEST_SECONDS) for each in seconds]
    if not counted:
        return mean, spread
    seen = math.log(max(1.0, fmean(counted)))
    error = _relative_spread(DECISION_SPREAD) / math.sqrt(len(counted)) + 0.05
    weight = spread**2 / (spread**2 + error**2)
    return mean + weight * (seen - mean), math.sqrt(spread**2 * error**2 / (spread**2 + error**2)) + 0.05


def simulated_lengths(game: Game[Any], state: State, rng: Random, games: int = GAMES) -> list[int]:
    """How many decisions follow `state` in so many games; fewer where one gets stuck. Nobody knows how well a
    group plays, so one game in four is played on by the least able computer player."""
    if game.coaching is not None:  # what nobody told of the box's pieces is drawn by chance
        state = game.coaching.possible(state, 0, rng)
    least, *_others, best = game.players.values() if len(game.players) > 1 else [*game.players.values()] * 2
    found = []
    for number in range(games):
        client = best if number % 4 else least
        try:
            found.append(sum(1 for _step in steps(game, state, client, Random(rng.random()))))
        except (Stuck, LookupError, ValueError):
            continue
    return found


def _relative_spread(log_spread: float) -> float:
    """Of a logarithmic normal distribution: its standard deviation in parts of its mean."""
    return math.sqrt(math.exp(log_spread**2) - 1)
