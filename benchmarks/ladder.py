"""The ladder: every agent against every other, for two to four players, with intervals and Elo.

    python benchmarks/ladder.py [--game new-frontiers] [--agents sensible,coach:1s,...] [--players 2,4]
        [--games 200] [--seconds 600] [--jobs N] [--seed ladder] [--kept FILE] [--only coach:1s]
        [--options two-players=standard]

An agent is a computer player of the game by its name (`Game.players`); the coach or a tree search (UCT) with
a budget for one answer, in processor seconds or in nodes, which are simulations (`coach:1s`, `coach:60n`,
`uct:1s`, `uct:100n`); or the coach searching otherwise: `coach:1s:rounds=3+equal=0.5+least=12+player=random`
simulates three rounds, ends when answers are within 0.5 VP, simulates each at least 12 times, with that
player in every seat. Where a game judges who wins, the coach does; `coach:1s:estimate=points` counts in
points, as the coach did before and `uct` does; `net` chooses by New Frontiers' value net alone
(`benchmarks/rungs.py`).

Two agents meet in --games games: of two players with either in each seat; of three, one has one seat and the
other two, in all six orders; of four, two seats each, in all six. A shared win counts as its share. Game n
has the same seed for every pairing; the game's variants (`SetupOption.variant`: with and without goals) take
turns, but for those that --options say.

Games are begun in rounds, one of each pairing, until --seconds of the wall clock are over; a game that is not
over then is left. Each finished game is a line of JSON in --kept, and not played again: the same command with
the same file goes on, on any machine. Searches with a budget in seconds find other answers on another
machine; those in nodes find the same.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from math import inf, log10, sqrt
from random import Random
from statistics import mean
from time import thread_time
from typing import Any

from benchmarks import rungs
from benchmarks.in_time import SURE, add_arguments, play_in_time, read
from companion import games
from companion.coach.player import CoachPlayer
from companion.coach.search import can_search, search
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.simulation.simulate import new_game, steps
from tests.rigs.figures import row

ORDERS = {
    2: ((0, 1), (1, 0)),
    3: ((0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (1, 1, 0), (0, 0, 1)),
    4: ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0)),
}
"""By players: which of the two agents has each seat; in turn."""
ELO_GAMES_EACH_WAY = 0.5
"""Added to each pairing won and lost, so that an agent that never lost has a finite Elo."""


@dataclass(frozen=True)
class Job:
    """Game `number` of a pairing."""

    game: str
    players: int
    agents: tuple[str, str]
    number: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Played:
    """won: the first agent's share of the win. points: its seats' mean VP, less the other's. decisions,
    seconds: of either, those between more than one answer, and the processor's; 0: not counted."""

    game: str
    seed: str
    players: int
    agents: tuple[str, str]
    number: int
    won: float
    points: float
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    longest: tuple[float, float]


def agent(game: Game[Any], name: str) -> Client:
    """Raises ValueError for a name that is none."""
    if name in game.players:
        return game.players[name]
    if name == "net" and game.name == rungs.GAME:
        return rungs.NetPlayer()
    kind, _, rest = name.partition(":")
    budget, _, manner = rest.partition(":")
    if game.coaching is None or kind not in ("coach", "uct") or budget[-1:] not in ("s", "n"):
        raise ValueError(f"there is no agent {name!r}")
    seconds = float(budget[:-1]) if budget[-1] == "s" else inf
    nodes = int(budget[:-1]) if budget[-1] == "n" else 1_000_000
    if kind == "coach" and budget[-1] == "s" and not manner:
        return CoachPlayer(seconds)
    told = dict(part.split("=", 1) for part in manner.split("+") if "=" in part)
    player = told.pop("player", game.coaching.plays_on)
    estimate = told.pop("estimate", "")
    if (
        not told.keys() <= MANNERS[kind].keys()
        or player not in game.players
        or estimate not in ("", "points")
    ):
        raise ValueError(f"there is no agent {name!r}")
    coaching: Any = rungs.ByPoints(game.coaching) if estimate or kind == "uct" else game.coaching
    searching = {key: MANNERS[kind][key](value) for key, value in told.items()}
    if kind == "uct":
        return rungs.UctPlayer(nodes, seconds, PlaysOn(coaching, player))
    return Coach(PlaysOn(coaching, player), nodes, seconds, searching)


