"""What the box of New Frontiers holds (p. 2)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.contract import BoxPart, BoxPiece, pieces_part
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Tile
from companion.games.new_frontiers.tiles.tile_info import mat_id
from companion.games.new_frontiers.wording.names import ACTION_TILES, action_name, called, kind_name
from companion.translation import _, listed

CUBES = {"Novelty": 19, "Rare": 17, "Genes": 13, "Alien": 11}
"""Goods cubes by kind: cyan, brown, green, yellow."""
SMALL_DEVELOPMENTS = 48
"""Of 56 development tiles 8 are large."""


def contents(catalogue: Catalogue) -> tuple[BoxPart, ...]:
    """Each line of the rulebook's list, pieces that may carry a tag of their own first."""
    large: dict[str, list[Development]] = {}
    for face in catalogue.developments.values():
        if face.large:
            large.setdefault(face.stack, []).append(face)
    mats = sorted({home.mat for home in catalogue.homes.values() if home.mat is not None})
    page = rulebook_pages.SETUP
    return (
        pieces_part("worlds", _("World tiles"), _pieces(catalogue.worlds.values()), "world", page),
        pieces_part(
            "mats",
            _("Empire mats"),
            tuple(
                BoxPiece(mat_id(mat), _("Empire mat {number}", number=mat), (mat_id(mat),)) for mat in mats
            ),
            "world",
            page,
        ),
        pieces_part(
            "large-developments",
            _("Large developments"),
            tuple(
                BoxPiece(stack, listed([called(face) for face in faces]), tuple(face.id for face in faces))
                for stack, faces in large.items()
            ),
            "development",
            page,
        ),
        pieces_part(
            "action-tiles",
            _("Action tiles"),
            tuple(
                BoxPiece(f"T{number}", action_name(action), (f"T{number}",))
                for number, action in enumerate(ACTION_TILES, 1)
            ),
            "explore",
            page,
        ),
        pieces_part("goals", _("Goal tiles"), _pieces(catalogue.goals.values()), "goals", page),
        BoxPart("small-developments", _("Small developments"), SMALL_DEVELOPMENTS, (), "development", page),
        *(
            BoxPart(f"cubes-{kind}", _("Goods cubes, {kind}", kind=kind_name(kind)), number, (), "good", page)
            for kind, number in CUBES.items()
        ),
        BoxPart("colonists", _("Colonists"), 60, (), "colonist", page),
        BoxPart("chips-10", _("Victory point chips of 10"), 8, (), "vp", page),
        BoxPart("chips-5", _("Victory point chips of 5"), 7, (), "vp", page),
        BoxPart("chips-1", _("Victory point chips of 1"), 25, (), "vp", page),
        BoxPart("credits-10", _("Credits of 10"), 8, (), "credit", page),
        BoxPart("credits-5", _("Credits of 5"), 8, (), "credit", page),
        BoxPart("credits-1", _("Credits of 1"), 40, (), "credit", page),
        BoxPart("disks", _("Player disks"), 10, (), "envoys", page),
        BoxPart("stockpile-mats", _("Stockpile mats"), 5, (), "goals", page),
        BoxPart(
            "boards",
            _("large parts: 2 development mats, colonists mat, world summary, priority track, bag and rules"),
            7,
            (),
            "table",
            page,
        ),
    )


def _pieces(tiles: Iterable[Tile]) -> tuple[BoxPiece, ...]:
    return tuple(BoxPiece(tile.id, called(tile), (tile.id,)) for tile in tiles)
