"""Commands about tags: read them in pictures, print them on stickers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.cli import Sorry
from companion.games.game import Game


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="A JSON list, an object a picture.")
def read(images: tuple[Path, ...], as_json: bool) -> None:
    """Read the tags in pictures."""
    from companion.vision.camera import CameraLost
    from companion.vision.read_files import read_files

    try:
        results = read_files(list(images))
    except CameraLost as lost:
        raise Sorry(lost.sentence) from None
    if as_json:
        click.echo(json.dumps(results, indent=1))
        return
    for result in results:
        found = ", ".join(tag["tag"] for tag in result["tags"]) or "no tags"
        click.echo(f"{result['file']}: {found} ({result['ms']:.0f} ms)")


@click.command()
@click.option("--game", "game_name", default=None, help="Which game's tags (needed when there are several).")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--size",
    "symbol_mm",
    type=click.FloatRange(9, 40),
    default=16,
    show_default=True,
    help="QR symbol side in mm.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The PDF to write."
)
def tags(game_name: str | None, paper: str, symbol_mm: float, out: Path) -> None:
    """Write the sticker sheets as a PDF, true to the millimetre."""
    from companion.vision.sheets import sheet
    from companion.vision.tags import place_tag

    game = one_game(game_name)
    wanted = [
        (f"{game.tag_prefix}:{tile.id}{face}", f"{tile.id}{face} {tile.name}")
        for tile in game.tiles()
        for face in tile.faces or ("",)
    ]
    wanted += [(place_tag(game.tag_prefix, n).text, f"Z{n} corner {n} of the table") for n in range(1, 5)]
    try:
        pages = sheet(wanted, paper, symbol_mm, out, title=f"Tags for {game.title}")
    except ValueError as wrong:
        raise Sorry(str(wrong)) from None
    click.echo(
        f"{out}: {len(wanted)} stickers on {pages} pages. "
        "Print at 100 %, then lay a real ruler on the printed one."
    )


def one_game(name: str | None) -> Game[Any]:
    """The game called `name`, or the only one there is."""
    names = games.names()
    if name is None and len(names) > 1:
        raise Sorry(f"Which game? Say --game with one of: {', '.join(names)}.")
    if name is not None and name not in names:
        raise Sorry(f"There is no game called {name!r}: choose one of {', '.join(names)}.")
    return games.load(name or names[0])
