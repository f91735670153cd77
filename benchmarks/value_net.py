"""A small neural network that says who wins a game of New Frontiers: two rungs of the ladder.

`NetPlayer` takes the answer after which the net gives it the best chance, without a search (one ply).
`NetCoaching` is the game's coaching with the net's estimate, for the coach's search and the tree search: a
simulation may then stop before any selection of an action, not only before a round.

Each empire's numbers go through the same first layer; the second sees an empire and the mean of the others,
so that no seat is special; the chances are the softmax over all seats. `scripts/train_value_net.py` makes the
weights.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.coach.search import DECIDED_LEAD_VP, can_search
from companion.coach.simulation import play_on
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.rules.endings import MAT_SPACES, MAX_COLONIES, MIN_COLONISTS, spaces
from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.scoring import empire_lines
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER
from companion.games.new_frontiers.rules.state import State

GAME = "new-frontiers"
WEIGHTS = Path(__file__).with_name("value_net.npz")
ACTIONS = ("isolation", "develop", "explore", "settle", "produce", "trade-consume", "envoys", "goals")
SCORE = len(features.ALL_FEATURES)
"""The column of the points that count now."""
LOGIT_VP = DECIDED_LEAD_VP / 2
"""Points that stand for a logit, so that the search's squashed lead of two seats is the chance to win."""
SURE_LOGIT = 8.0
"""Of the winner of a game that is over."""

Weights = dict[str, np.ndarray]


def numbers(state: State) -> np.ndarray:
    """A row for each seat of a state in which an action must be selected (`State.doing` is None)."""
    players = len(state.empires)
    left = features.left(state)
    of_all = _of_all(state, left)
    goals = [
        state.catalogue.goals[goal]
        for empire in state.empires
        for goal in empire.goals
        if goal in state.catalogue.goals
    ]
    rows = []
    for seat, empire in enumerate(state.empires):
        own = features.empire_features(state, seat, left)
        score = sum(line.vp for line in empire_lines(state.catalogue, empire, goals))
        disks = [(at, disk) for at, disk in enumerate(state.disks) if disk.player == seat]
        to_move = [at for at, disk in disks if not disk.done]
        next_mover = next((disk.player for disk in state.disks if not disk.done), None)
        more = [
            float(score),
            float(empire.chips),
            float(empire.stockpile.credits + len(empire.stockpile.goods)),
            float(len(empire.goals)),
            float(empire.hidden_goal is not None),
            len(to_move) / len(disks),
            disks[-1][0] / len(state.disks),
            (to_move[0] + 1) / len(state.disks) if to_move else 0.0,
            float(next_mover == seat),
            *(
                float(any(it.name == name and it.selected_by == seat for it in state.actions))
                for name in ACTIONS
            ),
        ]
        rows.append([*own, *more, *of_all])
    return np.array(rows, dtype=np.float32).reshape(players, -1)


def _of_all(state: State, left: float) -> list[float]:
    players = len(state.empires)
    pool = CHIPS_A_PLAYER * players
    taken = {tile.name for tile in state.actions if tile.selected_by is not None}
    return [
        left,
        state.supply.vp / pool,
        max(0.0, (state.supply.colonists - MIN_COLONISTS + 1) / (pool - MIN_COLONISTS + 1)),
        max(len(empire.colonies) for empire in state.empires) / (MAX_COLONIES + 1),
        max(spaces(state, seat) for seat in range(players)) / (MAT_SPACES + 1),
        float(bool(state.endings)),
        state.round / 10,
        sum(not disk.done for disk in state.disks) / len(state.disks),
        float(sum(tile.credits for tile in state.actions)),
        *(float(players == n) for n in (2, 3, 4, 5)),
        float(with_goals(state)),
        *(float(name in taken) for name in ACTIONS),
    ]


