"""The value net: a small neural network that says who wins, wherever an action must be selected next.

Each empire's numbers go through the same first layer; the second sees an empire and the mean of the others,
so that no seat is special; the chances are the softmax over all seats. The weights (`value_net.npz`) come
from games against itself (`scripts/train_value_net.py`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.rules.endings import MAT_SPACES, MAX_COLONIES, MIN_COLONISTS, spaces
from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.scoring import empire_lines
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER
from companion.games.new_frontiers.rules.state import State

WEIGHTS = Path(__file__).with_name("value_net.npz")
ACTIONS = ("isolation", "develop", "explore", "settle", "produce", "trade-consume", "envoys", "goals")

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
    shares: np.ndarray = grown / grown.sum(axis=-1, keepdims=True)
    return shares


@lru_cache(maxsize=4)
def read_weights(file: Path = WEIGHTS) -> Weights:
    with np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def judged(state: State, weights: Weights | None = None) -> tuple[float, ...]:
    """Each seat's chance to win, of a state in which an action must be selected. weights: others than those
    that ship."""
    logits = forward(weights or read_weights(), numbers(state)[None])[3][0, :, 0]
    return tuple(chances(logits).tolist())
