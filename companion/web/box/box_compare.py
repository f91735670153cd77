"""A page of pictures with what is proposed for each tile: all sure ones are confirmed with one tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from flask import Response, jsonify, render_template
from msgspec import Struct

from companion import games
from companion.box.unread import with_piece
from companion.games.contract import Game, Illegal, State, box_of
from companion.games.contract.box import BoxTile
from companion.games.contract.box_proposals import LIKELY_THRESHOLD, SURE_THRESHOLD, FieldProposal
from companion.games.contract.told import Told
from companion.translation import labelled, marked, plural
from companion.web.box.box import edit_box, game_with_tags, pages
from companion.web.box.box_pictures import TilePicture, pictures_by_tile
from companion.web.box.piece_form import PieceBody, with_line
from companion.web.request.json_body import json_post, said
from companion.web.request.services import services
from companion.web.request.visitor import sender_name

TILES_PER_PAGE = 24
MAX_CHOICES_PER_FIELD = 18
"""Likely values offered for a field: a cost has eight, a defense nine."""
MAX_CONFIRMED_TILES = 200


@dataclass(frozen=True, slots=True)
class ComparedTile:
    """A tile with its pictures and proposals. fixed: what is told of it that no picture shows, as its form's
    answer has it; doubtful: how many facts a person must choose or confirm; likely: some need only be
    confirmed."""

    tile: BoxTile
    pictures: tuple[TilePicture, ...]
    proposals: tuple[FieldProposal, ...]
    fixed: tuple[str, ...]
    doubtful: int
    likely: bool


@pages.get("/box/<name>/compare")
def compare_page(name: str) -> str:
    """The tiles that have a picture and are not confirmed, those with most doubtful fields first."""
    game = game_with_tags(name)
    tiles = tiles_to_compare(game)
    return render_template(
        "box_compare.html",
        game=game,
        tiles=tiles[:TILES_PER_PAGE],
        more=len(tiles) - len(tiles[:TILES_PER_PAGE]),
        pictured=bool(pictures_by_tile(game)),
        sure=SURE_THRESHOLD,
        likely=LIKELY_THRESHOLD,
        most=MAX_CHOICES_PER_FIELD,
    )


class CompareBody(Struct):
    """tiles: each as its form's answer says it."""

    tiles: Annotated[
        list[PieceBody],
        said(marked('A confirmation needs its "tiles".'), min_length=1, max_length=MAX_CONFIRMED_TILES),
    ]


@json_post(pages, "/box/<name>/compare", CompareBody, max_bytes=1 << 19)
def confirm_many(name: str, body: CompareBody) -> Response:
    """Registers tiles: `{"words", "wrong"}`.

    wrong: a sentence for each illegal one; the others are kept, in one write.
    """
    game, book = games.load(name), box_of(game_with_tags(name)).book()
    kept, wrong = [], []
    for one in body.tiles:
        try:
            kept.append(with_line(book.told(one.id, Told.read(one.value)), sender_name()))
        except Illegal as why:
            wrong.append(labelled(one.id[:8], why.sentence))
    if kept:

        def all_of_them(text: str) -> str:
            for tile in kept:
                text = with_piece(game, text, tile)
            return text

        edit_box(game, all_of_them)
    words = plural("{number} piece confirmed.", "{number} pieces confirmed.", len(kept))
    return jsonify({"words": words, "wrong": wrong})


def tiles_to_compare(game: Game[State]) -> list[ComparedTile]:
    book = box_of(game).book()
    found = []
    for id, pictures in pictures_by_tile(game).items():
        tile = book.tile(id)
        if tile is None or tile.own:
            continue
        faces = [
            book.proposals(book.pieces()[id], services().cut_out_readings.get(game.name, picture.tag))
            for picture in pictures
        ]
        proposals = tuple(_merge_faces(same) for same in zip(*faces, strict=True))
        if not proposals:
            continue
        fixed = book.telling(id).chosen.without(key for one in proposals for key in one.keys).texts
        doubtful = sum(one.sure < SURE_THRESHOLD for one in proposals)
        likely = any(LIKELY_THRESHOLD <= one.sure < SURE_THRESHOLD for one in proposals)
        found.append(ComparedTile(tile, tuple(pictures), proposals, fixed, doubtful, likely))
    return sorted(found, key=lambda one: (-one.doubtful, one.tile.id))


def _merge_faces(same: tuple[FieldProposal, ...]) -> FieldProposal:
    """The surest of several faces' proposals for a field; doubtful where two sure ones differ."""
    best = max(same, key=lambda one: one.sure)
    values = [one.choices[0].facts for one in same if one.choices and one.sure >= SURE_THRESHOLD]
    if any(value != values[0] for value in values):
        return FieldProposal(best.keys, best.label, best.choices, SURE_THRESHOLD / 2)
    return best
