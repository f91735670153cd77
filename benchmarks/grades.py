"""Whether answers that the coach grades as worse are worse when whole games are played on.

    python benchmarks/grades.py [--positions 200] [--seconds 600] [--jobs N] [--seed grades] [--kept FILE]

Of each game of a group of four strengths (`benchmarks/chances.py`) one question of New Frontiers is drawn,
and its answers are graded as for a seat with help. All are then played on PAIRS times with the same luck by
the group: a grade is right where the answer wins less than the recommended one, and so is what is said of the
recommended one where it wins more than the mean of the others.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import mean, median

from benchmarks.chances import GAME, group, question_in
from benchmarks.in_time import add_arguments, play_in_time, read
from benchmarks.ladder import wilson
from companion import games
from companion.coach.checking import shares_won
from companion.coach.grading import grade
from companion.coach.hints import MIN_LIKELIER
from companion.table.advice import FAIR, GOOD, POOR
from tests.rigs.figures import row

PAIRS = 100


@dataclass(frozen=True)
class Job:
    seed: str
    number: int


@dataclass(frozen=True)
class GradedPosition:
    """By answer, the recommended one first: its shade, by how much it was said to win more than the best (the
    first: than the others), the VP of its causes in their order, and its share of the win in PAIRS."""

    seed: str
    number: int
    shades: tuple[str, ...]
    said: tuple[float, ...]
    causes: tuple[tuple[float, ...], ...]
    won: tuple[float, ...]


def play(job: Job) -> GradedPosition:
    played, client, rng = group(job.number, job.seed)
    found = question_in(played, rng)
    if found is None:
        return GradedPosition(job.seed, job.number, (), (), (), ())
    (state, asked), game = found, games.load(GAME)
    view = game.view(state, asked.player)
    options = game.options(view, asked.player)
    advice = grade(game, game.coaching, view, asked, options, f"{job}")
    answers = tuple(one.decision for one in advice.graded)
    won = [
        shares_won(game, game.coaching, view, asked.player, answers, f"{job} {n}", client=client)
        for n in range(PAIRS)
    ]
    return GradedPosition(
        job.seed,
        job.number,
        tuple(one.shade for one in advice.graded),
        tuple(one.likelier for one in advice.graded),
        tuple(tuple(vp for _source, vp in one.causes) for one in advice.graded),
        tuple(map(mean, zip(*won, strict=True))),
    )


def told_row(what: str, positions: int, pairs: list[tuple[float, float]]) -> None:
    """pairs: what was said and what came, each as so much less."""
    right = sum(came > 0 for _said, came in pairs)
    low, high = wilson(right, len(pairs)) if pairs else (0.0, 1.0)
    said__came = ""
    if pairs:
        said__came = " ".join(f"{100 * median(numbers):.0f};" for numbers in zip(*pairs, strict=True))
    row(
        what,
        positions=str(positions),
        answers=str(len(pairs)),
        agree_in_sign=f"{right} of {len(pairs)} ({100 * low:.0f} to {100 * high:.0f} %)",
        said__came=said__came.rstrip(";"),
    )


def rows(found: list[GradedPosition]) -> None:
    behind = {
        shade: [
            (-said, one.won[0] - won)
            for one in found
            for said, won, its in zip(one.said[1:], one.won[1:], one.shades[1:], strict=True)
            if its == shade
        ]
        for shade in (GOOD, FAIR, POOR)
    }
    told_row("graded as poor", len(found), behind[POOR])
    told_row("graded as in between", len(found), behind[FAIR])
    told_row("graded as either", len(found), behind[POOR] + behind[FAIR])
    first = [
        (one.said[0], one.won[0] - mean(one.won[1:]))
        for one in found
        if len(one.won) > 1 and one.said[0] >= MIN_LIKELIER
    ]
    told_row("recommended as better than the others", len(found), first)
    told_row("graded as good beside the recommended one", len(found), behind[GOOD])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(arguments, seed="grades", seconds=600)
    arguments.add_argument("--positions", type=int, default=200)
    given = arguments.parse_args()
    kept = [
        one
        for one in read(given.kept, GradedPosition)
        if one.seed == given.seed and one.number < given.positions
    ]
    over = {one.number for one in kept}
    jobs = (Job(given.seed, n) for n in range(given.positions) if n not in over)
    play_in_time(play, jobs, kept, given)
    rows([one for one in kept if one.shades])


if __name__ == "__main__":
    main()
