"""Commands about the owner's tiles."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import Sorry
from companion.commands.pictures import one_game
from companion.games.game import Illegal


@click.group()
def box() -> None:
    """The owner's own tiles."""


@box.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--game", "game_name", default=None, help="Which game.")
def check(file: Path | None, game_name: str | None) -> int:
    """Compare the tiles (with FILE laid over the shipped ones) to the counts printed in the rulebook."""
    try:
        report = one_game(game_name).check_box(file.read_text(encoding="utf-8") if file else None)
    except OSError as error:
        raise Sorry(f"{file} could not be read ({error.strerror}): check the name.") from None
    except UnicodeDecodeError:
        raise Sorry(f"{file} is not text: give a TOML file of tiles.") from None
    except Illegal as error:
        raise Sorry(f"{file}: {error.sentence}") from None
    for line in report.lines():
        click.echo(line)
    return 0 if report.ok else 1