MANNERS: dict[str, dict[str, Callable[[str], Any]]] = {
    "coach": {"rounds": int, "equal": float, "least": int},
    "uct": {},
}
"""Arguments of the searches."""


class PlaysOn:
    """A game's coaching with another of its players in the simulations."""

    def __init__(self, coaching: Any, plays_on: str) -> None:
        self._coaching, self.plays_on = coaching, plays_on

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coaching, name)


class Coach:
    """The coach with at most so many simulations for an answer, so that every machine finds the same, or with
    seconds. searching: more arguments of the search."""

    def __init__(self, coaching: Any, nodes: int, seconds: float, searching: dict[str, Any]) -> None:
        self.coaching, self.nodes, self.seconds, self.searching = coaching, nodes, seconds, searching
        self.plain = CoachPlayer(0.0)

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if not can_search(game, question) or question.form is not None or len(options) == 1:
            return self.plain.choose(game, state, question, options, rng, hand)
        # The search reads its clock once, and then before each simulation.
        readings = count()
        budget, clock = self.seconds, thread_time
        if self.seconds == inf:
            budget, clock = self.nodes + 1.0, lambda: float(next(readings))
        seed = str(rng.getrandbits(32))
        found = search(
            game,
            self.coaching,
            state,
            question,
            options,
            budget,
            seed,
            clock=clock,
            hand=hand,
            **self.searching,
        )
        return found.best.option.decision


class Table:
    """A client for `steps`: an agent in each seat, with its count of decisions and seconds."""

    def __init__(self, seats: tuple[int, ...], agents: tuple[Client, Client]) -> None:
        self.seats, self.agents = seats, agents
        self.decisions, self.seconds, self.longest = [0, 0], [0.0, 0.0], [0.0, 0.0]

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
        which, begun = self.seats[question.player], thread_time()
        decision = self.agents[which].choose(game, state, question, options, rng, hand)
        if len(options) > 1:
            took = thread_time() - begun
            self.decisions[which] += 1
            self.seconds[which] += took
            self.longest[which] = max(self.longest[which], took)
        return decision


