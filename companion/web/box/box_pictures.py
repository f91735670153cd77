"""The kept pictures of an owner's tiles, as pages show them beside the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from companion.games.contract import Game, State, box_of
from companion.web.request.services import services


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A kept cut-out. tag: tile and face ("W07A"); version: a text that differs after every change."""

    tag: str
    version: str
    address: str


def pictures_by_tile(game: Game[State]) -> dict[str, list[TilePicture]]:
    """The cut-outs of each tile, by its id in the box."""
    book = box_of(game).book()
    found: dict[str, list[TilePicture]] = {}
    for tag, stamp in services().cut_outs.stamps(game.name).items():
        address = url_for("box.tile_picture", name=game.name, tag=tag, v=stamp)
        found.setdefault(book.owned(tag), []).append(TilePicture(tag, stamp, address))
    return found
