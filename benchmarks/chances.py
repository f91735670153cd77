"""How true the chances to win come: what is said of positions of New Frontiers, and who won.

    python benchmarks/chances.py [--games 2000] [--seed chances] [--as told] [--kept FILE]

In each game every seat has one of four strengths, drawn by chance: so often it answers at random, else as the
sensible player, as people of a table differ.
--as weighed, told: of each game one position is drawn in which an action must be selected; what the value net
says of every seat there counts, as a search weighs it or as people are told it (`Coaching.told_chances`).
--as searched: of each game one question is drawn; what the first three answers of a search of a second are
said to win counts, and the share that each won when the same players played on PLAYED_ON times.
--kept: a file with a line of JSON per game; games in that file are not played again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from math import log
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.coach import SETUP_OPTIONS
from benchmarks.fair import Wavering
from companion import games
from companion.coach.checking import shares_won
from companion.coach.search import can_search, search
from companion.coach.suggestions import MAX_SUGGESTIONS
from companion.games.contract import Client, Question, State
from companion.simulation.simulate import SimulatedStep, new_game, steps
from tests.rigs.figures import row

GAME = "new-frontiers"
STRENGTHS = (0.0, 0.1, 0.25, 0.5)
"""How often a seat of each strength answers at random."""
SECONDS = 1.0
"""Of the processor for one search."""
PLAYED_ON = 40
TENTHS = 10
WITHIN = 0.05
"""How far what is said of a tenth may be off."""

Said = tuple[float, float]
"""The chance that was said, and the share of the win that came."""


def group(number: int, seed: str) -> tuple[list[SimulatedStep], Client, Random]:
    """A whole game of a group, its players, and what chance is left."""
    game, rng = games.load(GAME), Random(f"{seed} {number}")
    players = 2 + number % 4
    state = new_game(game, players, SETUP_OPTIONS[number // 4 % len(SETUP_OPTIONS)], rng)
    client = Wavering(game.players, tuple(rng.choice(STRENGTHS) for _ in range(players)))
    return list(steps(game, state, client, rng)), client, rng


def said_in(number: int, seed: str) -> list[Said]:
    """Of one game, one position's chances as a search weighs them; none: it had no such position."""
    played, _client, rng = group(number, seed)
    after = [step.after for step in played if step.before.doing is not None]
    positions = [state for state in after if state.doing is None and not state.over]
    if not positions:
        return []
    coaching = games.load(GAME).coaching
    said, came = coaching.chances(rng.choice(positions)), coaching.chances(played[-1].after)
    return list(zip(said, came, strict=True))


def question_in(played: list[SimulatedStep], rng: Random) -> tuple[State, Question] | None:
    """One of the questions that the coach advises on, with the state in which it was asked; None: none."""
    game, found = games.load(GAME), []
    for step in played:
        for asked in game.questions(step.before):
            told = can_search(game, asked) and asked.form is None and not asked.optional
            if told and asked.player == step.decision.player:
                found.append((step.before, asked))
    rng.shuffle(found)
    return next((one for one in found if len(game.options(one[0], one[1].player)) > 1), None)


def searched_in(number: int, seed: str) -> list[Said]:
    """Of one game, what is said of the first answers to one question, and what came of each."""
    played, client, rng = group(number, seed)
    found = question_in(played, rng)
    if found is None:
        return []
    (state, asked), game = found, games.load(GAME)
    view = game.view(state, asked.player)
    options = game.options(view, asked.player)
    result = search(game, game.coaching, view, asked, options, SECONDS, f"{seed} {number}")
    first = [one for one in result.judged[:MAX_SUGGESTIONS] if one.chances]
    answers = tuple(one.option.decision for one in first)
    won = [
        shares_won(game, game.coaching, view, asked.player, answers, f"{seed} {number} {n}", client=client)
        for n in range(PLAYED_ON)
    ]
    return [
        (mean(one.chances), mean(shares)) for one, shares in zip(first, zip(*won, strict=True), strict=True)
    ]


def told(position: list[Said]) -> list[Said]:
    """The same as people are told it."""
    said = games.load(GAME).coaching.told_chances(tuple(said for said, _came in position))
    return list(zip(said, (came for _said, came in position), strict=True))


def kept_in(
    file: Path | None, played: Callable[[int, str], list[Said]], number: int, seed: str
) -> list[list[Said]]:
    """Of so many games, those with a position. file: what it has is not played again, what is, is added."""
    kept: dict[str, list[Said]] = {}
    if file is not None and file.exists():
        kept = dict(json.loads(line) for line in file.read_text("utf-8").splitlines())
    for n in range(number):
        name = f"{seed} {n}"
        if name not in kept:
            kept[name] = played(n, seed)
            if file is not None:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([name, kept[name]]) + "\n")
    return [found for n in range(number) if (found := kept[f"{seed} {n}"])]


def log_loss(positions: list[list[Said]]) -> float:
    return mean(-sum(came * log(max(said, 1e-9)) for said, came in position) for position in positions)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=2000)
    arguments.add_argument("--seed", default="chances")
    arguments.add_argument("--as", dest="manner", choices=("weighed", "told", "searched"), default="told")
    arguments.add_argument("--kept", type=Path)
    given = arguments.parse_args()
    play = searched_in if given.manner == "searched" else said_in
    positions = kept_in(given.kept, play, given.games, given.seed)
    if given.manner == "told":
        positions = [told(position) for position in positions]
    every = [pair for position in positions for pair in position]
    for tenth in range(TENTHS):
        here = [pair for pair in every if min(int(pair[0] * TENTHS), TENTHS - 1) == tenth]
        if here:
            said, came = mean(pair[0] for pair in here), mean(pair[1] for pair in here)
            row(
                f"{tenth * 10} to {tenth * 10 + 10} of 100, as {given.manner}",
                said=f"{said:.1%}",
                won=f"{came:.1%}",
                chances=str(len(here)),
                within_5_points="yes" if abs(said - came) <= WITHIN else "no",
            )
    more = {} if given.manner == "searched" else {"log_loss": f"{log_loss(positions):.3f}"}
    row(f"all, as {given.manner}", chances=str(len(every)), positions=str(len(positions)), **more)


if __name__ == "__main__":
    main()
