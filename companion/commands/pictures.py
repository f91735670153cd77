"""Commands about tags: read them in pictures, print them on stickers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from companion import games
from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import NAMED_FILE, load_game
from companion.games.contract import Illegal, box_of

MAX_SHIFT_MM = 20.0
"""By which a sheet of stickers can be moved."""


@click.command()
@click.argument("images", nargs=-1, required=True, type=NAMED_FILE)
@click.option("--json", "as_json", is_flag=True, help="A JSON list, an object a picture.")
def read(images: tuple[Path, ...], as_json: bool) -> None:
    """Read the tags in pictures. What is no picture is named, and the rest is read all the same; so is what
    is left of a damaged one. Either ends with status 1."""
    from companion.vision.read_files import read_files
    from companion.vision.tags import all_tags

    loaded = [games.load(name) for name in games.names()]
    known = [text for game in loaded for text in all_tags(game.tag_prefix, game.tracking.tiles())]
    results = []
    for result in read_files(list(images), known=known):
        if "error" in result and len(images) == 1:
            raise CommandError(str(result["error"]))
        if not as_json:
            _say_tags(result)
        results.append(result)
    if as_json:
        click.echo(json.dumps(results, indent=1))
    if any("error" in result or "broken" in result for result in results):
        raise SystemExit(1)


def _say_tags(result: dict[str, Any]) -> None:
    if "error" in result:
        click.echo(result["error"], err=True)
        return
    found = ", ".join(tag["tag"] for tag in result["tags"]) or "no tags"
    broken = "; a part of this picture is broken" if result.get("broken") else ""
    click.echo(f"{result['file']}: {found} ({result['ms']:.0f} ms){broken}")


class Shift(click.ParamType):
    """Two numbers of mm, apart by a comma."""

    name = "shift"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        given = value if isinstance(value, list) else str(value).split(",")
        try:
            right, down = (float(one) for one in given)
        except (TypeError, ValueError):
            self.fail("two numbers of mm, to the right and down, are written as 0.5,-1.", param, ctx)
        if not max(abs(right), abs(down)) <= MAX_SHIFT_MM:
            self.fail(f"a page can be moved by {MAX_SHIFT_MM:g} mm at most.", param, ctx)
        return right, down


FOR_STICKERS = {"labels": "--labels", "symbol_mm": "--size", "shift": "--shift", "scale": "--scale"}
"""The options, by parameter, that tiles to cut out know nothing of."""


@click.command()
@click.option("--game", "game_name", default=None, help="Which game's tags (needed when there are several).")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--labels",
    default=None,
    help="A label sheet instead of plain paper, by the maker's number: l7120, l4731, 22805, 5167.",
)
@click.option(
    "--size",
    "symbol_mm",
    type=click.FloatRange(7, 40),
    default=None,
    help="QR symbol side in mm (default: 16, or what fits on the labels).",
)
@click.option(
    "--shift",
    type=Shift(),
    default="0,0",
    metavar="RIGHT,DOWN",
    help="Moves each page, in mm, where the printer does not hit the labels: 0.5,-1 is right and up.",
)
@click.option(
    "--scale",
    type=click.FloatRange(90, 110),
    default=100.0,
    show_default=True,
    help="Percent: 102 where the printed line of 100 mm measures 98 mm.",
)
@click.option("--only", default=None, help="Kinds by their letters: WH for worlds and mats, Z for places.")
@click.option("--proxies", is_flag=True, help="Tiles to cut out, both faces, instead of stickers.")
@click.option("--out", type=NAMED_FILE, required=True, help="The PDF to write.")
@click.pass_context
def tags(
    ctx: click.Context,
    game_name: str | None,
    paper: str,
    labels: str | None,
    symbol_mm: float | None,
    shift: tuple[float, float],
    scale: float,
    only: str | None,
    proxies: bool,
    out: Path,
) -> None:
    """Write the sticker sheets as a PDF, true to the millimetre, with the tiles of the box in use."""
    from companion.box.shelf import BoxTrouble, Shelf
    from companion.printing.stickers import kinds_of_tags, write_proxies, write_stickers

    # What the settings have for stickers is no fault of tiles
    typed = [it for it in FOR_STICKERS if ctx.get_parameter_source(it) is ParameterSource.COMMANDLINE]
    if proxies and typed:
        names = ", ".join(FOR_STICKERS[it] for it in typed)
        raise CommandError(f"Of tiles to cut out {names} changes nothing: leave it out, or --proxies.")
    game = load_game(game_name)
    try:
        text = Shelf().text(game.name)
        game = box_of(game).with_box(text) if text else game
        letters = kinds_of_tags(game, proxies)
        if only is not None and not set(only.upper()) & set(letters):
            raise CommandError(
                f"No tag of {game.title} begins with {only!r}: choose of the letters {letters}."
            )
        if proxies:
            sheets = write_proxies(game, out, paper, only)
        else:
            sheets = write_stickers(game, out, paper, labels, symbol_mm, only, shift, scale / 100)
    except (BoxTrouble, Illegal) as wrong:
        raise CommandError(wrong.sentence) from None
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None
    placed = counted(len(sheets.placed), "tile face" if proxies else "sticker")
    click.echo(
        f"{out}: {placed} on {counted(sheets.pages, 'page')}. "
        "Print at 100 %, then lay a real ruler on the printed one."
    )
