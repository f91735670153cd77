"""Tests that every shipped value has a source (rulebook or known tiles) or is marked as assumed."""

from __future__ import annotations

from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.tiles.catalogue import Development, Goal, Tile, World

WORLD_FIELDS = ("price", "vp", "colonists", "kind", "good", "keywords", "powers")
HOME_FIELDS = ("mat", "side", *WORLD_FIELDS)
SMALL_FIELDS = ("cost", "vp", "keywords", "powers", "stack")
LARGE_FIELDS = ("cost", "bonus", "keywords", "powers", "stack")

P8, P12 = "rulebook p. 8", "rulebook p. 12"
PICTURES = "published pictures"
GOAL_SOURCES = {"measure": P12, "ranges": P12, "stockpile": P12}
PAIR_SOURCES = {"stack": PICTURES}
LARGE_PAIR_SOURCES = {"cost": "rulebook p. 5", "stack": PICTURES}
HOME_COLONIST_SOURCE = {"colonists": "rulebook p. 3"}

STATED_FIELDS: dict[str, dict[str, str]] = {
    "Devolved Uplift Race": dict.fromkeys(WORLD_FIELDS, PICTURES),
    "Artist Settlement": dict.fromkeys((f for f in WORLD_FIELDS if f != "keywords"), PICTURES),
    "Imperium Survey HQ": dict.fromkeys((f for f in WORLD_FIELDS if f != "keywords"), PICTURES),
    "Deep Space Symbionts": {"powers": PICTURES},
    "Alien Rosetta Stone World": {"vp": PICTURES, "kind": PICTURES, "good": PICTURES},
    "Spice World": {},
    "Comet Zone": {},
    "New Vinland": {"powers": P8},
    "Galactic News Hub": {},
    "Alien Oort Cloud Factory": {"kind": "rulebook p. 5"},
    "Old Earth": {"powers": P8} | HOME_COLONIST_SOURCE,
    "Doomed Colony": HOME_COLONIST_SOURCE,
    "Space Marines": {"cost": PICTURES, "vp": PICTURES, "powers": PICTURES} | PAIR_SOURCES,
    "Homesteading Pioneers": {"powers": PICTURES} | PAIR_SOURCES,
    "Contact Specialist": {"powers": "rulebook p. 7"} | PAIR_SOURCES,
    "Consumer Markets": PAIR_SOURCES,
    "Mining Industries": PAIR_SOURCES,
    "Prosperous Economy": {"powers": P8} | PAIR_SOURCES,
    "Imperium Arms Factories": {},
    "Survey Team": {"powers": "rulebook p. 6"} | PAIR_SOURCES,
    "Terraforming Engineers": {"powers": "rulebook p. 7"} | PAIR_SOURCES,
    "Improved Logistics": {"powers": "rulebook p. 5 and 7"} | PAIR_SOURCES,
    "Galactic Salon": {"powers": P8} | PAIR_SOURCES,
    "Imperium Lords": {"powers": PICTURES} | LARGE_PAIR_SOURCES,
    "Tax on Trade": {"measure": P12, "stockpile": P12},
}
"""The stated fields of each tile that is not a stand-in, and their sources. Other tiles with two faces have
only stated names and pairs; of the other goals every field is stated."""


def fields(tile: Tile) -> tuple[str, ...]:
    match tile:
        case Goal():
            return tuple(GOAL_SOURCES)
        case Development():
            # Which face of a pair belongs to the first game is a value too.
            return (LARGE_FIELDS if tile.large else SMALL_FIELDS) + (("first_game",) if tile.paired else ())
        case World():
            return HOME_FIELDS if tile.is_home else WORLD_FIELDS
    raise AssertionError(tile)


def stated_fields(tile: Tile) -> dict[str, str]:
    if isinstance(tile, Goal):
        return STATED_FIELDS.get(tile.name, GOAL_SOURCES)
    pairs = LARGE_PAIR_SOURCES if isinstance(tile, Development) and tile.large else PAIR_SOURCES
    return STATED_FIELDS.get(tile.name, pairs)


NAMED_TILES = [tile for tile in catalogue().values() if tile.source != "stand-in"]


def test_every_value_is_stated_somewhere_or_marked_as_assumed() -> None:
    for tile in NAMED_TILES:
        price = "defense" if isinstance(tile, World) and tile.military else "cost"
        assumed = {"price" if field == price and isinstance(tile, World) else field for field in tile.assumed}
        assert assumed == set(fields(tile)) - set(stated_fields(tile)), tile.name


def test_the_list_of_stated_values_names_tiles_that_are_shipped() -> None:
    assert set(STATED_FIELDS) <= {tile.name for tile in NAMED_TILES}
