"""Prints a game's tags on stickers, and its tiles to cut out."""

from __future__ import annotations

from pathlib import Path

from companion.games.contract import Game, State, TileInfo, box_of
from companion.translation import _, marked
from companion.vision.pdf_parts import PrintedSheets
from companion.vision.proxies import write_proxy_pdf
from companion.vision.sheets import write_sticker_pdf
from companion.vision.tags import PLACE_KIND, place_tag

_PLACES = (
    marked("{tag} upper left of the table"),
    marked("{tag} upper right of the table"),
    marked("{tag} lower right of the table"),
    marked("{tag} lower left of the table"),
    marked("{tag} half way along the upper edge, for two cameras"),
    marked("{tag} half way along the lower edge, for two cameras"),
)
"""Where the place tags go, from 1; `companion.vision.table_mapping` has the millimetres."""


def wanted_tiles(game: Game[State], only: str | None = None) -> list[TileInfo]:
    """The tiles whose id begins with one of the letters of `only`; None: all."""
    return [tile for tile in game.tracking.tiles() if only is None or tile.id[0] in only.upper()]


def kinds_of_tags(game: Game[State], proxies: bool = False) -> str:
    """The letters that `only` may have, as "DGHWZ"; places on the table have no face to cut out."""
    return "".join(
        sorted({tile.id[0] for tile in game.tracking.tiles()} | (set() if proxies else {PLACE_KIND}))
    )


def stickers(game: Game[State], only: str | None = None) -> list[tuple[str, str]]:
    """(tag, text beside it) of every tag; unverified names are left out, as they could mislead."""
    found = []
    for tile in wanted_tiles(game, only):
        name = "" if "name" in tile.unverified else f" {tile.name}"
        found += [
            (f"{game.tag_prefix}:{tile.id}{face}", f"{tile.id}{face}{name}") for face in tile.faces or ("",)
        ]
    if only is None or PLACE_KIND in only.upper():
        for number, words in enumerate(_PLACES, start=1):
            found.append((place_tag(game.tag_prefix, number).text, _(words, tag=f"{PLACE_KIND}{number}")))
    return found


def write_stickers(
    game: Game[State],
    out: Path,
    paper: str = "a4",
    labels: str | None = None,
    symbol_mm: float | None = None,
    only: str | None = None,
    shift: tuple[float, float] = (0.0, 0.0),
    scale: float = 1.0,
) -> PrintedSheets:
    """The sticker sheets; on plain paper a guide comes first. shift: mm to the right and down, scale: against
    what a printer does. Raises ValueError with a sentence."""
    guide = () if labels else box_of(game).book().guide()
    return write_sticker_pdf(
        stickers(game, only),
        paper,
        symbol_mm,
        out,
        _("Tags for {game}", game=game.title),
        labels=labels,
        guide=guide,
        shift=shift,
        scale=scale,
    )


def write_proxies(
    game: Game[State],
    out: Path,
    paper: str = "a4",
    only: str | None = None,
    ids: tuple[str, ...] = (),
) -> PrintedSheets:
    """Tiles to cut out. ids: only these; empty: all. Raises ValueError with a sentence."""
    tiles = [tile for tile in wanted_tiles(game, only) if not ids or tile.id in ids]
    return write_proxy_pdf(tiles, box_of(game).book().printed, game.tag_prefix, paper, out)
