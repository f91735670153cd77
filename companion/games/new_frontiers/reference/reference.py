"""The reference capability: the rules by topic, and those that a tile is about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.games.contract import PrintedSigns, RuleBook, TileNow, TileWords, spoken_rulebook
from companion.games.contract.piece_names import plain_name
from companion.games.new_frontiers.display.tile_now import tile_now
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.reference.glossary import glossary
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Goal
from companion.games.new_frontiers.wording.names import action_name

FOLDER = Path(__file__).resolve().parent


class Reference:
    """The reference for these tiles."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def rulebook(self, spoken: str = "") -> RuleBook:
        return spoken_rulebook(FOLDER, spoken)

    def of_tile(self, tile: str) -> tuple[str, ...]:
        """Those of its name first, then those of its powers' forms, in the order of the tile."""
        known = self._catalogue.get(tile)
        if known is None:
            return ()
        rules = self.rulebook().rules
        found = [rule.id for rule in rules if plain_name(known.name) in map(plain_name, rule.tiles)]
        if isinstance(known, Goal):
            return tuple(dict.fromkeys([*found, "goal-tiles", "goals-score"]))
        for power in known.powers:
            form = type(power.effect).__name__
            found += [rule.id for rule in rules if form in rule.forms]
        if known.bonus is not None:
            found.append("question-marks")
        return tuple(dict.fromkeys(found))

    def tile_words(self, tile: str) -> TileWords | None:
        if self._catalogue.get(tile) is None:
            return None
        view = tile_view(self._catalogue, tile)
        powers = tuple((action_name(one.type) if one.type else "", one.words) for one in view.powers)
        bonus = (("?", view.bonus),) if view.bonus else ()
        return TileWords(tile, view.name, view.what, (*powers, *bonus))

    def printed_signs(self, state: State | None) -> tuple[PrintedSigns, ...]:
        return glossary(self._catalogue, None if state is None else state.shown)

    def tile_now(self, state: State, player: int | None, tile: str) -> TileNow:
        return tile_now(state.shown, player, tile)

    def having(self, state: State, player: int, tile: str) -> State | None:
        state = state.shown
        empire = state.empires[player]
        if tile in empire.developments or any(colony.world == tile for colony in empire.colonies):
            return None
        if tile in state.catalogue.developments:
            empire = replace(empire, developments=(*empire.developments, tile))
        elif tile in state.catalogue.worlds:
            empire = replace(empire, colonies=(*empire.colonies, Colony(tile, 0)))
        else:
            return None
        return state.with_empire(player, empire)
