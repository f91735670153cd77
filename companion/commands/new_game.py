"""`companion new-game`: a folder with a small game of one's own, to be changed (docs/new-game.md)."""

from __future__ import annotations

import keyword
import re
import shlex
import sys
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import click
from jinja2 import Environment, StrictUndefined

from companion.cli import CommandError

ENDING = ".jinja"
PACKAGE = "package"
"""In the templates' paths: the game's package."""


@click.command(name="new-game")
@click.argument("title")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="The folder to make (default: here, called as the game).",
)
def new_game(title: str, out: Path | None) -> None:
    """Begin a game of your own: TITLE is its name, as "High Bidder".

    Writes a package with a small game that can be played at once: its rules, pages, lights, lessons, tests.
    Change it into yours; docs/new-game.md explains each part.
    """
    names = names_of(title)
    out = out or Path(names["name"])
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CommandError(f"{out} is there already: name another folder with --out.")
    try:
        for place, text in rendered(names):
            file = out / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as wrong:
        raise CommandError(f"{out} cannot be written ({wrong.strerror}).") from None
    click.echo(f"written: {out}")
    click.echo(f"Install it beside the companion: {_installing(out)}")
    click.echo(
        f"Then it can be begun on the pages, and `companion simulate --game {names['name']}` plays it."
    )


def _installing(package: Path) -> str:
    """The command that installs a package into the environment that this program runs in: its own pip, which
    pipx and `make run` put there, or uv, which leaves pip out."""
    pip = [sys.executable, "-m", "pip", "install"]
    uv = ["uv", "pip", "install", "--python", sys.executable]
    return shlex.join([*(pip if find_spec("pip") else uv), "-e", str(package)])


def names_of(title: str) -> dict[str, str]:
    """What a game of this title is called in its files. Raises CommandError."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))
    package = "_".join(words)
    if not title.isprintable() or '"' in title or "\\" in title or len(title) > 60:
        raise CommandError("A game's title has at most 60 letters, and no quotes or backslashes.")
    if not package.isidentifier() or keyword.iskeyword(package):
        raise CommandError(f"{title!r:.60} makes no name of a package: begin with a letter from a to z.")
    return {
        "title": title.strip(),
        "name": "-".join(words),
        "package": package,
        "class_name": "".join(word.capitalize() for word in words),
        "prefix": "".join(word[0] for word in (words * 2)[:2]).upper(),
    }


def rendered(names: dict[str, str]) -> list[tuple[PurePosixPath, str]]:
    """The files of a game with these names: each place in its folder, and the text."""
    # The files hold Jinja's own signs, in a page's template, and TOML's [[ ]]: so others mark the names here.
    made = Environment(
        variable_start_string="@{",
        variable_end_string="}@",
        block_start_string="@{%",
        block_end_string="%}@",
        comment_start_string="@{#",
        comment_end_string="#}@",
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    found = []
    for place, text in _templates(files("companion.commands").joinpath("new_game_files"), PurePosixPath()):
        parts = [names["package"] if part == PACKAGE else part for part in place.parts]
        found.append((PurePosixPath(*parts), made.from_string(text).render(names)))
    return found


def _templates(folder: Traversable, place: PurePosixPath) -> list[tuple[PurePosixPath, str]]:
    found = []
    for each in sorted(folder.iterdir(), key=lambda it: it.name):
        if each.is_dir():
            found += _templates(each, place / each.name)
        elif each.name.endswith(ENDING):
            found.append((place / each.name.removesuffix(ENDING), each.read_text(encoding="utf-8")))
    return found
