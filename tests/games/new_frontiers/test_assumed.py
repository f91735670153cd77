"""Every shipped value is stated in the rulebook or in what is known of the tiles, or marked as assumed."""

from __future__ import annotations

import pytest

from companion.games.new_frontiers.tiles.catalogue import Development, Goal, Tile, World
from companion.games.new_frontiers.tiles.loading import catalogue

WORLD = ("price", "vp", "colonists", "kind", "good", "keywords", "powers")
HOME = ("mat", "side", *WORLD)
SMALL = ("cost", "vp", "keywords", "powers", "stack")
LARGE = ("cost", "bonus", "keywords", "powers", "stack")

P8, P12 = "rulebook p. 8", "rulebook p. 12"
PICTURES = "published pictures"
GOAL = {"measure": P12, "ranges": P12, "stockpile": P12}
PAIR = {"stack": PICTURES}
PAIRED_LARGE = {"cost": "rulebook p. 5", "stack": PICTURES}
HOME_COLONIST = {"colonists": "rulebook p. 3"}

STATED: dict[str, dict[str, str]] = {
    "Devolved Uplift Race": dict.fromkeys(WORLD, PICTURES),
    "Artist Settlement": dict.fromkeys((f for f in WORLD if f != "keywords"), PICTURES),
    "Imperium Survey HQ": dict.fromkeys((f for f in WORLD if f != "keywords"), PICTURES),
    "Deep Space Symbionts": {"powers": PICTURES},
    "Alien Rosetta Stone World": {"vp": PICTURES, "kind": PICTURES, "good": PICTURES},
    "Spice World": {},
    "Comet Zone": {},
    "New Vinland": {"powers": P8},
    "Galactic News Hub": {},
    "Alien Oort Cloud Factory": {"kind": "rulebook p. 5"},
    "Old Earth": {"powers": P8} | HOME_COLONIST,
    "Doomed Colony": HOME_COLONIST,
    "Space Marines": {"cost": PICTURES, "vp": PICTURES, "powers": PICTURES} | PAIR,
    "Homesteading Pioneers": {"powers": PICTURES} | PAIR,
    "Contact Specialist": {"powers": "rulebook p. 7"} | PAIR,
    "Consumer Markets": PAIR,
    "Mining Industries": PAIR,
    "Prosperous Economy": {"powers": P8} | PAIR,
    "Imperium Arms Factories": {},
    "Survey Team": {"powers": "rulebook p. 6"} | PAIR,
    "Terraforming Engineers": {"powers": "rulebook p. 7"} | PAIR,
    "Improved Logistics": {"powers": "rulebook p. 5 and 7"} | PAIR,
    "Galactic Salon": {"powers": P8} | PAIR,
    "Imperium Lords": {"powers": PICTURES} | PAIRED_LARGE,
    "Tax on Trade": {"measure": P12, "stockpile": P12},
}
"""Of each tile that is not a stand-in, the fields that are stated, and where. The other tiles with two faces
have stated names and pairs alone; the other goals are stated whole."""


def fields(tile: Tile) -> tuple[str, ...]:
    match tile:
        case Goal():
            return tuple(GOAL)
        case Development():
            # Of a pair, which face is the first game's is a value too.
            return (LARGE if tile.large else SMALL) + (("first_game",) if tile.paired else ())
        case World():
            return HOME if tile.is_home else WORLD
    raise AssertionError(tile)


def stated(tile: Tile) -> dict[str, str]:
    if isinstance(tile, Goal):
        return STATED.get(tile.name, GOAL)
    pairs = PAIRED_LARGE if isinstance(tile, Development) and tile.large else PAIR
    return STATED.get(tile.name, pairs)


NAMED = [tile for tile in catalogue().values() if tile.source != "stand-in"]


@pytest.mark.parametrize("tile", NAMED, ids=lambda tile: tile.name)
def test_every_value_is_stated_somewhere_or_marked_as_assumed(tile: Tile) -> None:
    price = "defense" if isinstance(tile, World) and tile.military else "cost"
    assumed = {"price" if field == price and isinstance(tile, World) else field for field in tile.assumed}
    assert assumed == set(fields(tile)) - set(stated(tile))


def test_the_list_of_stated_values_names_tiles_that_are_shipped() -> None:
    assert set(STATED) <= {tile.name for tile in NAMED}
