"""The kept pictures of an owner's tiles, as pages show them beside the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from companion.box.kept_pictures import face_of
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


@dataclass(frozen=True, slots=True)
class LearntFace:
    """A face whose look cameras learnt where people play. tag: tile and face; pictures: their addresses."""

    tag: str
    pictures: tuple[str, ...]


def looks_by_face(game: Game[State]) -> list[LearntFace]:
    """The faces learnt without a tag, in the order of their tiles."""
    found: dict[str, list[str]] = {}
    for piece, stamp in services().tile_looks.looks.stamps(game.name).items():
        address = url_for("box.learnt_look", name=game.name, piece=piece, v=stamp)
        found.setdefault(face_of(piece), []).append(address)
    return [LearntFace(tag, tuple(addresses)) for tag, addresses in sorted(found.items())]
