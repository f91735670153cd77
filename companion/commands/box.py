"""Commands about the owner's tiles: keep them in boxes, check, compare and merge these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.box.compare import MINE, THEIRS, differences
from companion.box.compare import merge as merged
from companion.box.editing import FILE_HEADER, tiles_in
from companion.box.kept_pictures import LearntLooks
from companion.box.shelf import BoxTrouble, Shelf, read_file
from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import NAMED_FILE, load_game
from companion.games.contract import Game, Illegal, State, box_of
from companion.games.contract.box import BoxTile
from companion.games.contract.rules import readable_box

game_option = click.option("--game", "game_name", default=None, help="Which game.")


@click.group()
def box() -> None:
    """The owner's own tiles: FILE is a box file, or the name of a box in your data folder."""


@contextmanager
def _command_errors(file: object = None) -> Iterator[None]:
    """Turns errors of a box into CommandError."""
    try:
        yield
    except BoxTrouble as trouble:
        raise CommandError(trouble.sentence) from None
    except Illegal as error:
        raise CommandError(f"{file}: {error.sentence}" if file else error.sentence) from None


def _box_text(game: Game[State], file: Path) -> str:
    """The text of a box, by its file or its name. Raises BoxTrouble."""
    shelf = Shelf()
    if not file.exists() and str(file) in shelf.names(game.name):
        return shelf.read(game.name, str(file))
    return read_file(file)


def _tiles(game: Game[State], file: Path) -> dict[str, BoxTile]:
    """A box's tiles with all fields filled in. Raises BoxTrouble, Illegal."""
    text = _box_text(game, file)
    book = box_of(readable_box(game, text)).book()
    return {id: tile for id in tiles_in(text) if (tile := book.tile(id)) is not None}


@box.command()
@click.argument("file", required=False, type=NAMED_FILE)
@game_option
def check(file: Path | None, game_name: str | None) -> int:
    """Compare the tiles to the counts printed in the rulebook.

    They are the shipped ones, and over them FILE, or else the box in use.
    """
    game = load_game(game_name)
    with _command_errors(file):
        text = _box_text(game, file) if file else Shelf().text(game.name)
        report = box_of(game).check_box(text or None)
    for line in report.lines():
        click.echo(line)
    return 0 if report.ok else 1


@box.command(name="list")
@game_option
def list_boxes(game_name: str | None) -> None:
    """The boxes in your data folder; the one in use has a star."""
    game, shelf = load_game(game_name), Shelf()
    with _command_errors():
        for name in shelf.names(game.name):
            text = shelf.read(game.name, name)
            star = "*" if name == shelf.in_use(game.name) else " "
            click.echo(
                f"{star} {name}: {counted(len(tiles_in(text)), 'tile')}, {shelf.path(game.name, name)}"
            )
    if not shelf.names(game.name):
        click.echo(f"No box yet: register tiles at /box, or `companion box import FILE`. ({shelf.folder})")


@box.command()
@click.option("--forget", "faces", multiple=True, help="A face to forget, such as W07A; any number.")
@click.option("--forget-all", "everything", is_flag=True, help="Forget all of them.")
@game_option
def looks(faces: tuple[str, ...], everything: bool, game_name: str | None) -> None:
    """The faces that cameras learnt without a sticker, and how many pictures of each are kept."""
    game, kept = load_game(game_name), LearntLooks(Shelf().folder)
    with _command_errors():
        if everything:
            count = kept.forget_all(game.name)
            click.echo(f"{counted(count, 'picture')} forgotten.")
            return
        for face in faces:
            if not kept.forget_face(game.name, face.upper()):
                raise CommandError(f"No look of {face!r} was learnt: `companion box looks` lists them.")
            click.echo(f"{face.upper()} is forgotten.")
    if faces:
        return
    for face, count in kept.learnt(game.name).items():
        click.echo(f"{face}: {count}")
    if not kept.learnt(game.name):
        click.echo(f"No look was learnt yet. ({Shelf().folder})")


@box.command()
@click.argument("name")
@game_option
def new(name: str, game_name: str | None) -> None:
    """Begin an empty box called NAME and use it."""
    game, shelf = load_game(game_name), Shelf()
    with _command_errors():
        if name in shelf.names(game.name):
            raise CommandError(f"There is a box called {name!r} already: choose another name.")
        shelf.write(game.name, name, FILE_HEADER.format(title=game.title))
        shelf.use(game.name, name)
    click.echo(f"{name} is begun and in use: {shelf.path(game.name, name)}")