def play(job: Job) -> Played:
    game = games.load(job.game)
    rng = Random(f"{job.seed}:{job.players}:{job.number}")
    orders = ORDERS[job.players]
    table = Table(orders[job.number % len(orders)], (agent(game, job.agents[0]), agent(game, job.agents[1])))
    choices = variants(game, job.players, job.options)
    state = new_game(game, job.players, choices[job.number // len(orders) % len(choices)], rng)
    for step in steps(game, state, table, rng):
        state = step.after
    scores = game.score(state).players
    winners = [score.player for score in scores if score.winner]
    won = sum(table.seats[player] == 0 for player in winners) / len(winners)
    first, other = ([it.total for it in scores if table.seats[it.player] == which] for which in (0, 1))
    return Played(
        job.game,
        job.seed,
        job.players,
        job.agents,
        job.number,
        won,
        mean(first) - mean(other),
        (table.decisions[0], table.decisions[1]),
        (table.seconds[0], table.seconds[1]),
        (table.longest[0], table.longest[1]),
    )


def variants(
    game: Game[Any], players: int, said: tuple[tuple[str, str], ...] = ()
) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The setups that take turns: what was `said`, with every choice of the other options that make another
    kind of game."""
    options = [it for it in game.setup_options() if not it.players or players in it.players]
    names = {option.name for option in options}
    found = [tuple(one for one in said if one[0] in names)]
    for option in options:
        if option.variant and option.name not in dict(said):
            found = [(*one, (option.name, value)) for one in found for value, _words in option.choices]
    return tuple(found)


def pairings(names: list[str], only: str) -> list[tuple[str, str]]:
    return [pair for pair in combinations(names, 2) if not only or only in pair]


def jobs_to_do(given: argparse.Namespace, kept: list[Played]) -> Iterator[Job]:
    done = {(it.players, it.agents, it.number) for it in kept}
    for number in range(given.games):
        for players in given.players:
            for pair in pairings(given.agents, given.only):
                if (players, pair, number) not in done:
                    yield Job(given.game, players, pair, number, given.seed, given.options)


def wilson(won: float, number: int) -> tuple[float, float]:
    """The interval of 95 % of a share."""
    share, z = won / number, SURE**2
    middle = (share + z / (2 * number)) / (1 + z / number)
    half = SURE * sqrt(share * (1 - share) / number + z / (4 * number**2)) / (1 + z / number)
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(found: list[Played], anchor: str) -> dict[str, float]:
    """By agent, from all pairings at once (Bradley and Terry); the anchor has 0."""
    won: dict[tuple[str, str], float] = defaultdict(float)
    for it in found:
        one, other = it.agents
        won[one, other] += it.won
        won[other, one] += 1 - it.won
    names = sorted({name for pair in won for name in pair})
    for pair in list(won):
        won[pair] += ELO_GAMES_EACH_WAY
    strength = dict.fromkeys(names, 1.0)
    for _turn in range(2000):
        for name in names:
            wins = sum(won.get((name, other), 0.0) for other in names)
            met = sum(
                (won[name, other] + won[other, name]) / (strength[name] + strength[other])
                for other in names
                if (name, other) in won
            )
            strength[name] = wins / met
    base = strength.get(anchor, 1.0)
    return {name: 400 * log10(strength[name] / base) for name in names}


def print_tables(found: list[Played], anchor: str) -> None:
    for players in sorted({it.players for it in found}):
        of_size = [it for it in found if it.players == players]
        ratings = elo(of_size, anchor)
        for name in sorted(ratings, key=lambda it: -ratings[it]):
            mine = [(it, it.agents.index(name)) for it in of_size if name in it.agents]
            won = sum(it.won if at == 0 else 1 - it.won for it, at in mine)
            low, high = wilson(won, len(mine))
            decisions = sum(it.decisions[at] for it, at in mine)
            seconds = sum(it.seconds[at] for it, at in mine if it.decisions[at])
            row(
                f"{players} players: {name}",
                Elo=f"{ratings[name]:+.0f}",
                games=str(len(mine)),
                won=f"{won / len(mine):.1%} ({low:.1%} to {high:.1%})",
                a_decision__longest=f"{seconds / decisions * 1000:.1f} ms; "
                f"{max(it.longest[at] for it, at in mine):.2f} s"
                if decisions
                else "",
            )
        for pair in sorted({it.agents for it in of_size}):
            games_of = [it for it in of_size if it.agents == pair]
            won = sum(it.won for it in games_of)
            low, high = wilson(won, len(games_of))
            row(
                f"{players} players: {pair[0]} against {pair[1]}",
                games=str(len(games_of)),
                won=f"{won / len(games_of):.1%} ({low:.1%} to {high:.1%})",
                VP_more=f"{sum(it.points for it in games_of) / len(games_of):+.1f}",
            )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    arguments.add_argument("--game", default="new-frontiers", choices=games.names())
    arguments.add_argument("--agents", default="", help="default: the game's players, uct:100n, coach:1s")
    arguments.add_argument("--players", default="2,4")
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--options", default="", help="of each setup: two-players=standard,start=choice")
    add_arguments(arguments, "ladder", 600)
    arguments.add_argument("--only", default="", help="the pairings of this agent alone")
    arguments.add_argument("--anchor", default="sensible", help="whose Elo is 0")
    given = arguments.parse_args()
    game = games.load(given.game)
    searching = ["uct:100n", "coach:1s"] if game.coaching is not None else []
    given.agents = given.agents.split(",") if given.agents else [*game.players, *searching]
    fewest, most = game.seats
    given.players = [n for n in map(int, given.players.split(",")) if fewest <= n <= most and n in ORDERS]
    given.options = tuple(tuple(one.split("=", 1)) for one in given.options.split(",") if one)
    try:
        for name in given.agents:
            agent(game, name)
    except ValueError as wrong:
        arguments.error(f"{wrong}: {', '.join(game.players)}, coach:1s, coach:60n, uct:1s or uct:100n")
    kept = [it for it in read(given.kept, Played) if (it.game, it.seed) == (given.game, given.seed)]
    play_in_time(play, jobs_to_do(given, list(kept)), kept, given)
    if not kept:
        arguments.error("nothing was played: give it more --seconds, or the --kept of another run")
    print_tables(kept, given.anchor)


if __name__ == "__main__":
    main()
