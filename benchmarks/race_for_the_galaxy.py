"""Measures the speed of Race for the Galaxy's rules: games with a real deck, and each call of the game.

    python benchmarks/race_for_the_galaxy.py [--games 10000]

Games of 2 to 4 players with all setup options, on one core. A decision is: get the questions, list the
options, keep those that the hand allows, play one, and move the real cards. Every game must end with right
counts; an error stops the run. Times are processor times of this process.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from companion.games.race_for_the_galaxy.dealt_cards import all_cards
from companion.games.race_for_the_galaxy.game import RaceForTheGalaxy
from companion.games.race_for_the_galaxy.rules.consume_goods import ConsumeBest
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.figures import row
from tests.rigs.reference import reference_seconds

GAME = RaceForTheGalaxy()
SETUP_OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (("game", "first"),),
    (("two-players", "experienced"),),
    (("start", "choice"), ("start-worlds", "eleven")),
    (("edition", "first"),),
)


def random_games(number: int, kind: str) -> dict[str, Any]:
    """Plays whole games; decisions per second, and medians of rounds and scores."""
    decisions, rounds, scores = 0, [], []
    begun = process_time()
    for n in range(number):
        rng = Random(f"race {n}")
        state = new_game(GAME, 2 + n % 3, SETUP_OPTIONS[n % len(SETUP_OPTIONS)], rng)
        for step in steps(GAME, state, GAME.players[kind], rng):
            decisions += 1
            state = step.after
        if GAME.check(state):
            raise AssertionError(GAME.check(state))
        rounds.append(GAME.phase(state).round)
        scores += [player.total for player in GAME.score(state).players]
    seconds = process_time() - begun
    return {
        "games": number,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds,
        "rounds_median": median(rounds),
        "score_median": median(scores),
    }


def check_conservation(number: int, first: int = 0) -> int:
    """Plays `number` random games, from game `first` on, and checks after each decision that each of the 120
    cards is in one place and that chips and goods are as counted. Returns the number of decisions. Raises
    AssertionError."""
    checked = 0
    for n in range(first, first + number):
        rng = Random(f"cards {n}")
        state = new_game(GAME, 2 + n % 3, SETUP_OPTIONS[n % len(SETUP_OPTIONS)], rng)
        hands = GAME.dealer.deal(state, rng)
        while not GAME.phase(state).over:
            question = rng.choice([one for one in GAME.questions(state) if not one.optional])
            options = GAME.dealer.options(hands, state, question)
            decision = rng.choice(options).decision
            after = GAME.play(state, decision)
            hands = GAME.dealer.follow(hands, state, decision, after, rng)
            state = after
            cards = all_cards(hands, state)
            held = [len(cards) for cards in hands.hands] == [empire.hand for empire in state.empires]
            goods = {world for world, _card in hands.goods} == {w for e in state.empires for w in e.goods}
            once = len(set(cards)) == len(cards) == len(state.catalogue)
            if GAME.check(state) or not (held and goods and once):
                raise AssertionError(f"game {n}: {decision}")
            checked += 1
    return checked


def mean_us(job: Callable[[SimulatedStep], object], made: list[SimulatedStep], times: int = 3) -> float:
    """The mean of `job` over the steps, the best of `times` runs, in microseconds."""
    best = float("inf")
    for _ in range(times):
        begun = process_time()
        for step in made:
            job(step)
        best = min(best, process_time() - begun)
    return best / len(made) * 1e6


def call_costs_us() -> dict[str, float]:
    rng = Random("costs")
    state = new_game(GAME, 4, (), rng)
    made = list(steps(GAME, state, GAME.players["sensible"], rng))
    jobs: dict[str, Callable[[SimulatedStep], object]] = {
        "questions": lambda step: GAME.questions(step.before),
        "options": lambda step: GAME.options(step.before, step.decision.player),
        "refusals": lambda step: GAME.refusals(step.before, step.decision.player or 0),
        "play": lambda step: GAME.play(step.before, step.decision),
        "facts": lambda step: GAME.facts(step.before),
        "view": lambda step: GAME.view(step.before, 0),
        "score": lambda step: GAME.score(step.before),
        "layout": lambda step: GAME.tracking.layout(step.before),
        "page of a seat": lambda step: GAME.display.page(GAME.view(step.before, 0), 0),
        "page of the table": lambda step: GAME.display.page(GAME.view(step.before, None), None),
    }
    found = {name: mean_us(job, made) for name, job in jobs.items()}
    best = [step for step in made if isinstance(step.decision, ConsumeBest)]
    if best:
        found["consume for the best"] = mean_us(jobs["play"], best)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--conserved", type=int, default=0, help="also check every card in so many games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of these games")
    args = parser.parse_args()
    reference = reference_seconds()
    found: dict[str, Any] = {
        "random": random_games(args.games, "random"),
        "sensible": random_games(max(1, args.games // 5), "sensible"),
        "microseconds": call_costs_us(),
    }
    if args.conserved:
        found["conserved"] = check_conservation(args.conserved, args.first)
    for kind in ("random", "sensible"):
        played = found[kind]
        row(
            f"decisions a second in {played['games']:,} {kind} games, {played['decisions']:,} in all",
            figure=f"{played['decisions_per_second']:,.0f}",
            ratio=f"{1 / played['decisions_per_second'] / reference:.4f}",
        )
        row(
            f"rounds; score in {kind} games, medians",
            figure=f"{played['rounds_median']:g}; {played['score_median']:g}",
        )
    for name, us in found["microseconds"].items():
        row(f"`{name}`", figure=f"{us:.0f} us", ratio=f"{us / 1e6 / reference:.4f}")
    if args.conserved:
        row("decisions with every card in its place", figure=f"{found['conserved']:,}")


if __name__ == "__main__":
    main()
