"""The fair table: a strong player and a weaker one, with and without what the companion proposes.

    python benchmarks/fair.py [--houses 40] [--seconds 600] [--jobs N] [--seed fair] [--kept FILE]
    python benchmarks/fair.py --worth 1000

A house has a strong player (the sensible one) and weaker ones, who answer so often at random that the strong
one wins about 80 of 100 (HIDDEN says how in A New Frontier). It plays LEVEL games, keeps them as plays, and
then FAIR games more, each with what the companion proposes by the plays so far (`plays/strength.py`).
--worth: how much one more of the coin shifts the logarithm of the odds among equal players (`Coin.worth`).
"""

from __future__ import annotations

import argparse
import multiprocessing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from math import log
from random import Random
from typing import Any

from benchmarks.in_time import add_arguments, play_in_time, read
from benchmarks.ladder import wilson
from companion import games
from companion.games.contract import Client, Decision, Game, Option, Player, Question, Setup
from companion.games.contract.fair import coin_of
from companion.plays.play import PlaySummary, Result, Seated
from companion.plays.strength import fair_table
from companion.simulation.simulate import steps
from tests.rigs.figures import row

LEVEL, FAIR = 40, 60
"""Games of a house without and with what is proposed."""
WEAK = {"new-frontiers": 0.5, "race-for-the-galaxy": 0.43, "a-new-frontier": 0.0}
"""How often the weaker players answer at random."""
HIDDEN = {"a-new-frontier": 35}
"""Credits that the strong player begins with and no play tells: answers at random lose nothing there."""
AHEAD = {"new-frontiers": (3, 6, 12), "race-for-the-galaxy": (2, 4, 6), "a-new-frontier": (10, 20, 30)}
"""The numbers of the coin that are tried among equal players."""
NAMES = ("Ann", "Ben", "Cleo")
"""Ann is the strong one."""


class Wavering:
    """Seats of which each answers so often at random, else as the sensible player does. wavers: by seat."""

    def __init__(self, players: Any, wavers: tuple[float, ...]) -> None:
        self._players, self._wavers = players, wavers

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        wavers = 0.0 if question.player is None else self._wavers[question.player]
        client: Client = self._players["random" if rng.random() < wavers else "sensible"]
        return client.choose(game, state, question, options, rng, hand)


@dataclass(frozen=True)
class House:
    """Its games, all played. game: what is played; seed: of the house."""

    game: str
    number: int
    seed: str


@dataclass(frozen=True)
class Housed:
    """What came of a house. level, fair: Ann's wins of its games without and with a proposal, a shared one as
    its share; ahead: what the weaker ones began with more, all games together."""

    game: str
    number: int
    seed: str
    level: float
    fair: float
    ahead: int


def won(
    name: str, wavers: tuple[float, ...], ahead: tuple[int, ...], seed: str, hidden: int = 0
) -> PlaySummary:
    """A game among NAMES, as it is kept. wavers, ahead: by name; the seed says who sits where. hidden: what
    Ann begins with more and is not kept."""
    game, rng = games.load(name), Random(seed)
    seats = rng.sample(range(len(wavers)), len(wavers))
    dealt = tuple(ahead[who] + (0 if who else hidden) for who in seats)
    people = tuple(Player(NAMES[who], game.colours[who]) for who in seats)
    setup = Setup(people, ahead=dealt if any(dealt) else ()).stating(game.setup_options(), game.marks)
    while wanted := game.setup_draws(setup):
        setup = setup.with_draw(wanted[0].what, tuple(wanted[0].sample(rng)))
    state = game.new(setup)
    for step in steps(game, state, Wavering(game.players, tuple(wavers[who] for who in seats)), rng):
        state = step.after
    scores = sorted(game.score(state).players, key=lambda one: one.player)
    results = tuple(Result(one.total, one.rank, one.winner, {}) for one in scores)
    seated = tuple(Seated(p.name, p.colour, ahead=ahead[who]) for who, p in zip(seats, people, strict=True))
    return PlaySummary(seed, name, datetime.now(UTC), seated, results, None, "", "")


