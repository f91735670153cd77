"""What is printed on the tiles: their shapes, and the symbols of the actions in which their powers work.

At a table an example lies there, if one does: whoever asks can look at it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import PrintedSign, PrintedSigns
from companion.games.new_frontiers.display.legend import tiles
from companion.games.new_frontiers.display.tile_print import alone
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.wording.names import power_name
from companion.translation import _

ICONS = {
    "Explore": "explore",
    "Develop": "develop",
    "Settle": "settle",
    "Produce": "produce",
    "Trade": "trade",
    "Consume": "consume",
}
"""Of the types of powers, in the order of the tiles."""


def glossary(catalogue: Catalogue, state: State | None) -> tuple[PrintedSigns, ...]:
    shapes = tuple(PrintedSign(alone(piece, grounded=True), words) for piece, words in tiles())
    powers = tuple(sign for type in ICONS if (sign := _of_type(type, catalogue, state)))
    return (PrintedSigns(_("Tiles"), shapes), PrintedSigns(_("Powers"), powers))


def _of_type(type: str, catalogue: Catalogue, state: State | None) -> PrintedSign | None:
    words = _("At a power's left: it works in {action}.", action=power_name(type))
    for tile, player in _by_nearness(catalogue, state):
        view = tile_view(catalogue, tile)
        power = next((one.words for one in view.powers if one.type == type), "")
        if power:
            here, there = (
                _("Here: {tile}, before {player}: {power}", tile=view.name, player=player, power=power),
                _("As on {tile}: {power}", tile=view.name, power=power),
            )
            return PrintedSign("", words, here if player else there, ICONS[type])
    return None


def _by_nearness(catalogue: Catalogue, state: State | None) -> Iterator[tuple[str, str]]:
    """(tile, before whom it lies), those at the table first."""
    for empire in () if state is None else state.empires:
        for tile in (*(colony.world for colony in empire.colonies), *empire.developments):
            if tile in catalogue.worlds or tile in catalogue.developments:
                yield tile, empire.name
    for tile in (*catalogue.developments, *catalogue.worlds):
        yield tile, ""
