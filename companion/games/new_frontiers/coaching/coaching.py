"""The coaching capability: a possible state for a player's view, and each seat's expected points before a
round.

A round's end is judged by the points that count now and by those that empires like this one went on to make
in games of computer players (`weights.toml`, made by `scripts/fit_coaching.py`): these are the reasons that
are told. Who wins is judged by the value net, wherever an action must be selected.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.games.contract import Decision
from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.coaching.guessing import Guesses
from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.scoring import empire_lines, score
from companion.games.new_frontiers.rules.seat_view import SECRET
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State

if TYPE_CHECKING:
    from companion.games.new_frontiers.coaching.value_net import Weights

CALIBRATION = Path(__file__).with_name("calibration.toml")
"""Made by `scripts/fit_chances.py`."""
ERROR_VP = 12.0
"""Of an empire's expected points at the beginning of a game: what scripts/fit_coaching.py finds on games that
it left out."""


class Coaching:
    plays_on = "sensible"
    checks_with: tuple[str, ...] = ("settlement", "production", "development")
    judges_chances = True

    def __init__(self) -> None:
        self._guesses = Guesses()

    def possible(self, state: State, player: int, rng: Random) -> State:
        """Goals that this player does not know are dealt by chance; nothing else is hidden (p. 10, 11). What
        nobody told of the tiles is drawn by chance, too."""
        state = self._guesses.state(state, player, rng)
        if not with_goals(state):
            return state
        known = {goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal)}
        known |= {*state.goal_stack, *(state.doing.goals if state.doing is not None else ())}
        unknown = [goal for goal in state.catalogue.goals if goal not in known]
        rng.shuffle(unknown)

        def dealt(goal: str) -> str:
            return unknown.pop() if goal == SECRET and unknown else goal

        empires = tuple(
            empire.changed(hidden_goal=dealt(SECRET)) if empire.hidden_goal == SECRET else empire
            for empire in state.empires
        )
        doing = state.doing
        if doing is not None and SECRET in doing.goals:
            doing = doing.changed(goals=tuple(map(dealt, doing.goals)))
        stack = tuple(map(dealt, state.goal_stack))
        return state.changed(empires=empires, doing=doing, goal_stack=stack)

    def round_begun(self, state: State) -> int | None:
        if state.doing is not None or any(disk.done for disk in state.disks):
            return None
        return state.round

    def prospects(self, state: State) -> tuple[float, ...]:
        goals = [
            state.catalogue.goals[goal]
            for empire in state.empires
            for goal in empire.goals
            if goal in state.catalogue.goals
        ]
        scores = [
            float(sum(line.vp for line in empire_lines(state.catalogue, empire, goals)))
            for empire in state.empires
        ]
        if state.over:
            return tuple(scores)
        weights, left = _weights()[len(state.empires)], features.left(state)
        return tuple(
            score + max(0.0, _future_points(weights, features.empire_features(state, seat, left)))
            for seat, score in enumerate(scores)
        )

    def chances(self, state: State) -> tuple[float, ...] | None:
        return chances_to_win(state)

    def told_chances(self, chances: tuple[float, ...]) -> tuple[float, ...]:
        """Their logits divided by what `calibration.toml` says of so many players: the value net learned from
        games of players who hardly err, and is too sure of people's."""
        return spread_out(chances, _spreads()[len(chances)])

    def doubt(self, state: State) -> float:
        return 0.0 if state.over else ERROR_VP * sqrt(2 * features.left(state))

    def lamps(self, state: State, decision: Decision) -> tuple[tuple[str, int], ...]:
        """Of an action tile; the other tiles have none of their own."""
        if not isinstance(decision, SelectAction):
            return ()
        return tuple(("tiles", n) for n, tile in enumerate(state.actions) if tile.name == decision.action)


def chances_to_win(state: State, weights: Weights | None = None) -> tuple[float, ...] | None:
    """By seat, where an action must be selected or the game is over; else None. weights: of the value net,
    others than those that ship."""
    if state.over:
        players = sorted(score(state).players, key=lambda it: it.player)
        winners = sum(it.winner for it in players)
        return tuple(it.winner / winners for it in players)
    if state.doing is not None:
        return None
    # Only who searches pays for numpy's start.
    from companion.games.new_frontiers.coaching.value_net import judged

    return judged(state, weights)


def spread_out(chances: tuple[float, ...], divisor: float) -> tuple[float, ...]:
    """The chances with their logits divided."""
    grown = [chance ** (1 / divisor) for chance in chances]
    return tuple(one / sum(grown) for one in grown)


def _future_points(weights: tuple[float, ...], numbers: list[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


@lru_cache(maxsize=1)
def _weights() -> dict[int, tuple[float, ...]]:
    """By the number of players, in the order of `features.ALL_FEATURES`."""
    text = files("companion.games.new_frontiers.coaching").joinpath("weights.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    return {
        players: tuple(tables[str(players)][name] for name in features.ALL_FEATURES)
        for players in (2, 3, 4, 5)
    }


@lru_cache(maxsize=1)
def _spreads() -> dict[int, float]:
    """By the number of players."""
    spreads = tomllib.loads(CALIBRATION.read_text("utf-8"))["spread"]
    return {int(players): divisor for players, divisor in spreads.items()}
