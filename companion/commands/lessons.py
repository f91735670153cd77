"""The command about lesson files: check what they say, and what comes up in simulated games."""

from __future__ import annotations

import click

from companion import games
from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import load_game
from companion.commands.progress import progress
from companion.lessons.checking import faults, play, unreached
from companion.lessons.lesson_files import BadLesson, LessonBook, of_game

GAMES = 200
"""In so many the installed games show all that their lessons name and state."""


@click.group()
def lessons() -> None:
    """The lessons that a table can be taught with (docs/lessons.md)."""


@lessons.command()
@click.option("--game", "game_name", default=None, help="Which game; all, unless said.")
@click.option(
    "--games",
    "count",
    default=GAMES,
    show_default=True,
    type=click.IntRange(0, 10_000),
    help="How many games are simulated to find what never comes up; 0: none. Fewer show less.",
)
@click.option("--seed", default=1, show_default=True, type=int, help="Of the simulated games.")
def check(game_name: str | None, count: int, seed: int) -> int:
    """Find unknown names, missing translations, texts too long, and steps that never come up."""
    wrong = False
    for game in [load_game(game_name)] if game_name else [games.load(name) for name in games.names()]:
        book = _book(game.name)
        if not book:
            click.echo(f"{game.title}: no lessons.")
            continue
        found = list(faults(game, book))
        if count and not found:
            with progress(count, game.title) as bar:
                found += unreached(book, play(game, book, count, seed, lambda: bar.update(1)), count)
        said = [
            counted(len(book.lessons), "lesson"),
            counted(len(book.reminders), "reminder"),
            counted(len(list(book.texts())), "text"),
        ]
        if count and not found:
            said.append(counted(count, "game"))
        click.echo(f"{game.title}: {', '.join(said)}.")
        for fault in found:
            click.echo(f"  {fault}")
        wrong = wrong or bool(found)
    return 1 if wrong else 0


def _book(game: str) -> LessonBook:
    try:
        return of_game(game)
    except BadLesson as bad:
        raise CommandError(bad.sentence) from None
