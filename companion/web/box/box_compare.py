"""A page of pictures with what is proposed for each tile: all sure ones are confirmed with one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, jsonify, render_template
from msgspec import Struct

from companion import games
from companion.box.editing import with_tile
from companion.games.contract import Game, Illegal, Json, State, box_of
from companion.games.contract.box import BoxTile
from companion.games.contract.box_proposals import LIKELY_THRESHOLD, SURE_THRESHOLD, FieldProposal
from companion.translation import marked, plural
from companion.web.box.box import edit_box, game_with_box, pages
from companion.web.box.box_pictures import TilePicture, pictures_by_tile
from companion.web.request.json_body import json_post, said
from companion.web.request.services import services

TILES_PER_PAGE = 24
MAX_CHOICES_PER_FIELD = 18
"""Likely values offered for a field: a cost has eight, a defense nine."""
MAX_CONFIRMED_TILES = 200


_TILE_NEEDS = said(marked('A tile needs its "type" and its "fields".'))


class TileBody(Struct):
    """A tile as a box file has it; the game's book reads the fields."""

    type: Annotated[str, _TILE_NEEDS]
    fields: Annotated[dict[str, Any], _TILE_NEEDS]


@dataclass(frozen=True, slots=True)
class ComparedTile:
    """A tile with its pictures and proposals. fixed: fields that no picture shows, with their known values;
    doubtful: how many fields a person must choose or confirm; likely: some need only be confirmed."""

    tile: BoxTile
    pictures: tuple[TilePicture, ...]
    proposals: tuple[FieldProposal, ...]
    fixed: Mapping[str, Json]
    doubtful: int
    likely: bool


@pages.get("/box/<name>/compare")
def compare_page(name: str) -> str:
    """The tiles that have a picture and are not confirmed, those with most doubtful fields first."""
    game = game_with_box(name)
    tiles = tiles_to_compare(game)
    return render_template(
        "box_compare.html",
        game=game,
        tiles=tiles[:TILES_PER_PAGE],
        more=len(tiles) - len(tiles[:TILES_PER_PAGE]),
        sure=SURE_THRESHOLD,
        likely=LIKELY_THRESHOLD,
        most=MAX_CHOICES_PER_FIELD,
    )


class CompareBody(Struct):
    """tiles: as they were shown."""

    tiles: Annotated[
        list[TileBody],
        said(marked('A confirmation needs its "tiles".'), min_length=1, max_length=MAX_CONFIRMED_TILES),
    ]


@json_post(pages, "/box/<name>/compare", CompareBody, max_bytes=1 << 19)
def confirm_many(name: str, body: CompareBody) -> Response:
    """Registers tiles: `{"words", "wrong"}`.

    wrong: a sentence for each illegal one; the others are kept, in one write.
    """
    game = games.load(name)
    kept, wrong = [], []
    for one in body.tiles:
        try:
            kept.append(_read_tile(game, one))
        except Illegal as why:
            wrong.append(why.sentence)
    if kept:

        def all_of_them(text: str) -> str:
            for tile in kept:
                text = with_tile(text, tile, game.title)
            return text

        edit_box(game, all_of_them)
    words = plural("{number} tile confirmed.", "{number} tiles confirmed.", len(kept))
    return jsonify({"words": words, "wrong": wrong})


def tiles_to_compare(game: Game[State]) -> list[ComparedTile]:
    book = box_of(game).book()
    found = []
    for id, pictures in pictures_by_tile(game).items():
        tile = book.tile(id)
        if tile is None or tile.own:
            continue
        faces = [
            book.proposals(tile, services().cut_out_readings.get(game.name, picture.tag))
            for picture in pictures
        ]
        proposals = tuple(_merge_faces(same) for same in zip(*faces, strict=True))
        if not proposals:
            continue
        asked = {field for one in proposals for field in one.fields}
        fixed = {k: v for k, v in tile.fields.items() if k not in asked and k not in ("source", "assumed")}
        # A field that no picture shows stays unconfirmed.
        stand_in = tile.fields.get("source") == "stand-in"
        left = [k for k in fixed if k != "id" and (stand_in or k in tile.assumed)]
        if left:
            fixed["assumed"] = left
        doubtful = sum(one.sure < SURE_THRESHOLD for one in proposals)
        likely = any(LIKELY_THRESHOLD <= one.sure < SURE_THRESHOLD for one in proposals)
        found.append(ComparedTile(tile, tuple(pictures), proposals, fixed, doubtful, likely))
    return sorted(found, key=lambda one: (-one.doubtful, one.tile.id))


def _merge_faces(same: tuple[FieldProposal, ...]) -> FieldProposal:
    """The surest of several faces' proposals for a field; doubtful where two sure ones differ."""
    best = max(same, key=lambda one: one.sure)
    values = [dict(one.choices[0].sets) for one in same if one.choices and one.sure >= SURE_THRESHOLD]
    if any(value != values[0] for value in values):
        return FieldProposal(best.fields, best.label, best.choices, SURE_THRESHOLD / 2)
    return best


def _read_tile(game: Game[State], one: TileBody) -> BoxTile:
    """Raises Illegal."""
    given = {k: v for k, v in one.fields.items() if k != "source" and v is not None}
    try:
        return box_of(game).book().read(BoxTile(one.type, given))
    except Illegal as why:
        raise Illegal(f"{str(given.get('id', ''))[:8]}: {why.sentence}") from None
