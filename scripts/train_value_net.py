"""Trains the value net of New Frontiers' coach by self-play.

    python scripts/train_value_net.py [--games 2400] [--self-play 800] [--iterations 4] [--jobs N]
        [--seconds 3600] [--kept build/value_net]

First --games games of the game's own players, who answer up to 30 % of the questions at random, are played
and a net is fitted to who won. Then in each of --iterations iterations --self-play games are played in which
the net of the iteration before chooses for some seats, wavering, and the next net is fitted to the NEWEST
games: other things decide among strong players than among weak ones. Every selection of an action gives a
position, labelled with how the game ended. A tenth of the games is left out for measuring.

Games and nets lie in --kept: the same command goes on where it stopped, and stops by itself after --seconds
of the wall clock. Game n of an iteration has the same seed each time. The last net becomes
companion/games/new_frontiers/coaching/value_net.npz.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from benchmarks.rungs import GAME, NetPlayer
from companion import games
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.games.new_frontiers.coaching.value_net import (
    WEIGHTS,
    Weights,
    chances,
    forward,
    numbers,
    read_weights,
)
from companion.games.new_frontiers.rules.scoring import standing
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game, steps

OPTIONS = (
    (),
    (("game", "later"),),
    (("goals", "yes"),),
    (("game", "later"), ("goals", "yes")),
)
PLAYERS = (2, 2, 4, 2, 3, 4, 2, 5)
"""Seats of the games in turn."""
WAVERS = (0.0, 0.2, 0.5)
BLOCK = 50
"""Games in a file of --kept."""
HIDDEN = (48, 24)
NEWEST = 4000
"""Games to which a net is fitted."""
EPOCHS, BATCH, RATE, DECAY = 5, 256, 2e-3, 0.3
POINTS_WEIGHT = 0.3
"""Of the squared error of the points to come, beside the error of the chances."""

Samples = list[dict[str, np.ndarray]]
"""For each game: rows (positions x seats x numbers), won (seats), points to come (positions x seats);
left_out: it is for measuring."""


class Seats:
    """A client for each seat, which answers some of the questions at random."""

    def __init__(self, clients: list[tuple[Client, float]]) -> None:
        self._clients = clients

    def choose(
        self,
        game: Game[State],
        state: State,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        assert question.player is not None
        client, often = self._clients[question.player]
        if options and rng.random() < often:
            return rng.choice(options).decision
        return client.choose(game, state, question, options, rng, hand)


def clients(game: Game[State], players: int, net: Weights | None, rng: Random) -> list[tuple[Client, float]]:
    """Of the first games: any of the game's players. Of self-play: in half of the games the net alone, else
    the net in about half of the seats."""
    names = [name for name in game.players if name != "random"] + ["sensible"] * 2
    alone, found = rng.random() < 0.5, []
    for seat in range(players):
        if net is not None and (alone or seat == 0 or rng.random() < 0.4):
            found.append((NetPlayer(net, rng.choice(WAVERS)), rng.choice((0.0, 0.03, 0.1))))
        else:
            found.append((game.players[rng.choice(names)], 0.3 * rng.random()))
    rng.shuffle(found)
    return found


def play(game: Game[State], net: Weights | None, seed: str, number: int) -> dict[str, np.ndarray]:
    rng = Random(f"{seed}:{number}")
    players = PLAYERS[number % len(PLAYERS)]
    state = new_game(game, players, OPTIONS[number // len(PLAYERS) % len(OPTIONS)], rng)
    rows, had = [], []
    for step in steps(game, state, Seats(clients(game, players, net, rng)), rng):
        state = step.after
        if state.doing is None and not state.over:
            rows.append(numbers(state))
            had.append([score.total for score in _by_seat(standing(state))])
    scores = _by_seat(game.score(state))
    winners = sum(score.winner for score in scores)
    return {
        "rows": np.stack(rows),
        "won": np.array([score.winner / winners for score in scores], dtype=np.float32),
        "points": np.array([score.total for score in scores]) - np.array(had, dtype=np.float32),
    }


def _by_seat(sheet: Any) -> list[Any]:
    return sorted(sheet.players, key=lambda score: score.player)


def played(net: Path | None, count: int, name: str, folder: Path, jobs: int, until: float) -> Samples | None:
    """The games of an iteration; None where the time was over before all were played."""
    firsts = range(0, count, BLOCK)
    files = {first: folder / f"{name}-{first:05}.npz" for first in firsts}
    missing = [first for first in firsts if not files[first].exists()]
    make = partial(_block, net, name, count)
    with multiprocessing.get_context("spawn").Pool(jobs) if jobs > 1 and missing else nullcontext() as pool:
        blocks: Iterator[tuple[int, Samples]] = map(make, missing)
        if pool is not None:
            blocks = pool.imap_unordered(make, missing)
        for _ in missing:
            if monotonic() > until:
                return None
            first, block = next(blocks)
            arrays = {f"{key}{at}": value for at, one in enumerate(block) for key, value in one.items()}
            part = files[first].with_suffix(".part.npz")
            np.savez_compressed(part, **arrays)
            part.replace(files[first])
            print(f"{name}: games {first + 1} to {first + len(block)}", flush=True)
    found: Samples = []
    for first, file in files.items():
        with np.load(file) as kept:
            for at in range(len(kept.files) // 3):
                one = {key: kept[f"{key}{at}"] for key in ("rows", "won", "points")}
                found.append({**one, "left_out": np.array((first + at) // len(PLAYERS) % 10 == 9)})
    return found


def _block(net: Path | None, name: str, count: int, first: int) -> tuple[int, Samples]:
    game: Game[Any] = games.load(GAME)
    weights = None if net is None else read_weights(net)
    return first, [play(game, weights, name, number) for number in range(first, min(first + BLOCK, count))]


Table = dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]]
"""By the number of seats: rows, won and points / 10 of positions."""


def tables(samples: Samples) -> Table:
    found: Table = {}
    for players in sorted({len(one["won"]) for one in samples}):
        mine = [one for one in samples if len(one["won"]) == players]
        found[players] = (
            np.concatenate([one["rows"] for one in mine]),
            np.concatenate([np.repeat(one["won"][None], len(one["rows"]), axis=0) for one in mine]),
            np.concatenate([one["points"] for one in mine]) / 10,
        )
    return found


def begin(table: Table, rng: np.random.Generator) -> Weights:
    """Random weights, and the mean and the spread of the numbers."""
    flat = np.concatenate([rows.reshape(-1, rows.shape[-1]) for rows, _, _ in table.values()])
    width, (first, second) = flat.shape[1], HIDDEN

    def layer(n: int, m: int) -> np.ndarray:
        return (rng.standard_normal((n, m)) * np.sqrt(2 / n)).astype(np.float32)

    return {
        "mean": flat.mean(axis=0),
        "spread": np.maximum(flat.std(axis=0), 0.05),
        "w1": layer(width, first),
        "b1": np.zeros(first, np.float32),
        "w2": layer(2 * first, second),
        "b2": np.zeros(second, np.float32),
        "w3": layer(second, 2) * 0.1,
        "b3": np.zeros(2, np.float32),
    }


def gradients(weights: Weights, rows: np.ndarray, won: np.ndarray, points: np.ndarray) -> Weights:
    """Of the mean error of a batch of positions."""
    first, both, second, out = forward(weights, rows)
    count, seats = won.shape
    at_out = np.empty_like(out)
    at_out[:, :, 0] = (chances(out[:, :, 0]) - won) / count
    at_out[:, :, 1] = 2 * POINTS_WEIGHT * (out[:, :, 1] - points) / (count * seats)
    at_second = (at_out @ weights["w3"].T) * (second > 0)
    at_both = at_second @ weights["w2"].T
    width = first.shape[2]
    of_others = at_both[:, :, width:] / (seats - 1)
    at_first = (at_both[:, :, :width] + of_others.sum(axis=1, keepdims=True) - of_others) * (first > 0)

    def layer(before: np.ndarray, after: np.ndarray) -> np.ndarray:
        return before.reshape(-1, before.shape[2]).T @ after.reshape(-1, after.shape[2])

    return {
        "w1": layer(rows, at_first),
        "b1": at_first.sum(axis=(0, 1)),
        "w2": layer(both, at_second),
        "b2": at_second.sum(axis=(0, 1)),
        "w3": layer(second, at_out),
        "b3": at_out.sum(axis=(0, 1)),
    }


def measure(weights: Weights, table: Table) -> str:
    """The mean error of the chances (a logarithm), how often the likeliest seat won, and the error in VP."""
    words = []
    for players, (rows, won, points) in table.items():
        out = forward(weights, rows)[3]
        found = chances(out[:, :, 0])
        error = -np.mean(np.sum(won * np.log(found + 1e-9), axis=1))
        right = np.mean(np.take_along_axis(won, found.argmax(axis=1)[:, None], axis=1))
        off = 10 * np.sqrt(np.mean((out[:, :, 1] - points) ** 2))
        words.append(f"{players}: {error:.3f}, {right:.1%}, {off:.1f} VP")
    return "; ".join(words)


def fit(samples: Samples, seed: int) -> Weights:
    """Adam with a falling rate; the numbers' mean and spread are folded into the first layer at the end."""
    rng = np.random.default_rng(seed)
    left_out = tables([one for one in samples if one["left_out"]])
    table = tables([one for one in samples if not one["left_out"]])
    weights = begin(table, rng)
    mean, spread = weights.pop("mean"), weights.pop("spread")
    scaled = {n: ((rows - mean) / spread, won, points) for n, (rows, won, points) in table.items()}
    tested = {n: ((rows - mean) / spread, won, points) for n, (rows, won, points) in left_out.items()}
    steps_done, momentum = 0, {key: (np.zeros_like(it), np.zeros_like(it)) for key, it in weights.items()}
    batches = [(n, part) for n, (rows, _, _) in scaled.items() for part in range(len(rows) // BATCH)]
    for epoch in range(EPOCHS):
        order = {n: rng.permutation(len(rows)) for n, (rows, _, _) in scaled.items()}
        rng.shuffle(batches)
        rate = RATE * (1 - epoch / EPOCHS)
        for n, part in batches:
            chosen = order[n][part * BATCH : (part + 1) * BATCH]
            steps_done += 1
            for key, slope in gradients(weights, *(it[chosen] for it in scaled[n])).items():
                first, second = momentum[key]
                first += 0.1 * (slope - first)
                second += 0.001 * (slope**2 - second)
                step = first / (1 - 0.9**steps_done) / (np.sqrt(second / (1 - 0.999**steps_done)) + 1e-8)
                weights[key] -= rate * (step + (DECAY * weights[key] if key[0] == "w" else 0))
    print(f"left out: {measure(weights, tested)}", flush=True)
    weights["b1"] = weights["b1"] - (mean / spread) @ weights["w1"]
    weights["w1"] = weights["w1"] / spread[:, None]
    return weights


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--games", type=int, default=2400)
    arguments.add_argument("--self-play", type=int, default=800)
    arguments.add_argument("--iterations", type=int, default=4)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    arguments.add_argument("--kept", type=Path, default=Path("build/value_net"))
    arguments.add_argument("--seconds", type=float, default=3600, help="of the wall clock")
    given = arguments.parse_args()
    until = monotonic() + given.seconds
    given.kept.mkdir(parents=True, exist_ok=True)
    samples: Samples = []
    net: Path | None = None
    for iteration in range(given.iterations + 1):
        count = given.games if iteration == 0 else given.self_play
        more = played(net, count, f"games-{iteration}", given.kept, given.jobs, until)
        if more is None:
            print("The time is over; the same command goes on.")
            return
        samples = [*samples, *more][-NEWEST:]
        net = given.kept / f"net-{iteration}.npz"
        if not net.exists():
            np.savez_compressed(net, **fit(samples, iteration))
    assert net is not None
    np.savez_compressed(WEIGHTS, **read_weights(net))


if __name__ == "__main__":
    main()
