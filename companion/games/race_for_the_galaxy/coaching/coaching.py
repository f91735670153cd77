"""The coaching capability: a possible state for a player's view, and each seat's expected points before a
round.

A round's end is judged by the points that count now and by those that empires like this one went on to make
in games of computer players (`weights.toml`, made by `scripts/fit_race_coaching.py`). The cards in hand are
the dealer's: a search deals them around the hand that its player knows.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from random import Random

from companion.games.contract import Decision
from companion.games.race_for_the_galaxy.coaching import features
from companion.games.race_for_the_galaxy.coaching.guessing import all_told
from companion.games.race_for_the_galaxy.rules.scoring import finished, player_lines
from companion.games.race_for_the_galaxy.rules.state import State

ERROR_VP = 7.7
"""Of an empire's expected points at the beginning of a game: what scripts/fit_race_coaching.py finds on games
that it left out."""


class Coaching:
    plays_on = "sensible"
    checks_with: tuple[str, ...] = ("military", "produce")
    judges_chances = False

    def possible(self, state: State, player: int, rng: Random) -> State:
        """What others have answered in secret is open again: they may have answered anything. What nobody
        told of an expansion's cards is drawn by chance."""
        state = all_told(state, rng)
        progress = tuple(
            one.changed(answered=False) if one.answered and seat != player and not one.lies_open else one
            for seat, one in enumerate(state.progress)
        )
        return state.changed(progress=progress)

    def round_begun(self, state: State) -> int | None:
        if state.at != -1 or any(one.answered for one in state.progress):
            return None
        return state.round

    def prospects(self, state: State) -> tuple[float, ...]:
        seats = range(len(state.empires))
        scores = [
            float(sum(line.vp for line in player_lines(state.catalogue, finished(state, seat))))
            for seat in seats
        ]
        if state.over:
            return tuple(scores)
        weights, rest = _weights()[len(state.empires)], features.left(state)
        return tuple(
            score + max(0.0, _future_points(weights, features.empire_features(state, seat, rest)))
            for seat, score in zip(seats, scores, strict=True)
        )

    def chances(self, state: State) -> None:
        """Not judged: a search counts in VP."""

    def told_chances(self, chances: tuple[float, ...]) -> tuple[float, ...]:
        """None are judged."""
        return chances

    def doubt(self, state: State) -> float:
        return 0.0 if state.over else ERROR_VP * sqrt(2 * features.left(state))

    def lamps(self, state: State, decision: Decision) -> tuple[tuple[str, int], ...]:
        """None: a choice of actions or cards is secret, and a lamp would tell it."""
        return ()


def _future_points(weights: tuple[float, ...], numbers: list[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


@lru_cache(maxsize=1)
def _weights() -> dict[int, tuple[float, ...]]:
    """By the number of players, in the order of `features.ALL_FEATURES`."""
    text = files("companion.games.race_for_the_galaxy.coaching").joinpath("weights.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    return {
        players: tuple(tables[str(players)][name] for name in features.ALL_FEATURES) for players in (2, 3, 4)
    }
