"""Measures computer players of Race for the Galaxy against each other in games of two, above all the coach.

    python benchmarks/race_ladder.py [--games 200] [--seconds 1.0 | --nodes 60] [--jobs 16] [--minutes 10]
        [--pairs coach:random,coach:sensible,coach:military,coach:produce] [--seed ladder] [--kept FILE]

Players: "random"; "sensible"; two hand-made plans, "military" (rush: conquer, and fill the tableau) and
"produce" (produce and consume in turn); "coach" (the search over possible hands, with a budget a decision in
processor seconds, or in simulations by --nodes). Each sees its seat's view and its own hand. Which cards are
kept of those drawn and which pay is the dealer's choice for all of them.

Games 2n and 2n+1 of a pairing have the same deal and first start worlds, with the seats exchanged. A shared
win counts half. Won: with the 95 % interval of Wilson; Elo: of all pairings together, sensible at 0.
--minutes: no game begins after so long. --kept: a line of JSON per game; games in that file are not played
again, so a long run can be interrupted.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import mean
from time import monotonic, process_time, thread_time
from typing import Any

from companion import games
from companion.coach.player import CoachPlayer
from companion.coach.search import can_search, search
from companion.games.contract import BestOptionPlayer, Client, Decision, Game, Option, Question
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import Military
from companion.games.race_for_the_galaxy.players import PLAYERS, Valuation
from companion.games.race_for_the_galaxy.rules.abilities import military
from companion.games.race_for_the_galaxy.rules.state import State
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row

GAME: Game[Any] = games.load("race-for-the-galaxy")
PAIRS = "coach:random,coach:sensible,coach:military,coach:produce"
Z = 1.96
"""Of the 95 % interval."""


class MilitaryValuation(Valuation):
    """Military first, then the worlds that it conquers; the game is to end before engines of others run."""

    def placed(self, id: str, cost: int) -> float:
        card = self.state.card(id)
        return super().placed(id, cost) + self._military(card) + 0.5

    def bonus_and_gain(self, action: str) -> tuple[float, float]:
        bonus, gain = super().bonus_and_gain(action)
        if action in ("settle", "develop") and gain:
            return bonus + 0.5, gain
        return bonus, gain * 0.5 if action in ("produce", "consume-2x") else gain

    def _military(self, card: Card) -> float:
        powers = [power for power in card.powers if isinstance(power, Military) and power.amount > 0]
        strength = military(self.state.catalogue, self.empire.in_force)
        more = sum(power.amount for power in powers) * (1.2 if strength < 6 else 0.4)
        return more + (0.25 * card.cost if card.military else 0.0)


class ProduceValuation(Valuation):
    """Production worlds and what consumes their goods; then produce and consume for double VP in turn."""

    def placed(self, id: str, cost: int) -> float:
        card = self.state.card(id)
        engine = 1.5 * card.production + 1.2 * card.has_power("consume") + 0.5 * bool(card.windfall)
        left = max(0, 12 - len(self.empire.tableau)) / 12
        return super().placed(id, cost) + engine * left

    def bonus_and_gain(self, action: str) -> tuple[float, float]:
        bonus, gain = super().bonus_and_gain(action)
        engine = sum(self.state.card(held.card).production for held in self.empire.tableau)
        if action == "produce" and engine >= 2:
            return bonus, gain * 1.3
        if action == "consume-2x" and len(self.empire.goods) >= 2:
            return bonus * 1.4, gain * 1.3
        return bonus, gain


class Planned(BestOptionPlayer[State]):
    """Chooses by one of the valuations."""

    def __init__(self, valuation: type[Valuation]) -> None:
        self._valuation = valuation

    def worth(self, state: State, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        return self._valuation(state, player, hand).worth


class Coach:
    """The coach in one seat of one game, with what it took."""

    def __init__(self, seconds: float, nodes: int) -> None:
        self._seconds, self._nodes = seconds, nodes
        self.thought: list[float] = []
        self.simulations = 0

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if not can_search(game, question) or len(options) == 1:
            plain = CoachPlayer(self._seconds)
            return plain.choose(game, state, question, options, rng, hand)
        assert game.coaching is not None
        begun, seed = process_time(), str(rng.getrandbits(32))
        budget, clock = self._seconds, thread_time
        if self._nodes:  # the clock is asked before each simulation, and once before the first
            budget, clock = float(self._nodes), map(float, itertools.count()).__next__
            budget += 1
        found = search(game, game.coaching, state, question, options, budget, seed, clock=clock, hand=hand)
        self.thought.append(process_time() - begun)
        self.simulations += found.simulations
        return found.best.option.decision


class Duel:
    """A client for `steps`: another player in each seat."""

    def __init__(self, clients: tuple[Client[Any], ...]) -> None:
        self._clients = clients

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        assert question.player is not None
        client = self._clients[question.player]
        return client.choose(game, state, question, options, rng, hand)


@dataclass(frozen=True)
class Budget:
    """Of the coach, for each decision: seconds of the processor; nodes: simulations instead; 0: seconds."""

    seconds: float
    nodes: int


@dataclass(frozen=True)
class Result:
    """One game. won: the first player's share of the win; own, other: the VP of both."""

    pair: str
    number: int
    won: float
    own: int
    other: int
    rounds: int
    decisions: int
    simulations: int
    thought: float
    longest: float
    seconds: float


