"""What a game's box holds when it is complete, for putting it away and for knowing what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.place import TileInfo
from companion.translation import _


@dataclass(frozen=True, slots=True)
class BoxPiece:
    """A piece that is told apart from all others. tags: those that it may carry (of either face), without the
    game's prefix; a camera that reads one of them has seen the piece."""

    id: str
    name: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxPart:
    """One line of the box's contents.

    id: the same in every language. words: what it is ("Goods cubes"). number: how many; 0: no source of ours
    says, so that it is looked over and not counted. pieces: each of them, where each has a tag of its own.
    picture: an icon's name. page: of the rulebook.
    """

    id: str
    words: str
    number: int = 0
    pieces: tuple[BoxPiece, ...] = ()
    picture: str = ""
    page: int = 0


def pieces_part(
    id: str, words: str, pieces: tuple[BoxPiece, ...], picture: str = "", page: int = 0
) -> BoxPart:
    """A part of pieces with tags of their own."""
    return BoxPart(id, words, len(pieces), pieces, picture, page)


def tagged_parts(tiles: tuple[TileInfo, ...]) -> tuple[BoxPart, ...]:
    """For a game that lists no contents: its tagged tiles are one part."""
    pieces = tuple(BoxPiece(tile.id, tile.name, (tile.id,)) for tile in tiles)
    return (pieces_part("tiles", _("Tagged pieces"), pieces),) if pieces else ()
