"""Counts the forms of a first evening of A New Frontier, when nobody has told what the copy prints.

    python benchmarks/first_forms.py [--games 10]

Four players, nothing registered, the sensible computer player decides; whoever is asked tells what the
stand-ins say. A form is one question by `Telling`; "own": on the phone of whoever has the piece in hand. A
tap is a choice other than the one that is chosen beforehand, a field that is typed into, one more or one
less, or what sends the form. A second copy builds each kind of facility by a technology, and half of the
missions that are taken are accomplished.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from random import Random
from statistics import median

from companion.games.a_new_frontier.book import book_files as books
from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.game import ANewFrontier
from companion.games.a_new_frontier.rules.marketing import ClaimMission, TakeMission
from companion.games.a_new_frontier.rules.research import ChooseTechs
from companion.games.a_new_frontier.rules.techs import AT_THE_CHOICE
from companion.games.a_new_frontier.rules.told_forms import EntryTelling, printed
from companion.games.contract import Player, Setup
from companion.games.contract.told import Told
from companion.table.chance import setup_with_draws
from tests.rigs.figures import row

PLAYERS = 4


def copy_with_facilities() -> Book:
    """A copy in which a technology builds each kind of facility, and each mission brings credits."""
    book = books.shipped()
    kinds = [kind for kind in book.facilities if kind != "research-facility"]
    builds = (f'["{branch}-2A", "{kind}"]' for branch, kind in zip(book.branches, kinds, strict=False))
    text = books.SHIPPED_FILE.read_text("utf-8")
    book = books.read(text.replace("facilities = [[", f"facilities = [{', '.join(builds)}, [", 1))
    missions = (entry for entry in book.pieces.values() if entry.type == "mission")
    return book.with_told(tuple(entry.of.told(entry.begun, {"credits": ("2",)}) for entry in missions))


def taps(form: EntryTelling, said: Told) -> int:
    found = 1
    for field in form.fields:
        told = said.of(field.piece, field.key)
        if field.counted:
            found += abs(int(told[0] if told else 0) - int(field.usual or 0))
        else:
            chosen = [one for one in told if one != field.usual]
            found += len(chosen) + bool(chosen and field.folded)
    return found


def forms_of(game: ANewFrontier, seed: int, copy: Book, claims: float) -> Counter[int | str | None]:
    """How many forms everybody may answer (None), how many each seat alone, and the "taps" of all."""
    rng = Random(f"first evening {seed}")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:PLAYERS])
    setup = setup_with_draws(game, Setup(players).stating(game.setup_options()), seed).with_told_pieces()
    state, counted, done = game.new(setup), Counter[int | str | None](), list[ClaimMission]()
    while owed := [question for question in game.questions(state) if not question.optional]:
        question = owed[0]
        if isinstance(question.form, EntryTelling):
            said = printed(copy, question.form.book, question.form.asks)
            counted[question.player] += 1
            counted["taps"] += taps(question.form, said)
            decision = game.answer(state, question, said.texts)
        elif done and state.phase != "marketing":
            decision = done.pop()
        elif question.chance is not None:
            decision = game.answer(state, question, question.chance.sample(rng))
        else:
            view, options = game.view(state, question.player), game.options(state, question.player)
            decision = game.players["sensible"].choose(game, view, question, options, rng)
        if isinstance(decision, TakeMission) and rng.random() < claims:
            done.append(ClaimMission(decision.player, decision.mission))
        if isinstance(decision, ChooseTechs):
            untold = [id for id in decision.techs if state.book.is_untold(f"technology-{id}", *AT_THE_CHOICE)]
            decision = replace(decision, more=any(copy.techs[id].facilities for id in untold))
        state = game.play(state, decision)
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    seeds, game = range(parser.parse_args().games), ANewFrontier()
    figures = dict[str, list[int]]()
    plain = [forms_of(game, seed, books.shipped(), 0) for seed in seeds]
    more = [forms_of(game, seed, copy_with_facilities(), 0.5) for seed in seeds]
    for where, games in (("", plain), (", with facilities and missions", more)):
        own = [count[seat] for count in games for seat in range(PLAYERS)]
        figures |= {
            f"forms of a first game of four{where}": [count.total() - count["taps"] for count in games],
            f"of them for everybody, once{where}": [count[None] for count in games],
            f"and on each own phone{where}": own,
            f"taps in all of them{where}": [count["taps"] for count in games],
        }
    for what, counts in figures.items():
        row(what, figure=f"{median(counts):g} ({min(counts)} to {max(counts)})")


if __name__ == "__main__":
    main()
