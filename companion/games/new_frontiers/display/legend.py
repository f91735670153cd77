"""The legend of the signs on the pages, shown on example tiles that are not in the game."""

from __future__ import annotations

from companion.games.new_frontiers.display.tile_view import PlacedTile, tile_view
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, World
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tracking import lights_legend
from companion.games.new_frontiers.wording.names import long_kind_name
from companion.translation import _

_SAMPLES = Catalogue(
    (
        World("L1", "A world", cost=2, vp=1, colonists=2, kind="Novelty", good="production"),
        World("L2", "A military world", defense=4, vp=3, kind="Rare", good="windfall"),
        World("L3", "A world with a power", cost=3, vp=2, powers=(parse_power("Settle: +1 Military"),)),
        Development("L4", "A development", 3, 2, powers=(parse_power("Explore: draw 1 world"),)),
        Development("L5", "A large development", 9, bonus=parse_bonus("VP: 2 per Genes colony")),
        *(
            World(f"K{number}", kind, cost=1, vp=1, kind=kind, good=good)
            for number, (kind, good) in enumerate(
                (kind, good) for kind in KINDS for good in ("production", "windfall")
            )
        ),
    )
)


def tiles() -> tuple[tuple[PlacedTile, str], ...]:
    """Drawn samples, each with what to see on it."""
    return (
        (
            _piece("L1", "explored"),
            _(
                "An explored world is gray. The number in the circle is its cost, the hexagon its VP, the "
                "dots the colonists it needs. Its kind is told by letter and moon."
            ),
        ),
        (
            _piece("L1", "settled"),
            _("Settled, it shows its colour. A full disc produces: a production world."),
        ),
        (_piece("L1", "settled", "Novelty"), _("A square with a letter is a good that lies on it.")),
        (
            _piece("L2", "settled"),
            _(
                "A red circle with an outlined number is a defense: a military world. A ring is a halo: "
                "a windfall world."
            ),
        ),
        (
            _piece("L3", "settled"),
            _("Small icons name the actions in which its powers count. A gray world has no goods."),
        ),
        (_piece("L4", "built"), _("A development: cost in the diamond, VP in the hexagon.")),
        (
            _piece("L5", "built"),
            _("A 9-cost development covers two spaces; its VP are counted at the end."),
        ),
    )


def kinds() -> tuple[tuple[str, PlacedTile, PlacedTile], ...]:
    """(kind, production world, windfall world) with each kind's colour, letter and moon."""
    return tuple(
        (long_kind_name(kind), _piece(f"K{2 * n}", "settled"), _piece(f"K{2 * n + 1}", "settled"))
        for n, kind in enumerate(KINDS)
    )


rhythm = lights_legend.rhythm
shown = lights_legend.shown


def lights() -> tuple[tuple[str, str], ...]:
    """(player's colour, how its light moves)."""
    return lights_legend.players()


def _piece(id: str, face: str, good: str | None = None) -> PlacedTile:
    return PlacedTile(tile_view(_SAMPLES, id), face, good)
