"""Does guided help teach? Simulated beginners, each alone and with the shades of the level "guided".

    python benchmarks/beginners.py [--game new-frontiers] [--players 2] [--games 40] [--heeds 1.0]
        [--think 1.0] [--seconds 300] [--jobs N] [--seed beginners] [--kept FILE]

Two kinds of beginners, both made from the game's sensible player. "plausible": any of the better half of
the answers, at random. "blind spots": plays sensibly, but at a third of the kinds of questions, other ones in
each game, gives any answer. A guided beginner sees each answer's shade, as the product grades them, and then
chooses in the own way among those of the best shade; --heeds: at this share of the questions, at the others
the help is not looked at. --think: the coach's processor seconds for a question, at most (the product's: 1).

Game n is played twice from the same seed, without help and guided, with the beginner in seat n modulo the
players; the others are beginners of the same kind without help. What differs is the beginner's score between
the two; a shared win counts as its share. --seconds, --jobs and --kept as for the ladder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from benchmarks.in_time import SURE, add_arguments, play_in_time, read
from companion import games
from companion.coach.grading import grade
from companion.coach.search import can_search
from companion.games.contract import BestOptionPlayer, Decision, Game, Option, Question
from companion.simulation.simulate import new_game, steps
from companion.table.settings import GUIDED, NO_HELP
from tests.rigs.figures import row

KINDS = PLAUSIBLE, BLIND = "plausible", "blind spots"
BLIND_SHARE = 1 / 3
"""Of the kinds of questions."""


@dataclass(frozen=True)
class Job:
    game: str
    seed: str
    players: int
    kind: str
    level: str
    heeds: float
    think: float
    number: int


@dataclass(frozen=True)
class Played(Job):
    """total: the beginner's VP; won: its share of the win; decisions: between more than one answer; helped:
    of those how many with shades; moved: how many where the beginner's own choice had a worse shade."""

    total: int
    won: float
    decisions: int
    helped: int
    moved: int


class Beginners:
    """A client for `steps`: beginners in all seats, of whom one is counted, and may be guided."""

    def __init__(self, game: Game[Any], job: Job) -> None:
        player = game.players["sensible"]
        assert isinstance(player, BestOptionPlayer)
        self.sensible: BestOptionPlayer[Any] = player
        self.job, self.seat = job, job.number % job.players
        self.decisions = self.helped = self.moved = 0

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if question.form is not None or len(options) == 1:
            return self.sensible.choose(game, state, question, options, rng, hand)
        own = self._own(state, question, options, rng, hand)
        if question.player != self.seat:
            return own.decision
        self.decisions += 1
        if self.job.level == NO_HELP or not can_search(game, question) or rng.random() >= self.job.heeds:
            return own.decision
        assert game.coaching is not None
        seed = str(rng.getrandbits(32))
        advice = grade(game, game.coaching, state, question, options, seed, seconds=self.job.think)
        best = [one.decision for one in advice.graded if one.shade == advice.graded[0].shade]
        if not best:
            return own.decision
        self.helped += 1
        if own.decision in best:
            return own.decision
        self.moved += 1
        good = tuple(option for option in options if option.decision in best)
        return self._own(state, question, good, rng, hand).decision

    def _own(
        self, state: Any, question: Question, options: tuple[Option, ...], rng: Random, hand: tuple[str, ...]
    ) -> Option:
        """What a beginner chooses unaided."""
        assert question.player is not None
        if self.job.kind == BLIND:
            seen = Random(f"{self.job.seed}/{self.job.number}/{question.kind}").random() >= BLIND_SHARE
            return self.sensible.pick(state, question, options, rng, hand) if seen else rng.choice(options)
        worth = self.sensible.worth(state, question.player, hand)
        ordered = sorted(options, key=lambda option: (worth(option), rng.random()), reverse=True)
        return rng.choice(ordered[: max(2, (len(ordered) + 1) // 2)])


def play(job: Job) -> Played:
    game = games.load(job.game)
    rng = Random(f"{job.seed}:{job.players}:{job.kind}:{job.number}")
    beginners = Beginners(game, job)
    state = new_game(game, job.players, (), rng)
    for step in steps(game, state, beginners, rng):
        state = step.after
    scores = game.score(state).players
    winners = [score.player for score in scores if score.winner]
    return Played(
        **vars(job),
        total=next(score.total for score in scores if score.player == beginners.seat),
        won=(beginners.seat in winners) / len(winners),
        decisions=beginners.decisions,
        helped=beginners.helped,
        moved=beginners.moved,
    )


def jobs_to_do(given: argparse.Namespace, kept: list[Played]) -> Iterator[Job]:
    same = (given.players, given.heeds, given.think)
    done = {(it.kind, it.level, it.number) for it in kept if (it.players, it.heeds, it.think) == same}
    for number in range(given.games):
        for kind in KINDS:
            for level in (NO_HELP, GUIDED):
                if (kind, level, number) not in done:
                    yield Job(
                        given.game,
                        given.seed,
                        given.players,
                        kind,
                        level,
                        given.heeds,
                        given.think,
                        number,
                    )


def interval(values: list[float], places: int = 1) -> str:
    """The mean with its interval of 95 %."""
    mean = fmean(values)
    if len(values) < 2:
        return f"{mean:+.{places}f}"
    half = SURE * stdev(values) / sqrt(len(values))
    return f"{mean:+.{places}f} ({mean - half:+.{places}f} to {mean + half:+.{places}f})"


def print_rows(found: list[Played]) -> None:
    """A row for each kind of beginners with each way of being guided."""
    groups = sorted({(it.players, KINDS.index(it.kind), -it.heeds, it.think) for it in found})
    for players, kind, heeds, think in groups:
        of_group = [
            it
            for it in found
            if (it.players, KINDS.index(it.kind), -it.heeds, it.think) == (players, kind, heeds, think)
        ]
        alone, guided = ({it.number: it for it in of_group if it.level == of} for of in (NO_HELP, GUIDED))
        pairs = [(alone[number], guided[number]) for number in sorted(alone.keys() & guided.keys())]
        if not pairs:
            continue
        helped = sum(with_help.helped for _without, with_help in pairs) or 1
        row(
            f"{KINDS[kind]}, {players} players, heeds {-heeds:.0%}, {think:g} s a question",
            games=f"2 x {len(pairs)}",
            VP_alone__guided="; ".join(
                f"{fmean(it.total for it in of):.1f}" for of in zip(*pairs, strict=True)
            ),
            VP_more=interval([with_help.total - without.total for without, with_help in pairs]),
            won_alone__guided="; ".join(
                f"{fmean(it.won for it in of):.0%}" for of in zip(*pairs, strict=True)
            ),
            won_more=interval([100 * (with_help.won - without.won) for without, with_help in pairs], 0)
            + " points",
            answers_changed=f"{sum(with_help.moved for _without, with_help in pairs) / helped:.0%}",
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--game", default="new-frontiers", choices=games.names())
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--games", type=int, default=40)
    arguments.add_argument("--heeds", type=float, default=1.0)
    arguments.add_argument("--think", type=float, default=1.0)
    add_arguments(arguments, "beginners", 300)
    given = arguments.parse_args()
    if games.load(given.game).coaching is None:
        arguments.error("this game has no coach, so that there is no help to measure")
    kept = [it for it in read(given.kept, Played) if (it.game, it.seed) == (given.game, given.seed)]
    play_in_time(play, jobs_to_do(given, list(kept)), kept, given)
    if not kept:
        arguments.error("nothing was played: give it more --seconds, or the --kept of another run")
    print_rows(kept)


if __name__ == "__main__":
    main()