@box.command()
@click.argument("name", required=False)
@click.option("--none", "nothing", is_flag=True, help="Play with the shipped tiles only.")
@game_option
def use(name: str | None, nothing: bool, game_name: str | None) -> None:
    """Play new tables with the box NAME. Tables that have begun keep the tiles they began with."""
    if nothing == (name is not None):
        raise CommandError("Say which box to use, or --none.")
    game = load_game(game_name)
    with _command_errors():
        Shelf().use(game.name, name)
    click.echo(f"New tables are played with {name or 'the shipped tiles'}.")


@box.command(name="import")
@click.argument("file", type=NAMED_FILE)
@click.option("--name", default=None, help="What to call it (default: as the file).")
@click.option("--replace", is_flag=True, help="In the place of a box of that name.")
@game_option
def import_box(file: Path, name: str | None, replace: bool, game_name: str | None) -> None:
    """Copy a box file into your data folder and use it; a file that is no box is refused."""
    game, shelf = load_game(game_name), Shelf()
    name = name or file.stem
    with _command_errors(file):
        text = read_file(file)
        readable_box(game, text)
        if name in shelf.names(game.name) and not replace:
            raise CommandError(f"There is a box called {name!r} already: say --name or --replace.")
        shelf.write(game.name, name, text)
        shelf.use(game.name, name)
    click.echo(f"{name}: {counted(len(tiles_in(text)), 'tile')}, in use for new tables.")


@box.command()
@click.argument("name", required=False)
@click.option("--out", type=NAMED_FILE, default=None, help="The file to write (default: to stdout).")
@game_option
def export(name: str | None, out: Path | None, game_name: str | None) -> None:
    """Write the box NAME, or the one in use, as it is, comments and all."""
    game, shelf = load_game(game_name), Shelf()
    with _command_errors():
        name = name or shelf.in_use(game.name)
        if name is None:
            raise CommandError("No box is in use: name one, or register tiles first.")
        text = shelf.read(game.name, name)
    if out is None:
        click.echo(text, nl=False)
        return
    _write(out, text)
    click.echo(f"{out}: {counted(len(tiles_in(text)), 'tile')}.")


@box.command()
@click.argument("file", type=NAMED_FILE)
@click.argument("other", required=False, type=NAMED_FILE)
@game_option
def diff(file: Path, other: Path | None, game_name: str | None) -> int:
    """Where FILE and OTHER (or the shipped tiles) differ, field by field. Exit status 1 if they do."""
    game = load_game(game_name)
    with _command_errors(file):
        mine = _tiles(game, file)
    with _command_errors(other):
        if other is not None:
            theirs = _tiles(game, other)
        else:
            theirs = {tile.id: tile for tile in box_of(game).book().tiles() if tile.id in mine}
    found = differences(mine, theirs)
    for one in found:
        click.echo(one.line())
    if not found:
        click.echo("The same tiles.")
    return 1 if found else 0


@box.command()
@click.argument("mine", type=NAMED_FILE)
@click.argument("theirs", type=NAMED_FILE)
@click.option("--out", type=NAMED_FILE, required=True, help="The merged box file to write.")
@click.option(
    "--take", type=click.Choice([MINE, THEIRS]), default=None, help="Whose word counts in a conflict."
)
@game_option
def merge(mine: Path, theirs: Path, out: Path, take: str | None, game_name: str | None) -> int:
    """Add to MINE what THEIRS knows better: tiles it lacks, fields that only THEIRS has confirmed.

    Where both have confirmed different things, nothing is written until --take says whose word counts.
    """
    game = load_game(game_name)
    with _command_errors(mine):
        ours = _box_text(game, mine)
        readable_box(game, ours)
    with _command_errors(theirs):
        others = _box_text(game, theirs)
        readable_box(game, others)
        result = merged(ours, others, box_of(game).book().together(), take or MINE)
    for conflict in result.conflicts:
        click.echo(f"conflict: {conflict.line()}")
    if result.conflicts and take is None:
        found = counted(len(result.conflicts), "conflict")
        click.echo(f"{found}, nothing written: look at the tiles, then say --take.")
        return 1
    with _command_errors("the merged box"):
        readable_box(game, result.text)
    _write(out, result.text)
    click.echo(f"{out}: {counted(len(result.learned), 'tile')} new or better known.")
    return 0


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror or 'writing failed'}.") from None
