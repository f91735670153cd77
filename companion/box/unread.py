"""What of a box its game cannot read, when a piece of it is written anew: none of it is lost.

A person may have written it by hand, or a later version did. A row of which nothing counts is no piece of the
box, unless a table told it: its name may be another piece's by now, and the table tells on. A field that
cannot be read stays in its row until its fact is told. What has to give way is a comment from then on.
"""

from __future__ import annotations

from companion.box.editing import aside, tiles_in, with_tile, without_tile
from companion.games.contract import BoxTile, Game, State, box_of, game_of_box
from companion.games.contract.box_rows import Problem
from companion.games.contract.told import IN_BOX, ToldBy


def pieces_in(game: Game[State], text: str) -> dict[str, BoxTile]:
    """The pieces of a box by id, in its order. Raises BoxTrouble: nothing of it can be read."""
    tiles = tiles_in(text) if text else {}
    return _counting(tiles, game_of_box(game, text).unread) if tiles else {}


def pieces_of(game: Game[State], text: str) -> dict[str, BoxTile]:
    """The same of the box that this game is played with."""
    return _counting(tiles_in(text) if text else {}, game.unread)


def _counting(tiles: dict[str, BoxTile], unread: tuple[Problem, ...]) -> dict[str, BoxTile]:
    none = {problem.piece for problem in unread if problem.whole}
    return {id: tile for id, tile in tiles.items() if id not in none or _is_told(tile)}


def _is_told(tile: BoxTile) -> bool:
    return any(told.at not in ("", IN_BOX) for told in ToldBy.all(tile.told))


def with_piece(game: Game[State], text: str, tile: BoxTile) -> str:
    """The box with the piece. Raises BoxTrouble, Illegal."""
    row = tiles_in(text).get(tile.id) if text else None
    if row is None:
        return with_tile(text, tile, game.title)
    read = game_of_box(game, text)
    unread = [problem for problem in read.unread if problem.piece == tile.id]
    if row.type != tile.type or any(problem.whole for problem in unread):
        lost = unread and not _is_told(row)
        return with_tile(aside(text, tile.id) if lost else text, tile, game.title)
    names = {problem.field for problem in unread}
    fields = {
        name: value for name, value in row.fields.items() if name in names and tile.fields.get(name) != value
    }
    stay = {name: value for name, value in fields.items() if _stays(read, tile, name)}
    text = aside(text, tile.id, fields.keys() - stay.keys())
    return with_tile(text, BoxTile(tile.type, {**tile.fields, **stay}), game.title)


def without_piece(game: Game[State], text: str, id: str) -> str:
    """The box without the piece. Raises BoxTrouble."""
    row = tiles_in(text).get(id) if text else None
    unread = [problem for problem in game_of_box(game, text).unread if problem.piece == id] if row else []
    told = row is not None and _is_told(row) and all(problem.whole for problem in unread)
    return aside(text, id) if unread and not told else without_tile(text, id)


def _stays(read: Game[State], tile: BoxTile, field: str) -> bool:
    """The piece, as it is written now, says nothing of what this field of its row is to say. read: the game
    with the box as it was."""
    book = box_of(read).book()
    of = book.printed_on(book.piece(tile.id))
    rows = [row for row in (*of.rows, *of.built, *of.placed) if field in row.written]
    if any(name in tile.fields for name in (field, *(name for row in rows for name in row.written))):
        return False
    facts = of.facts_of((field,))
    return not facts or not {*tile.untold}.isdisjoint(facts)