def player(name: str, budget: Budget) -> Client[Any]:
    match name:
        case "coach":
            return Coach(budget.seconds, budget.nodes)
        case "military":
            return Planned(MilitaryValuation)
        case "produce":
            return Planned(ProduceValuation)
    return PLAYERS[name]


def play_one_game(
    pair: str, number: int, budget: Budget, seed: str, options: tuple[tuple[str, str], ...] = ()
) -> Result:
    """Game `number` of a pairing "first:second"."""
    begun = process_time()
    rng = Random(f"{seed}:{number // 2}")
    first, second = (player(name, budget) for name in pair.split(":"))
    seat = number % 2
    state = new_game(GAME, 2, options, rng)
    for step in steps(GAME, state, Duel((first, second) if seat == 0 else (second, first)), rng):
        state = step.after
    scores = sorted(GAME.score(state).players, key=lambda score: score.player)
    winners = [score.player for score in scores if score.winner]
    coaches = [client for client in (first, second) if isinstance(client, Coach)]
    thought = [seconds for coach in coaches for seconds in coach.thought]
    return Result(
        pair,
        number,
        (seat in winners) / len(winners),
        scores[seat].total,
        scores[1 - seat].total,
        GAME.phase(state).round,
        len(thought),
        sum(coach.simulations for coach in coaches),
        sum(thought),
        max(thought, default=0.0),
        process_time() - begun,
    )


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of games."""
    share, spread = won / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return centre - half, centre + half


def elo(results: list[Result]) -> dict[str, float]:
    """The Elo of every player, sensible at 0 where it plays: Bradley and Terry's strengths, with one drawn
    game more in each pairing, so that a player who won all has a finite one."""
    won: dict[str, float] = defaultdict(float)
    games: dict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        first, second = result.pair.split(":")
        won[first] += result.won
        won[second] += 1 - result.won
        games[first, second] += 1
    for first, second in list(games):
        won[first] += 0.5
        won[second] += 0.5
        games[first, second] += 1
    strength = dict.fromkeys(won, 1.0)
    for _turn in range(500):
        for name in strength:
            met = [
                (count, second if first == name else first)
                for (first, second), count in games.items()
                if name in (first, second)
            ]
            strength[name] = won[name] / sum(n / (strength[name] + strength[other]) for n, other in met)
    base = strength.get("sensible", 1.0)
    return {name: 400 * log10(value / base) for name, value in strength.items()}


def results_of(
    tasks: list[tuple[str, int]],
    budget: Budget,
    seed: str,
    options: tuple[tuple[str, str], ...],
    jobs: int,
    minutes: float,
) -> Iterator[Result]:
    """The games as they end, `jobs` of them at once; none begins after `minutes`."""
    ends, left = monotonic() + 60 * minutes, iter(tasks)
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Result]] = set()
        while True:
            while len(running) < jobs and monotonic() < ends and (task := next(left, None)):
                running.add(pool.submit(play_one_game, *task, budget, seed, options))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()


def print_table(results: list[Result], pairs: list[str]) -> None:
    ranks = elo(results)
    for pair in pairs:
        mine = [result for result in results if result.pair == pair]
        if not mine:
            continue
        low, high = wilson(sum(result.won for result in mine), len(mine))
        decisions = sum(result.decisions for result in mine)
        first, second = pair.split(":")
        row(
            f"{first} against {second}",
            games=str(len(mine)),
            won=f"{mean(result.won for result in mine):.1%} ({low:.0%} to {high:.0%})",
            VP__other=f"{mean(r.own for r in mine):.1f}; {mean(r.other for r in mine):.1f}",
            rounds=f"{mean(r.rounds for r in mine):.1f}",
            Elo__other=f"{ranks[first]:+.0f}; {ranks[second]:+.0f}",
            a_decision__longest=f"{sum(r.thought for r in mine) / max(1, decisions):.2f} s; "
            f"{max(r.longest for r in mine):.2f} s",
            simulations=f"{sum(r.simulations for r in mine) / max(1, decisions):.0f}",
            a_game=f"{mean(r.seconds for r in mine):.1f} s",
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--pairs", default=PAIRS)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--nodes", type=int, default=0)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--minutes", type=float, default=24 * 60.0)
    arguments.add_argument("--seed", default="ladder")
    arguments.add_argument("--options", default="", help="of the setup: two-players=experienced,start=choice")
    arguments.add_argument("--kept", type=Path)
    given = arguments.parse_args()
    pairs = given.pairs.split(",")
    options = tuple(tuple(one.split("=", 1)) for one in given.options.split(",") if one)
    kept = given.kept.read_text("utf-8").splitlines() if given.kept and given.kept.exists() else []
    results = [Result(**json.loads(line)) for line in kept]
    had = {(result.pair, result.number) for result in results}
    # In turn, so that a run that is cut short has about as many games of each pairing.
    tasks = [(pair, n) for n in range(given.games) for pair in pairs if (pair, n) not in had]
    budget = Budget(given.seconds, given.nodes)
    for result in results_of(tasks, budget, given.seed, options, given.jobs, given.minutes):
        results.append(result)
        if given.kept is not None:
            with given.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
    if not results:
        arguments.error("nothing was played: give it more --minutes, or the --kept of another run")
    print_table(results, pairs)


if __name__ == "__main__":
    main()
