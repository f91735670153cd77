"""Counts the forms of a first evening of A New Frontier, when nobody has told what the copy prints.

    python benchmarks/first_forms.py [--games 10]

Four players, nothing registered, the sensible computer player decides; whoever is asked tells what the
stand-ins say. A form is one question by `Telling`; "own": on the phone of whoever has the piece in hand.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import median

from companion.games.a_new_frontier.game import ANewFrontier
from companion.games.contract import Player, Setup, Telling
from companion.table.chance import setup_with_draws
from tests.rigs.figures import row

PLAYERS = 4


def forms_of(game: ANewFrontier, seed: int) -> Counter[int | None]:
    """How many forms everybody may answer (None), and how many each seat alone, in one game."""
    rng = Random(f"first evening {seed}")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:PLAYERS])
    setup = setup_with_draws(game, Setup(players).stating(game.setup_options()), seed).with_told_pieces()
    state, counted = game.new(setup), Counter[int | None]()
    while owed := [question for question in game.questions(state) if not question.optional]:
        question = owed[0]
        if isinstance(question.form, Telling):
            counted[question.player] += 1
            decision = game.answer(state, question, question.form.sample(rng))
        elif question.chance is not None:
            decision = game.answer(state, question, question.chance.sample(rng))
        else:
            view, options = game.view(state, question.player), game.options(state, question.player)
            decision = game.players["sensible"].choose(game, view, question, options, rng)
        state = game.play(state, decision)
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    games = [forms_of(ANewFrontier(), seed) for seed in range(parser.parse_args().games)]
    own = [count[seat] for count in games for seat in range(PLAYERS)]
    figures = {
        "forms of a first game of four": [count.total() for count in games],
        "of them for everybody, once": [count[None] for count in games],
        "and on each own phone": own,
    }
    for what, counts in figures.items():
        row(what, figure=f"{median(counts):g} ({min(counts)} to {max(counts)})")


if __name__ == "__main__":
    main()