def share(play: PlaySummary, name: str = NAMES[0]) -> float:
    """Of the win."""
    winners = [who.name for who, result in zip(play.players, play.results, strict=True) if result.winner]
    return (name in winners) / len(winners)


def play_house(house: House) -> Housed:
    game = games.load(house.game)
    coin = coin_of(game)
    assert coin is not None
    names = NAMES[: game.seats[0]]
    wavers = (0.0, *[WEAK[house.game]] * (len(names) - 1))
    plays: list[PlaySummary] = []
    given = 0
    for number in range(LEVEL + FAIR):
        fair = fair_table(plays, coin, names) if number >= LEVEL else None
        ahead = (0,) * len(names) if fair is None else fair.ahead
        given += sum(ahead)
        seed = f"{house.seed} {house.game} {house.number} {number}"
        plays.insert(0, won(house.game, wavers, ahead, seed, HIDDEN.get(house.game, 0)))
    level, fair_ones = plays[-LEVEL:], plays[:-LEVEL]
    return Housed(
        house.game, house.number, house.seed, sum(map(share, level)), sum(map(share, fair_ones)), given
    )


@dataclass(frozen=True)
class Alike:
    """A game among equal players, of whom Ann begins with so many more."""

    game: str
    ahead: int
    number: int


def play_alike(one: Alike) -> float:
    seats = games.load(one.game).seats[0]
    ahead = (one.ahead, *[0] * (seats - 1))
    return share(won(one.game, (0.0,) * seats, ahead, f"alike {one.game} {one.number}"))


def worth(number: int, jobs: int) -> None:
    """A row for each game and number of the coin."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for name in games.names():
            for ahead in AHEAD[name]:
                alike = (Alike(name, ahead, n) for n in range(number))
                wins = sum(pool.imap_unordered(play_alike, alike, 20))
                others = games.load(name).seats[0] - 1
                odds = log(wins / (number - wins) * others) / ahead
                low, high = wilson(wins, number)
                words = f"{100 * wins / number:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
                row(f"{games.load(name).title}, {ahead} more", won=words, worth_of_one=f"{odds:.3f}")


def houses(name: str, found: list[Housed]) -> None:
    """A row for what was played of a game."""
    mine = [one for one in found if one.game == name]
    if not mine:
        return
    cells = []
    for wins, number in ((sum(h.level for h in mine), LEVEL), (sum(h.fair for h in mine), FAIR)):
        low, high = wilson(wins, number * len(mine))
        cells.append(f"{100 * wins / number / len(mine):.1f} % ({100 * low:.1f} to {100 * high:.1f})")
    players = games.load(name).seats[0]
    row(
        f"{games.load(name).title}, {players} players",
        as_it_is=cells[0],
        fair=cells[1],
        wanted=f"{100 / players:.0f} %",
        more_a_game=f"{sum(h.ahead for h in mine) / len(mine) / FAIR:.1f}",
        games=f"{LEVEL * len(mine)}; {FAIR * len(mine)}",
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    add_arguments(arguments, seed="fair", seconds=600)
    arguments.add_argument("--houses", type=int, default=40, help="of each game")
    arguments.add_argument("--worth", type=int, default=0, help="games for each number of the coin")
    given = arguments.parse_args()
    if given.worth:
        worth(given.worth, given.jobs)
        return
    kept = read(given.kept, Housed)
    over = {(it.game, it.number, it.seed) for it in kept}
    jobs = (House(name, n, given.seed) for n, name in product(range(given.houses), games.names()))
    play_in_time(
        play_house, (job for job in jobs if (job.game, job.number, job.seed) not in over), kept, given
    )
    for name in games.names():
        houses(name, kept)


if __name__ == "__main__":
    main()
