"""Whether the moments that decided a game do so when whole games are played on.

    python benchmarks/moments.py [--games 20] [--seconds 600] [--jobs N] [--seed moments] [--kept FILE]

Groups of four strengths (`benchmarks/chances.py`) play games of New Frontiers, whose moments are searched to
the end. Each decision that the search alone would name, and each that is shown, is then played on PAIRS
times from the answer given and from the other one, by the group itself with the same luck: not by those that
confirmed it, and in other games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.chances import GAME, group
from benchmarks.in_time import add_arguments, play_in_time, read
from benchmarks.ladder import wilson
from companion import games
from companion.coach.checking import shares_won
from companion.coach.judged import mean_and_error
from companion.coach.moments import MadeDecision, Moment, Review, games_apart
from tests.rigs.figures import row

PAIRS = 300


@dataclass(frozen=True)
class Job:
    seed: str
    number: int


@dataclass(frozen=True)
class Named:
    """Of a game: by moment that the search named, what it said, what is shown (0: nothing), and what came of
    PAIRS."""

    seed: str
    number: int
    said: tuple[float, ...]
    shown: tuple[float, ...]
    came: tuple[float, ...]


def play(job: Job) -> Named:
    game = games.load(GAME)
    played, client, _rng = group(job.number, job.seed)
    made = [MadeDecision(n, step.before, step.decision) for n, step in enumerate(played)]
    named: dict[int, Moment] = {}

    def run(work: Callable[..., Any], *given: Any) -> Any:
        if work is games_apart:
            named[given[2].made.entry] = given[2]
        return work(*given)

    review = Review(game, made, run)
    while not review.done:
        review.work(1e9, lambda: 0.0)
    shown = {moment.made.entry: moment.worth for moment in review.moments}
    came = []
    for entry, moment in named.items():
        player, answers = moment.made.decision.player, (moment.made.decision, moment.other.decision)
        assert player is not None
        view = game.view(moment.made.state, player)
        pairs = [
            shares_won(game, game.coaching, view, player, answers, f"{job} {entry} {n}", client=client)
            for n in range(PAIRS)
        ]
        came.append(mean_and_error([given - other for given, other in pairs])[0])
    return Named(
        job.seed,
        job.number,
        tuple(moment.worth for moment in named.values()),
        tuple(shown.get(entry, 0.0) for entry in named),
        tuple(came),
    )


def rows(found: list[Named]) -> None:
    for what, told in (
        ("named by the search, or tried next", [one.said for one in found]),
        ("shown", [one.shown for one in found]),
    ):
        pairs = [
            (said, came)
            for one, of_game in zip(found, told, strict=True)
            for said, came in zip(of_game, one.came, strict=True)
            if said
        ]
        without = sum(not any(of_game) for of_game in told)
        agree = sum(said * came > 0 for said, came in pairs)
        low, high = wilson(agree, len(pairs)) if pairs else (0.0, 1.0)
        row(
            what,
            games=str(len(found)),
            moments=str(len(pairs)),
            games_without=str(without),
            agree_in_sign=f"{agree} of {len(pairs)} ({100 * low:.0f} to {100 * high:.0f} %)",
            said__came=f"{100 * median(abs(said) for said, _came in pairs):.0f}; "
            f"{100 * median(came if said > 0 else -came for said, came in pairs):.0f} of 100 games"
            if pairs
            else "",
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(arguments, seed="moments", seconds=600)
    arguments.add_argument("--games", type=int, default=20)
    given = arguments.parse_args()
    kept = [one for one in read(given.kept, Named) if one.seed == given.seed and one.number < given.games]
    over = {one.number for one in kept}
    play_in_time(play, (Job(given.seed, n) for n in range(given.games) if n not in over), kept, given)
    rows(kept)


if __name__ == "__main__":
    main()