def forward(weights: Weights, rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """The layers of rows (states x seats x numbers). The last is states x seats x 2: the logit to win, and a
    tenth of the VP to come."""
    first = np.maximum(rows @ weights["w1"] + weights["b1"], 0)
    others = (first.sum(axis=1, keepdims=True) - first) / (rows.shape[1] - 1)
    both = np.concatenate([first, others], axis=2)
    second = np.maximum(both @ weights["w2"] + weights["b2"], 0)
    return first, both, second, second @ weights["w3"] + weights["b3"]


def chances(logits: np.ndarray) -> np.ndarray:
    """The softmax over the last axis, the seats."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


@lru_cache(maxsize=4)
def read_weights(file: Path = WEIGHTS) -> Weights:
    with np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def logits(weights: Weights, game: Game[Any], states: list[State]) -> np.ndarray:
    """states x seats. A game that is over is sure."""
    found = np.zeros((len(states), len(states[0].empires)), dtype=np.float32)
    open_ones = [at for at, state in enumerate(states) if not state.over]
    if open_ones:
        rows = np.stack([numbers(states[at]) for at in open_ones])
        found[open_ones] = forward(weights, rows)[3][:, :, 0]
    for at, state in enumerate(states):
        if state.over:
            for score in game.score(state).players:
                found[at, score.player] = SURE_LOGIT if score.winner else -SURE_LOGIT
    return found


class NetCoaching:
    """The game's coaching with the net's estimate. points: the VP of now and those that the net expects to
    come; else its chances, as points of LOGIT_VP for a logit."""

    def __init__(self, game: Game[Any], points: bool = False, weights: Weights | None = None) -> None:
        self._game, self._coaching, self._points = game, game.coaching, points
        self.weights = read_weights() if weights is None else weights

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coaching, name)

    def round_begun(self, state: State) -> int | None:
        return state.round if state.doing is None else None

    def prospects(self, state: State) -> tuple[float, ...]:
        if self._points:
            if state.over:
                return self._coaching.prospects(state)
            rows = numbers(state)
            to_come = forward(self.weights, rows[None])[3][0, :, 1] * 10
            return tuple((rows[:, SCORE] + np.maximum(to_come, 0)).tolist())
        return tuple((logits(self.weights, self._game, [state])[0] * LOGIT_VP).tolist())

    def doubt(self, state: State) -> float:
        if self._points:
            return self._coaching.doubt(state)
        return 0.0 if state.over else LOGIT_VP * 1.7  # of a normal distribution like the logistic one


class NetPlayer:
    """Chooses the answer with the best chance to win when an action must be selected next. waver: the
    standard deviation of noise on the logarithm of each answer's odds, for games to learn from."""

    def __init__(self, weights: Weights | None = None, waver: float = 0.0) -> None:
        self._weights, self.waver = weights, waver

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        coaching = game.coaching
        assert coaching is not None
        if not can_search(game, question) or question.form is not None:
            plain: Client = game.players[coaching.plays_on]
            return plain.choose(game, state, question, options, rng, hand)
        if len(options) == 1:
            return options[0].decision
        assert question.player is not None
        luck = str(rng.getrandbits(32))
        possible = coaching.possible(state, question.player, Random(luck))
        stops = _Stops(coaching)
        ends = [play_on(game, stops, possible, it.decision, state.round, luck)[1] for it in options]
        found = logits(self._weights or read_weights(), game, ends)
        sure = np.log(chances(found)[:, question.player] + 1e-6)
        odds = sure - np.log1p(-np.minimum(np.exp(sure), 1 - 1e-6))
        noise = [rng.gauss(0.0, self.waver) if self.waver else 0.0 for _ in options]
        return options[int(np.argmax(odds + noise))].decision


class _Stops:
    """Coaching that stops a simulation where an action must be selected, and judges nothing."""

    def __init__(self, coaching: Any) -> None:
        self.plays_on = coaching.plays_on

    def round_begun(self, state: State) -> int | None:
        return state.round if state.doing is None else None

    def prospects(self, state: State) -> tuple[float, ...]:
        return ()
